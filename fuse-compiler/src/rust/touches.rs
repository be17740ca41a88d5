//! Whether code touches an array only at a counter: `array[counter]`.
//!
//! In: statements, and two names. Out: a yes, if each mention of the array is such an element.

use super::spelling::{spelling, times};
use super::visible::name_of;
use super::visit::{self, Visit};
use quote::ToTokens;
use syn::{Expr, Macro, PatIdent, Stmt};

/// True if statements mention an array only as its element at a counter, and do mention it.
pub(crate) fn touches_at(stmts: &[Stmt], name: &str, counter: &str) -> bool {
    let mut touches = Touches {
        name,
        counter,
        fits: true,
        found: false,
    };
    stmts.iter().for_each(|stmt| touches.visit_stmt(stmt));
    touches.fits && touches.found
}

/// Whether code mentions an array only as `array[counter]`.
struct Touches<'a> {
    name: &'a str,
    counter: &'a str,
    fits: bool,
    found: bool,
}

impl<'ast> Visit<'ast> for Touches<'_> {
    fn visit_expr(&mut self, expr: &'ast Expr) {
        match expr {
            Expr::Index(index)
                if name_of(&index.expr).is_some_and(|name| name == self.name)
                    && name_of(&index.index).is_some_and(|name| name == self.counter) =>
            {
                self.found = true;
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
