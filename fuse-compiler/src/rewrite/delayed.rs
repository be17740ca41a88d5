//! Arrays that are read once, through a view that needs them in memory: the chain that makes them stands where they are read.
//!
//! In: the statements of a block. Out: the same, with `ys.iter().rev()` as the chain that makes `ys`, reversed, and its `collect`
//! gone (a *delayed array*: papers 003 and 004). All that `ys` holds is computed all the same, since a worker may panic: a `take`
//! is a filter by the place of an element, and nothing here stops early. What calls the workers in another order are `rev`s, and
//! which of two panics comes first is not promised.

use super::direction::Direction;
use super::lent::Shape;
use super::{Rewriting, name_of, plain_let, read};
use crate::ops::chain::{Chain, Source};
use crate::ops::consumer::collect::Collect;
use crate::ops::consumer::each::Each;
use crate::ops::consumer::sum::Reduction;
use crate::ops::parse;
use crate::ops::reading::vec_of;
use crate::ops::whole;
use crate::region::{Hole, Kind, Statement};
use crate::rust::control::Control;
use crate::rust::environment::Environment;
use crate::rust::expr::{literal_length, strip};
use crate::rust::extent::Extent;
use crate::rust::hidden_code::Hidden;
use crate::rust::mentions::Mentions;
use crate::rust::spelling::{among, spelling, times};
use crate::rust::types::peel;
use crate::rust::visit_mut::{self, VisitMut};
use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::{Block, Expr, ExprMethodCall, GenericArgument, Pat, PathArguments, Stmt, Type};

/// Consumers that ask for every element.
const READ_ALL: &str = "sum product count fold for_each collect min max min_by max_by min_by_key max_by_key last reduce unzip \
    partition";

/// Consumers that may stop before the last element.
const STOP_EARLY: &str = "any all find find_map position";

/// Puts chains in the place of the arrays that they make, where one reads them through a view.
pub(super) fn views(rewriting: &mut Rewriting<'_>, result: Option<&Type>) {
    if rewriting.start.is_unsafe() {
        return;
    }
    let mut from = 0;
    while from < rewriting.stmts.len() {
        let joined = view_of(rewriting, result, from, false).or_else(|| {
            // What a delayed array is made of is delayed with it.
            (from + 1..rewriting.stmts.len())
                .find(|reader| view_of(rewriting, result, *reader, false).is_some())
                .filter(|reader| feeds(&rewriting.stmts, from, *reader))
                .and_then(|_| view_of(rewriting, result, from, true))
        });
        let Some((name, stmts)) = joined else {
            from += 1;
            continue;
        };
        rewriting.stmts = stmts;
        rewriting.wanted.retain(|group| !group.contains(&name));
        rewriting.delayed.push(name);
    }
}

/// How a chain consumes an array that is not made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Consumes {
    /// All of it, in a loop.
    All,
    /// All of it, as std does.
    Text,
    /// It may stop early.
    Some,
}

impl Consumes {
    /// Of a chain that stands in a statement.
    fn of(chain: &Chain, stmt: &Stmt, environment: &Environment) -> Consumes {
        let Expr::MethodCall(call) = &chain.expr else {
            return Consumes::All;
        };
        // A reference into what is not there.
        if !chain.result_borrows().is_empty() || chain.stream.parallel.is_some() {
            return Consumes::All;
        }
        match call.method.to_string().as_str() {
            "collect" => match collected(call, stmt) {
                Some(ty) if is_text(ty, environment) => Consumes::Text,
                Some(ty) if is_tried(ty, environment) => Consumes::Some,
                _ => Consumes::All,
            },
            name if among(STOP_EARLY, name) => Consumes::Some,
            _ => Consumes::All,
        }
    }
}

/// The type that a call collects into, where it is written.
fn collected<'a>(call: &'a ExprMethodCall, stmt: &'a Stmt) -> Option<&'a Type> {
    match &call.turbofish {
        Some(written) => match written.args.first()? {
            GenericArgument::Type(ty) => Some(ty),
            _ => None,
        },
        None => {
            let (_, ty, init) = plain_let(stmt)?;
            ty.filter(|_| matches!(init, Expr::MethodCall(init) if init == call))
        }
    }
}

/// True for std's `String`.
fn is_text(ty: &Type, environment: &Environment) -> bool {
    standard(ty, environment).is_some_and(|(name, inner)| name == "String" && inner.is_none())
}

