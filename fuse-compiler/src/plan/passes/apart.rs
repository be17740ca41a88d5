//! Loops of chains that read nothing in common, and are faster as several.
//!
//! In: a loop over several sources in step. Out: its chains in groups, one for each loop; nothing where one is as fast.

use super::model::{Class, Costs, Units};
use super::tiler::Tiler;
use crate::cnf::{ChainId, Lowered, Operation};
use crate::loops::{Driver, Loop};
use crate::ops::consumer::collect::Collect;
use crate::ops::consumer::extremum::Extremum;
use crate::plan::in_step::is_in_step;
use crate::plan::instructions;
use crate::plan::over_slices::may_be_slice;
use crate::rust::term::{Is, Term};
use crate::rust::ty::Scalar;
use crate::sorted::SortedSet;
use syn::{BinOp, Lit, RangeLimits};

/// The chains of a loop in groups that read nothing in common, if one loop of all of them would be slower than one for each.
#[must_use]
pub(crate) fn faster_apart(lowered: &Lowered<'_>, nest: &Loop) -> Option<Vec<Vec<ChainId>>> {
    let (sources, body) = (&nest.root.sources, &nest.root.body);
    let parallel = lowered.program.in_parallel(&nest.cluster);
    if parallel || body.inner.is_some() || sources.len() < 2 {
        return None;
    }
    let slices = |source| may_be_slice(lowered, source);
    let in_step = |source| is_in_step(lowered, source);
    let in_step = sources.iter().all(slices) || sources.iter().all(in_step);
    let tiler = Tiler::new(lowered, nest);
    if in_step && !tiler.hinders() {
        return None;
    }
    tiler.faster_apart()
}

/// What an integer of 64 bits is multiplied by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Product {
    /// A literal that no shift stands for.
    Literal,
    /// Anything else.
    Any,
}

impl Product {
    /// The products in an expression.
    fn among(term: &Term<'_>) -> Vec<Product> {
        let own = match &term.is {
            Is::Binary(BinOp::Mul(_) | BinOp::MulAssign(_), one, other) => {
                match (&one.is, &other.is) {
                    (Is::Literal(literal), _) | (_, Is::Literal(literal)) => {
                        (!shifts(literal)).then_some(Product::Literal)
                    }
                    _ => Some(Product::Any),
                }
            }
            _ => None,
        };
        let parts = term.parts().into_iter().flat_map(Product::among);
        own.into_iter().chain(parts).collect()
    }
}

/// True for a power of two.
fn shifts(literal: &Lit) -> bool {
    match literal {
        Lit::Int(number) => number.base10_parse::<u64>().is_ok_and(u64::is_power_of_two),
        _ => false,
    }
}

impl Tiler<'_> {
    fn every_chain(&self) -> SortedSet<ChainId> {
        self.nest.cluster.iter().map(|id| self.chain(*id)).collect()
    }

    /// True for what takes integers of 64 bits and multiplies them in a loop that more than slices drive. No vector of most machines
    /// multiplies them: alone LLVM keeps several sums of them at once, or several elements of what is beside them, and in one body
    /// neither. Measured on sums over `0..n - 1` and `xs[..n - 1]`, plain over fused: 0.4 to 0.9 where both multiply by literals or one
    /// by what is none; 1.2 to 1.7 where only one multiplies, by a literal.
    pub(crate) fn multiplies(&self) -> bool {
        let adds = |chain: &ChainId| {
            let consumer = self.consumer(*chain);
            let number = consumer.and_then(|consumer| consumer.adds());
            self.consumer_as::<Collect>(*chain).is_none()
                && number.is_none_or(Scalar::is_integer)
                && self.widest(*chain) == u64::BITS
        };
        let of_chain = |chain: ChainId| {
            let workers = self.workers(chain);
            let products = workers.flat_map(|worker| Product::among(&worker.term()));
            let products = products.collect::<Vec<_>>();
            let any = products.contains(&Product::Any);
            (usize::from(!products.is_empty()), any)
        };
        let chains = self.every_chain();
        let products = chains.into_iter().filter(adds).map(of_chain);
        let (multiply, any) = products.fold((0, false), |(count, any), (one, other)| {
            (count + one, any || other)
        });
        any || multiply > 1
    }

    /// True for products that have no vectors of the machine's. Slices have them, and so has a place that turns out to be one, and what
    /// visibly runs in step with them.
    fn hinders(&self) -> bool {
        let slices = |source| may_be_slice(self.lowered, source);
        let mut sources = self.nest.root.sources.iter();
        !sources.all(slices) && self.multiplies() && !instructions::are_detected(self)
    }

    /// Chains in groups of which each reads arrays of its own, if loops of their own are faster: iterators in step, of which one is no
    /// slice, are never taken several elements at once, and alone they may be.
    fn faster_apart(&self) -> Option<Vec<Vec<ChainId>>> {
        let mut units = Units::default();
        let mut groups: Vec<(SortedSet<usize>, Vec<ChainId>, Units)> = Vec::new();
        for chain in self.every_chain() {
            let costs = self.costs(chain, false);
            let mut touches = costs.reads.clone();
            touches.extend(costs.makes.iter().copied());
            units.costs.push(Costs {
                class: Class::Serial,
                ..costs.clone()
            });
            let shares = |group: &(SortedSet<usize>, _, _)| {
                group.0.iter().any(|value| touches.contains(value))
            };
            let (shared, others): (Vec<_>, Vec<_>) = groups.into_iter().partition(shares);
            let mut group = (touches, Vec::new(), Units::default());
            for (values, chains, units) in shared {
                group.0.extend(values);
                group.1.extend(chains);
                group.2.costs.extend(units.costs);
            }
            group.1.push(chain);
            group.2.costs.push(costs);
            groups = others;
            groups.push(group);
        }
        let apart = groups.iter().map(|(_, _, units)| units.together());
        let apart = apart.sum::<Option<f64>>()?;
        // Where one element waits for the other, nothing is taken several at once anyway.
        let mut every = groups.iter().flat_map(|(_, chains, _)| chains);
        let waits = every.any(|chain| {
            let extremum = self.consumer_as::<Extremum>(*chain);
            !extremum.is_some_and(Extremum::is_plain) && self.is_sequential(*chain)
        });
        let mut sources = self.nest.root.sources.iter();
        let hinders = self.hinders() || sources.any(|source| self.asks(source));
        let slower = groups.len() > 1 && (hinders && !waits || apart < units.together()?);
        slower.then(|| groups.into_iter().map(|(_, chains, _)| chains).collect())
    }

    /// True for a range that holds its end. Measured in step with another range, plain over fused: 0.35 to 0.6.
    fn asks(&self, source: &Driver) -> bool {
        matches!(self.lowered.operation(source.reader), Operation::Range(range)
            if matches!(range.expr.limits, RangeLimits::Closed(_)))
    }
}
