//! The diagrams and moves of KIF files, by the kernel of the game.

use super::{drops, large};
use crate::any::{AnyMove, AnyPosition, KernelPosition};
use crate::board::Color;
use crate::large::{Narrow, Wide};
use crate::record::japanese::target;
use crate::record::large::japanese;
use crate::record::{Oddity, Reason, Record, diagram};
use crate::rules::AnyGame;
use crate::variants::{Kernel, Variant};

/// A diagram being read.
#[expect(clippy::large_enum_variant, reason = "one diagram is read at a time, most often of shogi")]
pub(super) enum Diagram {
    Drops(crate::rules::Setup, AnyGame),
    Large(Box<crate::large::Setup<Narrow>>),
    Wide(Box<crate::large::Setup<Wide>>),
}

impl Diagram {
    /// A diagram without any piece.
    pub fn empty(game: Variant) -> Self {
        match game.kernel() {
            Kernel::Drops(variant) => Self::Drops(crate::rules::Setup::empty(variant.spec()), variant.game()),
            Kernel::Large(variant) => Self::Large(Box::new(crate::large::Setup::empty(variant.game()))),
            Kernel::Wide(variant) => Self::Wide(Box::new(crate::large::Setup::empty(variant.game()))),
        }
    }

    /// Reads a rank, the text between the bars.
    ///
    /// # Errors
    /// If it is none.
    pub fn read_rank(&mut self, rank: u8, row: &str) -> Result<(), Reason> {
        match self {
            Self::Drops(setup, _) => diagram::read_rank(setup, rank, row),
            Self::Large(setup) => large::read_rank(setup, rank, row),
            Self::Wide(setup) => large::read_rank(setup, rank, row),
        }
    }

    /// Gives a side the pieces of a hand, once the board is set up.
    ///
    /// # Errors
    /// If the text names anything else.
    pub fn read_hand(&mut self, color: Color, hand: &str) -> Result<(), Reason> {
        match self {
            Self::Drops(setup, _) => diagram::read_hand(setup, color, hand),
            Self::Large(setup) => large::read_hand(setup, color, hand),
            Self::Wide(setup) => large::read_hand(setup, color, hand),
        }
    }

    /// Reads the header [`large::BAN`].
    ///
    /// # Errors
    /// If its value is no square.
    pub fn read_ban(&mut self, value: &str) -> Result<(), Reason> {
        match self {
            Self::Drops(..) => Ok(()),
            Self::Large(setup) => large::read_ban(setup, value),
            Self::Wide(setup) => large::read_ban(setup, value),
        }
    }

    /// The position with `side` to make move `move_number`.
    ///
    /// # Errors
    /// If the game has no such position.
    pub fn position(&self, side: Color, move_number: u32) -> Result<AnyPosition, Reason> {
        match self {
            Self::Drops(setup, game) => Ok(drops::set_up(*game, *setup, side, move_number)?.into()),
            Self::Large(setup) => Ok(large::set_up((**setup).clone(), side, move_number)?.into()),
            Self::Wide(setup) => Ok(large::set_up((**setup).clone(), side, move_number)?.into()),
        }
    }
}

/// A move as one line gives it, or one of its two steps.
pub(super) enum WrittenMove {
    Drops(drops::WrittenMove),
    Large(large::WrittenMove),
}

impl WrittenMove {
    /// Reads a step, and returns the rest.
    ///
    /// # Errors
    /// If the text does not start with one.
    pub fn read(game: Variant, text: &str) -> Result<(Self, &str), Reason> {
        match game.kernel() {
            Kernel::Drops(variant) => {
                let (told, rest) = drops::WrittenMove::read(variant.spec(), text)?;
                Ok((Self::Drops(told), rest))
            }
            Kernel::Large(variant) => {
                let (told, rest) = large::WrittenMove::read(variant.spec(), text)?;
                Ok((Self::Large(told), rest))
            }
            Kernel::Wide(variant) => {
                let (told, rest) = large::WrittenMove::read(variant.game().spec(), text)?;
                Ok((Self::Large(told), rest))
            }
        }
    }

