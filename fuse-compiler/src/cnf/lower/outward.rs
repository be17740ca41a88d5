//! Loops that may leave the function, or do what nobody knows.
//!
//! In: the chains and statements of a region. Out: the order of such a loop and of all that may panic, or could tell what has been
//! done when: what would not have run, or not yet, must not be what ends the program. A chain that cannot panic, over what is
//! visibly plain, gives the same whenever it runs, and nobody sees it if the function has been left.

use super::Lowering;
use crate::cnf::{BindingId, OpaqueKind, Operation, Precedence, Reason};
use crate::ops::chain::{Access, Chain, Source, Stream};
use crate::ops::consumer::each::Each;
use crate::ops::consumer::extremum::Extremum;
use crate::ops::consumer::fold::Fold;
use crate::ops::consumer::sum::Reduction;
use crate::region::{Kind, Region};
use crate::rust::bound::Bound;
use syn::Expr;

impl Lowering<'_> {
    /// The orderings.
    pub(super) fn outward(&self, region: &Region) -> Vec<Precedence> {
        let ids = self.lowered.program.binding_ids().collect::<Vec<_>>();
        let outward = |id: &BindingId| {
            let chain = self.lowered.chain_of(*id);
            chain.is_some_and(|chain| chain.chain.is_outward())
        };
        if !ids.iter().any(outward) {
            return Vec::new();
        }
        let mut precedences = Vec::new();
        for (index, later) in ids.iter().enumerate() {
            for earlier in &ids[..index] {
                let program = &self.lowered.program;
                let one = program.binding(*earlier).chain == program.binding(*later).chain;
                let other = match (outward(earlier), outward(later)) {
                    (true, true) => None,
                    (true, false) => Some(later),
                    (false, true) => Some(earlier),
                    (false, false) => continue,
                };
                if !one && other.is_none_or(|id| !self.is_calm(*id, region)) {
                    precedences.push(Precedence::new(*earlier, *later, Reason::Outward));
                }
            }
        }
        precedences
    }

    /// True for a name that is bound in the region, before a binding: it is gone if the function is left.
    fn is_bound_before(&self, bound: &Bound, id: BindingId, region: &Region) -> bool {
        let before = &region.statements[..self.lowered.statement_of(id)];
        let mut bound_here = before.iter().flat_map(|statement| &statement.binds);
        bound.owned
            && !self.is_outside(&bound.name)
            && bound_here.any(|other| other.name == bound.name)
    }

    /// True for what cannot panic, and gives the same whenever it runs; also for a barrier, which stays in its place anyway.
    fn is_calm(&self, id: BindingId, region: &Region) -> bool {
        if let Some(chain) = self.lowered.chain_of(id) {
            return match chain.chain.consumer.of::<Each>() {
                Some(each) => {
                    let own = |bound| self.is_bound_before(bound, id, region);
                    each.body.calm
                        && each.written.iter().all(own)
                        && chain.chain.has_total_steps()
                        && plain(&chain.chain.stream)
                }
                None => chain.chain.is_calm(),
            };
        }
        let kind = match self.lowered.operation(id) {
            Operation::Opaque(kind) => *kind,
            _ => return false,
        };
        match &region.statements[self.lowered.statement_of(id)].kind {
            _ if kind == OpaqueKind::Wall => true,
            Kind::Let(binding) => calm(&binding.value.expr),
            _ => false,
        }
    }
}

impl Chain {
    /// True for a loop that may leave the function, or does what nobody knows.
    fn is_outward(&self) -> bool {
        self.consumer.body().is_some_and(|body| body.outward)
    }

    /// True if it cannot panic, reads nothing but plain values in arrays, and nobody sees its result being dropped.
    fn is_calm(&self) -> bool {
        let number = self.consumer.is::<Reduction>() || self.consumer.is::<Extremum>();
        let fold = self.consumer.of::<Fold>();
        let begins = fold.is_some_and(|fold| calm(&fold.initial));
        let unseen = number || begins || self.consumer.is_droppable();
        self.is_total() && unseen && plain(&self.stream)
    }
}

/// True for a stream that reads visibly plain arrays in step.
fn plain(stream: &Stream) -> bool {
    let source = match &stream.source {
        Source::Array(array) => array.access == Access::ByReference && array.plain,
        Source::Range(range) => {
            let mut bounds = range.expr.start.iter().chain(&range.expr.end);
            range.integers && range.length.is_some() && bounds.all(|bound| calm(bound))
        }
        Source::Driver(driver) => driver.calm,
    };
    source
        && stream
            .adapters
            .iter()
            .all(|adapter| adapter.stream().is_none_or(plain))
}

/// True for an expression, side-effect free as it is, that visibly cannot panic.
fn calm(expr: &Expr) -> bool {
    match expr {
        Expr::Lit(_) | Expr::Path(_) => true,
        Expr::Paren(inner) => calm(&inner.expr),
        Expr::Unary(unary) => matches!(&*unary.expr, Expr::Lit(_)),
        Expr::Reference(reference) => calm(&reference.expr),
        Expr::Cast(cast) => calm(&cast.expr),
        Expr::Tuple(tuple) => tuple.elems.iter().all(calm),
        Expr::Array(array) => array.elems.iter().all(calm),
        Expr::Call(call) => call.args.is_empty(),
        Expr::MethodCall(call) => call.method == "len" && calm(&call.receiver),
        Expr::Macro(mac) => mac.mac.path.is_ident("vec") && mac.mac.tokens.is_empty(),
        _ => false,
    }
}
