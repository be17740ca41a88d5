//! `collect()` into a `Vec`, or into another of std's collections.

use crate::ops::accumulator::Accumulator;
use crate::ops::chain::consumer::Consume;
use crate::ops::consumer::inferred::{self, Makes};
use crate::ops::consumer::solitary::{as_written, foreign};
use crate::ops::reading::{is_unspeakable, vec_of};
use crate::ops::recognised::parallel::Meaning;
use crate::ops::recognised::row::{Call, Consumer as Row};
use crate::rust::inferred::{has_hole, is_literal};
use crate::rust::ty::Scalar;
use crate::rust::types::{Collection, peel, type_arguments};
use crate::rust::worker::Worker;
use quote::ToTokens;
use syn::{
    AngleBracketedGenericArguments, Expr, ExprMethodCall, GenericArgument, Path, PathArguments,
    Type,
};

pub(super) const ROWS: &[Row] = &[Row::new("collect", &[], "a collection", |call| {
    let ty = call.ty();
    match collect(call, ty) {
        Some(collect) if call.stream.parallel.is_some() && !collect.is_vec() => call.refused(),
        Some(collect) if agree(call.written, call.expected) => Ok(collect.into()),
        Some(_) => as_written(call, foreign(ty), ty),
        None => inferred::recognise(call, Makes::Collection),
    }
})
.with("a visible `Vec`, `Box<[T]>`, `VecDeque`, `BinaryHeap`, map or set of std's")
.and(Meaning::Same, &["copied().collect::<Vec<f64>>()"])];

fn collect(call: &Call<'_>, ty: Option<&Type>) -> Option<Collect> {
    let (ty, environment) = (ty?, call.environment());
    let plain = |ty: &&Type| environment.visibly_plain(ty);
    let (makes, collection, element, plain) = match vec_of(ty) {
        Some((path, element)) => {
            let plain = element.as_ref().is_some_and(|element| plain(&element));
            (Collection::Vec, path, element, plain)
        }
        None => {
            let (makes, arguments) = environment.collection_of(ty)?;
            let Type::Path(path) = peel(ty) else {
                return None;
            };
            let element = match (makes, arguments.as_slice()) {
                (Collection::Slice | Collection::Ordered | Collection::Matrix, [element]) => {
                    Some(*element)
                }
                _ => None,
            };
            let element = element.filter(|element| !is_unspeakable(element)).cloned();
            let plain = arguments.iter().all(plain);
            (makes, path.path.clone(), element, plain)
        }
    };
    // Computed in two places, a number without a type would be of two.
    let literal = |worker: &Worker| match &worker.expr {
        Expr::Closure(closure) => is_literal(&closure.body),
        _ => false,
    };
    let mut workers = call.stream.workers().into_iter();
    if element.is_none() && workers.any(literal) {
        return None;
    }
    Some(Collect {
        makes,
        call: call.call.clone(),
        collection,
        scalar: element.as_ref().and_then(|ty| environment.scalar(ty)),
        shape: element.is_none().then(|| shape(ty)).flatten(),
        element,
        owned: environment.visibly_owned(ty),
        plain,
        plain_to_all: plain && type_arguments(ty).all(|ty| environment.plain_to_all(ty)),
    })
}

/// The element type of which a part is to be inferred, of a `Vec`.
fn shape(ty: &Type) -> Option<Type> {
    vec_of(ty)?;
    let [element] = type_arguments(ty).collect::<Vec<_>>()[..] else {
        return None;
    };
    let written = has_hole(element) && !matches!(element, Type::Infer(_));
    let text = element.to_token_stream().to_string();
    (written && !text.contains("impl ") && !text.contains('!')).then(|| element.clone())
}

/// `collect()` into a `Vec`, or into another of std's collections.
#[derive(Clone, Debug)]
pub(crate) struct Collect {
    /// What it makes. Only a `Vec` may vanish.
    pub(crate) makes: Collection,
    /// The method call, for its turbofish.
    pub(crate) call: ExprMethodCall,
    /// The path of the collection, as written (`Vec`, `std::vec::Vec`); only that of a `Vec` is without its
    /// arguments.
    pub(crate) collection: Path,
    /// The element type, where it is written out.
    pub(crate) element: Option<Type>,
    /// The same with a part that rustc infers, as in `Vec<Vec<_>>`: an element is asked what that shows.
    pub(crate) shape: Option<Type>,
    /// The element type, if it is a primitive.
    pub(crate) scalar: Option<Scalar>,
    /// True if the collection visibly holds no reference.
    pub(crate) owned: bool,
    /// True if that type is visibly plain: nothing can be observed when an element is dropped.
    pub(crate) plain: bool,
    /// True if it is so whoever's `String`, `Vec`, `Box` and `Option` are.
    pub(crate) plain_to_all: bool,
}

