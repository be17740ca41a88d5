//! Statements that make nothing: early returns and assertions about numbers.
//!
//! In: a statement that is neither. Out: an item of the program, or that it is something else.

use super::{Bound, Reader, plain};
use crate::chunked::normal_form::is_check;
use crate::chunked::program::{Item, LENGTH, Panics, What};
use crate::ops::reading::vec_of;
use crate::region::{Kind, Statement};
use crate::rust::expr::{compound, name_of, strip};
use crate::rust::mentions::Mentions;
use crate::rust::visit::{self, Visit};
use proc_macro2::Ident;
use quote::ToTokens;
use syn::{BinOp, Block, Expr, Pat, ReturnType, Stmt, Type};

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
                is_empty: self.says_empty(&branch.cond),
            },
            reads,
            panics: Panics::Never,
        });
        true
    }

    /// True for `xs.is_empty()`, and `n == 0` of a length.
    fn says_empty(&self, condition: &Expr) -> bool {
        let Expr::Binary(test) = strip(condition) else {
            return false;
        };
        let is_zero = matches!(strip(&test.right), Expr::Lit(literal) if literal.to_token_stream().to_string() == "0");
        let is_length = |name: &String| {
            let of_name = |item: &&Item<'_>| item.names.contains(name);
            *name == LENGTH
                || self.program.items.iter().find(of_name).is_some_and(|item| {
                    matches!(&item.what, What::Scalar(Stmt::Local(local))
                        if local.init.as_ref().is_some_and(|init| name_of(&init.expr).as_deref() == Some(LENGTH)))
                })
        };
        matches!(test.op, BinOp::Eq(_))
            && is_zero
            && name_of(&test.left).is_some_and(|name| is_length(&name))
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

    /// `let x = if condition { a } else { b };` of numbers.
    pub(super) fn branch(&mut self, statement: &'r Statement) -> bool {
        let (Kind::Barrier(barrier), Stmt::Local(local)) = (&statement.kind, &statement.tokens)
        else {
            return false;
        };
        let (pattern, init) = (&local.pat, &local.init);
        let (Some(init), Some(name)) = (init, named(pattern)) else {
            return false;
        };
        if init.diverge.is_some()
            || self.written.contains(&name.to_string())
            || !computes(&init.expr)
        {
            return false;
        }
        self.holes(&barrier.holes);
        let reads = Mentions::of_expr(&init.expr).read;
        self.numbers_only(&reads, &init.expr);
        self.bind(&name, Bound::Number);
        self.program.items.push(Item {
            names: vec![name.to_string()],
            what: What::Scalar(statement.tokens.clone()),
            reads,
            panics: Panics::Never,
        });
        true
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
            panics: Panics::Never,
        });
        true
    }
}

/// The name that a pattern binds, with a type or without.
fn named(pattern: &Pat) -> Option<Ident> {
    match pattern {
        Pat::Type(typed) => plain(&typed.pat),
        pattern => plain(pattern),
    }
}

/// True if it is made of operators, methods and branches alone.
fn computes(expr: &Expr) -> bool {
    struct Computes(bool);
    impl<'a> Visit<'a> for Computes {
        fn visit_expr(&mut self, expr: &'a Expr) {
            self.0 &= match expr {
                Expr::Binary(binary) => !compound(&binary.op),
                Expr::Block(_)
                | Expr::Cast(_)
                | Expr::Closure(_)
                | Expr::If(_)
                | Expr::Lit(_)
                | Expr::MethodCall(_)
                | Expr::Paren(_)
                | Expr::Path(_)
                | Expr::Reference(_)
                | Expr::Tuple(_)
                | Expr::Unary(_) => true,
                _ => false,
            };
            visit::visit_expr(self, expr);
        }

        fn visit_stmt(&mut self, statement: &'a Stmt) {
            self.0 &= matches!(statement, Stmt::Expr(_, None));
            visit::visit_stmt(self, statement);
        }
    }
    let mut computes = Computes(true);
    computes.visit_expr(expr);
    computes.0
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
