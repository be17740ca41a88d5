//! What a function over chunks consists of: slices, numbers, arrays, reductions, and scalars that are made of them.
//!
//! In: a function and its region. Out: a [`Program`], or the statements that are none of these.

use super::parts::Part;
use crate::diagnostics::Errors;
use crate::ops::chain::{Adapter, Chain, Source, Stream};
use crate::ops::consumer::collect::Collect;
use crate::region::{Hole, Kind, Region, Statement};
use crate::rust::environment::Environment;
use crate::rust::expr::strip;
use crate::rust::mentions::Mentions;
use crate::rust::patterns;
use crate::rust::ty::Scalar;
use crate::rust::visit_mut::{self, VisitMut};
use crate::sorted::{SortedMap, SortedSet};
use proc_macro2::Ident;
use quote::{ToTokens, format_ident};
use syn::{Expr, FnArg, ImplItemFn, Pat, ReturnType, Stmt, Type};

/// The name that stands for the length of the slices.
pub(super) const LENGTH: &str = "loopfuse_length";

/// A function that can be cut into chunks.
pub(super) struct Program<'r> {
    /// The function, with its lengths replaced.
    pub(super) function: &'r ImplItemFn,
    /// The slices, with the type of an element.
    pub(super) slices: Vec<(Ident, Type)>,
    /// The numbers that it is given.
    pub(super) parameters: Vec<(Ident, Type)>,
    /// What its statements make, in order; tokens are those of a function in which lengths are names.
    pub(super) items: Vec<Item<'r>>,
    /// Its value.
    pub(super) results: Vec<Outcome>,
    /// True if the value is a tuple.
    pub(super) is_tuple: bool,
}

/// What a statement makes.
pub(super) struct Item<'r> {
    /// Its names.
    pub(super) names: Vec<String>,
    /// What they are.
    pub(super) what: What<'r>,
    /// The names that it mentions.
    pub(super) reads: SortedSet<String>,
}

/// What names stand for.
pub(super) enum What<'r> {
    /// An array of the elements of a chunk, by this statement.
    Array(Stmt),
    /// A number of all chunks.
    Reduction { name: Ident, part: Part<'r> },
    /// Made of numbers that are finished.
    Scalar(Stmt),
}

/// A component of the function's value.
pub(super) enum Outcome {
    /// An array, of this type, and whether it has an element for each of the slices'.
    Array(Ident, Type, bool),
    /// A number, of this type.
    Scalar(Expr, Type),
}

