//! Records of any game, read and written as those of its kernel.

use super::{
    BrokenGame, Format, NodeId, Notated, ReadError, ReadGame, Reading, Reason, Record, Recorded, Step, WriteError,
    Written,
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
