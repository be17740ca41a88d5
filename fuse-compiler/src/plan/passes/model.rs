//! The cost model: what a pass costs for one element, and the passes that cost least together (docs/DESIGN.md section 10).
//!
//! In: what each unit of a loop does. Out: the units of each pass, in order. The default, a pass for each unit, is always
//! among the candidates.

use crate::rust::term::work::FLOAT;
use crate::sorted::SortedSet;

// Note [Constants of the model]
// In cycles for one element, of a core that begins WIDTH operations in each. Latencies are those of Zen 3 (Fog, instruction tables),
// and decide by their order, not by their size. DIVISION and VECTOR_DIVISION: `divsd` and half a `divpd` there. PASS is the mean
// over random clusters of what a pass of one store costs more than its operations, in blocks of 512
// (`cargo bench --bench regret`). A block in the first cache is written and read once: BUFFER. An element that is read from two
// passes is read twice: LOAD, an operation.

/// Operations that begin in one cycle.
const WIDTH: f64 = 4.0;
/// Bits that one operation on several elements takes.
const VECTOR: f64 = 128.0;
/// A division of doubles, of one element.
const DIVISION: f64 = 4.5;
/// The same of two at once.
const VECTOR_DIVISION: f64 = 2.5;
/// A pass, for each element of its blocks.
const PASS: f64 = 0.15;
/// A block that waits for a later pass.
const BUFFER: f64 = 0.1;
/// The latency of several smallest or several largest elements by one comparison each: LLVM packs them in one vector, and shuffles what
/// each compares in between. Measured on two sums and four extrema of pairs of singles, plain over fused at 64, 1 K and 16 K elements:
/// 0.71 0.78 0.80; on a sum, a smallest and a largest double 0.75 in one body, 2.3 in passes. Of fields, which are far apart, one of each is
/// not packed: two sums, the highest and the lowest price of trades 1.6 in passes, 2.5 in one body.
const PACKED: f64 = 8.0;
/// The latency of an accumulator of floats in a body that calls a function: it waits in memory. See Note [What operations cost].
const SPILLED: f64 = 12.5;
/// A jump that nobody foresees every other time.
const JUMP: f64 = 8.0;
/// To read an element.
const LOAD: f64 = 1.0;

/// To read a field of an element, and to put it beside those of others. See Note [Masks of fields].
const FIELD: f64 = 2.0;

/// How many units are put together in the best way there is; of more, what gains most comes first.
const EXACTLY: usize = 8;
/// How many units a loop may have.
const MOST: usize = 48;

/// Which units LLVM does together on several elements at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Class {
    /// What stores, adds and compares integers, or stores floats.
    Vector,
    /// Extrema of floats: in loops of their own and nowhere else.
    Extremum,
    /// None.
    Serial,
    /// An extremum of floats that has lanes in a pass of its own, and one comparison for each element beside others.
    Lanes,
    /// It has a pass of its own, whatever it costs.
    Alone,
}

/// What a unit does for one element.
#[derive(Clone, Debug)]
pub(super) struct Costs {
    /// With whom it is done on several elements at once.
    pub(super) class: Class,
    /// True if what it takes is a field of the elements.
    pub(super) fields: bool,
    /// How many fields of the elements it reads, each of which is far from that of the next element.
    pub(super) scattered: usize,
    /// True if it keeps the smallest.
    pub(super) smallest: bool,
    /// Cycles that an element waits for the one before it.
    pub(super) latency: f64,
    /// Operations, without those that read.
    pub(super) operations: f64,
    /// Divisions and roots of floats.
    pub(super) divisions: f64,
    /// Calls that are over soon.
    pub(super) calls: f64,
    /// What several elements at once choose by, and one element jumps over.
    pub(super) choices: f64,
    /// What is a jump beside anything else.
    pub(super) switches: f64,
    /// The bits of the widest number.
    pub(super) bits: u32,
    /// What it reads, by numbers that stand for arrays.
    pub(super) reads: SortedSet<usize>,
    /// What it makes that others may read.
    pub(super) makes: SortedSet<usize>,
}

impl Costs {
    /// The operations for one element, with as many that read, where several elements are taken at once.
    pub(super) fn one_of_several(&self, reads: f64) -> f64 {
        (self.operations + reads) * f64::from(self.bits) / VECTOR
    }
}

/// The units of a loop, and which reads what another one makes.
#[derive(Clone, Debug, Default)]
pub(super) struct Units {
    /// What they cost.
    pub(super) costs: Vec<Costs>,
    /// The first is before the second. True if both may be in different passes.
    pub(super) edges: Vec<(usize, usize)>,
}

type Mask = u64;

fn members(mask: Mask) -> impl Iterator<Item = usize> {
    (0..64).filter(move |unit| mask & (1 << unit) != 0)
}

