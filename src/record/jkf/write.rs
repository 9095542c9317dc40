//! Writing JKF.

use super::{Cell, Clock, DOUBTFUL_PRESET, Game, Initial, Item, NAME, NO_PRESET, PRESETS, Place, Played, State, Times};
use crate::any::AnyPosition;
use crate::board::{Color, Square};
use crate::game::Position as _;
use crate::record::japanese::{self, Side, Way, target};
use crate::record::{Ending, Loss, Node, NodeId, Record, Step, WriteError, Written, csa};
use crate::rules::{AnyGame, Move, Origin, Position};
use serde_json::{Map, Value};
use std::time::Duration;

/// Deepest nesting of variations: readers of JSON commonly stop at 128 levels, and a variation takes four.
const MAX_NESTING: usize = 30;

/// Writes the whole tree, on one line.
///
/// # Errors
/// If the format does not know the game.
pub(super) fn write(record: &Record) -> Result<Written, WriteError> {
    csa::kernel_game(record.start().variant(), NAME)?;
    let whole = record.in_whole_seconds();
    let losses = whole.iter().map(|_| Loss::Fractions).collect();
    let record = whole.as_ref().unwrap_or(record);
    let mut writer = Writer { record, losses };
    if !record.remarks.is_empty() {
        writer.lose(Loss::Remarks);
    }
    let mut moves = vec![Item { comments: comments(record.node(Record::ROOT)), ..Item::default() }];
    if let Some(first) = record.main_line().next() {
        writer.write_line(first, 0, &mut moves);
    }
    let header = record.headers.iter().map(|(key, value)| (key.to_owned(), Value::from(value))).collect();
    let game = Game { header, initial: Some(writer.initial()), moves };
    // Serialising plain data cannot fail.
    let text = serde_json::to_string(&game).unwrap_or_default() + "\n";
    Ok(Written { text, losses: writer.losses })
}

struct Writer<'a> {
    record: &'a Record,
    losses: Vec<Loss>,
}

