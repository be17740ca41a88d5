//! Arrays of visible type, by reference, by value, and to be changed; `iter` of any place.

use super::{method, range};
use crate::ops::chain::divided::Divided;
use crate::ops::chain::stream::{Access, ArraySource, Item, Parallel, Source, Stream};
use crate::ops::reading::{Parsed, Parser, is_vec, local};
use crate::ops::recognised::sources::{Count, Gives, Kind, Row, Takes, source};
use crate::rust::expr::strip;
use crate::rust::spelling::spelling;
use crate::rust::types::{By, peel, reference};
use proc_macro2::Ident;
use syn::{Expr, ExprMethodCall, Token, Type, UnOp};

const ITER: Row = Row::borrows(
    "iter",
    Takes::Nothing,
    Gives::Elements,
    &[
        source("xs.iter()", "k"),
        source("xs[1..].iter()", "k - 1"),
        source("xs[..n].iter()", "n"),
        source("self.data.iter()", "place"),
        source("self.rows[n].iter()", "place"),
    ],
)
.counting(Count::Elements)
.again()
.and(
    "par_iter",
    None,
    &[
        "xs.par_iter()",
        "xs[1..].par_iter()",
        "self.data.par_iter()",
    ],
);

pub(super) const ROWS: &[Row] = &[
    ITER,
    Row::written(&[
        source("&xs", "k"),
        source("&*xs", "k"),
        source("&self.data", "place"),
        source("&mut xs", "k"),
    ]),
    Row::method(
        "into_iter",
        Kind::Empties,
        &[
            source("xs.into_iter()", "k"),
            source("self.data.into_iter()", "?"),
        ],
    )
    .and(
        "into_par_iter",
        None,
        &[
            "(&xs).into_par_iter()",
            "xs.into_par_iter()",
            "(&self.data).into_par_iter()",
            "(0..n).into_par_iter()",
            "(1..=n).into_par_iter()",
        ],
    ),
    Row::method("iter_mut", Kind::Changes, &[source("xs.iter_mut()", "k")])
        .and("par_iter_mut", None, &["xs.par_iter_mut()"])
        .but("it changes its array in place; only with `for_each` it shares loops"),
    Row::method("drain", Kind::Changes, &[]),
];

pub(super) fn read(parser: &Parser<'_>, expr: &Expr) -> Parsed<Option<Stream>> {
    let known = |name| Some(parser.environment.visible_array(&spelling(name))?.by);
    Ok(match expr {
        // A reference to a reference is no iterator.
        Expr::Reference(reference) => local(&reference.expr)
            .filter(|name| known(name) == Some(By::Owned))
            .or_else(|| reborrowed(parser, &reference.expr))
            .and_then(|name| match reference.mutability {
                None => array(parser, name, expr, Access::ByReference),
                Some(_) => changed(parser, name, expr),
            }),
        Expr::Path(_) => local(expr).and_then(|name| {
            let access = match known(name)? {
                By::Shared => Access::ByReference,
                By::Owned => Access::ByValue,
                By::Mutable => Access::Mutable,
            };
            array(parser, name, expr, access)
        }),
        Expr::MethodCall(call)
            if call.args.is_empty() && call.turbofish.is_none() && call.attrs.is_empty() =>
        {
            return called(parser, call, expr);
        }
        _ => None,
    })
}

/// The `xs` of `*xs` that refers to an array.
fn reborrowed<'e>(parser: &Parser<'_>, referent: &'e Expr) -> Option<&'e Ident> {
    let Expr::Unary(unary) = strip(referent) else {
        return None;
    };
    let name = local(&unary.expr).filter(|_| matches!(unary.op, UnOp::Deref(_)))?;
    match peel(parser.environment.type_of(&spelling(name))?) {
        Type::Reference(behind) if matches!(peel(&behind.elem), Type::Reference(_)) => None,
        Type::Reference(_) => Some(name),
        // Of a `Vec` it is the slice; of an array it is nothing.
        ty => is_vec(ty).then_some(name),
    }
}

