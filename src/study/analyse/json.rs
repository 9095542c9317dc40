//! An analysis as JSON, one object a line; `docs/analysis.md` describes the objects.

use crate::analysis::{Analysis, Curve, Named, PhaseSummary, Ply, Proof, Reason, Reasons, Threat, Trade, Voice};
use crate::any::{AnyMove, AnyPosition};
use crate::board::Color;
use crate::game::{Attack, Formation, GameMove, Phase, Score, Tactic, score};
use crate::jobs::command::{FileOutput, Trouble, hold};
use crate::jobs::files::{is_standard_stream, read_whole_lines};
use crate::jobs::notation::Notation;
use crate::system::{Growing, Lock, is_stream, replace_file};
use crate::variants::Variant;
use crate::words::Language;
use serde::{Deserialize, Serialize};
use std::collections::HashSet;
use std::fs::OpenOptions;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// A score of one side: centipawns, or plies to a mate, negative for being mated.
#[derive(Serialize)]
struct Value {
    #[serde(skip_serializing_if = "Option::is_none")]
    cp: Option<Score>,
    #[serde(skip_serializing_if = "Option::is_none")]
    mate: Option<Score>,
    expected: f64,
}

impl Value {
    fn of(score: Score, expected: f64) -> Self {
        let mate = score::mate_distance(score);
        Self { cp: mate.is_none().then_some(score), mate, expected: rounded(expected) }
    }
}

#[derive(Serialize)]
struct MateLine {
    plies: usize,
    line: Vec<String>,
    solved: bool,
}

impl MateLine {
    fn of(game: Variant, proof: &Proof<AnyMove>) -> Self {
        Self { plies: proof.plies, line: usi(game, &proof.line), solved: proof.is_solved }
    }
}

#[derive(Serialize)]
struct ThreatLine {
    #[serde(flatten)]
    mate: MateLine,
    hisshi: Option<MateLine>,
}

impl ThreatLine {
    fn of(game: Variant, threat: &Threat<AnyMove>) -> Self {
        Self {
            mate: MateLine::of(game, &threat.mate),
            hisshi: threat.hisshi.as_ref().map(|proof| MateLine::of(game, proof)),
        }
    }
}

/// A tactical motif of the best line.
#[derive(Serialize)]
struct MotifLine {
    index: usize,
    english: &'static str,
    japanese: &'static str,
}

impl MotifLine {
    const fn of(tactic: &Tactic) -> Self {
        Self { index: tactic.index, english: tactic.motif.english, japanese: tactic.motif.japanese }
    }
}

/// A reason, with the letters of SFEN for the kinds of pieces.
#[derive(Serialize)]
struct ReasonLine {
    kind: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    plies: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    points: Option<Score>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    won: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    given: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    tactic: Option<&'static str>,
}

impl ReasonLine {
    fn of(game: Variant, reason: &Reason) -> Self {
        let letters = |kinds: &[usize]| kinds.iter().map(|&kind| game.face(kind).sfen).collect();
        let bare = |kind| Self { kind, plies: None, points: None, won: Vec::new(), given: Vec::new(), tactic: None };
        let mate = |kind, plies: usize| Self { plies: Some(plies), ..bare(kind) };
        match reason {
            Reason::MissedMate(plies) => mate("missed_mate", *plies),
            Reason::AllowedMate(plies) => mate("allowed_mate", *plies),
            Reason::MissedDefence(plies) => mate("missed_defence", *plies),
            Reason::MissedHisshi => bare("missed_hisshi"),
            Reason::AllowedHisshi => bare("allowed_hisshi"),
            Reason::Defence => bare("defence"),
            Reason::Mate(plies) => mate("mate", *plies),
            Reason::Promotion(kind) => Self { won: letters(&[*kind]), ..bare("promotion") },
            Reason::Points(points) => Self { points: Some(*points), ..bare("points") },
            Reason::Material(Trade { won, given, tactic }) => Self {
                won: letters(won),
                given: letters(given),
                tactic: tactic.as_ref().and_then(|tactic| tactic.attack).map(|attack| match attack {
                    Attack::Fork => "fork",
                    Attack::Skewer => "skewer",
                    Attack::Pin => "pin",
                }),
                ..bare("material")
            },
        }
    }
}

/// A verdict in words.
#[derive(Serialize)]
struct Sentence {
    en: String,
    ja: String,
}