/// True for an `Option` or a `Result` of a `String` or a `Vec`.
fn is_tried(ty: &Type, environment: &Environment) -> bool {
    let Some((name, Some(inner))) = standard(ty, environment) else {
        return false;
    };
    let is_vec = environment.means_std("Vec") && vec_of(peel(inner)).is_some();
    (name == "Option" || name == "Result") && (is_vec || is_text(inner, environment))
}

/// The name of a type of std's that is written without a path, and its first argument.
fn standard<'a>(ty: &'a Type, environment: &Environment) -> Option<(String, Option<&'a Type>)> {
    let Type::Path(path) = peel(ty) else {
        return None;
    };
    let [segment] = path.path.segments.iter().collect::<Vec<_>>()[..] else {
        return None;
    };
    let name = segment.ident.to_string();
    let inner = match &segment.arguments {
        PathArguments::AngleBracketed(arguments) => match arguments.args.first() {
            Some(GenericArgument::Type(inner)) => Some(inner),
            _ => None,
        },
        _ => None,
    };
    (path.qself.is_none() && environment.means_std(&name)).then_some((name, inner))
}

/// What an array is collected from, whose elements have the type that the array says: nothing else may.
fn typed(producer: &Expr, chain: &Chain, element: &Type) -> Expr {
    // A reference in a parameter would be one of any lifetime.
    if chain.stream.item.ty.is_some() || !matches!(element, Type::Path(_)) {
        return producer.clone();
    }
    let made = Ident::new("loopfuse__made", Span::mixed_site());
    syn::parse_quote!(#producer.map(|#made: #element| #made))
}

/// True if the one statement that reads what another makes is this one.
fn feeds(stmts: &[Stmt], from: usize, reader: usize) -> bool {
    plain_let(&stmts[from]).is_some_and(|(ident, ..)| {
        let name = spelling(&ident.ident);
        mentions(&stmts[reader], &name) > 0
    })
}

/// The array that the statement at `from` makes, and the statements in which that is a part of the one that reads it: through a
/// view, or in `any` way.
fn view_of(
    rewriting: &Rewriting<'_>,
    result: Option<&Type>,
    from: usize,
    any: bool,
) -> Option<(String, Vec<Stmt>)> {
    let stmts = &rewriting.stmts;
    let (ident, ty, init) = plain_let(&stmts[from])?;
    let name = spelling(&ident.ident);
    let element = vec_of(peel(ty?)).and_then(|(_, element)| element)?;
    let Expr::MethodCall(collect) = init else {
        return None;
    };
    if ident.mutability.is_some() || !rewriting.may(&name) || !rewriting.is_copy(&element) {
        return None;
    }
    let mut readers = (from + 1..stmts.len()).filter(|at| mentions(&stmts[*at], &name) > 0);
    let reader = readers.next()?;
    if readers.next().is_some() || mentions(&stmts[reader], &name) != 1 {
        return None;
    }
    // By its looks, before more is asked.
    if !any && !shows_views(stmts[reader].to_token_stream()) {
        return None;
    }
    let (region, _) = read(stmts, rewriting.start, result);
    if region.statements.len() != stmts.len() {
        return None;
    }
    let environment = rewriting.environment_at(reader);
    let made = &region.statements[from];
    let chain = made_by(made)?;
    if !keeps_its_meaning(chain, &region.statements[from + 1..=reader], &environment) {
        return None;
    }
    let [hole] = region.statements[reader].holes() else {
        return None;
    };
    // A reference into what is not there.
    let each = hole.chain.consumer.of::<Each>();
    if each.is_some_and(|each| !each.owned()) {
        return None;
    }
    let consumes = Consumes::of(&hole.chain, &stmts[reader], &environment);
    let steps =
        matches!(&chain.stream.source, Source::Driver(driver) if over_windows(&driver.expr));
    let view = View {
        name: &name,
        element: &element,
        producer: &typed(&collect.receiver, chain, &element),
        made: &collect.receiver,
        environment: &environment,
        runtime: rewriting.runtime,
        any: any
            || consumes == Consumes::Text && !steps
            || hashes_alone(stmts, (from, reader), chain, hole),
        steps,
        vectors: is_vectorised(chain),
        stops: consumes == Consumes::Some,
        number: hole.chain.consumer.of::<Reduction>().is_some(),
        lags: consumes == Consumes::Some && whole::lags(&collect.receiver, &chain.stream),
    };
    let mut limits = Vec::new();
    let mut joined = stmts[reader].clone();
    match &mut joined {
        Stmt::Expr(Expr::ForLoop(looped), _) => {
            if matches!(&*looped.pat, Pat::Or(_)) {
                return None;
            }
            let (stream, shape) = view.stream(&looped.expr, reader, &mut limits)?;
            let item = Ident::new("loopfuse__item", Span::mixed_site());
            // Of a block in the block rustc might say that it need not be one.
            let (pattern, body) = (&looped.pat, &looped.body.stmts);
            let value = shape.of_value(&item);
            let inside: Block = syn::parse_quote!({ let #pattern = #value; #(#body)* });
            *looped.pat = syn::parse_quote!(#item);
            *looped.expr = stream;
            looped.body = inside;
        }
        other => {
            let chain = view.chain(&hole.chain.expr, reader, &mut limits)?;
            let mut joiner = Joiner {
                written: &hole.chain.expr,
                chain,
                joined: 0,
            };
            joiner.visit_stmt_mut(other);
            if joiner.joined != 1 {
                return None;
            }
        }
    }
    let mut rest = stmts.clone();
    let count = limits.len();
    rest[reader] = joined;
    rest.splice(reader..reader, limits);
    rest.remove(from);
    let (after, _) = read(&rest, rewriting.start, result);
    let recognised = after.statements.get(reader + count - 1)?;
    let is_barrier = |statement: &Statement| matches!(statement.kind, Kind::Barrier(_));
    let stays = is_barrier(&region.statements[reader]) || !is_barrier(recognised);
    let in_blocks = |hole: &Hole| {
        let whole = hole.chain.whole.as_ref();
        whole.is_some_and(|form| *form != hole.chain.expr)
    };
    let keeps_pace = !view.lags || recognised.holes().iter().all(in_blocks);
    let fuses = stays && keeps_pace && recognised.holes().len() == 1;
    (fuses && after.statements.len() == rest.len()).then_some((name, rest))
}

/// True for pieces of an array. Measured on sums of windows of three, plain over fused, 1,000 `i64`: 0.3 from the end, 0.6 into
/// a `String`.
fn over_windows(source: &Expr) -> bool {
    matches!(source, Expr::MethodCall(call) if among("windows chunks chunks_exact", &call.method.to_string()))
}

/// True if a chain hashes as many elements as an array has, and nothing else reads what that is made of: then std knows how many
/// there are, and no loop is shared.
fn hashes_alone(stmts: &[Stmt], ends: (usize, usize), made: &Chain, hole: &Hole) -> bool {
    let reads = made.reads();
    let (from, reader) = ends;
    let mut others = (0..stmts.len()).filter(|at| *at != from && *at != reader);
    let hashes = hole
        .chain
        .consumer
        .of::<Collect>()
        .is_some_and(Collect::is_hashed);
    hashes
        && is_vectorised(made)
        && hole.chain.stream.is_one_to_one()
        && !others.any(|at| reads.iter().any(|name| mentions(&stmts[at], name) > 0))
}

/// True if tokens hold the name of a view.
pub(super) fn shows_views(tokens: TokenStream) -> bool {
    const VIEWS: &str = "rev take skip step_by chain windows chunks any all find find_map position String Option Result \
        HashMap HashSet";
    tokens.into_iter().any(|token| match token {
        TokenTree::Ident(ident) => among(VIEWS, &ident.to_string()),
        TokenTree::Group(group) => shows_views(group.stream()),
        TokenTree::Punct(_) | TokenTree::Literal(_) => false,
    })
}

/// True if tokens hold the name of a view that leaves elements out.
fn shows_limits(tokens: TokenStream) -> bool {
    tokens.into_iter().any(|token| match token {
        TokenTree::Ident(ident) => among("take skip step_by", &ident.to_string()),
        TokenTree::Group(group) => shows_limits(group.stream()),
        TokenTree::Punct(_) | TokenTree::Literal(_) => false,
    })
}

/// True if a chain gives an element for each of its source's, so that LLVM may take several at a time.
fn is_vectorised(chain: &Chain) -> bool {
    let unknown =
        matches!(&chain.stream.source, Source::Driver(driver) if driver.extent == Extent::Unknown);
    !unknown && chain.stream.is_one_to_one() && !chain.stream.scans()
}

/// How often a statement may mention a name.
fn mentions(stmt: &Stmt, name: &str) -> usize {
    let times = times(name, stmt.to_token_stream());
    times.max(usize::from(Mentions::of_stmt(stmt).read.contains(name)))
}

/// The chain of a statement that is nothing else, whose elements can be asked for later than it stands.
fn made_by(statement: &Statement) -> Option<&Chain> {
    let Kind::Let(binding) = &statement.kind else {
        return None;
    };
    let [hole] = &binding.value.holes[..] else {
        return None;
    };
    let chain = &hole.chain;
    let idle = |source: &&Source| match source {
        Source::Driver(driver) => !driver.effects,
        Source::Array(_) | Source::Range(_) => true,
    };
    let quiet = chain.stream.parallel.is_none()
        && chain.stream.watched().is_empty()
        && chain.stream.sources().iter().all(idle);
    let collects = chain.consumer.of::<Collect>().is_some_and(Collect::is_vec);
    (binding.value.is_direct() && collects && quiet && chain.solitary().is_none()).then_some(chain)
}

/// True if what a chain reads is the same where the last of these statements runs.
fn keeps_its_meaning(chain: &Chain, until: &[Statement], environment: &Environment) -> bool {
    let reads = chain.reads();
    let last = until.len().saturating_sub(1);
    until.iter().enumerate().all(|(index, statement)| {
        let quiet = match &statement.kind {
            Kind::Let(binding) => binding.value.hidden == Hidden::Nothing,
            Kind::Tail(value) => value.hidden == Hidden::Nothing,
            // One that leaves, or tells somebody, does so before what makes the array may panic.
            Kind::Each(each) => {
                let body =
                    |hole: &Hole| hole.chain.consumer.body().is_some_and(|body| body.outward);
                !each.holes.iter().any(body) || index == last && chain.is_total()
            }
            // A chain that is cut out of it runs before it.
            Kind::Barrier(_) => index == last,
        };
        let found = Mentions::of_stmt(&statement.tokens);
        let changes = |name: &String| {
            // A loop may change what is a `&mut` by any mention of it, and what holds cells.
            let shared = environment.visibly_shared(name);
            let looped = matches!(statement.kind, Kind::Each(_)) && index != last;
            found.assigned.contains(name)
                || found.mutably_borrowed.contains(name)
                || !shared && found.method_receivers.contains(name)
                || !shared && looped && found.read.contains(name)
        };
        let rebinds = statement
            .binds
            .iter()
            .any(|bound| reads.contains(&bound.name));
        let taken = statement.moves.iter().chain(&statement.given_away);
        quiet
            && (index == last || !rebinds)
            && !reads.iter().any(changes)
            && !taken.into_iter().any(|name| reads.contains(name))
            && !found.opaque_macro
    })
}

/// How an array is read.
struct View<'a> {
    name: &'a str,
    element: &'a Type,
    /// What it is collected from, with the type of its elements.
    producer: &'a Expr,
    /// The same as written.
    made: &'a Expr,
    environment: &'a Environment,
    /// The path of the runtime.
    runtime: &'a TokenStream,
    /// True if it need not be a view.
    any: bool,
    /// True if the loop that makes the array takes several elements at a time.
    vectors: bool,
    /// True if what reads it may stop early.
    stops: bool,
    /// True if what reads it is a sum or a product that is a primitive number.
    number: bool,
    /// True if what makes it is slower where it is asked for one element at a time.
    lags: bool,
    /// True if LLVM makes several of its elements at a time, but only from the start, and where they are stored.
    steps: bool,
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
    fn chain(&self, chain: &Expr, place: usize, limits: &mut Vec<Stmt>) -> Option<Expr> {
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
    fn stream(&self, expr: &Expr, place: usize, limits: &mut Vec<Stmt>) -> Option<(Expr, Shape)> {
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

/// Puts a chain in the place of another.
struct Joiner<'a> {
    written: &'a Expr,
    chain: Expr,
    joined: usize,
}

impl VisitMut for Joiner<'_> {
    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        if expr == self.written {
            *expr = self.chain.clone();
            self.joined += 1;
            return;
        }
        visit_mut::visit_expr_mut(self, expr);
    }
}
