//! Chains over rows as the `for` loops that they are, so that what runs inside of them for a row may share a loop.
//!
//! In: a block in which a chain runs over rows, beside other chains or loops. Out: the same with
//! `let sums: Vec<f64> = rows.iter().map(|r| r.iter().sum()).collect();` as a loop that pushes, and with
//! `let all: f64 = rows.iter().flatten().sum();` as one that goes on with the sum row by row. Loops that share a loop are then one
//! (`nests`). What is evaluated, in which order, is what it was.

use super::{plain_let, read};
use crate::ops::chain::{Access, Chain, Source};
use crate::ops::consumer::collect::Collect;
use crate::ops::parse::{Attempt, parse_loop};
use crate::ops::reading::local;
use crate::region::{Kind, Statement, seen_loops_in};
use crate::rust::control::Control;
use crate::rust::environment::{Environment, Origin};
use crate::rust::expr::strip;
use crate::rust::mentions::Mentions;
use crate::rust::patterns::{self, capitalised};
use crate::rust::spelling::{among, spelling, times};
use crate::rust::ty::Scalar;
use crate::rust::types::{peel, shared_reference};
use crate::sorted::SortedSet;
use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote};
use syn::{Block, Expr, ExprClosure, ExprMethodCall, Pat, Stmt, Type};

/// The name of what a row is made into.
pub(super) const VALUE: &str = "loopfuse__value";

/// A block with chains as loops.
pub(crate) struct Loops {
    pub(crate) block: Block,
    /// How many of the loops in it were not counted where they stood in closures.
    pub(crate) added: usize,
    /// True if it is worth nothing where no loops inside of them become one: one array is kept. Measured on an array of sums over one
    /// other array, and the sum of those over another, plain over fused: 0.66 to 1.0.
    pub(crate) must_meet: bool,
}

/// The block with its chains over rows as loops, if there are any. `start` is what is known where the block starts.
pub(crate) fn as_loops(block: &Block, start: &Environment) -> Option<Loops> {
    let (region, environment) = read(&block.stmts, start, None);
    if region.statements.len() != block.stmts.len() {
        return None;
    }
    let rows = Rows {
        block,
        environment: &environment,
    };
    let statements = region.statements.iter().enumerate();
    let looped = statements.map(|(index, statement)| {
        rows.looped(index, statement)
            .or_else(|| rows.cut(index, statement))
    });
    let mut looped = looped.collect::<Vec<_>>();
    // See Note [Two arrays that are kept].
    let kept = looped.iter().flatten().filter(|looped| looped.kept);
    let must_meet = kept.clone().count() > 0;
    if kept.clone().count() > 1 && !kept.clone().all(|looped| looped.of_numbers) {
        looped
            .iter_mut()
            .for_each(|looped| drop(looped.take_if(|looped| looped.kept)));
    }
    let changed = looped.iter().any(Option::is_some);
    let added = looped.iter().flatten().map(|looped| looped.added).sum();
    let mut stmts = Vec::new();
    let mut left = None;
    for (looped, written) in looped.into_iter().zip(&block.stmts) {
        let before = left.take();
        match looped {
            Some(looped) => {
                stmts.extend(looped.stmts);
                left = looped.left;
            }
            None => stmts.push(written.clone()),
        }
        stmts.extend(before);
    }
    stmts.extend(left);
    let brace_token = block.brace_token;
    let block = Block { brace_token, stmts };
    changed.then_some(Loops {
        block,
        added,
        must_meet,
    })
}

// Note [Two arrays that are kept]
// Rows that are short overlap in the processor: two arrays of what is made of them are faster one after the other. Measured on sums and
// sums of squares, plain over fused: 0.81 to 0.96 in rows of 3 to 10 elements, 1.4 to 2.0 from 100 on. Sums for
// numbers over other arrays share more than they lose: accelerations of bodies 1.5 to 2.0, plain sums 0.96 to 1.2 at 1 to 16 numbers and 1.7
// to 2.0 from 64 on. With a maximum or a filter inside, 0.76 to 1.0 at 2 to 16.

