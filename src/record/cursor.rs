//! The place of a reader in the record that it builds.

use super::vocabulary::SIGNS;
use super::{
    BrokenGame, Ending, NodeId, Oddity, Outcome, ReadError, Reading, Reason, Record, Step, Time, Warning, score, text,
};
use crate::any::{AnyMove, AnyPosition};
use crate::board::Color;
use crate::game::RuleChoices;
use std::time::Duration;

/// A record under construction, with the position where reading goes on.
pub(super) struct Cursor {
    pub record: Record,
    pub warnings: Vec<Warning>,
    start_line: usize,
    position: AnyPosition,
    /// Rule choices without which some moves of the record would be illegal.
    rules: RuleChoices,
    /// Nodes from the root to the place where reading goes on.
    line: Vec<NodeId>,
    /// Lines read before, the latest last.
    finished: Vec<Vec<NodeId>>,
    /// Illegal moves that may turn out to be nobody's foul, and words that may turn out to be no endings, each with its
    /// error.
    suspects: Vec<(NodeId, ReadError)>,
    /// True if the latest step of the text was left out, and its time with it.
    left_out: bool,
    /// Number of moves taken back in a row at the end of the line.
    taken_back: usize,
    /// True if the next step goes first among those in its place.
    comes_first: bool,
}

impl Cursor {
    /// Starts a record. Pieces that stand as they never could in a game cause warnings at `line`.
    pub fn new(start: AnyPosition, line: usize) -> Self {
        let oddities = start.oddities().into_iter();
        Self {
            warnings: oddities.map(|error| Warning { line, oddity: Oddity::Start(error) }).collect(),
            position: start.clone(),
            rules: RuleChoices::default(),
            record: Record::new(start),
            start_line: line,
            line: vec![Record::ROOT],
            finished: Vec::new(),
            suspects: Vec::new(),
            left_out: false,
            taken_back: 0,
            comes_first: false,
        }
    }

    /// Gives the record another start position, because the file left it in doubt. Only before the first step.
    pub fn restart(&mut self, start: AnyPosition) {
        let mut record = Record::new(start.clone());
        record.headers = std::mem::take(&mut self.record.headers);
        record.remarks = std::mem::take(&mut self.record.remarks);
        std::mem::swap(record.node_mut(Record::ROOT), self.record.node_mut(Record::ROOT));
        self.record = record;
        self.position = start;
    }

    /// The last move, legal or not.
    pub fn last(&self) -> Option<AnyMove> {
        self.record.node(self.here()).played()
    }

    /// The position before the coming move.
    pub const fn position(&self) -> &AnyPosition {
        &self.position
    }

    pub fn here(&self) -> NodeId {
        self.line.last().copied().unwrap_or(Record::ROOT)
    }

    /// Steps from the root.
    pub fn ply(&self) -> usize {
        self.line.len() - 1
    }

    pub fn warn(&mut self, line: usize, oddity: Oddity) {
        self.warnings.push(Warning { line, oddity });
    }

    /// Adds a move, which may be illegal if it turns out to be the last of its line.
    pub fn play(&mut self, m: AnyMove, line: usize) -> Result<(), ReadError> {
        self.check_open(line)?;
        let m = self.position.as_meant(m);
        match self.position.legality(m) {
            Ok(()) => {
                self.push(Step::Move(m));
                self.position.make(m);
            }
            Err(reason) => {
                let can_be_told = self.position.can_be_told(m, &reason);
                let error = Reason::Illegal { text: self.position.variant().usi(m), reason }.at(line);
                if !can_be_told {
                    return Err(error);
                }
                self.push(Step::Illegal(m));
                self.suspects.push((self.here(), error));
            }
        }
        Ok(())
    }

    /// Refuses a move on a line that has ended; if the end was doubtful, with the error of that end. Readers call this
    /// before they read a move, so that the error is not about the move.
    pub fn check_open(&mut self, line: usize) -> Result<(), ReadError> {
        let is_open = match self.record.node(self.here()).step() {
            Some(Step::Illegal(_)) => self.comes_to_rules_that_allow(),
            Some(Step::End(_)) => false,
            _ => true,
        };
        if is_open { Ok(()) } else { Err(self.suspicion(self.here(), line)) }
    }

    /// Goes on with the first rule choice of the game under which the illegal move just read and all legal moves of the
    /// record are legal; false if there is none. A game that goes on after an illegal move may have been played by
    /// rules other than the usual ones, which hardly any file names.
    fn comes_to_rules_that_allow(&mut self) -> bool {
        let game = self.position.variant();
        let options = game.options();
        for option in &options {
            for &name in &option.choices {
                let (here, mut rules, mut start) = (self.here(), self.rules.clone(), self.record.start.clone());
                if rules.choose(game.name(), &options, option.name, name).is_err() {
                    continue;
                }
                start.set_rules(&rules);
                if let Some(allowed) = self.allowed_from(&start).filter(|allowed| allowed.contains(&here)) {
                    let fault = self.suspicion(here, self.start_line);
                    let oddity = Oddity::OtherRules { reason: fault.reason, option: option.name, choice: name };
                    self.warn(fault.line, oddity);
                    (self.record.start, self.rules) = (start, rules);
                    self.acquit(&allowed);
                    self.position = self.record.position_at(here);
                    return true;
                }
            }
        }
        false
    }

