//! How clusters are to be chosen, and with how much work.

/// How clusters are chosen: table 1.1's four columns.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Strategy {
    /// Each written chain is its own loop, as std runs it.
    Unfused,
    /// Pull-based shortcut fusion: a producer fuses into its only consumer.
    Stream,
    /// Megiddo and Sarkar: only loops of equal iteration size.
    Imperative,
    /// The best under the cost, by the integer program of the paper alone.
    #[cfg(feature = "ilp")]
    Ilp,
    /// The best under the cost.
    #[default]
    Optimal,
}

/// What the optimal strategy minimises.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Cost {
    /// What memory sees: array writes and reads, then arrays, then loops.
    #[default]
    Traffic,
    /// The objective of fig. 1.14.
    Paper,
}

/// Which clusters are asked for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Choice {
    /// How clusters are chosen.
    pub strategy: Strategy,
    /// What is minimised, and what a solution is measured in.
    pub cost: Cost,
    /// How much work may be spent on each component.
    pub limit: Limit,
}

/// How much work may be spent on one component. A component's limit does not depend on the others, so
/// that an unrelated statement cannot change its clusters; and it counts steps, never seconds, so that
/// a program has the same clusters on every machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limit {
    /// How many states the branch and bound looks at: an unoptimised build does about a hundred thousand
    /// a second.
    pub states: u64,
    /// The solver is not asked about a program with more rows than this: its relaxation alone could
    /// take too long.
    pub rows: usize,
    /// The solver begins no further node after this much work: pivots times rows, of which an
    /// unoptimised build does about a million a second.
    pub work: u64,
}

impl Limit {
    /// The cheapest clustering that is found without a search.
    pub const NOTHING: Limit = Limit {
        states: 0,
        rows: 0,
        work: 0,
    };

    /// So many states of the branch and bound, and work of the solver to match: `#[fuse(limit = N)]`.
    #[must_use]
    pub fn of_states(states: u64) -> Limit {
        Limit {
            states,
            rows: if states == 0 { 0 } else { 1_000 },
            work: states.saturating_mul(8),
        }
    }
}

impl Default for Limit {
    /// Two or three seconds in an unoptimised build, where nothing is proven before.
    fn default() -> Self {
        Limit::of_states(200_000)
    }
}
