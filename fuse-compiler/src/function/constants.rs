//! Constants that closures capture. Rustc follows a constant through a function, but not one that is borrowed, as closures borrow what
//! they mention: inlined, `100 / zero` and `two[2]` would be errors by default (`unconditional_panic`, `arithmetic_overflow`), although
//! the program may never run them, in the closure as well as behind it.
//!
//! In: a function, before it is fused, and its statements afterwards. Out: the same statements, in which such constants are borrowed as
//! they were.

use crate::rust::expr::strip;
use crate::rust::mentions::Mentions;
use crate::rust::patterns::binds;
use crate::rust::spelling::spelling;
use crate::rust::visit::{self, Visit};
use crate::rust::visit_mut::VisitMut;
use crate::sorted::SortedSet;
use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::parse::Parser;
use syn::{BinOp, Block, Expr, ExprClosure, Ident, Local, PatIdent, Stmt, UnOp};

/// The constants that closures capture, if something is computed of one of them.
pub(super) fn captured(block: &Block) -> SortedSet<String> {
    let mut named = Named(SortedSet::new());
    named.visit_block(block);
    if named.0.is_empty() {
        return named.0;
    }
    let mut captured = Captured(SortedSet::new());
    captured.visit_block(block);
    named.0.retain(|name| captured.0.contains(name));
    let mut computed = Computed {
        constants: &named.0,
        found: false,
    };
    computed.visit_block(block);
    match computed.found {
        true => named.0,
        false => SortedSet::new(),
    }
}

/// Statements with these names borrowed where they are bound; as they are if they are not understood.
pub(super) fn borrowed(statements: TokenStream, names: SortedSet<String>) -> TokenStream {
    if names.is_empty() {
        return statements;
    }
    let Ok(mut parsed) = Block::parse_within.parse2(statements.clone()) else {
        return statements;
    };
    let mut borrows = Borrows(names);
    borrows.statements(&mut parsed);
    parsed.iter().map(ToTokens::to_token_stream).collect()
}

/// True for what rustc can compute: literals, other constants, names of such, and what is made of them.
fn is_constant(expr: &Expr, names: &SortedSet<String>) -> bool {
    let is = |part: &Expr| is_constant(part, names);
    match strip(expr) {
        Expr::Lit(_) => true,
        Expr::Path(path) => {
            let last = path.path.segments.last().map(|last| last.ident.to_string());
            let capitals = |name: String| name.chars().all(|letter| !letter.is_lowercase());
            let name = path.path.get_ident().map(spelling);
            name.is_some_and(|name| names.contains(&name)) || last.is_some_and(capitals)
        }
        Expr::Unary(unary) => is(&unary.expr),
        Expr::Cast(cast) => is(&cast.expr),
        Expr::Field(field) => is(&field.base),
        Expr::Reference(reference) => is(&reference.expr),
        Expr::Binary(binary) => is(&binary.left) && is(&binary.right),
        // Of one part that is none, the others are.
        Expr::Array(array) => array.elems.iter().any(is),
        Expr::Tuple(tuple) => tuple.elems.iter().any(is),
        Expr::Call(call) => call.args.iter().any(is),
        Expr::Struct(parts) => parts.fields.iter().any(|field| is(&field.expr)),
        Expr::Repeat(repeat) => is(&repeat.expr),
        Expr::Block(block) => value(&block.block).is_some_and(is),
        Expr::Unsafe(block) => value(&block.block).is_some_and(is),
        Expr::Match(choice) => choice.arms.iter().any(|arm| is(&arm.body)),
        _ => false,
    }
}

/// What a block gives.
fn value(block: &Block) -> Option<&Expr> {
    match block.stmts.last()? {
        Stmt::Expr(value, None) => Some(value),
        _ => None,
    }
}

/// The names of constants.
struct Named(SortedSet<String>);

impl<'ast> Visit<'ast> for Named {
    fn visit_local(&mut self, local: &'ast Local) {
        if let Some(init) = &local.init
            && is_constant(&init.expr, &self.0)
        {
            self.0.extend(binds(&local.pat));
        }
        visit::visit_local(self, local);
    }
}

/// What closures mention.
struct Captured(SortedSet<String>);

impl<'ast> Visit<'ast> for Captured {
    fn visit_expr_closure(&mut self, closure: &'ast ExprClosure) {
        self.0.extend(Mentions::of_expr(&closure.body).read);
        visit::visit_expr_closure(self, closure);
    }
}

/// Whether something is computed of a constant that has one of these names.
struct Computed<'n> {
    constants: &'n SortedSet<String>,
    found: bool,
}

