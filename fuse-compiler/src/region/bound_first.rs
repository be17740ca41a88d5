//! Iterators that are bound first and consumed later (docs/DESIGN.md section 3, *Chains*).
//!
//! In: the statements of a block and the place of one. If it is a `let` that binds an iterator which
//! a later statement consumes, the place of that statement and the same with the iterator in place of
//! its name. Adapters are lazy, so all that moves is when their arguments are evaluated and when what
//! they capture by value is copied.

use super::count::seen_loops_in;
use super::settled::is_lasting;
use crate::ops::parse::is_idle_stream;
use crate::ops::reading::local;
use crate::rust::control::statement_attributes;
use crate::rust::environment::Environment;
use crate::rust::expr::{place_root, strip};
use crate::rust::macros;
use crate::rust::mentions::Mentions;
use crate::rust::patterns::{binds, single_name};
use crate::rust::receivers;
use crate::rust::side_effect_free;
use crate::rust::spelling::{among, spelling};
use crate::rust::totality::{Totality, totality};
use crate::rust::types::{self, By, Owner};
use crate::rust::visible::asked;
use crate::rust::visit_mut::{self, VisitMut};
use crate::sorted::SortedSet;
use proc_macro2::{TokenStream, TokenTree};
use quote::ToTokens;
use syn::{BinOp, Expr, FieldValue, Pat, Stmt, Type};

/// The statement that consumes what the one at `index` binds: its place, and what it becomes.
pub(crate) fn consumer_of(
    stmts: &[Stmt],
    index: usize,
    environment: &Environment,
) -> Option<(usize, Stmt)> {
    let Stmt::Local(local) = &stmts[index] else {
        return None;
    };
    let init = local.init.as_ref().filter(|init| init.diverge.is_none())?;
    let name = match &local.pat {
        Pat::Ident(ident) if ident.mutability.is_none() => single_name(&local.pat)?,
        _ => return None,
    };
    let name = spelling(&name.ident);
    if statement_attributes(&stmts[index]) || !is_idle_stream(&init.expr, environment) {
        return None;
    }
    // Named once, in so many words.
    let mut mentioned = stmts
        .iter()
        .enumerate()
        .skip(index + 1)
        .filter(|(_, stmt)| {
            times(stmt.to_token_stream(), &name) > 0 || Mentions::of_stmt(stmt).read.contains(&name)
        });
    let (place, consumer) = mentioned.next()?;
    if mentioned.next().is_some()
        || times(consumer.to_token_stream(), &name) != 1
        || statement_attributes(consumer)
    {
        return None;
    }
    let between = &stmts[index + 1..=place];
    if !keeps_its_meaning(&init.expr, &name, between, environment) {
        return None;
    }
    let mut joined = consumer.clone();
    let mut joiner = Joiner {
        name: &name,
        init: &init.expr,
        joined: false,
        paired: false,
    };
    joiner.visit_stmt_mut(&mut joined);
    if !joiner.joined {
        return None;
    }
    let consumes = joiner.paired
        || seen_loops_in(&joined) > seen_loops_in(consumer)
        || matches!(&joined, Stmt::Expr(Expr::ForLoop(looped), _)
            if looped.expr == init.expr)
        || matches!(&joined, Stmt::Local(local)
            if local.init.as_ref().is_some_and(|init| is_idle_stream(&init.expr, environment)));
    consumes.then_some((place, joined))
}

