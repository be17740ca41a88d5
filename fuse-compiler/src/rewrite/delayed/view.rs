//! A view that reads an array which is not made: how the chain that makes it is written into what reads it.
//!
//! In: the chain that makes an array, and one that reads it through `rev`, `take`, `windows` and the like. Out: one chain.

use crate::ops::parse;
use crate::ops::whole;
use crate::rewrite::direction::Direction;
use crate::rewrite::lent::Shape;
use crate::rewrite::name_of;
use crate::rust::control::Control;
use crate::rust::environment::Environment;
use crate::rust::expr::{literal_length, strip};
use crate::rust::spelling::among;
use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::{Expr, ExprMethodCall, Stmt, Type};

/// Consumers that ask for every element.
const READ_ALL: &str = "sum product count fold for_each collect min max min_by max_by min_by_key max_by_key last reduce unzip \
    partition";

/// How an array is read.
pub(super) struct View<'a> {
    pub(super) name: &'a str,
    pub(super) element: &'a Type,
    /// What it is collected from, with the type of its elements.
    pub(super) producer: &'a Expr,
    /// The same as written.
    pub(super) made: &'a Expr,
    pub(super) environment: &'a Environment,
    /// The path of the runtime.
    pub(super) runtime: &'a TokenStream,
    /// True if it need not be a view.
    pub(super) any: bool,
    /// True if the loop that makes the array takes several elements at a time.
    pub(super) vectors: bool,
    /// True if what reads it may stop early.
    pub(super) stops: bool,
    /// True if what reads it is a sum or a product that is a primitive number.
    pub(super) number: bool,
    /// True if what makes it is slower where it is asked for one element at a time.
    pub(super) lags: bool,
    /// True if LLVM makes several of its elements at a time, but only from the start, and where they are stored.
    pub(super) steps: bool,
}

impl View<'_> {
    fn is_array(&self, expr: &Expr) -> bool {
        name_of(strip(expr)).is_some_and(|name| name == self.name)
    }

    /// True for the array borrowed: `ys.iter()`, `&ys`.
    fn is_borrowed(&self, expr: &Expr) -> bool {
        match strip(expr) {
            Expr::MethodCall(call) => {
                call.method == "iter" && call.args.is_empty() && self.is_array(&call.receiver)
            }
            Expr::Reference(reference) => {
                reference.mutability.is_none() && self.is_array(&reference.expr)
            }
            _ => false,
        }
    }

    /// A chain that reads it, over what makes it.
    pub(super) fn chain(&self, chain: &Expr, place: usize, limits: &mut Vec<Stmt>) -> Option<Expr> {
        let Expr::MethodCall(consumer) = chain else {
            return None;
        };
        let name = consumer.method.to_string();
        if self.stops {
            return self.whole(consumer, place);
        }
        if !among(READ_ALL, &name) {
            return None;
        }
        let before = limits.len();
        let (stream, shape) = self.stream(&consumer.receiver, place, limits)?;
        // What is stored behind a filter grows as it goes, and an array of known length does not.
        let some = limits.len() > before || shows_limits(consumer.receiver.to_token_stream());
        let stores = among("collect unzip partition", &name);
        if some && stores {
            return None;
        }
        shape.consumed(&stream, consumer, self.number)
    }

    /// The same of one that may stop early: what it leaves is computed behind it.
    fn whole(&self, consumer: &ExprMethodCall, place: usize) -> Option<Expr> {
        let mut limits = Vec::new();
        let elements = Ident::new("loopfuse__elements", Span::mixed_site());
        let over = View {
            producer: &syn::parse_quote!(#elements),
            any: true,
            vectors: true,
            ..*self
        };
        let (stream, shape) = over.stream(&consumer.receiver, place, &mut limits)?;
        let read = shape.consumed(&stream, consumer, self.number)?;
        let control = Control::of_expr(&read);
        let plain = limits.is_empty() && !control.leaves() && !control.none_groups;
        let written = whole::written(self.runtime, self.made, self.element, &elements, &read);
        // Blocks are looked through fast by what asks them itself, and slowly through an adapter.
        let direct = matches!(&stream, Expr::Path(_)) && consumer.method != "collect";
        (plain && (!self.lags || direct)).then_some(written)
    }

    /// An iterator over it, over what makes it, and how its items are made of those.
    pub(super) fn stream(
        &self,
        expr: &Expr,
        place: usize,
        limits: &mut Vec<Stmt>,
    ) -> Option<(Expr, Shape)> {
        let mut calls = Vec::new();
        let mut source = strip(expr);
        while let Expr::MethodCall(call) = source
            && !self.is_array(&call.receiver)
        {
            calls.push(call);
            source = strip(&call.receiver);
        }
        let mut reading = Reading {
            view: self,
            stream: self.producer.clone(),
            shape: Shape::Reference,
            direction: Direction::of(self.producer, self.environment),
            views: self.any,
            place,
        };
        match source {
            Expr::MethodCall(call) => match (call.method.to_string().as_str(), call.args.len()) {
                ("iter", 0) => {}
                ("into_iter", 0) => reading.shape = Shape::Value,
                (method @ ("windows" | "chunks"), 1) => reading.blocks(method, &call.args[0])?,
                _ => return None,
            },
            Expr::Reference(_) if self.is_borrowed(source) => {}
            _ => {
                // It stands behind another: `us.iter().chain(&ys)`.
                let first = calls.pop()?;
                let second = calls.pop()?;
                reading.behind(first, second)?;
            }
        }
        while let Some(call) = calls.pop() {
            reading.adapter(call, limits)?;
        }
        reading.views.then_some((reading.stream, reading.shape))
    }
}

