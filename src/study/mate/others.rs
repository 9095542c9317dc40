//! Other solutions in words.

use super::Solved;
use crate::any::AnyMove;
use crate::jobs::notation::Notation;
use crate::mate::{OtherKind, OtherMate};
use crate::words::Language;
use std::io::{self, Write};

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
        let (last, rest): (Vec<_>, Vec<_>) = others.iter().partition(|other| other.kind == OtherKind::LastMove);
        for other in &rest {
            self.tell_one(out, other, &self.text(solved, line, other))?;
        }
        let moves: Vec<String> = last.iter().map(|other| self.text(solved, line, other)).collect();
        self.tell_last(out, &moves)?;
        if rest.iter().any(|other| other.kind == OtherKind::Cook) {
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

    fn tell_one<M>(self, out: &mut dyn Write, other: &OtherMate<M>, m: &str) -> io::Result<()> {
        let (name, number, length) = (name(other.kind, self.language), other.ply + 1, other.length);
        match self.language {
            Language::En => writeln!(out, "  {name} at move {number}: {m} mates in {length}"),
            Language::Ja => writeln!(out, "  {name}：{number}手目{m}、{length}手で詰み"),
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
