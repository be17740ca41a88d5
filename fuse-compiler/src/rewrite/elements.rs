//! Loops and chains over all indices of an array, of which each turn touches its own element, as loops and chains over the elements.
//!
//! In: a block. Out: `for i in 0..w.len() { w[i] *= t; }` as `for w in w.iter_mut() { *w *= t; }`, and `(0..n).map(|i| f(w[i]))` as
//! `w.iter().map(|w| f(*w))`, where another statement of the block makes or walks the array element by element: the two take the same
//! elements in the same order then, and may share a loop. The range is as long as the array, so no index is out of bounds; elements that
//! are changed are numbers, so none is another's cell.

mod chains;
mod lengths;

use self::lengths::Lengths;
use super::{name_of, plain_let};
use crate::ops::names::local;
use crate::rust::environment::Environment;
use crate::rust::expr::strip;
use crate::rust::mentions::Mentions;
use crate::rust::patterns::single_name;
use crate::rust::spelling::spelling;
use crate::rust::touches::{Lends, touches_at};
use crate::rust::visit::{self, Visit};
use crate::rust::visit_mut::{self, VisitMut};
use crate::sorted::SortedSet;
use proc_macro2::{Ident, TokenStream};
use syn::{Block, Expr, ExprForLoop, ExprIndex, Lit, Pat, PatIdent, RangeLimits, Stmt};

