//! Reading JKF.

use super::{Clock, Game, Initial, Item, NAME, NO_PRESET, PRESETS, Place, Played, State, Times};
use crate::board::{Color, Square};
use crate::record::cursor::Cursor;
use crate::record::japanese::{Markers, Side, Spoken, Way};
use crate::record::{Ending, Headers, NodeId, ReadError, Reading, Reason, Record, Step, Time, csa, header, text};
use crate::rules::{Move, Position, Rules, Setup, SfenMode};
use serde_json::{Map, Value};
use std::time::Duration;

/// Reads the one game of a file.
///
/// # Errors
/// At the place where it is no JSON or lacks a part; at line 1, with the move, for an illegal one. At once if the
/// format does not know the game.
pub fn read<R: Rules>(text: &str) -> Result<Reading<R>, ReadError> {
    csa::check_names::<R>(NAME).map_err(|error| Reason::from(error).at(1))?;
    let game: Game =
        serde_json::from_str(text).map_err(|error| Reason::Json(error.to_string()).at(error.line().max(1)))?;
    let start = start::<R>(game.initial.as_ref()).map_err(|reason| reason.at(1))?;
    let mut cursor = Cursor::new(start, 1);
    cursor.record.headers = headers(&game.header);
    let mut items = game.moves;
    if items.first().is_some_and(|item| item.played.is_none() && item.special.is_none()) {
        let root = items.remove(0);
        add_notes(&mut cursor, root.comments.as_ref());
    }
    read_line(&mut cursor, &items)?;
    Ok(cursor.finish())
}

/// The start stands in `initial`; the header that names it goes.
fn headers(map: &Map<String, Value>) -> Headers {
    let mut headers = Headers::default();
    for (key, value) in map.iter().filter(|(key, _)| *key != header::HANDICAP) {
        let key = match key.as_str() {
            "下手" => header::BLACK,
            "上手" => header::WHITE,
            key => key,
        };
        match value {
            Value::String(value) => headers.set(key, value),
            value => headers.set(key, &value.to_string()),
        }
    }
    headers
}

fn start<R: Rules>(initial: Option<&Initial>) -> Result<Position<R>, Reason> {
    let Some(initial) = initial else { return Ok(Position::start()) };
    if initial.preset == NO_PRESET {
        let data = initial.data.as_ref().ok_or(Reason::Diagram("the preset is OTHER, and there is no data"))?;
        return Ok(Position::from_setup(&setup(data)?, SfenMode::Composed)?);
    }
    let name = PRESETS.iter().find(|(preset, _)| *preset == initial.preset).map(|(_, name)| *name);
    let handicap = R::HANDICAPS.iter().find(|handicap| Some(handicap.name) == name);
    let handicap = handicap.ok_or_else(|| Reason::Handicap(initial.preset.clone()))?;
    Ok(Position::from_sfen(handicap.sfen, SfenMode::Composed)?)
}

fn setup<R: Rules>(data: &State) -> Result<Setup<R>, Reason> {
    let mut setup = Setup::empty();
    setup.side = color(data.color);
    for (file, ranks) in data.board.iter().enumerate() {
        for (rank, cell) in ranks.iter().enumerate() {
            if let (Some(side), Some(name)) = (cell.color, &cell.kind) {
                let place = Place { x: file as u8 + 1, y: rank as u8 + 1 };
                setup.put(square::<R>(place)?, color(side), csa::kind_of::<R>(name).ok_or_else(|| unknown(name))?);
            }
        }
    }
    for (side, hand) in Color::ALL.into_iter().zip(&data.hands) {
        for (name, count) in hand {
            let kind = csa::kind_of::<R>(name).filter(|kind| kind.index() < R::HAND_KINDS);
            let kind = kind.ok_or_else(|| unknown(name))?;
            let limit = u64::from(R::KINDS[kind.index()].total);
            let count = count.as_u64().filter(|&count| count <= limit);
            setup.hold(side, kind, count.ok_or(Reason::Diagram("a count in hand"))? as u32);
        }
    }
    Ok(setup)
}

