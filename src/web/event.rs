//! Events: everything that a page shows, in the language of its reader.

use super::asking::Pointed;
use super::desk::{self, Hint, State};
use super::drill::Drill;
use super::drilled::Drilled;
use super::lots::Lots;
use super::opened::Opened;
use super::round::Round;
use super::scene::{Scene, Way, side, way};
use super::source::window;
use super::study::{Progress, Question, Study, Verdict};
use crate::analysis::{Curve, Reason, Voice};
use crate::any::{AnyMove, AnyPosition};
use crate::board::Color;
use crate::engines::clock::Clock;
use crate::guide::rules::title;
use crate::jobs::notation::Notation;
use crate::record::{Outcome, Record, Step};
use crate::table::advice::piece_text;
use crate::table::impasse::Standings;
use crate::table::thinker::Thought;
use crate::words::Language;
use serde::Serialize;
use std::time::Duration;

/// The board as a page shows it.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Shown {
    /// To be sent with acts that change the position.
    turn: u64,
    is_study: bool,
    title: &'static str,
    /// The handicap that one side gives, in words.
    handicap: Option<String>,
    scene: Scene,
    players: [Player; 2],
    /// The lots that were drawn for the sides, at the beginning of a game.
    lots: Option<Lots>,
    /// True while other engines get ready, and no clock runs.
    is_waiting: bool,
    clock: Option<Clocks>,
    /// The places of the game or the study, the start first.
    tree: Vec<Place>,
    /// The place that is shown.
    here: usize,
    is_thinking: bool,
    /// The result in words, if the game is over.
    result: Option<String>,
    /// True if a person who plays alone has won.
    is_won: bool,
    news: Option<String>,
    hint: Option<Advice>,
    /// The verdict of the coach on the person's last move.
    coach: Option<Judged>,
    /// The points of both sides, Black's first once a king has entered.
    impasse: Option<[String; 2]>,
    can: Can,
    study: Option<Studied>,
    drill: Option<Drilled>,
}

/// A player at the board.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Player {
    name: String,
    is_person: bool,
    is_engine: bool,
}

/// Acts that make sense now.
#[derive(Debug, Default, Serialize)]
#[serde(rename_all = "camelCase")]
struct Can {
    take_back: bool,
    resign: bool,
    declare: bool,
    hint: bool,
    draw: bool,
    impasse: bool,
    replay: bool,
    go_on: bool,
}

/// The clocks, in milliseconds.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Clocks {
    left: [u128; 2],
    increment: u128,
    byoyomi: u128,
    running: Option<&'static str>,
    /// True while they stand because the machine has slept.
    is_paused: bool,
    /// Time since the start of the turn.
    spent: u128,
}

/// A place of a game, behind its move.
#[derive(Debug, Default, Serialize)]
struct Place {
    id: usize,
    parent: Option<usize>,
    /// Number of the move; 0 at the start.
    number: usize,
    text: String,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    comments: Vec<String>,
    /// Seconds spent on the move.
    #[serde(skip_serializing_if = "Option::is_none")]
    time: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    verdict: Option<Judged>,
}

/// A verdict on a move.
#[derive(Debug, Serialize)]
struct Judged {
    class: &'static str,
    sign: &'static str,
    said: String,
    score: String,
    /// True if a line was better, or answers the move.
    better: bool,
    refutation: bool,
}

/// Advice for the person to move.
#[derive(Debug, Serialize)]
struct Advice {
    text: String,
    from: String,
    /// None while only the piece is given away.
    to: Option<String>,
}

/// A record that is studied.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Studied {
    name: String,
    /// The games of the file, if there are several, and the one that is shown.
    games: Vec<String>,
    /// The index of the first of these among all, of which a page hears of those about the one that is shown, and the number
    /// of all.
    first_game: usize,
    game_count: usize,
    game: usize,
    progress: &'static str,
    plies: usize,
    /// Expected result for Black before each move and behind the last, as far as they are known.
    expected: Vec<f64>,
    accuracy: [Option<f64>; 2],
    /// The question that the solver works at.
    asked: Option<Question>,
    /// Mistakes of each side to practise. `[color]`
    mistakes: [usize; 2],
    /// True if one side alone is practised.
    has_own: bool,
    /// Lines of the live analysis that are asked for; 0 if it is off.
    live: usize,
    /// The kind of what a position set up by hand has replaced on the board, which may be taken back.
    aside: Option<&'static str>,
}

