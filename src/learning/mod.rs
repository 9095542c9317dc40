//! Learning from games: self-play, its files, the trainer, and rounds of all three.

pub mod evolve;
mod networks;
pub mod records;
pub mod selfplay;
pub mod train;

/// Runs code with the game that a [`Variant`](crate::variants::Variant) names, like [`with_game`](crate::with_game), for work with
/// networks; games of the wide kernel
/// have none, and result in that error.
#[doc(hidden)]
#[macro_export]
macro_rules! with_networked_game {
    ($variant:expr, $game:ident => $body:expr) => {
        match $variant.kernel() {
            $crate::variants::Kernel::Drops(variant) => $crate::with_drop_game!(variant, $game => $body),
            $crate::variants::Kernel::Large(variant) => {
                let $game = variant.game();
                $body
            }
            $crate::variants::Kernel::Wide(_) => Err($crate::eval::NetworkError::none_for($variant.name()).into()),
        }
    };
}

/// Runs code like [`with_networked_game`], but with shogi as [`AnyGame`](crate::rules::AnyGame) too; see
/// [`with_any_game`](crate::with_any_game).
#[doc(hidden)]
#[macro_export]
macro_rules! with_any_networked_game {
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
            $crate::variants::Kernel::Wide(_) => Err($crate::eval::NetworkError::none_for($variant.name()).into()),
        }
    };
}
