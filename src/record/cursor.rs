//! Where a reader stands in the record it builds.

use super::{Ending, NodeId, Notated, ReadError, Reading, Reason, Record, Step, Warning};
use crate::board::Square;
use crate::game::Position as _;
use crate::rules::{Move, Rules};

/// A record under construction with the position at the place where reading goes on.
pub(super) struct Cursor<G: Notated> {
    pub record: Record<G>,
    pub warnings: Vec<Warning>,
    start_line: usize,
    position: G::Position,
    /// From the root to the place where reading goes on.
    line: Vec<NodeId>,
    /// The lines read before, the latest last.
    finished: Vec<Vec<NodeId>>,
    /// Illegal moves that may turn out to be no one's foul, with where they stand.
    suspects: Vec<(NodeId, ReadError)>,
}

impl<G: Notated> Cursor<G> {
    /// Starts a record; of pieces that stand as they never could in a game, `line` is told.
    pub fn new(start: G::Position, line: usize) -> Self {
        let oddities = G::oddities(&start).into_iter();
        Self {
            warnings: oddities.map(|text| Warning { line, text }).collect(),
            position: start.clone(),
            record: Record::new(start),
            start_line: line,
            line: vec![Record::<G>::ROOT],
            finished: Vec::new(),
            suspects: Vec::new(),
        }
    }

    /// The position before the coming move.
    pub const fn position(&self) -> &G::Position {
        &self.position
    }

    pub fn here(&self) -> NodeId {
        self.line.last().copied().unwrap_or(Record::<G>::ROOT)
    }

    /// Steps from the root.
    pub fn ply(&self) -> usize {
        self.line.len() - 1
    }

    pub fn warn(&mut self, line: usize, text: impl Into<String>) {
        self.warnings.push(Warning { line, text: text.into() });
    }

    /// Adds a move, which may be illegal if it turns out to be the last of its line.
    pub fn play(&mut self, m: G::Move, line: usize) -> Result<(), ReadError> {
        match self.record.node(self.here()).step() {
            Some(Step::End(_)) => return Err(Reason::AfterEnd("a move").at(line)),
            Some(Step::Illegal(_)) => return Err(self.suspicion(self.here(), line)),
            _ => {}
        }
        match G::legality(&self.position, m) {
            Ok(()) => {
                self.push(Step::Move(m));
                self.position.make(m, &mut ());
            }
            Err(reason) => {
                let can_be_told = G::can_be_told(&self.position, m, &reason);
                let error = G::illegal_move(G::usi(m).to_string(), reason).at(line);
                if !can_be_told {
                    return Err(error);
                }
                self.push(Step::Illegal(m));
                self.suspects.push((self.here(), error));
            }
        }
        Ok(())
    }

    fn suspicion(&self, id: NodeId, line: usize) -> ReadError {
        let found = self.suspects.iter().find(|(suspect, _)| *suspect == id);
        found.map_or_else(|| Reason::AfterEnd("a move").at(line), |(_, error)| error.clone())
    }

    /// Adds an ending; to say the same once more is no error.
    pub fn end(&mut self, ending: Ending, line: usize) -> Result<(), ReadError> {
        match self.record.node(self.here()).step() {
            Some(Step::End(before)) if *before == ending => {}
            Some(Step::End(_)) => return Err(Reason::AfterEnd("another ending").at(line)),
            _ => self.push(Step::End(ending)),
        }
        Ok(())
    }

    fn push(&mut self, step: Step<G::Move>) {
        let id = self.record.push(self.here(), step);
        self.line.push(id);
    }

    /// Goes to the place of the step number `ply` on the latest line that has one, to add another there.
    pub fn branch(&mut self, ply: usize, line: usize) -> Result<(), ReadError> {
        let has_ply = |nodes: &&Vec<NodeId>| ply > 0 && nodes.len() > ply;
        let current = std::iter::once(&self.line);
        let found = current.chain(self.finished.iter().rev()).find(has_ply);
        let target = found.ok_or_else(|| Reason::NoSuchPly(ply).at(line))?[..ply].to_vec();
        self.finished.push(std::mem::take(&mut self.line));
        self.go(target);
        Ok(())
    }

    /// Goes to a node.
    pub fn jump(&mut self, id: NodeId) {
        let mut line = vec![id];
        let mut here = id;
        while here != Record::<G>::ROOT {
            here = self.record.node(here).parent();
            line.push(here);
        }
        line.reverse();
        self.go(line);
    }

    fn go(&mut self, line: Vec<NodeId>) {
        self.line = line;
        self.position = self.record.position_at(self.here());
    }

    /// Ends the reading: an illegal move is worth a warning where no foul is spoken of.
    pub fn finish(mut self) -> Reading<G> {
        for (id, error) in &self.suspects {
            let next = self.record.node(*id).children().first().map(|&next| self.record.node(next).step());
            if !matches!(next, Some(Some(Step::End(Ending::FoulWin | Ending::FoulLoss)))) {
                self.warnings.push(Warning { line: error.line, text: error.reason.to_string() });
            }
        }
        self.warnings.sort_by_key(|warning| warning.line);
        Reading { record: self.record, line: self.start_line, warnings: self.warnings }
    }
}

impl<R: Rules> Cursor<R> {
    /// The target of the move before.
    pub fn last_target(&self) -> Option<Square> {
        self.record.node(self.here()).played().map(Move::to)
    }
}