/// `iter`, `into_iter`, `iter_mut`, or what rayon has in their place.
fn called(parser: &Parser<'_>, call: &ExprMethodCall, expr: &Expr) -> Parsed<Option<Stream>> {
    let method = call.method.to_string();
    let row = ROWS.iter().find(|row| row.is_called(&method));
    let rayons = row.is_some_and(|row| row.name != method);
    if rayons && !cfg!(feature = "parallel") {
        return Ok(None);
    }
    let receiver = strip(&call.receiver);
    let stream = match (row.map_or("", |row| row.name), receiver) {
        ("iter", _) => borrowed(parser, call, receiver, expr, rayons)?,
        ("into_iter", Expr::Reference(reference)) if reference.mutability.is_none() => {
            // A reference to a `&mut` is no iterator.
            let known = |name: &Ident| parser.environment.visible_array(&spelling(name));
            let array = local(&reference.expr).and_then(known);
            match array.is_some_and(|array| array.by == By::Mutable) {
                true => None,
                false => borrowed(parser, call, &reference.expr, expr, rayons)?,
            }
        }
        ("into_iter", Expr::Range(range)) if !rayons || range::counts_integers(parser, range) => {
            Some(range::stream(parser, range)?)
        }
        ("into_iter", _) => local(receiver).and_then(|name| {
            let environment = parser.environment;
            let divides = || environment.type_of(&spelling(name)).is_some_and(is_vec);
            match environment.visible_array(&spelling(name))?.by {
                By::Shared => array(parser, name, expr, Access::ByReference),
                By::Owned if !rayons || divides() => array(parser, name, expr, Access::ByValue),
                By::Owned | By::Mutable => None,
            }
        }),
        ("iter_mut", _) => local(receiver).and_then(|name| changed(parser, name, expr)),
        _ => None,
    };
    let parallel = rayons.then(Parallel::default);
    Ok(stream.map(|stream| Stream { parallel, ..stream }))
}

/// References to the elements of an array, or of what rayon may divide.
fn borrowed(
    parser: &Parser<'_>,
    call: &ExprMethodCall,
    of: &Expr,
    expr: &Expr,
    rayons: bool,
) -> Parsed<Option<Stream>> {
    match local(of).and_then(|name| array(parser, name, expr, Access::ByReference)) {
        None if rayons => standing(parser, call, of, expr),
        found => Ok(found),
    }
}

/// `self.data.par_iter()`, for all that is visible the elements of a slice.
fn standing(
    parser: &Parser<'_>,
    call: &ExprMethodCall,
    place: &Expr,
    expr: &Expr,
) -> Parsed<Option<Stream>> {
    let mut same = call.clone();
    same.method = Ident::new("iter", call.method.span());
    *same.receiver = place.clone();
    let Some(mut stream) = method::read(parser, &same, &ITER)? else {
        return Ok(None);
    };
    let Source::Driver(driver) = &mut stream.source else {
        return Ok(None);
    };
    if driver.divided.is_none() {
        if !driver.may_be_slice {
            return Ok(None);
        }
        driver.divided = Some(Divided::Place(place.clone(), expr.clone()));
    }
    driver.expr = expr.clone();
    driver.may_be_slice = false;
    Ok(Some(stream))
}

/// An array whose elements are given by mutable reference.
fn changed(parser: &Parser<'_>, name: &Ident, expr: &Expr) -> Option<Stream> {
    let known = parser.environment.visible_array(&spelling(name))?;
    match known.by {
        By::Shared => None,
        By::Owned | By::Mutable => array(parser, name, expr, Access::Mutable),
    }
}

/// An array of visible type.
fn array(parser: &Parser<'_>, name: &Ident, expr: &Expr, access: Access) -> Option<Stream> {
    let environment = parser.environment;
    let array = environment.visible_array(&spelling(name))?;
    let borrows = match access {
        Access::ByReference | Access::Mutable => vec![spelling(name)],
        Access::ByValue => Vec::new(),
    };
    let by_reference = access == Access::ByReference;
    let plain = environment.visibly_plain(&array.element);
    let element = array.element;
    let ty = match access {
        Access::ByReference | Access::ByValue => element.clone(),
        Access::Mutable => reference(element.clone(), None, Some(<Token![mut]>::default())),
    };
    let number = environment
        .primitive_number(&element)
        .and_then(|_| match peel(&element) {
            Type::Path(path) => path.path.get_ident().cloned(),
            _ => None,
        });
    let source = ArraySource {
        name: name.clone(),
        access,
        expr: expr.clone(),
        number,
        // What is copied has no destructor.
        plain: plain || environment.visibly_copy(&element),
        frozen: plain || environment.visibly_frozen(&ty),
        vector: environment.type_of(&spelling(name)).is_some_and(is_vec),
    };
    let item = Item {
        borrows,
        ty: Some(ty),
        by_reference,
    };
    Some(Stream::new(Source::Array(source), item))
}
