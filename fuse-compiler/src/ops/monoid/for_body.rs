//! `for` loops that several threads may share, since all they write are sums: numbers and arrays of numbers, by one
//! associative operator each.
//!
//! In: the body of such a loop, and the statements before it. Out: what each name that it writes is to a range, which has
//! one of its own, or why the loop stays on one thread. As in [`super::histogram`] what is added up must visibly be a
//! primitive, here by the `let mut` that declares it, and the body must not look at it: each mention is that of a place that
//! is added to.

use super::histogram::Adder;
use super::redomap::{Associative, combined};
use crate::ops::chain::{Consumer, Each};
use crate::region::{Kind, Statement};
use crate::rust::environment::{Environment, Origin};
use crate::rust::mentions::{self, place_root, spelling};
use crate::rust::patterns::single_name;
use crate::rust::types::{Primitive, primitive_name};
use proc_macro2::{TokenStream, TokenTree};
use quote::ToTokens;
use syn::visit::{self, Visit};
use syn::{BinOp, Expr, ExprLit, GenericArgument, Lit, PathArguments, Stmt, Type, UnOp};

/// A name that a body does nothing with but add to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Total {
    /// The name.
    pub(crate) name: String,
    /// What each range has of it.
    pub(crate) is: TotalOf,
}

/// What a range has of a name that it adds to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TotalOf {
    /// A number, or a tuple of them, and this operator.
    Number(Associative),
    /// An array of sums.
    Array,
    /// A vector of sums.
    Vector,
}

/// What the names are that a loop writes, but for the arrays that it changes in place. `before` are the statements of
/// the block up to it.
///
/// # Errors
/// Why it stays on one thread.
pub(crate) fn totals(
    each: &Each,
    before: &[Statement],
    environment: &Environment,
) -> Result<Vec<Total>, &'static str> {
    let summed = each
        .body
        .writes
        .iter()
        .map(|write| &write.name)
        .filter(|name| !each.in_place.contains(name));
    let totals = summed.map(|name| {
        let Some(declared) = Declared::of(name, before) else {
            return Err(
                "its body writes what is outside of it, and that is no number or array of numbers that a plain `let mut` of this block declares",
            );
        };
        let is = declared.total(name, each, environment)?;
        Ok(Total {
            name: name.clone(),
            is,
        })
    });
    totals.collect()
}

/// The `let` of a name.
struct Declared<'a> {
    initial: Expr,
    ty: Option<Type>,
    vector: bool,
    /// The statements between it and the loop.
    since: &'a [Statement],
}

