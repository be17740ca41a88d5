//! Fields of a reference under names of their own, where their types are declared.
//!
//! In: a block with statements that mention a reference to a struct (`self`) by its fields alone, and what is declared around the
//! function. Out: the block with `let a: &mut Vec<f64> = &mut self.a;` before them, and `a` for `self.a` in them: what a person writes
//! who wants the borrow checker to see that two fields are two. What was a place is the same place; a field is borrowed for as long as
//! those statements run, in which nothing else can have borrowed it: every name in scope owns what it holds, mentioned or not, and so do
//! those of theirs that are used behind them.

mod field;
mod naming;
mod uses;

use super::read;
use crate::rust::bound::Bound;
use crate::rust::control::Control;
use crate::rust::environment::{Environment, Known};
use crate::rust::expr::compound;
use crate::rust::mentions::Mentions;
use crate::rust::spelling::{among, spelling, times};
use crate::rust::visit::{self, Visit};
use crate::rust::visit_mut::VisitMut;
use crate::sorted::SortedMap;
use field::{Field, key};
use naming::Renaming;
use proc_macro2::{Ident, TokenStream, TokenTree};
use quote::ToTokens;
use std::ops::Range;
use syn::{Block, Expr, Member, Pat, Stmt, Type};
use uses::Uses;

/// A block with names for fields.
#[derive(Clone, Debug)]
pub(crate) struct Named {
    /// The block.
    pub(crate) block: Block,
    /// What is known of the names.
    pub(crate) known: Vec<Known>,
    /// Each name, and the field that it stands for, as text.
    pub(crate) fields: Vec<(String, String)>,
    root: String,
}

/// True if names for fields may make a difference, by the looks of a block.
pub(crate) fn may_be_named(block: &Block, environment: &Environment) -> bool {
    environment.declares() && loops(block.to_token_stream()) > 1
}

/// How often tokens may begin a loop.
fn loops(tokens: TokenStream) -> usize {
    const BEGIN: &str = "for into_iter iter iter_mut while";
    let count = |token| match token {
        TokenTree::Ident(name) => usize::from(among(BEGIN, &name.to_string())),
        TokenTree::Group(group) => loops(group.stream()),
        TokenTree::Punct(_) | TokenTree::Literal(_) => 0,
    };
    tokens.into_iter().map(count).sum()
}

/// The block with names for the fields of a reference, if there is such a reference. `start` is what is known where the block starts,
/// `result` the type of its value.
pub(crate) fn named(block: &Block, result: Option<&Type>, start: &Environment) -> Option<Named> {
    let mut roots = Fields::default();
    roots.visit_block(block);
    let mut roots = roots.of.into_iter().map(|(root, _)| root);
    roots.find_map(|root| named_of(block, &root, result, start))
}

fn named_of(
    block: &Block,
    root: &str,
    result: Option<&Type>,
    start: &Environment,
) -> Option<Named> {
    let owned = result.is_none_or(|ty| start.visibly_owned(ty));
    if !owned {
        return None;
    }
    let stmts = &block.stmts;
    let fits = |(index, stmt): (usize, &Stmt)| {
        let last = index + 1 == stmts.len();
        let value = matches!(stmt, Stmt::Expr(expr, None) if last && !is_unit(expr));
        (!value || result.is_some()) && is_clean(stmt, root)
    };
    let fits = stmts.iter().enumerate().map(fits).collect::<Vec<_>>();
    let mentions = |stmt: &Stmt| times(root, stmt.to_token_stream()) > 0;
    let mut from = 0;
    while from < stmts.len() {
        let to = from + fits[from..].iter().take_while(|fits| **fits).count();
        let run = &stmts[from..to];
        let looping = |stmt: &Stmt| mentions(stmt) && loops(stmt.to_token_stream()) > 0;
        if let (Some(first), Some(last)) =
            (run.iter().position(mentions), run.iter().rposition(looping))
        {
            let named = named_in(block, root, from + first..from + last + 1, start);
            if named.is_some() {
                return named;
            }
        }
        from = to + 1;
    }
    None
}

/// True for an expression without a value that holds anything.
fn is_unit(expr: &Expr) -> bool {
    match expr {
        Expr::ForLoop(_) | Expr::While(_) | Expr::Assign(_) => true,
        Expr::Binary(binary) => compound(&binary.op),
        Expr::If(conditional) => conditional.else_branch.is_none(),
        _ => false,
    }
}

