//! Orders that lead to what was observed, where that says of each lane what it found. Then a lane is an edge from what it
//! found to what it left, and an order of all lanes is an Eulerian trail; the BEST theorem (de Bruijn, van
//! Aardenne-Ehrenfest, Smith and Tutte) says how many there are.

use super::count::Orders;
use super::lanes::{Lanes, TurnEnd};
use super::round::GroupEnd;
use crate::base::LaneMask;
use crate::exec::{Position, Scenario};
use num_bigint::{BigInt, BigUint, Sign};
use rustc_hash::FxHashMap;

/// The most contents that are looked at.
const MOST_CONTENTS: usize = 256;

/// The one end of lanes of each of which it is known what it found; none where they cannot go together. `None` where it is
/// not known of each.
pub(super) fn observed_ends(scenario: &Scenario, mut lanes: Lanes) -> Option<Vec<GroupEnd>> {
    if !lanes.is_observed() || lanes.hands_on() {
        return None;
    }
    let edges = edges(scenario, &mut lanes)?;
    let edges: Option<Vec<(u32, u32)>> = edges.into_iter().collect();
    let found = edges.and_then(|edges| trails(&edges, Lanes::BEFORE));
    let end = |trails: Trails| GroupEnd {
        contents: lanes.contents.get(trails.end).clone(),
        returned: Box::default(),
        trapped: Vec::new(),
        is_stopped: false,
        gave_up: LaneMask::default(),
        renamings: BigUint::from(1u32),
        orders: Orders::of(lanes.lanes.len(), trails.count),
        witness: trails.first.into_iter().map(|lane| lanes.lanes[lane].0).collect(),
    };
    Some(found.into_iter().map(end).collect())
}

/// For each lane what it found and what it left; `None` for one that can have found nothing that comes up. No answer where
/// one can have found several contents.
fn edges(scenario: &Scenario, lanes: &mut Lanes) -> Option<Vec<Option<(u32, u32)>>> {
    let mut edges: Vec<Option<(u32, u32)>> = vec![None; lanes.lanes.len()];
    let mut contents = vec![Lanes::BEFORE];
    let mut at = 0;
    while let Some(&before) = contents.get(at) {
        for (lane, edge) in edges.iter_mut().enumerate() {
            // There are at most 32 lanes.
            let turn = lanes.turn(scenario, lane as u32, before).ok()?;
            if turn.end == TurnEnd::Contradicts {
                continue;
            }
            let is_done = turn.end == TurnEnd::Done && *lanes.position(turn.position) == Position::Done;
            if !is_done || edge.replace((before, turn.contents)).is_some() {
                return None;
            }
            if !contents.contains(&turn.contents) {
                contents.push(turn.contents);
            }
        }
        at += 1;
        if contents.len() > MOST_CONTENTS {
            return None;
        }
    }
    Some(edges)
}

/// The Eulerian trails of a graph from a vertex.
struct Trails {
    /// Where all of them end.
    end: u32,
    /// How many there are.
    count: BigUint,
    /// The edges of one, by their index.
    first: Vec<usize>,
}

/// The trails along all edges, each once, from that vertex; `None` where there are none. There is an edge.
fn trails(edges: &[(u32, u32)], start: u32) -> Option<Trails> {
    let mut number = FxHashMap::<u32, usize>::default();
    let mut names = Vec::new();
    for vertex in std::iter::once(start).chain(edges.iter().flat_map(|&(from, to)| [from, to])) {
        number.entry(vertex).or_insert_with(|| {
            names.push(vertex);
            names.len() - 1
        });
    }
    let edges: Vec<(usize, usize)> = edges.iter().map(|(from, to)| (number[from], number[to])).collect();
    let mut out = vec![0usize; names.len()];
    let mut into = vec![0usize; names.len()];
    for &(from, to) in &edges {
        out[from] += 1;
        into[to] += 1;
    }
    // A trail leaves each vertex as often as it gets there, but for where it begins and where it ends.
    let end = (0..names.len()).find(|&vertex| into[vertex] == out[vertex] + 1).unwrap_or(0);
    into[0] += usize::from(end != 0);
    out[end] += usize::from(end != 0);
    let first = one_trail(&edges, names.len());
    if into != out || first.len() != edges.len() {
        return None;
    }
    // With an edge from the end back to the start it is a circuit. The start is vertex 0, and root of the trees.
    let mut laplacian = vec![vec![BigInt::ZERO; names.len()]; names.len()];
    let back = (end != 0).then_some((end, 0));
    for (from, to) in edges.iter().copied().chain(back) {
        laplacian[from][from] += 1;
        laplacian[from][to] -= 1;
    }
    let reduced: Vec<Vec<BigInt>> = laplacian[1..].iter().map(|row| row[1..].to_vec()).collect();
    let mut count = determinant(reduced);
    for &degree in &out {
        count *= (1..degree).map(BigUint::from).product::<BigUint>();
    }
    if end == 0 {
        // A circuit without a given first edge begins with any that leaves the start.
        count *= out[0];
    }
    Some(Trails { end: names[end], count, first })
}

