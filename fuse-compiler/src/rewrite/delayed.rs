//! Arrays that are read once, through a view that needs them in memory: the chain that makes them stands where they are read.
//!
//! In: the statements of a block. Out: the same, with `ys.iter().rev()` as the chain that makes `ys`, reversed, and its `collect`
//! gone (a *delayed array*: papers 003 and 004). All that `ys` holds is computed all the same, since a worker may panic: a `take`
//! is a filter by the place of an element, and nothing here stops early. What calls the workers in another order are `rev`s, and
//! which of two panics comes first is not promised.

mod view;

use self::view::View;
use super::{Rewriting, plain_let, read};
use crate::ops::chain::{Chain, Source};
use crate::ops::consumer::collect::Collect;
use crate::ops::consumer::each::Each;
use crate::ops::consumer::sum::Reduction;
use crate::ops::reading::vec_of;
use crate::ops::whole;
use crate::region::{Hole, Kind, Statement};
use crate::rust::environment::Environment;
use crate::rust::extent::Extent;
use crate::rust::hidden_code::Hidden;
use crate::rust::mentions::Mentions;
use crate::rust::spelling::{among, spelling, times};
use crate::rust::types::peel;
use crate::rust::visit_mut::{self, VisitMut};
use crate::sorted::SortedSet;
use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::ToTokens;
use syn::{Block, Expr, ExprMethodCall, GenericArgument, Pat, PathArguments, Stmt, Type};

/// Consumers that may stop before the last element.
const STOP_EARLY: &str = "any all find find_map position";

/// Puts chains in the place of the arrays that they make, where one reads them through a view.
pub(super) fn views(rewriting: &mut Rewriting<'_>, result: Option<&Type>) {
    if rewriting.start.is_unsafe() {
        return;
    }
    let mut words = Words::of(&rewriting.stmts);
    let mut from = 0;
    while from < rewriting.stmts.len() {
        let joined = view_of(rewriting, &words, result, from, false).or_else(|| {
            // What a delayed array is made of is delayed with it.
            let reader = sole_reader(rewriting, &words, from)?;
            view_of(rewriting, &words, result, reader, false)
                .and_then(|_| view_of(rewriting, &words, result, from, true))
        });
        let Some((name, stmts)) = joined else {
            from += 1;
            continue;
        };
        words = Words::of(&stmts);
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

/// The words of each statement, and the texts in which a name may stand.
struct Words(Vec<(SortedSet<String>, Vec<String>)>);

impl Words {
    fn of(stmts: &[Stmt]) -> Words {
        let of_stmt = |stmt: &Stmt| {
            let (mut words, mut texts) = (Vec::new(), Vec::new());
            gather(stmt.to_token_stream(), &mut words, &mut texts);
            (words.into_iter().collect(), texts)
        };
        Words(stmts.iter().map(of_stmt).collect())
    }

    /// The one of these statements behind another that may mention a name, if it is one.
    fn only_behind(&self, stmts: &[Stmt], from: usize, name: &str) -> Option<usize> {
        let mut behind = (from + 1..stmts.len()).filter(|at| {
            let (words, texts) = &self.0[*at];
            let looks = words.contains(name) || texts.iter().any(|text| text.contains(name));
            looks && mentions(&stmts[*at], name) > 0
        });
        behind.next().filter(|_| behind.next().is_none())
    }
}

fn gather(tokens: TokenStream, words: &mut Vec<String>, texts: &mut Vec<String>) {
    for token in tokens {
        match token {
            TokenTree::Ident(ident) => words.push(spelling(&ident)),
            TokenTree::Group(group) => gather(group.stream(), words, texts),
            TokenTree::Literal(literal) => {
                let text = literal.to_string();
                texts.extend(text.ends_with(['"', '#']).then_some(text));
            }
            TokenTree::Punct(_) => {}
        }
    }
}

/// The one statement that reads the array that the statement at `from` makes.
fn sole_reader(rewriting: &Rewriting<'_>, words: &Words, from: usize) -> Option<usize> {
    let (ident, ty, _) = plain_let(&rewriting.stmts[from])?;
    vec_of(peel(ty?))?;
    words.only_behind(&rewriting.stmts, from, &spelling(&ident.ident))
}

/// The array that the statement at `from` makes, and the statements in which that is a part of the one that reads it: through a
/// view, or in `any` way.
fn view_of(
    rewriting: &Rewriting<'_>,
    words: &Words,
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
    if ident.mutability.is_some() {
        return None;
    }
    let reader = sole_reader(rewriting, words, from)?;
    if mentions(&stmts[reader], &name) != 1 {
        return None;
    }
    // By its looks, before more is asked.
    if !any && !shows_views(stmts[reader].to_token_stream()) {
        return None;
    }
    if !rewriting.may(&name) || !rewriting.is_copy(&element) {
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
