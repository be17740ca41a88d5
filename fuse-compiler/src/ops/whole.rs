//! Chains that may stop early, over an array that is not made: all that it would hold is computed all the same, since a worker may
//! panic.
//!
//! In: the call of the runtime that says so, with what the array would be collected from and the chain over that. Out: the chain as
//! it would be without; the same in blocks, where LLVM makes several of the elements at a time.

use super::chain::{Access, Source, Stream};
use crate::rust::expr::strip;
use crate::rust::extent::Extent;
use proc_macro2::{Ident, Span, TokenStream};
use quote::quote;
use syn::{Expr, ExprMethodCall, GenericArgument, Pat, Path, PathArguments, Type};

/// The call.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Whole<'e> {
    function: &'e Path,
    /// What the array would be collected from.
    pub(crate) producer: &'e Expr,
    /// What stands for it in the chain.
    element: &'e Ident,
    /// The chain.
    read: &'e Expr,
}

/// The call for a chain over `element`, which are of this type: that of the array, which nothing else may say.
pub(crate) fn written(
    runtime: &TokenStream,
    producer: &Expr,
    ty: &Type,
    element: &Ident,
    read: &Expr,
) -> Expr {
    syn::parse_quote!(#runtime::delayed::whole::<#ty, _, _>(#producer, |#element| #read))
}

impl<'e> Whole<'e> {
    /// The call that an expression is.
    pub(crate) fn of(expr: &'e Expr) -> Option<Whole<'e>> {
        let Expr::Call(call) = expr else { return None };
        let Expr::Path(function) = &*call.func else {
            return None;
        };
        let mut names = function.path.segments.iter().rev();
        let is_ours = ["whole", "delayed", "__private"]
            .iter()
            .all(|name| names.next().is_some_and(|segment| segment.ident == name));
        let [producer, Expr::Closure(closure)] = call.args.iter().collect::<Vec<_>>()[..] else {
            return None;
        };
        let [Pat::Ident(element)] = closure.inputs.iter().collect::<Vec<_>>()[..] else {
            return None;
        };
        is_ours.then_some(Whole {
            function: &function.path,
            producer,
            element: &element.ident,
            read: &closure.body,
        })
    }

    /// The chain over what the array would be collected from.
    pub(crate) fn joined(&self) -> Option<ExprMethodCall> {
        let mut read = self.read.clone();
        *self.place(&mut read)? = self.producer.clone();
        match read {
            Expr::MethodCall(call) => Some(call),
            _ => None,
        }
    }

    /// Where the chain begins.
    fn place<'r>(&self, read: &'r mut Expr) -> Option<&'r mut Expr> {
        match read {
            Expr::Path(path) if path.path.is_ident(self.element) => Some(read),
            Expr::MethodCall(call) => self.place(&mut call.receiver),
            Expr::Paren(inner) => self.place(&mut inner.expr),
            _ => None,
        }
    }

    /// The same call, of elements that are made in blocks, if that is faster; `stream` is the producer.
    pub(crate) fn form(&self, stream: &Stream) -> Option<Expr> {
        if !lags(self.producer, stream) {
            return None;
        }
        let mut segments = self.function.segments.iter().rev().skip(2).rev();
        let first = segments.next()?;
        let leading = self.function.leading_colon;
        let runtime = quote!(#leading #first #(::#segments)*);
        let Blocks {
            sources,
            parts,
            make,
        } = blocks(self.producer, stream, &runtime)?;
        let (element, read) = (self.element, self.read);
        let PathArguments::AngleBracketed(types) = &self.function.segments.last()?.arguments else {
            return None;
        };
        let Some(GenericArgument::Type(ty)) = types.args.first() else {
            return None;
        };
        let (source, part) = match (&sources[..], &parts[..]) {
            ([source], [part]) => (quote!(#source), quote!(#part)),
            _ => (quote!((#(#sources,)*)), quote!((#(#parts,)*))),
        };
        Some(syn::parse_quote! {
            #runtime::delayed::in_blocks::<_, #ty, _, _, _>(#source, |#part| #make, |#element| #read)
        })
    }
}

/// A stream as something that is cut into blocks.
struct Blocks {
    /// What is cut.
    sources: Vec<Expr>,
    /// What stands for a block of each.
    parts: Vec<Ident>,
    /// What makes the elements of that.
    make: Expr,
}

/// The most sources that are cut in step.
const SOURCES: usize = 8;

/// The blocks of a producer, if it can be cut, and its workers can be written in a closure. `stream` is what it is read as.
fn blocks(producer: &Expr, stream: &Stream, runtime: &TokenStream) -> Option<Blocks> {
    let mut cutting = Cutting {
        stream,
        runtime,
        sources: Vec::new(),
        uneven: false,
    };
    let make = cutting.part(producer)?;
    let count = cutting.sources.len();
    if count > SOURCES || cutting.uneven && count > 1 {
        return None;
    }
    // What stands beside another must be cut.
    let cut = |(expr, is_array): &(Expr, bool)| match (is_array, count > 1) {
        (true, true) => syn::parse_quote!(#runtime::delayed::slice(#expr)),
        (true, false) => syn::parse_quote!(#runtime::cut!(#expr)),
        (false, _) => expr.clone(),
    };
    Some(Blocks {
        sources: cutting.sources.iter().map(cut).collect(),
        parts: (0..count).map(part).collect(),
        make,
    })
}

/// True if LLVM makes several elements of a producer at a time, where it stores them all, and none where it is asked by what may stop
/// early.
pub(crate) fn lags(producer: &Expr, stream: &Stream) -> bool {
    let unknown =
        matches!(&stream.source, Source::Driver(driver) if driver.extent == Extent::Unknown);
    let workers = stream.workers();
    let vectors = workers.iter().all(|worker| worker.term().work().vector);
    !unknown && stream.is_one_to_one() && !stream.scans() && vectors && !jumps(producer)
}

/// True if the elements are no neighbours, or the same one again and again.
fn jumps(producer: &Expr) -> bool {
    match strip(producer) {
        Expr::MethodCall(call) => call.method == "step_by" || jumps(&call.receiver),
        Expr::Call(_) => true,
        _ => false,
    }
}

fn part(number: usize) -> Ident {
    let name = format!("loopfuse__part_{number}");
    Ident::new(&name, Span::mixed_site())
}

struct Cutting<'a> {
    stream: &'a Stream,
    runtime: &'a TokenStream,
    /// What is cut, and whether it is an array as a whole.
    sources: Vec<(Expr, bool)>,
    /// True if a block may be shorter than asked for, with more behind it.
    uneven: bool,
}

impl Cutting<'_> {
    fn source(&mut self, expr: Expr, is_array: bool) -> Expr {
        let name = part(self.sources.len());
        self.sources.push((expr, is_array));
        syn::parse_quote!(#name)
    }

    /// True for the elements of an array, by reference.
    fn is_array(&self, expr: &Expr) -> bool {
        let sources = self.stream.sources();
        sources.iter().any(|source| {
            matches!(source, Source::Array(array)
                if array.access == Access::ByReference && array.expr == *expr)
        })
    }

    /// An expression with a block in the place of each source.
    fn part(&mut self, expr: &Expr) -> Option<Expr> {
        let expr = strip(expr);
        if self.is_array(expr) {
            return Some(self.source(expr.clone(), true));
        }
        if let Source::Range(range) = &self.stream.source
            && range.cut
            && self.sources.is_empty()
            && *expr == Expr::Range(range.expr.clone())
        {
            let runtime = self.runtime;
            return Some(self.source(syn::parse_quote!(#runtime::cut!(#expr)), false));
        }
        let Expr::MethodCall(call) = expr else {
            return None;
        };
        if !call.attrs.is_empty() || call.turbofish.is_some() {
            return None;
        }
        let runtime = self.runtime;
        let receiver = strip(&call.receiver);
        match (call.method.to_string().as_str(), call.args.first()) {
            ("map", Some(worker)) if runs_anywhere(worker) => {
                let of = self.part(receiver)?;
                Some(syn::parse_quote!(#of.map(#worker)))
            }
            ("copied", None) => {
                let of = self.part(receiver)?;
                Some(syn::parse_quote!(#of.copied()))
            }
            ("enumerate", None) => {
                let of = self.part(receiver)?;
                let counted = syn::parse_quote!((0..usize::MAX));
                let number = self.source(counted, false);
                Some(syn::parse_quote!(#number.zip(#of)))
            }
            ("zip", Some(other)) => {
                let of = self.part(receiver)?;
                let other = self.part(other)?;
                Some(syn::parse_quote!(#of.zip(#other)))
            }
            ("rev", None) if self.is_array(receiver) => {
                let cut = syn::parse_quote!(#runtime::delayed::backwards(#receiver));
                Some(self.source(cut, false))
            }
            ("chain", Some(other)) if self.is_array(receiver) && self.is_array(strip(other)) => {
                let cut = syn::parse_quote!(#runtime::delayed::chained(#receiver, #other));
                self.uneven = true;
                Some(self.source(cut, false))
            }
            ("take", Some(count)) if self.is_array(receiver) => {
                let cut = syn::parse_quote!(#runtime::delayed::taken(#receiver, #count));
                Some(self.source(cut, false))
            }
            ("skip", Some(count)) if self.is_array(receiver) => {
                let cut = syn::parse_quote!(#runtime::delayed::skipped(#receiver, #count));
                Some(self.source(cut, false))
            }
            _ => None,
        }
    }
}

/// True for a closure that can be made anew for each block.
fn runs_anywhere(worker: &Expr) -> bool {
    matches!(strip(worker), Expr::Closure(closure) if closure.capture.is_none())
}
