//! Arrays that are filled, copied or pushed to, as what `collect` makes of a chain.

use super::uses::Uses;
use super::{Rewriting, may_bind, name_of, plain_let};
use crate::ops::chain::Stream;
use crate::ops::parse::{self, Attempt};
use crate::ops::reading::vec_of;
use crate::rust::control::Control;
use crate::rust::environment::Environment;
use crate::rust::extent::Extent;
use crate::rust::inferred::is_literal;
use crate::rust::mentions::Mentions;
use crate::rust::spelling::{spelling, times};
use crate::rust::term::Term;
use crate::rust::types::{By, Owner, peel};
use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::{ToTokens, format_ident, quote};
use syn::parse::Parser as _;
use syn::{Block, Expr, ExprForLoop, Lit, Pat, Stmt, Token, Type};

/// `vec![x; n]`, `xs.to_vec()` and `xs.clone()`, of numbers.
pub(super) fn copied(rewriting: &mut Rewriting<'_>) {
    for index in 0..rewriting.stmts.len() {
        let Some((ident, ty, init)) = plain_let(&rewriting.stmts[index]) else {
            continue;
        };
        let name = spelling(&ident.ident);
        if ident.mutability.is_some() || !rewriting.may(&name) {
            continue;
        }
        let copied = match (ty, init) {
            (None, Expr::MethodCall(call)) => type_of_copy(rewriting, call, index),
            _ => None,
        };
        let Some(ty) = ty.or(copied.as_ref()) else {
            continue;
        };
        let element = vec_of(peel(ty)).and_then(|(_, element)| element);
        let Some(element) = element.filter(|element| rewriting.is_copy(element)) else {
            continue;
        };
        let chain = match init {
            Expr::Macro(vector) if vector.mac.path.is_ident("vec") => {
                repeated(vector, &element, rewriting.runtime)
            }
            Expr::MethodCall(call) => copy_of(rewriting, call, index),
            _ => None,
        };
        let Some(chain) = chain else { continue };
        let ident = &ident.ident;
        rewriting.stmts[index] = syn::parse_quote!(let #ident: #ty = #chain;);
        rewriting.wanted.push(vec![name]);
        rewriting.added += 1;
    }
}

/// `vec![x; n]`.
fn repeated(vector: &syn::ExprMacro, element: &Type, runtime: &TokenStream) -> Option<Expr> {
    let (value, count) = filled(vector)?;
    // A literal number has the type of the array, which a turbofish says.
    Some(syn::parse_quote!(#runtime::delayed::repeat_n::<#element>(#value, #count).collect()))
}

/// The `x` and the `n` of `vec![x; n]`.
pub(super) fn filled(vector: &syn::ExprMacro) -> Option<(Expr, Expr)> {
    if !vector.attrs.is_empty() {
        return None;
    }
    let parser = |input: syn::parse::ParseStream<'_>| {
        let value: Expr = input.parse()?;
        input.parse::<Token![;]>()?;
        let count: Expr = input.parse()?;
        Ok((value, count))
    };
    parser.parse2(vector.mac.tokens.clone()).ok()
}

/// The type of such a copy where its `let` does not say it.
fn type_of_copy(
    rewriting: &Rewriting<'_>,
    call: &syn::ExprMethodCall,
    index: usize,
) -> Option<Type> {
    let environment = rewriting.environment_at(index);
    let name = name_of(&call.receiver)?;
    // The clone of a reference to a reference is a reference.
    let is_array = match peel(environment.type_of(&name)?) {
        Type::Reference(to) => !matches!(peel(&to.elem), Type::Reference(_)),
        _ => true,
    };
    let array = environment.visible_array(&name).filter(|_| is_array)?;
    let element = array.element;
    environment.scalar(&element)?;
    Some(vector_of(
        &element,
        &Expr::MethodCall(call.clone()),
        rewriting.runtime,
    ))
}

/// A copy of an array that the macro sees the type of.
fn copy_of(rewriting: &Rewriting<'_>, call: &syn::ExprMethodCall, index: usize) -> Option<Expr> {
    let copies = ["to_vec", "clone", "to_owned"];
    let method = copies.iter().find(|name| call.method == **name)?;
    let name = name_of(&call.receiver)?;
    let plain = call.args.is_empty() && call.turbofish.is_none() && call.attrs.is_empty();
    if !plain || !rewriting.is_bound_once(&name) {
        return None;
    }
    let environment = rewriting.environment_at(index);
    let array = environment.visible_array(&name)?;
    // The clone of a `&[T]` is a `&[T]`; that of an array of arrays is no `Vec`.
    let is_vector = array.owner == Owner::Vec;
    if *method != "to_vec" && !is_vector || array.by == By::Mutable {
        return None;
    }
    let receiver = &call.receiver;
    Some(syn::parse_quote!(#receiver.iter().copied().collect()))
}

/// `let mut ys = Vec::new();` with a loop behind it that does nothing but push to it.
pub(super) fn pushed(rewriting: &mut Rewriting<'_>) {
    let mut index = 0;
    while index < rewriting.stmts.len() {
        if let Some((place, name, made, roomy)) = pushed_at(rewriting, index) {
            let rows = (made.len() > 1).then(|| rows_of(&name).to_string());
            let was = plain_let(&rewriting.stmts[index]);
            let named = was.and_then(|was| name_in_capacity(was.2)).cloned();
            rewriting.stmts.splice(place..=place, made);
            let named = named.map(|named| (quote!(&#named), syn::parse_quote!(&_)));
            rewriting.take_away(index, &name, named);
            // Room that was asked for is there as long as the array is.
            let shared = super::made_together(rows.as_ref().unwrap_or(&name));
            let shared = roomy.then_some(shared);
            rewriting
                .wanted
                .push([name].into_iter().chain(shared).collect());
        } else {
            index += 1;
        }
    }
}

/// The place of the loop, the array, what makes it, and whether it then has the room that was asked for.
fn pushed_at(rewriting: &Rewriting<'_>, index: usize) -> Option<(usize, String, Vec<Stmt>, bool)> {
    let (ident, ty, init) = plain_let(&rewriting.stmts[index])?;
    let name = spelling(&ident.ident);
    ident.mutability?;
    let room = room(rewriting, index, init).filter(|_| rewriting.may(&name))?;
    let element = match ty {
        Some(ty) => vec_of(peel(ty)).and_then(|(_, element)| element),
        None => None,
    };
    let mentions = |stmt: &Stmt| {
        Mentions::of_stmt(stmt).read.contains(&name) || times(&name, stmt.to_token_stream()) > 0
    };
    let place = (index + 1..rewriting.stmts.len()).find(|at| mentions(&rewriting.stmts[*at]))?;
    let Stmt::Expr(Expr::ForLoop(looped), _) = &rewriting.stmts[place] else {
        return None;
    };
    // What it runs over is not there yet where the array is made.
    if !may_be_a_closure(looped) || times(&name, looped.expr.to_token_stream()) > 0 {
        return None;
    }
    let after = &rewriting.stmts[place + 1..];
    let uses = Uses::of(&name, after);
    if uses.none() || !uses.unchanged() || rewriting.is_held(index, place, &name) {
        return None;
    }
    let environment = rewriting.environment_at(place);
    // A worker counts as pure; a body that calls what nobody sees does not.
    let is_silent = match parse::parse_loop(&Expr::ForLoop(looped.clone()), &environment) {
        Attempt::Recognised(chain) => chain.consumer.body().is_some_and(|body| !body.outward),
        _ => false,
    };
    let source = iterated(rewriting, &environment, &looped.expr).filter(|_| is_silent)?;
    // What a `for` takes may be no iterator yet.
    let stream = parse::reader(&environment).stream(&source).ok()?;
    if stream.parallel.is_some() {
        return None;
    }
    let rows = rows_of(&name).to_string();
    let is_free = |stmt: &Stmt| times(&rows, stmt.to_token_stream()) == 0;
    let several = pushing_several(&name, looped, &source);
    let several =
        several.filter(|_| rewriting.stmts.iter().all(is_free) && has_room(rewriting, init));
    let element = element.filter(|element| !matches!(element, Type::Infer(_)));
    let seen = element.or_else(|| element_of(&name, looped, &source, &environment));
    let is_number = seen
        .as_ref()
        .is_some_and(|seen| environment.scalar(seen).is_some());
    // What has been bound since then would be dropped behind the array, not before it.
    let between = &rewriting.stmts[index + 1..place];
    let is_seen = |stmt: &Stmt| is_number_or_none(stmt, &environment);
    if !is_number && (several.is_some() || !between.iter().all(is_seen)) {
        return None;
    }
    let element = match (seen, ty) {
        (Some(seen), _) if is_number => seen,
        // What is pushed may be coerced to the type of the elements; what is collected is not, but for a `let` with that type.
        (Some(seen), Some(_)) if is_path(&seen) => seen,
        (_, None) => syn::parse_quote!(_),
        _ => return None,
    };
    let chain = match &several {
        Some((chain, _)) => chain.clone(),
        None => {
            let typed = (!is_number).then_some(&element);
            pushing(&name, looped, &source, typed, rewriting.runtime)?
        }
    };
    let made = parse::reader(&environment).stream(&chain).ok()?;
    let roomy = several.is_some() || room.is_that_of(&made);
    let ident = &ident.ident;
    let ty = ty.filter(|ty| !matches!(ty, Type::Infer(_)));
    let ty = ty.map_or_else(|| vector_of(&element, init, rewriting.runtime), Type::clone);
    let made = match several {
        Some((_, count)) => {
            let (rows, runtime) = (rows_of(&name), rewriting.runtime);
            let flat = match capacity(init) {
                Some(room) => quote!(#runtime::with_room(#rows.into_flattened(), #room)),
                None => quote!(#rows.into_flattened()),
            };
            vec![
                syn::parse_quote!(let #rows: #runtime::Vec<[#element; #count]> = #chain.collect();),
                syn::parse_quote!(let #ident: #ty = #flat;),
            ]
        }
        None => vec![syn::parse_quote!(let #ident: #ty = #chain.collect();)],
    };
    Some((place, name, made, roomy))
}

/// The `n` of `Vec::with_capacity(n)`.
fn capacity(init: &Expr) -> Option<&Expr> {
    match init {
        Expr::Call(call) => call.args.first(),
        _ => None,
    }
}

/// True if the room that is asked for means the same behind the loop: a literal, or the length of a slice, which nobody can move.
fn has_room(rewriting: &Rewriting<'_>, init: &Expr) -> bool {
    match capacity(init) {
        None | Some(Expr::Lit(_)) => true,
        Some(Expr::MethodCall(length)) => name_of(&length.receiver).is_some_and(|array| {
            let visible = rewriting.environment.visible_array(&array);
            let binds = |stmt: &Stmt| may_bind(stmt, &array);
            visible.is_some_and(|visible| visible.by == By::Shared)
                && !rewriting.stmts.iter().any(binds)
        }),
        Some(_) => false,
    }
}

/// What is pushed in each turn of a loop to an array, side by side.
fn rows_of(name: &str) -> Ident {
    format_ident!("{name}__rows", span = Span::mixed_site())
}

/// A `Vec` of such elements: whoever writes `vec![]` need not have the name in scope.
pub(super) fn vector_of(element: &Type, init: &Expr, runtime: &TokenStream) -> Type {
    match times("Vec", init.to_token_stream()) {
        0 => syn::parse_quote!(#runtime::Vec<#element>),
        _ => syn::parse_quote!(Vec<#element>),
    }
}

/// True if the pattern and the body of a loop may be those of a closure, which the loop around it is not in.
pub(super) fn may_be_a_closure(looped: &ExprForLoop) -> bool {
    // In a closure they would need parentheses.
    let alternatives = matches!(&*looped.pat, Pat::Or(_));
    let plain = looped.attrs.is_empty() && looped.label.is_none() && !alternatives;
    let control = Control::of_block(&looped.body);
    let leaves = control.leaves() || control.attributes || control.items || control.asynchronous;
    plain && !leaves && !control.unsafe_blocks && !control.none_groups
}

/// The room that an empty vector is made with.
pub(super) enum Room {
    /// `Vec::new()`, `vec![]`
    None,
    /// `Vec::with_capacity(64)`
    Few,
    /// `Vec::with_capacity(xs.len())` of a visible array, or of a name of that length.
    Length(String),
}

impl Room {
    /// True if a vector that is collected from a stream has as much.
    pub(super) fn is_that_of(&self, stream: &Stream) -> bool {
        match self {
            Room::None => true,
            Room::Few => false,
            Room::Length(array) => {
                stream.is_one_to_one() && stream.extent() == Extent::Len(array.clone())
            }
        }
    }
}

/// Most elements that there is always room for.
const FEW: u64 = 1 << 16;

/// `Vec::new()`, `Vec::with_capacity(n)`, `vec![]`, where nothing of the user's is called, and no number of elements is too large.
pub(super) fn room(rewriting: &Rewriting<'_>, index: usize, init: &Expr) -> Option<Room> {
    if !rewriting.environment.means_std("Vec") {
        return None;
    }
    let call = match init {
        Expr::Macro(made) => {
            let empty = made.mac.path.is_ident("vec") && made.mac.tokens.is_empty();
            return empty.then_some(Room::None);
        }
        Expr::Call(call) => call,
        _ => return None,
    };
    let argument = match call.func.to_token_stream().to_string().as_str() {
        "Vec :: new" => return call.args.is_empty().then_some(Room::None),
        "Vec :: with_capacity" if call.args.len() == 1 => &call.args[0],
        _ => return None,
    };
    let length = |expr: &Expr, at: usize| match expr {
        Expr::MethodCall(call) if call.method == "len" && call.args.is_empty() => {
            let array = name_of(&call.receiver)?;
            let environment = rewriting.environment_at(at);
            environment.visible_array(&array)?;
            let stays = environment.fixed_length(&array) && rewriting.is_bound_once(&array);
            stays.then_some(Room::Length(array))
        }
        _ => None,
    };
    match argument {
        Expr::Lit(literal) => match &literal.lit {
            Lit::Int(number) => {
                let few = number
                    .base10_parse::<u64>()
                    .is_ok_and(|number| number <= FEW);
                few.then_some(Room::Few)
            }
            _ => None,
        },
        Expr::Path(_) => {
            let name = name_of(argument)?;
            let binds = |stmt: &Stmt| may_bind(stmt, &name);
            let at = rewriting.stmts[..index].iter().rposition(binds)?;
            let (ident, _, value) = plain_let(&rewriting.stmts[at])?;
            length(value, at).filter(|_| ident.mutability.is_none())
        }
        other => length(other, index),
    }
}

/// The name that the capacity of an empty vector is made of: the `n` of `Vec::with_capacity(n)` and of `Vec::with_capacity(n.len())`.
pub(super) fn name_in_capacity(init: &Expr) -> Option<&Expr> {
    let Expr::Call(call) = init else { return None };
    match call.args.first()? {
        Expr::MethodCall(length) => Some(&*length.receiver),
        Expr::Path(_) => call.args.first(),
        _ => None,
    }
}

/// What a `for` runs over, as a chain begins.
pub(super) fn iterated(
    rewriting: &Rewriting<'_>,
    environment: &Environment,
    expr: &Expr,
) -> Option<Expr> {
    let borrowed = |expr: &Expr| {
        let name = name_of(expr)?;
        let array = environment.visible_array(&name)?;
        (array.by != By::Mutable && rewriting.is_bound_once(&name)).then_some(array.by)
    };
    match expr {
        Expr::MethodCall(_) => Some(expr.clone()),
        Expr::Range(_) => Some(syn::parse_quote!((#expr))),
        Expr::Paren(inner) if matches!(&*inner.expr, Expr::Range(_)) => Some(expr.clone()),
        Expr::Reference(reference) if reference.mutability.is_none() => {
            let place = &reference.expr;
            // A reference to a reference is no iterator.
            (borrowed(place)? == By::Owned).then(|| syn::parse_quote!(#place.iter()))
        }
        Expr::Path(_) => match borrowed(expr)? {
            By::Shared => Some(syn::parse_quote!(#expr.iter())),
            _ => Some(syn::parse_quote!(#expr.into_iter())),
        },
        _ => None,
    }
}

/// True for a statement that binds nothing, or a number.
fn is_number_or_none(stmt: &Stmt, environment: &Environment) -> bool {
    match stmt {
        Stmt::Local(_) => plain_let(stmt).is_some_and(|(ident, _, init)| {
            let ty = environment.type_of(&spelling(&ident.ident));
            Term::of(init).is_number() || ty.is_some_and(|ty| environment.scalar(ty).is_some())
        }),
        other => matches!(other, Stmt::Expr(..)),
    }
}

/// True for a type by its path, without a lifetime or anything that values are coerced to which are of other types.
fn is_path(ty: &Type) -> bool {
    let tokens = ty.to_token_stream().to_string();
    let coerced = ["&", "dyn ", "fn ", "impl ", "*", "!", "'", "_"];
    matches!(peel(ty), Type::Path(_)) && !coerced.iter().any(|part| tokens.contains(part))
}

/// The chain that gives what a loop pushes; `typed` are the elements, if they are no numbers.
fn pushing(
    name: &str,
    looped: &ExprForLoop,
    source: &Expr,
    typed: Option<&Type>,
    runtime: &TokenStream,
) -> Option<Expr> {
    let (pattern, body) = (&looped.pat, &looped.body);
    let (before, last) = statements(name, body)?;
    let pushed_value = |name, last| {
        let value = pushed_value(name, last)?;
        Some(match typed {
            None => value.clone(),
            // What it makes on the way is dropped before what the body binds.
            Some(Type::Infer(_)) if is_literal(value) => return None,
            Some(ty) => {
                let pushed = format_ident!("pushed__1", span = Span::mixed_site());
                syn::parse_quote!({ let #pushed: #ty = #value; #pushed })
            }
        })
    };
    if let Some(pushed) = pushed_value(name, last) {
        return Some(syn::parse_quote!(#source.map(|#pattern| { #(#before)* #pushed })));
    }
    let Stmt::Expr(Expr::If(branch), _) = last else {
        return None;
    };
    let (inside, last) = statements(name, &branch.then_branch)?;
    let pushed = pushed_value(name, last)?;
    let test = &branch.cond;
    let mentioned = times(name, test.to_token_stream()) > 0;
    if branch.else_branch.is_some() || mentioned || matches!(&**test, Expr::Let(_)) {
        return None;
    }
    Some(syn::parse_quote! {
        #source.filter_map(|#pattern| {
            #(#before)*
            if #test {
                #(#inside)*
                #runtime::Some(#pushed)
            } else {
                #runtime::None
            }
        })
    })
}

/// The chain that gives side by side what a loop pushes, one after the other, in each turn, and how many they are.
fn pushing_several(name: &str, looped: &ExprForLoop, source: &Expr) -> Option<(Expr, Literal)> {
    let (before, pushed) = all_pushed(name, &looped.body)?;
    let (pattern, count) = (&looped.pat, Literal::usize_unsuffixed(pushed.len()));
    // Each is a statement: what it makes on the way is dropped before the next.
    let values =
        (1..=pushed.len()).map(|at| format_ident!("pushed__{at}", span = Span::mixed_site()));
    let values = values.collect::<Vec<_>>();
    let chain = syn::parse_quote! {
        #source.map(|#pattern| { #(#before)* #(let #values = #pushed;)* [#(#values),*] })
    };
    Some((chain, count))
}

/// Two or more values that a body pushes at its end, and the statements before.
fn all_pushed<'a>(name: &str, body: &'a Block) -> Option<(&'a [Stmt], Vec<&'a Expr>)> {
    let pushes = |stmt: &&Stmt| pushed_value(name, stmt).is_some();
    let count = body.stmts.iter().rev().take_while(pushes).count();
    let (before, pushed) = body.stmts.split_at(body.stmts.len() - count);
    let pushed = pushed.iter().filter_map(|stmt| pushed_value(name, stmt));
    let pushed = pushed.collect::<Vec<_>>();
    (pushed.len() > 1 && before.iter().all(|stmt| is_plain_let(name, stmt)))
        .then_some((before, pushed))
}

/// The type of what a loop pushes, where it is visible.
fn element_of(
    name: &str,
    looped: &ExprForLoop,
    source: &Expr,
    known: &Environment,
) -> Option<Type> {
    if let Some((before, pushed)) = all_pushed(name, &looped.body) {
        let pattern = &looped.pat;
        return pushed.iter().find_map(|pushed| {
            let one = syn::parse_quote!(#source.map(|#pattern| { #(#before)* #pushed }));
            let item = parse::reader(known).stream(&one).ok()?.item;
            item.ty.filter(|_| !item.by_reference)
        });
    }
    let (before, last) = statements(name, &looped.body)?;
    let (inside, last) = match last {
        Stmt::Expr(Expr::If(branch), _) => statements(name, &branch.then_branch)?,
        last => (&[][..], last),
    };
    let (pattern, pushed) = (&looped.pat, pushed_value(name, last)?);
    let all = syn::parse_quote!(#source.map(|#pattern| { #(#before)* #(#inside)* #pushed }));
    let item = parse::reader(known).stream(&all).ok()?.item;
    item.ty.filter(|_| !item.by_reference)
}

/// The last statement of a body, and those before it, each of which is a `let` that does not mention the array.
fn statements<'a>(name: &str, body: &'a Block) -> Option<(&'a [Stmt], &'a Stmt)> {
    let (last, before) = body.stmts.split_last()?;
    let plain = |stmt| is_plain_let(name, stmt);
    before.iter().all(plain).then_some((before, last))
}

/// True for a `let` that does not mention the array.
fn is_plain_let(name: &str, stmt: &Stmt) -> bool {
    matches!(stmt, Stmt::Local(local) if local.init.as_ref().is_some_and(|init| init.diverge.is_none()))
        && times(name, stmt.to_token_stream()) == 0
}

/// The `x` of `ys.push(x)`.
pub(super) fn pushed_value<'a>(name: &str, stmt: &'a Stmt) -> Option<&'a Expr> {
    let Stmt::Expr(Expr::MethodCall(call), _) = stmt else {
        return None;
    };
    let is_push = call.method == "push" && call.args.len() == 1 && call.turbofish.is_none();
    let pushed = call.args.first()?;
    let of_name = name_of(&call.receiver).is_some_and(|receiver| receiver == name);
    (is_push && of_name && times(name, pushed.to_token_stream()) == 0).then_some(pushed)
}
