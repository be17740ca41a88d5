//! Code of a user's that an operator, a field or a method may run although no call shows it.
//!
//! In: the operands of an expression, or a chain. Out: [`Hidden`], by the types of the operands; and whether the
//! chain may run on the other side of such code. A `Deref`, an `Add` or a `len` of a user's may read and change a state,
//! and may panic. What runs on the other side must neither read that state nor, if the type is one of a user's, be what
//! stops the program before it.

use super::environment::Environment;
use super::types::{Primitive, dereferenced, peel, primitive_name};
use super::{macros, patterns, visible};
use crate::function::recursion;
use crate::ops::chain::{Adapter, Chain, Consumer, Stream, Worker};
use crate::rust::std_names;
use syn::visit::{self, Visit};
use syn::{Expr, ExprCall, ExprMethodCall, Lit, Type};

/// What an expression may run besides what it shows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Hidden {
    /// Nothing: all types are visible, and std's.
    #[default]
    Nothing,
    /// Something of a type that is not visible.
    Unseen,
    /// Something of a type that visibly is a user's.
    Users,
}

impl Hidden {
    /// What an operator or a method on an operand may run.
    pub(crate) fn on(operand: &Expr, env: &Environment) -> Hidden {
        match visible::visible_type(operand, env) {
            Some(ty) => of_type(&ty, env),
            None => match operand {
                Expr::Lit(literal) => match literal.lit {
                    Lit::Verbatim(_) => Hidden::Unseen,
                    _ => Hidden::Nothing,
                },
                Expr::Paren(inner) => Hidden::on(&inner.expr, env),
                Expr::Reference(inner) => Hidden::on(&inner.expr, env),
                Expr::Unary(inner) => Hidden::on(&inner.expr, env),
                Expr::Binary(inner) => {
                    Hidden::on(&inner.left, env).max(Hidden::on(&inner.right, env))
                }
                Expr::Range(_) | Expr::Array(_) | Expr::Repeat(_) | Expr::Tuple(_) => {
                    Hidden::Nothing
                }
                _ => Hidden::Unseen,
            },
        }
    }

    /// What an operator or a method on several operands may run.
    pub(crate) fn on_any<'e>(
        operands: impl IntoIterator<Item = &'e Expr>,
        env: &Environment,
    ) -> Hidden {
        let all = operands.into_iter().map(|operand| Hidden::on(operand, env));
        all.max().unwrap_or_default()
    }

    /// What naming a field of an expression may run.
    pub(crate) fn in_field_of(base: &Expr, env: &Environment) -> Hidden {
        let ty = visible::visible_type(base, env);
        match ty.as_ref().map(dereferenced) {
            Some(Type::Tuple(_)) => Hidden::Nothing,
            _ => Hidden::Unseen,
        }
    }

    /// What `*` of an expression may run.
    pub(crate) fn in_deref_of(inner: &Expr, env: &Environment) -> Hidden {
        match visible::visible_type(inner, env) {
            Some(ty) if matches!(peel(&ty), Type::Reference(_)) => Hidden::Nothing,
            _ => Hidden::Unseen,
        }
    }
}

fn of_type(ty: &Type, env: &Environment) -> Hidden {
    match dereferenced(ty) {
        Type::Infer(_) => Hidden::Unseen,
        Type::Path(path) if path.path.is_ident("str") => Hidden::Nothing,
        ty if env.is_std(ty) => Hidden::Nothing,
        // What `impl` around a method says of it is not seen.
        Type::Path(path) if path.path.is_ident("Self") => Hidden::Unseen,
        _ => Hidden::Users,
    }
}

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
        match &self.consumer {
            Consumer::Fold(fold) => fold.hidden,
            _ => Hidden::Nothing,
        }
    }

    /// True if its workers call nothing that might read a state.
    fn is_closed(&self) -> bool {
        self.workers().into_iter().all(is_closed)
    }

    /// True if it cannot panic, on however many elements.
    #[must_use]
    pub(crate) fn is_total(&self) -> bool {
        let ends = match &self.consumer {
            Consumer::Fold(fold) => fold.worker.judgment.total,
            Consumer::Reduce(worker, _) | Consumer::ExtremumBy(_, worker) => worker.judgment.total,
            Consumer::Collect(collect) => collect.plain,
            Consumer::Reduction(reduction) => is_float(&reduction.number),
            Consumer::Count | Consumer::Last => true,
            _ => false,
        };
        ends && steps_are_total(&self.stream)
    }
}

fn steps_are_total(stream: &Stream) -> bool {
    stream.adapters.iter().all(|adapter| match adapter {
        Adapter::Map(worker) | Adapter::Filter(worker) | Adapter::FilterMap(worker) => {
            worker.judgment.total && !worker.drops
        }
        Adapter::Copied | Adapter::Enumerate => true,
        Adapter::Zip(other) => steps_are_total(other),
        Adapter::Scan(scan) => scan.worker.judgment.total && !scan.worker.drops,
        _ => false,
    })
}

fn is_float(ty: &Type) -> bool {
    matches!(ty, Type::Path(path) if path.path.get_ident().is_some_and(|name| {
        primitive_name(&name.to_string()) == Some(Primitive::Float)
    }))
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
            self.0 &= recursion::is_method(&name) || std_names::comparison(&name, call.args.len());
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
        || owner.is_some_and(|owner| {
            primitive_name(&owner).is_some() || super::types::owned_container(&owner)
        })
}
