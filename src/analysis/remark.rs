//! Remarks on a move, in words.

use super::judgement::Judgement;
use super::naming::Named;
use super::ply::Ply;
use super::view::{Proof, Threat};
use crate::game::Motif;
use crate::words::Language;

/// One remark on a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Remark<'a, M> {
    /// It cost something.
    Judged(Judgement),
    /// It was the only move and gives up material.
    Brilliant,
    /// It was the best move, and any other would have been a mistake.
    OnlyMove,
    /// The search prefers it too.
    Best,
    /// It let a mate go.
    MissedMate(&'a Proof<M>),
    /// It gave the other side a mate.
    AllowedMate(&'a Proof<M>),
    /// It gave the other side the mate that had been threatened, or another one.
    MissedDefence(&'a Proof<M>),
    /// The side could have declared the win instead.
    Declares,
    /// The better line; its first move would have replaced this one.
    Better(&'a [M]),
    /// A tactical motif of the move or of the better line.
    Motif(Motif),
    /// It threatens a mate.
    Threat(&'a Threat<M>),
    /// A side reaches a formation with it.
    Named(Named),
}

impl<M: Copy + Eq> Ply<M> {
    /// All remarks on the move, its judgement first.
    #[must_use]
    pub fn remarks(&self) -> Vec<Remark<'_, M>> {
        let judged = self.judgement().map(Remark::Judged);
        let best = self.is_best().then_some(Remark::Best);
        let only = self.is_only_move.then_some(Remark::OnlyMove);
        let praised = self.is_brilliant.then_some(Remark::Brilliant).or(only).or(best);
        let missed = self.missed_mate.as_ref().map(Remark::MissedMate);
        let defence = self.missed_defence().map(Remark::MissedDefence);
        let allowed = defence.or_else(|| self.allowed_mate.as_ref().map(Remark::AllowedMate));
        let threat = self.threat.as_ref().map(Remark::Threat);
        let named = self.names.iter().copied().map(Remark::Named);
        let remarks = [judged, praised, missed, allowed, self.better()].into_iter().flatten();
        remarks.chain(self.motifs()).chain(threat).chain(named).collect()
    }

    /// Motif of the best move if it was played, else those of the better line.
    fn motifs(&self) -> impl Iterator<Item = Remark<'_, M>> {
        let is_best = self.is_best();
        let is_told = is_best || self.missed_mate.is_some() || matches!(self.better(), Some(Remark::Better(_)));
        let motifs = self.before.motifs.iter().filter(move |(index, _)| is_told && (!is_best || *index == 0));
        motifs.map(|&(_, motif)| Remark::Motif(motif))
    }

    /// The better line, if it matters and has not been given: a missed mate already shows one.
    fn better(&self) -> Option<Remark<'_, M>> {
        if self.before.declares {
            return Some(Remark::Declares);
        }
        let is_told = self.is_best() || self.missed_mate.is_some();
        let matters = self.judgement().is_some() || self.allowed_mate.is_some();
        let line = self.before.line();
        (matters && !is_told && !line.is_empty()).then_some(Remark::Better(line))
    }
}

impl<M> Remark<'_, M> {
    /// The remark in words. `moves` writes a line that begins before the move; if it writes nothing, the remark goes
    /// without. The words for a formation leave out the side.
    #[must_use]
    pub fn text(&self, language: Language, moves: impl Fn(&[M]) -> String) -> String {
        let japanese = language == Language::Ja;
        match *self {
            Self::Judged(judgement) => language.choose(judgement.name(), judgement.japanese()).to_owned(),
            Self::Brilliant => language.choose("brilliant move", "妙手").to_owned(),
            Self::OnlyMove => language.choose("only move", "唯一の手").to_owned(),
            Self::Best => language.choose("best move", "最善手").to_owned(),
            Self::MissedMate(Proof { plies, line, .. }) => {
                let head = if japanese { format!("{plies}手詰を逃す") } else { format!("missed mate in {plies}") };
                with_line(language, head, &moves(line))
            }
            Self::AllowedMate(Proof { plies, .. }) if japanese => format!("{plies}手詰を許す"),
            Self::AllowedMate(Proof { plies, .. }) => format!("allowed mate in {plies}"),
            Self::MissedDefence(Proof { plies, .. }) if japanese => format!("詰めろを受け損なう（{plies}手詰）"),
            Self::MissedDefence(Proof { plies, .. }) => format!("missed defence: allowed mate in {plies}"),
            Self::Threat(Threat { brinkmate: Some(_), .. }) => language.choose("brinkmate", "必至").to_owned(),
            Self::Threat(Threat { mate, .. }) if japanese => format!("詰めろ（{}手詰）", mate.plies),
            Self::Threat(Threat { mate, .. }) => format!("threatmate (mate in {})", mate.plies),
            Self::Declares => language.choose("better: declare the win", "最善 入玉宣言勝ち").to_owned(),
            Self::Better(line) => with_line(language, language.choose("better", "最善").to_owned(), &moves(line)),
            Self::Motif(motif) => language.choose(motif.english, motif.japanese).to_owned(),
            Self::Named(Named { formation, .. }) => language.choose(formation.english, formation.japanese).to_owned(),
        }
    }
}

fn with_line(language: Language, head: String, line: &str) -> String {
    if line.is_empty() { head } else { format!("{head}{}{line}", language.choose(": ", " ")) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn remarks_do_without_lines_that_are_not_written() {
        let proof = Proof { line: vec![1, 2, 3], plies: 3, is_solved: true };
        let remarks = [Remark::MissedMate(&proof), Remark::AllowedMate(&proof), Remark::Better(&proof.line)];
        let told = |language, moves: &str| remarks.map(|remark| remark.text(language, |_| moves.to_owned()));
        assert_eq!(told(Language::En, "x y"), ["missed mate in 3: x y", "allowed mate in 3", "better: x y"]);
        assert_eq!(told(Language::Ja, "x y"), ["3手詰を逃す x y", "3手詰を許す", "最善 x y"]);
        assert_eq!(told(Language::En, ""), ["missed mate in 3", "allowed mate in 3", "better"]);
    }
}
