//! The games, each in a folder with its rules, its peculiarities in words, options, bench positions, perft table,
//! signature and network.

#![deny(missing_docs)]

mod large_pieces;
mod names;
mod pieces;

use crate::game::{Assets, CecpGame};
use crate::large::{self, LargeGame, Narrow, Wide};
use crate::rules::{AnyGame, Ruleset, Spec};
use crate::words::InLanguage;
use once_cell::sync::OnceCell;
use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// A file of the package, as the build script has compressed it; none if the build leaves it out.
macro_rules! packed {
    ($path:literal) => {
        $crate::game::Packed::new(include_bytes!(concat!(env!("OUT_DIR"), "/packed/", $path)))
    };
}

/// A file like those of [`packed`], which every build contains.
macro_rules! packed_text {
    ($path:literal) => {
        packed!($path)
    };
}

/// Runs code with the game that a [`Variant`] names: `with_game!(variant, game => run(game, arguments))`. Shogi comes
/// as [`Shogi`], the other games of the drop kernel as [`AnyGame`], and the large ones as [`LargeGame`]: the code is
/// compiled for these types, and for both widths of [`LargeGame`].
#[doc(hidden)]
#[macro_export]
macro_rules! with_game {
    ($variant:expr, $game:ident => $body:expr) => {
        match $variant.kernel() {
            $crate::variants::Kernel::Drops(variant) => $crate::with_drop_game!(variant, $game => $body),
            $crate::variants::Kernel::Large(variant) => {
                let $game = variant.game();
                $body
            }
            $crate::variants::Kernel::Wide(variant) => {
                let $game = variant.game();
                $body
            }
        }
    };
}

/// Runs code with the game that a [`Variant`] names, like [`with_game`], but with shogi as [`AnyGame`] too: for code
/// that spends its time elsewhere than in the search. Compiled for two types, it makes the program smaller.
#[doc(hidden)]
#[macro_export]
macro_rules! with_any_game {
    ($variant:expr, $game:ident => $body:expr) => {
        match $variant.kernel() {
            $crate::variants::Kernel::Drops(variant) => {
                let $game = variant.game();
                $body
            }
            $crate::variants::Kernel::Large(variant) => {
                let $game = variant.game();
                $body
            }
            $crate::variants::Kernel::Wide(variant) => {
                let $game = variant.game();
                $body
            }
        }
    };
}

/// Runs code with the game that a [`DropVariant`] names, like [`with_game`].
#[doc(hidden)]
#[macro_export]
macro_rules! with_drop_game {
    ($variant:expr, $game:ident => $body:expr) => {
        match $variant {
            $crate::variants::DropVariant::Shogi => {
                let $game = $crate::variants::Shogi;
                $body
            }
            other => {
                let $game = other.game();
                $body
            }
        }
    };
}

/// Runs code for every game, one after the other: `for_each_game!(game => check(game))`.
#[doc(hidden)]
#[macro_export]
macro_rules! for_each_game {
    ($game:ident => $body:expr) => {
        for &variant in $crate::variants::Variant::ALL {
            $crate::with_game!(variant, $game => $body);
        }
    };
}

/// Runs code for every game of the drop kernel, one after the other.
#[doc(hidden)]
#[macro_export]
macro_rules! for_each_drop_game {
    ($game:ident => $body:expr) => {
        for &variant in $crate::variants::DropVariant::ALL {
            $crate::with_drop_game!(variant, $game => $body);
        }
    };
}

/// Names the games of one kernel and gives their data.
macro_rules! of_kernel {
    ($(#[$doc:meta])* $names:ident: $spec:ty { $($module:ident :: $name:ident,)+ }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum $names {
            $(
                /// The game of this name.
                $name,
            )+
        }

        impl $names {
            /// All games of the kernel, in the order of [`Variant::ALL`].
            pub const ALL: &'static [Self] = &[$(Self::$name,)+];

            /// The data of the game.
            #[must_use]
            pub const fn spec(self) -> &'static $spec {
                match self {
                    $(Self::$name => &$module::SPEC,)+
                }
            }
        }

        impl From<$names> for Variant {
            fn from(variant: $names) -> Self {
                match variant {
                    $($names::$name => Self::$name,)+
                }
            }
        }
    };
}