impl<'a> Declared<'a> {
    fn of(name: &str, before: &'a [Statement]) -> Option<Declared<'a>> {
        let binds = |statement: &Statement| statement.binds.iter().any(|bound| bound.name == name);
        let place = before.iter().rposition(binds)?;
        let Stmt::Local(local) = &before[place].tokens else {
            return None;
        };
        let init = local.init.as_ref().filter(|init| init.diverge.is_none())?;
        let pattern = single_name(&local.pat)?;
        if !local.attrs.is_empty() || pattern.mutability.is_none() {
            return None;
        }
        let ty = match &local.pat {
            syn::Pat::Type(typed) => Some((*typed.ty).clone()),
            _ => None,
        };
        let mut declared = Declared {
            initial: (*init.expr).clone(),
            ty,
            vector: false,
            since: &before[place + 1..],
        };
        if let Expr::Macro(made) = &*init.expr
            && made.mac.path.is_ident("vec")
        {
            // Of one value, or of several: to be indexed like an array.
            let tokens = &made.mac.tokens;
            declared.initial = syn::parse2(quote::quote!([#tokens])).ok()?;
            declared.vector = true;
            declared.ty = match &declared.ty {
                Some(ty) => Some(row_of(ty)?),
                None => None,
            };
        }
        Some(declared)
    }

    /// What a range has of the name, if the loop does nothing but add to it.
    fn total(
        &self,
        name: &str,
        each: &Each,
        environment: &Environment,
    ) -> Result<TotalOf, &'static str> {
        let additions = Additions::of(name, each, environment)
            .ok_or("its body does more with what it writes than add to it (`n += x`, `sums[i] += x`, `n = n.max(x)`)")?;
        let unseen = "it adds to what is not visibly a primitive number, or an array of these";
        let adder = Adder {
            name: name.to_owned(),
            initial: &self.initial,
            ty: self.ty.as_ref(),
            environment,
        };
        let mut is = None;
        for addition in &additions {
            let (leaf, ty) = adder.component(&addition.place).ok_or(unseen)?;
            let kind = ty.and_then(|ty| environment.primitive(ty));
            let kind = kind.or_else(|| kind_of(leaf, environment)).ok_or(unseen)?;
            let whole = matches!(strip(&addition.place), Expr::Path(_));
            let operator = match (addition.operator, kind) {
                (Added::Minus, Primitive::Float) => Associative::Sum,
                (Added::Minus, _) => return Err("it subtracts from an integer"),
                (Added::By(operator), kind) => {
                    has(kind, operator).then_some(operator).ok_or(unseen)?
                }
            };
            let operator = if whole {
                match kind {
                    Primitive::Float => operator,
                    kind => operator.of_integers(kind == Primitive::Signed),
                }
            } else {
                let grows = || {
                    is_count(leaf)
                        && addition.counts
                        && self
                            .since
                            .iter()
                            .all(|statement| grows(name, statement, environment))
                };
                match (operator, kind) {
                    (Associative::Sum, Primitive::Float | Primitive::Unsigned) => operator,
                    (Associative::Sum, _) if grows() => operator,
                    (Associative::Sum, _) => {
                        return Err(
                            "it adds to an array of integers that may have a sign: a range may leave their type where the whole does not",
                        );
                    }
                    _ => {
                        return Err(
                            "it does something else with the components of an array than to add to them",
                        );
                    }
                }
            };
            let this = match (whole || !indexed(&addition.place), self.vector) {
                (true, false) => TotalOf::Number(operator),
                (true, true) => return Err(unseen),
                (false, false) => TotalOf::Array,
                (false, true) => TotalOf::Vector,
            };
            if is.is_some_and(|is| is != this) {
                return Err("it combines a number by several operators");
            }
            is = Some(this);
        }
        is.ok_or(unseen)
    }
}

/// `[T; 0]` for `Vec<T>`: what is asked of either is the type of a component.
fn row_of(ty: &Type) -> Option<Type> {
    let Type::Path(path) = ty else {
        return None;
    };
    let last = path
        .path
        .segments
        .last()
        .filter(|last| last.ident == "Vec")?;
    let PathArguments::AngleBracketed(arguments) = &last.arguments else {
        return None;
    };
    match arguments.args.first()? {
        GenericArgument::Type(Type::Infer(_)) => None,
        GenericArgument::Type(element) => Some(syn::parse_quote!([#element; 0])),
        _ => None,
    }
}

/// Which primitive an expression visibly is; an integer of unknown type may have a sign.
fn kind_of(leaf: &Expr, environment: &Environment) -> Option<Primitive> {
    match strip(leaf) {
        Expr::Lit(ExprLit { lit, .. }) => match lit {
            Lit::Float(_) => Some(Primitive::Float),
            Lit::Bool(_) => Some(Primitive::Bool),
            Lit::Int(int) if int.suffix().is_empty() => Some(Primitive::Signed),
            Lit::Int(int) => primitive_name(int.suffix()),
            _ => None,
        },
        Expr::Unary(unary) if matches!(unary.op, UnOp::Neg(_)) => kind_of(&unary.expr, environment),
        // A parameter that no other name of the block hides.
        Expr::Path(path) if path.path.get_ident().is_some() => {
            let known = environment.lookup(&spelling(path.path.get_ident()?))?;
            let ty = known.ty.as_ref()?;
            matches!(known.origin, Origin::Parameter)
                .then(|| environment.primitive(ty))
                .flatten()
        }
        // `f64::MAX`
        Expr::Path(path) if path.qself.is_none() && path.path.segments.len() == 2 => {
            let owner = &path.path.segments[0].ident;
            environment.primitive_number(&syn::parse_quote!(#owner))
        }
        _ => None,
    }
}

/// True for an integer without a minus.
fn is_count(expr: &Expr) -> bool {
    matches!(
        expr,
        Expr::Lit(ExprLit {
            lit: Lit::Int(_),
            ..
        })
    )
}

/// True if primitives of a kind have an operator.
fn has(kind: Primitive, operator: Associative) -> bool {
    use Associative as A;
    match operator {
        A::Sum | A::Product | A::IntegerSum | A::IntegerProduct | A::Least | A::Greatest => {
            !matches!(kind, Primitive::Bool | Primitive::Char)
        }
        A::WrappingSum | A::WrappingProduct => {
            matches!(kind, Primitive::Signed | Primitive::Unsigned)
        }
        A::SaturatingSum => kind == Primitive::Unsigned,
        A::And | A::Or | A::Xor => !matches!(kind, Primitive::Float | Primitive::Char),
    }
}

fn indexed(place: &Expr) -> bool {
    match place {
        Expr::Index(_) => true,
        Expr::Field(field) => indexed(&field.base),
        Expr::Paren(paren) => indexed(&paren.expr),
        _ => false,
    }
}

/// True if a statement between the `let` and the loop leaves integers that began without a minus as they are, or adds
/// others to them.
fn grows(name: &str, statement: &Statement, environment: &Environment) -> bool {
    match &statement.kind {
        Kind::Each(skeleton) => skeleton.holes.iter().all(|hole| {
            let Consumer::Each(each) = &hole.chain.consumer else {
                return false;
            };
            let additions = || Additions::of(name, each, environment);
            !statement.reads.iter().any(|read| read == name)
                || additions().is_some_and(|all| all.iter().all(|addition| addition.counts))
        }),
        Kind::Let(_) | Kind::Wall(_) | Kind::Tail(_) => {
            !statement.reads.iter().any(|read| read == name)
        }
    }
}

/// What is done to a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Added {
    By(Associative),
    /// `-=`
    Minus,
}

/// One statement that adds.
struct Addition {
    place: Expr,
    operator: Added,
    /// True for `+=` of a literal.
    counts: bool,
}

/// Collects what a body adds to a name.
struct Additions<'a> {
    name: &'a str,
    environment: &'a Environment,
    found: Vec<Addition>,
    /// How often the name stands in those.
    mentions: usize,
}

impl Additions<'_> {
    /// All that a body does with a name, if it only adds to it.
    fn of(name: &str, each: &Each, environment: &Environment) -> Option<Vec<Addition>> {
        let mut additions = Additions {
            name,
            environment,
            found: Vec::new(),
            mentions: 0,
        };
        let mut mentioned = mentions_of(name, each.pattern.to_token_stream());
        for statement in &each.body.statements {
            mentioned += mentions_of(name, statement.to_token_stream());
            additions.visit_stmt(statement);
        }
        (mentioned == additions.mentions).then_some(additions.found)
    }

    /// The indices in a place.
    fn indices(&mut self, place: &Expr) {
        match place {
            Expr::Index(index) => {
                self.visit_expr(&index.index);
                self.indices(&index.expr);
            }
            Expr::Field(field) => self.indices(&field.base),
            Expr::Paren(paren) => self.indices(&paren.expr),
            _ => {}
        }
    }
}

impl<'ast> Visit<'ast> for Additions<'_> {
    fn visit_expr(&mut self, expr: &'ast Expr) {
        let is_own = |expr: &Expr| is_name(expr, self.name);
        match expr {
            Expr::Binary(binary)
                if mentions::compound(&binary.op)
                    && place_root(&binary.left).as_deref() == Some(self.name) =>
            {
                let operator = match binary.op {
                    BinOp::AddAssign(_) => Added::By(Associative::Sum),
                    BinOp::SubAssign(_) => Added::Minus,
                    BinOp::MulAssign(_) => Added::By(Associative::Product),
                    BinOp::BitAndAssign(_) => Added::By(Associative::And),
                    BinOp::BitOrAssign(_) => Added::By(Associative::Or),
                    BinOp::BitXorAssign(_) => Added::By(Associative::Xor),
                    _ => return,
                };
                self.mentions += 1;
                self.found.push(Addition {
                    place: (*binary.left).clone(),
                    operator,
                    counts: operator == Added::By(Associative::Sum) && is_count(&binary.right),
                });
                self.indices(&binary.left);
                self.visit_expr(&binary.right);
            }
            Expr::Assign(assign) if is_own(&assign.left) => {
                let names = [self.name.to_owned()];
                let found = combined(&assign.right, &is_own, &names, self.environment);
                if let Some(operator) = found {
                    self.mentions += 2;
                    self.found.push(Addition {
                        place: (*assign.left).clone(),
                        operator: Added::By(operator),
                        counts: false,
                    });
                }
            }
            other => visit::visit_expr(self, other),
        }
    }
}

/// How often a name stands in tokens, but for the fields and methods that are called so.
fn mentions_of(name: &str, tokens: TokenStream) -> usize {
    let (mut mentions, mut dots) = (0, 0);
    for token in tokens {
        let member = dots == 1;
        dots = match &token {
            TokenTree::Punct(punct) if punct.as_char() == '.' => dots + 1,
            _ => 0,
        };
        mentions += match token {
            TokenTree::Ident(ident) => usize::from(!member && spelling(&ident) == name),
            TokenTree::Group(group) => mentions_of(name, group.stream()),
            // A format string may name it, too.
            TokenTree::Literal(literal) => usize::from(literal.to_string().contains(name)),
            TokenTree::Punct(_) => 0,
        };
    }
    mentions
}

fn is_name(expr: &Expr, name: &str) -> bool {
    matches!(strip(expr), Expr::Path(path)
        if path.path.get_ident().is_some_and(|ident| spelling(ident) == name))
}

fn strip(expr: &Expr) -> &Expr {
    match expr {
        Expr::Paren(paren) => strip(&paren.expr),
        Expr::Group(group) => strip(&group.expr),
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ops::recognised::ADDED;
    use crate::region::Region;
    use crate::region::parallelise::parallelise;

    /// Why the last loop of a block stays on one thread.
    fn reason(block: &str) -> Option<&'static str> {
        let function: syn::ItemFn = syn::parse_str(&format!(
            "fn f(xs: &[f64], ys: &mut [f64], start: u64, n: usize, total: &mut f64) {{ {block} }}"
        ))
        .expect("a function");
        let mut environment = Environment::of_signature(&function.sig);
        let mut region = Region::read(&function.block, None, &mut environment);
        let each = |statement: &Statement| matches!(statement.kind, Kind::Each(_));
        assert!(region.statements.iter().any(each), "{block}");
        parallelise(&mut region, &environment)
            .last()
            .map(|other| other.reason)
    }

    fn looped(declared: &str, body: &str) -> Option<&'static str> {
        reason(&format!(
            "{declared} for (i, x) in xs.iter().enumerate() {{ {body} }}"
        ))
    }

    #[test]
    fn what_is_only_added_to_is_divided() {
        for (declared, body) in ADDED {
            assert_eq!(looped(declared, body), None, "{declared} {body}");
        }
        for (declared, body) in [
            ("let mut n = 0;", "if *x > 0.0 { n += 1; } else { n += i; }"),
            ("let mut n = 0;", "if *x > 0.0 { continue; } n += 1;"),
            ("let mut n = start;", "n += 1;"),
            ("let mut n = -1_i8;", "let count = p.n; n += count;"),
            ("let mut t = [[0.0; 3]; 2];", "t[i % 2][i % 3] += x;"),
            ("let mut s: Vec<f32> = vec![0.0, 1.0];", "s[i] -= 1.0;"),
            ("let mut n = [0; 2]; n_of(&xs); ", "n[i] += 1;"),
            (
                "let mut n = [0; 2]; for x in xs { n[0] += 2; }",
                "n[i] += 1;",
            ),
        ] {
            assert_eq!(looped(declared, body), None, "{declared} {body}");
        }
        assert_eq!(
            reason("let mut s = 0.0; for y in ys.iter_mut() { *y *= 2.0; s += *y; }"),
            None
        );
    }

    #[test]
    fn what_is_more_than_that_stays_on_one_thread() {
        for (declared, body, why) in [
            ("", "*total += x;", "no number"),
            (
                "let start = 3; let mut n = start;",
                "n += 1;",
                "not visibly a primitive",
            ),
            ("let mut n = 0;", "n -= 1;", "subtracts"),
            ("let mut n = 0.0;", "n += x; n *= 2.0;", "several operators"),
            ("let mut n = 0.0;", "n += n * x;", "more with"),
            ("let mut n = 0.0;", "if n < 9.0 { n += x; }", "more with"),
            ("let mut n = 0.0;", "n = x - n;", "more with"),
            ("let mut n = 0.0;", "n /= 2.0;", "more with"),
            (
                "let mut n = [0; 4];",
                "n[i] += i as i32;",
                "may have a sign",
            ),
            ("let mut n = [-1; 4];", "n[i] += 1;", "may have a sign"),
            (
                "let mut n = [0; 4]; n[0] = -9;",
                "n[i] += 1;",
                "may have a sign",
            ),
            ("let mut n = [1.0; 4];", "n[i] *= x;", "something else"),
            (
                "let mut n = [0.0; 4];",
                "n[i] += 1.0; n[n.len() - 1] += 1.0;",
                "more with",
            ),
            ("let mut out = Vec::new();", "out.push(*x);", "more with"),
        ] {
            let found = looped(declared, body).unwrap_or("nothing");
            assert!(found.contains(why), "{declared} {body}: {found}");
        }
    }
}
