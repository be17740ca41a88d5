//! Orderings between chains that neither data flow nor the statements' own names show (design
//! section 3, *Walls* and *Drops and clones*).

use super::{LoweredChain, Lowering};
use crate::cnf::{BindingId, Precedence, Reason};
use crate::syntax::region::{Kind, Region, Skeleton, Statement};
use syn::visit::Visit;
use syn::{Expr, UnOp};

/// What a step of the program does that shows when values are dropped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Drops {
    /// A chain drops the elements of its source as it goes.
    Elements,
    /// A chain drops its worker at its end. A loop drops the workers of its chains in order.
    Worker,
    /// An operator or a method outside of the chains consumes a value.
    Operand,
}

impl Lowering<'_> {
    /// True if a name may be lent, by mutable reference, to what a chain of the statement gives
    /// away or empties.
    pub(super) fn lends(&self, statement: &Statement, name: &str) -> bool {
        let value = match &statement.kind {
            Kind::Let(binding) => &binding.value,
            Kind::Tail(value) => value,
            Kind::Wall(_) => return false,
        };
        value.holes.iter().any(|hole| {
            let mut borrowers = hole.chain.given_away();
            borrowers.extend(hole.chain.stream.watched());
            borrowers.iter().any(|borrower| {
                self.borrows
                    .get(borrower)
                    .is_some_and(|from| from.contains(name))
            })
        })
    }

    /// Two chains of one statement, of which one moves or changes what the other reads.
    pub(super) fn within_statements(&mut self) {
        self.pairs(Reason::Moves, |earlier, later| {
            let takes = |one: &LoweredChain<'_>, other: &LoweredChain<'_>| {
                let reads = other.chain.reads();
                let mut taken = one.chain.moves();
                taken.extend(one.chain.given_away());
                !taken.is_disjoint(&reads)
            };
            earlier.statement == later.statement && (takes(earlier, later) || takes(later, earlier))
        });
    }

    /// An array of `Copy` elements may be borrowed after it was emptied. One driver cannot be both.
    pub(super) fn emptied_and_read(&mut self) {
        self.pairs(Reason::Moves, |earlier, later| {
            let emptied = earlier.chain.emptied();
            let later = later.chain;
            let borrows = later.reads();
            let also_emptied = later.emptied();
            emptied
                .iter()
                .any(|name| borrows.contains(name) && !also_emptied.contains(name))
        });
    }

    /// A chain must not stand inside of a `flat_map` that binds a name of its own.
    pub(super) fn crossed_names(&mut self) {
        self.pairs(Reason::Shadows, |earlier, later| {
            let meets = |one: &LoweredChain<'_>, other: &LoweredChain<'_>| {
                let crossed = one.chain.stream.crossed();
                let own = other.chain.stream.crossed();
                other
                    .chain
                    .reads()
                    .difference(&own)
                    .any(|name| crossed.contains(name))
            };
            meets(earlier, later) || meets(later, earlier)
        });
    }

    fn pairs(
        &mut self,
        reason: Reason,
        ordered: impl Fn(&LoweredChain<'_>, &LoweredChain<'_>) -> bool,
    ) {
        let mut precedences = Vec::new();
        let chains = self.lowered.chains.iter().flatten().collect::<Vec<_>>();
        for (index, later) in chains.iter().enumerate() {
            for earlier in &chains[..index] {
                if let (Some(before), Some(after)) =
                    (earlier.bindings.first(), later.bindings.first())
                    && ordered(earlier, later)
                {
                    precedences.push(Precedence {
                        before: *before,
                        after: *after,
                        reason,
                    });
                }
            }
        }
        self.lowered.program.precedences.extend(precedences);
    }

    /// What drops values that may be watched keeps its order.
    pub(super) fn watched_drops(&mut self, region: &Region) {
        let mut earlier: Vec<(BindingId, Drops)> = Vec::new();
        let mut previous = None;
        for id in self.lowered.program.binding_ids().collect::<Vec<_>>() {
            let chain = self.lowered.program.binding(id).chain;
            if previous.replace(chain) == Some(chain) {
                continue;
            }
            let drops = match &self.lowered.chains[chain.0] {
                Some(chain) if !chain.chain.stream.watched().is_empty() => Drops::Elements,
                Some(chain) if chain.chain.workers().iter().any(|worker| worker.drops) => {
                    Drops::Worker
                }
                Some(_) => continue,
                None => match &region.statements[self.lowered.statement_of[id.0]].kind {
                    Kind::Let(binding) if consumes(&binding.value) => Drops::Operand,
                    Kind::Tail(value) if consumes(value) => Drops::Operand,
                    _ => continue,
                },
            };
            for (before, other) in &earlier {
                if (*other, drops) != (Drops::Worker, Drops::Worker) {
                    self.lowered.program.precedences.push(Precedence {
                        before: *before,
                        after: id,
                        reason: Reason::Drops,
                    });
                }
            }
            earlier.push((id, drops));
        }
    }
}

/// True if an operator or a method, which may be a user's, takes a value that is not visibly `Copy`.
fn consumes(value: &Skeleton) -> bool {
    struct Search(bool);
    impl<'ast> Visit<'ast> for Search {
        fn visit_expr(&mut self, expr: &'ast Expr) {
            self.0 |= match expr {
                Expr::Binary(_) | Expr::MethodCall(_) => true,
                Expr::Unary(unary) => !matches!(unary.op, UnOp::Deref(_)),
                _ => false,
            };
            syn::visit::visit_expr(self, expr);
        }
    }
    let mut search = Search(false);
    search.visit_expr(&value.expr);
    search.0 && !value.moves.is_empty()
}