impl Units {
    /// The cost of a pass; nothing if its units are not to be one.
    fn cost(&self, pass: Mask) -> Option<f64> {
        let units = || members(pass).map(|unit| &self.costs[unit]);
        let first = units().next()?.class;
        let several = pass.count_ones() > 1;
        let alone = |costs: &Costs| costs.class == Class::Alone;
        if several && units().any(alone) {
            return None;
        }
        let made = units().flat_map(|unit| &unit.makes).copied();
        let made = made.collect::<SortedSet<_>>();
        let read = units().flat_map(|unit| &unit.reads).copied();
        let mut read = read.collect::<SortedSet<_>>();
        read.retain(|array| !made.contains(array));
        let operations = units().map(|unit| unit.operations).sum::<f64>();
        let operations = (operations + LOAD * read.len() as f64) / WIDTH;
        let divisions = units().map(|unit| unit.divisions).sum::<f64>();
        let bits = f64::from(units().map(|unit| unit.bits).max().unwrap_or(64));
        let together = |costs: &Costs| costs.class == first && !(several && first == Class::Lanes);
        let jumps = several && units().any(|unit| unit.switches > 0.0);
        let vector = first != Class::Serial && units().all(together) && !jumps;
        let body = if vector {
            let scattered = units().map(|unit| unit.scattered).sum::<usize>() as f64;
            f64::max(
                operations * bits / VECTOR + FIELD * scattered / WIDTH,
                divisions * VECTOR_DIVISION * bits / 64.0,
            )
        } else {
            let latency = units().map(|unit| unit.latency).fold(0.0, f64::max);
            let lanes = || units().filter(|unit| unit.class == Class::Lanes);
            let alike = |smallest| lanes().filter(|unit| unit.smallest == smallest).count() > 1;
            let side_by_side = lanes().count() > 1 && !lanes().all(|unit| unit.fields);
            let packed = side_by_side || alike(true) || alike(false);
            let latency = latency.max(if packed { PACKED } else { 0.0 });
            let calls = units().any(|unit| unit.calls > 0.0);
            let spilled = calls && latency >= FLOAT;
            let latency = latency.max(if spilled { SPILLED } else { 0.0 });
            let choices = units().map(|unit| unit.choices).sum::<f64>();
            latency.max(operations).max(divisions * DIVISION) + JUMP * choices
        };
        let elsewhere = |array: &&usize| {
            let mut others = self.costs.iter();
            others.any(|other| other.makes.contains(*array))
        };
        let waits = read.iter().filter(elsewhere).count();
        Some(body + PASS + BUFFER * waits as f64)
    }

    /// The units of each pass, in order, so that all of it costs least.
    pub(super) fn passes(&self) -> Option<Vec<Vec<usize>>> {
        let count = self.costs.len();
        let passes = match count {
            0 => return None,
            _ if count <= EXACTLY => self.exactly(),
            _ if count <= MOST => self.greedily(),
            _ => return None,
        };
        self.in_order(passes)
    }

    /// What one pass of all units costs.
    pub(super) fn together(&self) -> Option<f64> {
        let all = (0..self.costs.len().min(MOST)).fold(0, |mask, unit| mask | 1 << unit);
        self.cost(all)
    }

    /// What all of it costs in such passes.
    #[cfg(test)]
    pub(super) fn total(&self, passes: &[Vec<usize>]) -> Option<f64> {
        let mask = |pass: &Vec<usize>| pass.iter().fold(0, |mask, unit| mask | 1 << unit);
        passes.iter().map(|pass| self.cost(mask(pass))).sum()
    }

    /// The best order-respecting partition: for each set of units that may have run, the cheapest passes that run it.
    fn exactly(&self) -> Vec<Mask> {
        let all: Mask = (1 << self.costs.len()) - 1;
        let size = all as usize + 1;
        let costs = (0..size).map(|mask| self.cost(mask as Mask));
        let costs = costs.collect::<Vec<_>>();
        let mut before = vec![0; self.costs.len()];
        for (from, to) in &self.edges {
            before[*to] |= 1 << from;
        }
        // The least cost, and the last pass.
        let mut best: Vec<Option<(f64, Mask)>> = vec![None; size];
        best[0] = Some((0.0, 0));
        for ran in 0..all {
            let Some((so_far, _)) = best[ran as usize] else {
                continue;
            };
            let left = all & !ran;
            let mut next = left;
            while next != 0 {
                let ready = members(next).all(|unit| before[unit] & !(ran | next) == 0);
                if let (true, Some(cost)) = (ready, costs[next as usize]) {
                    let place = &mut best[(ran | next) as usize];
                    let cheaper = place.is_none_or(|(cost_before, _)| so_far + cost < cost_before);
                    if cheaper {
                        *place = Some((so_far + cost, next));
                    }
                }
                next = (next - 1) & left;
            }
        }
        let mut passes = Vec::new();
        let mut ran = all;
        while let Some((_, last)) = best[ran as usize].filter(|_| ran != 0) {
            passes.push(last);
            ran &= !last;
        }
        passes
    }

