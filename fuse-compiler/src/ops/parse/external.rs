//! Sources whose type the macro does not see: a listed method of a place (docs/DESIGN.md section 3,
//! *Arrays*, opaque sources), a function of `std::iter`, an iterator that is a parameter.
//!
//! In: the expression at the left end of a chain. Out: a stream without adapters, whose source
//! drives its own loop.

use super::parallel::divided_by;
use super::receiver::Place;
use crate::ops::reading::{Parsed, Parser, local, refuse};

use crate::ops::adapter::map::Map;
use crate::ops::adapter::zip::Zip;
use crate::ops::chain::{Adapter, Divided, DriverSource, Item, Pieces, Source, Stream};
use crate::ops::recognised::{self, Takes};
use crate::rust::cause::Cause;
use crate::rust::expr::strip;
use crate::rust::extent::Extent;
use crate::rust::spelling::{identity, spelling};
use crate::rust::types::{peel, shared_reference};
use crate::sorted::SortedSet;
use syn::{Expr, ExprCall, ExprMethodCall, Type};

/// True for the listed methods.
pub(crate) fn starts_iterator(method: &str) -> bool {
    recognised::emptying(method) || recognised::borrowing(method).is_some()
}

/// False for what visibly is a collection of another kind.
fn may_be_slice(ty: Option<&Type>) -> bool {
    const OTHERS: [&str; 9] = [
        "HashMap",
        "HashSet",
        "BTreeMap",
        "BTreeSet",
        "VecDeque",
        "LinkedList",
        "BinaryHeap",
        "Option",
        "Result",
    ];
    !matches!(ty.map(peel), Some(Type::Path(path))
        if path.path.segments.last().is_some_and(|last| OTHERS.iter().any(|other| last.ident == other)))
}

/// What a listed method of a place gives, whose elements are of a type if that is visible.
fn item_of_place(name: &str, place: &Place, element: Option<Type>, is_str: bool) -> Item {
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
    match name {
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
    }
}

