//! `for` loops that several threads may share, since all they write are sums: numbers and arrays of numbers, by one
//! associative operator each.
//!
//! In: the body of such a loop, and the `let` of what it writes. Out: what each name that it writes is to a range, which has
//! one of its own, or why the loop stays on one thread. As in [`super::histogram`] what is added up must visibly be a
//! primitive, here by the `let mut` that declares it, and the body must not look at it: each mention is that of a place that
//! is added to.

use super::Monoid;
use super::histogram::Adder;
use super::redomap::combined;
use crate::ops::consumer::each::Each;
use crate::rust::visit::{self, Visit};

use crate::rust::environment::{Environment, Origin};
use crate::rust::expr::{is_name, strip};
use crate::rust::mentions::{self, place_root};
use crate::rust::spelling::spelling;
use crate::rust::ty::Scalar;
use crate::rust::types::Primitive;
use proc_macro2::{TokenStream, TokenTree};
use quote::ToTokens;
use syn::{BinOp, Expr, ExprLit, Lit, Type, UnOp};

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
    Number(Monoid),
    /// An array of sums.
    Array,
    /// A vector of sums.
    Vector,
}

/// The `let` of a name.
pub(crate) struct Declared {
    /// The value, or that of all elements: `[x; n]` for `vec![x; n]`.
    pub(crate) initial: Expr,
    /// The type in the same way, where it is annotated.
    pub(crate) ty: Option<Type>,
    /// True for `vec![..]`.
    pub(crate) vector: bool,
    /// True if what stands between it and the loop leaves integers that began without a minus as they are, or adds others
    /// to them.
    pub(crate) grows: bool,
}

impl Declared {
    /// What a range has of the name, if the loop does nothing but add to it.
    pub(crate) fn total(
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
                (Added::Minus, Primitive::Float) => Monoid::Sum,
                (Added::Minus, _) => return Err("it subtracts from an integer"),
                (Added::By(operator), kind) => {
                    operator.is_of(kind).then_some(operator).ok_or(unseen)?
                }
            };
            let operator = if whole {
                operator.of_kind(kind)
            } else {
                let grows = || self.grows && is_count(leaf) && addition.counts;
                match (operator, kind) {
                    (Monoid::Sum, Primitive::Float | Primitive::Unsigned) => operator,
                    (Monoid::Sum, _) if grows() => operator,
                    (Monoid::Sum, _) => {
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

/// Which primitive an expression visibly is; an integer of unknown type may have a sign.
fn kind_of(leaf: &Expr, environment: &Environment) -> Option<Primitive> {
    match strip(leaf) {
        Expr::Lit(ExprLit { lit, .. }) => match lit {
            Lit::Float(_) => Some(Primitive::Float),
            Lit::Bool(_) => Some(Primitive::Bool),
            Lit::Int(int) if int.suffix().is_empty() => Some(Primitive::Signed),
            Lit::Int(int) => Scalar::named(int.suffix()).map(Scalar::kind),
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

fn indexed(place: &Expr) -> bool {
    match place {
        Expr::Index(_) => true,
        Expr::Field(field) => indexed(&field.base),
        Expr::Paren(paren) => indexed(&paren.expr),
        _ => false,
    }
}

/// True if a loop leaves integers that began without a minus as they are, or adds others to them.
pub(crate) fn only_counts(name: &str, each: &Each, environment: &Environment) -> bool {
    let additions = Additions::of(name, each, environment);
    additions.is_some_and(|all| all.iter().all(|addition| addition.counts))
}

/// What is done to a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Added {
    By(Monoid),
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
                    BinOp::SubAssign(_) => Added::Minus,
                    op => match Monoid::of_operator(&op) {
                        Some(operator) => Added::By(operator),
                        None => return,
                    },
                };
                self.mentions += 1;
                self.found.push(Addition {
                    place: (*binary.left).clone(),
                    operator,
                    counts: operator == Added::By(Monoid::Sum) && is_count(&binary.right),
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
