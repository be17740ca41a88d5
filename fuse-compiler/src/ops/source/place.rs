//! Places: what a source may be, or be a method of, if looking at it has no effect.
//!
//! In: an expression where an iterator is asked for, or the receiver of a method. Out: the stream over it; a [`Place`], with the
//! local that it is part of and what is visible of its type and length.

use crate::ops::chain::divided::{Divided, Pieces};
use crate::ops::chain::stream::{DriverSource, Item, Stream};
use crate::ops::reading::{Parsed, Parser, local};
use crate::rust::expr::strip;
use crate::rust::extent::Extent;
use crate::rust::mentions;
use crate::rust::patterns;
use crate::rust::spelling::{identity, spelling, text};
use crate::rust::types::{dereferenced, is_mutable_reference, peel, shared_reference};
use crate::rust::visible::visible_type;
use crate::sorted::SortedSet;
use syn::{Expr, Type, UnOp};

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

/// What a method is called on.
#[derive(Debug, Default)]
pub(crate) struct Place {
    /// Names that it mentions.
    pub(crate) reads: SortedSet<String>,
    /// The local that it is part of.
    pub(crate) root: Option<String>,
    /// Its type, where it is visible.
    pub(crate) ty: Option<Type>,
    /// As many elements as these, if it is an array of visible type or a part of one.
    pub(crate) extent: Option<Extent>,
}

pub(super) fn read(parser: &Parser<'_>, expr: &Expr) -> Parsed<Option<Stream>> {
    Ok(match expr {
        Expr::Reference(reference) if reference.mutability.is_none() => {
            borrowed(parser, expr, &reference.expr)
        }
        Expr::Field(_) => copied(parser, expr),
        Expr::Path(_) => collection(parser, expr),
        _ => None,
    })
}

/// `sizes`, where it visibly is a `&HashMap` or the like: the same as `sizes.iter()`.
fn collection(parser: &Parser<'_>, expr: &Expr) -> Option<Stream> {
    const COLLECTIONS: &str = "BTreeMap BTreeSet BinaryHeap HashMap HashSet LinkedList VecDeque";
    let ty = parser.environment.type_of(&spelling(local(expr)?))?;
    let behind = shared_reference(ty)?;
    let listed = parser.environment.std_container(behind, COLLECTIONS);
    listed.then(|| borrowed(parser, expr, expr))?
}

/// `&self.data`, where an iterator is asked for.
fn borrowed(parser: &Parser<'_>, expr: &Expr, referent: &Expr) -> Option<Stream> {
    let place = parser.place(referent)?;
    let element = place
        .ty
        .as_ref()
        .and_then(|ty| parser.environment.array_of(ty))
        .map(|array| array.element);
    // `for message in &rx`.
    let channel = parser.is_channel(&place, referent);
    let may_be_slice = !channel && may_be_slice(place.ty.as_ref());
    let standing = may_be_slice.then(|| Divided::Place(strip(referent).clone(), expr.clone()));
    let of_collection = parser.item_of(&place, "iter");
    let extent = match place.extent {
        _ if channel => Extent::Unknown,
        Some(extent) => extent,
        // A user's type need not give by `&x` what it gives by `x.iter()`.
        None if place
            .ty
            .as_ref()
            .is_some_and(|ty| parser.environment.is_std(ty)) =>
        {
            Extent::Place(format!("{}.iter()", identity(strip(referent))))
        }
        None => Extent::Place(identity(expr)),
    };
    let driver = DriverSource {
        reads: place.reads,
        extent,
        copies: element.is_some() || of_collection.is_some(),
        effects: channel,
        divided: parser.part_of_array(referent).or(standing),
        may_be_slice,
        ..DriverSource::new(expr.clone())
    };
    let item = of_collection.unwrap_or_else(|| Item {
        borrows: place.root.into_iter().collect(),
        by_reference: element.is_some(),
        ty: element,
    });
    Some(Stream::driven(driver, item))
}

