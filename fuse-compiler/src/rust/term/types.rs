//! What the nodes of a term show of their types.
//!
//! In: a [`Term`] and the environment that it was made in. Out: a type, or a kind of number, only where the tokens show it.

use super::{Is, Method, Path, Step, Term};
use crate::rust::environment::{Environment, Origin};
use crate::rust::expr::{compares, compound, computes};
use crate::rust::macros::Kind;
use crate::rust::matrices;
use crate::rust::spelling::among;
use crate::rust::std_names;
use crate::rust::ty::Scalar;
use crate::rust::types::{self, By, Primitive, dereferenced, peel};
use crate::rust::visible::{PathCall, path_call_of, turbofish};
use syn::{BinOp, Lit, Member, PathArguments, Type, UnOp, parse_quote};

/// A person writes fewer levels. The type of each asks for that of the one below it, on the stack that rustc gives.
const LEVELS: usize = 128;

impl Term<'_> {
    /// The type, where the source shows it.
    pub(crate) fn ty(&self, env: &Environment) -> Option<&Type> {
        if self.levels > LEVELS {
            return None;
        }
        let seen = self.seen.get_or_init(|| self.find_type(env).map(Box::new));
        seen.as_deref()
    }

    /// The type under any number of references.
    pub(crate) fn target(&self, env: &Environment) -> Option<&Type> {
        self.ty(env).map(dereferenced)
    }

    /// The primitive that it visibly is, or refers to.
    pub(crate) fn primitive(&self, env: &Environment) -> Option<Primitive> {
        env.primitive(self.target(env)?)
    }

    fn find_type(&self, env: &Environment) -> Option<Type> {
        let open = |ty: Option<&Type>| ty.cloned().unwrap_or_else(|| parse_quote!(_));
        match &self.is {
            Is::Literal(literal) => literal_type(literal),
            Is::Path(path) => match &path.known {
                Some(known) => known.ty.clone(),
                None => constant_type(path),
            },
            Is::Cast(_, ty) => (!matches!(peel(ty), Type::Infer(_))).then(|| (*ty).clone()),
            Is::Reference(mutable, of) => {
                let mutable = mutable.then(<syn::Token![mut]>::default);
                Some(types::reference(open(of.ty(env)), None, mutable))
            }
            Is::Unary(UnOp::Deref(_), of) => match peel(of.ty(env)?) {
                Type::Reference(reference) => Some((*reference.elem).clone()),
                _ => None,
            },
            Is::Unary(_, of) => {
                of.primitive(env)?;
                of.target(env).cloned()
            }
            Is::Field(of, member) => match (of.target(env)?, member) {
                (Type::Tuple(tuple), Member::Unnamed(index)) => {
                    tuple.elems.get(index.index as usize).cloned()
                }
                (of, member) => env.field_of_type(of, member),
            },
            Is::Index(of, index) => {
                let whole = of.ty(env)?;
                // A range selects no element of theirs, nor does what a macro makes.
                if let Some(matrix) = env.matrix_of(whole) {
                    return (!matches!(index.is, Is::Range(_) | Is::Macro(..)))
                        .then_some(matrix.element);
                }
                let element = || Some(env.array_of(whole)?.element);
                // Of integers only a `usize` is an index, and it selects one element.
                match &index.is {
                    Is::Range(_) => {
                        let element = element()?;
                        Some(parse_quote!([#element]))
                    }
                    Is::Literal(literal) => matches!(literal, Lit::Int(_)).then(element)?,
                    _ => index.is_integer(env).then(element)?,
                }
            }
            Is::Try(of) => {
                let of = of.ty(env)?;
                let option = env.std_first_argument(of, "Option");
                option
                    .or_else(|| env.std_first_argument(of, "Result"))
                    .cloned()
            }
            Is::Tuple(parts) => {
                let parts = parts.iter().map(|part| part.ty(env));
                let parts = parts.collect::<Option<Vec<_>>>()?;
                Some(parse_quote!((#(#parts,)*)))
            }
            Is::If(_, then, other) => {
                let then = then.sole()?;
                let other = match &other.as_deref()?.is {
                    Is::Block(block) if !block.labelled => block.sole()?,
                    _ => other.as_deref()?,
                };
                let ty = match (then.ty(env), other.ty(env)) {
                    (Some(then), Some(other)) => (then == other).then_some(then)?,
                    (Some(ty), None) if other.is_number() => ty,
                    (None, Some(ty)) if then.is_number() => ty,
                    _ => return None,
                };
                env.primitive(ty).map(|_| ty.clone())
            }
            // An item inside may give a name another meaning; what is no primitive may be coerced, or borrow from a local.
            Is::Block(block) if !block.labelled => {
                let plain = |step: &Step<'_>| !matches!(step, Step::Item(_) | Step::Macro(..));
                let value = block.value().filter(|_| block.steps.iter().all(plain))?;
                value
                    .ty(env)
                    .filter(|ty| env.primitive(ty).is_some())
                    .cloned()
            }
            Is::Binary(op, left, right) => binary_type(op, left, right, env),
            Is::Method(call) => method_type(call, env),
            Is::Macro(_, Some(listed)) => match listed.kind {
                Kind::Format => Some(parse_quote!(String)),
                Kind::Matches => Some(parse_quote!(bool)),
                Kind::Vec if env.means_std("Vec") => {
                    let first = listed.by_value.first();
                    let element = open(first.and_then(|first| first.ty(env)));
                    Some(parse_quote!(Vec<#element>))
                }
                _ => None,
            },
            Is::Repeat(element, length) => {
                let element = open(element.ty(env));
                let length = length.expr;
                Some(parse_quote!([#element; #length]))
            }
            Is::Call(function, _) if self.calls(env) == PathCall::Fresh => match &function.is {
                Is::Path(path) => matrices::made(path).or_else(|| fresh_type(path)),
                _ => None,
            },
            Is::Call(function, _) if self.calls(env) == PathCall::Primitive => match &function.is {
                Is::Path(path) => converted_type(path),
                _ => None,
            },
            Is::Call(function, arguments) => match &function.is {
                Is::Path(path) if path.is_std_extremum(env) => {
                    let types = arguments.iter().map(|argument| argument.ty(env));
                    types.flatten().find(|ty| env.scalar(ty).is_some()).cloned()
                }
                Is::Path(path) if path.known.is_none() => match path.associated() {
                    Some((of, name)) => env.returned_by_associated(&of, &name),
                    None => env.returned_by(&path.name()?),
                },
                _ => None,
            },
            _ => None,
        }
    }

    /// What a call of a path runs, as far as its spelling shows.
    pub(crate) fn calls(&self, env: &Environment) -> PathCall {
        let Is::Call(function, arguments) = &self.is else {
            return PathCall::Other;
        };
        let Is::Path(path) = &function.is else {
            return PathCall::Other;
        };
        let literals = || {
            let mut arguments = arguments.iter();
            arguments.all(|argument| matches!(argument.is, Is::Literal(_)))
        };
        let local = path.known.is_some();
        path_call_of(path.path, local, arguments.len(), &literals, env)
    }

    /// True for a literal that is a number, with or without a minus.
    pub(crate) fn is_number(&self) -> bool {
        match &self.is {
            Is::Literal(literal) => matches!(literal, Lit::Int(_) | Lit::Float(_)),
            Is::Unary(UnOp::Neg(_), of) => of.is_number(),
            _ => false,
        }
    }

    /// Whether it is visibly an integer, whichever.
    fn is_integer(&self, env: &Environment) -> bool {
        if let Some(ty) = self.ty(env) {
            return env.primitive(ty) == Some(Primitive::Unsigned);
        }
        match &self.is {
            Is::Literal(literal) => matches!(literal, Lit::Int(_)),
            Is::Path(path) => {
                let known = path.known.as_ref().filter(|known| known.ty.is_none());
                known.is_some_and(|known| matches!(known.origin, Origin::Literal(false)))
            }
            Is::Binary(op, left, right) if computes(op) => {
                left.is_integer(env) && right.is_integer(env)
            }
            _ => false,
        }
    }

    /// Whether it is visibly a float, or a reference to one.
    pub(crate) fn is_float(&self, env: &Environment) -> bool {
        if self.ty(env).is_some() {
            return self.primitive(env) == Some(Primitive::Float);
        }
        match &self.is {
            Is::Literal(literal) => matches!(literal, Lit::Float(_)),
            Is::Reference(_, of) | Is::Unary(_, of) => of.is_float(env),
            Is::Binary(op, left, right) => {
                computes(op) && left.is_float(env) && right.is_float(env)
            }
            Is::Method(call) => std_names::some(&call.name, std_names::ONLY_FLOAT),
            _ => false,
        }
    }

    /// Whether it is made of numbers, and of tuples and arrays of them: a name that begins as such can never hold a reference.
    /// `(0, "")` could, and so could what a user's operator gives.
    pub(crate) fn is_numbers(&self, env: &Environment) -> bool {
        match &self.is {
            Is::Literal(_) => self.is_number(),
            Is::Unary(op, of) if !matches!(op, UnOp::Deref(_)) => of.is_numbers(env),
            Is::Tuple(parts) => parts.iter().all(|part| part.is_numbers(env)),
            Is::Array(parts) => !parts.is_empty() && parts.iter().all(|part| part.is_numbers(env)),
            Is::Repeat(element, _) => element.is_numbers(env),
            _ => self.ty(env).is_some_and(|ty| env.primitive(ty).is_some()),
        }
    }

    /// Whether it makes an array of numbers, or of arrays of numbers of their own, whose type rustc infers: `vec![0.0; n]`.
    pub(crate) fn makes_numbers(&self, env: &Environment) -> bool {
        if let Is::Call(function, _) = &self.is
            && let Is::Path(path) = &function.is
        {
            let made = matrices::made(path).filter(|_| self.calls(env) == PathCall::Fresh);
            return made.is_some_and(|made| env.may_hold_numbers(&made));
        }
        let first = match &self.is {
            Is::Macro(_, Some(listed)) if listed.kind == Kind::Vec && env.means_std("Vec") => {
                listed.by_value.first()
            }
            Is::Array(parts) => parts.first(),
            Is::Repeat(element, _) => Some(&**element),
            _ => None,
        };
        first.is_some_and(|first| first.is_number() || first.makes_numbers(env))
    }
}

/// The primitive that an associated constant belongs to: `f64::INFINITY`, `std::f64::consts::PI`,
/// `std::i32::MAX`.
fn constant_type(path: &Path<'_>) -> Option<Type> {
    if path.is_qualified() {
        return None;
    }
    let segments = path.segments();
    let (last, owners) = segments.split_last()?;
    let owners = match owners {
        [root, rest @ ..] if *root == "std" || *root == "core" => rest,
        other => other,
    };
    let (owner, constants) = match owners {
        [owner] => (owner, false),
        [owner, module] if *module == "consts" => (owner, true),
        _ => return None,
    };
    Scalar::of(owner)?;
    // A trait may give a primitive any other constant, of any type.
    match last.to_string().as_str() {
        "BITS" => Some(parse_quote!(u32)),
        "MAX" | "MIN" | "INFINITY" | "NEG_INFINITY" | "NAN" | "EPSILON" | "MIN_POSITIVE" => {
            Some(parse_quote!(#owner))
        }
        _ => constants.then(|| parse_quote!(#owner)),
    }
}

/// What `i64::from` gives.
fn converted_type(path: &Path<'_>) -> Option<Type> {
    match path.segments()[..] {
        [owner, name] if *name == "from" => Some(parse_quote!(#owner)),
        _ => None,
    }
}

/// The type of a collection that is made on the spot, with holes for what rustc infers.
fn fresh_type(path: &Path<'_>) -> Option<Type> {
    let owner = path.path.path.segments.iter().rev().nth(1)?;
    let name = &owner.ident;
    match &owner.arguments {
        PathArguments::AngleBracketed(angle) => {
            let arguments = &angle.args;
            Some(parse_quote!(#name<#arguments>))
        }
        PathArguments::Parenthesized(_) => None,
        PathArguments::None => match name.to_string().as_str() {
            "String" => Some(parse_quote!(String)),
            "BTreeMap" | "HashMap" => Some(parse_quote!(#name<_, _>)),
            _ => Some(parse_quote!(#name<_>)),
        },
    }
}

fn literal_type(literal: &Lit) -> Option<Type> {
    let suffixed = |suffix: &str| match suffix {
        "" => None,
        suffix => syn::parse_str(suffix).ok(),
    };
    match literal {
        Lit::Bool(_) => Some(parse_quote!(bool)),
        Lit::Char(_) => Some(parse_quote!(char)),
        Lit::Byte(_) => Some(parse_quote!(u8)),
        Lit::Str(_) => Some(parse_quote!(&'static str)),
        Lit::Int(int) => suffixed(int.suffix()),
        Lit::Float(float) => suffixed(float.suffix()),
        _ => None,
    }
}

fn binary_type(op: &BinOp, left: &Term<'_>, right: &Term<'_>, env: &Environment) -> Option<Type> {
    if compares(op) {
        return Some(parse_quote!(bool));
    }
    if compound(op) {
        return Some(parse_quote!(()));
    }
    let shifts = matches!(op, BinOp::Shl(_) | BinOp::Shr(_));
    if left.is_number() && left.ty(env).is_none() && !shifts {
        // A literal without a type has that of the other operand: `2.0 * x`.
        let other = right.target(env)?;
        return env.primitive_number(other).map(|_| other.clone());
    }
    left.primitive(env)?;
    let left = left.target(env)?;
    // A primitive on the left may still meet a user's type on the right: `2.0 * vector`, `1 << width`.
    let fits = match right.target(env) {
        Some(right) if shifts => env.primitive_number(right).is_some(),
        Some(right) => right == left,
        None => right.is_number(),
    };
    fits.then(|| left.clone())
}

/// Methods of one argument that give an integer of their receiver's type.
const INTEGER_SAME: &str = "div_ceil div_euclid next_multiple_of pow rem_euclid rotate_left rotate_right \
    saturating_add saturating_mul saturating_pow saturating_sub wrapping_add wrapping_div wrapping_mul wrapping_pow \
    wrapping_rem wrapping_shl wrapping_shr wrapping_sub";

fn method_type(call: &Method<'_>, env: &Environment) -> Option<Type> {
    // Only what flows out of other calls is an iterator for sure: a name may be of a type that has a `sum` of its own.
    if let ("sum" | "product" | "collect", 0) = call.named() {
        let flows = matches!(call.receiver.is, Is::Method(_) | Is::Range(_));
        return flows.then(|| turbofish(call.call))?;
    }
    let receiver = call.receiver.target(env)?;
    if let Some(matrix) = env.matrix_of(receiver) {
        return match (call.named(), matrix.axes) {
            (("len" | "ncols" | "nrows", 0), _) | (("dim", 0), Some(1)) => {
                Some(parse_quote!(usize))
            }
            (("dim", 0), Some(2)) => Some(parse_quote!((usize, usize))),
            (("dim", 0), Some(3)) => Some(parse_quote!((usize, usize, usize))),
            (("is_empty", 0), _) => Some(parse_quote!(bool)),
            // Of a view it is a view.
            (("clone", 0), _) if matrix.by == By::Owned => Some(receiver.clone()),
            _ => None,
        };
    }
    // A `len` or an `is_empty` of a user's may give anything.
    if env.is_std(receiver) {
        match call.named() {
            ("len" | "capacity", 0) => return Some(parse_quote!(usize)),
            ("is_empty" | "is_nan" | "is_some" | "is_none" | "is_ok" | "is_err", 0) => {
                return Some(parse_quote!(bool));
            }
            ("to_string", 0) => return Some(parse_quote!(String)),
            ("unwrap_or", 1) | ("unwrap_or_default", 0) => {
                return env.number_in_option(receiver).cloned();
            }
            ("to_vec" | "clone" | "to_owned", 0) => return copied_array(call, receiver, env),
            _ => {}
        }
    }
    let Some(kind) = env.primitive_number(receiver) else {
        let own =
            matches!(&call.receiver.is, Is::Path(path) if path.name().as_deref() == Some("self"));
        let name = call.named().0;
        let of_self = own.then(|| env.returned_by_method(name)).flatten();
        return of_self.or_else(|| env.returned_by_method_of(call.receiver.ty(env)?, name));
    };
    let float = kind == Primitive::Float;
    if float && matches!(call.named(), ("is_finite" | "is_infinite", 0)) {
        return Some(parse_quote!(bool));
    }
    let same = match call.named() {
        ("min" | "max", 1) | ("abs", 0) | ("clamp", 2) => true,
        (name, 1) if !float && among(INTEGER_SAME, name) => true,
        ("isqrt" | "reverse_bits" | "swap_bytes" | "wrapping_neg", 0) => !float,
        (name, _) => float && std_names::some(name, std_names::FLOAT_SAME),
    };
    same.then(|| receiver.clone())
}

/// The array that `to_vec`, `to_owned` or `clone` makes of a visible one, whose elements nobody watches being cloned: `clone` of a `&[T]`
/// gives the reference.
fn copied_array(call: &Method<'_>, receiver: &Type, env: &Environment) -> Option<Type> {
    let element = match receiver {
        Type::Slice(slice) => (*slice.elem).clone(),
        _ => env.array_of(receiver)?.element,
    };
    let levels = match call.receiver.ty(env).map(peel)? {
        Type::Reference(reference) => match peel(&reference.elem) {
            Type::Reference(_) => 2,
            _ => 1,
        },
        _ => 0,
    };
    let slice = matches!(receiver, Type::Slice(_));
    let copies = match call.name.as_str() {
        "to_vec" => true,
        name => levels < 2 && (!slice || name == "to_owned"),
    };
    if !copies || !env.visibly_plain(&element) {
        return None;
    }
    match slice || call.name == "to_vec" {
        true => env.means_std("Vec").then(|| parse_quote!(Vec<#element>)),
        false => Some(receiver.clone()),
    }
}

impl Term<'_> {
    /// True for a place: a name, or fields and `*` of one.
    pub(crate) fn is_place(&self) -> bool {
        match &self.is {
            Is::Path(_) => true,
            Is::Field(of, _) | Is::Unary(UnOp::Deref(_), of) => of.is_place(),
            _ => false,
        }
    }
}
