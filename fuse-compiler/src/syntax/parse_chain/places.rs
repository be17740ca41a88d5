//! Sources whose type the macro does not see: a listed method of a place (design section 3,
//! *Arrays*, opaque sources), a function of `std::iter`, an iterator that is a parameter.
//!
//! In: the expression at the left end of a chain. Out: a stream without adapters, whose source
//! drives its own loop.

use super::{Parsed, Parser, local, refuse, strip, text, visible_array};
use crate::syntax::chain::{Adapter, Item, Source, Stream};
use crate::syntax::driver::DriverSource;
use crate::syntax::facts::Extent;
use crate::syntax::mentions::{self, spelling};
use crate::syntax::patterns;
use crate::syntax::recognised::{self, Takes};
use crate::syntax::refusal::Cause;
use crate::syntax::types::{dereferenced, shared_reference};
use quote::ToTokens;
use std::collections::BTreeSet;
use syn::{Expr, ExprCall, ExprMethodCall, Type, UnOp};

/// Methods that look at a place from another side: what they give is a place again.
const VIEWS: &[&str] = &[
    "as_bytes",
    "as_ref",
    "as_slice",
    "as_str",
    "trim",
    "trim_end",
    "trim_start",
];

/// True for the listed methods.
pub(super) fn starts_iterator(method: &str) -> bool {
    recognised::emptying(method) || recognised::borrowing(method).is_some()
}

/// What the place of a source is.
#[derive(Debug, Default)]
struct Place {
    reads: BTreeSet<String>,
    /// The local that it is part of.
    root: Option<String>,
    /// Its type, where it is visible.
    ty: Option<Type>,
    /// As many elements as these, if it is an array of visible type or a part of one.
    extent: Option<Extent>,
}