// Note [Rows beside all elements]
// A sum for each row beside one over all elements, plain over fused, at 16, 64, 1 K and 16 K doubles in square: 1.06 1.03 1.14 1.46; the
// largest of each row 0.8 1.14 1.25 1.63; roots of sums of squares 0.87 1.07 1.23 1.56. In rows of 3 or 16 elements, as the text says, rustc
// unrolls the one loop: 0.4 to 0.98.

/// True if a block may have such chains beside others that hold loops, by its looks.
pub(crate) fn may_hold_rows(block: &Block) -> bool {
    let chains = block.stmts.iter().filter(|stmt| {
        plain_let(stmt).is_some_and(|(_, ty, init)| ty.is_some() && over_rows(init).is_some())
    });
    let others = block.stmts.iter().filter(|stmt| seen_loops_in(stmt) > 0);
    chains.count() > 0 && others.count() > 1
}

/// A chain over rows, by its looks.
struct OverRows<'a> {
    /// The rows.
    rows: &'a Expr,
    /// What is bound to each, and what is made of it; `None` for `flatten()`.
    closure: Option<&'a ExprClosure>,
    /// True if what is made of a row is several elements.
    flat: bool,
    /// What is done to those, from the last one on.
    steps: Vec<&'a ExprMethodCall>,
    /// What consumes them.
    consumer: &'a ExprMethodCall,
}

const STEPS: &str = "cloned copied filter filter_map map";

/// True for `row.iter()`, and steps behind it: an iterator, and nothing that becomes one.
fn steps_of_iter(expr: &Expr) -> bool {
    match strip(expr) {
        Expr::MethodCall(call) if call.method == "iter" => call.args.is_empty(),
        Expr::MethodCall(call) => {
            among(STEPS, &call.method.to_string()) && steps_of_iter(&call.receiver)
        }
        _ => false,
    }
}

/// True if elements of a row itself are counted.
fn counts(over: &OverRows<'_>, made: &Expr) -> bool {
    let Expr::MethodCall(count) = strip(made) else {
        return false;
    };
    let mut first = strip(&count.receiver);
    while let Expr::MethodCall(call) = first {
        first = strip(&call.receiver);
    }
    let bound = over.closure.and_then(|closure| closure.inputs.first());
    let row = |row: &Pat| matches!(row, Pat::Ident(row) if Some(&row.ident) == local(first));
    count.method == "count"
        && count.args.is_empty()
        && steps_of_iter(&count.receiver)
        && bound.is_some_and(row)
}

/// True for `ys.iter().map(..).sum()`, zipped or not: one addition for each element.
fn adds_up(made: &Expr) -> bool {
    const ALL: &str = "cloned copied enumerate map zip";
    let Expr::MethodCall(sum) = strip(made) else {
        return false;
    };
    let mut steps = std::iter::successors(Some(strip(&sum.receiver)), |expr| match expr {
        Expr::MethodCall(call) if among(ALL, &call.method.to_string()) => {
            Some(strip(&call.receiver))
        }
        _ => None,
    });
    let is_iter = |expr: &Expr| matches!(expr, Expr::MethodCall(call) if call.method == "iter");
    sum.method == "sum" && steps.any(is_iter)
}

fn over_rows(init: &Expr) -> Option<OverRows<'_>> {
    let Expr::MethodCall(consumer) = strip(init) else {
        return None;
    };
    // What a step moves or counts it would have anew for each row.
    let is_plain = |argument: &Expr| matches!(strip(argument), Expr::Closure(closure) if closure.capture.is_none());
    let mut steps = Vec::new();
    let mut expr = &*consumer.receiver;
    while let Expr::MethodCall(call) = strip(expr) {
        let method = call.method.to_string();
        let flat = method == "flatten" || method == "flat_map";
        let closure = match call.args.first().map(strip) {
            Some(Expr::Closure(closure)) => Some(closure),
            _ => None,
        };
        let makes = closure
            .is_some_and(|closure| seen_loops_in(&Stmt::Expr((*closure.body).clone(), None)) > 0);
        if flat || method == "map" && makes {
            let whole = flat || steps.is_empty();
            return (whole && (method == "flatten" || closure.is_some())).then_some(OverRows {
                rows: &call.receiver,
                closure,
                flat,
                steps,
                consumer,
            });
        }
        if !among(STEPS, &method) || !call.args.iter().all(is_plain) {
            return None;
        }
        steps.push(call);
        expr = &call.receiver;
    }
    None
}