/// True if a statement mentions a name by its fields alone, in expressions that are visible.
fn is_clean(stmt: &Stmt, root: &str) -> bool {
    let mut fields = Fields::default();
    fields.visit_stmt(stmt);
    let seen = fields.of.get(root).filter(|fields| !fields.moved);
    let seen = seen.map_or(0, |fields| fields.times);
    let alone = match stmt {
        // It is a closure that is called later, or a path about which rustc has something to say.
        Stmt::Local(local) => local
            .init
            .as_ref()
            .is_some_and(|init| matches!(&*init.expr, Expr::Closure(_))),
        Stmt::Expr(expr, _) => matches!(expr, Expr::Field(_)),
        Stmt::Item(_) | Stmt::Macro(_) => false,
    };
    let alone = alone && seen > 0;
    let control = Control::of_stmt(stmt);
    let fits = !fields.opaque && !alone && !control.attributes && !control.awaits;
    fits && seen == times(root, stmt.to_token_stream())
}

/// The fields of names that are mentioned.
#[derive(Default)]
struct Fields {
    of: SortedMap<String, Mentioned>,
    /// True if something takes its names by value, or a pattern by reference.
    opaque: bool,
    /// How many closures are around an expression.
    closures: usize,
    /// How many of them take their names by value.
    moving: usize,
}

#[derive(Clone, Default)]
struct Mentioned {
    root: Option<Ident>,
    times: usize,
    /// True if a closure takes it by value.
    moved: bool,
    members: Vec<Member>,
    /// Those that closures mention.
    closed: Vec<Member>,
}

impl<'ast> Visit<'ast> for Fields {
    fn visit_expr(&mut self, expr: &'ast Expr) {
        match expr {
            Expr::Field(field) if field.attrs.is_empty() => {
                if let Expr::Path(base) = &*field.base
                    && let Some(root) = base.path.get_ident()
                {
                    let mentioned = self.of.entry(spelling(root)).or_default();
                    mentioned.times += 1;
                    mentioned.moved |= self.moving > 0;
                    mentioned.root.get_or_insert_with(|| root.clone());
                    let member = &field.member;
                    let lists = [&mut mentioned.members, &mut mentioned.closed];
                    let lists = lists.into_iter().take(1 + self.closures.min(1));
                    for list in lists.filter(|list| !list.contains(member)) {
                        list.push(member.clone());
                    }
                    return;
                }
            }
            Expr::Closure(closure) => {
                let moving = usize::from(closure.capture.is_some());
                (self.closures, self.moving) = (self.closures + 1, self.moving + moving);
                visit::visit_expr(self, expr);
                (self.closures, self.moving) = (self.closures - 1, self.moving - moving);
                return;
            }
            Expr::Async(_) | Expr::Unsafe(_) | Expr::Verbatim(_) => self.opaque = true,
            _ => {}
        }
        visit::visit_expr(self, expr);
    }

    fn visit_pat(&mut self, pattern: &'ast Pat) {
        self.opaque |= matches!(pattern, Pat::Ident(name) if name.by_ref.is_some());
        visit::visit_pat(self, pattern);
    }
}

/// The block with names for the fields that some of its statements mention.
fn named_in(block: &Block, root: &str, run: Range<usize>, start: &Environment) -> Option<Named> {
    let stmts = &block.stmts;
    let (_, before) = read(&stmts[..run.start], start, None);
    let (_, behind) = read(&stmts[..run.end], start, None);
    let mut fields = Fields::default();
    stmts[run.clone()]
        .iter()
        .for_each(|stmt| fields.visit_stmt(stmt));
    let mut uses = Uses {
        root,
        environment: &before,
        fields: SortedMap::new(),
        unknown: false,
        closed: false,
    };
    let mentioned = fields.of.get(root)?;
    let tokens = block.to_token_stream();
    let mut names = Vec::<String>::new();
    for member in &mentioned.members {
        let taken = |name: &str| {
            let own = names.iter().any(|other| other == name);
            own || times(name, tokens.clone()) > 0 || before.is_taken(name)
        };
        let of = before.field_of(root, member);
        let of = of.map(|of| Field::new(mentioned.root.clone()?, member, of, &taken, &before));
        if let Some(field) = of.flatten() {
            names.push(field.name.to_string());
            uses.fields.insert(key(member), field);
        }
    }
    let known = uses.fields.clone();
    for stmt in &stmts[run.clone()] {
        uses.visit_stmt(stmt);
    }
    // Before the edition of 2021 a closure borrows all that it mentions a field of, which must not be so only as it is written.
    let split = stmts[run.clone()].iter().any(|stmt| {
        let mut own = Uses {
            root,
            environment: &before,
            fields: known.clone(),
            unknown: false,
            closed: false,
        };
        own.visit_stmt(stmt);
        let mut fields = Fields::default();
        fields.visit_stmt(stmt);
        let closed = fields.of.get(root).is_some_and(|of| !of.closed.is_empty());
        closed && own.fields.iter().any(|(_, field)| field.lent)
    });
    let unknown = uses.unknown || split;
    let mut fields = uses.fields;
    let closed = mentioned
        .closed
        .iter()
        .all(|member| fields.contains_key(&key(member)));
    fields.retain(|_, field| field.used);
    // What is behind a shared reference may be lent as often as one likes.
    let shared = fields.iter().all(|(_, field)| !field.by_mutable);
    let held = |stmts| shared || names_hold_nothing(stmts, &run, root, (&before, &behind));
    if fields.is_empty() || unknown || !closed || !held(stmts) {
        return None;
    }
    let own = &stmts[run.clone()];
    let value = matches!(own.last(), Some(Stmt::Expr(expr, None)) if !is_unit(expr));
    for (_, field) in fields.iter_mut() {
        field.written_back = stays(own) && !value;
    }
    let declared = fields.iter().map(|(_, field)| field.declared());
    let mut named = stmts[..run.start].to_vec();
    let opening = Stmt::Expr(Expr::Verbatim(declared.collect()), None);
    named.push(opening);
    let mut renaming = Renaming {
        root,
        fields: &fields,
    };
    for stmt in &stmts[run.clone()] {
        let mut stmt = stmt.clone();
        renaming.visit_stmt_mut(&mut stmt);
        named.push(stmt);
    }
    if !value && let Some(Stmt::Expr(_, end)) = named.last_mut() {
        *end = Some(<syn::Token![;]>::default());
    }
    for (_, field) in fields.iter() {
        let written = field.written_back().map(syn::parse2::<Stmt>);
        named.extend(written.transpose().ok()?);
    }
    named.extend_from_slice(&stmts[run.end..]);
    let text =
        |(member, field): (&String, &Field)| (field.name.to_string(), format!("{root}.{member}"));
    Some(Named {
        known: fields.iter().map(|(_, field)| field.known()).collect(),
        fields: fields.iter().map(text).collect(),
        root: root.to_owned(),
        block: Block {
            brace_token: block.brace_token,
            stmts: named,
        },
    })
}

