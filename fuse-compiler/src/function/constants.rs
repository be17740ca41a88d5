//! Constants that closures compute with. Rustc follows constants through a function, into the bodies of its loops, and not into its
//! closures: inlined, `100 / zero` and `two[2]` are errors by default (`unconditional_panic`, `arithmetic_overflow`), although the
//! program may never run them.
//!
//! In: a function, before it is fused. Out: whether a closure of it may hold such.

use crate::rust::expr::strip;
use crate::rust::spelling::spelling;
use crate::rust::visit::{self, Visit};
use crate::sorted::SortedSet;
use syn::{BinOp, Block, Expr, ExprClosure, Local, Pat};

/// True if a closure divides or shifts by a constant that a name holds, takes an element at one, or adds two constants up.
pub(super) fn are_computed_with(block: &Block) -> bool {
    let mut named = Named(SortedSet::new());
    named.visit_block(block);
    let mut computed = Computed {
        constants: named.0,
        inside: 0,
        found: false,
    };
    if !computed.constants.is_empty() {
        computed.visit_block(block);
    }
    computed.found
}

/// True for what rustc can compute: literals, names of such, and what is made of them by operators.
fn is_constant(expr: &Expr, names: &SortedSet<String>) -> bool {
    let is = |part: &Expr| is_constant(part, names);
    match strip(expr) {
        Expr::Lit(_) => true,
        Expr::Path(path) => path
            .path
            .get_ident()
            .is_some_and(|name| names.contains(&spelling(name))),
        Expr::Unary(unary) => is(&unary.expr),
        Expr::Cast(cast) => is(&cast.expr),
        Expr::Reference(reference) => is(&reference.expr),
        Expr::Binary(binary) => is(&binary.left) && is(&binary.right),
        Expr::Array(array) => array.elems.iter().all(is),
        Expr::Tuple(tuple) => tuple.elems.iter().all(is),
        Expr::Repeat(repeat) => is(&repeat.expr),
        _ => false,
    }
}

/// The names of constants.
struct Named(SortedSet<String>);

impl<'ast> Visit<'ast> for Named {
    fn visit_local(&mut self, local: &'ast Local) {
        let pattern = match &local.pat {
            Pat::Type(typed) => &*typed.pat,
            pattern => pattern,
        };
        if let (Pat::Ident(ident), Some(init)) = (pattern, &local.init)
            && is_constant(&init.expr, &self.0)
        {
            self.0.insert(spelling(&ident.ident));
        }
        visit::visit_local(self, local);
    }
}

/// What closures compute.
struct Computed {
    constants: SortedSet<String>,
    /// How many closures stand around.
    inside: usize,
    found: bool,
}

impl<'ast> Visit<'ast> for Computed {
    fn visit_expr_closure(&mut self, closure: &'ast ExprClosure) {
        self.inside += 1;
        visit::visit_expr_closure(self, closure);
        self.inside -= 1;
    }

    fn visit_expr(&mut self, expr: &'ast Expr) {
        let named = |expr: &Expr| {
            !matches!(strip(expr), Expr::Lit(_)) && is_constant(expr, &self.constants)
        };
        self.found |= self.inside > 0
            && match expr {
                Expr::Binary(binary) => match binary.op {
                    BinOp::Div(_) | BinOp::Rem(_) | BinOp::Shl(_) | BinOp::Shr(_) => {
                        named(&binary.right)
                    }
                    BinOp::Add(_) | BinOp::Sub(_) | BinOp::Mul(_) => named(expr),
                    _ => false,
                },
                Expr::Unary(unary) => matches!(unary.op, syn::UnOp::Neg(_)) && named(&unary.expr),
                Expr::Index(index) => is_constant(&index.index, &self.constants),
                _ => false,
            };
        visit::visit_expr(self, expr);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn computed(block: &str) -> bool {
        are_computed_with(&syn::parse_str(block).expect("a block"))
    }

    #[test]
    fn constants_beside_constants() {
        assert!(computed(
            "{ let zero = 0; xs.iter().map(|x| x ^ 100 / zero).sum() }"
        ));
        assert!(computed(
            "{ let two = [1, 2]; let at = 2; xs.iter().map(|x| x ^ two[at]).sum() }"
        ));
        assert!(computed(
            "{ let most: u8 = 255; xs.iter().map(|x| x ^ (most + 1)).sum() }"
        ));
        assert!(computed(
            "{ let low = i8::MIN; let most = -128i8; xs.iter().map(|x| x ^ -most).sum() }"
        ));
    }

    #[test]
    fn what_no_lint_knows() {
        assert!(!computed(
            "{ let two = 2; xs.iter().map(|x| x * two).sum() }"
        ));
        assert!(!computed(
            "{ let two = n; xs.iter().map(|x| x / two).sum() }"
        ));
        assert!(!computed(
            "{ let zero = 0; for x in xs { s += 100 / zero; } }"
        ));
        assert!(!computed("{ xs.iter().map(|x| x / 0).sum() }"));
    }
}