impl<'ast> Visit<'ast> for Computed<'_> {
    fn visit_expr(&mut self, expr: &'ast Expr) {
        let is = |expr: &Expr| is_constant(expr, self.constants);
        let named = |expr: &Expr| is(expr) && !is_constant(expr, &SortedSet::new());
        self.found |= match expr {
            Expr::Binary(binary) => match binary.op {
                BinOp::Div(_)
                | BinOp::Rem(_)
                | BinOp::Shl(_)
                | BinOp::Shr(_)
                | BinOp::DivAssign(_)
                | BinOp::RemAssign(_)
                | BinOp::ShlAssign(_)
                | BinOp::ShrAssign(_) => named(&binary.right),
                BinOp::Add(_) | BinOp::Sub(_) | BinOp::Mul(_) => named(expr),
                _ => false,
            },
            Expr::Unary(unary) => matches!(unary.op, UnOp::Neg(_)) && named(&unary.expr),
            Expr::Index(index) => named(&index.index) || named(&index.expr) && is(&index.index),
            _ => false,
        };
        visit::visit_expr(self, expr);
    }
}

/// The names that a pattern binds.
struct Bound(Vec<Ident>);

impl<'ast> Visit<'ast> for Bound {
    fn visit_pat_ident(&mut self, ident: &'ast PatIdent) {
        self.0.push(ident.ident.clone());
    }
}

/// Borrows names where they are bound.
struct Borrows(SortedSet<String>);

impl Borrows {
    fn statements(&mut self, statements: &mut Vec<Stmt>) {
        for statement in std::mem::take(statements) {
            let mut statement = statement;
            self.visit_stmt_mut(&mut statement);
            let mut bound = Bound(Vec::new());
            if let Stmt::Local(local) = &statement
                && local.init.is_some()
                && local.attrs.is_empty()
            {
                bound.visit_pat(&local.pat);
            }
            statements.push(statement);
            // With the user's own tokens: another of this spelling may be another name.
            for name in bound
                .0
                .iter()
                .filter(|name| self.0.contains(&spelling(name)))
            {
                statements.push(Stmt::Expr(Expr::Verbatim(quote!(let _ = &#name;)), None));
            }
        }
    }
}

impl VisitMut for Borrows {
    fn visit_block_mut(&mut self, block: &mut Block) {
        self.statements(&mut block.stmts);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(block: &str) -> Vec<String> {
        captured(&syn::parse_str(block).expect("a block"))
            .into_iter()
            .collect()
    }

    #[test]
    fn constants_beside_constants() {
        for (block, name) in [
            (
                "{ let zero = 0; xs.iter().map(|x| x ^ 100 / zero).sum() }",
                "zero",
            ),
            (
                "{ let most: u8 = 255; xs.iter().map(|x| x ^ (most + 1)).sum() }",
                "most",
            ),
            (
                "{ let most = -128i8; xs.iter().map(|x| x ^ -most).sum() }",
                "most",
            ),
            ("{ let m = i64::MIN; xs.iter().map(|x| x ^ -m).sum() }", "m"),
            (
                "{ let q = Q { k: 255, n }; xs.iter().map(|x| x ^ (q.k + 1)).sum() }",
                "q",
            ),
            (
                "{ let bits = 64; f(1 << bits); xs.iter().map(|x| x.wrapping_shl(bits)).sum() }",
                "bits",
            ),
        ] {
            assert_eq!(of(block), [name], "{block}");
        }
        let at = "{ let two = [1, 2]; let at = 2; xs.iter().map(|x| x ^ two[at]).sum() }";
        assert_eq!(of(at), ["at", "two"]);
        let parts = "{ let (k, j) = (255u8, 1u8); xs.iter().map(|x| x ^ (k + j)).sum() }";
        assert_eq!(of(parts), ["j", "k"]);
    }

    #[test]
    fn parts_that_are_constant() {
        for init in [
            "let (z, n) = (0, xs.len());",
            "let z = { 0 };",
            "let Q(z, n) = Q(0, xs.len());",
            "let z = match 3 { _ => 0 };",
        ] {
            let block = format!("{{ {init} xs.iter().map(|x| x ^ 100 / z).sum() }}");
            assert!(of(&block).contains(&"z".to_owned()), "{init}");
        }
    }

    #[test]
    fn what_no_lint_knows() {
        for block in [
            "{ let two = 2; xs.iter().map(|x| x * two).sum() }",
            "{ let two = n; xs.iter().map(|x| x / two).sum() }",
            "{ let zero = 0; for x in xs { s += 100 / zero; } }",
            "{ xs.iter().map(|x| x / 0).sum() }",
        ] {
            assert!(of(block).is_empty(), "{block}");
        }
    }

    #[test]
    fn where_they_are_bound() {
        let statements =
            quote!(let k: u8 = 255; for x in xs { let (i, k) = (x, 1); f(i, k); } g(k););
        let names = SortedSet::from(["k".to_owned()]);
        let expected = quote!(let k: u8 = 255; let _ = &k; for x in xs { let (i, k) = (x, 1); let _ = &k; f(i, k); } g(k););
        assert_eq!(
            borrowed(statements, names).to_string(),
            expected.to_string()
        );
    }
}