impl Shown {
    /// The state for a reader.
    pub fn of(state: &State, language: Language) -> Self {
        match (&state.drill, &state.study) {
            (Some(drill), _) => Self::drill(state, drill, language),
            (None, Some(study)) => Self::study(state, study, language),
            (None, None) => Self::game(state, language),
        }
    }

    fn game(state: &State, language: Language) -> Self {
        let State { round, looking, .. } = state;
        let (game, setting) = (&round.game, &round.setting);
        let variant = game.start().variant();
        let here = looking.unwrap_or_else(|| game.plies());
        let (position, last) = round.position_after(here);
        let is_persons = round.is_persons_turn();
        let standings = Standings::of(game.position()).filter(|_| game.end().is_none() && looking.is_none());
        let entered = standings.filter(Standings::has_entered);
        let winner = game.end().map(|end| end.outcome);
        let player = |side| Player {
            name: round.name(side, language),
            is_person: setting.is_persons(side),
            is_engine: setting.is_engines(side),
        };
        Self {
            turn: state.turn,
            is_study: false,
            title: title(variant, language),
            handicap: handicap(&game.record(), language),
            scene: Scene::of(&position, last, is_persons && looking.is_none()),
            players: Color::ALL.map(player),
            lots: Lots::of(round, language),
            is_waiting: round.is_waiting(),
            clock: setting.clocks.as_ref().map(|clocks| self::clocks(round, clocks)),
            tree: places_of_game(round, language),
            here,
            is_thinking: state.is_thinking || round.is_engines_turn(),
            result: round.result(language),
            is_won: setting.person().is_some_and(|person| winner == Some(Outcome::Win(person))),
            news: state.news.as_ref().map(|news| news.text(language).to_owned()),
            hint: advice(&state.hint, &position, last, language).filter(|_| looking.is_none()),
            coach: state.judged.as_ref().map(|verdict| judged(verdict, language)),
            impasse: entered.map(|standings| standings.tallies(language)),
            can: Can {
                take_back: game.plies() > 0 && setting.people != [false; 2],
                resign: is_persons && game.plies() > 0,
                declare: is_persons && game.position().has_king_in_camp(),
                hint: is_persons,
                draw: is_persons && game.plies() > 0,
                impasse: is_persons && entered.is_some(),
                replay: game.is_drawn(),
                go_on: round.is_broken_off() || round.is_paused(),
            },
            study: None,
            drill: None,
        }
    }

    fn study(state: &State, study: &Study, language: Language) -> Self {
        let record = &study.record;
        let result = record.outcome().map(|(ending, outcome)| language.result(ending, outcome));
        let name = |side: Color| {
            let key = if side == Color::Black { crate::record::header::BLACK } else { crate::record::header::WHITE };
            let name = record.headers.get(key).filter(|name| !name.is_empty());
            let name = name.unwrap_or_else(|| language.side(side)).to_owned();
            Player { name, is_person: true, is_engine: false }
        };
        Self {
            turn: state.turn,
            is_study: true,
            title: title(study.variant(), language),
            handicap: handicap(record, language),
            scene: Scene::of(&study.position(), study.last(), true),
            players: Color::ALL.map(name),
            lots: None,
            is_waiting: false,
            clock: None,
            tree: places_of_record(study, language),
            here: study.here.index(),
            is_thinking: state.is_thinking,
            result,
            is_won: false,
            news: state.news.as_ref().map(|news| news.text(language).to_owned()),
            hint: None,
            coach: None,
            impasse: None,
            can: Can::default(),
            study: Some(studied(state, study, language)),
            drill: None,
        }
    }

