//! A `for` loop whose body accumulates: what it adds to each name, as an array.
//!
//! In: a `for` loop, and the names that its body writes. Out: the same loop with `sum += x` as a push of `x` to the array of `sum`, and the
//! monoid of each name; or that a name is written in another way. The parts of chunks then take those arrays in as they do elements of a chain.

use crate::ops::monoid::Monoid;
use crate::rust::expr::{name_of, sole, strip};
use crate::rust::spelling::times;
use crate::rust::visit_mut::{self, VisitMut};
use crate::sorted::SortedMap;
use proc_macro2::Ident;
use quote::{ToTokens, format_ident};
use syn::{BinOp, Expr, ExprForLoop, ExprIf, ExprIndex, Lit, Stmt};

/// What becomes of a name in a loop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Accumulated {
    /// It takes elements in.
    By(Monoid),
    /// It keeps the least or the greatest by a test, which no element passes if it begins with NaN.
    Kept(Monoid),
    /// Elements are subtracted from it too, so that it must be a float.
    Signed,
    /// Elements are added to its bins: `bins[place] += x`.
    Counted,
    /// Elements are pushed to it.
    Pushed,
}

/// The array of what a name takes in.
pub(super) fn array_of(name: &str) -> Ident {
    format_ident!("loopfuse_of_{name}")
}

/// What leaves any element as it is by the operator of a name: `sum += x` takes a reference, and an array a number.
pub(super) fn nothing_of(name: &str) -> Ident {
    format_ident!("loopfuse_nothing_of_{name}")
}

/// The loop with pushes, and what becomes of each name, in order; the name that is written in another way, if there is one.
pub(super) fn accumulated(
    each: &ExprForLoop,
    names: &[String],
) -> Result<(ExprForLoop, Vec<Accumulated>), String> {
    let mut pushes = Pushes {
        names: names.iter().map(|name| (name.clone(), None)).collect(),
        other: None,
    };
    let mut pushing = each.clone();
    pushes.visit_block_mut(&mut pushing.body);
    if let Some(other) = pushes.other {
        return Err(other);
    }
    let mut becomes = Vec::new();
    for name in names {
        let found = pushes.names.get(name.as_str()).copied().flatten();
        // Nothing else mentions it: neither its value nor a shadow.
        let tokens = pushing.body.to_token_stream();
        match found {
            Some(Accumulated::Pushed) => {}
            Some(_) if times(name, tokens) == 0 => {}
            _ => return Err(name.clone()),
        }
        becomes.extend(found);
    }
    Ok((pushing, becomes))
}

struct Pushes {
    names: SortedMap<String, Option<Accumulated>>,
    /// A name that is written in two ways.
    other: Option<String>,
}

impl Pushes {
    /// The name of the loop's that an expression is.
    fn name(&self, expr: &Expr) -> Option<String> {
        name_of(strip(expr)).filter(|name| self.names.get(name.as_str()).is_some())
    }

    fn becomes(&mut self, name: &str, what: Accumulated) {
        use Accumulated::{By, Signed};
        let before = self.names.get(name).copied().flatten();
        let both = match (before, what) {
            (None, what) => what,
            (Some(before), what) if before == what => what,
            (Some(Signed), By(Monoid::Sum)) | (Some(By(Monoid::Sum)), Signed) => Signed,
            _ => {
                self.other = Some(name.to_owned());
                what
            }
        };
        self.names.insert(name.to_owned(), Some(both));
    }

    /// A push of what a name takes in.
    fn push(&mut self, name: &str, monoid: Monoid, element: &Expr) -> Expr {
        self.push_to(name, Accumulated::By(monoid), element)
    }