/// A view while it is read, from the source on.
struct Reading<'v, 'a> {
    view: &'v View<'a>,
    stream: Expr,
    shape: Shape,
    /// Whether it can be asked from its end.
    direction: Option<Direction>,
    /// True if something asked for the array in memory.
    views: bool,
    place: usize,
}

impl Reading<'_, '_> {
    /// `us.iter().chain(&ys)`, of numbers.
    fn behind(&mut self, first: &ExprMethodCall, second: &ExprMethodCall) -> Option<()> {
        let other = name_of(&first.receiver)?;
        let array = self.view.environment.visible_array(&other)?;
        let alike = array.element.to_token_stream().to_string()
            == self.view.element.to_token_stream().to_string();
        let argument = second.args.first()?;
        if first.method != "iter"
            || second.method != "chain"
            || !alike
            || !self.view.is_borrowed(argument)
        {
            return None;
        }
        let (first, producer) = (Expr::MethodCall(first.clone()), &self.stream);
        self.stream = syn::parse_quote!(#first.copied().chain(#producer));
        self.direction = None;
        self.views = true;
        Some(())
    }

    /// `windows(2)`, `chunks(4)`.
    fn blocks(&mut self, method: &str, length: &Expr) -> Option<()> {
        // What is held beside a loop goes through it one by one; through memory, or blocks of it, several at a time.
        let view = self.view;
        let in_blocks = || {
            let stream = parse::reader(view.environment).stream(&self.stream).ok()?;
            whole::has_blocks(&self.stream, &stream, view.runtime).then_some(())
        };
        // A block of numbers is small.
        let small = view.environment.scalar(view.element).is_some();
        if view.vectors {
            (small && !view.stops)
                .then_some(())
                .and_then(|()| in_blocks())?;
        }
        literal_length(length).filter(|number| (1..=LONGEST).contains(number))?;
        let (stream, element) = (&self.stream, self.view.element);
        let runtime = self.view.runtime;
        let function = Ident::new(method, Span::mixed_site());
        self.stream = syn::parse_quote! {
            #runtime::delayed::#function::<#element, #length, _>(#stream)
        };
        self.shape = Shape::Slice;
        self.direction = None;
        self.views = true;
        Some(())
    }

    /// One more adapter.
    fn adapter(&mut self, call: &ExprMethodCall, limits: &mut Vec<Stmt>) -> Option<()> {
        if !call.attrs.is_empty() || call.turbofish.is_some() {
            return None;
        }
        let stream = self.stream.clone();
        let name = call.method.to_string();
        match (name.as_str(), call.args.first()) {
            ("rev", None) => {
                self.direction.filter(|_| !self.view.steps)?;
                self.views = true;
                self.stream = syn::parse_quote!(#stream.rev());
            }
            (method @ ("take" | "skip" | "step_by"), Some(amount)) if self.view.stops => {
                // In a closure of the edition of 2018, a field captures all that it is of.
                if !matches!(amount, Expr::Lit(_)) && name_of(amount).is_none() {
                    return None;
                }
                let method = Ident::new(method, call.method.span());
                self.direction = None;
                self.stream = syn::parse_quote!(#stream.#method(#amount));
            }
            ("take" | "skip" | "step_by", Some(amount)) => {
                self.views = true;
                self.stream = self.some(&name, amount, limits)?;
                // A filter does not know how many there are, nor can a part of what is made be asked from its end.
                let counted = self.direction.and_then(Direction::counted);
                let filtered = name == "step_by";
                self.direction = counted.filter(|_| filtered).map(|_| Direction::Either);
            }
            ("chain", Some(other)) => {
                self.views = true;
                let other = match (&self.shape, strip(other)) {
                    (Shape::Value, other) => other.clone(),
                    (Shape::Reference, call @ Expr::MethodCall(_)) => {
                        syn::parse_quote!(#call.copied())
                    }
                    (Shape::Reference, Expr::Reference(reference)) => {
                        let place = name_of(&reference.expr)?;
                        self.view.environment.visible_array(&place)?;
                        let place = &reference.expr;
                        syn::parse_quote!(#place.iter().copied())
                    }
                    _ => return None,
                };
                self.direction = None;
                self.stream = syn::parse_quote!(#stream.chain(#other));
            }
            ("copied" | "cloned", None) if matches!(self.shape, Shape::Reference) => {
                self.shape = Shape::Value;
            }
            ("enumerate", None) => {
                self.direction = self.direction.and_then(Direction::counted);
                self.stream = syn::parse_quote!(#stream.enumerate());
                let inner = std::mem::replace(&mut self.shape, Shape::Value);
                self.shape = inner.counted();
            }
            (method @ ("map" | "filter" | "filter_map"), Some(worker)) => {
                let item =
                    parse::reader(self.view.environment).stream(&Expr::MethodCall(call.clone()));
                let borrows = item.ok()?.item.borrows;
                if method != "filter" && borrows.iter().any(|array| array == self.view.name) {
                    return None;
                }
                let worker = self.shape.worker(worker, method == "filter")?;
                let method = &call.method;
                self.stream = syn::parse_quote!(#stream.#method(#worker));
                if name != "filter" {
                    self.shape = Shape::Value;
                }
                if name != "map" {
                    self.direction = self.direction.map(|_| Direction::Either);
                }
            }
            _ => return None,
        }
        Some(())
    }

    /// `take(n)`, `skip(n)` and `step_by(n)`, of which the last is a filter by places: all of them run over all elements.
    fn some(&self, method: &str, amount: &Expr, limits: &mut Vec<Stmt>) -> Option<Expr> {
        let literal = literal_length(amount);
        let stream = &self.stream;
        let limit: Expr = match literal {
            Some(number) => syn::parse_quote!(#number),
            None => {
                let number = limits.len();
                let limit = format!("loopfuse__limit_{}_{number}", self.place);
                let limit = Ident::new(&limit, Span::mixed_site());
                limits.push(syn::parse_quote!(let #limit: usize = #amount;));
                syn::parse_quote!(#limit)
            }
        };
        let runtime = self.view.runtime;
        let function = match (method, literal) {
            ("take", _) => quote!(prefix),
            ("skip", _) => quote!(suffix),
            (_, Some(1..)) => {
                let counted = Ident::new("loopfuse__counted", Span::mixed_site());
                return Some(syn::parse_quote! {
                    #stream
                        .enumerate()
                        .filter(|#counted| #counted.0 % #limit == 0)
                        .map(|#counted| #counted.1)
                });
            }
            _ => return None,
        };
        Some(syn::parse_quote!(#runtime::delayed::#function(#stream, #limit)))
    }
}

/// The longest window or chunk that is held beside a loop.
const LONGEST: usize = 16;

/// True if tokens hold the name of a view that leaves elements out.
fn shows_limits(tokens: TokenStream) -> bool {
    tokens.into_iter().any(|token| match token {
        TokenTree::Ident(ident) => among("take skip step_by", &ident.to_string()),
        TokenTree::Group(group) => shows_limits(group.stream()),
        TokenTree::Punct(_) | TokenTree::Literal(_) => false,
    })
}
