//! Game records: one type for every format, one file a format.
//!
//! A [`Record`] is a start position, headers, and a tree of [`Node`]s whose first children are the game as it was
//! played. Readers yield records; writers report what their format could not hold ([`Loss`]).
//!
//! ```
//! use kumataka::record::{Ending, Format, Record, Step, header, usi};
//! use kumataka::variants::Variant;
//! use std::time::Duration;
//!
//! let start = Variant::Shogi.start();
//! let first = start.parse_move("7g7f").unwrap();
//! let mut record = Record::new(start);
//! record.headers.set(header::BLACK, "Habu");
//! let node = record.push(Record::ROOT, Step::Move(first));
//! record.set_time(node, Duration::from_secs(12));
//! record.add_comment(node, "* 30 -3334FU");
//! record.push(node, Step::End(Ending::Resignation));
//!
//! assert_eq!(usi::line(&record), "position startpos moves 7g7f");
//! let written = Format::CSA3.write(&record).unwrap();
//! assert!(written.text.ends_with("+7776FU\nT12\n'** 30 -3334FU\n%TORYO\n"));
//! assert!(written.losses.is_empty());
//! ```

#![deny(missing_docs)]

pub mod csa;
mod cursor;
pub mod diagram;
mod ending;
mod error;
mod format;
mod guess;
pub mod header;
pub mod japanese;
#[cfg(feature = "json")]
pub mod jkf;
pub mod ki2;
pub mod kif;
mod large;
mod oddity;
mod reader;
mod score;
mod text;
mod told;
pub mod typed;
pub mod usi;
mod vocabulary;
pub mod western;

pub use ending::{Ending, Outcome};
pub use error::{Loss, Phrase, ReadError, Reason, WriteError, no_place};
pub use format::{Format, GameEnds, RecordFormat, UnknownFormat};
pub use header::Headers;
pub use oddity::{Oddity, Warning};
pub use reader::{GameReader, StreamError};
pub use score::{Analysed, Score};
pub use text::{Encoding, decode, encode, fullwidth_number, kanji_number};

use crate::any::{AnyMove, AnyPosition};
use crate::board::Color;
use crate::game::Handicap;
use std::fmt;
use std::time::Duration;
use thiserror::Error;

/// A game, or a study with variations.
#[derive(Clone)]
pub struct Record {
    /// Names, place, dates and rules of the game.
    pub headers: Headers,
    /// Lines that a program left in the file for other programs, without their mark.
    pub remarks: Vec<String>,
    start: AnyPosition,
    nodes: Vec<Node>,
}

/// Name of a node in one record.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct NodeId(usize);

/// A place of the tree: the step that leads there, and the notes on it.
#[derive(Clone, Debug)]
pub struct Node {
    step: Option<Step>,
    ply: usize,
    parent: NodeId,
    children: Vec<NodeId>,
    /// Time spent on the step, if the record says.
    pub time: Option<Time>,
    /// One line each.
    pub comments: Vec<String>,
    /// A name by which programs find the place.
    pub bookmark: Option<String>,
}

/// The step from a node to the next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// A legal move.
    Move(AnyMove),
    /// A move against the rules, which only an [`Ending`] may follow.
    Illegal(AnyMove),
    /// Nothing follows.
    End(Ending),
}

/// Nanoseconds of a millisecond.
const NANOS_OF_MILLI: u32 = 1_000_000;

/// Time spent on a step, and by the same side on the whole line up to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Time {
    /// On this step alone.
    pub spent: Duration,
    /// By the same side on the whole line.
    pub total: Duration,
}

impl Time {
    /// True if there are parts of a second.
    pub(in crate::record) fn has_fractions(self) -> bool {
        self.spent.subsec_nanos() > 0 || self.total.subsec_nanos() > 0
    }
}

/// A written record, and what its format could not hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Written {
    /// The record in the format, before it is encoded.
    pub text: String,
    /// Parts of the record that the format has no place for.
    pub losses: Vec<Loss>,
}

/// A record, and what its reader had to guess or leave out.
#[derive(Clone, Debug)]
pub struct Reading {
    /// The game.
    pub record: Record,
    /// Line at which the start position was complete, counted from one.
    pub line: usize,
    /// Guesses and omissions, in the order of their lines.
    pub warnings: Vec<Warning>,
}

/// A game that could not be read to its end.
#[derive(Clone, Debug, Error)]
#[error("{error}")]
pub struct BrokenGame {
    /// The fault, with its line.
    pub error: ReadError,
    /// The part before the fault, if the start position was complete.
    pub before: Option<Box<Reading>>,
}

impl From<ReadError> for BrokenGame {
    fn from(error: ReadError) -> Self {
        Self { error, before: None }
    }
}

/// One game of a file.
pub type ReadGame = Result<Reading, BrokenGame>;

