//! Reading JKF.

use super::{Clock, Game, Initial, Item, NAME, NO_PRESET, PRESETS, Place, Played, State, Times};
use crate::any::AnyMove;
use crate::board::{Color, Square};
use crate::game::{Playable as _, SfenMode};
use crate::record::cursor::Cursor;
use crate::record::japanese::{Markers, Side, Spoken, Way, target};
use crate::record::vocabulary::side_at_start;
use crate::record::{Headers, NodeId, Oddity, ReadError, ReadGame, Reason, csa, header, text};
use crate::rules::{AnyGame, Move, Position, Rules as _, Setup, Spec};
use crate::variants::Variant;
use serde_json::{Map, Value};
use std::time::Duration;

/// Reads the one game of a file.
///
/// # Errors
/// At the place where the JSON is broken or lacks a part, or at a move that cannot be read. At once if the format does
/// not know the game.
pub(super) fn read(game: Variant, text: &str) -> ReadGame {
    let rules = csa::kernel_game(game, NAME).map_err(|error| Reason::from(error).at(1))?;
    let game: Game =
        serde_json::from_str(text).map_err(|error| Reason::Json(error.to_string()).at(error.line().max(1)))?;
    let start = start(rules, game.initial.as_ref(), begins(&game)).map_err(|reason| reason.at(1))?;
    let mut cursor = Cursor::new(start.into(), 1);
    cursor.record.headers = headers(&game.header);
    let mut items = game.moves;
    find_lines(&mut items, &mut lines_of_steps(text).into_iter());
    if items.first().is_some_and(|item| item.played.is_none() && item.special.is_none()) {
        let root = items.remove(0);
        add_notes(&mut cursor, root.comments.as_ref());
    }
    match read_line(&mut cursor, &items) {
        Ok(()) => Ok(cursor.finish()),
        Err(error) => Err(cursor.fail(error)),
    }
}

/// Lines on which moves and endings begin, in the order of the file.
fn lines_of_steps(text: &str) -> Vec<usize> {
    let keys = ["\"move\"", "\"special\""];
    let is_key = |line: &str, at: usize, key: &str| {
        !line[..at].ends_with('\\') && line[at + key.len()..].trim_start().starts_with(':')
    };
    let mut found = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        let steps = keys.iter().flat_map(|key| line.match_indices(key).filter(|&(at, key)| is_key(line, at, key)));
        found.extend(steps.map(|_| number));
    }
    found
}

/// Notes the line of each item. The recursion is as deep as the JSON was nested.
fn find_lines(items: &mut [Item], lines: &mut impl Iterator<Item = usize>) {
    for item in items {
        let steps = usize::from(item.played.is_some()) + usize::from(item.special.is_some());
        item.line = lines.by_ref().take(steps).min().unwrap_or(0);
        item.forks.iter_mut().flatten().for_each(|fork| find_lines(fork, lines));
    }
}

/// The headers, except for the one that names the start: `initial` holds that.
fn headers(map: &Map<String, Value>) -> Headers {
    let mut headers = Headers::default();
    for (key, value) in map.iter().filter(|(key, _)| *key != header::HANDICAP) {
        let key = header::key_of_name(key);
        match value {
            Value::String(value) => headers.set(key, value),
            value => headers.set(key, &value.to_string()),
        }
    }
    headers
}

/// The side that begins if the start position does not say so: that of the first move, otherwise the giver of a
/// handicap.
fn begins(game: &Game) -> Color {
    let of_first_move = game.moves.iter().find_map(|item| item.played.as_ref()).and_then(|played| played.color);
    let is_handicap = || game.header.keys().any(|key| side_at_start(key).is_some_and(|(side, _)| side.handicap));
    of_first_move.map_or_else(|| if is_handicap() { Color::White } else { Color::Black }, color)
}

fn start(rules: AnyGame, initial: Option<&Initial>, begins: Color) -> Result<Position<AnyGame>, Reason> {
    let Some(initial) = initial else { return Ok(rules.start()) };
    if initial.preset == NO_PRESET {
        let data = initial.data.as_ref().ok_or(Reason::Diagram([
            "the preset is OTHER, and there is no data",
            "presetがOTHERなのにdataがありません",
        ]))?;
        return Ok(Position::from_setup(rules, &setup(rules.spec(), data, begins)?, SfenMode::Composed)?);
    }
    let name = PRESETS.iter().find(|(preset, _)| *preset == initial.preset).map(|(_, name)| *name);
    let handicap = rules.spec().handicaps.iter().find(|handicap| Some(handicap.name) == name);
    let handicap = handicap.ok_or_else(|| Reason::Handicap(initial.preset.clone()))?;
    Ok(rules.read_sfen(handicap.sfen, SfenMode::Composed)?)
}

fn setup(spec: &'static Spec, data: &State, begins: Color) -> Result<Setup, Reason> {
    // Numbers too high for the type become its highest: no board has a square there.
    let number = |index: usize| u8::try_from(index + 1).unwrap_or(u8::MAX);
    let mut setup = Setup::empty(spec);
    setup.side = data.color.map_or(begins, color);
    for (file, ranks) in data.board.iter().enumerate() {
        for (rank, cell) in ranks.iter().enumerate() {
            if let (Some(side), Some(name)) = (cell.color, &cell.kind) {
                let place = Place { x: number(file), y: number(rank) };
                setup.put(square(spec, place)?, color(side), csa::kind_of(spec, name).ok_or_else(|| unknown(name))?);
            }
        }
    }
    for (side, hand) in Color::ALL.into_iter().zip(&data.hands) {
        for (name, count) in hand {
            let kind = csa::kind_of(spec, name).filter(|kind| kind.index() < spec.hand_kinds);
            let kind = kind.ok_or_else(|| unknown(name))?;
            let limit = u64::from(spec.kind(kind).total);
            let count = count.as_u64().filter(|&count| count <= limit);
            setup.hold(side, kind, count.ok_or(Reason::Diagram(["a count in hand", "持駒の枚数がありません"]))? as u32);
        }
    }
    Ok(setup)
}

