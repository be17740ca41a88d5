//! What ends a turn of a body, or its loop.
//!
//! In: the body as written. Out: whether it may leave the function; and the same body in which what ended a turn, or the loop, jumps to a
//! label of the body.

use super::Of;
use crate::rust::captured_writes::impure;
use crate::rust::control::Control;
use crate::rust::impurity::{Impurity, Reason};
use crate::rust::macros::{self, Kind};
use crate::rust::visit::{self, Visit};
use crate::rust::visit_mut::{self, VisitMut};
use syn::{Block, Expr, Lifetime, Stmt};

/// The label that stands for the end of a body: another one for each level of loops, since a body inside of another has its own,
/// and may end the outer one too.
pub(super) fn label(body: &Block) -> Lifetime {
    struct Levels(usize);
    impl<'ast> Visit<'ast> for Levels {
        fn visit_expr(&mut self, expr: &'ast Expr) {
            if !matches!(expr, Expr::ForLoop(_) | Expr::While(_) | Expr::Loop(_)) {
                return visit::visit_expr(self, expr);
            }
            let before = std::mem::take(&mut self.0);
            visit::visit_expr(self, expr);
            self.0 = before.max(self.0 + 1);
        }
    }
    let mut levels = Levels(0);
    levels.visit_block(body);
    let name = match levels.0 {
        0 => "'each__element".to_owned(),
        inner => format!("'each__element{inner}"),
    };
    Lifetime::new(&name, proc_macro2::Span::mixed_site())
}

/// Whether it may leave the function. Refuses all else that leaves the body other than at its end, and what only rustc understands.
pub(super) fn shape(
    body: &Block,
    end: Option<&Lifetime>,
    of: Of<'_>,
    breaks: bool,
) -> Result<bool, Impurity> {
    let whole = Expr::Block(syn::ExprBlock {
        attrs: Vec::new(),
        label: end.map(|end| syn::Label {
            name: end.clone(),
            colon_token: <syn::Token![:]>::default(),
        }),
        block: body.clone(),
    });
    let control = Control::of_expr(&whole);
    let mut by_mutable_reference = ByMutableReference(false);
    by_mutable_reference.visit_block(body);
    if by_mutable_reference.0 {
        return impure(Reason::Syntax, body);
    }
    let leaves = control.returns || control.question;
    // Behind what always leaves nothing is reached, and rustc would say so.
    let may_return = matches!(of, Of::Loop(_)) && !always_leaves(body);
    if (leaves || breaks) && !may_return || control.breaks || control.awaits || control.yields {
        return impure(Reason::Leaves, body);
    }
    if control.attributes {
        return impure(Reason::Attribute, body);
    }
    if control.unsafe_blocks {
        return impure(Reason::Unsafe, body);
    }
    let strange = control.none_groups || control.asynchronous || control.items || control.verbatim;
    if strange {
        return impure(Reason::Syntax, body);
    }
    Ok(leaves)
}

/// True if the end of a block is visibly not reached.
fn always_leaves(block: &Block) -> bool {
    fn expr(of: &Expr) -> bool {
        match of {
            Expr::Return(_) | Expr::Break(_) | Expr::Continue(_) => true,
            Expr::Loop(_) | Expr::Macro(_) => true,
            Expr::Block(block) => always_leaves(&block.block),
            Expr::If(branch) => {
                let other = branch.else_branch.as_ref();
                always_leaves(&branch.then_branch) && other.is_some_and(|(_, other)| expr(other))
            }
            Expr::Match(matched) => matched.arms.iter().all(|arm| expr(&arm.body)),
            _ => false,
        }
    }
    block.stmts.iter().any(|stmt| match stmt {
        Stmt::Expr(of, _) => expr(of),
        Stmt::Local(_) | Stmt::Item(_) => false,
        // `panic!`, for all that is known.
        Stmt::Macro(mac) => {
            macros::listed(&mac.mac).is_none_or(|listed| listed.kind == Kind::Panic)
        }
    })
}

/// A pattern that borrows mutably in so many words.
struct ByMutableReference(bool);

impl<'ast> Visit<'ast> for ByMutableReference {
    fn visit_pat_ident(&mut self, ident: &'ast syn::PatIdent) {
        self.0 |= ident.by_ref.is_some() && ident.mutability.is_some();
        visit::visit_pat_ident(self, ident);
    }
}

/// Turns each `continue` of the loop into a `break` of the body's label; each `break` too, and then both say whether it was one.
pub(super) struct Jumps<'a> {
    /// The label of the loop.
    pub(super) of: Option<&'a Lifetime>,
    /// That of the body.
    pub(super) end: Lifetime,
    /// True inside of another loop, which has jumps of its own.
    pub(super) inner: bool,
    /// True if there are those that end the loop.
    pub(super) breaks: bool,
    /// True if it has found one.
    pub(super) found: bool,
    /// True if one of them ends the loop.
    pub(super) ended: bool,
}

impl Jumps<'_> {
    fn is_own(&self, label: Option<&Lifetime>) -> bool {
        match label {
            Some(label) => Some(label) == self.of,
            None => !self.inner,
        }
    }
}

impl VisitMut for Jumps<'_> {
    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        let relabelled = |label: &Option<syn::Label>| {
            let label = label.as_ref().map(|label| &label.name);
            label.is_some() && label == self.of
        };
        match expr {
            Expr::Continue(jump) if jump.attrs.is_empty() && self.is_own(jump.label.as_ref()) => {
                let label = &self.end;
                *expr = match self.breaks {
                    true => syn::parse_quote!(break #label false),
                    false => syn::parse_quote!(break #label),
                };
                self.found = true;
            }
            Expr::Break(jump)
                if jump.attrs.is_empty()
                    && jump.expr.is_none()
                    && self.is_own(jump.label.as_ref()) =>
            {
                self.ended = true;
                if self.breaks {
                    let label = &self.end;
                    *expr = syn::parse_quote!(break #label true);
                    self.found = true;
                }
            }
            Expr::ForLoop(syn::ExprForLoop { label, .. })
            | Expr::While(syn::ExprWhile { label, .. })
            | Expr::Loop(syn::ExprLoop { label, .. }) => {
                if !relabelled(label) {
                    let outer = std::mem::replace(&mut self.inner, true);
                    visit_mut::visit_expr_mut(self, expr);
                    self.inner = outer;
                }
            }
            // Out of a labelled block nothing jumps without a label: rustc says so.
            Expr::Block(syn::ExprBlock { label: Some(_), .. }) => {
                let outer = std::mem::replace(&mut self.inner, true);
                visit_mut::visit_expr_mut(self, expr);
                self.inner = outer;
            }
            Expr::Closure(_) | Expr::Async(_) => {}
            _ => visit_mut::visit_expr_mut(self, expr),
        }
    }

    fn visit_item_mut(&mut self, _: &mut syn::Item) {}
}
