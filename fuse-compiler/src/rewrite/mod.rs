//! Statements that make or read an array in words that are no chain, written as the chains that they mean.
//!
//! In: a block. Out: the block with such statements in other words (`vec![x; n]` as `repeat_n(x, n).collect()`), and the arrays
//! that it is written so for: where one of them is not contracted all the same, it was for nothing, and the block stays as it is
//! written. What an expression evaluates, in which order, and what panics is what it was.

mod anew;
mod asked;
mod called;
mod changed;
mod checks;
mod delayed;
mod direction;
mod elements;
mod extrema;
mod fields;
mod flattened;
mod halves;
mod kept;
mod last_use;
mod lent;
mod made;
mod nests;
mod operands;
mod peeled;
mod renaming;
mod rows;
mod stored;
mod sunk;
mod tried;
mod uses;
mod vectors;

pub(crate) use crate::ops::source::peeled::is_left_in;
pub(crate) use anew::{anew, may_begin_anew};
pub(crate) use called::are_terms;
pub(crate) use changed::{changed, may_be_changed};
pub(crate) use checks::shared as shared_checks;
pub(crate) use elements::{may_be_over_elements, over_elements};
pub(crate) use fields::{may_be_named, named};
pub(crate) use last_use::{last_use, may_be_last_use};
pub(crate) use nests::{joined, may_be_joined};
pub(crate) use peeled::{may_be_peeled_in, peeled};
pub(crate) use rows::{Loops, as_loops, may_hold_rows};
pub(crate) use sunk::{may_sink, sunk};

use crate::cnf::{BindingId, Lowered};
use crate::loops::{Loop, Outcome};
use crate::ops::names::local;
use crate::options::Setting;
use crate::region::Region;
use crate::rust::bound::Bound;
use crate::rust::environment::Environment;
use crate::rust::expr::strip;
use crate::rust::macros;
use crate::rust::mentions::Mentions;
use crate::rust::patterns;
use crate::rust::spelling::{among, spelling, times};
use crate::rust::types;
use crate::rust::visit::{self, Visit};
use crate::sorted::SortedSet;
use proc_macro2::TokenStream;
use quote::ToTokens;
use syn::{Block, Expr, Lit, Local, Pat, Stmt, Type, UnOp};

/// A block in other words.
#[derive(Clone, Debug)]
pub(crate) struct Rewritten {
    /// The block.
    pub(crate) block: Block,
    /// Groups of arrays: of each, one must be contracted, or it was for nothing. Of a loop, as text: others must share it.
    pub(crate) wanted: Vec<Vec<String>>,
    /// How many chains more there are than loops were written.
    pub(crate) added: usize,
    /// Arrays that are gone: what makes them stands where they are read.
    pub(crate) delayed: Vec<String>,
}

/// The statements of a block while they are rewritten.
struct Rewriting<'a> {
    stmts: Vec<Stmt>,
    /// What is known of names where the block starts.
    start: &'a Environment,
    /// The same where it ends.
    environment: Environment,
    /// The path of the runtime.
    runtime: &'a TokenStream,
    /// Arrays that are left as they are written.
    without: &'a SortedSet<String>,
    /// The type of the value of the block.
    result: Option<&'a Type>,
    wanted: Vec<Vec<String>>,
    added: usize,
    delayed: Vec<String>,
}

