//! Ranges of integers.

use crate::ops::chain::stream::{Item, RangeSource, Source, Stream};
use crate::ops::reading::{Parsed, Parser, local, refuse};
use crate::ops::recognised::sources::{Row, source};
use crate::rust::cause::Cause;
use crate::rust::environment::Environment;
use crate::rust::expr::strip;
use crate::rust::extent::Extent;
use crate::rust::side_effect_free;
use crate::rust::spelling::{among, identity, spelling, text};
use crate::rust::term::Term;
use crate::rust::types::{Primitive, shared_reference};
use crate::rust::visible::{asked, visible_type};
use quote::ToTokens;
use syn::spanned::Spanned;
use syn::{BinOp, Expr, ExprRange, Lit, LitInt, RangeLimits, Token, Type};

pub(super) const ROWS: &[Row] = &[Row::written(&[
    source("0..n", "n"),
    source("1..=n", "1..=n"),
])];

pub(super) fn read(parser: &Parser<'_>, expr: &Expr) -> Parsed<Option<Stream>> {
    match expr {
        Expr::Range(range) => stream(parser, range).map(Some),
        _ => Ok(None),
    }
}

/// A range with two bounds that have no effect.
pub(super) fn stream(parser: &Parser<'_>, range: &ExprRange) -> Parsed<Stream> {
    let (Some(start), Some(end)) = (&range.start, &range.end) else {
        return refuse(range, Cause::UnknownSource(text(range)));
    };
    if !range.attrs.is_empty() {
        return refuse(range, Cause::Attribute);
    }
    let mut reads = Vec::new();
    for bound in [start, end] {
        match side_effect_free::transparent(bound, parser.environment) {
            Some(judged) => reads.extend(judged.reads),
            None => return refuse(bound, Cause::Argument("..".into())),
        }
    }
    let env = parser.environment;
    let extent = |end| asked(end, env, |end| end.extent(env)).map(Box::new);
    let inclusive = matches!(range.limits, RangeLimits::Closed(_));
    let ends = extent(start).zip(extent(end));
    let span = ends.map(|(start, end)| Extent::Span {
        start,
        end,
        inclusive,
    });
    let length = span.or_else(|| of_fields(parser, range));
    let other = half_open(range).and_then(|range| stream(parser, &range).ok());
    let half_open = other.and_then(|stream| match stream.source {
        Source::Range(source) => Some(Box::new(source)),
        _ => None,
    });
    let ty = counted_type(range, env);
    let source = RangeSource {
        expr: range.clone(),
        ty: ty.as_ref().and_then(|ty| env.scalar(ty)),
        length,
        integers: counts_integers(parser, range),
        cut: shows_integers(parser, range),
        reads,
        half_open,
        peeled: None,
    };
    let item = Item {
        ty,
        ..Item::default()
    };
    Ok(Stream::new(Source::Range(source), item))
}

/// As many each time, where the bounds are literals, and fields and lengths of rows that nothing can change: of what is visibly behind
/// a shared reference. A type that is a name may be another name of a `&mut`.
fn of_fields(parser: &Parser<'_>, range: &ExprRange) -> Option<Extent> {
    let fixed = |bound: &Expr| match strip(bound) {
        Expr::Field(_) => is_fixed(parser, bound),
        Expr::MethodCall(call) if call.method == "len" && call.args.is_empty() => {
            let rows = matches!(strip(&call.receiver), Expr::Index(_));
            let env = parser.environment;
            let array = visible_type(&call.receiver, env).and_then(|ty| env.array_of(&ty));
            rows && array.is_some() && is_fixed(parser, &call.receiver)
        }
        _ => false,
    };
    let mut bounds = [&range.start, &range.end].into_iter().flatten();
    let literal =
        |bound: &Expr| matches!(strip(bound), Expr::Lit(_)) || Term::of(bound).is_number();
    let all = bounds.all(|bound| literal(bound) || fixed(bound));
    all.then(|| Extent::Place(identity(range)))
}

