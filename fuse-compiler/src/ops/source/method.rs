//! Listed methods of places whose type need not be visible (docs/DESIGN.md section 3, *Arrays*, opaque sources).
//!
//! In: a call, and the row of its method. Out: a stream without adapters, whose source drives its own loop.

use super::place::{Place, may_be_slice};
use crate::ops::chain::divided::{Divided, Pieces};
use crate::ops::chain::stream::{DriverSource, Item, Parallel, Source, Stream, Strided};
use crate::ops::reading::{Parsed, Parser, local, refuse};
use crate::ops::recognised::sources::{Count, Gives, Kind, Row, Takes};
use crate::rust::cause::Cause;
use crate::rust::expr::{literal_length, strip};
use crate::rust::extent::Extent;
use crate::rust::spelling::{identity, spelling};
use crate::rust::types::shared_reference;
use crate::sorted::SortedSet;
use proc_macro2::{Ident, Span};
use syn::{Expr, ExprMethodCall, Lit, Type};

/// A method of a place; a method of rayon's is read as that of std's.
pub(crate) fn read(
    parser: &Parser<'_>,
    call: &ExprMethodCall,
    row: &Row,
) -> Parsed<Option<Stream>> {
    if !call.attrs.is_empty() || call.turbofish.is_some() {
        return Ok(None);
    }
    if call.method != row.name {
        return pieces(parser, call, row);
    }
    let takes = match row.kind {
        Kind::Borrows(takes) => takes,
        Kind::Empties if call.args.is_empty() => return Ok(emptied(parser, call)),
        _ => return Ok(None),
    };
    let Some(place) = parser.place(&call.receiver) else {
        return Ok(None);
    };
    if parser.may_advance(&place, &call.receiver, row.of_readers) {
        return refuse(&call.receiver, Cause::MayAdvance(row.name.into()));
    }
    let expr = Expr::MethodCall(call.clone());
    let mut reads = place.reads.clone();
    let mut parts = Vec::new();
    match (takes, call.args.iter().collect::<Vec<_>>().as_slice()) {
        (Takes::Nothing, []) => {}
        (Takes::Pattern, [worker]) if is_callable(worker) => {
            parts.push(Stream::calling(parser.worker(worker, &[])?));
        }
        (Takes::Pattern | Takes::Amount, [argument]) => {
            reads.extend(parser.transparent_argument(call, argument)?.reads);
        }
        _ => return Ok(None),
    }
    let array = place
        .ty
        .as_ref()
        .and_then(|ty| parser.environment.array_of(ty));
    let is_str = place.ty.as_ref().is_some_and(|ty| parser.is_str(ty));
    let counted = place.extent.clone().or_else(|| {
        let name = local(&call.receiver).map(spelling)?;
        array.as_ref().map(|_| Extent::Len(name))
    });
    let extent = extent(parser, call, row, counted, &place);
    let element = array.map(|array| array.element);
    let item = match parser.item_of(&place, row.name) {
        Some(item) => item,
        None => item(row.gives, &place, element, is_str),
    };
    let visible =
        local(&call.receiver).and_then(|name| parser.environment.visible_array(&spelling(name)));
    let divided = match (call.args.first(), visible) {
        (Some(size), Some(_)) => row.divided_by.map(|divided_by| {
            Divided::Pieces(Pieces {
                divided_by,
                array: (*call.receiver).clone(),
                size: Some(size.clone()),
            })
        }),
        (None, _) if row.count == Count::Elements => parser.part_of_array(&call.receiver),
        _ => None,
    };
    let copies = item.ty.is_some();
    // A reader of a file has some of these methods too, and a channel has `iter`.
    let reader = row.of_readers && place.ty.is_none() && local(&call.receiver).is_some();
    let effects = reader || parser.is_channel(&place, &call.receiver);
    let literal = |argument: &Expr| matches!(strip(argument), Expr::Lit(_));
    let takes = match row.kind {
        Kind::Borrows(Takes::Nothing) => true,
        Kind::Borrows(Takes::Pattern) => call.args.iter().all(literal),
        _ => false,
    };
    let calm = takes && parser.is_calm(&place);
    let driver = DriverSource {
        parts,
        reads,
        extent,
        calm: calm && !effects,
        copies,
        effects,
        divided,
        may_be_slice: row.count == Count::Elements && !effects && may_be_slice(place.ty.as_ref()),
        strided: strided(parser, call, row),
        ..DriverSource::new(expr)
    };
    Ok(Some(Stream::driven(driver, item)))
}

/// How many elements windows and chunks have that are looked at one by one: an array of as many is a type.
const LONGEST: usize = 64;

/// Windows or chunks of a literal length, of a local array of visible numbers.
fn strided(parser: &Parser<'_>, call: &ExprMethodCall, row: &Row) -> Option<Strided> {
    let windows = match row.count {
        Count::Windows => true,
        Count::Chunks(false) => false,
        _ => return None,
    };
    let array = local(&call.receiver)?;
    let visible = parser.environment.visible_array(&spelling(array))?;
    let scalar = parser.environment.scalar(&visible.element)?;
    let few = |length: &usize| (1..=LONGEST).contains(length);
    let length = literal_length(call.args.first()?).filter(few)?;
    scalar.is_number().then(|| Strided {
        array: array.clone(),
        number: Ident::new(scalar.name(), Span::call_site()),
        length,
        windows,
    })
}