    /// From the default plan on, two passes become one as long as that gains something.
    fn greedily(&self) -> Vec<Mask> {
        let mut passes = (0..self.costs.len())
            .map(|unit| 1 << unit)
            .collect::<Vec<Mask>>();
        loop {
            let mut most: Option<(f64, usize, usize)> = None;
            for one in 0..passes.len() {
                for other in one + 1..passes.len() {
                    let joined = passes[one] | passes[other];
                    let (Some(a), Some(b), Some(both)) = (
                        self.cost(passes[one]),
                        self.cost(passes[other]),
                        self.cost(joined),
                    ) else {
                        continue;
                    };
                    let gain = a + b - both;
                    if gain <= 0.0 || most.is_some_and(|(before, ..)| before >= gain) {
                        continue;
                    }
                    let mut tried = passes.clone();
                    tried[one] = joined;
                    tried.remove(other);
                    if self.in_order(tried).is_some() {
                        most = Some((gain, one, other));
                    }
                }
            }
            let Some((_, one, other)) = most else {
                return passes;
            };
            passes[one] |= passes[other];
            passes.remove(other);
        }
    }

    /// Passes in an order in which they can run: of those that can, the one with the first unit. `None` if there is none.
    fn in_order(&self, mut left: Vec<Mask>) -> Option<Vec<Vec<usize>>> {
        let mut passes = Vec::new();
        left.sort_by_key(|pass| pass.trailing_zeros());
        while !left.is_empty() {
            let waits = |pass: Mask| {
                self.edges.iter().any(|(from, to)| {
                    let (from, to): (Mask, Mask) = (1 << from, 1 << to);
                    pass & to != 0 && pass & from == 0 && left.iter().any(|left| left & from != 0)
                })
            };
            let next = left.iter().position(|pass| !waits(*pass))?;
            passes.push(members(left.remove(next)).collect());
        }
        Some(passes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn unit(class: Class, latency: f64, operations: f64, bits: u32) -> Costs {
        Costs {
            class,
            fields: false,
            scattered: 0,
            smallest: false,
            latency,
            operations,
            divisions: 0.0,
            calls: 0.0,
            choices: 0.0,
            switches: 0.0,
            bits,
            reads: SortedSet::from([0]),
            makes: SortedSet::new(),
        }
    }

    fn passes(costs: Vec<Costs>, edges: Vec<(usize, usize)>) -> Vec<Vec<usize>> {
        Units { costs, edges }.passes().expect("there are units")
    }

    #[test]
    fn sums_that_wait_share_a_pass_and_what_is_vectorised_has_its_own() {
        let sum = || unit(Class::Serial, 3.0, 1.0, 64);
        let count = || unit(Class::Vector, 0.0, 8.0, 8);
        assert_eq!(passes(vec![sum(), sum()], Vec::new()), [[0, 1]]);
        let both = passes(vec![sum(), count(), sum()], Vec::new());
        assert_eq!(both.len(), 1, "a few operations are free beside what waits");
        let many = || unit(Class::Vector, 0.0, 16.0, 8);
        assert_eq!(
            passes(vec![sum(), many(), many()], Vec::new()),
            [vec![0], vec![1, 2]]
        );
        assert_eq!(
            passes(vec![many(), sum(), many()], Vec::new()),
            [vec![0, 2], vec![1]]
        );
    }

    #[test]
    fn what_waits_stays_out_of_a_body_that_calls() {
        let sum = || unit(Class::Serial, 3.0, 1.0, 32);
        let calling = |operations: f64| Costs {
            calls: 1.0,
            ..unit(Class::Serial, 1.0, operations, 32)
        };
        let behind = |of: Costs| passes(vec![of, sum()], vec![(0, 1)]);
        assert_eq!(behind(calling(20.0)).len(), 2);
        assert_eq!(behind(calling(80.0)).len(), 1, "it is not waited for");
    }

    #[test]
    fn no_order_is_broken_and_greedy_costs_hardly_more() {
        let mut random = 1_u64;
        let mut next = |below: u64| {
            random = random
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1);
            (random >> 33) % below
        };
        for _ in 0..200 {
            let count = 2 + next(6) as usize;
            let costs = (0..count).map(|_| {
                let serial = next(2) == 0;
                let class = if serial { Class::Serial } else { Class::Vector };
                let latency = if serial { next(5) as f64 } else { 0.0 };
                unit(class, latency, next(12) as f64, 8 << next(4))
            });
            let costs = costs.collect::<Vec<_>>();
            let edge = |to: usize, from: u64| (from as usize % to, to);
            let mut edges = Vec::new();
            for to in 1..count {
                if next(2) == 0 {
                    edges.push(edge(to, next(9)));
                }
            }
            let units = Units { edges, costs };
            let exact = units.in_order(units.exactly()).expect("an order");
            let greedy = units.in_order(units.greedily()).expect("an order");
            let default = (0..count).map(|unit| vec![unit]).collect::<Vec<_>>();
            let [exact, greedy, default] =
                [exact, greedy, default].map(|passes| units.total(&passes).expect("a cost"));
            assert!(
                exact <= greedy + 1e-9 && greedy <= default + 1e-9,
                "{units:?}"
            );
        }
    }
}