    /// A task lies on the board as a record of which the person plays one side.
    fn drill(state: &State, drill: &Drill, language: Language) -> Self {
        let trail = &drill.trail;
        let (position, last) = (trail.position(), trail.last());
        let person = drill.task.person();
        let pointed = drill.said.as_ref().and_then(|said| said.pointed.map(|pointed| (said, pointed)));
        let player =
            |side: Color| Player { name: language.side(side).to_owned(), is_person: side == person, is_engine: false };
        let hint = pointed.map(|(said, Pointed { m, is_move })| {
            let Way { from, to, .. } = way(&mut position.clone(), m);
            Advice { text: said.said.text(language).to_owned(), from, to: is_move.then_some(to) }
        });
        Self {
            is_study: false,
            scene: Scene::of(&position, last, drill.is_open()),
            players: Color::ALL.map(player),
            result: None,
            hint: hint.filter(|_| !drill.is_elsewhere()),
            can: Can { take_back: drill.can_take_back(), hint: !drill.is_done && !drill.is_busy(), ..Can::default() },
            study: None,
            drill: Some(Drilled::of(drill, language)),
            ..Self::study(state, trail, language)
        }
    }
}

fn handicap(record: &Record, language: Language) -> Option<String> {
    let given = record.handicap().filter(|handicap| !handicap.is_even())?;
    Some(match language {
        Language::En => format!("{} handicap", given.name),
        Language::Ja => given.japanese.to_owned(),
    })
}

fn clocks(round: &Round, clocks: &[Clock; 2]) -> Clocks {
    let control = clocks[0].control();
    let runs = round.game.end().is_none() && !round.is_waiting();
    Clocks {
        left: [&clocks[0], &clocks[1]].map(|clock| clock.remaining().as_millis()),
        increment: control.increment.as_millis(),
        byoyomi: control.byoyomi.as_millis(),
        running: runs.then(|| side(round.game.side())),
        is_paused: round.is_paused(),
        spent: if runs { round.spent().as_millis() } else { 0 },
    }
}

fn places_of_game(round: &Round, language: Language) -> Vec<Place> {
    let mut position = round.game.start().clone();
    let notation = Notation::of(position.variant(), language, None, false);
    let mut places = vec![Place::default()];
    let mut last = None;
    for (number, (m, spent)) in (1..).zip(round.game.moves()) {
        let text = notation.text(&position, last.replace(m), m);
        position.make(m);
        let time = Some(spent).filter(|spent| *spent > Duration::ZERO).map(|spent| spent.as_secs_f64());
        places.push(Place { id: number, parent: Some(number - 1), number, text, time, ..Place::default() });
    }
    places
}

fn places_of_record(study: &Study, language: Language) -> Vec<Place> {
    let record = &study.record;
    let notation = Notation::of(study.variant(), language, None, false);
    let mut position = record.start().clone();
    let mut line: Vec<AnyMove> = Vec::new();
    let mut places = Vec::new();
    for id in record.nodes() {
        let node = record.node(id);
        // Nodes come with parents before children: the moves behind the parent are taken back.
        let before = node.ply().saturating_sub(1).min(line.len());
        line.drain(before..).rev().for_each(|m| position.unmake(m));
        let text = match node.step() {
            None => String::new(),
            Some(Step::Move(m)) => {
                let text = notation.text(&position, line.last().copied(), *m);
                position.make(*m);
                line.push(*m);
                text
            }
            Some(Step::Illegal(m)) => study.variant().usi(*m),
            Some(Step::End(ending)) if language == Language::Ja => ending.kif().to_owned(),
            Some(Step::End(ending)) => ending.to_string(),
        };
        places.push(Place {
            id: id.index(),
            parent: (id != Record::ROOT).then(|| node.parent().index()),
            number: node.ply(),
            text,
            comments: node.comments.clone(),
            time: node.time.map(|time| time.spent.as_secs_f64()),
            verdict: study.verdicts.get(&id).map(|verdict| judged(verdict, language)),
        });
    }
    places
}

fn judged(verdict: &Verdict, language: Language) -> Judged {
    Judged {
        class: verdict.class,
        sign: verdict.sign,
        said: verdict.said.text(language).to_owned(),
        score: verdict.score.text(language).to_owned(),
        better: verdict.has_better(),
        refutation: verdict.has_refutation(),
    }
}

