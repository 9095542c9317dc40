//! Games of the large kernel in western notation, as George Hodges wrote it: `P-7h`, `G6i-5h`, `Lnx5ex6d` for captures
//! on two squares, `Lnx!6f` for one without leaving, `Ln--` for a pass, `SP*5e` for a drop; and as lishogi writes it, with
//! digits for the ranks.

use super::Style;
use crate::game::{PlayablePosition as _, read_rank};
use crate::large::{Kind, LargeGame, Move, Position, Square, Width};
use crate::record::large::notation::{digits, letters, promotion, western_with};
use crate::record::{Reason, WriteError};
use crate::variants::Variant;
use arrayvec::ArrayVec;

/// # Errors
/// If the pieces have no names in the style.
pub(super) fn check_style(game: Variant, style: Style) -> Result<(), WriteError> {
    match style {
        Style::Hodges | Style::Hosking => Ok(()),
        Style::German => Err(WriteError::Game { format: "German letters", game: game.name() }),
    }
}

/// The shortest text that leads back to the move.
pub(super) fn write<W: Width>(position: &Position<W>, m: Move<W>, style: Style) -> String {
    let name = |square| square_text(position.game(), square, style);
    let texts = [false, true].into_iter().map(|has_origin| western_with(position, m, has_origin, &name));
    let leads_back = |text: &String| read(position, text) == Ok(m);
    texts.into_iter().find(leads_back).unwrap_or_else(|| write_in_full(position, m, style))
}

/// Writes a move with all of its squares.
pub(super) fn write_in_full<W: Width>(position: &Position<W>, m: Move<W>, style: Style) -> String {
    let name = |square| square_text(position.game(), square, style);
    if m.dropped().is_some() {
        return western_with(position, m, false, &name);
    }
    let step = |to| {
        let sign = if position.piece(to).is_none() || to == m.from() { '-' } else { 'x' };
        format!("{sign}{}", name(to))
    };
    let via = m.via().map(step).unwrap_or_default();
    let (letters, promotion) = (letters(position, position.mover(m)), promotion(position, m));
    format!("{letters}{}{via}{}{promotion}", name(m.from()), step(m.to()))
}

/// Reads a move, whichever way it names squares.
pub(super) fn read<W: Width>(position: &Position<W>, text: &str) -> Result<Move<W>, Reason> {
    let said = Said::read(position.game(), text);
    said.ok_or_else(|| Reason::syntax(text, ["a move in western notation", "欧文の指し手"]))?.resolve(position, text)
}

/// The name of a square. The rank is a letter if digits could mean two squares, as `111` could.
fn square_text<W: Width>(game: LargeGame<W>, square: Square<W>, style: Style) -> String {
    let digits = digits(square);
    match style {
        Style::Hosking if places(game, &digits).is_some_and(|(places, _)| places.len() == 1) => digits,
        _ => format!("{square:?}"),
    }
}

/// The squares that a text may mean.
type Places<W> = ArrayVec<Square<W>, 2>;

/// The squares that the start of a text may mean, and the rest. The list is empty if the text does not begin with a
/// digit; there is no list if it begins with a square off the board.
fn places<W: Width>(game: LargeGame<W>, text: &str) -> Option<(Places<W>, &str)> {
    let spec = game.spec();
    let (digits, rest) = text.split_at(text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len()));
    let number = |text: &str, most: u8| text.parse().ok().filter(|number| (1..=most).contains(number));
    let square = |file: &str, rank: u8| number(file, spec.files).map(|file| Square::new(file - 1, rank));
    let letters = read_rank(rest, spec.ranks);
    if digits.is_empty() {
        return Some((Places::new(), text));
    }
    if let Some((rank, rest)) = letters {
        return square(digits, rank).map(|square| (Places::from_iter([square]), rest));
    }
    let split = |at: usize| {
        let (file, rank) = digits.split_at_checked(at)?;
        let is_plain = !rank.starts_with('0');
        number(rank, spec.ranks).filter(|_| is_plain).and_then(|rank| square(file, rank - 1))
    };
    let places: Places<W> = [1, 2].into_iter().filter_map(split).collect();
    (!places.is_empty()).then_some((places, rest))
}

/// A move as a text describes it.
struct Said<'a, W> {
    letters: &'a str,
    /// Empty if the text does not give it.
    origin: Places<W>,
    way: Way<W>,
    promotes: Option<bool>,
}

/// The way of a move as a text describes it.
enum Way<W> {
    Pass,
    /// A capture without leaving.
    Stay(Places<W>),
    One(Places<W>),
    Two(Places<W>, Places<W>),
    Drop(Places<W>),
}