impl Parser<'_> {
    /// A listed method of a place.
    pub(super) fn place_source(&self, call: &ExprMethodCall) -> Parsed<Option<Stream>> {
        let name = call.method.to_string();
        if !call.attrs.is_empty() || call.turbofish.is_some() {
            return Ok(None);
        }
        if recognised::emptying(&name) && call.args.is_empty() {
            return Ok(self.emptied_place(call));
        }
        let Some(takes) = recognised::borrowing(&name) else {
            return Ok(None);
        };
        let Some(place) = self.place(&call.receiver) else {
            return Ok(None);
        };
        if self.may_advance(&place, &call.receiver, &name) {
            return refuse(&call.receiver, Cause::MayAdvance(name));
        }
        let expr = Expr::MethodCall(call.clone());
        let mut reads = place.reads.clone();
        let mut workers = Vec::new();
        match (takes, call.args.iter().collect::<Vec<_>>().as_slice()) {
            (Takes::Nothing, []) => {}
            (Takes::Pattern, [worker]) if is_callable(worker) => {
                workers.push(Adapter::Map(self.worker(worker, &[])?));
            }
            (Takes::Pattern | Takes::Amount, [argument]) => {
                reads.extend(self.transparent_argument(call, argument)?.reads);
            }
            _ => return Ok(None),
        }
        let array = place
            .ty
            .as_ref()
            .and_then(|ty| self.environment.array_of(ty));
        let is_str = place.ty.as_ref().is_some_and(|ty| self.is_str(ty));
        let counted = place.extent.clone().or_else(|| {
            let name = local(&call.receiver).map(spelling)?;
            array.as_ref().map(|_| Extent::Len(name))
        });
        let extent = match (name.as_str(), counted, call.args.first()) {
            ("iter", Some(extent), None) => extent,
            ("windows", Some(extent), Some(width)) => match less_one(width) {
                Some(less) => Extent::Less(Box::new(extent), Box::new(Extent::Number(less))),
                None => Extent::Place(identity(&expr)),
            },
            ("chunks" | "chunks_exact" | "rchunks", Some(extent), Some(width)) => {
                match self.amount(width) {
                    Some(by) => Extent::Ratio {
                        of: Box::new(extent),
                        by: Box::new(by),
                        up: name != "chunks_exact",
                    },
                    None => Extent::Place(identity(&expr)),
                }
            }
            _ if self.is_channel(&place, &call.receiver) => Extent::Unknown,
            _ => Extent::Place(identity(&expr)),
        };
        let element = array.map(|array| array.element);
        let borrows = place.root.iter().cloned().collect::<Vec<_>>();
        let by_reference = |ty: Option<Type>| Item {
            borrows: borrows.clone(),
            by_reference: ty.is_some(),
            ty,
        };
        let value = |ty: Type| Item {
            ty: Some(ty),
            ..Item::default()
        };
        let item = match name.as_str() {
            "iter" => by_reference(element),
            "windows" | "chunks" | "chunks_exact" | "rchunks" | "chunk_by" => {
                by_reference(element.map(|element| syn::parse_quote!([#element])))
            }
            "chars" if is_str => value(syn::parse_quote!(char)),
            "bytes" if is_str => value(syn::parse_quote!(u8)),
            "lines" | "split" | "split_whitespace" | "split_ascii_whitespace" if is_str => {
                by_reference(Some(syn::parse_quote!(str)))
            }
            _ => by_reference(None),
        };
        let copies = item.ty.is_some();
        // A reader of a file has some of these methods too, and a channel has `iter`.
        let reader = ["bytes", "lines", "split"].contains(&name.as_str())
            && place.ty.is_none()
            && local(&call.receiver).is_some();
        let effects = reader || self.is_channel(&place, &call.receiver);
        let parts = if workers.is_empty() {
            Vec::new()
        } else {
            vec![self.worker_part(workers)]
        };
        Ok(Some(Stream {
            source: Source::Driver(Box::new(DriverSource {
                expr,
                parts,
                reads,
                moves: BTreeSet::new(),
                watched: BTreeSet::new(),
                extent,
                copies,
                effects,
                several: false,
            })),
            adapters: Vec::new(),
            item,
        }))
    }

    /// `&self.data`, where an iterator is asked for.
    pub(super) fn borrowed_place(&self, expr: &Expr, referent: &Expr) -> Option<Stream> {
        let place = self.place(referent)?;
        let element = place
            .ty
            .as_ref()
            .and_then(|ty| self.environment.array_of(ty))
            .map(|array| array.element);
        // `for message in &rx`.
        let channel = self.is_channel(&place, referent);
        let extent = match place.extent {
            _ if channel => Extent::Unknown,
            Some(extent) => extent,
            None => Extent::Place(format!("{}.iter()", identity(strip(referent)))),
        };
        Some(Stream {
            source: Source::Driver(Box::new(DriverSource {
                expr: expr.clone(),
                parts: Vec::new(),
                reads: place.reads,
                moves: BTreeSet::new(),
                watched: BTreeSet::new(),
                extent,
                copies: element.is_some(),
                effects: channel,
                several: false,
            })),
            adapters: Vec::new(),
            item: Item {
                borrows: place.root.into_iter().collect(),
                by_reference: element.is_some(),
                ty: element,
            },
        })
    }

    /// `self.bounds` behind a shared reference, where an iterator is asked for: since nothing can be
    /// moved out from there it is copied, mostly a `&[T]`.
    pub(super) fn copied_place(&self, expr: &Expr) -> Option<Stream> {
        let place = self.place(expr)?;
        let root = place.root.as_ref()?;
        let ty = self.environment.type_of(root)?;
        shared_reference(ty)?;
        let stream = self.borrowed_place(expr, expr)?;
        Some(Stream {
            item: Item {
                borrows: stream.item.borrows,
                ..Item::default()
            },
            ..stream
        })
    }

    /// `place.into_iter()`.
    fn emptied_place(&self, call: &ExprMethodCall) -> Option<Stream> {
        let place = self.place(&call.receiver)?;
        let root = place.root.clone()?;
        let shared = place
            .ty
            .as_ref()
            .is_some_and(|ty| shared_reference(ty).is_some() || self.environment.visibly_copy(ty));
        // Behind a mutable reference there are elements that can be changed.
        if place
            .ty
            .as_ref()
            .is_some_and(|ty| matches!(ty, Type::Reference(r) if r.mutability.is_some()))
        {
            return None;
        }
        let taken = if shared {
            BTreeSet::new()
        } else {
            BTreeSet::from([root.clone()])
        };
        Some(Stream {
            source: Source::Driver(Box::new(DriverSource {
                expr: Expr::MethodCall(call.clone()),
                parts: Vec::new(),
                reads: place.reads,
                moves: taken.clone(),
                watched: taken,
                extent: if shared {
                    Extent::Place(identity(call))
                } else {
                    Extent::Unknown
                },
                copies: false,
                effects: !shared,
                several: false,
            })),
            adapters: Vec::new(),
            item: Item {
                borrows: vec![root],
                ..Item::default()
            },
        })
    }

    /// A parameter or local whose type is visibly an iterator.
    pub(super) fn named_iterator(&self, expr: &Expr) -> Option<Stream> {
        let name = spelling(local(expr)?);
        let ty = self.environment.type_of(&name)?;
        if !self.environment.visibly_iterator(ty) {
            return None;
        }
        let taken = BTreeSet::from([name.clone()]);
        Some(Stream {
            source: Source::Driver(Box::new(DriverSource {
                expr: expr.clone(),
                parts: Vec::new(),
                reads: taken.clone(),
                moves: taken.clone(),
                watched: taken,
                extent: Extent::Unknown,
                copies: false,
                effects: true,
                several: false,
            })),
            adapters: Vec::new(),
            item: Item {
                borrows: vec![name],
                ..Item::default()
            },
        })
    }

    /// `iter::zip(a, b)`, `iter::repeat_n(x, n)`, `iter::once(x)` and their like.
    pub(super) fn free_source(&self, call: &ExprCall) -> Parsed<Option<Stream>> {
        let Some(function) = function_of_iter(call) else {
            return Ok(None);
        };
        let arguments = call.args.iter().collect::<Vec<_>>();
        let mut driver = DriverSource {
            expr: Expr::Call(call.clone()),
            parts: Vec::new(),
            reads: BTreeSet::new(),
            moves: BTreeSet::new(),
            watched: BTreeSet::new(),
            extent: Extent::Unknown,
            copies: false,
            effects: false,
            several: false,
        };
        let mut borrows = Vec::new();
        match (function.as_str(), arguments.as_slice()) {
            ("zip", [left, right]) => {
                let (left, right) = (self.stream(left)?, self.stream(right)?);
                driver.extent = Extent::Least(vec![left.extent(), right.extent()]);
                borrows.extend(left.item.borrows.iter().cloned());
                borrows.extend(right.item.borrows.iter().cloned());
                driver.parts = vec![left, right];
            }
            ("empty", []) => driver.extent = Extent::Number(0),
            ("repeat_n" | "repeat" | "once" | "successors", [first, rest @ ..]) => {
                let Some(judged) = self.judged(first) else {
                    return Ok(None);
                };
                borrows.extend(judged.reads.iter().cloned());
                driver.reads.extend(judged.reads);
                driver.watched.extend(judged.moves.iter().cloned());
                driver.moves.extend(judged.moves);
                match (function.as_str(), rest) {
                    ("once", []) => driver.extent = Extent::Number(1),
                    ("repeat", []) => {}
                    ("repeat_n", [count]) => {
                        let Some(judged) = self.judged(count) else {
                            return Ok(None);
                        };
                        driver.reads.extend(judged.reads);
                        let amount = self.amount(count);
                        driver.extent = amount.unwrap_or(Extent::Unknown);
                    }
                    ("successors", [worker]) => {
                        let worker = self.worker(worker, &[])?;
                        borrows.extend(worker.reads().iter().cloned());
                        driver.parts = vec![self.worker_part(vec![Adapter::Map(worker)])];
                    }
                    _ => return Ok(None),
                }
            }
            _ => return Ok(None),
        }
        Ok(Some(Stream {
            source: Source::Driver(Box::new(driver)),
            adapters: Vec::new(),
            item: Item {
                borrows,
                ..Item::default()
            },
        }))
    }

    /// Workers that a source calls, as a stream of their own.
    fn worker_part(&self, adapters: Vec<Adapter>) -> Stream {
        Stream {
            source: Source::Driver(Box::new(DriverSource {
                expr: Expr::PLACEHOLDER,
                parts: Vec::new(),
                reads: BTreeSet::new(),
                moves: BTreeSet::new(),
                watched: BTreeSet::new(),
                extent: Extent::Unknown,
                copies: false,
                effects: false,
                several: false,
            })),
            adapters,
            item: Item::default(),
        }
    }

    fn is_str(&self, ty: &Type) -> bool {
        let inner = dereferenced(ty);
        matches!(inner, Type::Path(path) if path.path.get_ident().is_some_and(|name| {
            (name == "str" || name == "String") && self.environment.means_std(&name.to_string())
        }))
    }

    /// An expression that denotes a place, or a view of one, without an effect.
    fn place(&self, expr: &Expr) -> Option<Place> {
        match expr {
            Expr::Paren(paren) if paren.attrs.is_empty() => self.place(&paren.expr),
            Expr::Lit(literal) => match &literal.lit {
                syn::Lit::Str(_) => Some(Place {
                    ty: Some(syn::parse_quote!(&str)),
                    ..Place::default()
                }),
                _ => None,
            },
            Expr::Path(path) if path.attrs.is_empty() => {
                if let Some(name) = local(expr).map(spelling)
                    && self.environment.lookup(&name).is_some()
                {
                    return Some(Place {
                        reads: BTreeSet::from([name.clone()]),
                        ty: self.environment.type_of(&name).cloned(),
                        extent: visible_array(self.environment, &name)
                            .map(|_| Extent::Len(name.clone())),
                        root: Some(name),
                    });
                }
                // A static or a constant.
                let last = path.path.segments.last()?.ident.to_string();
                let item = path.qself.is_none()
                    && last.len() > 1
                    && patterns::capitalised(&last)
                    && last == last.to_uppercase();
                item.then(Place::default)
            }
            Expr::Field(field) if field.attrs.is_empty() => {
                let base = self.place(&field.base)?;
                Some(Place {
                    ty: None,
                    extent: None,
                    ..base
                })
            }
            Expr::Unary(unary) if unary.attrs.is_empty() && matches!(unary.op, UnOp::Deref(_)) => {
                let base = self.place(&unary.expr)?;
                Some(Place { ty: None, ..base })
            }
            Expr::Index(index) if index.attrs.is_empty() => self.indexed(index),
            Expr::MethodCall(call)
                if call.attrs.is_empty()
                    && call.args.is_empty()
                    && VIEWS.contains(&call.method.to_string().as_str()) =>
            {
                let base = self.place(&call.receiver)?;
                let text = base.ty.filter(|ty| self.is_str(ty));
                Some(Place {
                    ty: text.filter(|_| call.method != "as_bytes" && call.method != "as_ref"),
                    extent: None,
                    ..base
                })
            }
            _ => None,
        }
    }

    /// `xs[a..b]`, `rows[i]`.
    fn indexed(&self, index: &syn::ExprIndex) -> Option<Place> {
        let base = self.place(&index.expr)?;
        let mut reads = base.reads.clone();
        let mut read = |expr: &Expr| {
            let judged = self.judged(expr)?;
            reads.extend(judged.reads);
            Some(())
        };
        let Expr::Range(range) = strip(&index.index) else {
            read(&index.index)?;
            return Some(Place {
                reads,
                ty: None,
                extent: None,
                ..base
            });
        };
        for bound in [&range.start, &range.end].into_iter().flatten() {
            read(bound)?;
        }
        let half_open = matches!(range.limits, syn::RangeLimits::HalfOpen(_));
        let start = range.start.as_deref();
        let end = range.end.as_deref();
        let from_start = start.is_none_or(|start| self.amount(start) == Some(Extent::Number(0)));
        let array = base
            .ty
            .as_ref()
            .and_then(|ty| self.environment.array_of(ty))
            .map(|array| array.element);
        let extent = match (base.extent, start, end) {
            (Some(extent), None, None) => Some(extent),
            (Some(extent), Some(start), None) => self
                .amount(start)
                .map(|start| Extent::Less(Box::new(extent), Box::new(start))),
            (_, _, Some(end)) if half_open && from_start => self.amount(end),
            _ => None,
        };
        Some(Place {
            reads,
            root: base.root,
            ty: array.map(|element| syn::parse_quote!(&[#element])),
            extent,
        })
    }

    /// True if a method may take `&mut self` and go on where it stopped the last time, as those of
    /// lexers do: the place can be written through, and is of a user's type. Of a field, nothing is
    /// visible; there `lines`, `bytes` and `split` are taken for a reader's, what `iter` gives is
    /// taken for what it gives by the API guidelines.
    fn may_advance(&self, place: &Place, receiver: &Expr, method: &str) -> bool {
        let Some(known) = place
            .root
            .as_ref()
            .and_then(|root| self.environment.lookup(root))
        else {
            return false;
        };
        let mutable = match &known.ty {
            Some(Type::Reference(reference)) => reference.mutability.is_some(),
            _ => known.mutable,
        };
        match (&known.ty, local(receiver)) {
            _ if !mutable => false,
            (Some(ty), Some(_)) => !self.environment.is_std(ty),
            _ => place.ty.is_none() && ["bytes", "lines", "split"].contains(&method),
        }
    }

    /// True if what is read may be gone when it is read again: a receiver of messages.
    fn is_channel(&self, place: &Place, receiver: &Expr) -> bool {
        let words = [
            "rx", "recv", "receiver", "channel", "queue", "inbox", "events",
        ];
        let spelt = mentions::Mentions::of_expr(receiver).read;
        let fields = text(receiver).to_lowercase();
        place
            .ty
            .as_ref()
            .is_some_and(|ty| text(ty).contains("Receiver"))
            || spelt
                .iter()
                .map(String::as_str)
                .chain([fields.as_str()])
                .any(|name| {
                    let name = name.to_lowercase();
                    let mut parts = name.split(|c: char| !c.is_alphanumeric());
                    parts.any(|part| words.contains(&part))
                })
    }
}

/// The function of `std::iter` that is called, by a path that shows it.
pub(super) fn function_of_iter(call: &ExprCall) -> Option<String> {
    let Expr::Path(path) = &*call.func else {
        return None;
    };
    if path.qself.is_some() || !call.attrs.is_empty() {
        return None;
    }
    let names = path
        .path
        .segments
        .iter()
        .map(|segment| segment.ident.to_string())
        .collect::<Vec<_>>();
    match names.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["iter", function] | ["std" | "core", "iter", function] => Some(function.to_owned()),
        _ => None,
    }
}

/// The tokens of an iterator, as one reads them if they are not long: two that are written alike
/// have one identity, no others.
pub(super) fn identity(tokens: &impl ToTokens) -> String {
    let short = text(tokens);
    if short.ends_with('…') {
        tokens.to_token_stream().to_string()
    } else {
        short
    }
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
            syn::Lit::Int(int) => {
                let width: u64 = int.base10_parse().ok()?;
                width.checked_sub(1)
            }
            _ => None,
        },
        _ => None,
    }
}