impl Sentence {
    fn of(position: &AnyPosition, ply: &Ply<AnyMove>) -> Option<Self> {
        let fault = ply.fault()?;
        let said = |language| {
            let notation = Notation::of(position.variant(), language, None, false);
            let text = |position: &AnyPosition, last, m| notation.text(position, last, m);
            Voice { language, text: &text }.fault(position, ply.previous, &fault)
        };
        Some(Self { en: said(Language::En), ja: said(Language::Ja) })
    }
}

/// An opening or a castle: with its side after a move, with its ply in a summary.
#[derive(Serialize)]
struct Name {
    #[serde(skip_serializing_if = "Option::is_none")]
    ply: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    side: Option<&'static str>,
    topic: &'static str,
    english: &'static str,
    japanese: &'static str,
}

impl Name {
    fn of(ply: Option<usize>, side: Option<Color>, formation: Formation) -> Self {
        let Formation { topic, english, japanese, .. } = formation;
        Self { ply, side: side.map(side_name), topic: topic.name(), english, japanese }
    }
}

const fn side_name(side: Color) -> &'static str {
    match side {
        Color::Black => "black",
        Color::White => "white",
    }
}

#[derive(Serialize)]
struct PlyLine<'a> {
    kind: &'static str,
    file: &'a str,
    game: usize,
    /// Number of the variation; left out in the main line.
    #[serde(skip_serializing_if = "Option::is_none")]
    variation: Option<usize>,
    ply: usize,
    side: &'static str,
    phase: &'static str,
    sfen: String,
    #[serde(rename = "move")]
    played: String,
    before: Value,
    after: Value,
    loss: f64,
    judgement: Option<&'static str>,
    /// True if the cost is too deep for the player of `--grade`.
    deep: bool,
    is_best: bool,
    only_move: bool,
    brilliant: bool,
    line: Vec<String>,
    refutation: Vec<String>,
    /// The loss by the move.
    cost: Option<ReasonLine>,
    /// The gain that the better move would have brought.
    gain: Option<ReasonLine>,
    sentence: Option<Sentence>,
    declares: bool,
    depth: usize,
    nodes: u64,
    missed_mate: Option<MateLine>,
    allowed_mate: Option<MateLine>,
    missed_hisshi: Option<MateLine>,
    allowed_hisshi: Option<MateLine>,
    missed_defence: bool,
    threat: Option<ThreatLine>,
    motifs: Vec<MotifLine>,
    names: Vec<Name>,
    seconds: Option<f64>,
}

/// Figures of a side in one phase.
#[derive(Serialize)]
struct InPhase {
    phase: &'static str,
    moves: usize,
    accuracy: Option<f64>,
}

#[derive(Serialize)]
struct Side {
    moves: usize,
    accuracy: Option<f64>,
    phases: [InPhase; Phase::ALL.len()],
    inaccuracies: usize,
    mistakes: usize,
    blunders: usize,
    missed_mates: usize,
    allowed_mates: usize,
    missed_defences: usize,
    names: Vec<Name>,
}

impl Side {
    fn of<M: GameMove>(analysis: &Analysis<M>, side: Color) -> Self {
        let summary = analysis.side(side);
        let [inaccuracies, mistakes, blunders] = summary.judged;
        Self {
            moves: summary.moves,
            accuracy: summary.accuracy.map(tenths),
            phases: Phase::ALL.map(|phase| {
                let PhaseSummary { moves, accuracy } = summary.phases[phase as usize];
                InPhase { phase: phase.name(), moves, accuracy: accuracy.map(tenths) }
            }),
            inaccuracies,
            mistakes,
            blunders,
            missed_mates: summary.missed_mates,
            allowed_mates: summary.allowed_mates,
            missed_defences: summary.missed_defences,
            names: analysis.names(side).map(|(ply, formation)| Name::of(Some(ply), None, formation)).collect(),
        }
    }
}

#[derive(Serialize)]
struct GameLine<'a> {
    kind: &'static str,
    file: &'a str,
    game: usize,
    plies: usize,
    complete: bool,
    /// The reason why later moves are missing; left out if none are.
    #[serde(skip_serializing_if = "Option::is_none")]
    fault: Option<&'a str>,
    scale: f64,
    black: Side,
    white: Side,
    turning_points: Vec<usize>,
}