impl Node {
    /// None only for the root.
    #[must_use]
    pub const fn step(&self) -> Option<&Step> {
        self.step.as_ref()
    }

    /// Steps from the root.
    #[must_use]
    pub const fn ply(&self) -> usize {
        self.ply
    }

    /// The step of the main line first.
    #[must_use]
    pub fn children(&self) -> &[NodeId] {
        &self.children
    }

    /// The node before; the root is its own parent.
    #[must_use]
    pub const fn parent(&self) -> NodeId {
        self.parent
    }

    /// The move that leads here, legal or not.
    #[must_use]
    pub const fn played(&self) -> Option<AnyMove> {
        match self.step {
            Some(Step::Move(m) | Step::Illegal(m)) => Some(m),
            _ => None,
        }
    }

    /// The first score among its comments.
    #[must_use]
    pub fn score(&self) -> Option<Score> {
        self.comments.iter().find_map(|comment| Score::of_comment(comment))
    }

    /// True if both have the same content, provided that their places in the trees are equal.
    fn says_the_same(&self, other: &Self) -> bool {
        let said = |node: &Self| (node.step.clone(), node.time, node.bookmark.clone(), node.children.len());
        said(self) == said(other) && self.comments == other.comments
    }
}

impl NodeId {
    /// The place of the node among all that were ever added, the root first.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0
    }
}

impl Record {
    /// The node before the first step.
    pub const ROOT: NodeId = NodeId(0);

    /// The node with an [index](NodeId::index).
    #[must_use]
    pub fn at_index(&self, index: usize) -> Option<NodeId> {
        (index < self.nodes.len()).then_some(NodeId(index))
    }

    /// A record without headers or moves.
    #[must_use]
    pub fn new(start: AnyPosition) -> Self {
        let root = Node {
            step: None,
            ply: 0,
            parent: Self::ROOT,
            children: vec![],
            time: None,
            comments: vec![],
            bookmark: None,
        };
        Self { headers: Headers::default(), remarks: Vec::new(), start, nodes: vec![root] }
    }

    /// The position before the first move.
    #[must_use]
    pub const fn start(&self) -> &AnyPosition {
        &self.start
    }

