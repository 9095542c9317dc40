//! The start of a game: handicap, diagram, hands, the side that begins.

use super::game::{Diagram, is_title};
use super::line::Line;
use crate::any::AnyPosition;
use crate::board::Color;
use crate::game::SfenMode;
use crate::record::cursor::Cursor;
use crate::record::vocabulary::{Side, is_nothing, is_rest, side_at_start};
use crate::record::{Oddity, ReadError, Reason, Warning, text};
use crate::variants::Variant;

pub(super) struct Start<'a> {
    game: Variant,
    /// Name and line.
    handicap: Option<(&'a str, usize)>,
    diagram: Diagram,
    /// The hands with their lines.
    hands: Vec<(Color, &'a str, usize)>,
    moves_made: u32,
    /// Ranks of the diagram read so far.
    ranks: u8,
    side: Option<Color>,
    /// True once a side is called 上手 or 下手.
    is_handicap: bool,
    last_line: usize,
    warnings: Vec<Warning>,
}

impl<'a> Start<'a> {
    /// Reads the start from the lines above the first move.
    ///
    /// # Errors
    /// At a line of the diagram that is not understood.
    pub fn of(game: Variant, lines: &[(usize, Line<'a>)]) -> Result<Self, ReadError> {
        let mut start = Self {
            game,
            handicap: None,
            diagram: Diagram::empty(game),
            hands: Vec::new(),
            moves_made: 0,
            ranks: 0,
            side: None,
            is_handicap: false,
            last_line: 1,
            warnings: Vec::new(),
        };
        lines.iter().try_for_each(|&(number, line)| start.read(line, number).map_err(|reason| reason.at(number)))?;
        start.fill_hands()?;
        Ok(start)
    }

    fn read(&mut self, line: Line<'a>, number: usize) -> Result<(), Reason> {
        if line.is_start() || matches!(line, Line::Header(..)) {
            self.last_line = number;
        }
        match line {
            Line::Handicap(name) => self.handicap = Some((name, number)),
            Line::Rank(row) => return self.read_rank(row),
            Line::Hand(side, value) => {
                self.is_handicap |= side.handicap;
                self.hands.push((side.color, value, number));
            }
            Line::Turn(Side { color, handicap }) => {
                self.is_handicap |= handicap;
                self.side = Some(color);
            }
            Line::MovesMade(number) => {
                let digits = number.find(|c| text::numeral(c).is_none()).unwrap_or(number.len());
                let error = || Reason::syntax(number, ["a number of moves", "手数"]);
                self.moves_made = text::number(&number[..digits]).ok_or_else(error)?;
            }
            Line::Ban(value) => return self.diagram.read_ban(value),
            Line::Header(key, _) => {
                self.is_handicap |= side_at_start(key).is_some_and(|(side, _)| side.handicap);
            }
            _ => {}
        }
        Ok(())
    }

    fn read_rank(&mut self, row: &str) -> Result<(), Reason> {
        let rank = self.ranks;
        if rank >= self.game.ranks() {
            return Err(Reason::Diagram(["too many ranks", "段が多すぎます"]));
        }
        self.ranks += 1;
        self.diagram.read_rank(rank, row)
    }

    /// Puts the hands beside the board; the one that gets all other pieces comes last.
    fn fill_hands(&mut self) -> Result<(), ReadError> {
        self.hands.sort_by_key(|(_, value, _)| is_rest(value));
        for (color, value, number) in std::mem::take(&mut self.hands) {
            if self.ranks > 0 {
                self.diagram.read_hand(color, value).map_err(|reason| reason.at(number))?;
            } else if !is_nothing(value) {
                self.warnings.push(Warning { line: number, oddity: Oddity::HandAlone(value.to_owned()) });
            }
        }
        Ok(())
    }

    /// True if the names of the sides or of the handicap make White its giver.
    fn giver_begins(&self) -> bool {
        let start = self.handicap.and_then(|(name, _)| handicap_start(self.game, name).ok());
        self.is_handicap || start.is_some_and(|start| start.side_to_move() == Color::White)
    }

    /// Sets the pieces up. If nothing says which side begins, White does in a handicap game and Black in others; a
    /// second start with the other side to move is returned too, as the first move may show that it was that side. A
    /// diagram counts for more than a handicap's name.
    ///
    /// # Errors
    /// If there is no such position.
    pub fn begin(mut self) -> Result<(Cursor, Option<AnyPosition>), ReadError> {
        let (start, other) = if self.ranks > 0 { self.set_up_diagram()? } else { (self.set_up_name()?, None) };
        let mut cursor = Cursor::new(start, self.last_line);
        cursor.warnings.extend(self.warnings);
        Ok((cursor, other))
    }

    fn set_up_diagram(&mut self) -> Result<(AnyPosition, Option<AnyPosition>), ReadError> {
        let line = self.last_line;
        if self.ranks != self.game.ranks() {
            return Err(Reason::Diagram(["ranks are missing", "段が足りません"]).at(line));
        }
        let usual_side = if self.giver_begins() { Color::White } else { Color::Black };
        let set_up = |side| self.diagram.position(side, self.moves_made + 1);
        let usual = set_up(self.side.unwrap_or(usual_side));
        let other = if self.side.is_none() { set_up(!usual_side).ok() } else { None };
        match (usual, other) {
            (Err(_), Some(only)) => {
                self.warnings.push(Warning { line, oddity: Oddity::OnlySide });
                Ok((only, None))
            }
            (usual, other) => Ok((usual.map_err(|reason| reason.at(line))?, other)),
        }
    }

    fn set_up_name(&self) -> Result<AnyPosition, ReadError> {
        let (name, line) = self.handicap.unwrap_or(("", self.last_line));
        let start = handicap_start(self.game, name).map_err(|reason| reason.at(line))?;
        if self.side.is_some_and(|side| side != start.side_to_move()) {
            return Err(Reason::WrongTurn.at(line));
        }
        Ok(start)
    }
}

/// True if a name in the field 手合割 means a start of the game: one of its handicaps, or the even one.
#[must_use]
pub fn is_start(game: Variant, name: &str) -> bool {
    handicap_start(game, name).is_ok()
}

/// The start that a handicap's name means; the even one for an empty name.
fn handicap_start(game: Variant, name: &str) -> Result<AnyPosition, Reason> {
    if name == "その他" {
        return Err(Reason::Diagram([
            "the handicap is その他, and there is no diagram",
            "手合割が「その他」なのに盤面図がありません",
        ]));
    }
    let sfen = if name.is_empty() || is_title(game, name) {
        game.start_sfen()
    } else {
        let named = || game.handicaps().iter().find(|known| usual(known.japanese) == usual(name));
        game.handicap(name).or_else(named).ok_or_else(|| Reason::Handicap(name.to_owned()))?.sfen
    };
    Ok(game.read_sfen(sfen, SfenMode::Composed)?)
}

/// The name of a handicap without differences of spelling: ２枚落, 二枚落ち and 2 枚落ち are one, 飛落ち is 飛車落ち.
fn usual(name: &str) -> String {
    let digits_end = name.find(|c| !matches!(c, '0'..='9' | '０'..='９')).unwrap_or(name.len());
    let number = text::number(&name[..digits_end]).map(text::kanji_number).unwrap_or_default();
    let rest = name[digits_end..].chars().filter(|c| !c.is_whitespace() && !"ちし車行の".contains(*c));
    number.chars().chain(rest).collect()
}

#[cfg(test)]
mod tests {
    use super::usual;
    use crate::variants::Variant;

    #[test]
    fn names_of_handicaps_stay_apart() {
        for game in Variant::ALL {
            let mut names: Vec<String> = game.handicaps().iter().map(|handicap| usual(handicap.japanese)).collect();
            let count = names.len();
            names.sort();
            names.dedup();
            assert_eq!(names.len(), count, "{names:?}");
        }
        for (name, other) in [
            ("２枚落ち", "二枚落ち"),
            ("2枚落", "二枚落ち"),
            ("10枚落ち", "十枚落ち"),
            ("飛落ち", "飛車落ち"),
            ("角行落ち", "角落ち"),
            ("香車落", "香落ち"),
            ("飛車香落ち", "飛香落ち"),
        ] {
            assert_eq!(usual(name), usual(other));
        }
    }
}