    /// Turns illegal moves into legal ones, without their warnings.
    fn acquit(&mut self, moves: &[NodeId]) {
        for &id in moves {
            let node = self.record.node_mut(id);
            node.step = node.played().map(Step::Move);
        }
        let record = &self.record;
        self.suspects.retain(|(id, _)| !matches!(record.node(*id).step(), Some(Step::Move(_))));
    }

    /// The illegal moves of all lines that are legal from another start; none if a legal move would be illegal there.
    fn allowed_from(&self, start: &AnyPosition) -> Option<Vec<NodeId>> {
        let mut position = start.clone();
        // The move that each step from the root has made on the position; none for an ending or a move that stays
        // illegal.
        let mut path: Vec<Option<AnyMove>> = Vec::new();
        let mut allowed = Vec::new();
        for id in self.record.nodes().skip(1) {
            let node = self.record.node(id);
            while path.len() >= node.ply() {
                if let Some(m) = path.pop().flatten() {
                    position.unmake(m);
                }
            }
            let made = match node.step() {
                Some(&Step::Move(m)) => {
                    position.legality(m).ok()?;
                    Some(m)
                }
                Some(&Step::Illegal(m)) if position.legality(m).is_ok() => {
                    allowed.push(id);
                    Some(m)
                }
                _ => None,
            };
            if let Some(m) = made {
                position.make(m);
            }
            path.push(made);
        }
        Some(allowed)
    }

    fn suspicion(&self, id: NodeId, line: usize) -> ReadError {
        let found = self.suspects.iter().find(|(suspect, _)| *suspect == id);
        found.map_or_else(|| Reason::AfterEnd.at(line), |(_, error)| error.clone())
    }

    /// Adds an ending. Of two in a row the first counts, and a different second one causes a warning. An ending that
    /// takes the move before it for no foul speaks for other rules, as a further move would.
    pub fn end(&mut self, ending: Ending, line: usize) {
        self.taken_back += usize::from(ending == Ending::TakeBack);
        if let Some(Step::End(first)) = self.record.node(self.here()).step() {
            if *first != ending {
                let oddity = Oddity::SecondEnding { first: first.clone(), second: ending };
                self.warn(line, oddity);
                self.left_out = true;
            }
            return;
        }
        let ending = match ending {
            Ending::Other(word) => Ending::of_word(&one_word(&word)),
            Ending::Stated { winner, text } => Ending::Stated { winner, text: text.replace(['\r', '\n'], " ") },
            _ => ending,
        };
        let follows_illegal = matches!(self.record.node(self.here()).step(), Some(Step::Illegal(_)));
        if follows_illegal && ending.accepts_the_move_before() {
            self.comes_to_rules_that_allow();
        }
        let unknown = match &ending {
            Ending::Other(word) => Some(Reason::syntax(word, ["a move or an ending", "指し手や終局"]).at(line)),
            _ => None,
        };
        self.push(Step::End(ending));
        self.suspects.extend(unknown.map(|error| (self.here(), error)));
    }

    /// Replaces the ending just read by one that decides the game, if the first leaves it open.
    pub fn decide(&mut self, ending: Ending, line: usize) {
        let here = self.here();
        let side = self.record.side_to_move(self.record.node(here).parent());
        let Some(Step::End(open)) = &self.record.node(here).step else { return };
        if open.outcome(side) != Outcome::Undecided || ending.outcome(side) == Outcome::Undecided {
            return;
        }
        let oddity = Oddity::ResultCounts(open.clone());
        self.suspects.retain(|(id, _)| *id != here);
        self.record.node_mut(here).step = Some(Step::End(ending));
        self.warn(line, oddity);
    }

    /// Notes the time of the latest step, and the clock's total if it is given. Of two times for a step the first
    /// counts, and a different second one causes a warning.
    pub fn set_time(&mut self, spent: Duration, total: Option<Duration>, line: usize) {
        let here = self.here();
        if self.left_out {
            return;
        }
        if here == Record::ROOT {
            return self.warn(line, Oddity::EarlyTime);
        }
        if let Some(first) = self.record.node(here).time {
            if first.spent != spent || total.is_some_and(|total| total != first.total) {
                self.warn(line, Oddity::SecondTime);
            }
            return;
        }
        self.record.set_time(here, spent);
        if let Some(total) = total {
            self.record.node_mut(here).time = Some(Time { spent, total });
        }
    }