/// Makes the modules and the names of the games.
macro_rules! games {
    (
        drops: { $($module:ident :: $name:ident,)+ }
        large: { $($large_module:ident :: $large:ident,)+ }
        wide: { $($wide_module:ident :: $wide:ident,)+ }
    ) => {
        $(mod $module;)+
        $(mod $large_module;)+
        $(mod $wide_module;)+

        /// The name of a game, for code that chooses among all of them.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Variant {
            $(
                /// The game of this name.
                $name,
            )+
            $(
                /// The large game of this name.
                $large,
            )+
            $(
                /// The giant game of this name.
                $wide,
            )+
        }

        impl Variant {
            /// All games, the default first.
            pub const ALL: &'static [Self] = &[$(Self::$name,)+ $(Self::$large,)+ $(Self::$wide,)+];

            /// The folder of the game below `src/variants/`.
            #[doc(hidden)]
            #[must_use]
            pub const fn folder(self) -> &'static str {
                match self {
                    $(Self::$name => stringify!($module),)+
                    $(Self::$large => stringify!($large_module),)+
                    $(Self::$wide => stringify!($wide_module),)+
                }
            }

            /// Title and peculiarities of the game in English and Japanese, in four paragraphs.
            #[must_use]
            pub const fn about(self) -> &'static str {
                match self {
                    $(Self::$name => include_str!(concat!(stringify!($module), "/about.txt")),)+
                    $(Self::$large => include_str!(concat!(stringify!($large_module), "/about.txt")),)+
                    $(Self::$wide => include_str!(concat!(stringify!($wide_module), "/about.txt")),)+
                }
            }

            /// The game among those of its kernel.
            #[doc(hidden)]
            #[must_use]
            pub const fn kernel(self) -> Kernel {
                match self {
                    $(Self::$name => Kernel::Drops(DropVariant::$name),)+
                    $(Self::$large => Kernel::Large(LargeVariant::$large),)+
                    $(Self::$wide => Kernel::Wide(WideVariant::$wide),)+
                }
            }
        }

        of_kernel! {
            /// The name of a game of the drop kernel.
            DropVariant: Spec { $($module :: $name,)+ }
        }

        of_kernel! {
            /// The name of a large game.
            LargeVariant: large::Spec { $($large_module :: $large,)+ }
        }

        of_kernel! {
            /// The name of a game of the wide kernel. Its data name no pieces before [`WideVariant::game`] has read them.
            WideVariant: large::Spec { $($wide_module :: $wide,)+ }
        }
    };
}

/// A game by its kernel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kernel {
    /// A game with drops, on a board up to 9x9.
    Drops(DropVariant),
    /// A game without drops, on a board up to 16x16.
    Large(LargeVariant),
    /// A game without drops and with any way of moving, on a board up to 36x36.
    Wide(WideVariant),
}

impl DropVariant {
    /// The game as a value, computed from its data at the first call, in less than a millisecond.
    #[must_use]
    pub fn game(self) -> AnyGame {
        static RULESETS: [OnceCell<Box<Ruleset>>; DropVariant::ALL.len()] =
            [const { OnceCell::new() }; DropVariant::ALL.len()];
        AnyGame::new(RULESETS[self as usize].get_or_init(|| Ruleset::new(*self.spec())))
    }
}

impl LargeVariant {
    /// The game as a value, computed from its data at the first call.
    #[must_use]
    pub fn game(self) -> LargeGame<Narrow> {
        static RULESETS: [OnceCell<Box<large::Ruleset<Narrow>>>; LargeVariant::ALL.len()] =
            [const { OnceCell::new() }; LargeVariant::ALL.len()];
        LargeGame::new(RULESETS[self as usize].get_or_init(|| large::Ruleset::new(*self.spec())))
    }
}

impl WideVariant {
    /// The game as a value, computed from its data at the first call.
    #[must_use]
    pub fn game(self) -> LargeGame<Wide> {
        static RULESETS: [OnceCell<Box<large::Ruleset<Wide>>>; WideVariant::ALL.len()] =
            [const { OnceCell::new() }; WideVariant::ALL.len()];
        LargeGame::new(RULESETS[self as usize].get_or_init(|| large::Ruleset::new(*self.spec())))
    }
}

// The games, the default first. A new one needs its folder and a line here.
games! {
    drops: {
        shogi::Shogi,
        tori::Tori,
        minishogi::Minishogi,
        kyotoshogi::Kyoto,
        dobutsu::Dobutsu,
        gorogoro::Gorogoro,
        gorogoroplus::GorogoroPlus,
        annanshogi::Annan,
        checkshogi::CheckShogi,
    }
    large: {
        chushogi::Chu,
        daishogi::Dai,
        shoshogi::Sho,
        heianshogi::Heian,
        heiandaishogi::HeianDai,
    }
    wide: {
        tenjikushogi::Tenjiku,
        washogi::Wa,
        wadrops::WaDrops,
        daidaishogi::DaiDai,
        makadaidaishogi::MakaDaiDai,
        taishogi::Tai,
        taikyokushogi::Taikyoku,
    }
}