/// How many elements a method of a place gives, if the place has `counted`.
fn extent(
    parser: &Parser<'_>,
    call: &ExprMethodCall,
    row: &Row,
    counted: Option<Extent>,
    place: &Place,
) -> Extent {
    let of_place = || Extent::Place(identity(call));
    match (row.count, counted, call.args.first()) {
        (Count::Elements, Some(extent), None) => extent,
        (Count::Windows, Some(extent), Some(width)) => match less_one(width) {
            Some(less) => Extent::Less(Box::new(extent), Box::new(Extent::Number(less))),
            None => of_place(),
        },
        (Count::Chunks(up), Some(extent), Some(width)) => match parser.amount(width) {
            Some(by) => Extent::Ratio {
                of: Box::new(extent),
                by: Box::new(by),
                up,
            },
            None => of_place(),
        },
        _ if parser.is_channel(place, &call.receiver) => Extent::Unknown,
        _ => of_place(),
    }
}

impl Parser<'_> {
    /// What a method of one of std's collections that are no arrays gives.
    pub(super) fn item_of(&self, place: &Place, method: &str) -> Option<Item> {
        let ty = place.ty.as_ref()?;
        let (ty, by_reference) = self.environment.item_of_collection(ty, method)?;
        Some(Item {
            borrows: place.root.iter().cloned().collect(),
            by_reference,
            ty: Some(ty),
        })
    }
}

/// What a listed method of a place gives, whose elements are of a type if that is visible.
fn item(gives: Gives, place: &Place, element: Option<Type>, is_str: bool) -> Item {
    let borrows = place.root.iter().cloned().collect::<Vec<_>>();
    let by_reference = |ty: Option<Type>| Item {
        borrows: borrows.clone(),
        by_reference: ty.is_some(),
        ty,
    };
    match gives {
        Gives::Elements => by_reference(element),
        Gives::Slices => by_reference(element.map(|element| syn::parse_quote!([#element]))),
        Gives::Values(ty) if is_str => Item {
            ty: syn::parse_str(ty).ok(),
            ..Item::default()
        },
        Gives::Texts if is_str => by_reference(Some(syn::parse_quote!(str))),
        _ => by_reference(None),
    }
}

/// `xs.par_chunks(n)` and its like: what std's of another name gives.
fn pieces(parser: &Parser<'_>, call: &ExprMethodCall, row: &Row) -> Parsed<Option<Stream>> {
    let (Some(divided_by), 1, true) = (row.divided_by, call.args.len(), cfg!(feature = "parallel"))
    else {
        return Ok(None);
    };
    let mut same = call.clone();
    same.method = Ident::new(row.name, call.method.span());
    let Some(mut stream) = read(parser, &same, row)? else {
        return Ok(None);
    };
    let Source::Driver(driver) = &mut stream.source else {
        return Ok(None);
    };
    if driver.divided.is_none() {
        // The method is one of slices, by a trait that is in scope, and whose other method gives the slice.
        let place = &call.receiver;
        driver.divided = Some(Divided::Pieces(Pieces {
            divided_by,
            array: syn::parse_quote!(#place.as_parallel_slice()),
            size: call.args.first().cloned(),
        }));
    }
    stream.parallel = Some(Parallel::default());
    Ok(Some(stream))
}

/// `place.into_iter()`.
fn emptied(parser: &Parser<'_>, call: &ExprMethodCall) -> Option<Stream> {
    let place = parser.place(&call.receiver)?;
    let root = place.root.clone()?;
    let shared = place
        .ty
        .as_ref()
        .is_some_and(|ty| shared_reference(ty).is_some() || parser.environment.visibly_copy(ty));
    // Behind a mutable reference there are elements that can be changed.
    if place
        .ty
        .as_ref()
        .is_some_and(|ty| matches!(ty, Type::Reference(r) if r.mutability.is_some()))
    {
        return None;
    }
    let taken = if shared {
        SortedSet::new()
    } else {
        SortedSet::from([root.clone()])
    };
    let extent = if shared {
        Extent::Place(identity(call))
    } else {
        Extent::Unknown
    };
    let driver = DriverSource {
        reads: place.reads,
        moves: taken.clone(),
        watched: taken,
        extent,
        effects: !shared,
        ..DriverSource::new(Expr::MethodCall(call.clone()))
    };
    let item = Item {
        borrows: vec![root],
        ..Item::default()
    };
    Some(Stream::driven(driver, item))
}

fn is_callable(expr: &Expr) -> bool {
    match strip(expr) {
        Expr::Closure(_) => true,
        Expr::Path(path) => path.path.segments.len() > 1,
        _ => false,
    }
}

/// A literal less one, by its text.
fn less_one(width: &Expr) -> Option<u64> {
    match strip(width) {
        Expr::Lit(literal) => match &literal.lit {
            Lit::Int(int) => {
                let width: u64 = int.base10_parse().ok()?;
                width.checked_sub(1)
            }
            _ => None,
        },
        _ => None,
    }
}