/// True if no name that an iterator mentions is bound anew, and nothing that is evaluated where it is bound would be changed, or
/// panic at another time, by the statements up to the one that consumes it.
fn keeps_its_meaning(init: &Expr, name: &str, between: &[Stmt], environment: &Environment) -> bool {
    let names = Mentions::of_expr(init).read;
    let mut evaluated = Evaluated {
        environment,
        changeable: SortedSet::new(),
        total: true,
    };
    evaluated.stream(init);
    let Some((consumer, before)) = between.split_last() else {
        return false;
    };
    let quiet = |stmt: &Stmt| {
        let Stmt::Local(local) = stmt else {
            return false;
        };
        let init = local.init.as_ref().filter(|init| init.diverge.is_none());
        init.is_some_and(|init| {
            is_idle_stream(&init.expr, environment)
                || side_effect_free::transparent(&init.expr, environment).is_some()
        })
    };
    // What it borrows nobody changes before it is consumed, or rustc refuses that where it stands.
    let lent = |name: &String| {
        !between
            .iter()
            .any(|stmt| may_change(stmt, name, environment))
    };
    let mentioned = |name: &String| {
        between
            .iter()
            .any(|stmt| !Mentions::of_stmt(stmt).avoid(name))
    };
    let in_time = evaluated.total || before.iter().all(quiet) && begins_with(consumer, name);
    let shadows = |stmt: &Stmt| match stmt {
        Stmt::Local(local) => !binds(&local.pat).is_disjoint(&names),
        Stmt::Macro(mac) => !macros::binds_nothing(&mac.mac),
        _ => false,
    };
    let binds_in_macro =
        |stmt: &Stmt| matches!(stmt, Stmt::Macro(mac) if !macros::binds_nothing(&mac.mac));
    let changed = |name: &String| {
        between.iter().any(|stmt| {
            let found = Mentions::of_stmt(stmt);
            found.opaque_macro
                || found.assigned.contains(name)
                || found.mutably_borrowed.contains(name)
                || found.method_receivers.contains(name)
                || found.moved.contains(name) && !is_plain(name, environment)
        })
    };
    in_time
        && !before.iter().any(shadows)
        && !binds_in_macro(consumer)
        && !evaluated.changeable.iter().any(changed)
        && names.iter().all(lent)
        && !taken(init, environment).iter().any(mentioned)
}

/// The arrays that an iterator may take: they are gone where it is bound.
fn taken(init: &Expr, environment: &Environment) -> SortedSet<String> {
    let stmt = Stmt::Expr(init.clone(), None);
    let mut names = Mentions::of_expr(init).moved;
    names.extend(receivers::taken_or_changed(&stmt));
    names.retain(|name| {
        let array = environment.visible_array(name);
        array.is_some_and(|array| array.by == By::Owned && !is_copied(&array.owner))
    });
    names
}

/// A `[T; N]` may be copied.
fn is_copied(owner: &Owner) -> bool {
    matches!(owner, Owner::Array(_))
}

/// True if a statement may change what a name holds: it assigns it, hands it on as a mutable reference, or calls a method that does
/// not visibly only look at it.
fn may_change(stmt: &Stmt, name: &str, environment: &Environment) -> bool {
    let Some(known) = environment.lookup(name) else {
        return false;
    };
    let found = Mentions::of_stmt(stmt);
    let shared = |ty: &Type| !types::is_mutable_reference(ty);
    let changeable = known.mutable || !known.ty.as_ref().is_some_and(shared);
    let handed_on = || found.moved.contains(name) && !is_plain(name, environment);
    changeable
        && (handed_on()
            || found.assigned.contains(name)
            || found.mutably_borrowed.contains(name)
            || receivers::taken_or_changed(stmt).contains(name))
}

/// True if a name visibly holds a value that is copied where it is used.
fn is_plain(name: &str, environment: &Environment) -> bool {
    let ty = environment.type_of(name);
    ty.is_some_and(|ty| !matches!(ty, Type::Reference(_)) && environment.visibly_plain(ty))
}

/// True if the iterator of this name is the first thing that a `let` or a `for` loop evaluates.
fn begins_with(stmt: &Stmt, name: &str) -> bool {
    let mut expr = match stmt {
        Stmt::Local(local) => local.init.as_ref().map(|init| &*init.expr),
        Stmt::Expr(Expr::ForLoop(looped), _) => Some(&*looped.expr),
        Stmt::Expr(expr, None) => Some(expr),
        _ => None,
    };
    while let Some(Expr::MethodCall(call)) = expr.map(strip) {
        expr = Some(&call.receiver);
    }
    expr.is_some_and(|expr| local(strip(expr)).is_some_and(|found| spelling(found) == name))
}

/// What is evaluated where an iterator is bound.
struct Evaluated<'a> {
    environment: &'a Environment,
    /// The names that it read, but for those that nobody can change as long as the iterator lives.
    changeable: SortedSet<String>,
    /// False if it may panic.
    total: bool,
}

