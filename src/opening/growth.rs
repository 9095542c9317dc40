//! Growth of a book: the choice of the next position to search, and the values of all moves after that.
//!
//! Moves are chosen by drop-out expansion (T. Lincke, Strategies for the automatic construction of opening books, CG
//! 2000). Each ply of a line has a cost, and so has each centipawn by which its moves are worse than the best ones; the
//! cheapest open move is searched next. Values are carried back by minimax. A side that can repeat positions for ever
//! has a draw; the graph does not tell a loss by perpetual check from it.

use crate::game::Score;
use crate::game::score;
use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};

/// The graph of a book: its positions, known by their keys, and the moves between them.
#[derive(Clone, Debug, Default)]
pub struct Graph {
    nodes: Vec<Vec<Edge>>,
    /// The moves to each node, as a node and an index among its moves. `[node]`
    parents: Vec<Vec<(usize, usize)>>,
    by_key: HashMap<u64, usize>,
    /// The moves to positions that are not nodes yet, by the key of that position.
    open: HashMap<u64, Vec<(usize, usize)>>,
}

/// A move from a node.
#[derive(Clone, Copy, Debug)]
struct Edge {
    /// The score for the side to move, from the search of the node.
    score: Score,
    /// The node after the move, if there is one.
    child: Option<usize>,
}

/// A move that leads out of the book, with the cost of the line that ends with it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OpenMove {
    pub cost: u64,
    pub node: usize,
    pub index: usize,
    /// The key of the position after the move.
    pub key: u64,
}

impl Graph {
    /// Adds a node, or replaces the moves of an existing one. A move is its score and the key of the position after it.
    /// The returned number counts nodes in the order of their insertion.
    pub fn insert(&mut self, key: u64, moves: &[(Score, u64)]) -> usize {
        let node = match self.by_key.get(&key) {
            Some(&node) => {
                self.unlink(node);
                node
            }
            None => self.add(key),
        };
        for (index, &(score, behind)) in moves.iter().enumerate() {
            let child = self.by_key.get(&behind).copied();
            self.nodes[node].push(Edge { score, child });
            match child {
                Some(child) => self.parents[child].push((node, index)),
                None => self.open.entry(behind).or_default().push((node, index)),
            }
        }
        node
    }

    fn add(&mut self, key: u64) -> usize {
        let node = self.nodes.len();
        self.nodes.push(Vec::new());
        self.by_key.insert(key, node);
        let parents = self.open.remove(&key).unwrap_or_default();
        for &(parent, index) in &parents {
            self.nodes[parent][index].child = Some(node);
        }
        self.parents.push(parents);
        node
    }

    fn unlink(&mut self, node: usize) {
        self.nodes[node].clear();
        self.parents.iter_mut().for_each(|parents| parents.retain(|&(parent, _)| parent != node));
        self.open.values_mut().for_each(|moves| moves.retain(|&(parent, _)| parent != node));
    }

    /// The node of a position.
    #[must_use]
    pub fn node(&self, key: u64) -> Option<usize> {
        self.by_key.get(&key).copied()
    }

    /// The nodes without parents.
    #[must_use]
    pub fn roots(&self) -> Vec<usize> {
        (0..self.nodes.len()).filter(|&node| self.parents[node].is_empty()).collect()
    }

    /// The value of every move for the side that plays it. `[node][index]`
    #[must_use]
    pub fn values(&self) -> Vec<Vec<Score>> {
        let nodes = self.node_values();
        let of = |edge: &Edge| edge.child.map_or(edge.score, |child| nodes[child].map_or(0, behind));
        self.nodes.iter().map(|edges| edges.iter().map(of).collect()).collect()
    }