    /// The node of this name.
    ///
    /// # Panics
    /// If the node belongs to another record, as for every method that takes one.
    #[must_use]
    pub fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.0]
    }

    /// The node of this name, for a change of its notes.
    pub fn node_mut(&mut self, id: NodeId) -> &mut Node {
        &mut self.nodes[id.0]
    }

    /// Adds a step after `parent`: the game's if it is the first there, a variation otherwise. The caller must see to
    /// it that a [`Step::Move`] is legal, and that only an ending follows an ending or an illegal move.
    pub fn push(&mut self, parent: NodeId, step: Step) -> NodeId {
        let id = NodeId(self.nodes.len());
        let node = Node {
            step: Some(step),
            ply: self.node(parent).ply + 1,
            parent,
            children: vec![],
            time: None,
            comments: vec![],
            bookmark: None,
        };
        self.nodes.push(node);
        self.node_mut(parent).children.push(id);
        id
    }

    /// Removes the step added last.
    fn remove_last(&mut self) {
        let Some(node) = self.nodes.pop() else { return };
        let id = NodeId(self.nodes.len());
        self.node_mut(node.parent).children.retain(|&child| child != id);
    }

    /// Notes the time spent on the step that leads to `id`; the total follows from the steps before.
    pub fn set_time(&mut self, id: NodeId, spent: Duration) {
        let total = self.total_before(id).saturating_add(spent);
        self.node_mut(id).time = Some(Time { spent, total });
    }

    /// Like [`Record::set_time`], for a clock finer than any format: the time is cut to whole milliseconds.
    pub fn set_measured_time(&mut self, id: NodeId, spent: Duration) {
        let nanos = spent.subsec_nanos();
        self.set_time(id, Duration::new(spent.as_secs(), nanos - nanos % NANOS_OF_MILLI));
    }

    /// Time spent, before the step to `id`, by the side that makes it.
    #[must_use]
    pub fn total_before(&self, id: NodeId) -> Duration {
        let ply = self.node(id).ply;
        let same_side = |node: &&Node| node.ply > 0 && node.ply % 2 == ply % 2;
        let earlier = self.ancestors(id).filter(same_side).find_map(|node| node.time);
        earlier.map_or(Duration::ZERO, |time| time.total)
    }

    /// The record with whole seconds, for formats without fractions; none if it has no fractions. As at the table, the
    /// part of a second is dropped at each move, and a total that is the sum of the times remains it.
    pub(in crate::record) fn in_whole_seconds(&self) -> Option<Self> {
        let times = || self.nodes().filter_map(|id| Some((id, self.node(id).time?)));
        if !times().any(|(_, time)| time.has_fractions()) {
            return None;
        }
        let whole = |time: Duration| Duration::from_secs(time.as_secs());
        let mut record = self.clone();
        for (id, Time { spent, total }) in times() {
            if self.total_before(id).saturating_add(spent) == total {
                record.set_time(id, whole(spent));
            } else {
                record.node_mut(id).time = Some(Time { spent: whole(spent), total: whole(total) });
            }
        }
        Some(record)
    }

    /// Adds a comment; each of its lines becomes one.
    pub fn add_comment(&mut self, id: NodeId, text: &str) {
        let lines = text.split('\n').map(|line| line.trim_end_matches('\r'));
        self.node_mut(id).comments.extend(lines.flat_map(|line| line.split('\r')).map(str::to_owned));
    }

    /// The nodes before `id`, nearest first, the root last.
    fn ancestors(&self, id: NodeId) -> impl Iterator<Item = &Node> {
        let mut here = id;
        std::iter::from_fn(move || {
            let at_root = here == Self::ROOT;
            here = self.node(here).parent;
            (!at_root).then(|| self.node(here))
        })
    }

    /// The side to move at `id`.
    #[must_use]
    pub fn side_to_move(&self, id: NodeId) -> Color {
        if self.node(id).ply.is_multiple_of(2) { self.start.side_to_move() } else { !self.start.side_to_move() }
    }

    /// The game as it was played: the nodes after the root.
    pub fn main_line(&self) -> impl Iterator<Item = NodeId> {
        self.line_after(Self::ROOT)
    }

    /// The nodes after `id`, along the first children.
    pub fn line_after(&self, id: NodeId) -> impl Iterator<Item = NodeId> {
        std::iter::successors(self.node(id).children.first().copied(), |&id| self.node(id).children.first().copied())
    }

    /// `id` and the nodes after it, along the first children.
    pub fn line_from(&self, id: NodeId) -> impl Iterator<Item = NodeId> {
        std::iter::once(id).chain(self.line_after(id))
    }

    /// The position at `id`, with the history that led there; after an illegal move or an ending, the position before
    /// it.
    #[must_use]
    pub fn position_at(&self, id: NodeId) -> AnyPosition {
        let mut moves = Vec::with_capacity(self.node(id).ply);
        for node in std::iter::once(self.node(id)).chain(self.ancestors(id)) {
            if let Some(Step::Move(m)) = node.step {
                moves.push(m);
            }
        }
        let mut position = self.start.clone();
        moves.into_iter().rev().for_each(|m| position.make(m));
        position
    }

    /// The ending of the main line and its outcome, if there is one.
    #[must_use]
    pub fn outcome(&self) -> Option<(&Ending, Outcome)> {
        let last = self.main_line().last()?;
        match self.node(last).step() {
            Some(Step::End(ending)) => {
                let side = self.side_to_move(self.node(last).parent);
                Some((ending, ending.outcome(side)))
            }
            _ => None,
        }
    }

    /// Every node, parents before children and the main line before its variations.
    pub fn nodes(&self) -> impl Iterator<Item = NodeId> {
        let mut waiting = vec![Self::ROOT];
        std::iter::from_fn(move || {
            let id = waiting.pop()?;
            waiting.extend(self.node(id).children.iter().rev());
            Some(id)
        })
    }

    /// True if any node has more than one continuation.
    #[must_use]
    pub fn has_variations(&self) -> bool {
        self.nodes.iter().any(|node| node.children.len() > 1)
    }

    /// The handicap of the game with this start, if there is one.
    #[must_use]
    pub fn handicap(&self) -> Option<&'static Handicap> {
        let without_number = |sfen: &str| sfen.rsplit_once(' ').map_or(String::new(), |(fields, _)| fields.to_owned());
        let start = without_number(&self.start.sfen());
        self.start.variant().handicaps().iter().find(|handicap| without_number(handicap.sfen) == start)
    }
}

/// Equal if both say the same, in whatever order their variations were added.
impl PartialEq for Record {
    fn eq(&self, other: &Self) -> bool {
        let alike = |(a, b): (NodeId, NodeId)| self.node(a).says_the_same(other.node(b));
        self.headers == other.headers
            && self.remarks == other.remarks
            && self.start.sfen() == other.start.sfen()
            && self.nodes.len() == other.nodes.len()
            && self.nodes().zip(other.nodes()).all(alike)
    }
}

impl fmt::Debug for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{:?} {:?} {}", self.headers, self.remarks, self.start.sfen())?;
        for id in self.nodes() {
            let node = self.node(id);
            writeln!(f, "{:?} {:?} {:?} {:?} {:?}", node.ply, node.step, node.time, node.comments, node.bookmark)?;
        }
        Ok(())
    }
}