    /// The side of the moving piece, if the step shows it.
    pub fn mover(&self, position: &AnyPosition) -> Option<Color> {
        match self {
            Self::Drops(told) => told.mover(position.drops()),
            Self::Large(told) => match position.kernel() {
                KernelPosition::Wide(position) => told.mover(position),
                _ => told.mover(position.large::<Narrow>()),
            },
        }
    }

    /// The move after `last` that the step gives alone, or as the second one after `first`; with a warning if it was
    /// not read as it stands.
    ///
    /// # Errors
    /// If there is no such move.
    pub fn resolve(
        &self,
        position: &AnyPosition,
        first: Option<&Self>,
        last: Option<AnyMove>,
    ) -> Result<(AnyMove, Option<Oddity>), Reason> {
        match self {
            Self::Drops(told) if first.is_none() => {
                let (m, warning) = told.resolve(position.drops(), last.map(target))?;
                Ok((AnyMove::new(m), warning))
            }
            Self::Drops(told) => Err(told.is_no_half()),
            Self::Large(told) => {
                let first = first.and_then(Self::large);
                if let KernelPosition::Wide(position) = position.kernel() {
                    let (m, warning) = told.resolve(position, first, last.map(AnyMove::of_kernel))?;
                    return Ok((AnyMove::new(m), warning));
                }
                let (m, warning) = told.resolve::<Narrow>(position.large(), first, last.map(AnyMove::of_kernel))?;
                Ok((AnyMove::new(m), warning))
            }
        }
    }

    const fn large(&self) -> Option<&large::WrittenMove> {
        match self {
            Self::Drops(_) => None,
            Self::Large(told) => Some(told),
        }
    }
}

/// True if a name in the field 手合割 means the even start.
pub(super) fn is_title(game: Variant, name: &str) -> bool {
    match game.kernel() {
        Kernel::Drops(variant) => variant.spec().titles.contains(&name),
        Kernel::Large(variant) => is_called(game, variant.spec().title, name),
        Kernel::Wide(variant) => is_called(game, variant.spec().title, name),
    }
}

fn is_called(game: Variant, title: &str, name: &str) -> bool {
    [title, game.name()].contains(&name) || game.aliases().contains(&name)
}

/// The value of the field 手合割 for a record's start; true if readers know the start by it.
#[must_use]
pub fn start_name(record: &Record) -> (&'static str, bool) {
    match record.start().kernel() {
        KernelPosition::Drops(start) => drops::start_name(start, record.handicap()),
        KernelPosition::Large(start) => large::start_name(start),
        KernelPosition::Wide(start) => large::start_name(start),
    }
}

/// The diagram of a start with the headers that belong to it.
pub(super) fn diagram_text(start: &AnyPosition) -> String {
    match start.kernel() {
        KernelPosition::Drops(start) => diagram::write(start, &[]),
        KernelPosition::Large(start) => large::diagram_text(start),
        KernelPosition::Wide(start) => large::diagram_text(start),
    }
}

/// The one or two lines of a move after the move `last`, without numbers.
pub(super) fn move_lines(position: &AnyPosition, m: AnyMove, last: Option<AnyMove>) -> Vec<String> {
    match position.kernel() {
        KernelPosition::Drops(position) => vec![drops::move_text(position, m.of_kernel(), last.map(target))],
        KernelPosition::Large(position) => large::move_lines(position, m.of_kernel()),
        KernelPosition::Wide(position) => large::move_lines(position, m.of_kernel()),
    }
}

/// A move in the form of comments, after the move `last`, without the sign of its side.
#[must_use]
pub fn move_text(position: &AnyPosition, m: AnyMove, last: Option<AnyMove>) -> String {
    match position.kernel() {
        KernelPosition::Drops(position) => drops::move_text(position, m.of_kernel(), last.map(target)),
        KernelPosition::Large(position) => japanese(position, m.of_kernel()),
        KernelPosition::Wide(position) => japanese(position, m.of_kernel()),
    }
}
