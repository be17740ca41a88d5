//! Statements that make nothing: early returns and assertions about numbers.
//!
//! In: a statement that is neither. Out: an item of the program, or that it is something else.

use super::Reader;
use crate::chunked::normal_form::is_check;
use crate::chunked::program::{Item, What};
use crate::ops::reading::vec_of;
use crate::region::{Kind, Statement};
use crate::rust::expr::strip;
use crate::rust::mentions::Mentions;
use syn::{Block, Expr, ReturnType, Stmt, Type};

impl<'r> Reader<'_, 'r> {
    /// `if condition { return value; }`
    pub(super) fn guard(&mut self, statement: &'r Statement) -> bool {
        let (Kind::Barrier(barrier), Stmt::Expr(Expr::If(branch), _)) =
            (&statement.kind, &statement.tokens)
        else {
            return false;
        };
        let (Some(value), None) = (returned(&branch.then_branch), &branch.else_branch) else {
            return false;
        };
        let arrays_too = "the value of an early return is not cut into chunks, but for numbers and empty arrays\nreturn `Vec::new()` for each array";
        let Some(value) = value.map_or(Some(None), |value| self.early(value)) else {
            self.errors.error(&branch.then_branch, arrays_too);
            return true;
        };
        self.holes(&barrier.holes);
        let mut reads = Mentions::of_expr(&branch.cond).read;
        if let Some(value) = &value {
            reads.extend(Mentions::of_expr(value).read);
        }
        self.numbers_only(&reads, &branch.cond);
        self.program.items.push(Item {
            names: Vec::new(),
            what: What::Guard {
                condition: (*branch.cond).clone(),
                value,
            },
            reads,
        });
        true
    }

    /// The numbers of an early value, whose arrays are empty.
    fn early(&self, value: &Expr) -> Option<Option<Expr>> {
        let is_array = |ty: &Type| vec_of(ty).is_some();
        let types: Vec<Type> = match &self.program.function.sig.output {
            ReturnType::Type(_, ty) => match &**ty {
                Type::Tuple(types) => types.elems.iter().cloned().collect(),
                ty => vec![ty.clone()],
            },
            ReturnType::Default => return None,
        };
        if !types.iter().any(is_array) {
            return Some(Some(value.clone()));
        }
        let values: Vec<&Expr> = match strip(value) {
            Expr::Tuple(tuple) => tuple.elems.iter().collect(),
            value => vec![value],
        };
        if values.len() != types.len() {
            return None;
        }
        let mut numbers = Vec::new();
        for (value, ty) in values.into_iter().zip(&types) {
            match is_array(ty) {
                true if is_empty_array(value) => {}
                true => return None,
                false => numbers.push(value),
            }
        }
        Some(match &numbers[..] {
            [] => None,
            [one] => Some((*one).clone()),
            _ => Some(syn::parse_quote!((#(#numbers,)*))),
        })
    }

    /// `assert!(..)`
    pub(super) fn check(&mut self, statement: &'r Statement) -> bool {
        let (Kind::Barrier(barrier), Stmt::Macro(called)) = (&statement.kind, &statement.tokens)
        else {
            return false;
        };
        if !is_check(&called.mac) || !barrier.holes.is_empty() {
            return false;
        }
        let reads = Mentions::of_stmt(&statement.tokens).read;
        self.numbers_only(&reads, &statement.tokens);
        self.program.items.push(Item {
            names: Vec::new(),
            what: What::Check(statement.tokens.clone()),
            reads,
        });
        true
    }
}

/// The value of a block that does nothing but return it.
fn returned(block: &Block) -> Option<Option<&Expr>> {
    match &block.stmts[..] {
        [Stmt::Expr(Expr::Return(returned), _)] => Some(returned.expr.as_deref()),
        _ => None,
    }
}

/// `Vec::new()`, `vec![]`, and one with room.
pub(super) fn is_empty_array(value: &Expr) -> bool {
    match strip(value) {
        Expr::Call(call) => {
            let names = ["new", "default", "with_capacity"];
            call.args.len() < 2
                && matches!(strip(&call.func), Expr::Path(path) if path.path.segments.last()
                    .is_some_and(|last| names.iter().any(|name| last.ident == name)))
        }
        Expr::Macro(called) => called.mac.path.is_ident("vec") && called.mac.tokens.is_empty(),
        _ => false,
    }
}
