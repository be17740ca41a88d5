//! What a body pushes, in the hands of those who read it in the same loop.
//!
//! In: a body with the vectors that it pushes to. Out: the same body, which leaves what it pushes in a local, and behind it the steps of
//! the readers; where a turn pushes any number of times, they stand where it does. If nobody else needs the vector, nothing is pushed.

use super::emission::LoopEmission;
use crate::cnf::{BindingId, Operation, ValueId};
use crate::loops::{Outcome, Scope, Step};
use crate::ops::body::Pushed;
use crate::ops::consumer::each::PushedTo;
use crate::ops::for_body::pushes::{self, Turn};
use crate::rust::spelling::spelling;
use crate::rust::visit_mut::{self, VisitMut};
use proc_macro2::{Ident, TokenStream};
use quote::quote;
use syn::{Expr, Stmt};

/// A vector whose elements are read in the loop whose body pushes to it.
#[derive(Clone, Copy)]
pub(super) struct Read<'a> {
    /// The step of its elements.
    step: BindingId,
    array: ValueId,
    /// How it is pushed to.
    pub(super) pushed: &'a Pushed,
    /// True if it is needed in memory after the loop.
    pub(super) stored: bool,
}

impl<'a> LoopEmission<'a> {
    /// The vectors that the body of a consumer pushes to and that are read in the loop.
    pub(super) fn read_as_pushed(&self, body: BindingId) -> Vec<Read<'a>> {
        let program = &self.emitter.plan.lowered.program;
        let nest = &self.plan.nest;
        let chain = program.binding(body).chain;
        let own = nest.cluster.iter().copied();
        let own = own.filter(|id| program.binding(*id).chain == chain);
        let read = own.filter_map(|step| {
            let Operation::Pushed(pushed) = *self.emitter.operation(step) else {
                return None;
            };
            let array = self.output(step);
            let stored = nest.outcomes.iter().find_map(|outcome| match outcome {
                Outcome::Pushed { array: of, stored } if *of == array => Some(*stored),
                _ => None,
            });
            nest.reads(program, array).then_some(Read {
                step,
                array,
                pushed,
                stored: stored?,
            })
        });
        read.collect()
    }

    /// What stands before a body for the vectors that are read behind it.
    pub(super) fn slots(&self, read: &[Read<'_>]) -> TokenStream {
        let runtime = self.emitter.plan.runtime;
        let slots = read.iter().map(|of| {
            let slot = self.emitter.names.kept(of.array);
            match of.pushed.turn {
                Turn::Once => quote!(let #slot;),
                Turn::AtMostOnce => quote!(let mut #slot = #runtime::None;),
                Turn::Often => TokenStream::new(),
            }
        });
        slots.collect()
    }

    /// The body, which leaves what it pushes where its readers look. `appenders` are as for [`crate::ops::consumer::each::run`].
    pub(super) fn leaving(
        &self,
        read: &[Read<'_>],
        mut statements: Vec<Stmt>,
        appenders: &[(PushedTo, Ident)],
    ) -> Vec<Stmt> {
        let runtime = self.emitter.plan.runtime;
        for of in read {
            let item = self.emitter.names.item(of.array);
            let slot = self.emitter.names.kept(of.array);
            let ty = &of.pushed.element;
            let leave = match of.pushed.turn {
                Turn::Once => quote!(#slot = #item;),
                Turn::AtMostOnce => quote!(#slot = #runtime::Some(#item);),
                Turn::Often => {
                    let inside = behind(&self.plan.nest.root.body, of.step);
                    self.scope(inside.expect("what reads a push stands in its loop"))
                }
            };
            let name = &of.pushed.name;
            let is_it = |(vector, _): &&(PushedTo, Ident)| spelling(&vector.name) == *name;
            let appender = appenders.iter().find(is_it).map(|(_, appender)| appender);
            let mut leave = Leave {
                name,
                with: &|vector, element| {
                    let push = if of.stored {
                        let vector = appender.unwrap_or(vector);
                        quote!(#vector.push(#item);)
                    } else {
                        // Rustc sees what type the vector is of, and why it is `mut`.
                        quote!(let _ = || #vector.push(#item);)
                    };
                    syn::parse_quote!({
                        let #item: #ty = #element;
                        #push
                        #leave
                    })
                },
            };
            let all = statements.iter_mut();
            all.for_each(|statement| leave.visit_stmt_mut(statement));
        }
        statements
    }

    /// The steps of those who read what a body has pushed, behind it.
    pub(super) fn behind(&self, read: &[Read<'_>], scope: &Scope) -> TokenStream {
        let runtime = self.emitter.plan.runtime;
        let later = read.iter().filter(|of| of.pushed.turn != Turn::Often);
        let steps = later.map(|of| {
            let item = self.emitter.names.item(of.array);
            let slot = self.emitter.names.kept(of.array);
            match behind(scope, of.step) {
                Some(inside) => {
                    let inside = self.scope(inside);
                    quote!(if let #runtime::Some(#item) = #slot { #inside })
                }
                None => quote!(let #item = #slot;),
            }
        });
        steps.collect()
    }
}

/// What runs for the elements that a step keeps.
fn behind(scope: &Scope, step: BindingId) -> Option<&Scope> {
    let guarded = scope.steps.iter().find_map(|other| match other {
        Step::Guard(id, inside) if *id == step => Some(inside),
        Step::Guard(_, inside) => behind(inside, step),
        _ => None,
    });
    let inner = || behind(&scope.inner.as_ref()?.nest.body, step);
    guarded.or_else(inner)
}

/// Puts something in the place of `name.push(element)`.
struct Leave<'a> {
    name: &'a str,
    with: &'a dyn Fn(&Ident, &Expr) -> Expr,
}

impl VisitMut for Leave<'_> {
    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        if let Some(element) = pushes::pushed(self.name, expr)
            && let Expr::MethodCall(call) = &*expr
            && let Expr::Path(vector) = &*call.receiver
            && let Some(vector) = vector.path.get_ident()
        {
            *expr = (self.with)(vector, element);
            return;
        }
        visit_mut::visit_expr_mut(self, expr);
    }
}
