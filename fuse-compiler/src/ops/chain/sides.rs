//! Whether a chain may run on the other side of code that no call shows.
//!
//! In: a chain, and what is hidden ([`Hidden`]). Out: whether it must keep its side: it calls what might see a state, or
//! might be what stops the program before the hidden code does.

use super::{Chain, Stream, Worker};
use crate::rust::hidden_code::Hidden;
use crate::rust::ty::{Scalar, owned_container};
use crate::rust::visit::{self, Visit};
use crate::rust::{macros, patterns, std_names};
use syn::{Expr, ExprCall, ExprMethodCall};

impl Chain {
    /// True if it must stay on its side of what an expression hides.
    #[must_use]
    pub(crate) fn minds(&self, hidden: Hidden) -> bool {
        match hidden {
            Hidden::Nothing => false,
            Hidden::Unseen => !self.is_closed(),
            Hidden::Users => !(self.is_closed() && self.is_total()),
        }
    }

    /// What it may run, before its first element, that no call shows.
    #[must_use]
    pub(crate) fn hidden(&self) -> Hidden {
        self.consumer.hidden()
    }

    /// What making its result may run, as it goes: code of the result's own type.
    #[must_use]
    pub(crate) fn making(&self) -> Hidden {
        self.consumer.making()
    }

    /// True if its workers call nothing that might read a state.
    fn is_closed(&self) -> bool {
        self.workers().into_iter().all(is_closed)
    }

    /// True if it cannot panic, on however many elements.
    #[must_use]
    pub(crate) fn is_total(&self) -> bool {
        self.consumer.is_total() && self.has_total_steps()
    }

    /// True if nothing that stands before what consumes its elements can panic.
    #[must_use]
    pub(crate) fn has_total_steps(&self) -> bool {
        steps_are_total(&self.stream)
    }
}

fn steps_are_total(stream: &Stream) -> bool {
    stream.adapters.iter().all(|adapter| {
        adapter.is_total()
            && adapter.worker().is_none_or(|worker| !worker.drops)
            && adapter.stream().is_none_or(steps_are_total)
    })
}

/// True if a worker calls nothing but what is called like std's.
fn is_closed(worker: &Worker) -> bool {
    struct Calls(bool);
    impl<'ast> Visit<'ast> for Calls {
        fn visit_expr_call(&mut self, call: &'ast ExprCall) {
            self.0 &= names_std(&call.func, call.args.len());
            visit::visit_expr_call(self, call);
        }
        fn visit_expr_method_call(&mut self, call: &'ast ExprMethodCall) {
            let name = call.method.to_string();
            self.0 &= std_names::has(&name);
            visit::visit_expr_method_call(self, call);
        }
        fn visit_macro(&mut self, mac: &'ast syn::Macro) {
            self.0 &= macros::listed(mac).is_some_and(|listed| {
                matches!(listed.kind, macros::Kind::Matches | macros::Kind::Vec)
            });
        }
    }
    if let Expr::Path(_) = &worker.expr {
        return names_std(&worker.expr, 1);
    }
    let mut calls = Calls(true);
    calls.visit_expr(&worker.expr);
    calls.0
}

/// True for the path of a constructor, of a function of a primitive or of one of std's containers.
fn names_std(function: &Expr, arguments: usize) -> bool {
    let Expr::Path(path) = function else {
        return false;
    };
    let mut names = path.path.segments.iter().rev();
    let last = names.next().map(|segment| segment.ident.to_string());
    let owner = names.next().map(|segment| segment.ident.to_string());
    last.is_some_and(|last| patterns::constructs(owner.as_deref(), &last, arguments))
        || owner.is_some_and(|owner| Scalar::named(&owner).is_some() || owned_container(&owner))
}
