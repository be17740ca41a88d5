//! Loops over all indices of an array, of which each turn touches its own element, as loops over the elements.
//!
//! In: a block. Out: `for i in 0..w.len() { w[i] *= t; }` as `for w in w.iter_mut() { *w *= t; }`, where another statement of the block
//! walks the array itself: the two take the same elements in the same order then, and may share a loop. The range is as long as the
//! array, so no index is out of bounds; the elements are numbers, so none is another's cell.

use super::{made, name_of, plain_let, read};
use crate::ops::names::local;
use crate::rust::environment::Environment;
use crate::rust::expr::strip;
use crate::rust::macros;
use crate::rust::mentions::Mentions;
use crate::rust::patterns::{binds, single_name};
use crate::rust::spelling::{spelling, times};
use crate::rust::std_names;
use crate::rust::touches::touches_at;
use crate::rust::types::{By, Owner};
use crate::rust::visit::{self, Visit};
use crate::rust::visit_mut::{self, VisitMut};
use crate::sorted::SortedSet;
use proc_macro2::Ident;
use quote::ToTokens;
use syn::{Block, Expr, ExprForLoop, ExprIndex, Lit, Pat, PatIdent, RangeLimits, Stmt};

/// The block with such loops over elements, if there are any. `start` is what is known where the block starts.
pub(crate) fn over_elements(block: &Block, start: &Environment) -> Option<Block> {
    let walked = walked(block);
    let mut stmts = Vec::new();
    let mut any = false;
    for (index, stmt) in block.stmts.iter().enumerate() {
        let Some(looped) = counted(stmt) else {
            stmts.push(stmt.clone());
            continue;
        };
        let environment = || read(&block.stmts[..index], start, None).1;
        let mut arrays = indexed(looped).into_iter();
        let array = arrays.find(|array| {
            walked.contains(array) && covers(looped, array, &block.stmts[..index], &environment())
        });
        match array.and_then(|array| Over::of(looped, &array)) {
            Some(over) => {
                if let Some(end) = over.end {
                    let mention = local("_end", &format!("of_{index}"));
                    stmts.push(syn::parse_quote!(let #mention = #end;));
                }
                stmts.push(Stmt::Expr(Expr::ForLoop(over.looped), None));
                any = true;
            }
            None => stmts.push(stmt.clone()),
        }
    }
    any.then(|| Block {
        brace_token: block.brace_token,
        stmts,
    })
}

/// True if a block may have such loops, by its looks.
pub(crate) fn may_be_over_elements(block: &Block) -> bool {
    block.stmts.iter().any(|stmt| counted(stmt).is_some()) && !walked(block).is_empty()
}

/// A loop over a range that starts at 0.
fn counted(stmt: &Stmt) -> Option<&ExprForLoop> {
    let Stmt::Expr(Expr::ForLoop(looped), None) = stmt else {
        return None;
    };
    let Expr::Range(range) = strip(&looped.expr) else {
        return None;
    };
    let zero = |of: &Expr| matches!(strip(of), Expr::Lit(of) if is_zero(&of.lit));
    let from = range.start.as_deref().is_some_and(zero);
    let open = matches!(range.limits, RangeLimits::HalfOpen(_)) && range.end.is_some();
    let plain = looped.attrs.is_empty() && looped.label.is_none();
    let name = single_name(&looped.pat).is_some_and(|name| name.mutability.is_none());
    (from && open && plain && name).then_some(looped)
}

/// `0` or `0usize`
fn is_zero(literal: &Lit) -> bool {
    matches!(literal, Lit::Int(int) if int.base10_digits() == "0" && ["", "usize"].contains(&int.suffix()))
}

/// The names of which statements of a block take the elements one by one.
fn walked(block: &Block) -> SortedSet<String> {
    struct Walked(SortedSet<String>);
    fn behind(expr: &Expr) -> Option<String> {
        match strip(expr) {
            Expr::Reference(of) => name_of(&of.expr),
            other => name_of(other),
        }
    }
    impl<'ast> Visit<'ast> for Walked {
        fn visit_expr_method_call(&mut self, call: &'ast syn::ExprMethodCall) {
            if call.method == "iter" || call.method == "iter_mut" {
                self.0.extend(name_of(&call.receiver));
            }
            if call.method == "zip" {
                self.0.extend(call.args.first().and_then(behind));
            }
            visit::visit_expr_method_call(self, call);
        }
        fn visit_expr_for_loop(&mut self, looped: &'ast ExprForLoop) {
            self.0.extend(behind(&looped.expr));
            visit::visit_expr_for_loop(self, looped);
        }
    }
    let mut walked = Walked(SortedSet::new());
    block.stmts.iter().for_each(|stmt| walked.visit_stmt(stmt));
    walked.0
}

/// The arrays that the body of a loop indexes by its counter, and mentions in no other way.
fn indexed(looped: &ExprForLoop) -> Vec<String> {
    struct Indexed<'a>(&'a str, SortedSet<String>);
    impl<'ast> Visit<'ast> for Indexed<'_> {
        fn visit_expr_index(&mut self, index: &'ast ExprIndex) {
            if name_of(&index.index).is_some_and(|name| name == self.0) {
                self.1.extend(name_of(&index.expr));
            }
            visit::visit_expr_index(self, index);
        }
    }
    let Some(counter) = single_name(&looped.pat) else {
        return Vec::new();
    };
    let counter = spelling(&counter.ident);
    let mut found = Indexed(&counter, SortedSet::new());
    found.visit_block(&looped.body);
    found.1.into_iter().collect()
}