impl Evaluated<'_> {
    fn stream(&mut self, expr: &Expr) {
        const LAZY: &str = "bytes chain char_indices chars cloned copied enumerate filter filter_map flat_map flatten fuse inspect \
            into_iter iter iter_mut keys lines map map_while rev scan skip_while split_whitespace take_while values zip";
        const OF_NUMBERS: &str = "skip take";
        match strip(expr) {
            Expr::MethodCall(call) => {
                self.stream(&call.receiver);
                let method = call.method.to_string();
                let lazy = among(LAZY, &method);
                self.total &= lazy || among(OF_NUMBERS, &method);
                for argument in &call.args {
                    match strip(argument) {
                        Expr::Closure(closure) if closure.capture.is_none() => {}
                        argument if lazy && !matches!(argument, Expr::Closure(_)) => {
                            self.stream(argument);
                        }
                        argument => self.value(argument),
                    }
                }
            }
            Expr::Reference(reference) => self.stream(&reference.expr),
            Expr::Range(range) => {
                for bound in [&range.start, &range.end].into_iter().flatten() {
                    self.value(bound);
                }
            }
            place @ (Expr::Path(_) | Expr::Field(_)) => {
                let part = matches!(place, Expr::Field(_));
                let root = place_root(place).filter(|root| !self.is_lent(root, part));
                self.changeable.extend(root);
            }
            other => self.value(other),
        }
    }

    /// True if a name, or a part of what it holds, cannot be given another value as long as an iterator over it lives.
    fn is_lent(&self, name: &str, part: bool) -> bool {
        let Some(known) = self.environment.lookup(name) else {
            return false;
        };
        let array = self.environment.visible_array(name);
        let shared = |ty: &Type| !types::is_mutable_reference(ty);
        array.is_some_and(|array| array.by == By::Owned && !is_copied(&array.owner))
            || !known.mutable && (!part || known.ty.as_ref().is_some_and(shared))
    }

    fn value(&mut self, expr: &Expr) {
        let names = Mentions::of_expr(expr).read.into_iter();
        let changeable = names.filter(|name| !is_lasting(name, self.environment));
        self.changeable.extend(changeable);
        let total = asked(expr, self.environment, |term| {
            totality(term, self.environment)
        });
        self.total &= matches!(expr, Expr::Closure(_)) || total == Totality::If(Vec::new());
    }
}

/// How often a name stands in tokens.
fn times(tokens: TokenStream, name: &str) -> usize {
    let count = |token| match token {
        TokenTree::Ident(ident) => usize::from(spelling(&ident) == name),
        TokenTree::Group(group) => times(group.stream(), name),
        _ => 0,
    };
    tokens.into_iter().map(count).sum()
}

/// Puts the iterator in the place of its name, where that is evaluated once and nothing in the
/// statement binds a name.
struct Joiner<'a> {
    name: &'a str,
    init: &'a Expr,
    /// True if it stands there now.
    joined: bool,
    /// True if it was found as the argument of a `zip` or `chain`.
    paired: bool,
}

impl Joiner<'_> {
    fn is_name(&self, expr: &Expr) -> bool {
        matches!(expr, Expr::Path(path)
            if path.path.get_ident().is_some_and(|ident| spelling(ident) == self.name))
    }
}

impl VisitMut for Joiner<'_> {
    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        match expr {
            Expr::Path(_) if self.is_name(expr) => {
                *expr = self.init.clone();
                self.joined = true;
            }
            Expr::MethodCall(call) => {
                let pairs = call.method == "zip" || call.method == "chain";
                self.paired |= pairs && call.args.iter().any(|argument| self.is_name(argument));
                visit_mut::visit_expr_method_call_mut(self, call);
            }
            Expr::Match(matched) => self.visit_expr_mut(&mut matched.expr),
            Expr::If(branch) => self.visit_expr_mut(&mut branch.cond),
            Expr::ForLoop(looped) => self.visit_expr_mut(&mut looped.expr),
            Expr::Binary(binary) if matches!(binary.op, BinOp::And(_) | BinOp::Or(_)) => {
                self.visit_expr_mut(&mut binary.left);
            }
            Expr::Closure(_)
            | Expr::While(_)
            | Expr::Loop(_)
            | Expr::Block(_)
            | Expr::Unsafe(_)
            | Expr::Async(_)
            | Expr::Const(_)
            | Expr::TryBlock(_)
            | Expr::Macro(_) => {}
            _ => visit_mut::visit_expr_mut(self, expr),
        }
    }

    fn visit_field_value_mut(&mut self, field: &mut FieldValue) {
        // `S { name }` prints the name of the field alone.
        if field.colon_token.is_some() {
            visit_mut::visit_field_value_mut(self, field);
        }
    }

    fn visit_block_mut(&mut self, _: &mut syn::Block) {}

    fn visit_item_mut(&mut self, _: &mut syn::Item) {}
}