/// A chain over all elements of an array, and the rows of it that another chain runs over.
fn over_elements<'a>(init: &'a Expr, rows: &'a Expr) -> Option<OverRows<'a>> {
    let (Expr::MethodCall(consumer), Expr::MethodCall(cut)) = (strip(init), strip(rows)) else {
        return None;
    };
    let mut steps = Vec::new();
    let mut expr = strip(&consumer.receiver);
    while let Expr::MethodCall(call) = expr {
        let closures = call.args.iter().all(|argument| {
            matches!(strip(argument), Expr::Closure(closure) if closure.capture.is_none())
        });
        if call.method == "iter" {
            let of_one = local(&call.receiver).is_some_and(|of| Some(of) == local(&cut.receiver));
            return of_one.then_some(OverRows {
                rows,
                closure: None,
                flat: true,
                steps,
                consumer,
            });
        }
        if !among(STEPS, &call.method.to_string()) || !closures {
            return None;
        }
        steps.push(call);
        expr = strip(&call.receiver);
    }
    None
}

/// Whether `xs.chunks(n)` or `xs.chunks_exact(n)` leaves elements over. See Note [Rows beside all elements].
fn cuts(rows: &Expr) -> Option<bool> {
    let Expr::MethodCall(cut) = strip(rows) else {
        return None;
    };
    let width = local(strip(cut.args.first()?));
    let plain = width.is_some_and(|width| !capitalised(&width.to_string()));
    let leaves = match cut.method.to_string().as_str() {
        "chunks" => false,
        "chunks_exact" => true,
        _ => return None,
    };
    (plain && local(&cut.receiver).is_some()).then_some(leaves)
}

struct Rows<'a> {
    block: &'a Block,
    environment: &'a Environment,
}

/// The loop that a chain is.
struct Looped {
    stmts: Vec<Stmt>,
    /// What is done with the elements that are in no row, behind the other loop over rows.
    left: Option<Stmt>,
    /// True if an array is kept of what it makes.
    kept: bool,
    /// True if it makes sums for what visibly are numbers: what runs inside runs over other things.
    of_numbers: bool,
    /// How many loops of it are not counted where they stand in a closure.
    added: usize,
}

