//! Whether code touches an array only at a counter: `array[counter]`.
//!
//! In: statements, and two names. Out: a yes, if each mention of the array is such an element; and what else is done with these elements
//! but to read and to write them as numbers.

use super::expr::strip;
use super::spelling::{spelling, times};
use super::std_names;
use super::visible::name_of;
use super::visit::{self, Visit};
use quote::ToTokens;
use syn::{Expr, ExprCall, ExprForLoop, ExprMethodCall, Macro, PatIdent, Stmt, UnOp};

/// True if statements mention an array only as its element at a counter, and do mention it. What mentions it in a closure that a method
/// of std's is given [lends](Lends) it.
pub(crate) fn touches_at(stmts: &[Stmt], name: &str, counter: &str) -> bool {
    touched(stmts, name, counter) == Some(Index::Only)
}

/// How a counter selects elements of an array, wherever statements mention it.
pub(crate) fn touched(stmts: &[Stmt], name: &str, counter: &str) -> Option<Index> {
    let mut touches = Touches {
        name,
        counter,
        fits: true,
        found: None,
    };
    stmts.iter().for_each(|stmt| touches.visit_stmt(stmt));
    touches.found.filter(|_| touches.fits)
}

/// How a counter selects elements. One index of a matrix of nalgebra's counts its elements, not its rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Index {
    /// `array[counter]`, the row of an array of arrays
    Only,
    /// `matrix[[i, counter]]`, `matrix[(i, counter)]`
    OneOf(usize),
}

/// Whether code mentions an array only as `array[counter]`.
struct Touches<'a> {
    name: &'a str,
    counter: &'a str,
    fits: bool,
    found: Option<Index>,
}

impl Touches<'_> {
    /// How the counter stands in an index.
    fn index(&self, index: &Expr) -> Option<Index> {
        let is = |of: &Expr| name_of(of).is_some_and(|name| name == self.counter);
        let parts = match strip(index) {
            Expr::Array(array) => &array.elems,
            Expr::Tuple(tuple) => &tuple.elems,
            other => return is(other).then_some(Index::Only),
        };
        parts.iter().position(is).map(Index::OneOf)
    }
}

impl<'ast> Visit<'ast> for Touches<'_> {
    fn visit_expr(&mut self, expr: &'ast Expr) {
        match expr {
            Expr::Index(index)
                if index.attrs.is_empty()
                    && name_of(&index.expr).is_some_and(|name| name == self.name) =>
            {
                let found = self.index(&index.index);
                self.fits &= found.is_some() && self.found.is_none_or(|one| Some(one) == found);
                self.found = found;
                self.visit_expr(&index.index);
            }
            Expr::Path(path) => {
                self.fits &= path
                    .path
                    .get_ident()
                    .is_none_or(|ident| spelling(ident) != self.name);
            }
            // What a closure does, it may do later.
            Expr::Closure(_) | Expr::Async(_) | Expr::Verbatim(_) => {
                self.fits &= times(self.name, expr.to_token_stream()) == 0;
            }
            Expr::MethodCall(call) if std_names::has(&call.method.to_string()) => {
                self.visit_expr(&call.receiver);
                for argument in &call.args {
                    match argument {
                        Expr::Closure(closure)
                            if times(self.name, closure.to_token_stream()) > 0 =>
                        {
                            visit::visit_expr_closure(self, closure);
                        }
                        other => self.visit_expr(other),
                    }
                }
            }
            _ => visit::visit_expr(self, expr),
        }
    }

    fn visit_pat_ident(&mut self, ident: &'ast PatIdent) {
        let bound = spelling(&ident.ident);
        self.fits &= bound != self.name && bound != self.counter;
    }

    fn visit_macro(&mut self, mac: &'ast Macro) {
        self.fits &= times(self.name, mac.to_token_stream()) == 0;
    }
}

/// How code hands out elements of an array other than as numbers.
#[derive(Default)]
pub(crate) struct Lends {
    array: String,
    /// It refers to one: by `&`, by `ref`, by a loop over it or in a closure.
    pub(crate) referred: bool,
    /// It calls a method of one.
    pub(crate) called: bool,
    /// It calls one, or a method of one that is none of a number's, and may take it by `&mut`.
    pub(crate) methods: bool,
    /// It may leave the code around it with a value.
    pub(crate) leaves: bool,
}

impl Lends {
    /// What statements do with the elements of an array.
    pub(crate) fn of(stmts: &[Stmt], array: &str) -> Lends {
        let mut lends = Lends {
            array: array.to_owned(),
            ..Lends::default()
        };
        stmts.iter().for_each(|stmt| lends.visit_stmt(stmt));
        lends
    }

    fn is_element(&self, expr: &Expr) -> bool {
        match strip(expr) {
            Expr::Index(index) => {
                name_of(&index.expr).as_deref() == Some(&*self.array)
                    || self.is_element(&index.expr)
            }
            Expr::Field(field) => self.is_element(&field.base),
            Expr::Unary(of) if matches!(of.op, UnOp::Deref(_)) => self.is_element(&of.expr),
            _ => false,
        }
    }
}

impl<'ast> Visit<'ast> for Lends {
    fn visit_expr(&mut self, expr: &'ast Expr) {
        match expr {
            Expr::Reference(of) => self.referred |= self.is_element(&of.expr),
            Expr::Closure(_) => {
                self.referred |= times(&self.array, expr.to_token_stream()) > 0;
            }
            Expr::Return(_) | Expr::Try(_) => self.leaves = true,
            Expr::Break(broken) => self.leaves |= broken.expr.is_some(),
            _ => {}
        }
        visit::visit_expr(self, expr);
    }

    fn visit_expr_method_call(&mut self, call: &'ast ExprMethodCall) {
        if self.is_element(&call.receiver) {
            let name = call.method.to_string();
            self.called = true;
            self.methods |= !std_names::is(&name, call.args.len(), std_names::SCALAR);
        }
        visit::visit_expr_method_call(self, call);
    }

    fn visit_expr_call(&mut self, call: &'ast ExprCall) {
        let calls = self.is_element(&call.func);
        self.called |= calls;
        self.methods |= calls;
        visit::visit_expr_call(self, call);
    }

    fn visit_expr_for_loop(&mut self, looped: &'ast ExprForLoop) {
        self.referred |= self.is_element(&looped.expr);
        visit::visit_expr_for_loop(self, looped);
    }

    fn visit_pat_ident(&mut self, ident: &'ast PatIdent) {
        self.referred |= ident.by_ref.is_some();
    }
}