/// True for a field of a name behind a shared reference, and a row of it by an index that stays.
fn is_fixed(parser: &Parser<'_>, place: &Expr) -> bool {
    let known =
        |name: &Expr| local(name).and_then(|name| parser.environment.lookup(&spelling(name)));
    let stays = |index: &Expr| {
        matches!(strip(index), Expr::Lit(_))
            || known(strip(index)).is_some_and(|known| !known.mutable && known.ty.is_some())
    };
    let base = match strip(place) {
        Expr::Field(field) => &field.base,
        Expr::Index(index) if stays(&index.index) => &index.expr,
        _ => return false,
    };
    match strip(base) {
        name @ Expr::Path(_) => known(name).is_some_and(|known| {
            !known.mutable && known.ty.as_ref().and_then(shared_reference).is_some()
        }),
        base => is_fixed(parser, base),
    }
}

/// The integers that a range is of, where one of its bounds shows it: both are of one type.
fn counted_type(range: &ExprRange, env: &Environment) -> Option<Type> {
    let bounds = [&range.start, &range.end].into_iter().flatten();
    let mut types = bounds.filter_map(|bound| visible_type(bound, env));
    types.find(|ty| {
        let scalar = env.scalar(ty);
        scalar
            .is_some_and(|scalar| matches!(scalar.kind(), Primitive::Signed | Primitive::Unsigned))
    })
}

/// `1..n` for `1..=n - 1`: the same, but for what wraps.
fn half_open(range: &ExprRange) -> Option<ExprRange> {
    let (Some(end), RangeLimits::Closed(_)) = (&range.end, &range.limits) else {
        return None;
    };
    let Expr::Binary(difference) = strip(end) else {
        return None;
    };
    let (BinOp::Sub(_), Expr::Lit(less)) = (&difference.op, strip(&difference.right)) else {
        return None;
    };
    let Lit::Int(number) = &less.lit else {
        return None;
    };
    let less = number.base10_parse::<u64>().ok()?.checked_sub(1)?;
    let end = if less == 0 {
        (*difference.left).clone()
    } else {
        let less = LitInt::new(&format!("{less}{}", number.suffix()), number.span());
        let of = &difference.left;
        syn::parse_quote!(#of - #less)
    };
    Some(ExprRange {
        limits: RangeLimits::HalfOpen(Token![..](end.span())),
        end: Some(Box::new(end)),
        ..range.clone()
    })
}

/// True if the bounds are visibly integers: rayon has ranges of characters too.
pub(super) fn counts_integers(parser: &Parser<'_>, range: &ExprRange) -> bool {
    let integer = |bound: &Expr| match strip(bound) {
        Expr::Lit(literal) => matches!(literal.lit, Lit::Int(_)),
        Expr::MethodCall(call) => call.method == "len" && call.args.is_empty(),
        other => local(other).is_some_and(|name| {
            let ty = parser.environment.type_of(&spelling(name));
            ty.is_some_and(|ty| parser.environment.primitive_number(ty).is_some())
        }),
    };
    [&range.start, &range.end]
        .into_iter()
        .flatten()
        .any(|bound| integer(bound))
}

/// True if a bound shows which integers a range is of, and the runtime cuts those.
fn shows_integers(parser: &Parser<'_>, range: &ExprRange) -> bool {
    const CUT: &str = "u8 u16 u32 u64 usize i8 i16 i32 i64 isize";
    let is_cut = |ty: &Type| among(CUT, &ty.to_token_stream().to_string());
    let shows = |bound: &Expr| match strip(bound) {
        Expr::Lit(literal) => match &literal.lit {
            Lit::Int(number) => among(CUT, number.suffix()),
            _ => false,
        },
        Expr::Cast(cast) => is_cut(&cast.ty),
        Expr::MethodCall(call) => call.method == "len" && call.args.is_empty(),
        other => local(other).is_some_and(|name| {
            parser
                .environment
                .type_of(&spelling(name))
                .is_some_and(is_cut)
        }),
    };
    let mut bounds = [&range.start, &range.end].into_iter().flatten();
    bounds.any(|bound| shows(bound))
}
