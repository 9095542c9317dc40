//! The games, each in a folder with its rules, options, bench positions, perft table, signature and network.

#![warn(missing_docs)]

mod large_pieces;
mod names;
mod pieces;

use crate::game::Assets;
use crate::large::{self, LargeGame};
use crate::rules::{AnyGame, Ruleset, Spec};
use std::fmt;
use std::str::FromStr;
use std::sync::OnceLock;
use thiserror::Error;

/// A file of the package, as the build script has compressed it.
macro_rules! packed {
    ($path:literal) => {
        $crate::game::Packed::new(include_bytes!(concat!(env!("OUT_DIR"), "/packed/", $path)))
    };
}

/// Runs code with the game that a [`Variant`] names: `with_game!(variant, game => run(game, arguments))`. Shogi comes as the
/// type [`Shogi`], the others of the drop kernel come as [`AnyGame`] and the large ones as [`LargeGame`], so that the code is
/// compiled for these three.
#[macro_export]
macro_rules! with_game {
    ($variant:expr, $game:ident => $body:expr) => {
        match $variant {
            $crate::variants::Variant::Shogi => {
                let $game = $crate::variants::Shogi;
                $body
            }
            other => $crate::with_any_game!(other, $game => $body),
        }
    };
}

/// Runs code with the game that a [`Variant`] names as [`with_game`] does, where the search is not what takes its time: shogi
/// comes as [`AnyGame`] too, so that the code is compiled for two types, and the program is smaller.
#[macro_export]
macro_rules! with_any_game {
    ($variant:expr, $game:ident => $body:expr) => {
        match $variant.large() {
            Some($game) => $body,
            None => {
                let $game = $variant.game();
                $body
            }
        }
    };
}

/// Runs code with the game that a [`Variant`] names, if that is one of the drop kernel: `with_drop_game!(variant, game =>
/// run(game), name => refuse(name))`. The second arm gets the name of any other game.
#[macro_export]
macro_rules! with_drop_game {
    ($variant:expr, $game:ident => $body:expr, $name:ident => $refusal:expr) => {
        match $variant {
            $crate::variants::Variant::Shogi => {
                let $game = $crate::variants::Shogi;
                $body
            }
            other if other.large().is_some() => {
                let $name = other.name();
                $refusal
            }
            other => {
                let $game = other.game();
                $body
            }
        }
    };
}

/// Runs code for every game, one after the other: `for_each_game!(game => check(game))`.
#[macro_export]
macro_rules! for_each_game {
    ($game:ident => $body:expr) => {
        for &variant in $crate::variants::Variant::ALL {
            $crate::with_game!(variant, $game => $body);
        }
    };
}

/// Runs code for every game of the drop kernel, one after the other.
#[macro_export]
macro_rules! for_each_drop_game {
    ($game:ident => $body:expr) => {
        for &variant in $crate::variants::Variant::ALL {
            $crate::with_drop_game!(variant, $game => $body, _name => ());
        }
    };
}

/// Makes the modules and the names of the games.
macro_rules! games {
    (
        drops: { $($module:ident :: $name:ident,)+ }
        large: { $($large_module:ident :: $large:ident,)+ }
    ) => {
        $(mod $module;)+
        $(mod $large_module;)+

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
        }

        impl Variant {
            /// All games, the default first.
            pub const ALL: &'static [Self] = &[$(Self::$name,)+ $(Self::$large,)+];

            /// The folder of the game below `src/variants/`.
            #[must_use]
            pub const fn folder(self) -> &'static str {
                match self {
                    $(Self::$name => stringify!($module),)+
                    $(Self::$large => stringify!($large_module),)+
                }
            }

            const fn data(self) -> Data {
                match self {
                    $(Self::$name => Data::Drops(&$module::SPEC),)+
                    $(Self::$large => Data::Large(&$large_module::SPEC),)+
                }
            }

            /// A game of the drop kernel as a value. It is computed from its data when it is first asked for, in less than a
            /// millisecond.
            ///
            /// # Panics
            /// If the game is a large one; [`with_game`](crate::with_game) tells them apart.
            #[must_use]
            pub fn game(self) -> AnyGame {
                static RULESETS: [OnceLock<Box<Ruleset>>; Variant::ALL.len()] =
                    [const { OnceLock::new() }; Variant::ALL.len()];
                AnyGame::new(RULESETS[self as usize].get_or_init(|| Ruleset::new(*self.spec())))
            }

            /// A large game as a value, computed likewise; none for a game of the drop kernel.
            #[must_use]
            pub fn large(self) -> Option<LargeGame> {
                static RULESETS: [OnceLock<Box<large::Ruleset>>; Variant::ALL.len()] =
                    [const { OnceLock::new() }; Variant::ALL.len()];
                match self.data() {
                    Data::Drops(_) => None,
                    Data::Large(spec) => {
                        Some(LargeGame::new(RULESETS[self as usize].get_or_init(|| large::Ruleset::new(*spec))))
                    }
                }
            }
        }
    };
}

/// The data of a game, by its kernel.
enum Data {
    Drops(&'static Spec),
    Large(&'static large::Spec),
}

// The list of games, the default first: a game is added by its folder and a line here.
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
}

pub use shogi::Shogi;

impl Variant {
    /// The name under which the protocol and the command line know the game.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self.data() {
            Data::Drops(spec) => spec.name,
            Data::Large(spec) => spec.name,
        }
    }

    fn aliases(self) -> &'static [&'static str] {
        match self.data() {
            Data::Drops(spec) => spec.aliases,
            Data::Large(spec) => spec.aliases,
        }
    }

    /// The data that the program contains for the game.
    #[must_use]
    pub const fn assets(self) -> Assets {
        match self.data() {
            Data::Drops(spec) => spec.assets,
            Data::Large(spec) => spec.assets,
        }
    }

    /// The data of a game of the drop kernel.
    ///
    /// # Panics
    /// If the game is a large one.
    #[must_use]
    pub const fn spec(self) -> &'static Spec {
        match self.data() {
            Data::Drops(spec) => spec,
            Data::Large(_) => panic!("a large game has data of another kind"),
        }
    }

    fn is_called(self, name: &str) -> bool {
        is_called(self.name(), self.aliases(), name)
    }
}

/// Whether `text` is the name or one of the aliases of a game, as users write them.
#[must_use]
pub fn is_called(name: &str, aliases: &[&str], text: &str) -> bool {
    let text = plain(text);
    plain(name) == text || aliases.iter().any(|alias| plain(alias) == text)
}

/// The form of a name that is compared: lower case, without blanks, hyphens and underscores.
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

/// The error that no game has the given name.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("\"{name}\" is not a game this engine knows; it plays {}", names())]
pub struct UnknownVariant {
    /// The name that was given.
    pub name: String,
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
            for name in variant.aliases().iter().chain([&variant.name()]) {
                assert_eq!(name.parse(), Ok(variant));
                assert_eq!(format!("{}_ -", name.to_uppercase()).parse(), Ok(variant));
                let owners = Variant::ALL.iter().filter(|other| other.is_called(name));
                assert_eq!(owners.count(), 1, "{name}");
            }
        }
        assert!("".parse::<Variant>().is_err());
    }
}