/// A trail from vertex 0 along as many edges as can be reached, if there is one along all of them (Hierholzer).
fn one_trail(edges: &[(usize, usize)], vertices: usize) -> Vec<usize> {
    let mut leaving: Vec<Vec<usize>> = vec![Vec::new(); vertices];
    for (at, &(from, _)) in edges.iter().enumerate().rev() {
        leaving[from].push(at);
    }
    let mut way: Vec<(usize, Option<usize>)> = vec![(0, None)];
    let mut trail = Vec::new();
    while let Some(&(vertex, by)) = way.last() {
        match leaving[vertex].pop() {
            Some(edge) => way.push((edges[edge].1, Some(edge))),
            None => {
                way.pop();
                trail.extend(by);
            }
        }
    }
    trail.reverse();
    trail
}

/// The determinant of a matrix, which is not negative: by elimination without fractions (Bareiss).
fn determinant(mut rows: Vec<Vec<BigInt>>) -> BigUint {
    let (mut before, mut is_negative) = (BigInt::from(1), false);
    for at in 0..rows.len() {
        let Some(pivot) = (at..rows.len()).find(|&row| rows[row][at] != BigInt::ZERO) else {
            return BigUint::ZERO;
        };
        is_negative ^= pivot != at;
        rows.swap(at, pivot);
        let (done, left) = rows.split_at_mut(at + 1);
        let pivot = &done[at];
        for row in left {
            for column in at + 1..row.len() {
                row[column] = (&row[column] * &pivot[at] - &row[at] * &pivot[column]) / &before;
            }
        }
        before = pivot[at].clone();
    }
    let signed = if is_negative { -before } else { before };
    match signed.into_parts() {
        (Sign::Minus, _) => BigUint::ZERO,
        (_, number) => number,
    }
}

#[cfg(test)]
mod tests {
    use super::trails;
    use crate::base::split_mix;
    use num_bigint::BigUint;
    #[cfg(target_arch = "wasm32")]
    use wasm_bindgen_test::wasm_bindgen_test as test;

    /// How many trails there are along the edges that are left.
    fn brute(edges: &[(u32, u32)], at: u32, left: u32) -> u64 {
        if left == 0 {
            return 1;
        }
        let next = (0..edges.len()).filter(|&edge| left >> edge & 1 == 1 && edges[edge].0 == at);
        next.map(|edge| brute(edges, edges[edge].1, left & !(1 << edge))).sum()
    }

    #[test]
    fn trails_are_counted_as_they_are_found_one_by_one() {
        let mut state = 7;
        let mut found = 0;
        for _ in 0..3000 {
            let mut draw = |end: u64| (split_mix(&mut state) % end) as u32;
            let (vertices, count) = (1 + u64::from(draw(4)), 1 + draw(7));
            let mut at = 0;
            let edges: Vec<(u32, u32)> = (0..count)
                .map(|_| {
                    let to = draw(vertices);
                    // Mostly a walk, so that there is a trail.
                    let from = if draw(20) == 0 { draw(vertices) } else { at };
                    at = to;
                    (from, to)
                })
                .collect();
            let all = brute(&edges, 0, (1 << count) - 1);
            let counted = trails(&edges, 0);
            assert_eq!(
                counted.as_ref().map_or(BigUint::ZERO, |it| it.count.clone()),
                BigUint::from(all),
                "{edges:?}"
            );
            let Some(counted) = counted else { continue };
            let mut at = 0;
            for edge in &counted.first {
                assert_eq!(edges[*edge].0, at, "{edges:?}");
                at = edges[*edge].1;
            }
            assert_eq!((at, counted.first.len()), (counted.end, edges.len()), "{edges:?}");
            found += 1;
        }
        assert!(found > 1000, "{found}");
    }
}