    fn push_to(&mut self, name: &str, becomes: Accumulated, element: &Expr) -> Expr {
        self.becomes(name, becomes);
        let array = array_of(name);
        syn::parse_quote!(#array.push(#element))
    }

    /// A push of what an operator makes of nothing and an element.
    fn push_by(&mut self, name: &str, operator: &BinOp, element: &Expr) -> Option<Expr> {
        let monoid = Monoid::of_operator(operator)?;
        let nothing = nothing_of(name);
        let value = match monoid {
            Monoid::Sum => syn::parse_quote!(#nothing + #element),
            Monoid::And => syn::parse_quote!(#nothing & #element),
            Monoid::Or => syn::parse_quote!(#nothing | #element),
            Monoid::Xor => syn::parse_quote!(#nothing ^ #element),
            _ => return None,
        };
        Some(self.push(name, monoid, &value))
    }

    /// `name += x`, `name = name.max(x)` and their like as a push.
    fn pushed(&mut self, expr: &Expr) -> Option<Expr> {
        match expr {
            Expr::Binary(assigned) if matches!(assigned.op, BinOp::SubAssign(_)) => {
                let (name, element) = (self.name(&assigned.left)?, &assigned.right);
                self.becomes(&name, Accumulated::Signed);
                let array = array_of(&name);
                Some(syn::parse_quote!(#array.push(-(#element))))
            }
            Expr::Binary(assigned) => {
                let assigns = matches!(
                    assigned.op,
                    BinOp::AddAssign(_)
                        | BinOp::BitAndAssign(_)
                        | BinOp::BitOrAssign(_)
                        | BinOp::BitXorAssign(_)
                );
                if let (Expr::Index(bin), BinOp::AddAssign(_)) =
                    (strip(&assigned.left), &assigned.op)
                {
                    return self.counted(bin, &assigned.right);
                }
                let name = self.name(&assigned.left).filter(|_| assigns)?;
                self.push_by(&name, &assigned.op, &grouped(&assigned.right))
            }
            Expr::Assign(assigned) => {
                let name = self.name(&assigned.left)?;
                let is_it = |expr: &Expr| name_of(strip(expr)).as_deref() == Some(&*name);
                let (monoid, element) = match strip(&assigned.right) {
                    Expr::Lit(literal) => match &literal.lit {
                        Lit::Bool(set) if set.value => (Monoid::Or, &*assigned.right),
                        Lit::Bool(_) => (Monoid::And, &*assigned.right),
                        _ => return None,
                    },
                    Expr::Binary(both) => {
                        let element = match (is_it(&both.left), is_it(&both.right)) {
                            (true, false) => &*both.right,
                            (false, true) => &*both.left,
                            _ => return None,
                        };
                        match &both.op {
                            BinOp::And(_) => (Monoid::And, element),
                            BinOp::Or(_) => (Monoid::Or, element),
                            op => return self.push_by(&name, op, &grouped(element)),
                        }
                    }
                    Expr::MethodCall(call) if call.args.len() == 1 => {
                        let monoid = Monoid::of_method(&call.method.to_string())?;
                        match (is_it(&call.receiver), is_it(&call.args[0])) {
                            (true, false) => (monoid, &call.args[0]),
                            (false, true) => (monoid, &*call.receiver),
                            _ => return None,
                        }
                    }
                    Expr::Call(call) if call.args.len() == 2 => {
                        let Expr::Path(path) = strip(&call.func) else {
                            return None;
                        };
                        let last = path.path.segments.last()?;
                        let monoid = Monoid::of_method(&last.ident.to_string())?;
                        match (is_it(&call.args[0]), is_it(&call.args[1])) {
                            (true, false) => (monoid, &call.args[1]),
                            (false, true) => (monoid, &call.args[0]),
                            _ => return None,
                        }
                    }
                    _ => return None,
                };
                (monoid != Monoid::WrappingProduct).then(|| self.push(&name, monoid, element))
            }
            Expr::If(branch) => self.if_greater(branch),
            _ => None,
        }
    }

    /// `bins[place] += x` as a push of both.
    fn counted(&mut self, bin: &ExprIndex, element: &Expr) -> Option<Expr> {
        let name = self.name(&bin.expr)?;
        self.becomes(&name, Accumulated::Counted);
        let (array, nothing) = (array_of(&name), nothing_of(&name));
        let (place, element) = (&bin.index, grouped(element));
        Some(syn::parse_quote!(#array.push((#place, #nothing + #element))))
    }

    /// `if x > name { name = x; }`
    fn if_greater(&mut self, branch: &ExprIf) -> Option<Expr> {
        let (Expr::Binary(test), None) = (strip(&branch.cond), &branch.else_branch) else {
            return None;
        };
        let assigned = match &branch.then_branch.stmts[..] {
            [Stmt::Expr(assigned, Some(_))] => assigned,
            _ => sole(&branch.then_branch)?,
        };
        let Expr::Assign(assigned) = assigned else {
            return None;
        };
        let name = self.name(&assigned.left)?;
        let element = strip(&assigned.right);
        let (of_left, of_right) = (strip(&test.left), strip(&test.right));
        let is_it = |expr: &Expr| name_of(expr).as_deref() == Some(&*name);
        let greater = match &test.op {
            BinOp::Gt(_) | BinOp::Ge(_) => true,
            BinOp::Lt(_) | BinOp::Le(_) => false,
            _ => return None,
        };
        let greatest = match (is_it(of_left), is_it(of_right)) {
            (false, true) if of_left == element => greater,
            (true, false) if of_right == element => !greater,
            _ => return None,
        };
        let monoid = if greatest {
            Monoid::Greatest
        } else {
            Monoid::Least
        };
        Some(self.push_to(&name, Accumulated::Kept(monoid), element))
    }
}

/// In parentheses, whatever it is.
fn grouped(expr: &Expr) -> Expr {
    match expr {
        Expr::Path(_) | Expr::Lit(_) | Expr::Paren(_) => expr.clone(),
        expr => syn::parse_quote!((#expr)),
    }
}

impl VisitMut for Pushes {
    /// An `if` that becomes a push ends as a push does.
    fn visit_stmt_mut(&mut self, statement: &mut Stmt) {
        if let Stmt::Expr(expr @ Expr::If(_), semicolon) = statement
            && let Some(push) = self.pushed(expr)
        {
            *expr = push;
            *semicolon = Some(syn::token::Semi::default());
            return;
        }
        visit_mut::visit_stmt_mut(self, statement);
    }

    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        if let Some(push) = self.pushed(expr) {
            *expr = push;
            return;
        }
        if let Expr::If(branch) = expr
            && let Some((_, otherwise)) = &mut branch.else_branch
            && let Some(push) = self.pushed(otherwise)
        {
            **otherwise = syn::parse_quote!({ #push; });
        }
        if let Expr::MethodCall(call) = &*expr
            && call.method == "push"
            && let Some(name) = self.name(&call.receiver)
        {
            self.becomes(&name, Accumulated::Pushed);
        }
        visit_mut::visit_expr_mut(self, expr);
    }
}