impl Writer<'_> {
    fn lose(&mut self, loss: Loss) {
        loss.add_to(&mut self.losses);
    }

    fn initial(&mut self) -> Initial {
        let start = self.record.start().drops();
        if start.move_number() != 1 {
            self.lose(Loss::MoveNumber);
        }
        let presets = || PRESETS.iter().filter(|(preset, _)| *preset != DOUBTFUL_PRESET);
        let named = self.record.handicap().and_then(|handicap| presets().find(|(_, name)| *name == handicap.name));
        match named {
            Some((preset, _)) => Initial { preset: (*preset).to_owned(), data: None },
            None => Initial { preset: NO_PRESET.to_owned(), data: Some(state(start)) },
        }
    }

    /// Adds the items of a line. Variations on a move are nested in its item; those on the first move belong to the
    /// line that this one branches from.
    fn write_line(&mut self, first: NodeId, nesting: usize, items: &mut Vec<Item>) {
        let mut position = self.record.position_at(self.record.node(first).parent());
        let line: Vec<NodeId> = self.record.line_from(first).collect();
        items.reserve(line.len());
        for id in line {
            let mut item = self.item(id, &position);
            let siblings = self.record.node(self.record.node(id).parent()).children();
            if siblings.len() > 1 && siblings[0] == id {
                if nesting < MAX_NESTING {
                    item.forks = self.forks(&siblings[1..], nesting + 1);
                } else {
                    self.lose(Loss::Variations);
                }
            }
            self.push(items, item);
            if let Some(&Step::Move(m)) = self.record.node(id).step() {
                position.make(m);
            }
        }
    }

    /// The variations that begin with `firsts`, except those that the format cannot express; none if no other is left.
    fn forks(&mut self, firsts: &[NodeId], nesting: usize) -> Option<Vec<Vec<Item>>> {
        let told = firsts.iter().map(|&first| {
            let mut items = Vec::new();
            self.write_line(first, nesting, &mut items);
            items
        });
        let forks: Vec<Vec<Item>> = told.filter(|items| !items.is_empty()).collect();
        (!forks.is_empty()).then_some(forks)
    }

    /// Adds an item. One without a step would be taken for a move, so its comments go to the item before.
    fn push(&mut self, items: &mut Vec<Item>, item: Item) {
        if item.played.is_some() || item.special.is_some() || item.forks.is_some() {
            return items.push(item);
        }
        match (items.last_mut(), item.comments) {
            (_, None) => {}
            (Some(before), Some(comments)) => before.comments.get_or_insert_default().extend(comments),
            (None, Some(_)) => self.lose(Loss::Comments),
        }
    }

    /// The item of a step; only its comments, if the step is an ending without a word.
    fn item(&mut self, id: NodeId, position: &AnyPosition) -> Item {
        let node = self.record.node(id);
        let mut item = Item { comments: comments(node), ..Item::default() };
        match node.step() {
            Some(&(Step::Move(m) | Step::Illegal(m))) => {
                let last = self.record.node(node.parent()).played();
                item.played = Some(played(position.drops(), m.of_kernel(), last.map(target)));
            }
            Some(Step::End(ending)) => {
                item.special = self.special(ending, node);
                if item.special.is_none() {
                    self.lose(Loss::Ending(ending.clone()));
                    if node.time.is_some() {
                        self.lose(Loss::Times);
                    }
                    return item;
                }
            }
            None => {}
        }
        if let Some(time) = node.time {
            item.time = Some(Times { now: clock(time.spent, false), total: Some(clock(time.total, true)) });
        }
        item
    }

    /// The word of an ending, if there is one.
    fn special(&mut self, ending: &Ending, node: &Node) -> Option<String> {
        let parent = self.record.node(node.parent());
        let after_illegal = matches!(parent.step(), Some(Step::Illegal(_)));
        let told = told_ending(ending)?;
        if told != ending {
            self.lose(Loss::Ending(ending.clone()));
        }
        csa::special(told, self.record.side_to_move(node.parent()), after_illegal)
    }
}

/// The ending written in place of another: the format has only the words of CSA 2.2.
const fn told_ending(ending: &Ending) -> Option<&Ending> {
    match ending {
        Ending::MaxMoves => Some(&Ending::Draw),
        Ending::Other(_) => None,
        _ => Some(ending),
    }
}

fn comments(node: &Node) -> Option<Vec<String>> {
    let bookmark = node.bookmark.iter().map(|bookmark| format!("&{bookmark}"));
    let comments: Vec<String> = node.comments.iter().cloned().chain(bookmark).collect();
    (!comments.is_empty()).then_some(comments)
}

fn clock(time: Duration, hours: bool) -> Clock {
    let seconds = time.as_secs();
    let (minutes, s) = (seconds / 60, seconds % 60);
    if hours { Clock { h: Some(minutes / 60), m: minutes % 60, s } } else { Clock { h: None, m: minutes, s } }
}

fn state(position: &Position<AnyGame>) -> State {
    let spec = position.spec();
    let cell = |square: Square| {
        let piece = position.piece(square);
        if piece.is_none() {
            return Cell::default();
        }
        Cell { color: Some(piece.color() as u8), kind: Some(csa::code(spec, piece.kind()).to_owned()) }
    };
    let file = |file: u8| (0..spec.ranks).map(|rank| cell(Square::new(file, rank))).collect();
    let hand = |color: Color| {
        let kinds = spec.held_kinds();
        kinds.map(|k| (csa::code(spec, k).to_owned(), Value::from(position.hand_count(color, k)))).collect()
    };
    State {
        color: Some(position.side_to_move() as u8),
        board: (0..spec.files).map(file).collect(),
        hands: Color::ALL.map(hand).into_iter().collect::<Vec<Map<String, Value>>>(),
    }
}

const fn place(square: Square) -> Place {
    Place { x: square.file() + 1, y: square.rank() + 1 }
}