    /// The value of each node for its side to move; `None` for nodes from which no side can force anything, which are
    /// draws.
    ///
    /// The analysis is retrograde, as for endgame tables, and takes values in descending order of their size. So no
    /// later value is better for a side than a win that it already has, and a node without a win waits until all its
    /// moves have values.
    fn node_values(&self) -> Vec<Option<Score>> {
        let mut values: Vec<Option<Score>> = vec![None; self.nodes.len()];
        let mut waiting: Vec<usize> = self.nodes.iter().map(Vec::len).collect();
        let mut best = vec![-score::INFINITE; self.nodes.len()];
        let mut events: BinaryHeap<(Score, usize, Score)> = BinaryHeap::new();
        for (node, edges) in self.nodes.iter().enumerate() {
            let leaves = edges.iter().filter(|edge| edge.child.is_none());
            events.extend(leaves.map(|edge| (edge.score.abs(), node, edge.score)));
        }
        while let Some((_, node, score)) = events.pop() {
            if values[node].is_some() {
                continue;
            }
            waiting[node] -= 1;
            best[node] = best[node].max(score);
            if score <= 0 && waiting[node] > 0 {
                continue;
            }
            values[node] = Some(best[node]);
            let value = behind(best[node]);
            events.extend(self.parents[node].iter().map(|&(parent, _)| (value.abs(), parent, value)));
        }
        values
    }

    /// The open moves, the cheapest first, by the values of all moves. Lines start at the nodes `roots`, and a ply
    /// costs as much as `ply_cost` centipawns. The less it costs, the deeper and narrower the book grows.
    #[must_use]
    pub fn open_moves(&self, roots: &[usize], values: &[Vec<Score>], ply_cost: u16) -> Vec<OpenMove> {
        let mut costs = vec![u64::MAX; self.nodes.len()];
        let mut queue: BinaryHeap<Reverse<(u64, usize)>> = roots.iter().map(|&root| Reverse((0, root))).collect();
        roots.iter().for_each(|&root| costs[root] = 0);
        while let Some(Reverse((cost, node))) = queue.pop() {
            if cost > costs[node] {
                continue;
            }
            for (edge, step) in self.nodes[node].iter().zip(steps(&values[node], ply_cost)) {
                let Some(child) = edge.child else { continue };
                if cost + step < costs[child] {
                    costs[child] = cost + step;
                    queue.push(Reverse((cost + step, child)));
                }
            }
        }
        let reached = |&(node, _): &(usize, usize)| costs[node] < u64::MAX;
        let mut cheapest: Vec<OpenMove> = Vec::new();
        for (&key, moves) in &self.open {
            let cost_of = |&(node, index): &(usize, usize)| {
                let step = steps(&values[node], ply_cost).nth(index).unwrap_or_default();
                OpenMove { cost: costs[node] + step, node, index, key }
            };
            cheapest.extend(moves.iter().filter(|place| reached(place)).map(cost_of).min_by_key(|open| open.cost));
        }
        cheapest.sort_by_key(|open| (open.cost, open.node, open.index));
        cheapest
    }
}

/// The cost of each move of a node.
fn steps(values: &[Score], ply_cost: u16) -> impl Iterator<Item = u64> {
    let best = values.iter().copied().max().unwrap_or_default();
    values.iter().map(move |value| u64::from(ply_cost) + u64::from((best - value).unsigned_abs()))
}