/// The fields that show the line of a finished game.
#[derive(Deserialize)]
struct Key {
    kind: String,
    file: String,
    game: usize,
    #[serde(default)]
    complete: bool,
    fault: Option<String>,
}

impl Key {
    /// True if another run would find no more of the game.
    const fn is_done(&self) -> bool {
        self.complete || self.fault.is_some()
    }
}

pub(super) const PLY: &str = "ply";
const GAME: &str = "game";

/// The file of JSON lines.
pub struct JsonFile {
    path: PathBuf,
    writer: Box<dyn Write + Send>,
    curve: Curve,
    done: HashSet<(String, usize)>,
    /// The current game.
    game: (String, usize),
    /// Number of the current variation.
    variation: Option<usize>,
    _lock: Option<Lock>,
}

impl JsonFile {
    /// Creates a file with its folders, or opens it to go on after its last whole game; the lines of an unfinished game
    /// are removed.
    ///
    /// # Errors
    /// If the file cannot be read or written.
    pub fn open(path: &Path, resume: bool, curve: Curve) -> Result<Self, Trouble> {
        let failed = || Trouble::file(path);
        let mut done = HashSet::new();
        let lock = if is_standard_stream(path) { None } else { Some(hold(path)?) };
        let writer: Box<dyn Write + Send> = if is_standard_stream(path) {
            Box::new(FileOutput)
        } else if is_stream(path) {
            Box::new(OpenOptions::new().append(true).open(path).map_err(failed())?)
        } else {
            let mut whole = 0;
            if resume && path.exists() {
                let text = read_whole_lines(path).map_err(failed())?;
                let kept;
                (kept, done) = whole_games(&text);
                whole = kept.len() as u64;
                if whole != path.metadata().map_err(failed())?.len() {
                    replace_file(path, |file| file.write_all(kept.as_bytes())).map_err(failed())?;
                }
            }
            let opened = OpenOptions::new().write(true).create(true).truncate(false).open(path);
            Box::new(opened.and_then(|file| Growing::behind(whole, file)).map_err(failed())?)
        };
        Ok(Self { path: path.to_owned(), done, _lock: lock, ..Self::new(writer, curve) })
    }

    /// Writes the lines elsewhere than into a file.
    pub fn new(writer: Box<dyn Write + Send>, curve: Curve) -> Self {
        let (done, game) = (HashSet::new(), (String::new(), 0));
        Self { path: PathBuf::new(), writer, curve, done, game, variation: None, _lock: None }
    }

    /// The games that were done when the file was opened: the name of the file and the number in it.
    pub const fn done(&self) -> &HashSet<(String, usize)> {
        &self.done
    }

    /// Begins a game of a file, by its number from one. A game that was done before is not written again.
    pub fn begin(&mut self, file: &str, game: usize) {
        self.game = (file.to_owned(), game);
        self.variation = None;
    }

    /// Begins a variation of the game, by its number from one.
    pub const fn variation(&mut self, number: usize) {
        self.variation = Some(number);
    }

