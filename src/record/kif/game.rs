//! What games have of their own in KIF files.

use crate::board::Color;
use crate::record::{Notated, Reason, Record, WriteError};

/// What stands before the two steps of a move.
pub(in crate::record) const FIRST_STEP: &str = "一歩目";
pub(in crate::record) const SECOND_STEP: &str = "二歩目";

/// A game of which KIF files are kept: how they name its starts, pieces and moves. The rest of a file is the same for
/// every game.
pub trait KifGame: Notated {
    /// What a diagram sets up.
    type Setup;
    /// A move as one line tells it, or one of the two steps of a move.
    type Step;

    /// # Errors
    /// If the pieces have no names.
    fn check_names(self) -> Result<(), WriteError>;

    /// Whether the field 手合割 means the even start by a name.
    fn is_title(self, name: &str) -> bool;

    /// What the field 手合割 says of a record's start, and whether readers know the start by that.
    fn start_name(record: &Record<Self>) -> (&'static str, bool);

    /// The number of the coming move.
    fn move_number(position: &Self::Position) -> u32;

    /// The diagram of a start with the headers that belong to it.
    fn setup_text(start: &Self::Position) -> String;

    /// The number of ranks of a diagram.
    fn ranks(self) -> u8;

    /// A setup without any piece.
    fn empty_setup(self) -> Self::Setup;

    /// Reads a rank of a diagram, the text between the bars.
    ///
    /// # Errors
    /// If it is none.
    fn read_rank(setup: &mut Self::Setup, rank: u8, row: &str) -> Result<(), Reason>;

    /// Gives a side what a text says that it holds, the board being set up.
    ///
    /// # Errors
    /// If the text names anything else.
    fn read_hand(setup: &mut Self::Setup, color: Color, hand: &str) -> Result<(), Reason>;

    /// Whether a header belongs to the diagram.
    fn is_of_setup(_key: &str) -> bool {
        false
    }

    /// Reads a header that belongs to the diagram.
    ///
    /// # Errors
    /// If its value is nothing that the game knows.
    fn read_setup_header(_: &mut Self::Setup, _key: &str, _value: &str) -> Result<(), Reason> {
        Ok(())
    }

    /// The position of a setup with this side to make the move of this number.
    ///
    /// # Errors
    /// If it is none of the game.
    fn set_up(self, setup: &Self::Setup, side: Color, move_number: u32) -> Result<Self::Position, Self::SfenError>;

    /// The one or two lines of a move after the move `last`, without numbers.
    fn move_lines(position: &Self::Position, m: Self::Move, last: Option<Self::Move>) -> Vec<String>;

    /// Reads a step, and yields what follows it.
    ///
    /// # Errors
    /// If the text does not start with one.
    fn read_step(self, text: &str) -> Result<(Self::Step, &str), Reason>;

    /// The side of the piece that a step moves, if the step tells it.
    fn mover(position: &Self::Position, step: &Self::Step) -> Option<Color>;

    /// The move after the move `last` that a step tells alone, or as the second one after `first`; and what was read
    /// otherwise than it stands.
    ///
    /// # Errors
    /// If there is no such move.
    fn move_of(
        position: &Self::Position,
        first: Option<&Self::Step>,
        step: &Self::Step,
        last: Option<Self::Move>,
    ) -> Result<(Self::Move, Option<String>), Reason>;

    /// An expected line of CSA moves behind the move `last` in moves of KIF; none where that cannot be.
    fn line_in_kif(_: &Self::Position, _last: Option<Self::Move>, _line: &str) -> Option<String> {
        None
    }

    /// An expected line of moves of KIF behind the move `last` in CSA moves; none where that cannot be.
    fn line_in_csa(_: &Self::Position, _last: Option<Self::Move>, _line: &str) -> Option<String> {
        None
    }
}
