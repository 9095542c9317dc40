//! Boards and moves of any game as people read and type them.

use super::typed::{self, Mistyped};
use super::western::Western as _;
use super::{Format, csa, diagram, japanese, kif, large as large_games, western};
use crate::any::{AnyIllegality, AnyMove, AnyPosition, KernelPosition};
use crate::large::{self, LargeGame};
use crate::rules::{AnyGame, Move, Position};
use crate::variants::{Kernel, Variant};

impl Variant {
    /// True if the pieces have names; moves of a game without are written as in USI.
    #[must_use]
    pub const fn has_names(self) -> bool {
        match self.kernel() {
            Kernel::Drops(variant) => !variant.spec().names.is_empty(),
            Kernel::Large(_) => true,
        }
    }
}

/// The square that a move of a game with drops went to.
fn target(m: AnyMove) -> crate::board::Square {
    m.of_kernel::<Move>().to()
}

impl AnyPosition {
    /// The board with the names of pieces, and what belongs to it.
    #[must_use]
    pub fn diagram(&self) -> String {
        match self.kernel() {
            KernelPosition::Drops(position) => diagram::write(position),
            KernelPosition::Large(position) => large_games::diagram(position),
        }
    }

    /// A legal or illegal move in Japanese, after the move `last`.
    #[must_use]
    pub fn japanese(&self, m: AnyMove, last: Option<AnyMove>) -> String {
        match self.kernel() {
            KernelPosition::Drops(position) => japanese::move_text(position, m.of_kernel(), last.map(target)),
            KernelPosition::Large(position) => large_games::japanese(position, m.of_kernel()),
        }
    }

    /// A move in western letters.
    #[must_use]
    pub fn western(&self, m: AnyMove) -> String {
        match self.kernel() {
            KernelPosition::Drops(position) => western::move_text(position, m.of_kernel(), western::Style::Hodges),
            KernelPosition::Large(position) => large_games::western(position, m.of_kernel()),
        }
    }

    /// A legal move as the comments of a format have it, after the move `last`.
    #[must_use]
    pub fn in_comment(&self, format: Format, m: AnyMove, last: Option<AnyMove>) -> String {
        match self.kernel() {
            KernelPosition::Drops(position) => drop_comment(format, position, m.of_kernel(), last),
            KernelPosition::Large(position) => large_comment(format, position, m.of_kernel()),
        }
    }

    /// Reads a legal move as somebody types it, after the move `last`. Where nothing is said of a promotion that is possible,
    /// both moves may be meant.
    ///
    /// # Errors
    /// If the text is not a move, no legal one, or not the only one that fits.
    pub fn typed(&self, text: &str, last: Option<AnyMove>) -> Result<AnyMove, Mistyped<AnyMove, AnyIllegality>> {
        match self.kernel() {
            KernelPosition::Drops(position) => {
                typed::read(position, text, last.map(target)).map(AnyMove::new).map_err(Mistyped::any)
            }
            KernelPosition::Large(position) => {
                large_games::typed(position, text).map(AnyMove::new).map_err(Mistyped::any)
            }
        }
    }
}

fn drop_comment(format: Format, position: &Position<AnyGame>, m: Move, last: Option<AnyMove>) -> String {
    match format {
        Format::Kif(_) | Format::Ki2(_) | Format::Jkf => kif::move_text(position, m, last.map(target)),
        Format::Csa(_) => csa::move_text(position, m),
        Format::Western(style) => western::move_text(position, m, style),
        Format::Usi => western::move_text(position, m, western::Style::default()),
    }
}

fn large_comment(format: Format, position: &large::Position, m: large::Move) -> String {
    match format {
        Format::Kif(_) | Format::Ki2(_) | Format::Jkf => large_games::japanese(position, m),
        Format::Western(style) => LargeGame::written(position, m, style),
        Format::Csa(_) | Format::Usi => large_games::western(position, m),
    }
}