/// True if nothing leaves statements before their end.
fn stays(stmts: &[Stmt]) -> bool {
    stmts.iter().all(|stmt| {
        let control = Control::of_stmt(stmt);
        !control.leaves() && !control.unlisted_macros
    })
}

/// True if no name may hold what the fields lend, or what they have lent before: of all that are in scope, whether mentioned or not, and
/// of theirs that are used behind.
fn names_hold_nothing(
    stmts: &[Stmt],
    run: &Range<usize>,
    root: &str,
    (before, behind): (&Environment, &Environment),
) -> bool {
    let mut later = Mentions::default();
    for stmt in &stmts[run.end..] {
        later.extend(Mentions::of_stmt(stmt));
    }
    let binds = |name: &String| before.position(name) != behind.position(name);
    let owned = |name: &String| Bound::of(name, behind).owned;
    before.lends_nothing(root) && later.read.iter().all(|name| !binds(name) || owned(name))
}

impl Named {
    /// True if the names stand where they are bound, and nothing else mentions their fields there.
    pub(crate) fn is_kept_by(&self, tokens: &TokenStream) -> bool {
        let mut text = Vec::new();
        flatten(tokens.clone(), &mut text);
        let is_name = |text: &String| self.fields.iter().any(|(name, _)| name == text);
        let binds = |index: usize| {
            let before = text[..index].iter().rev().find(|word| *word != "mut");
            before.is_some_and(|word| word == "let") && is_name(&text[index])
        };
        let Some(first) = (0..text.len()).find(|index| binds(*index)) else {
            return false;
        };
        let Some(last) = text.iter().rposition(is_name) else {
            return false;
        };
        let bound = (first..text.len()).filter(|index| binds(*index));
        let opened = bound.clone().count() == self.fields.len();
        let root = |index: usize| text[index] == self.root;
        let written_back = |index: usize, whole: Option<&String>| {
            let is = text.get(index + 3).is_some_and(|is| is == "=");
            let mut named = self.fields.iter().filter(|(_, field)| Some(field) == whole);
            is && named.any(|(name, _)| text.get(index + 4) == Some(name))
        };
        let other = |index: usize| {
            let dot = text.get(index + 1).is_some_and(|dot| dot == ".");
            let member = text.get(index + 2);
            let whole = member.map(|member| format!("{}.{member}", self.root));
            let own = |field: &String| Some(field) == whole.as_ref();
            let own = self.fields.iter().any(|(_, field)| own(field));
            dot && (!own || written_back(index, whole.as_ref()))
        };
        // Behind the field that the last name is bound to.
        let Some(open) = bound
            .clone()
            .next_back()
            .and_then(|bound| (bound..=last).find(|index| root(*index)))
        else {
            return false;
        };
        opened
            && !text[..first].iter().any(is_name)
            && (open + 1..=last).all(|index| !root(index) || other(index))
    }
}

fn flatten(tokens: TokenStream, text: &mut Vec<String>) {
    for token in tokens {
        match token {
            TokenTree::Group(group) => {
                text.push("{".to_owned());
                flatten(group.stream(), text);
                text.push("}".to_owned());
            }
            TokenTree::Ident(name) => text.push(spelling(&name)),
            other => text.push(other.to_string()),
        }
    }
}
