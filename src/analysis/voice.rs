//! The one place that puts into words what is said of a move.

use super::fault::Fault;
use super::ply::Ply;
use super::reason::{Reason, Reasons, Shown, Trade};
use super::remark::Remark;
use super::view::Threat;
use crate::any::{AnyMove, AnyPosition};
use crate::board::Color;
use crate::game::{Attack, Tactic};
use crate::variants::Variant;
use crate::words::Language;

/// Writes a move, from the position before it, the move before it and the move.
pub type MoveText<'a> = &'a dyn Fn(&AnyPosition, Option<AnyMove>, AnyMove) -> String;

/// Most moves of a line in a sentence; nobody follows more without a board.
const SHOWN_MOVES: usize = 5;

/// The language and the notation of a reader.
#[derive(Clone, Copy)]
pub struct Voice<'a> {
    pub language: Language,
    pub text: MoveText<'a>,
}

/// The name of a sacrifice without a rival.
#[must_use]
pub const fn brilliant_move(language: Language) -> &'static str {
    language.choose("brilliant move", "妙手")
}

/// The name of a move without a rival.
#[must_use]
pub const fn only_move(language: Language) -> &'static str {
    language.choose("only move", "この一手")
}

impl Voice<'_> {
    /// A remark on a move in `position`. The words for a formation do not say whose it is.
    #[must_use]
    pub fn remark(self, position: &AnyPosition, ply: &Ply<AnyMove>, remark: &Remark) -> String {
        let language = self.language;
        match remark {
            Remark::Fault => ply.fault().map_or_else(String::new, |fault| self.fault(position, ply.previous, &fault)),
            Remark::Brilliant => brilliant_move(language).to_owned(),
            Remark::OnlyMove => only_move(language).to_owned(),
            Remark::Best => language.choose("best move", "最善手").to_owned(),
            Remark::Motif(tactic) => self.tactic(position.variant(), tactic, Form::States),
            Remark::Threat => ply.threat.as_ref().map_or_else(String::new, |threat| self.threat(threat)),
            Remark::Named(named) => language.choose(named.formation.english, named.formation.japanese).to_owned(),
        }
    }

    /// The verdict on a move: what it loses and by which answer, and what was better.
    #[must_use]
    pub fn fault(self, position: &AnyPosition, previous: Option<AnyMove>, fault: &Fault<'_>) -> String {
        let Reasons { cost, gain } = Reasons::of(position, fault);
        let head = self.verdict(position, previous, fault, cost.as_ref());
        let better = self.better(position, previous, fault, gain.as_ref());
        let parts = [Some(head).filter(|head| !head.is_empty()), better];
        parts.into_iter().flatten().collect::<Vec<_>>().join(self.language.choose("; ", "、"))
    }

    /// The verdict on a move without the better one: what it loses, with the moves that show it.
    #[must_use]
    pub fn refuted(
        self,
        position: &AnyPosition,
        previous: Option<AnyMove>,
        fault: &Fault<'_>,
    ) -> (String, Vec<AnyMove>) {
        let Reasons { cost, .. } = Reasons::of(position, fault);
        let said = self.verdict(position, previous, fault, cost.as_ref());
        (said, cost.map_or_else(Vec::new, |shown| shown.moves))
    }

    /// A suggested move with its `reason`, else with the material that its line wins.
    #[must_use]
    pub fn advice(
        self,
        position: &AnyPosition,
        previous: Option<AnyMove>,
        line: &[AnyMove],
        reason: Option<Reason>,
    ) -> String {
        let Some(&best) = line.first() else { return String::new() };
        let reason = reason.or_else(|| Reason::of_line(position, line));
        let gain = reason.and_then(|reason| self.gain(position, position.side_to_move(), &reason));
        self.with_gain((self.text)(position, previous, best), gain)
    }

    /// A move with its gain behind it.
    fn with_gain(self, text: String, gain: Option<String>) -> String {
        match (self.language, gain) {
            (_, None) => text,
            (Language::En, Some(gain)) => format!("{text}, {gain}"),
            (Language::Ja, Some(gain)) => format!("{text}（{gain}）"),
        }
    }

    /// The name of the judgement, and the loss.
    fn verdict(
        self,
        position: &AnyPosition,
        previous: Option<AnyMove>,
        fault: &Fault<'_>,
        cost: Option<&Shown>,
    ) -> String {
        let deep = fault.is_deep.then_some(["deep", "難解"]);
        let verdict = fault.judgement.map(|judgement| [judgement.name(), judgement.japanese()]).or(deep);
        let verdict = verdict.map(|[english, japanese]| self.language.choose(english, japanese));
        let cost = cost.map(|shown| self.cost(position, previous, fault, shown));
        let colon = self.language.choose(": ", "：");
        verdict.map(str::to_owned).into_iter().chain(cost).collect::<Vec<_>>().join(colon)
    }

    /// The better move with its reason, if it has not been said: the line of a missed mate is the better one.
    fn better(
        self,
        position: &AnyPosition,
        previous: Option<AnyMove>,
        fault: &Fault<'_>,
        gain: Option<&Reason>,
    ) -> Option<String> {
        if fault.declares {
            return Some(self.language.choose("better: declare the win", "最善は入玉宣言勝ち").to_owned());
        }
        let is_named = |m| fault.missed_hisshi.is_some_and(|hisshi| hisshi.line.first() == Some(m));
        let &best = fault.line.first().filter(|m| fault.missed.is_none() && !is_named(m))?;
        let best = (self.text)(position, previous, best);
        let side = position.side_to_move();
        let gain = gain.and_then(|reason| self.gain(position, side, reason));
        Some(self.language.choose("better ", "最善は").to_owned() + &self.with_gain(best, gain))
    }

    /// The loss, with the moves that show it in parentheses.
    fn cost(
        self,
        position: &AnyPosition,
        previous: Option<AnyMove>,
        fault: &Fault<'_>,
        Shown { reason, moves }: &Shown,
    ) -> String {
        let is_japanese = self.language == Language::Ja;
        let loser = position.side_to_move();
        let told = match reason {
            Reason::MissedMate(plies) if is_japanese => format!("{plies}手詰を逃す"),
            Reason::MissedMate(plies) => format!("lets mate in {plies} go"),
            Reason::AllowedMate(plies) if is_japanese => format!("{plies}手詰を許す"),
            Reason::AllowedMate(plies) => format!("walks into mate in {plies}"),
            Reason::MissedDefence(plies) if is_japanese => format!("詰めろを受け損ない{plies}手詰"),
            Reason::MissedDefence(plies) => format!("does not stop the threatened mate in {plies}"),
            Reason::MissedHisshi => self.language.choose("misses a hisshi", "必至を逃す").to_owned(),
            Reason::AllowedHisshi => self.language.choose("allows a hisshi", "必至を許す").to_owned(),
            Reason::Material(trade) if is_japanese => format!("{}を失う", self.trade(position, !loser, trade)),
            Reason::Material(trade) => format!("loses {}", self.trade(position, !loser, trade)),
            Reason::Promotion(kind) if is_japanese => format!("{}の成りを許す", self.kind(position.variant(), *kind)),
            Reason::Promotion(kind) => format!("lets {} promote", self.pieces(position, !loser, &[*kind])),
            Reason::Points(points) => self.points(fault, *points),
            Reason::Defence | Reason::Mate(_) => unreachable!("a gain is no loss"),
        };
        let (position, previous) = match reason {
            Reason::MissedMate(_) | Reason::MissedHisshi => (position.clone(), previous),
            _ => {
                let mut behind = position.clone();
                behind.make(fault.played);
                (behind, Some(fault.played))
            }
        };
        let shown = self.shown(&position, previous, moves, reason);
        match self.language {
            _ if shown.is_empty() => told,
            Language::En => format!("{told} ({shown})"),
            Language::Ja => format!("{told}（{shown}）"),
        }
    }

    /// Points rounded to tens: given back out of an advantage, or a bare cost.
    fn points(self, fault: &Fault<'_>, points: i32) -> String {
        let points = (points + 5) / 10 * 10;
        match self.language {
            Language::Ja => format!("評価値で{points}点の損"),
            Language::En if fault.before >= points => format!("gives back {points} points"),
            Language::En => format!("costs {points} points"),
        }
    }

    /// The moves that show a loss, with the names of their tactics.
    fn shown(self, position: &AnyPosition, previous: Option<AnyMove>, moves: &[AnyMove], reason: &Reason) -> String {
        let line = self.line(position, previous, moves);
        let game = position.variant();
        match (reason, self.language) {
            (Reason::Material(Trade { tactic: Some(tactic), .. }), Language::En) => {
                format!("{line} {}", self.tactic(game, tactic, Form::States))
            }
            (Reason::Material(Trade { tactic: Some(tactic), .. }), Language::Ja) => {
                format!("{line}の{}", self.tactic(game, tactic, Form::States))
            }
            (Reason::MissedMate(_), language) => {
                let mates = position.motifs(moves).into_iter().filter(|tactic| tactic.attack.is_none());
                let names = mates.map(|tactic| language.choose(tactic.motif.english, tactic.motif.japanese).to_owned());
                std::iter::once(line).chain(names).collect::<Vec<_>>().join(language.choose(", ", "、"))
            }
            _ => line,
        }
    }

    /// The first moves of a line.
    fn line(self, position: &AnyPosition, previous: Option<AnyMove>, moves: &[AnyMove]) -> String {
        let mut position = position.clone();
        let mut last = previous;
        let mut texts = Vec::with_capacity(SHOWN_MOVES);
        for &m in moves.iter().take(SHOWN_MOVES) {
            texts.push((self.text)(&position, last, m));
            position.make(m);
            last = Some(m);
        }
        texts.join(" ") + if moves.len() > SHOWN_MOVES { " ..." } else { "" }
    }

    /// The gain of a better move, as a participle in English.
    fn gain(self, position: &AnyPosition, side: Color, reason: &Reason) -> Option<String> {
        let is_japanese = self.language == Language::Ja;
        Some(match reason {
            Reason::Defence => self.language.choose("answering the threatmate", "詰めろを受ける").to_owned(),
            Reason::Mate(plies) if is_japanese => format!("{plies}手詰"),
            Reason::Mate(plies) => format!("mating in {plies}"),
            Reason::Promotion(kind) if is_japanese => format!("{}が成る", self.kind(position.variant(), *kind)),
            Reason::Promotion(kind) => format!("promoting {}", self.pieces(position, side, &[*kind])),
            Reason::Material(Trade { tactic: Some(tactic), .. }) if tactic.index == 0 => {
                self.tactic(position.variant(), tactic, Form::Adds)
            }
            Reason::Material(trade) if is_japanese => format!("{}を得る", self.trade(position, side, trade)),
            Reason::Material(trade) => format!("winning {}", self.trade(position, side, trade)),
            _ => return None,
        })
    }

    /// The pieces that a side wins, with those that it gives for them.
    fn trade(self, position: &AnyPosition, winner: Color, Trade { won, given, .. }: &Trade) -> String {
        let [won, given] = [(!winner, won), (winner, given)].map(|(owner, kinds)| self.pieces(position, owner, kinds));
        match self.language {
            _ if given.is_empty() => won,
            Language::En => format!("{won} for {given}"),
            Language::Ja => format!("{given}と引き換えに{won}"),
        }
    }

    /// A fork or a skewer with what it attacks, another motif by its name.
    fn tactic(self, game: Variant, Tactic { motif, attack, prey, .. }: &Tactic, form: Form) -> String {
        let verb = match (self.language, attack, form) {
            (Language::Ja, ..) => return motif.japanese.to_owned(),
            (_, None, _) => return motif.english.to_owned(),
            (_, Some(Attack::Fork), Form::States) => "forks",
            (_, Some(Attack::Fork), Form::Adds) => "forking",
            (_, Some(Attack::Skewer), Form::States) => "skewers",
            (_, Some(Attack::Skewer), Form::Adds) => "skewering",
            (_, Some(Attack::Pin), Form::States) => "attacks the pinned",
            (_, Some(Attack::Pin), Form::Adds) => "attacking the pinned",
        };
        let prey = prey.iter().map(|&kind| self.kind(game, kind).to_owned()).collect();
        format!("{verb} {}", listed(prey))
    }

    fn threat(self, threat: &Threat<AnyMove>) -> String {
        match (threat, self.language) {
            (Threat { hisshi: Some(_), .. }, Language::Ja) => "必至".to_owned(),
            (Threat { hisshi: Some(_), .. }, Language::En) => "hisshi (mate cannot be parried)".to_owned(),
            (Threat { mate, .. }, Language::Ja) => format!("詰めろ（{}手詰）", mate.plies),
            (Threat { mate, .. }, Language::En) => format!("threatmate (mate in {})", mate.plies),
        }
    }

    fn kind(self, game: Variant, kind: usize) -> &'static str {
        kind_name(game, self.language, kind)
    }

    /// Pieces of a side by their names, equal ones together.
    fn pieces(self, position: &AnyPosition, owner: Color, kinds: &[usize]) -> String {
        let game = position.variant();
        let mut texts = Vec::new();
        for group in kinds.chunk_by(|a, b| a == b) {
            let name = self.kind(game, group[0]);
            texts.push(match (self.language, group.len()) {
                (Language::Ja, 1) => name.to_owned(),
                (Language::Ja, count) => format!("{name}{count}枚"),
                (Language::En, 1) => format!("{} {name}", article(position, owner, group[0], name)),
                (Language::En, count) => format!("{} {name}s", number(count)),
            });
        }
        if self.language == Language::Ja { texts.join("と") } else { listed(texts) }
    }
}

