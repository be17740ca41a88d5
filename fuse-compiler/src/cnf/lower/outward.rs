//! Loops that may leave the function, or do what nobody knows.
//!
//! In: the chains and statements of a region. Out: the order of such a loop and of all that may panic, or could tell what has been
//! done when: what would not have run, or not yet, must not be what ends the program. A chain that cannot panic, over what is
//! visibly plain, gives the same whenever it runs, and nobody sees it if the function has been left.

use super::Lowering;
use crate::cnf::{Because, BindingId, OpaqueKind, Operation, Precedence, Reason};
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
                let (later_is, earlier_is) = (outward(later), outward(earlier));
                if one || !later_is && !earlier_is {
                    continue;
                }
                let does = |id: BindingId, outward: bool| {
                    if outward {
                        self.does(id)
                    } else {
                        self.stirs(id, region)
                    }
                };
                if let (Some(this), Some(first)) =
                    (does(*later, later_is), does(*earlier, earlier_is))
                {
                    let sentence = format!("{this}, and the first {first}");
                    let taken_in_turns = "if it does not matter which of the two comes first, write them as one loop";
                    let waiting = Precedence::new(*earlier, *later, Reason::Outward);
                    precedences.push(waiting.said(Because {
                        sentence,
                        instead: (later_is && earlier_is).then_some(taken_in_turns),
                    }));
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

    /// What a loop does for which nothing stands beside it that could tell.
    fn does(&self, id: BindingId) -> Option<String> {
        let body = self.lowered.chain_of(id)?.chain.consumer.body()?;
        let does = match &body.opaque {
            Some(opaque) => format!("runs `{opaque}`, which may have effects"),
            None => LEAVES.to_owned(),
        };
        Some(does)
    }

    /// Why it is to be seen when something runs: it may panic, or may give another thing. `None` if it is not; also for a barrier, which
    /// stays in its place anyway.
    fn stirs(&self, id: BindingId, region: &Region) -> Option<String> {
        if let Some(chain) = self.lowered.chain_of(id) {
            return match chain.chain.consumer.of::<Each>() {
                Some(each) => {
                    let own = |bound| self.is_bound_before(bound, id, region);
                    let other = each.written.iter().find(|bound| !own(bound));
                    let panics = !each.body.calm && other.is_none();
                    match other {
                        _ if !chain.chain.has_total_steps() => Some(PANICS.to_owned()),
                        _ if panics && each.body.drops => Some(DROPS.to_owned()),
                        _ if panics => Some(PANICS.to_owned()),
                        Some(bound) => Some(format!("changes `{}`, which outlives it", bound.name)),
                        None => chain.chain.unseen_elements(),
                    }
                }
                None => chain.chain.stirs(),
            };
        }
        let kind = match self.lowered.operation(id) {
            Operation::Opaque(kind) => *kind,
            _ => return Some(PANICS.to_owned()),
        };
        match &region.statements[self.lowered.statement_of(id)].kind {
            _ if kind == OpaqueKind::Wall => None,
            Kind::Let(binding) if calm(&binding.value.expr) => None,
            _ => Some(PANICS.to_owned()),
        }
    }
}

const LEAVES: &str = "may leave the function";
const PANICS: &str = "may panic";
const DROPS: &str = "drops what may be watched";

impl Chain {
    /// True for a loop that may leave the function, or does what nobody knows.
    fn is_outward(&self) -> bool {
        let body = self.consumer.body();
        body.is_some_and(|body| body.outward && !body.stays)
    }

    /// `None` if it cannot panic, reads nothing but what stays in arrays, and nobody sees its result being dropped.
    fn stirs(&self) -> Option<String> {
        let number = self.consumer.is::<Reduction>() || self.consumer.is::<Extremum>();
        let fold = self.consumer.of::<Fold>();
        let begins = fold.is_some_and(|fold| calm(&fold.initial));
        if !self.is_total() {
            return Some(PANICS.to_owned());
        }
        if !(number || begins || self.consumer.is_droppable()) {
            return Some("gives what may be watched when it is dropped".to_owned());
        }
        self.unseen_elements()
    }

    /// What it reads that something might change meanwhile.
    fn unseen_elements(&self) -> Option<String> {
        let unseen = !frozen(&self.stream);
        unseen.then(|| "runs over elements that are not visibly without cells".to_owned())
    }
}

/// True for a stream that reads arrays in step of which nothing visibly changes an element.
fn frozen(stream: &Stream) -> bool {
    let source = match &stream.source {
        Source::Array(array) => array.access == Access::ByReference && array.frozen,
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
            .all(|adapter| adapter.stream().is_none_or(frozen))
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
