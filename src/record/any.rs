//! Records of any game, read and written as those of its kernel.

use super::typed::Mistyped;
use super::{
    BrokenGame, Format, NodeId, Notated, ReadError, ReadGame, Reading, Reason, Record, Recorded, Step, Told,
    WriteError, Written,
};
use crate::any::{AnyIllegality, AnyMove, AnyPosition, AnySfenError, KernelPosition, with_kernel};
use crate::game::Playable;
use crate::large::LargeGame;
use crate::rules::AnyGame;
use crate::variants::Variant;
use crate::with_any_game;

impl Notated for Variant {
    fn as_meant(position: &AnyPosition, m: AnyMove) -> AnyMove {
        with_kernel!(position.kernel(), p: G => AnyMove::new(G::as_meant(p, m.of_kernel())))
    }

    fn bad_position(error: AnySfenError) -> Reason {
        match error {
            AnySfenError::Drops(error) => AnyGame::bad_position(error),
            AnySfenError::Large(error) => LargeGame::bad_position(error),
        }
    }

    fn illegal_move(text: String, reason: AnyIllegality) -> Reason {
        match reason {
            AnyIllegality::Drops(reason) => AnyGame::illegal_move(text, reason),
            AnyIllegality::Large(reason) => LargeGame::illegal_move(text, reason),
        }
    }

    fn oddities(position: &AnyPosition) -> Vec<String> {
        with_kernel!(position.kernel(), p: G => G::oddities(p))
    }

    fn can_be_told(position: &AnyPosition, m: AnyMove, reason: &AnyIllegality) -> bool {
        match (position.kernel(), reason) {
            (KernelPosition::Drops(position), AnyIllegality::Drops(reason)) => {
                AnyGame::can_be_told(position, m.of_kernel(), reason)
            }
            (KernelPosition::Large(position), AnyIllegality::Large(reason)) => {
                LargeGame::can_be_told(position, m.of_kernel(), reason)
            }
            _ => unreachable!("a kernel gives its own reasons"),
        }
    }
}

impl Recorded for Variant {
    fn read_text(self, format: Format, text: &str) -> Result<Vec<ReadGame<Self>>, ReadError> {
        with_any_game!(self, game => Ok(game.read_text(format, text)?.into_iter().map(any_game).collect()))
    }

    fn write_record(format: Format, record: &Record<Self>) -> Result<Written, WriteError> {
        with_kernel!(record.start().kernel(), p: G => G::write_record(format, &of_kernel::<G>(record, p)))
    }
}

impl Variant {
    /// Whether moves and boards of the game are written with the names of its pieces.
    #[must_use]
    pub fn has_names(self) -> bool {
        with_any_game!(self, game => game.has_names())
    }
}

impl AnyPosition {
    /// A diagram as KIF files hold it.
    #[must_use]
    pub fn diagram(&self) -> String {
        with_kernel!(self.kernel(), p: G => G::diagram(p))
    }

    /// A legal move in Japanese; `last` is the move before it.
    #[must_use]
    pub fn japanese(&self, m: AnyMove, last: Option<AnyMove>) -> String {
        with_kernel!(self.kernel(), p: G => G::japanese(p, m.of_kernel(), last.map(AnyMove::of_kernel)))
    }

    /// A legal move in western notation.
    #[must_use]
    pub fn western(&self, m: AnyMove) -> String {
        with_kernel!(self.kernel(), p: G => G::western(p, m.of_kernel()))
    }

    /// A legal move as comments of a format write it.
    #[must_use]
    pub fn in_comment(&self, format: Format, m: AnyMove, last: Option<AnyMove>) -> String {
        with_kernel!(self.kernel(), p: G => G::in_comment(format, p, m.of_kernel(), last.map(AnyMove::of_kernel)))
    }

    /// Reads a legal move as somebody types it; `last` is the move before it.
    ///
    /// # Errors
    /// If the text is not a move, no legal one, or not the only one that fits.
    pub fn typed(&self, text: &str, last: Option<AnyMove>) -> Result<AnyMove, Mistyped<AnyMove, AnyIllegality>> {
        with_kernel!(self.kernel(), p: G => {
            G::typed(p, text, last.map(AnyMove::of_kernel)).map(AnyMove::new).map_err(|mistyped| match mistyped {
                Mistyped::Unreadable => Mistyped::Unreadable,
                Mistyped::NoCandidate => Mistyped::NoCandidate,
                Mistyped::Ambiguous(moves) => Mistyped::Ambiguous(moves.into_iter().map(AnyMove::new).collect()),
                Mistyped::Illegal(m, reason) => Mistyped::Illegal(AnyMove::new(m), reason.into()),
            })
        })
    }
}

impl Told for Variant {
    fn has_names(self) -> bool {
        self.has_names()
    }

    fn diagram(position: &AnyPosition) -> String {
        position.diagram()
    }

    fn japanese(position: &AnyPosition, m: AnyMove, last: Option<AnyMove>) -> String {
        position.japanese(m, last)
    }

    fn western(position: &AnyPosition, m: AnyMove) -> String {
        position.western(m)
    }

    fn in_comment(format: Format, position: &AnyPosition, m: AnyMove, last: Option<AnyMove>) -> String {
        position.in_comment(format, m, last)
    }

    fn typed(
        position: &AnyPosition,
        text: &str,
        last: Option<AnyMove>,
    ) -> Result<AnyMove, Mistyped<AnyMove, AnyIllegality>> {
        position.typed(text, last)
    }
}

fn any_game<G: Playable<Position: Into<AnyPosition>>>(read: ReadGame<G>) -> ReadGame<Variant> {
    read.map(any_reading).map_err(|BrokenGame { error, before }| BrokenGame {
        error,
        before: before.map(|reading| Box::new(any_reading(*reading))),
    })
}

fn any_reading<G: Playable<Position: Into<AnyPosition>>>(reading: Reading<G>) -> Reading<Variant> {
    let Reading { record, line, warnings } = reading;
    let start = record.start.clone().into();
    Reading { record: record.mapped(start, AnyMove::new), line, warnings }
}

fn of_kernel<G: Playable>(record: &Record<Variant>, start: &G::Position) -> Record<G> {
    record.mapped(start.clone(), AnyMove::of_kernel)
}

impl<G: Playable> Record<G> {
    /// The same record of the same game by another type.
    fn mapped<H: Playable>(&self, start: H::Position, map: impl Fn(G::Move) -> H::Move) -> Record<H> {
        let mut record = Record::new(start);
        record.headers = self.headers.clone();
        record.remarks.clone_from(&self.remarks);
        record.nodes = self
            .nodes
            .iter()
            .map(|node| super::Node {
                step: node.step.clone().map(|step| match step {
                    Step::Move(m) => Step::Move(map(m)),
                    Step::Illegal(m) => Step::Illegal(map(m)),
                    Step::End(ending) => Step::End(ending),
                }),
                ply: node.ply,
                parent: NodeId(node.parent.0),
                children: node.children.clone(),
                time: node.time,
                comments: node.comments.clone(),
                bookmark: node.bookmark.clone(),
            })
            .collect();
        record
    }
}
