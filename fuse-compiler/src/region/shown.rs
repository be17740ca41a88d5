//! The types of names that only the end of a block shows: `let total = xs.iter().sum(); (xs, total)`
//! in a function that returns `(Vec<f64>, f64)`.
//!
//! In: the statements of a block and the type of its value. Out: for each `let` of one name without a
//! type the type that its name must have, where the name is a part of the value. Numbers and `Vec`s
//! alone: rustc coerces nothing to these.

use super::expects::Expects;
use crate::ops::reading;
use crate::rust::environment::Environment;
use crate::rust::macros;
use crate::rust::patterns::binds;
use crate::rust::spelling::spelling;
use crate::rust::types::mentions_unseen_or_mutable;
use crate::rust::visible::name_of;
use crate::rust::visit::{self, Visit};
use crate::sorted::{SortedMap, SortedSet};
use syn::{Block, Expr, ExprField, ExprMethodCall, Lit, Local, Pat, Stmt, Type};

/// The types, by the index of the statement that binds the name.
pub(crate) fn by_the_end(
    block: &Block,
    result: Option<&Type>,
    environment: &Environment,
) -> SortedMap<usize, Type> {
    let mut types = SortedMap::new();
    let Some((Stmt::Expr(tail, None), before)) = block.stmts.split_last() else {
        return types;
    };
    let mut parts = Vec::new();
    walk(tail, Expects::maybe(result), environment, &mut parts);
    for (name, ty) in parts {
        let number = environment.primitive_number(&ty).is_some();
        let vector = reading::is_vec(&ty) && environment.means_std("Vec");
        if !(number || vector && !mentions_unseen_or_mutable(&ty)) {
            continue;
        }
        // The last statement that may bind the name is the one that counts.
        let binding = before
            .iter()
            .enumerate()
            .rev()
            .find(|(_, stmt)| match stmt {
                Stmt::Local(local) => binds(&local.pat).contains(&name),
                Stmt::Macro(mac) => !macros::binds_nothing(&mac.mac),
                _ => false,
            });
        if let Some((index, Stmt::Local(local))) = binding
            && let Pat::Ident(ident) = &local.pat
            && ident.by_ref.is_none()
            && spelling(&ident.ident) == name
            && !asked_before(&name, &before[index + 1..])
            && !asks_its_accumulator(local)
        {
            types.insert(index, ty);
        }
    }
    types
}

/// True if a statement calls a method of a name, or reads a field: rustc must know its type there, and
/// does not know what the end shows.
fn asked_before(name: &str, statements: &[Stmt]) -> bool {
    let mut asked = Asked {
        names: SortedSet::from([name.to_owned()]),
        found: false,
    };
    for statement in statements {
        asked.visit_stmt(statement);
    }
    asked.found
}

/// True if the worker of a `fold` calls a method of an accumulator that begins as a number without a
/// type: as above.
fn asks_its_accumulator(local: &Local) -> bool {
    let mut folds = OpenFolds(false);
    folds.visit_local(local);
    folds.0
}

/// Whether a method or a field of one of some names is asked for.
struct Asked {
    names: SortedSet<String>,
    found: bool,
}

impl Asked {
    fn note(&mut self, receiver: &Expr) {
        let name = name_of(receiver);
        self.found |= name.is_some_and(|name| self.names.contains(&name));
    }
}

impl<'ast> Visit<'ast> for Asked {
    fn visit_expr_method_call(&mut self, call: &'ast ExprMethodCall) {
        self.note(&call.receiver);
        visit::visit_expr_method_call(self, call);
    }

    fn visit_expr_field(&mut self, field: &'ast ExprField) {
        self.note(&field.base);
        visit::visit_expr_field(self, field);
    }
}

/// Whether there is a `fold` that asks its accumulator.
struct OpenFolds(bool);

impl<'ast> Visit<'ast> for OpenFolds {
    fn visit_expr_method_call(&mut self, call: &'ast ExprMethodCall) {
        let mut arguments = call.args.iter();
        if call.method == "fold"
            && let (Some(initial), Some(Expr::Closure(worker))) =
                (arguments.next(), arguments.next())
            && let Some(accumulator) = worker.inputs.first()
            && !matches!(accumulator, Pat::Type(_))
        {
            let mut numbers = OpenNumbers(false);
            numbers.visit_expr(initial);
            let mut asked = Asked {
                names: binds(accumulator),
                found: false,
            };
            asked.visit_expr(&worker.body);
            self.0 |= numbers.0 && asked.found;
        }
        visit::visit_expr_method_call(self, call);
    }
}

/// Whether a number stands somewhere without its type.
struct OpenNumbers(bool);

impl<'ast> Visit<'ast> for OpenNumbers {
    fn visit_lit(&mut self, literal: &'ast Lit) {
        self.0 |= match literal {
            Lit::Int(number) => number.suffix().is_empty(),
            Lit::Float(number) => number.suffix().is_empty(),
            _ => false,
        };
    }
}

/// The names that are parts of a block's value, with the types of the parts.
fn walk(
    expr: &Expr,
    expects: Expects<'_>,
    environment: &Environment,
    parts: &mut Vec<(String, Type)>,
) {
    match expr {
        Expr::Path(_) => {
            if let (Some(name), Some(ty)) = (name_of(expr), expects.ty()) {
                parts.push((name, ty.clone()));
            }
        }
        Expr::Paren(paren) => walk(&paren.expr, expects, environment, parts),
        Expr::Tuple(tuple) => {
            for (part, expects) in tuple.elems.iter().zip(expects.parts(tuple.elems.len())) {
                walk(part, expects, environment, parts);
            }
        }
        Expr::Call(call) => {
            let expects = expects.argument(call, environment);
            for argument in &call.args {
                walk(argument, expects, environment, parts);
            }
        }
        _ => {}
    }
}