/// `self.bounds` behind a shared reference, where an iterator is asked for: since nothing can be
/// moved out from there it is copied, mostly a `&[T]`.
fn copied(parser: &Parser<'_>, expr: &Expr) -> Option<Stream> {
    let place = parser.place(expr)?;
    let root = place.root.as_ref()?;
    let ty = parser.environment.type_of(root)?;
    shared_reference(ty)?;
    let stream = borrowed(parser, expr, expr)?;
    let item = stream.item.unknown();
    Some(Stream { item, ..stream })
}

/// Where a part ends that there is: a difference beyond the end of all arrays, as one below zero is, has panicked.
fn at_hand(end: Extent) -> Extent {
    match end {
        Extent::Computed(operator, mut parts) if operator == "-" => match parts.as_mut_slice() {
            [of, Extent::Number(number)] if *number <= u64::from(u16::MAX) => {
                let of = std::mem::replace(of, Extent::Unknown);
                Extent::Less(Box::new(at_hand(of)), Box::new(Extent::Number(*number)))
            }
            _ => Extent::Computed(operator, parts),
        },
        end => end,
    }
}

/// False for what visibly is a collection of another kind.
pub(super) fn may_be_slice(ty: Option<&Type>) -> bool {
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

impl Parser<'_> {
    /// True for a name behind a shared reference, or without `mut`, that is visibly one of std's collections of what has no cells,
    /// a text or a matrix of numbers.
    pub(super) fn is_calm(&self, place: &Place) -> bool {
        let environment = self.environment;
        let Some(ty) = place.ty.as_ref() else {
            return false;
        };
        let name = place
            .root
            .as_ref()
            .and_then(|name| environment.lookup(name));
        let stays = name.is_some_and(|known| !known.mutable) && !is_mutable_reference(ty);
        let frozen = |ty: &Type| environment.visibly_plain(ty) || environment.visibly_frozen(ty);
        let collection = || {
            let parts = environment.collection_of(dereferenced(ty));
            parts.is_some_and(|(_, parts)| parts.into_iter().all(frozen))
        };
        let text = || environment.std_container(dereferenced(ty), "str String");
        stays && (environment.matrix_of_numbers(ty).is_some() || collection() || text())
    }

    /// `xs[1..]` of a visible array: what of it a parallel loop divides.
    pub(super) fn part_of_array(&self, expr: &Expr) -> Option<Divided> {
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

    pub(crate) fn is_str(&self, ty: &Type) -> bool {
        let inner = dereferenced(ty);
        matches!(inner, Type::Path(path) if path.path.get_ident().is_some_and(|name| {
            (name == "str" || name == "String") && self.environment.means_std(&name.to_string())
        }))
    }

    /// An expression that denotes a place, or a view of one, without an effect.
    pub(crate) fn place(&self, expr: &Expr) -> Option<Place> {
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
                        reads: SortedSet::from([name.clone()]),
                        ty: self.environment.type_of(&name).cloned(),
                        extent: self
                            .environment
                            .visible_array(&name)
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
                    ty: visible_type(expr, self.environment),
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
            (Some(_), start, Some(end)) if half_open => self.amount(end).and_then(|end| {
                let end = at_hand(end);
                match start.filter(|_| !from_start) {
                    Some(start) => {
                        let start = self.amount(start)?;
                        Some(end.distance_from(start))
                    }
                    None => Some(end),
                }
            }),
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
    pub(crate) fn may_advance(&self, place: &Place, receiver: &Expr, of_readers: bool) -> bool {
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
            _ => place.ty.is_none() && of_readers,
        }
    }

    /// True if what is read may be gone when it is read again: a receiver of messages.
    pub(crate) fn is_channel(&self, place: &Place, receiver: &Expr) -> bool {
        let ty = place.ty.as_ref();
        if ty.is_some_and(|ty| self.environment.is_collection(ty)) {
            return false;
        }
        let words = [
            "rx", "recv", "receiver", "channel", "queue", "inbox", "events",
        ];
        let spelt = mentions::Mentions::of_expr(receiver).read;
        let fields = text(receiver).to_lowercase();
        ty.is_some_and(|ty| text(ty).contains("Receiver"))
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