fn played(position: &Position<AnyGame>, m: Move, last: Option<Square>) -> Played {
    let spec = position.spec();
    let (kind, from) = match m.origin() {
        Origin::Hand(kind) => (kind, None),
        Origin::Board(from) => (position.piece(from).kind(), Some(place(from))),
    };
    let captured = position.piece(m.to());
    // An illegal move may capture a king, for which the format has no word there.
    let is_told = !captured.is_none() && spec.kind(captured.kind()).captured_as.is_some();
    Played {
        color: Some(position.side_to_move() as u8),
        from,
        to: Some(place(m.to())),
        piece: csa::code(spec, kind).to_owned(),
        same: (last == Some(m.to())).then_some(true),
        promote: (m.promotes() || japanese::declines(position, m)).then_some(m.promotes()),
        capture: is_told.then(|| csa::code(spec, captured.kind()).to_owned()),
        relative: relative(position, m),
    }
}

/// The markers as letters.
fn relative(position: &Position<AnyGame>, m: Move) -> Option<String> {
    let markers = japanese::markers(position, m);
    let side = match markers.side {
        Some(Side::Left) => "L",
        Some(Side::Straight) => "C",
        Some(Side::Right) => "R",
        None => "",
    };
    let way = match markers.way {
        Some(Way::Forward) => "U",
        Some(Way::Sideways) => "M",
        Some(Way::Back) => "D",
        None => "",
    };
    let drop = if markers.drop { "H" } else { "" };
    let letters = format!("{side}{way}{drop}");
    (!letters.is_empty()).then_some(letters)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::vocabulary::ENDINGS;
    use crate::variants::Variant;

    /// The values of `special` in json-kifu-format's schema, but for null.
    const SPECIALS: [&str; 14] = [
        "TORYO",
        "CHUDAN",
        "SENNICHITE",
        "TIME_UP",
        "ILLEGAL_MOVE",
        "+ILLEGAL_ACTION",
        "-ILLEGAL_ACTION",
        "JISHOGI",
        "KACHI",
        "HIKIWAKE",
        "MATTA",
        "TSUMI",
        "FUZUMI",
        "ERROR",
    ];

    #[test]
    fn no_king_is_captured() {
        let line = "position sfen 4k4/9/4P4/9/9/9/9/9/4K4 b - 1 moves 5c5a+";
        let record = crate::record::usi::read(Variant::Shogi, line).unwrap().remove(0).record;
        let text = write(&record).unwrap().text;
        assert!(text.contains("\"piece\":\"FU\"") && !text.contains("capture"), "{text}");
    }

    #[test]
    fn endings_have_the_words_of_the_schema() {
        let other = Ending::Other("NEW_WORD".to_owned());
        let stated = Ending::Stated { winner: Color::Black, text: "by wager".to_owned() };
        for ending in ENDINGS.iter().map(|words| words.ending.clone()).chain([other, stated]) {
            for plies in ["", " moves 7g7f", " moves 7g7e", " moves 7g7f 3c3e"] {
                let start = format!("position startpos{plies}");
                let mut record = crate::record::usi::read(Variant::Shogi, &start).unwrap().remove(0).record;
                let last = record.main_line().last().unwrap_or(Record::ROOT);
                record.push(last, Step::End(ending.clone()));
                let written = write(&record).unwrap();
                let json: Value = serde_json::from_str(&written.text).unwrap();
                let item = json["moves"].as_array().and_then(|moves| moves.last()).unwrap();
                let is_lost = written.losses.contains(&Loss::Ending(ending.clone()));
                match &item["special"] {
                    Value::String(word) => assert!(SPECIALS.contains(&word.as_str()), "{ending:?}{plies}: {word}"),
                    none => assert!(none.is_null() && is_lost, "{ending:?}{plies}"),
                }
                if !is_lost {
                    let again = super::super::read::read(Variant::Shogi, &written.text).unwrap().record;
                    assert_eq!(again.outcome(), record.outcome(), "{ending:?}{plies}");
                }
            }
        }
    }
}
