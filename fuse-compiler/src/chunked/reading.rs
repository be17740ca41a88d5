//! From a function in its normal form to the [`Program`] that it is.
//!
//! In: a function and its region. Out: its program, or the statements that are no part of one, each with a way out.

mod guards;
mod loops;
mod value;

use super::normal_form::slice;
use super::parts::Part;
use super::program::{Item, LENGTH, PLACE, Panics, Program, What};
use crate::diagnostics::Errors;
use crate::ops::chain::{Adapter, Chain, Source, Stream};
use crate::ops::consumer::collect::Collect;
use crate::ops::consumer::each::Each;
use crate::ops::consumer::split::Split;
use crate::region::{Hole, Kind, Region, Statement};
use crate::rust::mentions::Mentions;
use crate::rust::patterns;
use crate::rust::ty::Scalar;
use crate::sorted::{SortedMap, SortedSet};
use proc_macro2::Ident;
use quote::ToTokens;
use syn::{Expr, FnArg, ImplItemFn, Pat, Stmt, Type};

/// Reads a function.
pub(super) fn read<'r>(function: &'r ImplItemFn, region: &'r Region) -> syn::Result<Program<'r>> {
    let mut program = Program {
        function,
        slices: Vec::new(),
        parameters: Vec::new(),
        items: Vec::new(),
        results: Vec::new(),
        is_tuple: false,
    };
    let mut reader = Reader {
        program: &mut program,
        errors: Errors::new(),
        bound: SortedMap::new(),
        written: loops::written(region),
        starts: SortedMap::new(),
    };
    reader.signature();
    for (index, statement) in region.statements.iter().enumerate() {
        if index + 1 == region.statements.len() && matches!(statement.tokens, Stmt::Expr(_, None)) {
            reader.value(statement);
        } else {
            reader.statement(statement);
        }
    }
    if reader.program.results.is_empty() {
        reader.errors.error(
            &function.sig.ident,
            "a function over chunks ends in its value: a number, an array, or a tuple of these\nlet the last line be `(total, scaled)`",
        );
    }
    reader.errors.propagate()?;
    Ok(program)
}

/// What a name stands for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Bound {
    Slice,
    Array {
        aligned: bool,
    },
    Number,
    /// An array of counters, which is finished as a number is.
    Bins,
}

struct Reader<'p, 'r> {
    program: &'p mut Program<'r>,
    errors: Errors,
    bound: SortedMap<String, Bound>,
    /// The names that loops write, and what those begin with that no loop has written yet.
    written: SortedSet<String>,
    starts: loops::Starts,
}

