//! Loops in one body, of which few elements go chain by chain.
//!
//! In: a loop that runs in one body, since a strict sum of floats waits for the element before it, or since a histogram, or a body that
//! stores at its counter, cannot be parted from what else it holds. Out: the passes for as many elements as a processor looks ahead anyway. What the other chains do of many elements is free beside the sum; of a few it is all there
//! is, and alone LLVM does it on several elements at once.

use super::model::{Class, Costs};
use super::tiler::Tiler;
use super::units::{Planned, scatters};
use crate::cnf::{ChainId, Operation};
use crate::ops::body::Body;
use crate::ops::consumer::fold::Fold;
use crate::ops::consumer::sum::Reduction;
use crate::plan::elements::is_slice;
use crate::plan::in_step::is_in_step;
use crate::plan::loop_plan::{Over, Passes, Reads, Taking};
use crate::plan::rule::Rule;
use crate::rust::control::Control;
use crate::rust::ty::Scalar;
use crate::sorted::SortedSet;
use syn::Stmt;

// Note [What few elements cost in one body]
// Measured, plain over fused at 8, 16, 32, 64, 256 and 1 K elements, of a strict sum of doubles beside
//
//                            one body                          chain by chain up to 64
//   a count of doubles       0.64 0.60 0.53 0.66 1.18 1.21     0.92 1.11 0.97 1.00 1.17 1.20
//   another between limits   0.81 0.69 0.69 0.85 1.32 1.36     1.00 0.95 0.99 1.00 1.37 1.36
//   a sum of `i32`, tested   0.85 0.67 0.68 0.74 1.16 1.12     0.92 0.98 0.99 1.00 1.17 1.13
//   a sum of `i64`, masked   1.09 1.05 0.94 1.10 1.47 1.23     1.00 0.94 0.99 1.00 1.40 1.23
//   a stored map             0.99 0.95 0.89 0.94 1.30 1.23     1.01 1.01 0.98 0.98 1.30 1.23
//   and of what it stores    ---- 0.88 ---- 0.82 ---- 1.05     ---- 0.96 ---- 0.98 ---- 1.05
//   a count of bytes         1.39 1.64 1.85 2.26 2.06 1.86     0.99 1.00 1.00 1.00 2.02 1.85
//
// A vector of bytes is no gain on as few. With one body for all, the code is half as long.

// Beside what adds to places of an array, one body of few elements may take up to 9 ns for each where the histogram alone takes 1.2. Why
// is not known: no counter of the hardware was to be had. A histogram of 16 bins beside, at 16, 32, 64, 128, 256 and 512 elements:
//
//   a strict sum of floats   0.28 0.20 0.25 0.84 0.78 0.91
//   a largest float          0.39 0.70 0.88 1.03 1.08 1.11
//   a weight of each bin     0.94 1.01 1.01 1.18 1.20 1.17     (as written up to 64)

/// How many elements are few beside a strict sum, and beside what adds to places of an array.
const STRICT: usize = 64;
const SCATTERED: usize = 256;
/// How many times the operations of the chains on their own those of one body must be.
const GAIN: f64 = 1.3;
/// What a test costs in one body that is a mask in a vector: to compare, to make a number of the flag, to widen it.
const FLAG: f64 = 2.0;
/// The bits of a number of which a vector of few elements is one.
const WIDE: u32 = 32;

/// Few elements chain by chain, where one body of them is slower. See Note [What few elements cost in one body].
pub(crate) const RULE: Rule = Rule {
    apply: |context, plan| {
        if plan.is_free()
            && plan.reads != Reads::Iterators
            && !plan.parallel
            && plan.overwrites.is_empty()
            && plan.strings.makers.is_empty()
            && !context.lowered.setting.inner
        {
            plan.few = Tiler::new(context.lowered, &plan.nest).few();
        }
    },
};