/// Whether a loop runs over all indices of an array of numbers.
fn covers(looped: &ExprForLoop, array: &str, before: &[Stmt], environment: &Environment) -> bool {
    let Some(known) = environment
        .type_of(array)
        .and_then(|ty| environment.array_of(ty))
    else {
        return false;
    };
    let numbers = environment.primitive_number(&known.element).is_some();
    let Expr::Range(range) = strip(&looped.expr) else {
        return false;
    };
    let Some(end) = range.end.as_deref().map(strip).filter(|_| numbers) else {
        return false;
    };
    if is_length(end, array) {
        return true;
    }
    // A name that holds the length since before: as long as nothing may have made the array another one.
    let fixed = |name: &str| environment.lookup(name).is_some_and(|known| !known.mutable);
    let another = match (&known.by, &known.owner) {
        (By::Shared | By::Mutable, Owner::Slice) => !fixed(array),
        _ => true,
    };
    let stays = |stmt: &Stmt| !another || keeps_length(stmt, array);
    let Some(name) = name_of(end).filter(|name| fixed(name)) else {
        return false;
    };
    let place = before.iter().rposition(|stmt| {
        let bound = plain_let(stmt).map(|(bound, ..)| spelling(&bound.ident));
        bound.is_some_and(|bound| bound == name || bound == array)
    });
    let Some((bound, _, value)) = place.and_then(|place| plain_let(&before[place])) else {
        return false;
    };
    let between = &before[place.map_or(0, |place| place + 1)..];
    let rebinds = |stmt: &Stmt| match stmt {
        Stmt::Local(local) => {
            let bound = binds(&local.pat);
            bound.contains(array) || bound.contains(&name)
        }
        Stmt::Macro(mac) => !macros::binds_nothing(&mac.mac),
        Stmt::Expr(..) | Stmt::Item(_) => false,
    };
    let long = match (spelling(&bound.ident) == array, value) {
        (true, Expr::Macro(vector)) => {
            let std = environment.means_std("Vec") && vector.mac.path.is_ident("vec");
            let filled = made::filled(vector).filter(|_| std);
            filled.is_some_and(|(_, count)| name_of(&count) == Some(name.clone()))
        }
        (true, _) => false,
        (false, value) => bound.mutability.is_none() && is_length(value, array),
    };
    long && !between.iter().any(rebinds) && between.iter().all(stays)
}

/// `array.len()`
fn is_length(expr: &Expr, array: &str) -> bool {
    let Expr::MethodCall(call) = strip(expr) else {
        return false;
    };
    let asks = call.method == "len" && call.args.is_empty() && call.attrs.is_empty();
    asks && name_of(&call.receiver).is_some_and(|name| name == array)
}

/// Whether a statement visibly leaves as many elements in a `Vec`: it mentions it by its elements, or by its length alone.
fn keeps_length(stmt: &Stmt, array: &str) -> bool {
    struct Kept<'a>(&'a str, usize);
    impl<'ast> Visit<'ast> for Kept<'_> {
        fn visit_expr(&mut self, expr: &'ast Expr) {
            let is = |of: &Expr| name_of(of).is_some_and(|name| name == self.0);
            let kept = match expr {
                Expr::Index(index) => is(&index.expr),
                Expr::MethodCall(call) => {
                    let names = ["len", "iter", "iter_mut", "is_empty"];
                    is(&call.receiver) && names.iter().any(|name| call.method == name)
                }
                Expr::Reference(of) => of.mutability.is_none() && is(&of.expr),
                _ => false,
            };
            self.1 += usize::from(kept);
            visit::visit_expr(self, expr);
        }
    }
    let mut kept = Kept(array, 0);
    kept.visit_stmt(stmt);
    kept.1 == times(array, stmt.to_token_stream())
}

