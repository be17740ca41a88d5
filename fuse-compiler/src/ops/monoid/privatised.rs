//! `for` loops that several threads may share, since all they write are sums: numbers and arrays of numbers, by one
//! associative operator each.
//!
//! In: the body of such a loop, and the `let` of what it writes. Out: what each name that it writes is to a range, which has
//! one of its own, or why the loop stays on one thread. As in [`super::histogram`] what is added up must visibly be a
//! primitive, here by the `let mut` that declares it, and the body must not look at it: each mention is that of a place that
//! is added to.

use super::Monoid;
use super::histogram::Adder;
use super::redomap::operator;
use crate::ops::consumer::each::Each;

use crate::rust::environment::{Environment, Origin};
use crate::rust::expr::compound;
use crate::rust::spelling::times;
use crate::rust::term::{Is, Parsed, Step, Term};
use crate::rust::ty::Scalar;
use crate::rust::types::Primitive;
use quote::ToTokens;
use syn::{BinOp, Expr, Lit, Type, UnOp};

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
        let parsed = Parsed::default();
        let steps = Term::shapes(&each.body.statements);
        let additions = Additions::of(name, each, &steps, environment)
            .ok_or("its body does more with what it writes than add to it (`n += x`, `sums[i] += x`, `n = n.max(x)`)")?;
        let unseen = "it adds to what is not visibly a primitive number, or an array of these";
        let initial = Term::within(&self.initial, environment, &parsed);
        let adder = Adder {
            name: name.to_owned(),
            initial: &initial,
            ty: self.ty.as_ref(),
            environment,
        };
        let mut is = None;
        for addition in &additions {
            let (leaf, ty) = adder.component(addition.place).ok_or(unseen)?;
            let kind = ty.and_then(|ty| environment.primitive(ty));
            let kind = kind.or_else(|| kind_of(leaf, environment)).ok_or(unseen)?;
            let whole = matches!(addition.place.is, Is::Path(_));
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
            let this = match (whole || !indexed(addition.place), self.vector) {
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
fn kind_of(leaf: &Term<'_>, environment: &Environment) -> Option<Primitive> {
    match &leaf.is {
        Is::Literal(literal) => match literal {
            Lit::Float(_) => Some(Primitive::Float),
            Lit::Bool(_) => Some(Primitive::Bool),
            Lit::Int(int) if int.suffix().is_empty() => Some(Primitive::Signed),
            Lit::Int(int) => Scalar::named(int.suffix()).map(Scalar::kind),
            _ => None,
        },
        Is::Unary(UnOp::Neg(_), of) => kind_of(of, environment),
        // A parameter that no other name of the block hides.
        Is::Path(path) if path.ident().is_some() => {
            let known = path.known.as_ref()?;
            let parameter = matches!(known.origin, Origin::Parameter);
            environment.primitive(known.ty.as_ref().filter(|_| parameter)?)
        }
        // `f64::MAX`
        Is::Path(path) => match path.segments()[..] {
            [owner, _] if !path.is_qualified() => {
                environment.primitive_number(&syn::parse_quote!(#owner))
            }
            _ => None,
        },
        _ => None,
    }
}

/// True for an integer without a minus.
fn is_count(term: &Term<'_>) -> bool {
    matches!(term.is, Is::Literal(Lit::Int(_)))
}

fn indexed(place: &Term<'_>) -> bool {
    match &place.is {
        Is::Index(..) => true,
        Is::Field(of, _) => indexed(of),
        _ => false,
    }
}

/// True if a loop leaves integers that began without a minus as they are, or adds others to them.
pub(crate) fn only_counts(name: &str, each: &Each, environment: &Environment) -> bool {
    let steps = Term::shapes(&each.body.statements);
    let additions = Additions::of(name, each, &steps, environment);
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
struct Addition<'t, 'e> {
    place: &'t Term<'e>,
    operator: Added,
    /// True for `+=` of a literal.
    counts: bool,
}

/// Collects what a body adds to a name.
struct Additions<'a, 't, 'e> {
    name: &'a str,
    environment: &'a Environment,
    found: Vec<Addition<'t, 'e>>,
    /// How often the name stands in those.
    mentions: usize,
}

impl<'t, 'e> Additions<'_, 't, 'e> {
    /// All that a body does with a name, if it only adds to it.
    fn of(
        name: &str,
        each: &Each,
        steps: &'t [Step<'e>],
        environment: &Environment,
    ) -> Option<Vec<Addition<'t, 'e>>> {
        let mut additions = Additions {
            name,
            environment,
            found: Vec::new(),
            mentions: 0,
        };
        let mut mentioned = times(name, each.pattern.to_token_stream());
        for statement in &each.body.statements {
            mentioned += times(name, statement.to_token_stream());
        }
        let parts = steps.iter().flat_map(Step::parts);
        parts.for_each(|part| additions.within(part));
        (mentioned == additions.mentions).then_some(additions.found)
    }

    /// The indices in a place.
    fn indices(&mut self, place: &'t Term<'e>) {
        match &place.is {
            Is::Index(of, index) => {
                self.within(index);
                self.indices(of);
            }
            Is::Field(of, _) => self.indices(of),
            _ => {}
        }
    }

    fn within(&mut self, term: &'t Term<'e>) {
        let is_own = |of: &Term<'_>| of.is_name(self.name);
        match &term.is {
            Is::Binary(op, place, value)
                if compound(op) && place.root().is_some_and(|root| root.spelt() == self.name) =>
            {
                let operator = match op {
                    BinOp::SubAssign(_) => Added::Minus,
                    op => match Monoid::of_operator(op) {
                        Some(operator) => Added::By(operator),
                        None => return,
                    },
                };
                self.mentions += 1;
                self.found.push(Addition {
                    place,
                    operator,
                    counts: operator == Added::By(Monoid::Sum) && is_count(value),
                });
                self.indices(place);
                self.within(value);
            }
            Is::Assign(place, value) if is_own(place) => {
                let names = [self.name.to_owned()];
                if let Some(operator) = operator(value, &is_own, &names, false, self.environment) {
                    self.mentions += 2;
                    self.found.push(Addition {
                        place,
                        operator: Added::By(operator),
                        counts: false,
                    });
                }
            }
            _ => term.parts().into_iter().for_each(|part| self.within(part)),
        }
    }
}