/// A function in which `xs.len()` is a name: no chunk knows it.
pub(super) fn with_lengths(function: &ImplItemFn) -> ImplItemFn {
    struct Lengths(Vec<String>);
    impl VisitMut for Lengths {
        fn visit_expr_mut(&mut self, expr: &mut Expr) {
            visit_mut::visit_expr_mut(self, expr);
            if let Expr::MethodCall(call) = expr
                && call.method == "len"
                && call.args.is_empty()
                && let Expr::Path(path) = strip(&call.receiver)
                && let Some(name) = path.path.get_ident()
                && self.0.contains(&name.to_string())
            {
                let length = Ident::new(LENGTH, name.span());
                *expr = syn::parse_quote!(#length);
            }
        }
    }
    let mut function = function.clone();
    let slices = function.sig.inputs.iter().filter_map(slice);
    let slices = slices.map(|(name, _)| name.to_string()).collect();
    Lengths(slices).visit_block_mut(&mut function.block);
    let length = Ident::new(LENGTH, function.sig.ident.span());
    function.sig.inputs.push(syn::parse_quote!(#length: usize));
    function
}

/// The statements of its body.
pub(super) fn region(function: &ImplItemFn) -> Region {
    let mut environment = Environment::of_signature(&function.sig);
    let mut result = match &function.sig.output {
        ReturnType::Type(_, ty) => Some((**ty).clone()),
        ReturnType::Default => None,
    };
    environment.declare(&function.block, &mut result);
    Region::read(&function.block, result.as_ref(), &mut environment)
}

fn slice(input: &FnArg) -> Option<(Ident, Type)> {
    let FnArg::Typed(typed) = input else {
        return None;
    };
    match (&*typed.pat, &*typed.ty) {
        (Pat::Ident(name), Type::Reference(reference)) if reference.mutability.is_none() => {
            match &*reference.elem {
                Type::Slice(slice) => Some((name.ident.clone(), (*slice.elem).clone())),
                _ => None,
            }
        }
        _ => None,
    }
}

impl<'r> Program<'r> {
    /// Reads a function.
    pub(super) fn read(function: &'r ImplItemFn, region: &'r Region) -> syn::Result<Program<'r>> {
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
        };
        reader.signature();
        for (index, statement) in region.statements.iter().enumerate() {
            if index + 1 == region.statements.len()
                && matches!(statement.tokens, Stmt::Expr(_, None))
            {
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
}

/// What a name stands for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Bound {
    Slice,
    Array { aligned: bool },
    Number,
}

struct Reader<'p, 'r> {
    program: &'p mut Program<'r>,
    errors: Errors,
    bound: SortedMap<String, Bound>,
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
        // The last one stands for the length.
        for input in signature.inputs.iter().take(signature.inputs.len() - 1) {
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
        self.bound.insert(LENGTH.to_owned(), Bound::Number);
        let length = Ident::new(LENGTH, signature.ident.span());
        self.program.items.push(Item {
            names: vec![LENGTH.to_owned()],
            what: What::Reduction {
                name: length,
                part: Part::Length,
            },
            reads: SortedSet::new(),
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
            let message = match &statement.kind {
                Kind::Each(_) => {
                    "a `for` loop is not cut into chunks\nwrite it as a chain: `map` and `collect`, or `filter` and `count`"
                }
                _ => {
                    "a statement that is no chain is not cut into chunks: only `let`s of chains and of numbers are\nmove it out of the function"
                }
            };
            return self.errors.error(&statement.tokens, message);
        };
        match &binding.value.holes[..] {
            [hole] if binding.value.is_direct() => {
                let Some(name) = binding.name.clone().filter(|_| is_plain(&binding.pattern)) else {
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
                });
            }
        }
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

    /// A scalar is made of numbers: which elements an array has, no chunk knows.
    fn numbers_only(&mut self, reads: &SortedSet<String>, expr: &Expr) {
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
            self.errors.error(expr, message);
        }
    }

    fn chain(&mut self, name: &Ident, hole: &'r Hole, statement: Option<Stmt>) {
        let chain = &hole.chain;
        let Some(aligned) = self.stream(chain, &chain.stream) else {
            return;
        };
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
            return self.errors.error(&chain.expr, message);
        }
        reads.retain(|name| self.bound.get(name.as_str()).is_some());
        let names = vec![name.to_string()];
        let is_vec = chain.consumer.of::<Collect>().map(Collect::is_vec);
        let (bound, what) = match is_vec {
            Some(true) => {
                let expr = &chain.expr;
                let statement = statement.unwrap_or_else(|| syn::parse_quote!(let #name = #expr;));
                (Bound::Array { aligned }, What::Array(statement))
            }
            Some(false) => {
                let message = "a collection that is no `Vec` does not put itself together of chunks\ncollect into a `Vec`";
                return self.errors.error(&chain.expr, message);
            }
            None => match Part::of(chain, aligned, self.slice_of(chain)) {
                Ok(part) => (
                    Bound::Number,
                    What::Reduction {
                        name: name.clone(),
                        part,
                    },
                ),
                Err(message) => return self.errors.error(&chain.expr, message),
            },
        };
        self.bind(name, bound);
        self.program.items.push(Item { names, what, reads });
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
                Adapter::Enumerate => {
                    "the number of an element is that of its chunk\ngive the numbers as another slice"
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

    /// The last expression: an array, a number, or a tuple of them.
    fn value(&mut self, statement: &'r Statement) {
        let (expr, holes) = match (&statement.kind, &statement.tokens) {
            (Kind::Tail(skeleton), _) => (&skeleton.expr, &skeleton.holes[..]),
            (Kind::Barrier(barrier), Stmt::Expr(expr, None)) => (expr, &barrier.holes[..]),
            _ => return self.statement(statement),
        };
        let result = match &self.program.function.sig.output {
            ReturnType::Type(_, ty) => (**ty).clone(),
            ReturnType::Default => return,
        };
        let (components, types) = match (strip(expr), &result) {
            (Expr::Tuple(tuple), Type::Tuple(types)) if tuple.elems.len() == types.elems.len() => {
                self.program.is_tuple = true;
                (
                    tuple.elems.iter().collect(),
                    types.elems.iter().cloned().collect(),
                )
            }
            (whole, _) => (vec![whole], vec![result.clone()]),
        };
        let components: Vec<&Expr> = components;
        let types: Vec<Type> = types;
        for (component, ty) in components.into_iter().zip(types) {
            let hole = holes.iter().find(|hole| hole.is(component));
            if let Some(hole) = hole.filter(|hole| hole.chain.consumer.is::<Collect>()) {
                let name = format_ident!("loopfuse_array_{}", self.program.items.len());
                self.typed_array(&name, hole, &ty);
                let aligned =
                    self.bound.get(&name.to_string()) == Some(&Bound::Array { aligned: true });
                (self.program.results).push(Outcome::Array(name, ty, aligned));
                continue;
            }
            let reads = Mentions::of_expr(component).read;
            let inside = holes
                .iter()
                .filter(|hole| reads.contains(&hole.placeholder.to_string()));
            let inside: Vec<&Hole> = inside.collect();
            for hole in inside {
                self.holes(std::slice::from_ref(hole));
            }
            let name = match strip(component) {
                Expr::Path(path) => path.path.get_ident(),
                _ => None,
            };
            let bound = name.and_then(|name| self.bound.get(&name.to_string()).copied());
            match (name, bound) {
                (Some(name), Some(Bound::Array { aligned })) => {
                    (self.program.results).push(Outcome::Array(name.clone(), ty, aligned));
                }
                _ => {
                    self.numbers_only(&reads, component);
                    self.program
                        .results
                        .push(Outcome::Scalar(component.clone(), ty));
                }
            }
        }
    }

    fn typed_array(&mut self, name: &Ident, hole: &'r Hole, ty: &Type) {
        let expr = &hole.chain.expr;
        let statement: Stmt = syn::parse_quote!(let #name: #ty = #expr;);
        self.chain(name, hole, Some(statement));
    }
}

fn is_plain(pattern: &Pat) -> bool {
    matches!(pattern, Pat::Ident(name) if name.by_ref.is_none() && name.mutability.is_none())
}