/// A loop over the elements of an array, and what it mentions no longer.
struct Over {
    looped: ExprForLoop,
    /// The name of the length, which rustc should still see in use.
    end: Option<Expr>,
}

impl Over {
    /// `None` if the body mentions the array in another way, or its counter may be another name.
    fn of(looped: &ExprForLoop, array: &str) -> Option<Over> {
        let counter = single_name(&looped.pat)?.ident.clone();
        let mut body = looped.body.clone();
        let mentions = mentions_of(&body);
        let changes =
            mentions.assigned.contains(array) || mentions.mutably_borrowed.contains(array);
        let lends = Lends::of(&body, array, changes);
        if mentions.opaque_macro || lends || !touches_at(&body.stmts, array, &spelling(&counter)) {
            return None;
        }
        let element = local(array, "element");
        let mut elements = Elements {
            array,
            element: element.clone(),
            name: None,
        };
        elements.visit_block_mut(&mut body);
        let name = elements.name?;
        let iterator: Expr = match changes {
            true => syn::parse_quote!(#name.iter_mut()),
            false => syn::parse_quote!(#name.iter()),
        };
        let counted = mentions_of(&body).read.contains(&spelling(&counter));
        let end = match strip(&looped.expr) {
            Expr::Range(range) => range.end.as_deref().map(strip).cloned(),
            _ => None,
        };
        let mut looped = looped.clone();
        looped.body = body;
        if counted {
            *looped.pat = syn::parse_quote!((#counter, #element));
            *looped.expr = syn::parse_quote!(#iterator.enumerate());
        } else {
            *looped.pat = Pat::Ident(PatIdent {
                attrs: Vec::new(),
                by_ref: None,
                mutability: None,
                ident: element,
                subpat: None,
            });
            *looped.expr = iterator;
        }
        let end = end.filter(|end| matches!(end, Expr::Path(_)));
        Some(Over { looped, end })
    }
}

fn mentions_of(body: &Block) -> Mentions {
    Mentions::of_expr(&Expr::Block(syn::ExprBlock {
        attrs: Vec::new(),
        label: None,
        block: body.clone(),
    }))
}

/// Whether a body hands out an element other than as a number: by a method that may take it by `&mut`; by a reference, where what it
/// changes may leave it, since a loop over elements holds the array until then.
struct Lends<'a> {
    array: &'a str,
    referred: bool,
    methods: bool,
    leaves: bool,
}

impl Lends<'_> {
    fn of(body: &Block, array: &str, changes: bool) -> bool {
        let mut lends = Lends {
            array,
            referred: false,
            methods: false,
            leaves: false,
        };
        lends.visit_block(body);
        lends.methods || changes && lends.referred && lends.leaves
    }

    fn is_element(&self, expr: &Expr) -> bool {
        matches!(strip(expr), Expr::Index(index) if name_of(&index.expr).as_deref() == Some(self.array))
    }
}

impl<'ast> Visit<'ast> for Lends<'_> {
    fn visit_expr(&mut self, expr: &'ast Expr) {
        match expr {
            Expr::MethodCall(call) if self.is_element(&call.receiver) => {
                let name = call.method.to_string();
                self.methods |= !std_names::is(&name, call.args.len(), std_names::SCALAR);
            }
            Expr::Reference(of) => self.referred |= self.is_element(&of.expr),
            Expr::Return(_) | Expr::Try(_) => self.leaves = true,
            Expr::Break(broken) => self.leaves |= broken.expr.is_some(),
            _ => {}
        }
        visit::visit_expr(self, expr);
    }

    fn visit_pat_ident(&mut self, ident: &'ast PatIdent) {
        self.referred |= ident.by_ref.is_some();
    }
}

/// Writes the element in the place of `array[counter]`.
struct Elements<'a> {
    array: &'a str,
    element: Ident,
    /// The array as it is named there.
    name: Option<Ident>,
}

impl VisitMut for Elements<'_> {
    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        let index = match expr {
            Expr::Index(index) if name_of(&index.expr).as_deref() == Some(self.array) => index,
            _ => return visit_mut::visit_expr_mut(self, expr),
        };
        if let Expr::Path(path) = &*index.expr {
            self.name = path.path.get_ident().cloned();
        }
        let element = &self.element;
        *expr = syn::parse_quote!((*#element));
    }
}