    /// Adds a comment of a KIF file to the latest step, whose time must be set before. `line_in_csa` translates its
    /// expected line, given a position and the move before it.
    pub fn add_kif_comment(
        &mut self,
        comment: &str,
        line_in_csa: impl FnOnce(&AnyPosition, Option<AnyMove>, &str) -> Option<String>,
    ) {
        let here = self.here();
        let spent = self.record.node(here).time.map_or(Duration::ZERO, |time| time.spent);
        let last = self.record.node(here).played();
        let line_in_csa = |line: &str| line_in_csa(&self.position, last, line);
        let comment = score::from_kif(comment, spent, line_in_csa).unwrap_or_else(|| comment.to_owned());
        self.record.add_comment(here, &comment);
    }

    fn push(&mut self, step: Step) {
        self.left_out = false;
        let parent = self.here();
        let id = self.record.push(parent, step);
        if std::mem::take(&mut self.comes_first) {
            self.record.node_mut(parent).children.rotate_right(1);
        }
        self.line.push(id);
    }

    /// The side to move, and true if the other side's last move was illegal.
    pub fn turn(&self) -> (Color, bool) {
        let here = self.here();
        (self.record.side_to_move(here), matches!(self.record.node(here).step(), Some(Step::Illegal(_))))
    }

    /// After a take-back, goes back by the number of moves taken back, and further until `side` is to move: whoever
    /// takes a move back takes the answer back too. The next step goes first, so that the old ones become a variation.
    pub fn go_back(&mut self, side: Option<Color>) {
        let taken = std::mem::take(&mut self.taken_back);
        if !matches!(self.record.node(self.here()).step(), Some(Step::End(Ending::TakeBack))) {
            return;
        }
        let mut before = (self.ply() - 1).saturating_sub(taken);
        let is_turn = |ply: usize| side.is_none_or(|side| self.record.side_to_move(self.line[ply]) == side);
        if !is_turn(before) && before > 0 {
            before -= 1;
        }
        self.jump(self.line[before]);
        self.comes_first = true;
    }

    /// Goes to the place of step `ply` on the latest line that has one, to add another there; otherwise to the end of
    /// the latest line that the step would continue.
    pub fn branch(&mut self, ply: usize, line: usize) -> Result<(), ReadError> {
        let lines = || std::iter::once(&self.line).chain(self.finished.iter().rev());
        let has_ply = |nodes: &&Vec<NodeId>| ply > 0 && nodes.len() > ply;
        let goes_on = |nodes: &&Vec<NodeId>| {
            let last = nodes.last().map(|&last| self.record.node(last).step());
            ply > 0 && nodes.len() == ply && matches!(last, Some(None | Some(Step::Move(_))))
        };
        let found = lines().find(has_ply).or_else(|| lines().find(goes_on));
        let target = found.ok_or_else(|| Reason::NoSuchPly(ply).at(line))?[..ply].to_vec();
        self.finished.push(std::mem::take(&mut self.line));
        self.go(target);
        Ok(())
    }

    pub fn jump(&mut self, id: NodeId) {
        let mut line = vec![id];
        let mut here = id;
        while here != Record::ROOT {
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

    /// Ends the reading at a fault, and keeps what stands before it.
    pub fn fail(mut self, error: ReadError) -> BrokenGame {
        let here = self.here();
        if self.suspects.pop_if(|(suspect, found)| *suspect == here && *found == error).is_some() {
            self.record.remove_last();
        }
        BrokenGame { error, before: Some(Box::new(self.finish())) }
    }

    /// Ends the reading. An illegal move without mention of a foul causes a warning, and so does an unknown ending.
    pub fn finish(mut self) -> Reading {
        for (id, error) in &self.suspects {
            let node = self.record.node(*id);
            let next = node.children().first().map(|&next| self.record.node(next).step());
            let oddity = match node.step() {
                Some(Step::End(ending)) => Oddity::UnknownEnding(ending.clone()),
                _ if matches!(next, Some(Some(Step::End(Ending::FoulWin | Ending::FoulLoss)))) => continue,
                _ => Oddity::Move(error.reason.clone()),
            };
            self.warnings.push(Warning { line: error.line, oddity });
        }
        self.warnings.sort_by_key(|warning| warning.line);
        Reading { record: self.record, line: self.start_line, warnings: self.warnings }
    }
}

/// Makes a text one word in every format. Characters that could not stand in one become underscores; an underscore also
/// goes before the beginning of a move, and stands for an empty word.
fn one_word(text: &str) -> String {
    let word =
        text.trim().replace(|c: char| c.is_whitespace() || "()（）+*、，,".contains(c) || SIGNS.contains(&c), "_");
    let like_a_move = word.starts_with(|c| matches!(c, '同' | '仝') || text::numeral(c).is_some());
    if like_a_move || word.is_empty() { format!("_{word}") } else { word }
}

#[cfg(test)]
mod tests {
    use super::one_word;

    #[test]
    fn no_ending_looks_like_a_move() {
        let words = [
            ("1b x", "_1b_x"),
            ("同歩", "_同歩"),
            ("三", "_三"),
            (" the end (of it)+", "the_end__of_it__"),
            ("_1b", "_1b"),
            (" ", "_"),
        ];
        words.iter().for_each(|(text, word)| assert_eq!(one_word(text), *word));
    }
}