    /// Writes the line of a move.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn ply(&mut self, position: &AnyPosition, ply: &Ply<AnyMove>) -> Result<(), Trouble> {
        let game = position.variant();
        let mate = |proof: &Proof<AnyMove>| MateLine::of(game, proof);
        let Reasons { cost, gain } = ply.fault().map_or_else(Reasons::default, |fault| Reasons::of(position, &fault));
        let line = PlyLine {
            kind: PLY,
            file: &self.game.0,
            game: self.game.1,
            variation: self.variation,
            ply: ply.number,
            side: side_name(ply.side),
            phase: ply.phase.name(),
            sfen: position.sfen(),
            played: game.usi(ply.played),
            before: Value::of(ply.before.score, ply.expected_before),
            after: Value::of(ply.after, ply.expected_after),
            loss: ply.loss(),
            judgement: ply.judgement().map(|judgement| judgement.name()),
            deep: ply.is_deep(),
            is_best: ply.is_best(),
            only_move: ply.is_only_move,
            brilliant: ply.is_brilliant,
            line: usi(game, ply.before.line()),
            refutation: usi(game, &ply.refutation),
            cost: cost.map(|shown| ReasonLine::of(game, &shown.reason)),
            gain: gain.map(|reason| ReasonLine::of(game, &reason)),
            sentence: Sentence::of(position, ply),
            declares: ply.before.declares,
            depth: ply.before.depth,
            nodes: ply.before.nodes,
            missed_mate: ply.missed_mate.as_ref().map(mate),
            allowed_mate: ply.allowed_mate.as_ref().map(mate),
            missed_hisshi: ply.missed_hisshi.as_ref().map(mate),
            allowed_hisshi: ply.allowed_hisshi.as_ref().map(mate),
            missed_defence: ply.missed_defence().is_some(),
            threat: ply.threat.as_ref().map(|threat| ThreatLine::of(game, threat)),
            motifs: ply.before.motifs.iter().map(MotifLine::of).collect(),
            names: ply.names.iter().map(|&Named { side, formation }| Name::of(None, Some(side), formation)).collect(),
            seconds: ply.spent.map(|spent| spent.as_secs_f64()),
        };
        let text = to_text(&line)?;
        self.write(&text)
    }

    /// Writes the line of a game after those of its moves, which `fault` may have cut short.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn end<M: GameMove>(&mut self, analysis: &Analysis<M>, fault: Option<&str>) -> Result<(), Trouble> {
        let line = GameLine {
            kind: GAME,
            file: &self.game.0,
            game: self.game.1,
            plies: analysis.plies.len(),
            complete: analysis.is_complete() && fault.is_none(),
            fault: fault.filter(|_| analysis.is_complete()),
            scale: self.curve.scale,
            black: Side::of(analysis, Color::Black),
            white: Side::of(analysis, Color::White),
            turning_points: analysis.turning_points().iter().map(|ply| ply.number).collect(),
        };
        let text = to_text(&line)?;
        self.write(&text)
    }

    /// Writes a line whole and at once, so that readers see it as soon as it is known.
    fn write(&mut self, line: &str) -> Result<(), Trouble> {
        if self.done.contains(&self.game) {
            return Ok(());
        }
        let written = self.writer.write_all(line.as_bytes()).and_then(|()| self.writer.flush());
        if is_standard_stream(&self.path) { Ok(written?) } else { written.map_err(Trouble::file(&self.path)) }
    }
}

fn to_text(line: &impl Serialize) -> Result<String, Trouble> {
    Ok(serde_json::to_string(line).map_err(io::Error::from)? + "\n")
}

fn usi(game: Variant, moves: &[AnyMove]) -> Vec<String> {
    moves.iter().map(|&m| game.usi(m)).collect()
}

/// Accuracies are given to a tenth of a per cent.
fn tenths(accuracy: f64) -> f64 {
    (accuracy * 10.0).round() / 10.0
}

/// Expected results are exact to four digits at most.
fn rounded(share: f64) -> f64 {
    (share * 1e4).round() / 1e4
}

/// The lines of games analysed to their ends or to a fault, and these games.
fn whole_games(text: &str) -> (String, HashSet<(String, usize)>) {
    let keyed: Vec<(&str, Key)> =
        text.lines().filter_map(|line| Some((line, serde_json::from_str::<Key>(line).ok()?))).collect();
    let ends = keyed.iter().filter(|(_, key)| key.kind == GAME && key.is_done());
    let done: HashSet<(String, usize)> = ends.map(|(_, key)| (key.file.clone(), key.game)).collect();
    let kept = keyed.into_iter().filter(|(_, key)| done.contains(&(key.file.clone(), key.game)));
    (kept.map(|(line, _)| format!("{line}\n")).collect(), done)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unfinished_games_are_taken_out() {
        let ply = |file, ply| format!("{{\"kind\":\"ply\",\"file\":\"{file}\",\"game\":1,\"ply\":{ply}}}\n");
        let game =
            |file, complete| format!("{{\"kind\":\"game\",\"file\":\"{file}\",\"game\":1,\"complete\":{complete}}}\n");
        let cut = game("c", false).replace("false", "false,\"fault\":\"ply 3: an illegal move\"");
        let whole = [ply("a", 1), ply("a", 2), game("a", true), ply("c", 1), cut].concat();
        let text = [&whole, &ply("b", 1), &game("b", false), "{\"kind\":\"pl"].concat();
        let (kept, done) = whole_games(&text);
        assert_eq!((kept, done), (whole, HashSet::from(["a", "c"].map(|file| (file.to_owned(), 1)))));
    }
}