fn unknown(name: &str) -> Reason {
    Reason::syntax(name, "a piece")
}

const fn color(number: u8) -> Color {
    if number == 0 { Color::Black } else { Color::White }
}

fn square<R: Rules>(place: Place) -> Result<Square, Reason> {
    let inside = (1..=R::FILES).contains(&place.x) && (1..=R::RANKS).contains(&place.y);
    if inside {
        Ok(Square::new(place.x - 1, place.y - 1))
    } else {
        Err(Reason::syntax(format!("{},{}", place.x, place.y), "a square"))
    }
}

/// Reads items from the cursor on, then their forks from where each starts. As deep as the JSON was nested, which its
/// parser bounds.
fn read_line<R: Rules>(cursor: &mut Cursor<R>, items: &[Item]) -> Result<(), ReadError> {
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

fn read_item<R: Rules>(cursor: &mut Cursor<R>, item: &Item) -> Result<(), ReadError> {
    if let Some(played) = &item.played {
        let m = read_move(cursor, played).map_err(|reason| reason.at(1))?;
        cursor.play(m, 1)?;
    } else if let Some(word) = &item.special {
        let side = cursor.record.side_to_move(cursor.here());
        let after_illegal = matches!(cursor.record.node(cursor.here()).step(), Some(Step::Illegal(_)));
        let ending = csa::ending_of(word, side, after_illegal);
        if let Ending::Other(word) = &ending {
            cursor.warn(1, format!("unknown ending {word}"));
        }
        cursor.end(ending, 1)?;
    }
    if cursor.here() != Record::<R>::ROOT
        && let Some(times) = &item.time
    {
        set_times(cursor, times).ok_or_else(|| Reason::syntax("time", "a time that a clock can show").at(1))?;
    }
    add_notes(cursor, item.comments.as_ref());
    Ok(())
}

fn add_notes<R: Rules>(cursor: &mut Cursor<R>, comments: Option<&Vec<String>>) {
    let here = cursor.here();
    for comment in comments.into_iter().flatten() {
        text::add_comment(&mut cursor.record, here, comment);
    }
}

fn set_times<R: Rules>(cursor: &mut Cursor<R>, times: &Times) -> Option<()> {
    let here = cursor.here();
    let spent = duration(&times.now)?;
    cursor.record.set_time(here, spent);
    if let Some(total) = &times.total {
        cursor.record.node_mut(here).time = Some(Time { spent, total: duration(total)? });
    }
    Some(())
}

fn duration(clock: &Clock) -> Option<Duration> {
    let minutes = clock.h.unwrap_or(0).checked_mul(60)?.checked_add(clock.m)?;
    Some(Duration::from_secs(minutes.checked_mul(60)?.checked_add(clock.s)?))
}

fn read_move<R: Rules>(cursor: &Cursor<R>, played: &Played) -> Result<Move, Reason> {
    let kind = csa::kind_of::<R>(&played.piece).ok_or_else(|| unknown(&played.piece))?;
    let to = played.to.map(square::<R>).transpose()?.or_else(|| cursor.last_target());
    let to = to.ok_or_else(|| Reason::syntax(&*played.piece, "a first move"))?;
    if played.color.is_some_and(|number| color(number) != cursor.record.side_to_move(cursor.here())) {
        return Err(Reason::WrongTurn);
    }
    let Some(from) = played.from.map(square::<R>).transpose()? else {
        let markers = markers(played.relative.as_deref().unwrap_or_default());
        let spoken = Spoken { to: Some(to), kind, markers, promotes: played.promote };
        return spoken.resolve(cursor.position(), &format!("{}{to}", played.piece), None);
    };
    let piece = cursor.position().piece(from);
    let promotes = played.promote == Some(true);
    if piece.is_none() || from == to {
        return Err(Reason::OtherPiece(format!("{from}{to}")));
    }
    match piece.kind() {
        standing if standing == kind => Ok(Move::board(from, to, promotes)),
        standing if R::KINDS[standing.index()].promotes_to == Some(kind) => Ok(Move::board(from, to, true)),
        _ => Err(Reason::OtherPiece(format!("{from}{to}"))),
    }
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