fn studied(state: &State, study: &Study, language: Language) -> Studied {
    let shown = window(study.game_count(), study.game);
    Studied {
        name: study.name.clone(),
        games: study.titles(shown.clone(), language),
        first_game: shown.start,
        game_count: study.game_count(),
        game: study.game,
        progress: match study.progress {
            Progress::None => "none",
            Progress::Running => "running",
            Progress::Stopping | Progress::Stopped => "stopped",
            Progress::Done => "done",
        },
        plies: study.plies(),
        expected: study.expected(),
        accuracy: study.accuracy,
        asked: study.asked,
        mistakes: Color::ALL.map(|side| study.mistakes(side).count()),
        has_own: study.sides != [true; 2],
        live: state.live.wanted,
        aside: state.aside.as_ref().map(Opened::kind),
    }
}

/// Advice in words, and the move that the page shows.
fn advice(hint: &Hint, position: &AnyPosition, last: Option<AnyMove>, language: Language) -> Option<Advice> {
    let (desk::Advice { thought, reason }, is_move) = match hint {
        Hint::None | Hint::Wanted => return None,
        Hint::Piece(advice) => (advice, false),
        Hint::Move(advice) => (advice, true),
    };
    let none = |text: &str| Advice { text: text.to_owned(), from: String::new(), to: None };
    let best = match thought.best {
        _ if thought.declares => return Some(none(language.choose("Declare the win.", "入玉宣言で勝ちです。"))),
        None => return Some(none(language.choose("There is no good move.", "良い手がありません。"))),
        Some(best) => best,
    };
    let Way { from, to, .. } = way(&mut position.clone(), best);
    let text = if is_move {
        spoken(thought, reason.as_ref(), position, last, language)
    } else {
        piece_text(language, position, best)
    };
    Some(Advice { text, from, to: is_move.then_some(to) })
}

/// The advised move with what it brings.
fn spoken(
    thought: &Thought<AnyMove>,
    reason: Option<&Reason>,
    position: &AnyPosition,
    last: Option<AnyMove>,
    language: Language,
) -> String {
    let notation = Notation::of(position.variant(), language, None, false);
    let text = |position: &AnyPosition, last, m| notation.text(position, last, m);
    Voice { language, text: &text }.advice(position, last, &thought.line, reason.cloned())
}

/// The lines of a live analysis.
#[derive(Debug, Serialize)]
pub struct LiveLines {
    depth: usize,
    nodes: u64,
    /// Expected result for Black by the best line.
    expected: Option<f64>,
    lines: Vec<LiveLine>,
}

#[derive(Debug, Serialize)]
struct LiveLine {
    score: String,
    text: String,
    from: String,
    to: String,
    #[serde(rename = "move")]
    usi: String,
}

impl LiveLines {
    /// The lines for a reader; empty without a study.
    pub fn of(state: &State, language: Language) -> Self {
        let live = &state.live;
        let none = Self { depth: live.depth, nodes: live.nodes, expected: None, lines: Vec::new() };
        let Some(study) = state.study.as_ref().filter(|_| state.drill.is_none()) else { return none };
        let (mut position, last) = (study.position(), study.last());
        let notation = Notation::of(position.variant(), language, None, false);
        let for_black = if position.side_to_move() == Color::Black { 1 } else { -1 };
        let expected = live.lines.first().map(|(score, _)| Curve::of(position.variant()).expected(for_black * score));
        let line = |(score, moves): &(i32, Vec<AnyMove>)| {
            /// Later moves of a line are a guess.
            const SHOWN: usize = 10;
            let text = notation.moves(&position, last, &moves[..moves.len().min(SHOWN)]);
            let Way { from, to, .. } = way(&mut position, *moves.first()?);
            let usi = position.variant().usi(*moves.first()?);
            Some(LiveLine { score: language.score(for_black * score), text, from, to, usi })
        };
        Self { expected, lines: live.lines.iter().filter_map(line).collect(), ..none }
    }
}