fn unknown(name: &str) -> Reason {
    Reason::syntax(name, ["a piece", "駒"])
}

const fn color(number: u8) -> Color {
    if number == 0 { Color::Black } else { Color::White }
}

fn square(spec: &Spec, place: Place) -> Result<Square, Reason> {
    if (1..=spec.files).contains(&place.x) && (1..=spec.ranks).contains(&place.y) {
        Ok(Square::new(place.x - 1, place.y - 1))
    } else {
        Err(Reason::syntax(format!("{},{}", place.x, place.y), ["a square", "マス目"]))
    }
}

/// Reads items from the cursor on, then their forks, each from its start. The recursion is as deep as the JSON was
/// nested, which its parser bounds.
fn read_line(cursor: &mut Cursor, items: &[Item]) -> Result<(), ReadError> {
    let mut forks: Vec<(NodeId, &[Item])> = Vec::new();
    for item in items {
        let before = cursor.here();
        read_item(cursor, item)?;
        forks.extend(item.forks.iter().flatten().map(|fork| (before, fork.as_slice())));
    }
    for (before, fork) in forks {
        cursor.jump(before);
        read_line(cursor, fork)?;
    }
    Ok(())
}

/// Reads an item. If it has a move and an ending, time and comments are the move's.
fn read_item(cursor: &mut Cursor, item: &Item) -> Result<(), ReadError> {
    let line = item.line.max(1);
    if let Some(played) = &item.played {
        cursor.go_back(played.color.map(color));
        cursor.check_open(line)?;
        let m = read_move(cursor, played, line).map_err(|reason| reason.at(line))?;
        cursor.play(m, line)?;
        read_notes(cursor, item, line)?;
    }
    if let Some(word) = &item.special {
        let (side, has_fouled) = cursor.turn();
        cursor.end(csa::ending_of(word, side, has_fouled), line);
    }
    if item.played.is_some() { Ok(()) } else { read_notes(cursor, item, line) }
}

/// Reads the time and the comments of the latest step.
fn read_notes(cursor: &mut Cursor, item: &Item, line: usize) -> Result<(), ReadError> {
    if let Some(times) = &item.time {
        set_times(cursor, times, line)
            .ok_or_else(|| Reason::syntax("time", ["a time that a clock can show", "時計で表せる時間"]).at(line))?;
    }
    add_notes(cursor, item.comments.as_ref());
    Ok(())
}

fn add_notes(cursor: &mut Cursor, comments: Option<&Vec<String>>) {
    let here = cursor.here();
    for comment in comments.into_iter().flatten() {
        text::add_comment(&mut cursor.record, here, comment);
    }
}

fn set_times(cursor: &mut Cursor, times: &Times, line: usize) -> Option<()> {
    let is_told = |time: &Duration| *time <= csa::LONGEST_TIME;
    let spent = duration(&times.now).filter(is_told)?;
    let total = match &times.total {
        Some(total) => Some(duration(total)?).filter(is_told),
        None => None,
    };
    cursor.set_time(spent, total, line);
    Some(())
}

fn duration(clock: &Clock) -> Option<Duration> {
    let minutes = clock.h.unwrap_or(0).checked_mul(60)?.checked_add(clock.m)?;
    Some(Duration::from_secs(minutes.checked_mul(60)?.checked_add(clock.s)?))
}

fn read_move(cursor: &mut Cursor, played: &Played, line: usize) -> Result<AnyMove, Reason> {
    let position = cursor.position().drops();
    let spec = position.spec();
    let last = cursor.last().map(target);
    let square = |place| square(spec, place);
    let kind = csa::kind_of(spec, &played.piece).ok_or_else(|| unknown(&played.piece))?;
    let to = played.to.map(square).transpose()?.or(last);
    let to = to.ok_or_else(|| Reason::syntax(&*played.piece, ["a first move", "初手"]))?;
    if played.color.is_some_and(|number| color(number) != cursor.record.side_to_move(cursor.here())) {
        return Err(Reason::WrongTurn);
    }
    let markers = markers(played.relative.as_deref().unwrap_or_default());
    let spoken = Spoken { to: Some(to), kind, markers, promotes: played.promote };
    let m = match played.from.map(square).transpose()? {
        None => spoken.resolve(position, &format!("{}{to}", played.piece), None)?,
        Some(from) => {
            let piece = position.piece(from);
            let other = || Reason::OtherPiece(format!("{from}{to}"));
            if piece.is_none() || from == to {
                return Err(other());
            }
            match piece.kind() {
                standing if standing == kind => Move::board(from, to, played.promote == Some(true)),
                _ => spoken.promotion_from(position, from, to).ok_or_else(other)?,
            }
        }
    };
    if let Some(meant) = spoken.renamed(position, m, last) {
        cursor.warn(line, Oddity::Renamed { written: format!("{to}{}", played.piece), meant });
    }
    Ok(AnyMove::new(m))
}

fn markers(relative: &str) -> Markers {
    let mut markers = Markers::default();
    for letter in relative.chars() {
        match letter {
            'L' => markers.side = Some(Side::Left),
            'C' => markers.side = Some(Side::Straight),
            'R' => markers.side = Some(Side::Right),
            'U' => markers.way = Some(Way::Forward),
            'M' => markers.way = Some(Way::Sideways),
            'D' => markers.way = Some(Way::Back),
            'H' => markers.drop = true,
            _ => {}
        }
    }
    markers
}