/// The value for the side that made the last move, which is one ply further from a mate.
const fn behind(value: Score) -> Score {
    match score::mate_distance(value) {
        Some(plies) if value > 0 => score::mated_in(plies as usize + 1),
        Some(plies) => score::mate_in(plies.unsigned_abs() as usize + 1),
        None => -value,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Random moves of some nodes: a score, and either another node or an open position.
    fn graph(nodes: usize) -> impl Strategy<Value = Vec<Vec<(Score, u64)>>> {
        let target = prop_oneof![0..nodes as u64, 1000..1100u64];
        let moves = prop::collection::vec((-5..=5i32, target), 1..4);
        prop::collection::vec(moves, nodes)
    }

    fn built(moves: &[Vec<(Score, u64)>]) -> Graph {
        let mut graph = Graph::default();
        for (key, moves) in moves.iter().enumerate() {
            assert_eq!(graph.insert(key as u64, moves), key);
        }
        graph
    }

    /// The nodes where the side to move can force at least `wanted`, and those where the other side can, found by
    /// repeated passes until nothing is added.
    fn forced(graph: &Graph, wanted: Score) -> (Vec<bool>, Vec<bool>) {
        let mut wins = vec![false; graph.nodes.len()];
        let mut losses = vec![false; graph.nodes.len()];
        loop {
            let before = (wins.clone(), losses.clone());
            for (node, edges) in graph.nodes.iter().enumerate() {
                let won = |edge: &Edge| edge.child.map_or(edge.score >= wanted, |child| losses[child]);
                let lost = |edge: &Edge| edge.child.map_or(-edge.score >= wanted, |child| wins[child]);
                let (win, loss) = (edges.iter().any(won), edges.iter().all(lost));
                wins[node] |= win;
                losses[node] |= loss;
            }
            if before == (wins.clone(), losses.clone()) {
                return before;
            }
        }
    }

    proptest! {
        #[test]
        fn values_are_what_can_be_forced(moves in graph(8)) {
            let graph = built(&moves);
            let mut expected = vec![0; moves.len()];
            for wanted in 1..=5 {
                let (wins, losses) = forced(&graph, wanted);
                for (node, value) in expected.iter_mut().enumerate() {
                    if wins[node] {
                        *value = wanted;
                    } else if losses[node] {
                        *value = -wanted;
                    }
                }
            }
            let values_of_nodes: Vec<Score> = graph.node_values().into_iter().map(Option::unwrap_or_default).collect();
            prop_assert_eq!(&values_of_nodes, &expected);
            for (node, values) in graph.values().iter().enumerate() {
                prop_assert_eq!(values.iter().copied().max(), Some(values_of_nodes[node]));
            }
        }

        #[test]
        fn the_order_of_insertion_does_not_matter(moves in graph(6), seed in 0..720u64) {
            let whole = built(&moves);
            let mut graph = Graph::default();
            let mut order: Vec<usize> = (0..moves.len()).collect();
            order.sort_by_key(|&node| (seed + 1).wrapping_mul(node as u64 + 7) % 31);
            let numbers: Vec<usize> = order.iter().map(|&node| graph.insert(node as u64, &moves[node])).collect();
            // The node gets other moves first, which must leave no trace.
            graph.insert(order[0] as u64, &[(5, 3), (4, 2000)]);
            graph.insert(order[0] as u64, &moves[order[0]]);
            let (values, expected) = (graph.values(), whole.values());
            for (number, node) in numbers.into_iter().zip(order) {
                prop_assert_eq!(&values[number], &expected[node]);
            }
        }
    }

    #[test]
    fn cheap_lines_are_extended_first() {
        // At node 0 the move of 20 leads to node 1 and that of 15 to the open position 100. At node 1 the moves are
        // worth -20 and -50.
        let graph = built(&[vec![(20, 1), (15, 100)], vec![(-20, 101), (-50, 102)]]);
        let values = graph.values();
        assert_eq!(values, [vec![20, 15], vec![-20, -50]]);
        let open: Vec<(u64, u64)> =
            graph.open_moves(&[0], &values, 10).iter().map(|open| (open.cost, open.key)).collect();
        assert_eq!(open, [(15, 100), (20, 101), (50, 102)]);
        // If a ply costs nothing, the best line is extended before the second best move.
        let cheap: Vec<u64> = graph.open_moves(&[0], &values, 0).iter().map(|open| open.key).collect();
        assert_eq!(cheap, [101, 100, 102]);
        assert!(graph.open_moves(&[1], &values, 10).iter().all(|open| open.node == 1));
    }

    #[test]
    fn mates_come_nearer() {
        let graph = built(&[vec![(10, 1)], vec![(score::mated_in(2), 100)]]);
        assert_eq!(graph.values()[0], [score::mate_in(3)]);
        // The least distance has no sign of its own.
        assert_eq!([score::mated_in(0), score::mate_in(0)].map(behind), [score::mate_in(1), score::mated_in(1)]);
    }
}