/// The block in other words, if there are any for a statement of it. `start` is what is known where it starts; `result` is the
/// type of its value; `setting` says how often it may run, and in which order floats are added up; `without` are arrays, and loops, that it is to leave as
/// they are.
pub(crate) fn rewritten(
    block: &Block,
    result: Option<&Type>,
    start: &Environment,
    runtime: &TokenStream,
    setting: &Setting<'_>,
    without: &SortedSet<String>,
) -> Option<Rewritten> {
    let mut rewriting = Rewriting {
        stmts: block.stmts.clone(),
        start,
        environment: start.clone(),
        runtime,
        without,
        result,
        wanted: Vec::new(),
        added: 0,
        delayed: Vec::new(),
    };
    let steps: [fn(&mut Rewriting<'_>); 13] = [
        operands::bound,
        vectors::vectors,
        flattened::blocks,
        made::pushed,
        stored::stored,
        made::copied,
        halves::halves,
        uses::aliases,
        halves::by_reference,
        halves::halves,
        tried::tried,
        extrema::extrema,
        asked::asked,
    ];
    let mut known = usize::MAX;
    for step in steps {
        if rewriting.wanted.len() != known {
            known = rewriting.wanted.len();
            rewriting.learn(result);
        }
        step(&mut rewriting);
    }
    if rewriting.wanted.len() != known {
        rewriting.learn(result);
    }
    delayed::views(&mut rewriting, result);
    if !setting.reassociates() {
        // A block for each of a few elements would cost more than it saves.
        if !setting.inner {
            called::sums(&mut rewriting);
        }
        checks::checks(&mut rewriting, result);
    }
    let changed = !rewriting.wanted.is_empty() || !rewriting.delayed.is_empty();
    changed.then(|| Rewritten {
        block: Block {
            brace_token: block.brace_token,
            stmts: rewriting.stmts,
        },
        wanted: rewriting.wanted,
        added: rewriting.added,
        delayed: rewriting.delayed,
    })
}

/// What stands among the arrays that are contracted for one whose loop others share.
fn made_together(name: &str) -> String {
    format!("{name} beside others")
}

/// What is wanted of a number whose loop others are to share.
fn in_a_loop_with_others(name: &str) -> String {
    format!("{name} in a loop with others")
}

/// What is wanted of an array that nobody is to keep.
pub(crate) fn not_kept(name: &str) -> String {
    format!("{name} not kept")
}

/// The arrays whose loop others share: those that are stored by a loop of several chains, and the pairs of which both halves are
/// stored where somebody else is in the loop, too.
pub(crate) fn beside_others(lowered: &Lowered<'_>, loops: &[Loop]) -> Vec<String> {
    let mut beside = Vec::new();
    for nest in loops {
        let chain = |id: &BindingId| lowered.program.binding(*id).chain;
        let chains = nest.cluster.iter().map(chain).collect::<SortedSet<_>>();
        for outcome in &nest.outcomes {
            if let Outcome::Scalar(number) = outcome
                && chains.len() > 1
            {
                let name = &lowered.program.value(*number).name;
                beside.push(in_a_loop_with_others(name));
            }
            let (array, alone) = match outcome {
                Outcome::Stored { array, .. } => (array, 1),
                Outcome::Contracted(array) => (array, 3),
                Outcome::Pushed { array, .. } => (array, 1),
                // Who asks of all elements goes with a loop that has to look at them.
                Outcome::Scalar(answer) if nest.makes_an_array() => (answer, 1),
                Outcome::Scalar(_) => continue,
            };
            if chains.len() > alone {
                beside.push(made_together(&lowered.program.value(*array).name));
            }
        }
    }
    beside
}

/// Statements as a region, and what is known of names behind them.
fn read(stmts: &[Stmt], start: &Environment, result: Option<&Type>) -> (Region, Environment) {
    let mut environment = start.clone();
    let block = Block {
        brace_token: syn::token::Brace::default(),
        stmts: stmts.to_vec(),
    };
    let region = Region::read(&block, result, &mut environment);
    (region, environment)
}

/// How deep loops may stand in each other where a block is tried in several ways: each way tries all of those in it.
const DEEP: usize = 6;

/// True if loops stand too deep in a block for it to be tried in other ways than as it is written.
pub(crate) fn is_deep(block: &Block) -> bool {
    struct Levels(usize, usize);
    impl<'ast> Visit<'ast> for Levels {
        fn visit_expr(&mut self, expr: &'ast Expr) {
            let is_loop = matches!(expr, Expr::ForLoop(_) | Expr::While(_) | Expr::Loop(_));
            self.0 += usize::from(is_loop);
            self.1 = self.1.max(self.0);
            visit::visit_expr(self, expr);
            self.0 -= usize::from(is_loop);
        }
    }
    let mut levels = Levels(0, 0);
    levels.visit_block(block);
    levels.1 > DEEP
}

/// True if a statement of the block might be written in other words, by its looks.
pub(crate) fn may_apply(block: &Block) -> bool {
    const COPIES: &str = "to_vec clone to_owned as_slice unzip partition";
    let mut collects = false;
    let mut others = false;
    for stmt in &block.stmts {
        others |= called::may_be(stmt.to_token_stream());
        others |= checks::may_be(stmt) || vectors::may_be(stmt) || tried::may_be(stmt);
        others |= asked::may_be(stmt) || operands::may_be(stmt);
        others |=
            matches!(stmt, Stmt::Expr(Expr::MethodCall(call), None) if call.method == "partition");
        let Stmt::Local(Local {
            init: Some(init), ..
        }) = stmt
        else {
            continue;
        };
        match &*init.expr {
            Expr::Macro(made) => others |= made.mac.path.is_ident("vec"),
            Expr::MethodCall(call) => {
                collects |= call.method == "collect";
                others |= among(COPIES, &call.method.to_string());
            }
            Expr::Call(call) => {
                let name = call.func.to_token_stream().to_string();
                others |= name == "Vec :: new" || name == "Vec :: with_capacity";
            }
            Expr::Block(_) | Expr::Reference(_) => others = true,
            _ => {}
        }
    }
    let shows =
        |tokens: TokenStream| delayed::shows_views(tokens.clone()) || extrema::may_be(tokens);
    others || collects && shows(block.to_token_stream())
}

impl Rewritten {
    /// The arrays for which it was for nothing, if those are contracted.
    pub(crate) fn missing(&self, contracted: &SortedSet<String>) -> SortedSet<String> {
        let vanishes = |group: &&Vec<String>| !group.iter().any(|array| contracted.contains(array));
        self.wanted
            .iter()
            .filter(vanishes)
            .flatten()
            .cloned()
            .collect()
    }
}

impl Rewriting<'_> {
    /// Reads what is known of names behind the statements as they are now.
    fn learn(&mut self, result: Option<&Type>) {
        self.environment = read(&self.stmts, self.start, result).1;
    }

    /// What is known of names where a statement stands: a later one may bind them anew.
    fn environment_at(&self, index: usize) -> Environment {
        read(&self.stmts[..index], self.start, None).1
    }

    /// True for an array that may be written in other words: its name is bound once in the block, and was not refused.
    fn may(&self, name: &str) -> bool {
        !self.without.contains(name) && self.is_bound_once(name)
    }

    fn is_bound_once(&self, name: &str) -> bool {
        let binds = self.stmts.iter().filter(|stmt| may_bind(stmt, name));
        binds.count() <= 1
    }

    /// Whether a name that is bound between the `let` of an array and the loop that makes it may come to hold a reference into it: it
    /// would be dropped behind the array then, not before.
    fn is_held(&self, index: usize, place: usize, array: &str) -> bool {
        let environment = self.environment_at(place);
        let mut holders = Vec::new();
        for stmt in &self.stmts[index + 1..place] {
            match stmt {
                Stmt::Local(local) => holders.extend(patterns::binds(&local.pat)),
                Stmt::Macro(mac) if !macros::binds_nothing(&mac.mac) => return true,
                Stmt::Macro(_) | Stmt::Expr(..) | Stmt::Item(_) => {}
            }
        }
        // A temporary behind a reference lives as long as that.
        let watched = |ty: &Type| {
            !environment.visibly_plain(ty)
                || types::refers_to(ty, &|to| !environment.visibly_plain(to))
        };
        holders.retain(|name| {
            let bound = Bound::of(name, &environment);
            let ty = environment.type_of(name);
            !bound.owned && !bound.inert && ty.is_none_or(watched)
        });
        let may_hold = |name: &String| {
            let bound = Bound::of(name, &self.environment);
            !bound.owned && !bound.inert
        };
        let mut derived = SortedSet::from([array.to_owned()]);
        for stmt in &self.stmts[place + 1..] {
            let tokens = stmt.to_token_stream();
            let mentions = |name: &String| times(name, tokens.clone()) > 0;
            if !derived.iter().any(mentions) {
                continue;
            }
            if holders.iter().any(mentions) {
                return true;
            }
            // What is mentioned beside it may have been given it.
            derived.extend(Mentions::of_stmt(stmt).read.into_iter().filter(may_hold));
            if let Stmt::Local(local) = stmt {
                derived.extend(patterns::binds(&local.pat));
            }
        }
        false
    }

    /// Takes the `let` of an array away; true if nothing stands in its place. `left` is what rustc should still see of it, and its
    /// type: a name that is used nowhere else, a number that must be one of the elements.
    fn take_away(&mut self, index: usize, array: &str, left: Option<(TokenStream, Type)>) -> bool {
        let gone = left.is_none();
        match left {
            Some((value, ty)) => {
                let plain = array.trim_start_matches("r#");
                let mention = local(&format!("_{plain}"), "made");
                self.stmts[index] = syn::parse_quote!(let #mention: #ty = #value;);
            }
            None => drop(self.stmts.remove(index)),
        }
        gone
    }

    fn is_copy(&self, ty: &Type) -> bool {
        self.environment.visibly_copy(ty) && self.environment.visibly_plain(ty)
    }
}

/// True if a statement binds a name, or is a macro that may.
fn may_bind(stmt: &Stmt, name: &str) -> bool {
    match stmt {
        Stmt::Local(local) => patterns::binds(&local.pat).contains(name),
        Stmt::Macro(mac) => {
            !macros::binds_nothing(&mac.mac) && times(name, mac.mac.tokens.clone()) > 0
        }
        Stmt::Expr(..) | Stmt::Item(_) => false,
    }
}

/// A `let` of one name without attributes: the name, its type as written, and what it is initialised with.
fn plain_let(stmt: &Stmt) -> Option<(&syn::PatIdent, Option<&Type>, &Expr)> {
    let Stmt::Local(local) = stmt else {
        return None;
    };
    let (pattern, ty) = typed(local)?;
    match pattern {
        Pat::Ident(ident) if ident.by_ref.is_none() && ident.subpat.is_none() => {
            let init = local.init.as_ref()?;
            (init.diverge.is_none()).then_some((ident, ty, &*init.expr))
        }
        _ => None,
    }
}

/// The pattern of a `let` without attributes, and its type.
fn typed(local: &Local) -> Option<(&Pat, Option<&Type>)> {
    if !local.attrs.is_empty() {
        return None;
    }
    Some(match &local.pat {
        Pat::Type(typed) => (&*typed.pat, Some(&*typed.ty)),
        pattern => (pattern, None),
    })
}

/// A literal number or flag, or a number below zero.
fn is_literal(expr: &Expr) -> bool {
    match strip(expr) {
        Expr::Lit(literal) => matches!(literal.lit, Lit::Int(_) | Lit::Float(_) | Lit::Bool(_)),
        Expr::Unary(unary) => matches!(unary.op, UnOp::Neg(_)) && is_literal(&unary.expr),
        _ => false,
    }
}

/// The name that an expression is.
fn name_of(expr: &Expr) -> Option<String> {
    match expr {
        Expr::Path(path) if path.attrs.is_empty() => path.path.get_ident().map(spelling),
        _ => None,
    }
}
