//! Other solutions, and how they are described.

use super::{Solved, words};
use crate::any::{AnyMove, AnyPosition, AnySolver};
use crate::board::Color;
use crate::jobs::notation::Notation;
use crate::mate::{Length, Limits, OtherKind, OtherMate, Outcome};
use crate::words::Language;
use std::io::{self, Write};

/// Another solution, with what its line shows.
pub(super) struct Other {
    pub found: OtherMate<AnyMove>,
    /// True for a cook whose line comes back to a position of the solution.
    pub is_detour: bool,
}

/// The other solutions beside `line`; none if a limit was reached.
pub(super) fn find(
    solver: &mut AnySolver,
    position: &AnyPosition,
    attacker: Color,
    line: &[AnyMove],
    limits: Limits<'_>,
) -> Option<Vec<Other>> {
    let found = solver.other_mates(position, attacker, line, limits)?;
    let mut is_detour = |other: &OtherMate<AnyMove>| {
        let behind = position.after(&line[..other.ply]).after(&[other.m]);
        other.kind == OtherKind::Cook
            && match solver.solve_further(&behind, attacker, Length::Short, limits).outcome {
                Outcome::Mate(mate) => {
                    let whole = [&[other.m], &mate.line[..mate.counted]].concat();
                    comes_back(position, attacker, line, other.ply, &whole)
                }
                Outcome::Proved(_) | Outcome::NoMate | Outcome::Unknown => false,
            }
    };
    Some(found.into_iter().map(|found| Other { is_detour: is_detour(&found), found }).collect())
}

/// True if moves after the first `ply` ones of a solution come back to a position of it in which the attacker moves.
pub(super) fn comes_back(
    start: &AnyPosition,
    attacker: Color,
    solution: &[AnyMove],
    ply: usize,
    moves: &[AnyMove],
) -> bool {
    let mut position = start.clone();
    let mut keys = Vec::new();
    for &m in solution {
        keys.extend((position.side_to_move() == attacker).then(|| position.key()));
        position.make(m);
    }
    let mut position = start.after(&solution[..ply]);
    moves.iter().any(|&m| {
        position.make(m);
        keys.contains(&position.key())
    })
}

/// Name of a kind, with which a line or a comment begins.
pub(super) const fn name(kind: OtherKind, language: Language) -> &'static str {
    let (english, japanese) = match kind {
        OtherKind::Cook => ("cook", "余詰"),
        OtherKind::Promotion => ("promotion left open", "成・不成非限定"),
        OtherKind::Distance => ("distance left open", "距離の非限定"),
        OtherKind::Order => ("order of moves left open", "手順前後"),
        OtherKind::LastMove => ("last move", "最終手余詰"),
    };
    language.choose(english, japanese)
}

/// Style in which other solutions are described.
#[derive(Clone, Copy)]
pub(super) struct Teller {
    pub notation: Notation,
    pub language: Language,
}

impl Teller {
    /// Describes the other solutions along `line`, and says so if there is no cook among them.
    pub fn tell(self, out: &mut dyn Write, solved: &Solved, line: &[AnyMove]) -> io::Result<()> {
        let Some(others) = &solved.others else { return self.tell_nothing(out) };
        let (last, rest): (Vec<_>, Vec<_>) = others.iter().partition(|other| other.found.kind == OtherKind::LastMove);
        for other in &rest {
            self.tell_one(out, other, &self.text(solved, line, &other.found))?;
        }
        let moves: Vec<String> = last.iter().map(|other| self.text(solved, line, &other.found)).collect();
        self.tell_last(out, &moves)?;
        if rest.iter().any(|other| other.found.kind == OtherKind::Cook) {
            return Ok(());
        }
        let (english, japanese) = if others.is_empty() {
            ("unique: no", "余詰・非限定なし")
        } else {
            ("no cook: no", "余詰なし")
        };
        match self.language {
            Language::En => writeln!(out, "  {english} other check mates within {}", line.len()),
            Language::Ja => writeln!(out, "  {japanese}（{}手以内）", line.len()),
        }
    }

    fn tell_nothing(self, out: &mut dyn Write) -> io::Result<()> {
        let (english, japanese) = (
            "not found out in time whether it is unique; --movetime sets the time",
            "余詰の有無は時間内に不明（--movetimeで時間を指定）",
        );
        writeln!(out, "  {}", self.language.choose(english, japanese))
    }

    fn tell_one(self, out: &mut dyn Write, Other { found, is_detour }: &Other, m: &str) -> io::Result<()> {
        let (name, number, length) = (name(found.kind, self.language), found.ply + 1, found.length);
        let remark = if *is_detour { words::by_detour(self.language) } else { "" };
        match self.language {
            Language::En => writeln!(out, "  {name} at move {number}: {m} mates in {length}{remark}"),
            Language::Ja => writeln!(out, "  {name}：{number}手目{m}、{length}手で詰み{remark}"),
        }
    }

    fn tell_last(self, out: &mut dyn Write, moves: &[String]) -> io::Result<()> {
        let (name, verb) = (name(OtherKind::LastMove, self.language), if moves.len() == 1 { "mates" } else { "mate" });
        match self.language {
            _ if moves.is_empty() => Ok(()),
            Language::En => writeln!(out, "  {name}: {} {verb} as well", moves.join(" ")),
            Language::Ja => writeln!(out, "  {name}：{}", moves.join(" ")),
        }
    }

    fn text(self, solved: &Solved, line: &[AnyMove], other: &OtherMate<AnyMove>) -> String {
        let before = &line[..other.ply];
        self.notation.text(&solved.position.after(before), before.last().copied(), other.m)
    }
}