impl<'a, W: Width> Said<'a, W> {
    fn read(game: LargeGame<W>, text: &'a str) -> Option<Self> {
        const SIGNS: [char; 3] = ['-', 'x', ':'];
        const DROPS: [char; 2] = ['*', '\''];
        let text = text.trim_end_matches(['#', '!', '?']);
        let (text, promotes) = match text.strip_suffix(['+', '=']) {
            Some(before) => (before, Some(text.ends_with('+'))),
            None => (text, None),
        };
        let ends = |c: char| c.is_ascii_digit() || c == '!' || SIGNS.contains(&c) || DROPS.contains(&c);
        let named = text.find(ends).filter(|&end| end > 0)?;
        let (letters, rest) = text.split_at(named);
        let (first, rest) = places(game, rest)?;
        let all = |(places, rest): (Places<W>, &str)| (rest.is_empty() && !places.is_empty()).then_some(places);
        let (origin, way) = if let Some(to) = rest.strip_prefix(DROPS) {
            (first, Way::Drop(all(places(game, to)?)?))
        } else if rest == "--" {
            (first, Way::Pass)
        } else if let Some(taken) = rest.strip_prefix('x').unwrap_or(rest).strip_prefix('!') {
            (first, Way::Stay(all(places(game, taken)?)?))
        } else if rest.is_empty() {
            (Places::new(), Way::One(all((first, rest))?))
        } else {
            let (second, rest) = places(game, rest.strip_prefix(SIGNS)?)?;
            match rest.strip_prefix(SIGNS) {
                Some(last) if !second.is_empty() => (first, Way::Two(second, all(places(game, last)?)?)),
                _ => (first, Way::One(all((second, rest))?)),
            }
        };
        Some(Self { letters, origin, way, promotes })
    }

    /// True if the text may mean a legal move, whatever it says of promotion.
    fn fits(&self, position: &Position<W>, m: Move<W>) -> bool {
        let way = match (&self.way, m.via()) {
            (Way::Pass, _) => position.is_pass(m),
            (Way::Stay(taken), Some(via)) => m.to() == m.from() && taken.contains(&via) && !position.is_pass(m),
            (Way::One(to), None) => m.dropped().is_none() && to.contains(&m.to()),
            (Way::Drop(to), None) => m.dropped().is_some() && to.contains(&m.to()),
            (Way::Two(first, last), Some(via)) => first.contains(&via) && last.contains(&m.to()),
            _ => false,
        };
        way && letters(position, position.mover(m)) == self.letters
            && (self.origin.is_empty() || self.origin.contains(&m.from()))
    }

    /// Finds the move that is meant: the legal one that fits, or the literal one if the text gives the origin.
    fn resolve(&self, position: &Position<W>, text: &str) -> Result<Move<W>, Reason> {
        let promotes = self.promotes == Some(true);
        let fitting = position.legal().into_iter().filter(|&m| self.fits(position, m)).collect::<Vec<_>>();
        let wanted = fitting.iter().copied().filter(|m| m.promotes() == promotes).collect::<Vec<_>>();
        match (&*wanted, &*fitting) {
            (&[m], _) => Ok(m),
            // A forced promotion need not be written.
            ([], &[m]) if self.promotes.is_none() => Ok(m),
            ([], _) => self.literally(position, promotes, text),
            _ => Err(Reason::Ambiguous(text.to_owned())),
        }
    }

    /// The move as it stands, legal or not.
    fn literally(&self, position: &Position<W>, promotes: bool, text: &str) -> Result<Move<W>, Reason> {
        let none = || Reason::NoCandidate(text.to_owned());
        if let Way::Drop(to) = &self.way {
            let spec = position.game().spec();
            let dropped =
                (0..spec.hand_kinds).map(Kind::new).find(|&kind| spec.kind(kind).names.western == self.letters);
            return dropped.map(|kind| Move::drop(kind, to[0])).ok_or_else(none);
        }
        if self.origin.is_empty() {
            return Err(none());
        }
        let mut origins = self.origin.iter().copied();
        let from = origins.find(|&from| letters(position, position.piece(from)) == self.letters);
        let from = from.ok_or_else(|| Reason::OtherPiece(text.to_owned()))?;
        match &self.way {
            Way::One(to) if to[0] != from => Ok(Move::new(from, to[0], promotes)),
            Way::Two(first, last) => Move::double(from, first[0], last[0], promotes).ok_or_else(none),
            Way::Stay(taken) => Move::double(from, taken[0], from, promotes).ok_or_else(none),
            Way::Pass | Way::One(_) | Way::Drop(_) => Err(none()),
        }
    }
}
