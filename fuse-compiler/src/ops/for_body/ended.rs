//! Loops that end by a `break`. As others share the turn, rustc no longer sees that no turn follows the one in which a loop ends.
//!
//! In: the body, what is judged of it, and the environment around it. Out: whether rustc takes it as a body that may run again after
//! the turn in which it ends: it moves nothing of the function's, and in front of a `break` of its own it gives no name its first
//! value, and lends nothing to what outlives the turn.

use super::number;
use super::statements::MUTATORS;
use crate::ops::body::{Body, Write};
use crate::rust::environment::{Environment, Known, Origin};
use crate::rust::expr::strip;
use crate::rust::macros;
use crate::rust::mentions::{Mentions, place_root};
use crate::rust::spelling::among;
use crate::rust::std_names;
use crate::rust::types;
use crate::rust::visible::name_of;
use crate::rust::visit::{self, Visit};
use crate::sorted::SortedSet;
use syn::{Expr, Macro, UnOp};

/// Methods of std, beside those whose facts say so, that take what they are called on by reference.
const BORROWS: &str = "get_mut next next_back peek";

/// True if rustc accepts a body as one that may run again after it ended. `broken`: it has a `break` of its own.
pub(crate) fn may_run_again(worker: &Expr, body: &Body, broken: bool, env: &Environment) -> bool {
    let copied = |known: &Known| known.ty.as_ref().is_some_and(|ty| env.visibly_copy(ty));
    let stays = |name: &String| number(name, env) || env.lookup(name).is_none_or(copied);
    let mentions = Mentions::of_expr(worker);
    let mut places = Places::default();
    places.visit_expr(worker);
    // Nothing is moved from behind a reference; the reference itself is.
    let behind = |name: &String| env.type_of(name).is_some_and(types::is_mutable_reference);
    let part = |name: &String| stays(name) || behind(name) && !places.whole.contains(name);
    // A method that is called as one of std's is that where the type is.
    let std = |name: &String| {
        let of_std = env.type_of(name).is_some_and(|ty| env.is_std(ty));
        of_std || stays(name) || body.numbers.contains_key(name)
    };
    let moves = mentions.opaque_macro
        || !places.called_as_std.iter().all(std)
        || !mentions.moved.iter().all(part)
        || !places.parts_called.iter().all(part)
        || !places.called.iter().all(stays);
    let first = |name: &String| {
        let known = env.lookup(name);
        known.is_some_and(|known| matches!(known.origin, Origin::Late))
    };
    let holds_values = |name: &String| {
        let owned = |ty| env.visibly_owned(types::dereferenced(ty));
        number(name, env) || env.type_of(name).is_some_and(owned)
    };
    let lends = |write: &Write| {
        !write.values && !body.numbers.contains_key(&write.name) && !holds_values(&write.name)
    };
    let ends_well = !mentions.assigned.iter().any(first) && !body.writes.iter().any(lends);
    !moves && (ends_well || !broken)
}

/// How names stand in a body.
#[derive(Default)]
struct Places {
    /// Those that stand as a whole, where they may be moved.
    whole: SortedSet<String>,
    /// Those of which a method is called that may take them by value.
    called: SortedSet<String>,
    /// Those of which a method is called that takes them by reference, if they are std's.
    called_as_std: SortedSet<String>,
    /// Those of a part of which a method is called that may take it by value.
    parts_called: SortedSet<String>,
}

impl Places {
    /// Visits what a place is reached by, but for the name at its root.
    fn base(&mut self, base: &Expr) {
        if name_of(base).is_none() {
            self.visit_expr(base);
        }
    }
}

impl<'ast> Visit<'ast> for Places {
    fn visit_expr(&mut self, expr: &'ast Expr) {
        match expr {
            Expr::Path(_) => self.whole.extend(name_of(expr)),
            Expr::Field(field) => self.base(&field.base),
            Expr::Reference(reference) => self.base(&reference.expr),
            Expr::Unary(unary) if matches!(unary.op, UnOp::Deref(_)) => self.base(&unary.expr),
            Expr::Index(index) => {
                self.base(&index.expr);
                self.visit_expr(&index.index);
            }
            Expr::MethodCall(call) => {
                let name = call.method.to_string();
                let known = std_names::is(&name, call.args.len(), std_names::KNOWN)
                    && !std_names::is(&name, call.args.len(), std_names::CONSUMES);
                let lists = [BORROWS, MUTATORS];
                let known = known || lists.iter().any(|list| among(list, &name));
                match name_of(&call.receiver) {
                    Some(name) if known => self.called_as_std.extend([name]),
                    Some(name) => self.called.extend([name]),
                    // Out of an index nothing is moved.
                    None if known && !matches!(strip(&call.receiver), Expr::Field(_)) => {}
                    None => self.parts_called.extend(place_root(&call.receiver)),
                }
                self.base(&call.receiver);
                call.args
                    .iter()
                    .for_each(|argument| self.visit_expr(argument));
            }
            _ => visit::visit_expr(self, expr),
        }
    }

    fn visit_macro(&mut self, mac: &'ast Macro) {
        let Some(listed) = macros::listed(mac) else {
            return;
        };
        let guard = listed.pattern.iter().flat_map(|(_, guard)| guard);
        for expr in listed.by_value.iter().chain(&listed.borrowed).chain(guard) {
            // They are made here, and no longer live than this.
            let mut places = Places::default();
            places.visit_expr(expr);
            self.whole.extend(places.whole);
            self.called.extend(places.called);
            self.called_as_std.extend(places.called_as_std);
            self.parts_called.extend(places.parts_called);
        }
    }
}