impl Rows<'_> {
    /// The loop that a statement is, if it is a chain over rows.
    fn looped(&self, index: usize, statement: &Statement) -> Option<Looped> {
        let stmt = &self.block.stmts[index];
        let (ident, ty, init) = plain_let(stmt)?;
        let (ty, over) = (ty?, over_rows(init)?);
        let Kind::Let(binding) = &statement.kind else {
            return None;
        };
        let [hole] = &binding.value.holes[..] else {
            return None;
        };
        let chain = &hole.chain;
        let name = spelling(&ident.ident);
        let read = self.block.stmts[index + 1..]
            .iter()
            .any(|stmt| !Mentions::of_stmt(stmt).avoid(&name));
        let own = times(&name, init.to_token_stream()) > 0;
        let quiet = chain.workers().iter().all(|worker| worker.judgment.inline);
        let keeps = chain.moves().is_empty() && chain.given_away().is_empty();
        if !binding.value.is_direct() || !read || own || !quiet || !keeps {
            return None;
        }
        let (pattern, made) = self.made(&over)?;
        let looped = match over.flat {
            true => self.flat(&ident.ident, ty, &over, &made)?,
            false => self.mapped(&ident.ident, ty, &over, chain, made)?,
        };
        let (declared, body) = looped;
        // The parentheses of a range are needed by a method alone.
        let rows = strip(over.rows);
        let span = Span::mixed_site().located_at(ident.ident.span());
        let looped: Expr =
            syn::parse2(quote::quote_spanned!(span=> for #pattern in #rows { #body })).ok()?;
        let mut environment = self.environment.clone();
        let declared_as = Pat::Ident(syn::PatIdent {
            mutability: Some(<syn::Token![mut]>::default()),
            ..ident.clone()
        });
        environment.bind(&declared_as, Some(ty), &Origin::AnnotatedLet);
        let Attempt::Recognised(turns) = parse_loop(&looped, &environment) else {
            return None;
        };
        let row = turns.stream.item.as_parameter();
        let shared = row.as_ref().and_then(shared_reference);
        let slice = || shared.is_some_and(|row| self.environment.array_of(row).is_some());
        let typed = chain.stream.item.ty.is_some() || chain.consumer.is::<Collect>();
        if !turns.stream.changed().is_empty() || (over.flat || !typed) && !slice() {
            return None;
        }
        let added = match over.closure {
            Some(closure) if !matches!(strip(&closure.body), Expr::Block(_)) => 1,
            Some(_) => 0,
            None => 1,
        };
        Some(Looped {
            stmts: vec![declared, Stmt::Expr(looped, None)],
            left: None,
            kept: chain.consumer.is::<Collect>(),
            of_numbers: row.is_some_and(|row| self.are_numbers(&row))
                && over.closure.is_some_and(|closure| adds_up(&closure.body)),
            added,
        })
    }

    /// The loop over rows that a chain over all elements is, where another chain runs over those rows, and behind it the elements that are
    /// in none. Floats, which are added up one after the other: two such sums cost what one does.
    fn cut(&self, index: usize, statement: &Statement) -> Option<Looped> {
        let (ident, ty, init) = plain_let(&self.block.stmts[index])?;
        let Kind::Let(binding) = &statement.kind else {
            return None;
        };
        let [hole] = &binding.value.holes[..] else {
            return None;
        };
        let chain = &hole.chain;
        let named = |scalar: Scalar| Ident::new(scalar.name(), ident.ident.span());
        let own = || -> Option<Type> {
            let name = named(chain.consumer.adds()?);
            Some(syn::parse_quote!(#name))
        };
        let ty = &ty.cloned().or_else(own)?;
        let floats = self.environment.scalar(ty).is_some_and(Scalar::is_float);
        let quiet = chain.workers().iter().all(|worker| worker.judgment.inline);
        let array = matches!(&chain.stream.source, Source::Array(array) if array.access == Access::ByReference);
        let keeps = chain.moves().is_empty() && chain.given_away().is_empty();
        if !binding.value.is_direct() || !floats || !quiet || !array || !keeps {
            return None;
        }
        let (there, rows) = self
            .block
            .stmts
            .iter()
            .enumerate()
            .find_map(|(other, stmt)| {
                let rows = over_rows(plain_let(stmt)?.2)?.rows;
                let cuts = other != index && cuts(rows).is_some();
                (cuts && self.are_there(rows, index, other)).then_some((other, rows))
            })?;
        let over = over_elements(init, rows)?;
        let row = Ident::new("loopfuse__row", Span::mixed_site());
        let of_row = syn::parse_quote!(#row.iter());
        let (declared, body) = self.flat(&ident.ident, ty, &over, &of_row)?;
        let span = Span::mixed_site().located_at(ident.ident.span());
        let looped = quote::quote_spanned!(span=> for #row in #rows { #body });
        let mut stmts = vec![declared, Stmt::Expr(syn::parse2(looped).ok()?, None)];
        let leaves = cuts(rows)?;
        let mut left = None;
        if leaves {
            let of_left = syn::parse_quote!(#rows.remainder().iter());
            let (_, goes_on) = self.flat(&ident.ident, ty, &over, &of_left)?;
            let goes_on = syn::parse2(goes_on).ok()?;
            match there < index {
                true => stmts.push(goes_on),
                false => left = Some(goes_on),
            }
        }
        Some(Looped {
            stmts,
            left,
            kept: false,
            of_numbers: false,
            added: 1 + usize::from(leaves),
        })
    }

    /// True if the rows that one statement runs over are, and panic or not, as they are where another stands.
    fn are_there(&self, rows: &Expr, here: usize, there: usize) -> bool {
        let between = match here < there {
            // Rows of no elements panic: nothing is to come before that.
            true if there > here + 1 => return false,
            true => &self.block.stmts[here..=here],
            false => &self.block.stmts[there..here],
        };
        let name = |stmt| plain_let(stmt).map(|(ident, ..)| spelling(&ident.ident));
        let total = name(&self.block.stmts[here]);
        let reads = |total: String| !Mentions::of_stmt(&self.block.stmts[there]).avoid(&total);
        if here < there && total.is_none_or(reads) {
            return false;
        }
        let named = Mentions::of_expr(rows).read;
        let literal = |stmt: &Stmt| {
            plain_let(stmt).is_some_and(|(ident, _, init)| {
                matches!(init, Expr::Lit(_)) && named.contains(&spelling(&ident.ident))
            })
        };
        if self.block.stmts.iter().any(literal) {
            return false;
        }
        between.iter().all(|stmt| {
            let changed = Mentions::of_stmt(stmt).changed_or_borrowed();
            let binds = match stmt {
                Stmt::Local(local) => patterns::binds(&local.pat),
                Stmt::Macro(_) | Stmt::Item(_) => return false,
                Stmt::Expr(..) => SortedSet::new(),
            };
            let looked = changed
                .iter()
                .all(|name| !named.contains(name) || self.is_fixed(name));
            looked && !binds.iter().any(|name| named.contains(name))
        })
    }

    /// True for an array whose length stays, or a number: methods change neither.
    fn is_fixed(&self, name: &str) -> bool {
        let known = self.environment.lookup(name);
        let number = known
            .filter(|known| !known.mutable)
            .and_then(|known| known.ty.as_ref());
        let number = number.is_some_and(|ty| self.environment.primitive_number(ty).is_some());
        number || self.environment.fixed_length(name)
    }

    /// True for a number, for references to one, and for tuples of them.
    fn are_numbers(&self, ty: &Type) -> bool {
        match peel(ty) {
            Type::Reference(reference) => self.are_numbers(&reference.elem),
            Type::Tuple(tuple) => tuple.elems.iter().all(|part| self.are_numbers(part)),
            ty => self.environment.scalar(ty).is_some(),
        }
    }

    /// What is bound to a row, and what is made of it.
    fn made(&self, over: &OverRows<'_>) -> Option<(Pat, Expr)> {
        let Some(closure) = over.closure else {
            let row = Ident::new("loopfuse__row", Span::mixed_site());
            return Some((syn::parse_quote!(#row), syn::parse_quote!(#row.iter())));
        };
        let [pattern] = closure.inputs.iter().collect::<Vec<_>>()[..] else {
            return None;
        };
        let control = Control::of_expr(&closure.body);
        let plain = closure.capture.is_none()
            && closure.attrs.is_empty()
            && !matches!(closure.output, syn::ReturnType::Type(..))
            && !matches!(pattern, Pat::Type(_))
            && !control.leaves()
            && !control.attributes
            && !control.items;
        let itself = |row: &Ident| matches!(pattern, Pat::Ident(ident) if ident.ident == *row && ident.by_ref.is_none());
        let made = match strip(&closure.body) {
            // What a row becomes where an iterator is asked for.
            body if over.flat && local(body).is_some_and(itself) => syn::parse_quote!(#body.iter()),
            body if !over.flat || steps_of_iter(body) => body.clone(),
            _ => return None,
        };
        plain.then(|| (pattern.clone(), made))
    }

    /// A chain that makes one value of each row.
    fn mapped(
        &self,
        name: &Ident,
        ty: &Type,
        over: &OverRows<'_>,
        chain: &Chain,
        made: Expr,
    ) -> Option<(Stmt, TokenStream)> {
        let (mut stmts, made) = match made {
            Expr::Block(block) if block.label.is_none() && block.attrs.is_empty() => {
                let mut stmts = block.block.stmts;
                match stmts.pop() {
                    Some(Stmt::Expr(tail, None)) => (stmts, tail),
                    _ => return None,
                }
            }
            made => (Vec::new(), made),
        };
        let value = Ident::new(VALUE, Span::mixed_site());
        let item = chain.stream.item.ty.as_ref();
        let (element, declared, last) = if let Some(collect) = chain.consumer.of::<Collect>() {
            let element = collect
                .element
                .clone()
                .filter(|_| collect.is_vec() && collect.plain)?;
            if !self.environment.means_std("Vec") {
                return None;
            }
            let room = match &chain.stream.source {
                Source::Array(array) if array.access == Access::ByReference => {
                    let array = &array.name;
                    quote!(Vec::with_capacity(#array.len()))
                }
                _ => quote!(Vec::new()),
            };
            (
                element,
                quote!(let mut #name: #ty = #room;),
                quote!(#name.push(#value);),
            )
        } else {
            let sums = chain.consumer.adds().is_some() && over.consumer.method == "sum";
            let scalar = self.environment.scalar(ty).filter(|_| sums)?;
            let same = match item {
                Some(item) => self.environment.scalar(item) == Some(scalar),
                None => scalar.name() == "usize" && counts(over, &made),
            };
            if !same || chain.stream.item.by_reference {
                return None;
            }
            let begun = {
                let none = nothing(scalar);
                quote!(let mut #name: #ty = #none;)
            };
            (ty.clone(), begun, quote!(#name += #value;))
        };
        stmts.push(syn::parse_quote!(let #value: #element = #made;));
        Some((syn::parse2(declared).ok()?, quote!(#(#stmts)* #last)))
    }

    /// A chain that makes several elements of each row.
    fn flat(
        &self,
        name: &Ident,
        ty: &Type,
        over: &OverRows<'_>,
        made: &Expr,
    ) -> Option<(Stmt, TokenStream)> {
        let elements = over
            .steps
            .iter()
            .rev()
            .fold(made.to_token_stream(), |of, step| {
                let (method, turbofish, args) = (&step.method, &step.turbofish, &step.args);
                quote!(#of.#method #turbofish(#args))
            });
        let scalar = self.environment.scalar(ty)?;
        let (sum, element) = (
            Ident::new("loopfuse__sum", Span::mixed_site()),
            Ident::new("loopfuse__element", Span::mixed_site()),
        );
        let arguments = over.consumer.args.iter().map(strip).collect::<Vec<_>>();
        let (first, body) = match (over.consumer.method.to_string().as_str(), &arguments[..]) {
            ("sum", []) => (
                nothing(scalar),
                quote!(#name = #elements.fold(#name, |#sum, #element| #sum + #element);),
            ),
            ("count", []) => (nothing(scalar), quote!(#name += #elements.count();)),
            ("fold", [first @ Expr::Lit(_), step @ Expr::Closure(closure)])
                if closure.capture.is_none() && !Control::of_expr(step).leaves() =>
            {
                (
                    first.to_token_stream(),
                    quote!(#name = #elements.fold(#name, #step);),
                )
            }
            _ => return None,
        };
        let declared = quote!(let mut #name: #ty = #first;);
        Some((syn::parse2(declared).ok()?, body))
    }
}

/// What std's sum of nothing is.
fn nothing(scalar: Scalar) -> TokenStream {
    match scalar.is_float() {
        true => quote!(-0.0),
        false => quote!(0),
    }
}