impl Tiler<'_> {
    /// The passes of few elements, if those are faster.
    fn few(&self) -> Option<Passes> {
        let root = &self.nest.root;
        let mut sources = root.sources.iter();
        if self.nest.nests() || !sources.all(|source| is_in_step(self.lowered, source)) {
            return None;
        }
        let chains = self.nest.cluster.iter().map(|id| self.chain(*id));
        let chains = chains.collect::<SortedSet<_>>();
        let scatters = chains.len() > 1 && chains.iter().any(|chain| self.scatters(*chain));
        if !chains.iter().all(|chain| self.is_visible(*chain)) || !(scatters || self.loses(&chains))
        {
            return None;
        }
        let alone = |chain: &ChainId| Planned {
            chains: vec![*chain],
            taking: Taking::OneByOne,
            loops: false,
        };
        let (passes, accumulators) = self.passes(&chains.iter().map(alone).collect::<Vec<_>>())?;
        // What waits for a later pass would need its room, and what drives the loop is read in one way or the other.
        let mut each = passes.passes.iter();
        let alike = each.all(|pass| {
            let sources = &pass.nest.root.sources;
            let slices = |source| is_slice(self.lowered, source);
            sources.is_empty() != pass.reads.is_empty()
                && (pass.fills.is_empty() || sources.iter().all(slices))
        });
        (alike && passes.kept.is_empty() && accumulators.is_empty()).then_some(Passes {
            over: Over::Few(if scatters { SCATTERED } else { STRICT }),
            ..passes
        })
    }

    /// True for a chain of operators alone, so that its tokens may stand in a function twice.
    fn is_visible(&self, chain: ChainId) -> bool {
        let visible = |operation: &Operation<'_>| match operation {
            Operation::Map(worker) | Operation::Filter(worker) => worker.judgment.comparable,
            Operation::Consume(consumer) => match consumer.body() {
                Some(body) => body.statements.iter().all(stays_as_written),
                None => consumer
                    .worker()
                    .is_none_or(|worker| worker.judgment.comparable),
            },
            Operation::Identity | Operation::Zip | Operation::Driver(_) | Operation::Range(_) => {
                true
            }
            _ => false,
        };
        self.operations(chain).all(visible)
    }

    /// True if one body of few elements is slower than a loop for each chain.
    fn loses(&self, chains: &SortedSet<ChainId>) -> bool {
        let costs = |chain: &ChainId| (*chain, self.costs(*chain, false));
        let (serial, vector): (Vec<_>, Vec<_>) = chains
            .iter()
            .map(costs)
            .partition(|(_, costs)| costs.class == Class::Serial);
        let strict = serial.iter().all(|(chain, _)| self.adds_strictly(*chain));
        let wide = |(_, costs): &(_, Costs)| costs.class == Class::Vector && costs.bits >= WIDE;
        if serial.is_empty() || vector.is_empty() || !strict || !vector.iter().all(wide) {
            return false;
        }
        let reads = |(_, costs): &(ChainId, Costs)| costs.reads.len() as f64;
        let all = || serial.iter().chain(&vector).map(|(_, costs)| costs);
        let apart = serial
            .iter()
            .map(|one| one.1.operations + reads(one))
            .sum::<f64>()
            + vector
                .iter()
                .map(|one| one.1.one_of_several(reads(one)))
                .sum::<f64>();
        // What one chain makes, and what several read, one body has at hand.
        let made = all()
            .flat_map(|costs| &costs.makes)
            .collect::<SortedSet<_>>();
        let read = all()
            .flat_map(|costs| &costs.reads)
            .collect::<SortedSet<_>>();
        let read = read.iter().filter(|value| !made.contains(*value)).count();
        let flags = vector
            .iter()
            .filter(|(chain, _)| self.tests(*chain))
            .count();
        let body =
            all().map(|costs| costs.operations).sum::<f64>() + FLAG * flags as f64 + read as f64;
        body > GAIN * apart
    }

    /// True for a body that adds to places of arrays, or stores at them.
    fn scatters(&self, chain: ChainId) -> bool {
        let body = self.consumer(chain).and_then(|consumer| consumer.body());
        let stores = |body: &Body| body.kept.stores.is_some() && !body.outward;
        body.is_some_and(|body| scatters(body) || stores(body))
    }

    /// True if a chain adds or multiplies floats, each after the one before.
    fn adds_strictly(&self, chain: ChainId) -> bool {
        let sum = self.consumer_as::<Reduction>(chain);
        let folds = self.consumer_as::<Fold>(chain);
        let folds = folds.and_then(|fold| fold.scalar);
        sum.map(|sum| sum.scalar)
            .or(folds)
            .is_some_and(Scalar::is_float)
    }

    /// True if a filter stands in a chain.
    fn tests(&self, chain: ChainId) -> bool {
        self.operations(chain)
            .any(|operation| matches!(operation, Operation::Filter(_)))
    }
}

/// True for a statement that may stand in a function twice.
fn stays_as_written(statement: &Stmt) -> bool {
    let inside = match statement {
        Stmt::Local(local) => local.init.as_ref().map(|init| Control::of_expr(&init.expr)),
        Stmt::Expr(expr, _) => Some(Control::of_expr(expr)),
        Stmt::Item(_) | Stmt::Macro(_) => None,
    };
    inside.is_some_and(|inside| {
        !(inside.attributes
            || inside.none_groups
            || inside.unlisted_macros
            || inside.items
            || inside.verbatim)
    })
}