/// The block with such loops and chains over elements, if there are any. `start` is what is known where the block starts.
pub(crate) fn over_elements(
    block: &Block,
    start: &Environment,
    runtime: &TokenStream,
) -> Option<Block> {
    let taken = Taken::of(block);
    let mut stmts = Vec::new();
    let mut any = false;
    for (index, stmt) in block.stmts.iter().enumerate() {
        let lengths = || Lengths::before(&block.stmts[..index], start);
        let over = match counted(stmt) {
            Some(looped) => over_loop(looped, &taken, lengths),
            None => chains::over(stmt, &taken, lengths),
        };
        match over {
            Some((over, ends)) => {
                // The names are still in use, and of the type that an index has.
                for (number, end) in ends.into_iter().enumerate() {
                    let mention = local("_end", &format!("{number}_of_{index}"));
                    stmts.push(syn::parse_quote!(let #mention: #runtime::usize = #end;));
                }
                stmts.push(over);
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

/// True if a block may have such loops or chains, by its looks.
pub(crate) fn may_be_over_elements(block: &Block) -> bool {
    let counts = |stmt: &Stmt| counted(stmt).is_some() || chains::counts(stmt);
    block.stmts.iter().any(counts) && !Taken::of(block).is_empty()
}

/// A statement over elements, and the names of lengths that it mentions no longer.
type Elementwise = (Stmt, Vec<Expr>);

/// A loop over elements.
fn over_loop<'l>(
    looped: &ExprForLoop,
    taken: &Taken,
    lengths: impl FnOnce() -> Lengths<'l>,
) -> Option<Elementwise> {
    let counter = spelling(&single_name(&looped.pat)?.ident);
    let Expr::Range(range) = strip(&looped.expr) else {
        return None;
    };
    let end = range.end.as_deref().map(strip)?;
    let found = indexed(&counter, |found| found.visit_block(&looped.body));
    let arrays = found.into_iter().filter(|array| taken.by_loops(array));
    let arrays = arrays.collect::<Vec<_>>();
    if arrays.is_empty() {
        return None;
    }
    let lengths = lengths();
    let array = arrays.iter().find(|array| lengths.covers(end, array))?;
    let over = Over::of(looped, array, lengths.holds_numbers(array))?;
    let ends = over.end.into_iter().collect();
    Some((Stmt::Expr(Expr::ForLoop(over.looped), None), ends))
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

/// The arrays that statements of a block take element by element.
struct Taken {
    /// By `iter`, `zip` or a `for`, and those that a chain makes or a loop pushes.
    walked: SortedSet<String>,
    /// By a chain over the indices.
    counted: SortedSet<String>,
    /// By a loop over the indices.
    looped: SortedSet<String>,
}

impl Taken {
    fn of(block: &Block) -> Taken {
        let mut taken = Taken {
            walked: SortedSet::new(),
            counted: SortedSet::new(),
            looped: SortedSet::new(),
        };
        for stmt in &block.stmts {
            taken.visit_stmt(stmt);
            taken.counted.extend(chains::indexed_by(stmt));
            if let Some(looped) = counted(stmt)
                && let Some(counter) = single_name(&looped.pat)
            {
                let counter = spelling(&counter.ident);
                let found = indexed(&counter, |found| found.visit_block(&looped.body));
                taken.looped.extend(found);
            }
            if let Some((name, _, Expr::MethodCall(call))) = plain_let(stmt)
                && call.method == "collect"
            {
                taken.walked.insert(spelling(&name.ident));
            }
        }
        taken
    }

    fn is_empty(&self) -> bool {
        self.walked.is_empty() && self.counted.is_empty()
    }

    /// Whether another statement takes it so that a loop over its indices had better be over its elements.
    fn by_loops(&self, array: &str) -> bool {
        self.walked.contains(array) || self.counted.contains(array)
    }

    /// The same of a chain over its indices.
    fn by_chains(&self, array: &str) -> bool {
        self.walked.contains(array) || self.looped.contains(array)
    }

    fn behind(expr: &Expr) -> Option<String> {
        match strip(expr) {
            Expr::Reference(of) => name_of(&of.expr),
            other => name_of(other),
        }
    }
}

impl<'ast> Visit<'ast> for Taken {
    fn visit_expr_method_call(&mut self, call: &'ast syn::ExprMethodCall) {
        if ["iter", "iter_mut", "push"]
            .iter()
            .any(|name| call.method == name)
        {
            self.walked.extend(name_of(&call.receiver));
        }
        if call.method == "zip" {
            self.walked
                .extend(call.args.first().and_then(Taken::behind));
        }
        visit::visit_expr_method_call(self, call);
    }

    fn visit_expr_for_loop(&mut self, looped: &'ast ExprForLoop) {
        self.walked.extend(Taken::behind(&looped.expr));
        visit::visit_expr_for_loop(self, looped);
    }
}

/// Finds the arrays that code indexes by a counter.
struct Indexed<'a>(&'a str, SortedSet<String>);

impl<'ast> Visit<'ast> for Indexed<'_> {
    fn visit_expr_index(&mut self, index: &'ast ExprIndex) {
        if name_of(&index.index).is_some_and(|name| name == self.0) {
            self.1.extend(name_of(&index.expr));
        }
        visit::visit_expr_index(self, index);
    }
}

/// The arrays that what is visited indexes by a counter.
fn indexed(counter: &str, visit: impl FnOnce(&mut Indexed<'_>)) -> SortedSet<String> {
    let mut found = Indexed(counter, SortedSet::new());
    visit(&mut found);
    found.1
}

/// A loop over the elements of an array, and what it mentions no longer.
struct Over {
    looped: ExprForLoop,
    /// The name of the length, which rustc should still see in use.
    end: Option<Expr>,
}

impl Over {
    /// `None` if the body mentions the array in another way, or its counter may be another name.
    fn of(looped: &ExprForLoop, array: &str, numbers: bool) -> Option<Over> {
        let counter = single_name(&looped.pat)?.ident.clone();
        let mut body = looped.body.clone();
        let mentions = mentions_of(&body);
        let changes =
            mentions.assigned.contains(array) || mentions.mutably_borrowed.contains(array);
        // A loop over elements that it changes lends the array until what it has lent of it is let go.
        let lends = Lends::of(&body.stmts, array);
        let lends = lends.methods || lends.called && !numbers || changes && lends.referred;
        if changes && !numbers
            || mentions.opaque_macro
            || lends
            || !touches_at(&body.stmts, array, &spelling(&counter))
        {
            return None;
        }
        let element = local(array, "element");
        let name = Elements::put(&element, array, |elements| {
            elements.visit_block_mut(&mut body);
        })?;
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

/// Writes the element in the place of `array[counter]`.
struct Elements<'a> {
    array: &'a str,
    element: Ident,
    /// The array as it is named there.
    name: Option<Ident>,
}

impl<'a> Elements<'a> {
    /// Writes an element in the place of those of an array, in what is visited. Gives the array as it is named there.
    fn put(
        element: &Ident,
        array: &'a str,
        visit: impl FnOnce(&mut Elements<'a>),
    ) -> Option<Ident> {
        let mut elements = Elements {
            array,
            element: element.clone(),
            name: None,
        };
        visit(&mut elements);
        elements.name
    }
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
