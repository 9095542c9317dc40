//! Perft: the number of move sequences of a given length, the usual proof of a move generator.

use crate::game::{Game, Position as _};
use crate::rules::{Move, Position, Rules};
use rayon::prelude::*;

/// From this depth on the work is worth sharing out by pairs of moves.
const PARALLEL_DEPTH: u32 = 4;

/// Sequences of `depth` legal moves, the last ply counted without being played.
#[must_use]
pub fn perft<R: Rules>(position: &mut Position<R>, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => position.count_legal_moves(),
        _ => {
            let mut nodes = 0;
            for &m in legal_moves(position).as_ref() {
                position.make(m, &mut ());
                nodes += perft(position, depth - 1);
                position.unmake(m);
            }
            nodes
        }
    }
}

/// [`perft`] after each legal move, in the order of their names, on the threads of the rayon pool in force.
#[must_use]
pub fn divide<R: Rules>(position: &Position<R>, depth: u32) -> Vec<(Move, u64)> {
    let mut moves = legal_moves(position).as_ref().to_vec();
    moves.sort_by_cached_key(|m| m.usi::<R>().to_string());
    let rest = depth.saturating_sub(1);
    if depth < PARALLEL_DEPTH || rayon::current_num_threads() == 1 {
        let mut position = position.clone();
        return moves.into_iter().map(|m| (m, perft_after(&mut position, &[m], rest))).collect();
    }
    // Single root moves differ too much in size; pairs keep every thread busy to the end.
    let pairs = moves.iter().flat_map(|&first| replies(position, first).into_iter().map(move |reply| [first, reply]));
    let pairs = pairs.collect::<Vec<_>>();
    let counts = pairs.par_iter().map_init(|| position.clone(), |p, pair| perft_after(p, pair, rest - 1));
    let counts = counts.collect::<Vec<_>>();
    let mut divided = moves.into_iter().map(|m| (m, 0)).collect::<Vec<_>>();
    for ([first, _], count) in pairs.into_iter().zip(counts) {
        if let Some((_, sum)) = divided.iter_mut().find(|(m, _)| *m == first) {
            *sum += count;
        }
    }
    divided
}

/// [`perft`] of the position after some moves.
fn perft_after<R: Rules>(position: &mut Position<R>, moves: &[Move], depth: u32) -> u64 {
    moves.iter().for_each(|&m| position.make(m, &mut ()));
    let nodes = perft(position, depth);
    moves.iter().rev().for_each(|&m| position.unmake(m));
    nodes
}

fn replies<R: Rules>(position: &Position<R>, m: Move) -> Vec<Move> {
    let mut position = position.clone();
    position.make(m, &mut ());
    legal_moves(&position).as_ref().to_vec()
}

fn legal_moves<R: Rules>(position: &Position<R>) -> <R as Game>::MoveList {
    let mut moves = <R as Game>::MoveList::default();
    position.legal_moves(&mut moves);
    moves
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::variants::{Shogi, Tori};

    fn sum<R: Rules>(depth: u32, threads: usize) -> u64 {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| divide(&Position::<R>::start(), depth)).iter().map(|(_, nodes)| nodes).sum()
    }

    #[test]
    fn all_ways_of_counting_agree() {
        assert_eq!(perft(&mut Position::<Shogi>::start(), 0), 1);
        for depth in 1..=4 {
            let nodes = [30, 900, 25_470, 719_731][depth as usize - 1];
            assert_eq!(perft(&mut Position::<Shogi>::start(), depth), nodes);
            assert_eq!((sum::<Shogi>(depth, 1), sum::<Shogi>(depth, 3)), (nodes, nodes));
            let nodes = [17, 288, 5430, 103_857][depth as usize - 1];
            assert_eq!((sum::<Tori>(depth, 1), sum::<Tori>(depth, 3)), (nodes, nodes));
        }
    }
}
