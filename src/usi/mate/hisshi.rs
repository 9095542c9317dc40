//! `go hisshi`, an extension of the protocol.

use super::{Task, effort};
use crate::analysis::{Answer, Hisshi, HisshiSearch};
use crate::any::{AnyMove, AnyPosition, AnySolver};
use crate::game::{Playable, PlayablePosition as _, SfenMode};
use crate::mate::{Limits, Stop};
use crate::memory::NoRoom;
use crate::usi::print::Output;
use crate::variants::Variant;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Instant;

/// Tells the client each second that the search goes on.
struct Pulse<'a> {
    stop: &'a AtomicBool,
    output: &'a Output,
    started: Instant,
    /// Seconds at the last line.
    told: AtomicU64,
    nodes: AtomicU64,
}

impl Stop for Pulse<'_> {
    fn is_wanted(&self) -> bool {
        let seconds = self.started.elapsed().as_secs();
        if seconds > self.told.fetch_max(seconds, Ordering::Relaxed) {
            let nodes = self.nodes.load(Ordering::Relaxed);
            self.output.line(format_args!("info {}", effort(nodes, None, self.started)));
        }
        self.output.is_closed() || self.stop.is_wanted()
    }

    fn note_nodes(&self, nodes: u64) {
        self.nodes.fetch_add(nodes, Ordering::Relaxed);
    }
}

impl<G: Playable> Task<G> {
    /// Answers for the side to move. A game from outside this program has no such problems.
    pub(super) fn find_hisshi(&self, length: usize, started: Instant, stop: &AtomicBool) -> Result<(), NoRoom> {
        let Some(position) = self.position_of_any_game() else {
            self.output.line(self.question.not_implemented());
            return Ok(());
        };
        let output = &*self.output;
        let pulse = Pulse { stop, output, started, told: AtomicU64::new(0), nodes: AtomicU64::new(0) };
        let limits = Limits { deadline: self.deadline, nodes: self.nodes, stop: Some(&pulse) };
        let mut solver = AnySolver::new(position.variant(), self.megabytes)?;
        solver.set_threads(self.threads);
        let mut search = HisshiSearch::new(&mut solver, position.side_to_move(), limits, HisshiSearch::USUAL_NODES);
        let answer = search.solve_patiently(&position, length.div_ceil(2));
        self.print_hisshi(&position, &answer, search.nodes(), started);
        Ok(())
    }

    fn position_of_any_game(&self) -> Option<AnyPosition> {
        let position = &self.wording.position;
        let variant: Variant = G::of(position).name().parse().ok()?;
        let mut any = variant.read_sfen(&position.sfen(), SfenMode::Tolerant).ok()?;
        any.set_rules(&self.rules);
        Some(any)
    }

    fn print_hisshi(&self, position: &AnyPosition, answer: &Answer, nodes: u64, started: Instant) {
        let effort = effort(nodes, None, started);
        let text = |line: &[AnyMove]| position.line_in(line, self.wording.dialect);
        match answer {
            Answer::Mate(line) => {
                let (line, length) = (text(line), line.len());
                self.output.line(format_args!("info depth {length} score mate {length} {effort} pv {line}"));
                self.output.line(format_args!("hisshi mate {line}"));
            }
            Answer::Hisshi(hisshi) => {
                let (line, length) = (text(&hisshi.line()), hisshi.length);
                self.tell_others(position, hisshi);
                self.output.line(format_args!("info depth {length} {effort} pv {line}\nhisshi {line}"));
            }
            Answer::Refuted => self.output.line(format_args!("info {effort}\n{}", self.question.none())),
            Answer::Open => self.output.line(format_args!("info {effort}\n{}", self.question.timeout())),
        }
    }

    /// Names the other first moves.
    fn tell_others(&self, position: &AnyPosition, hisshi: &Hisshi) {
        let others = hisshi.first_moves.iter().skip(1);
        let others: Vec<String> = others.map(|&m| position.usi_in(m, self.wording.dialect)).collect();
        if !others.is_empty() {
            self.output.message(format_args!("hisshi as well: {}", others.join(" ")));
        }
    }
}