impl Collect {
    /// True if it is the `Vec` that may vanish, or be filled by several threads.
    pub(crate) fn is_vec(&self) -> bool {
        self.makes == Collection::Vec
    }

    /// True if it hashes its elements.
    pub(crate) fn is_hashed(&self) -> bool {
        self.makes == Collection::Hashed
    }
}

impl Consume for Collect {
    fn name(&self) -> &'static str {
        "collect"
    }

    fn vectors(&self) -> Vec<Path> {
        let vector = self.is_vec().then(|| self.collection.clone());
        vector.into_iter().collect()
    }

    fn gives(&self) -> Option<Type> {
        match &self.call.turbofish {
            Some(generics) => match generics.args.first()? {
                GenericArgument::Type(ty) => Some(ty.clone()),
                _ => None,
            },
            None => {
                let (collection, element) = (&self.collection, self.element.as_ref()?);
                Some(match self.makes {
                    Collection::Vec => syn::parse_quote!(#collection<#element>),
                    _ => syn::parse_quote!(#collection),
                })
            }
        }
    }

    fn borrows(&self) -> bool {
        !self.owned
    }

    fn is_droppable(&self) -> bool {
        self.plain_to_all
    }

    fn drops(&self) -> bool {
        matches!(self.makes, Collection::Tree | Collection::Hashed) && !self.plain
    }

    fn is_total(&self) -> bool {
        self.plain
    }

    fn undivided(&self) -> Option<&'static str> {
        (!self.is_vec()).then_some("only a `Vec` is filled by several threads")
    }

    fn finish(&self, of: &Accumulator<'_>) -> Expr {
        let (here, buffer) = (of.here, of.placed("buffer"));
        // `Vec` may be the user's own: `collect` is right for any collection, and free for std's.
        let mut call = self.call.clone();
        *call.receiver = if self.is_hashed() {
            let (runtime, hint) = (of.runtime_here(), of.placed("hint"));
            syn::parse_quote_spanned!(here=> #runtime::hinted(#buffer.into_vec(), #hint))
        } else if self.makes == Collection::Matrix {
            // What it is given it collects into a `Vec`, which std does in place of one.
            let runtime = of.runtime_here();
            syn::parse_quote_spanned!(here=> #runtime::IntoIterator::into_iter(#buffer.into_vec()))
        } else {
            syn::parse_quote_spanned!(here=> #buffer.into_elements())
        };
        Expr::MethodCall(call)
    }
}

/// False if two types of one result may differ: then rustc has to see both.
fn agree(written: Option<&Type>, expected: Option<&Type>) -> bool {
    let (Some(written), Some(expected)) = (written, expected) else {
        return true;
    };
    match (peel(written), peel(expected)) {
        (Type::Infer(_), _) | (_, Type::Infer(_)) => true,
        (Type::Path(written), Type::Path(expected)) => {
            match (written.path.segments.last(), expected.path.segments.last()) {
                (Some(one), Some(other)) => {
                    one.ident == other.ident && arguments_agree(&one.arguments, &other.arguments)
                }
                _ => false,
            }
        }
        (written, expected) => written == expected,
    }
}

fn arguments_agree(written: &PathArguments, expected: &PathArguments) -> bool {
    match (written, expected) {
        (PathArguments::AngleBracketed(written), PathArguments::AngleBracketed(expected)) => {
            let types = |arguments: &AngleBracketedGenericArguments| {
                let types = arguments.args.iter().map(|argument| match argument {
                    GenericArgument::Type(ty) => Some(ty.clone()),
                    _ => None,
                });
                types.collect::<Option<Vec<_>>>()
            };
            match (types(written), types(expected)) {
                (Some(written), Some(expected)) => {
                    written.len() == expected.len()
                        && written
                            .iter()
                            .zip(&expected)
                            .all(|(written, expected)| agree(Some(written), Some(expected)))
                }
                _ => written == expected,
            }
        }
        (written, expected) => written == expected,
    }
}