impl Parser<'_> {
    /// A listed method of a place.
    pub(crate) fn place_source(&self, call: &ExprMethodCall) -> Parsed<Option<Stream>> {
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
                workers.push(Map(self.worker(worker, &[])?).into());
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
        let extent = self.extent_of_place(call, counted, &place);
        let element = array.map(|array| array.element);
        let item = item_of_place(&name, &place, element, is_str);
        let visible =
            local(&call.receiver).and_then(|name| self.environment.visible_array(&spelling(name)));
        let divided = match (call.args.first(), visible) {
            (Some(size), Some(_)) => divided_by(&name).map(|divided_by| {
                Divided::Pieces(Pieces {
                    divided_by,
                    array: (*call.receiver).clone(),
                    size: Some(size.clone()),
                })
            }),
            (None, _) if name == "iter" => self.part_of_array(&call.receiver),
            _ => None,
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
                parts,
                reads,
                extent,
                copies,
                effects,
                divided,
                may_be_slice: name == "iter" && !effects && may_be_slice(place.ty.as_ref()),
                ..DriverSource::new(expr)
            })),
            adapters: Vec::new(),
            parallel: None,
            item,
        }))
    }

    /// How many elements a listed method of a place gives, if the place has `counted`.
    fn extent_of_place(
        &self,
        call: &ExprMethodCall,
        counted: Option<Extent>,
        place: &Place,
    ) -> Extent {
        let name = call.method.to_string();
        match (name.as_str(), counted, call.args.first()) {
            ("iter", Some(extent), None) => extent,
            ("windows", Some(extent), Some(width)) => match less_one(width) {
                Some(less) => Extent::Less(Box::new(extent), Box::new(Extent::Number(less))),
                None => Extent::Place(identity(&Expr::MethodCall(call.clone()))),
            },
            ("chunks" | "chunks_exact" | "rchunks", Some(extent), Some(width)) => {
                match self.amount(width) {
                    Some(by) => Extent::Ratio {
                        of: Box::new(extent),
                        by: Box::new(by),
                        up: name != "chunks_exact",
                    },
                    None => Extent::Place(identity(&Expr::MethodCall(call.clone()))),
                }
            }
            _ if self.is_channel(place, &call.receiver) => Extent::Unknown,
            _ => Extent::Place(identity(&Expr::MethodCall(call.clone()))),
        }
    }

    /// `xs[1..]` of a visible array: what of it a parallel loop divides.
    fn part_of_array(&self, expr: &Expr) -> Option<Divided> {
        let Expr::Index(index) = strip(expr) else {
            return None;
        };
        let array = local(&index.expr)?;
        self.environment.visible_array(&spelling(array))?;
        matches!(strip(&index.index), Expr::Range(_)).then(|| {
            Divided::Pieces(Pieces {
                divided_by: "elements",
                array: strip(expr).clone(),
                size: None,
            })
        })
    }

    /// `&self.data`, where an iterator is asked for.
    pub(crate) fn borrowed_place(&self, expr: &Expr, referent: &Expr) -> Option<Stream> {
        let place = self.place(referent)?;
        let element = place
            .ty
            .as_ref()
            .and_then(|ty| self.environment.array_of(ty))
            .map(|array| array.element);
        // `for message in &rx`.
        let channel = self.is_channel(&place, referent);
        let may_be_slice = !channel && may_be_slice(place.ty.as_ref());
        let standing = may_be_slice.then(|| Divided::Place(strip(referent).clone(), expr.clone()));
        let extent = match place.extent {
            _ if channel => Extent::Unknown,
            Some(extent) => extent,
            // A user's type need not give by `&x` what it gives by `x.iter()`.
            None if place
                .ty
                .as_ref()
                .is_some_and(|ty| self.environment.is_std(ty)) =>
            {
                Extent::Place(format!("{}.iter()", identity(strip(referent))))
            }
            None => Extent::Place(identity(expr)),
        };
        Some(Stream {
            source: Source::Driver(Box::new(DriverSource {
                reads: place.reads,
                extent,
                copies: element.is_some(),
                effects: channel,
                divided: self.part_of_array(referent).or(standing),
                may_be_slice,
                ..DriverSource::new(expr.clone())
            })),
            adapters: Vec::new(),
            parallel: None,
            item: Item {
                borrows: place.root.into_iter().collect(),
                by_reference: element.is_some(),
                ty: element,
            },
        })
    }

    /// `self.bounds` behind a shared reference, where an iterator is asked for: since nothing can be
    /// moved out from there it is copied, mostly a `&[T]`.
    pub(crate) fn copied_place(&self, expr: &Expr) -> Option<Stream> {
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
            SortedSet::new()
        } else {
            SortedSet::from([root.clone()])
        };
        Some(Stream {
            source: Source::Driver(Box::new(DriverSource {
                reads: place.reads,
                moves: taken.clone(),
                watched: taken,
                extent: if shared {
                    Extent::Place(identity(call))
                } else {
                    Extent::Unknown
                },
                effects: !shared,
                ..DriverSource::new(Expr::MethodCall(call.clone()))
            })),
            adapters: Vec::new(),
            parallel: None,
            item: Item {
                borrows: vec![root],
                ..Item::default()
            },
        })
    }

    /// A parameter or local whose type is visibly an iterator.
    pub(crate) fn named_iterator(&self, expr: &Expr) -> Option<Stream> {
        let name = spelling(local(expr)?);
        let ty = self.environment.type_of(&name)?;
        if !self.environment.visibly_iterator(ty) {
            return None;
        }
        let taken = SortedSet::from([name.clone()]);
        Some(Stream {
            source: Source::Driver(Box::new(DriverSource {
                reads: taken.clone(),
                moves: taken.clone(),
                watched: taken,
                effects: true,
                ..DriverSource::new(expr.clone())
            })),
            adapters: Vec::new(),
            parallel: None,
            item: Item {
                borrows: vec![name],
                ..Item::default()
            },
        })
    }

    /// `iter::zip(a, b)`, `iter::repeat_n(x, n)`, `iter::once(x)` and their like.
    pub(crate) fn free_source(&self, call: &ExprCall) -> Parsed<Option<Stream>> {
        let Some(function) = function_of_iter(call) else {
            return Ok(None);
        };
        let arguments = call.args.iter().collect::<Vec<_>>();
        let mut driver = DriverSource::new(Expr::Call(call.clone()));
        let mut borrows = Vec::new();
        match (function.as_str(), arguments.as_slice()) {
            ("zip", [left, right]) => {
                let (left, right) = (self.stream(left)?, self.stream(right)?);
                if left.zips_with(&right) {
                    return Ok(Some(zipped(left, right)));
                }
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
                        driver.parts = vec![self.worker_part(vec![Map(worker).into()])];
                    }
                    _ => return Ok(None),
                }
            }
            _ => return Ok(None),
        }
        Ok(Some(Stream {
            source: Source::Driver(Box::new(driver)),
            adapters: Vec::new(),
            parallel: None,
            item: Item {
                borrows,
                ..Item::default()
            },
        }))
    }

    /// Workers that a source calls, as a stream of their own.
    fn worker_part(&self, adapters: Vec<Adapter>) -> Stream {
        Stream {
            source: Source::Driver(Box::new(DriverSource::new(Expr::PLACEHOLDER))),
            adapters,
            parallel: None,
            item: Item::default(),
        }
    }
}

/// The function of `std::iter` that is called, by a path that shows it.
pub(crate) fn function_of_iter(call: &ExprCall) -> Option<String> {
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

/// `a.zip(b)`.
fn zipped(mut left: Stream, right: Stream) -> Stream {
    left.item = left.item.beside(&right.item);
    left.adapters.push(Zip(right).into());
    left
}