/// The place of a verb in a sentence.
#[derive(Clone, Copy)]
enum Form {
    /// A move does it: "forks".
    States,
    /// A move would have been better for it: "forking".
    Adds,
}

/// The name of a kind; "piece" if the game has no names.
#[must_use]
pub fn kind_name(game: Variant, language: Language, kind: usize) -> &'static str {
    let [english, japanese] = game.face(kind).names.unwrap_or(["piece", "駒"]);
    language.choose(english, japanese)
}

/// The definite article for the only piece of its kind that a side has on the board.
fn article(position: &AnyPosition, owner: Color, kind: usize, name: &str) -> &'static str {
    let is_it = |cell| position.figure(cell).is_some_and(|piece| piece.color == owner && piece.kind == kind);
    match position.variant().cells().filter(|&cell| is_it(cell)).count() {
        1 => "the",
        _ if name.starts_with(['a', 'e', 'i', 'o', 'u']) => "an",
        _ => "a",
    }
}

fn number(count: usize) -> String {
    const WORDS: [&str; 3] = ["two", "three", "four"];
    count.checked_sub(2).and_then(|index| WORDS.get(index)).map_or_else(|| count.to_string(), |&word| word.to_owned())
}

/// Items with commas and a last "and".
fn listed(mut items: Vec<String>) -> String {
    let last = items.pop().unwrap_or_default();
    if items.is_empty() { last } else { format!("{} and {last}", items.join(", ")) }
}