impl<'r> Reader<'_, 'r> {
    fn signature(&mut self) {
        let signature = &self.program.function.sig;
        let plain = signature.asyncness.is_none()
            && signature.constness.is_none()
            && !matches!(signature.safety, syn::Safety::Unsafe(_))
            && signature.generics.type_params().next().is_none()
            && signature.generics.const_params().next().is_none();
        if !plain {
            let message = "`chunked` needs a plain function: not `async`, `const`, `unsafe`, or generic in a type\nwrite it for the number that it is used with, such as `f64`";
            self.errors.error(&signature.ident, message);
        }
        // The last two stand for the length and the place.
        for input in signature.inputs.iter().take(signature.inputs.len() - 2) {
            let way_out = "a parameter of a function over chunks is a slice of numbers, `&[f64]`, or a number";
            match (slice(input), input) {
                (Some((name, element)), _)
                    if Scalar::written(&element).is_some_and(Scalar::is_number) =>
                {
                    self.bind(&name, Bound::Slice);
                    self.program.slices.push((name, element));
                }
                (None, FnArg::Typed(typed)) => match (&*typed.pat, Scalar::written(&typed.ty)) {
                    (Pat::Ident(name), Some(scalar))
                        if scalar.is_number() && name.mutability.is_none() =>
                    {
                        let (name, ty) = (name.ident.clone(), (*typed.ty).clone());
                        self.bind(&name, Bound::Number);
                        self.program.parameters.push((name, ty));
                    }
                    _ => self.errors.error(input, way_out),
                },
                _ => self.errors.error(input, way_out),
            }
        }
        if self.program.slices.is_empty() {
            self.errors.error(&signature.ident, "a function over chunks has a slice of numbers among its parameters, such as `xs: &[f64]`");
        }
        for name in [LENGTH, PLACE] {
            self.bound.insert(name.to_owned(), Bound::Number);
        }
        let length = Ident::new(LENGTH, signature.ident.span());
        self.program.items.push(Item {
            names: vec![LENGTH.to_owned()],
            what: What::Reduction {
                name: length,
                part: Box::new(Part::Length),
            },
            reads: SortedSet::new(),
            panics: Panics::Never,
        });
    }

    fn bind(&mut self, name: &Ident, bound: Bound) {
        self.bind_name(&name.to_string(), name, bound);
    }

    fn bind_name(&mut self, name: &str, at: impl ToTokens, bound: Bound) {
        if self.bound.insert(name.to_owned(), bound).is_some() {
            let message = format!(
                "`{name}` is bound twice, and a round could not tell which is meant\ngive it another name"
            );
            self.errors.error(at, message);
        }
    }

    fn statement(&mut self, statement: &'r Statement) {
        let Kind::Let(binding) = &statement.kind else {
            if self.guard(statement) || self.check(statement) || self.branch(statement) {
                return;
            }
            if let Kind::Each(skeleton) = &statement.kind
                && self.each(statement, skeleton)
            {
                return;
            }
            let message = match &statement.kind {
                _ if is_loop(&statement.tokens) => {
                    "this `for` loop is not cut into chunks: it leaves early, or does more than accumulate\nwrite it as a chain: `map` and `collect`, or `filter` and `count`"
                }
                _ => {
                    "a statement that is no chain is not cut into chunks: only `let`s of chains and of numbers are\nmove it out of the function"
                }
            };
            return self.errors.error(&statement.tokens, message);
        };
        if let (Pat::Ident(name), []) = (&binding.pattern, &binding.value.holes[..])
            && self.written.contains(&name.ident.to_string())
        {
            let (name, ty) = (name.ident.to_string(), binding.ty.as_ref());
            return self.start(name, &binding.value.expr, ty);
        }
        match &binding.value.holes[..] {
            [hole] if binding.value.is_direct() && hole.chain.consumer.is::<Split>() => {
                self.split(hole, &binding.pattern, statement.tokens.clone());
            }
            [hole] if binding.value.is_direct() => {
                let Some(name) = plain(&binding.pattern) else {
                    let message =
                        "what a chain gives has one name here\nwrite `let total: f64 = ..`";
                    return self.errors.error(&binding.pattern, message);
                };
                self.chain(&name, hole, Some(statement.tokens.clone()));
            }
            holes => {
                self.holes(holes);
                let (pattern, expr) = (&binding.pattern, &binding.value.expr);
                let ty = binding.ty.iter();
                let tokens: Stmt = syn::parse_quote!(let #pattern #(: #ty)* = #expr;);
                let mut names = Vec::new();
                for bound in patterns::bindings(&binding.pattern) {
                    self.bind_name(&bound.name, pattern, Bound::Number);
                    names.push(bound.name);
                }
                let reads = Mentions::of_expr(expr).read;
                self.numbers_only(&reads, expr);
                self.program.items.push(Item {
                    names,
                    what: What::Scalar(tokens),
                    reads,
                    panics: Panics::Never,
                });
            }
        }
    }

    /// Two arrays by one chain.
    fn split(&mut self, hole: &'r Hole, pattern: &Pat, tokens: Stmt) {
        let names: Vec<Ident> = match pattern {
            Pat::Tuple(both) => both.elems.iter().filter_map(plain).collect(),
            _ => Vec::new(),
        };
        let [low, high] = &names[..] else {
            let message = "two arrays have two names here\nwrite `let (low, high): (Vec<f64>, Vec<f64>) = ..`";
            return self.errors.error(pattern, message);
        };
        let Some((aligned, reads)) = self.reads(&hole.chain) else {
            return;
        };
        let split = hole.chain.consumer.of::<Split>();
        let aligned = aligned && split.is_some_and(|split| split.test.is_none());
        for name in [low, high] {
            self.bind(name, Bound::Array { aligned });
        }
        self.program.items.push(Item {
            names: names.iter().map(ToString::to_string).collect(),
            what: What::Array(vec![tokens]),
            reads,
            panics: panics_of(&hole.chain),
        });
    }

    /// Chains inside of an expression: each is a number with a name of its own.
    fn holes(&mut self, holes: &'r [Hole]) {
        for hole in holes {
            if hole.chain.consumer.is::<Collect>() {
                let message = "an array is made inside of an expression\ngive it a name: `let ys: Vec<f64> = ..;`";
                self.errors.error(&hole.chain.expr, message);
            } else {
                self.chain(&hole.placeholder, hole, None);
            }
        }
    }

    /// What a loop begins with is nothing that others read: what the loop makes of it has its name.
    fn no_start(&mut self, reads: &SortedSet<String>, at: impl ToTokens) {
        if let Some(name) = reads
            .iter()
            .find(|name| self.starts.get(name.as_str()).is_some())
        {
            let message = format!(
                "`{name}` is read before the loop that goes on from it\ngive what it begins with another name"
            );
            self.errors.error(at, message);
        }
    }

    /// A scalar is made of numbers: which elements an array has, no chunk knows.
    fn numbers_only(&mut self, reads: &SortedSet<String>, at: impl ToTokens) {
        self.no_start(reads, &at);
        let is_array = |name: &&String| {
            matches!(
                self.bound.get(name.as_str()),
                Some(Bound::Slice | Bound::Array { .. })
            )
        };
        if let Some(array) = reads.iter().find(is_array) {
            let message = format!(
                "`{array}` is cut into chunks, and this needs all of it at once\nuse a chain that ends in a number, such as `{array}.iter().count()`"
            );
            self.errors.error(at, message);
        }
    }

    fn chain(&mut self, name: &Ident, hole: &'r Hole, statement: Option<Stmt>) {
        let chain = &hole.chain;
        if let Source::Array(array) = &chain.stream.source
            && self.bound.get(&array.name.to_string()) == Some(&Bound::Bins)
        {
            let expr = &chain.expr;
            let reads = Mentions::of_expr(expr).read;
            self.numbers_only(&reads, expr);
            self.bind(name, Bound::Number);
            return self.program.items.push(Item {
                names: vec![name.to_string()],
                what: What::Scalar(
                    statement.unwrap_or_else(|| syn::parse_quote!(let #name = #expr;)),
                ),
                reads,
                panics: Panics::Never,
            });
        }
        let Some((aligned, reads)) = self.reads(chain) else {
            return;
        };
        let names = vec![name.to_string()];
        let is_vec = chain.consumer.of::<Collect>().map(Collect::is_vec);
        let (bound, what) = match is_vec {
            Some(true) => {
                let expr = &chain.expr;
                let statement = statement.unwrap_or_else(|| syn::parse_quote!(let #name = #expr;));
                (Bound::Array { aligned }, What::Array(vec![statement]))
            }
            Some(false) => {
                let message = "a collection that is no `Vec` does not put itself together of chunks\ncollect into a `Vec`";
                return self.errors.error(&chain.expr, message);
            }
            None => match Part::of(chain, aligned, self.slice_of(chain), self.element_of(chain)) {
                Ok(part) => (
                    Bound::Number,
                    What::Reduction {
                        name: name.clone(),
                        part: Box::new(part),
                    },
                ),
                Err(message) => return self.errors.error(&chain.expr, message),
            },
        };
        self.bind(name, bound);
        let panics = match (&what, panics_of(chain)) {
            (What::Reduction { part, .. }, Panics::Never) => part.at_end(),
            (_, panics) => panics,
        };
        self.program.items.push(Item {
            names,
            what,
            reads,
            panics,
        });
    }

    /// Whether a chain has an element for each of the slices', and what it mentions; `None` if it is not cut as they are.
    fn reads(&mut self, chain: &'r Chain) -> Option<(bool, SortedSet<String>)> {
        let aligned = self.stream(chain, &chain.stream)?;
        let mut reads = chain.reads();
        // Arrays stand in chains alone: elsewhere a whole one would be meant.
        let mut besides = chain.stream.reads_besides_arrays();
        besides.extend(chain.consumer.reads());
        for worker in chain.workers() {
            besides.extend(worker.reads().iter().cloned());
        }
        reads.extend(besides.iter().cloned());
        let whole = besides.iter().find(|name| {
            matches!(
                self.bound.get(name.as_str()),
                Some(Bound::Slice | Bound::Array { .. })
            )
        });
        if let Some(array) = whole {
            let message = format!(
                "`{array}` is cut into chunks, and this chain needs elements of it in another order\nzip it instead"
            );
            self.errors.error(&chain.expr, message);
            return None;
        }
        if !chain.consumer.is::<Each>() {
            self.no_start(&reads, &chain.expr);
        }
        reads.retain(|name| self.bound.get(name.as_str()).is_some());
        Some((aligned, reads))
    }

    /// The slice whose elements a chain takes as they are.
    fn slice_of(&self, chain: &Chain) -> Option<Ident> {
        let mut adapters = chain.stream.adapters.iter();
        match &chain.stream.source {
            Source::Array(array)
                if adapters.all(|adapter| matches!(adapter, Adapter::Copied))
                    && self.bound.get(&array.name.to_string()) == Some(&Bound::Slice) =>
            {
                Some(array.name.clone())
            }
            _ => None,
        }
    }

    /// The type of the elements of the slice that a chain starts at.
    fn element_of(&self, chain: &Chain) -> Option<&Type> {
        let Source::Array(array) = &chain.stream.source else {
            return None;
        };
        let of_name = |(name, _): &&(Ident, Type)| *name == array.name;
        self.program.slices.iter().find(of_name).map(|(_, ty)| ty)
    }

    /// Whether a stream has an element for each of the slices', in order; `None` if it is not cut as they are.
    fn stream(&mut self, chain: &'r Chain, stream: &'r Stream) -> Option<bool> {
        let of_array = match &stream.source {
            Source::Array(array) => self.bound.get(&array.name.to_string()).copied(),
            _ => None,
        };
        let mut aligned = match of_array {
            Some(Bound::Slice) => true,
            Some(Bound::Array { aligned }) => aligned,
            _ => {
                let message = "this does not start at a slice or an array of the function, element by element\nstart at `xs.iter()`";
                self.errors.error(&chain.expr, message);
                return None;
            }
        };
        for adapter in &stream.adapters {
            let wrong = match adapter {
                Adapter::Copied | Adapter::Elementwise(_) | Adapter::Map(_) => continue,
                Adapter::Filter(_) | Adapter::FilterMap(_) => {
                    aligned = false;
                    continue;
                }
                Adapter::Zip(other) => match (aligned, self.stream(chain, other)?) {
                    (true, true) => continue,
                    _ => {
                        "a `zip` of elements that are filtered pairs those of different chunks\nzip first, and filter then"
                    }
                },
                Adapter::Enumerate if aligned => continue,
                Adapter::Enumerate => {
                    "how many elements of earlier chunks pass is not known in this one\nenumerate first, and filter then"
                }
                Adapter::Cross(_) => {
                    "a `flat_map` over another array needs all of it in each chunk\nkeep the array outside of the function"
                }
                Adapter::Scan(_) => {
                    "a `scan` needs what the chunk before it ended with\nkeep the scan outside of the function"
                }
            };
            self.errors.error(&chain.expr, wrong);
            return None;
        }
        Some(aligned)
    }
}

/// Where a chain may panic, but for its sum.
fn panics_of(chain: &Chain) -> Panics {
    let mut workers = chain.workers().into_iter();
    // Names stand for numbers: only whether they are floats is open.
    match workers.all(|worker| worker.judgment.total || worker.judgment.totality.is_simple()) {
        true => Panics::Never,
        false => Panics::AtElements,
    }
}

/// The name that a pattern binds by value and for good, if it is nothing else.
fn plain(pattern: &Pat) -> Option<Ident> {
    match pattern {
        Pat::Ident(name) if name.by_ref.is_none() && name.mutability.is_none() => {
            Some(name.ident.clone())
        }
        _ => None,
    }
}

/// A type that is a number, or a truth value.
fn plain_type(ty: &Type) -> Option<(Type, Scalar)> {
    let scalar = Scalar::written(ty)?;
    (scalar.is_number() || scalar.name() == "bool").then(|| (ty.clone(), scalar))
}

fn is_loop(statement: &Stmt) -> bool {
    let loops = |expr: &Expr| matches!(expr, Expr::ForLoop(_) | Expr::While(_) | Expr::Loop(_));
    matches!(statement, Stmt::Expr(expr, _) if loops(expr))
}