pub use shogi::Shogi;

impl Variant {
    /// The name of the game in the protocol and on the command line.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self.kernel() {
            Kernel::Drops(variant) => variant.spec().name,
            Kernel::Large(variant) => variant.spec().name,
            Kernel::Wide(variant) => variant.spec().name,
        }
    }

    fn other_names(self) -> &'static [&'static str] {
        match self.kernel() {
            Kernel::Drops(variant) => variant.spec().aliases,
            Kernel::Large(variant) => variant.spec().aliases,
            Kernel::Wide(variant) => variant.spec().aliases,
        }
    }

    /// The game in the protocol of `XBoard`.
    #[doc(hidden)]
    #[must_use]
    pub const fn cecp(self) -> Option<CecpGame> {
        match self.kernel() {
            Kernel::Drops(variant) => variant.spec().cecp,
            Kernel::Large(variant) => variant.spec().cecp,
            Kernel::Wide(variant) => variant.spec().cecp,
        }
    }

    /// The even start, in SFEN.
    #[must_use]
    pub const fn start_sfen(self) -> &'static str {
        match self.kernel() {
            Kernel::Drops(variant) => variant.spec().start,
            Kernel::Large(variant) => variant.spec().start,
            Kernel::Wide(variant) => variant.spec().start,
        }
    }

    /// The data that the program contains for the game.
    #[doc(hidden)]
    #[must_use]
    pub const fn assets(self) -> Assets {
        match self.kernel() {
            Kernel::Drops(variant) => variant.spec().assets,
            Kernel::Large(variant) => variant.spec().assets,
            Kernel::Wide(variant) => variant.spec().assets,
        }
    }

    fn is_called(self, name: &str) -> bool {
        is_called(self.name(), self.other_names(), name) || self.japanese_title() == name
    }

    /// The title of the game in Japanese.
    fn japanese_title(self) -> &'static str {
        self.about().split("\n\n").nth(1).unwrap_or_default().trim()
    }
}

/// True if users may mean the game by `text`: its name or one of its aliases.
#[must_use]
pub fn is_called(name: &str, aliases: &[&str], text: &str) -> bool {
    let text = plain(text);
    plain(name) == text || aliases.iter().any(|alias| plain(alias) == text)
}

/// A name for comparison: lower case, without blanks, hyphens and underscores.
fn plain(name: &str) -> String {
    name.chars().filter(|c| !matches!(c, ' ' | '-' | '_')).flat_map(char::to_lowercase).collect()
}

impl Default for Variant {
    fn default() -> Self {
        Self::ALL[0]
    }
}

impl fmt::Display for Variant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The error for a name that no game has.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("\"{name}\" is not a game this engine knows; it plays {}", names())]
pub struct UnknownVariant {
    /// The name asked for.
    pub name: String,
}

impl InLanguage for UnknownVariant {
    fn japanese(&self) -> String {
        format!("将棋の種類は{}のどれかです", names().replace(", ", "、"))
    }
}

/// The names of all games, for messages and help.
#[must_use]
pub fn names() -> String {
    Variant::ALL.iter().map(|variant| variant.name()).collect::<Vec<_>>().join(", ")
}

impl FromStr for Variant {
    type Err = UnknownVariant;

    fn from_str(text: &str) -> Result<Self, UnknownVariant> {
        let found = Self::ALL.iter().find(|variant| variant.is_called(text));
        found.copied().ok_or_else(|| UnknownVariant { name: text.to_owned() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_game_is_found_by_its_names_and_no_name_is_shared() {
        for &variant in Variant::ALL {
            for name in variant.other_names().iter().chain([&variant.name()]) {
                assert_eq!(name.parse(), Ok(variant));
                assert_eq!(format!("{}_ -", name.to_uppercase()).parse(), Ok(variant));
                let owners = Variant::ALL.iter().filter(|other| other.is_called(name));
                assert_eq!(owners.count(), 1, "{name}");
            }
        }
        assert_eq!("どうぶつしょうぎ".parse(), Ok(Variant::Dobutsu));
        assert!("".parse::<Variant>().is_err());
    }
}
