//! Chains that may stop early, over an array that is not made: all that it would hold is computed all the same, since a worker may
//! panic.
//!
//! In: the call of the runtime that says so, with what the array would be collected from and the chain over that. Out: the chain as
//! it would be without; the same in blocks, where LLVM makes several of the elements at a time.

use super::chain::{Access, Source, Stream};
use crate::rust::expr::strip;
use crate::rust::extent::Extent;
use crate::rust::spelling::among;
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
        let runtime = runtime_of(self.function)?;
        let blocks = blocks(self.producer, stream, &runtime)?;
        let (element, read) = (self.element, self.read);
        let ty = element_of(self.function)?;
        let (source, part, make) = (blocks.source(), blocks.part(), &blocks.make);
        Some(syn::parse_quote! {
            #runtime::delayed::in_blocks::<_, #ty, _, _, _>(#source, |#part| #make, |#element| #read)
        })
    }
}

/// The path of the runtime, of one of a function of `delayed`.
fn runtime_of(function: &Path) -> Option<TokenStream> {
    let mut segments = function.segments.iter().rev().skip(2).rev();
    let first = segments.next()?;
    let leading = function.leading_colon;
    Some(quote!(#leading #first #(::#segments)*))
}

/// The type that such a path begins its arguments with.
fn element_of(function: &Path) -> Option<&Type> {
    let PathArguments::AngleBracketed(types) = &function.segments.last()?.arguments else {
        return None;
    };
    match types.args.first() {
        Some(GenericArgument::Type(ty)) => Some(ty),
        _ => None,
    }
}

/// `prefix(producer, n)`, `windows::<T, N, _>(producer)` and their like over blocks of the producer, which is read as `stream`, if it
/// has any.
pub(crate) fn of_blocks(
    function: &Path,
    producer: &Expr,
    stream: &Stream,
    n: Option<&Expr>,
) -> Option<Expr> {
    let runtime = runtime_of(function)?;
    let blocks = blocks(producer, stream, &runtime)?;
    let (source, part, make) = (blocks.source(), blocks.part(), &blocks.make);
    let last = function.segments.last()?;
    let of_blocks = Ident::new(&format!("{}_of", last.ident), Span::mixed_site());
    let types = match &last.arguments {
        PathArguments::AngleBracketed(types) => {
            let written = types.args.iter().take(2);
            quote!(::<#(#written,)* _, _, _>)
        }
        _ => TokenStream::new(),
    };
    let n = n.into_iter();
    Some(syn::parse_quote! {
        #runtime::delayed::#of_blocks #types(#source, |#part| #make #(, #n)*)
    })
}

/// True if a producer, which is read as `stream`, has blocks of which LLVM makes several elements at a time.
pub(crate) fn has_blocks(producer: &Expr, stream: &Stream, runtime: &TokenStream) -> bool {
    let jumps = matches!(&stream.source, Source::Driver(driver) if may_jump(&driver.expr));
    !jumps && blocks(producer, stream, runtime).is_some()
}

/// A chain as it runs, if its source is not as written: a part of what is made.
pub(crate) fn as_it_runs(chain: &ExprMethodCall, stream: &Stream) -> Option<Expr> {
    let Source::Driver(driver) = &stream.source else {
        return None;
    };
    let mut chain = Expr::MethodCall(chain.clone());
    let mut source = &mut chain;
    while let Expr::MethodCall(call) = source {
        source = &mut call.receiver;
    }
    let is_call = matches!((&*source, &driver.expr), (Expr::Call(_), Expr::Call(_)));
    if !is_call || *source == driver.expr {
        return None;
    }
    *source = driver.expr.clone();
    Some(chain)
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

impl Blocks {
    /// What is cut, in step.
    fn source(&self) -> TokenStream {
        match &self.sources[..] {
            [source] => quote!(#source),
            sources => quote!((#(#sources,)*)),
        }
    }

    /// The pattern of a block.
    fn part(&self) -> TokenStream {
        match &self.parts[..] {
            [part] => quote!(#part),
            parts => quote!((#(#parts,)*)),
        }
    }
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
    let vectors = workers.iter().all(|worker| worker.work().vector);
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
        if matches!(&self.stream.source, Source::Driver(driver) if driver.expr == *expr && may_jump(expr))
        {
            let runtime = self.runtime;
            return Some(self.source(syn::parse_quote!(#runtime::jump!(#expr)), false));
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

/// True for pieces of a slice, and for the same number again, if the types are std's.
fn may_jump(source: &Expr) -> bool {
    match source {
        Expr::MethodCall(call) => among(
            "windows chunks chunks_exact step_by",
            &call.method.to_string(),
        ),
        Expr::Call(call) => matches!(&*call.func, Expr::Path(path)
            if path.path.segments.last().is_some_and(|last| last.ident == "repeat_n")),
        _ => false,
    }
}

/// True for a closure that can be made anew for each block.
fn runs_anywhere(worker: &Expr) -> bool {
    matches!(strip(worker), Expr::Closure(closure) if closure.capture.is_none())
}
