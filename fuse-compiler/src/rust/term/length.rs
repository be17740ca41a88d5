//! Which lengths terms show (docs/DESIGN.md section 4, *Sizes*).
//!
//! In: a [`Term`] and the environment that it was made in. Out: the length that an integer is, or the one of an array, as an
//! [`Extent`]; nothing if the source does not show one that stays the same wherever it is evaluated.

use super::{Is, Term};
use crate::rust::environment::Environment;
use crate::rust::extent::Extent;
use crate::rust::macros::Kind;
use crate::rust::matrices::SHAPES;
use crate::rust::patterns::capitalised;
use crate::rust::side_effect_free::transparent_term;
use crate::rust::spelling::{among, text};
use crate::rust::types::{By, Primitive, mentions_interior_mutability, shared_reference};
use syn::{BinOp, Expr, Lit, RangeLimits, UnOp};

impl Term<'_> {
    /// The length that an integer is.
    pub(crate) fn extent(&self, env: &Environment) -> Option<Extent> {
        if self.attributed {
            return None;
        }
        match &self.is {
            Is::Literal(Lit::Int(int)) => Some(Extent::Number(int.base10_parse().ok()?)),
            Is::Path(path) => {
                let name = path.name()?;
                let fixed = match &path.known {
                    Some(known) => !known.mutable,
                    None => capitalised(&name),
                };
                fixed.then_some(Extent::Name(name))
            }
            Is::Method(call) if !call.has_turbofish() => {
                let receiver = &call.receiver;
                match (call.name.as_str(), call.arguments.as_slice()) {
                    ("len", []) if receiver.target(env).is_some_and(|ty| env.is_std(ty)) => {
                        receiver.length_of_name(env)
                    }
                    (name, []) if among(SHAPES, name) => receiver.shape(name, env),
                    ("min", [other]) => Some(Extent::Least(vec![
                        receiver.operand(env)?,
                        other.operand(env)?,
                    ])),
                    ("saturating_sub", [other]) => {
                        let (of, less) = (receiver.operand(env)?, other.operand(env)?);
                        // Of signed integers it may take away less than nothing.
                        let natural = matches!(less, Extent::Number(_))
                            || receiver.is_unsigned(env)
                            || other.is_unsigned(env);
                        natural.then(|| Extent::Less(Box::new(of), Box::new(less)))
                    }
                    ("div_ceil", [by]) => receiver.ratio(by, true, env),
                    _ => None,
                }
            }
            Is::Binary(op, left, right) => {
                let both = |op: &str| {
                    let both = vec![left.operand(env)?, right.operand(env)?];
                    Some(Extent::Computed(op.into(), both))
                };
                match op {
                    BinOp::Add(_) => both("+"),
                    BinOp::Div(_) => left.ratio(right, false, env).or_else(|| both("/")),
                    BinOp::Sub(_) => both("-"),
                    BinOp::Mul(_) => both("*"),
                    BinOp::Rem(_) => both("%"),
                    _ => None,
                }
            }
            Is::Cast(of, ty) => {
                env.primitive_number(ty)?;
                let of = of.operand(env)?;
                Some(Extent::Computed(format!("as {}", text(ty)), vec![of]))
            }
            _ => None,
        }
    }

    /// The same, if it is visibly an integer of std's, so that operators and methods are std's too.
    pub(crate) fn operand(&self, env: &Environment) -> Option<Extent> {
        self.extent(env).filter(|extent| integers(extent, env))
    }

    /// True if it is visibly an unsigned integer of std's.
    pub(crate) fn is_unsigned(&self, env: &Environment) -> bool {
        let ty = self.ty(env);
        ty.is_some_and(|ty| env.primitive(ty) == Some(Primitive::Unsigned))
    }

    fn ratio(&self, by: &Term<'_>, up: bool, env: &Environment) -> Option<Extent> {
        match by.extent(env)? {
            by @ Extent::Number(1..) => Some(Extent::Ratio {
                of: Box::new(self.operand(env)?),
                by: Box::new(by),
                up,
            }),
            _ => None,
        }
    }

    /// What a name that is visibly a matrix, or something shared, says of its shape: the same each time.
    fn shape(&self, question: &str, env: &Environment) -> Option<Extent> {
        let name = self.name()?;
        let known = env.lookup(&name).filter(|known| !known.mutable)?;
        let ty = known.ty.as_ref()?;
        let shared = shared_reference(ty).is_some() && !mentions_interior_mutability(ty);
        // Behind a `&mut` there may be another one by then.
        let stays = shared
            || env
                .matrix_of(ty)
                .is_some_and(|matrix| matrix.by != By::Mutable);
        stays.then(|| Extent::Computed(format!(".{question}()"), vec![Extent::Name(name)]))
    }

    /// The length of a name that is visibly an array.
    pub(crate) fn length_of_name(&self, env: &Environment) -> Option<Extent> {
        let name = self.name()?;
        env.array_of(self.ty(env)?).map(|_| Extent::Len(name))
    }

    /// The length of the array that an initialiser makes: `vec![x; n]`, `[x; n]`, `[a, b]`, `&xs`,
    /// `&xs[1..]`, `xs.to_vec()`, `xs.clone()`. Evaluating it visibly changes no length.
    pub(crate) fn array_length(&self, env: &Environment) -> Option<Extent> {
        let pure = |term: &Term<'_>| transparent_term(term, env).is_some();
        let listed = |parts: &[Term<'_>]| {
            let all = parts.iter().all(pure);
            all.then_some(Extent::Number(parts.len() as u64))
        };
        match &self.is {
            Is::Repeat(element, length) if pure(element) => length.extent(env),
            Is::Array(parts) => listed(parts),
            Is::Macro(_, Some(mac)) if mac.kind == Kind::Vec => match mac.by_value.as_slice() {
                [element, length] if mac.repeats => length
                    .operand(env)
                    .filter(|_| pure(element) && pure(length)),
                parts => listed(parts),
            },
            Is::Reference(_, of) if !self.attributed => of.place_length(env),
            // Cloning elements may do anything but change this array.
            Is::Method(call) if !self.attributed && !call.has_turbofish() => match call.named() {
                ("to_vec" | "clone", 0) => call.receiver.place_length(env),
                _ => None,
            },
            _ => None,
        }
    }

    /// The length of `xs` or of a part of it, `xs[a..b]`.
    fn place_length(&self, env: &Environment) -> Option<Extent> {
        match &self.is {
            Is::Path(_) => self.length_of_name(env),
            _ if self.attributed => None,
            Is::Unary(UnOp::Deref(_), of) => of.place_length(env),
            Is::Index(of, index) => {
                let of = of.place_length(env)?;
                let (Is::Range(bounds), Expr::Range(range)) = (&index.is, index.expr) else {
                    return None;
                };
                let mut bounds = bounds.iter();
                let mut bound = || bounds.next()?.operand(env);
                match (&range.start, &range.end) {
                    (None, None) => Some(of),
                    // Out of bounds it panics.
                    (Some(_), None) => Some(Extent::Less(Box::new(of), Box::new(bound()?))),
                    (start, Some(_)) => {
                        let start = match start {
                            Some(_) => bound()?,
                            None => Extent::Number(0),
                        };
                        let end = bound()?;
                        let inclusive = matches!(range.limits, RangeLimits::Closed(_));
                        let known = end.clone().distance_from(start.clone());
                        if !inclusive && !matches!(known, Extent::Less(..)) {
                            return Some(known);
                        }
                        Some(Extent::Span {
                            start: Box::new(start),
                            end: Box::new(end),
                            inclusive,
                        })
                    }
                }
            }
            _ => None,
        }
    }
}

/// True if every name in it is visibly an integer. A constant counts as one.
fn integers(extent: &Extent, env: &Environment) -> bool {
    // What a type of the user's says of itself is no integer for sure.
    if let Extent::Computed(question, of) = extent
        && let [Extent::Name(name)] = of.as_slice()
        && question.starts_with('.')
    {
        let ty = env.type_of(name);
        return ty.is_some_and(|ty| env.matrix_of(ty).is_some());
    }
    let mut all = true;
    extent.names(&mut |name, array| {
        let integer = |ty| {
            let kind = env.primitive(ty);
            matches!(kind, Some(Primitive::Signed | Primitive::Unsigned))
        };
        let known = env.lookup(name);
        all &= array || known.is_none_or(|known| known.ty.as_ref().is_some_and(integer));
    });
    all
}
