//! `for` loops that share a loop, and hold loops, as one `for` loop: so that the loops inside of them may share one, too.
//!
//! In: a block whose clusters are chosen. Out: the same block with such loops in the place of one, their bodies one behind the
//! other, and what stood between them before or behind it, as the schedule has it. What runs for an element, and in which order, is
//! what it was: the bodies of a fused loop run one behind the other.

use super::kept::{Kept, pushed};
use super::renaming::{alike, with_free_name, with_names};
use super::rows::VALUE;
use super::{plain_let, read};
use crate::cnf::Lowered;
use crate::decided::Decided;
use crate::loops::Loop;
use crate::ops::chain::{Access, Source, Stream};
use crate::ops::consumer::each::Each;
use crate::ops::reading::local;
use crate::region::{Kind, Region, seen_loops_in};
use crate::rust::environment::{Environment, Origin};
use crate::rust::expr::strip;
use crate::rust::mentions::Mentions;
use crate::rust::patterns::binds;
use crate::rust::spelling::{among, spelling, times};
use crate::rust::visit::{self, Visit};
use crate::schedule::Event;
use crate::sorted::SortedSet;
use quote::ToTokens;
use syn::{Block, Expr, ExprForLoop, Pat, Stmt};

/// The block with the `for` loops of one nest joined, where two of them hold loops; `None` if there are none. `start` is what is known
/// where the block starts.
pub(crate) fn joined(
    block: &Block,
    region: &Region,
    lowered: &Lowered<'_>,
    decided: &Decided,
    start: &Environment,
) -> Option<Block> {
    if region.statements.len() != block.stmts.len() {
        return None;
    }
    let nests = Nests {
        block,
        region,
        lowered,
        decided,
        start,
    };
    (0..decided.loops.len()).find_map(|nest| nests.of(nest))
}

/// True if a block may have such loops, by its looks.
pub(crate) fn may_be_joined(block: &Block) -> bool {
    let holds =
        |stmt: &&Stmt| matches!(stmt, Stmt::Expr(Expr::ForLoop(_), _)) && seen_loops_in(stmt) > 1;
    block.stmts.iter().filter(holds).count() > 1
}

/// The `for` loops of a block, and what was decided about them.
struct Nests<'a> {
    block: &'a Block,
    region: &'a Region,
    lowered: &'a Lowered<'a>,
    decided: &'a Decided,
    start: &'a Environment,
}

/// A `for` loop among the statements.
#[derive(Clone, Copy)]
struct Looped<'a> {
    index: usize,
    written: &'a ExprForLoop,
    each: &'a Each,
    stream: &'a Stream,
}

impl Looped<'_> {
    /// What it runs over, as text, if the same text means the same elements elsewhere: nothing is left to inference.
    fn over(&self) -> Option<String> {
        match &self.stream.source {
            Source::Array(array)
                if array.access == Access::ByReference && self.stream.adapters.is_empty() =>
            {
                Some(format!("&{}", spelling(&array.name)))
            }
            _ => {
                let shown = self.stream.item.as_parameter().is_some();
                let header = self.written.expr.to_token_stream();
                (shown && !has_closures(&self.written.expr)).then(|| header.to_string())
            }
        }
    }

    /// True if its body is plain statements, run to their end.
    fn is_plain(&self) -> bool {
        let body = &self.each.body;
        let plain = |stmt: &Stmt| matches!(stmt, Stmt::Local(_) | Stmt::Expr(..));
        self.written.label.is_none()
            && self.written.attrs.is_empty()
            && body.end.is_none()
            && !body.outward
            && !self.each.holds
            && self.written.body.stmts.iter().all(plain)
    }

    /// True if its body reads all that its pattern binds: of a name that another one reads rustc would no longer say that it does not.
    fn reads_its_names(&self) -> bool {
        let mentioned = Mentions::of_block(&self.written.body);
        let mut names = binds(&self.written.pat).into_iter();
        names.all(|name| name.starts_with('_') || !mentioned.avoid(&name))
    }

    fn holds_loops(&self) -> bool {
        self.written
            .body
            .stmts
            .iter()
            .any(|stmt| seen_loops_in(stmt) > 0)
    }

    fn writes(&self) -> impl Iterator<Item = &String> {
        self.each.body.writes.iter().map(|write| &write.name)
    }
}

/// Where a statement that stands between two loops belongs when they are one.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    Before,
    Behind,
}

impl<'a> Nests<'a> {
    /// The block with the loops of one nest joined.
    fn of(&self, nest: usize) -> Option<Block> {
        let own = (0..self.block.stmts.len()).filter_map(|index| self.looped(index));
        let own = own.filter(|looped| self.runs_in(looped.index) == [nest] && looped.is_plain());
        let own = own.collect::<Vec<_>>();
        // Those over what the first one that holds a loop runs over.
        let first = own.iter().find(|looped| looped.holds_loops())?;
        let over = first.over()?;
        let own = own
            .iter()
            .copied()
            .filter(|looped| looped.over().as_ref() == Some(&over));
        let own = own.collect::<Vec<_>>();
        let holding = own.iter().filter(|looped| looped.holds_loops()).count();
        if holding < 2 || !own.iter().all(Looped::reads_its_names) {
            return None;
        }
        let (first, last) = (own.first()?.index, own.last()?.index);
        let (mut before, mut behind) = (Vec::new(), Vec::new());
        for index in first..last {
            if own.iter().any(|looped| looped.index == index) {
                continue;
            }
            match self.side(index, nest, &own)? {
                Side::Before if behind.iter().all(|other| self.may_pass(index, *other)) => {
                    before.push(index);
                }
                Side::Before => return None,
                Side::Behind => behind.push(index),
            }
        }
        let one = self.one(&own)?;
        let kept = own.iter().filter_map(|looped| self.kept(looped));
        let kept = kept.collect::<Vec<_>>();
        let (looped, gone) = match &kept[..] {
            [kept] => (kept.collected(one)?, Some(kept.declared)),
            // `rows` says which several are pushed to.
            _ => (pushed(one, &kept)?, None),
        };
        let written = |index: usize| self.block.stmts[index].clone();
        let stands = |index: &usize| Some(*index) != gone;
        let mut stmts = (0..first).filter(stands).map(written).collect::<Vec<_>>();
        stmts.extend(before.into_iter().filter(stands).map(written));
        stmts.push(looped);
        stmts.extend(behind.into_iter().map(written));
        stmts.extend_from_slice(&self.block.stmts[last + 1..]);
        Some(Block {
            brace_token: self.block.brace_token,
            stmts,
        })
    }

    fn looped(&self, index: usize) -> Option<Looped<'a>> {
        let Stmt::Expr(Expr::ForLoop(written), _) = &self.block.stmts[index] else {
            return None;
        };
        let Kind::Each(skeleton) = &self.region.statements[index].kind else {
            return None;
        };
        let hole = skeleton.holes.first()?;
        Some(Looped {
            index,
            written,
            each: hole.chain.consumer.of::<Each>()?,
            stream: &hole.chain.stream,
        })
    }

    /// The array that a loop pushes to which was a chain.
    fn kept(&self, looped: &Looped<'a>) -> Option<Kept<'a>> {
        let Some(Stmt::Expr(Expr::MethodCall(push), _)) = looped.written.body.stmts.last() else {
            return None;
        };
        let value = push.args.first().and_then(local)?;
        let array = local(&push.receiver)?;
        if push.method != "push" || !value.to_string().starts_with(VALUE) {
            return None;
        }
        let declares =
            |stmt: &Stmt| plain_let(stmt).is_some_and(|(ident, ..)| ident.ident == *array);
        let declared = self.block.stmts[..looped.index]
            .iter()
            .rposition(declares)?;
        let (_, ty, _) = plain_let(&self.block.stmts[declared])?;
        Some(Kept {
            declared,
            array,
            ty: ty?,
            rows: &looped.written.expr,
            row: looped.stream.item.as_parameter()?,
        })
    }

    /// The loops that the chains of a statement run in.
    fn runs_in(&self, statement: usize) -> Vec<usize> {
        let chains = self.lowered.chains();
        let bindings = chains
            .filter(|chain| chain.statement == statement)
            .flat_map(|chain| chain.bindings.clone())
            .collect::<Vec<_>>();
        let holds = |nest: &Loop| nest.cluster.iter().any(|id| bindings.contains(id));
        let loops = self.decided.loops.iter().enumerate();
        loops
            .filter(|(_, nest)| holds(nest))
            .map(|(index, _)| index)
            .collect()
    }

    fn position(&self, event: Event) -> Option<usize> {
        self.decided
            .schedule
            .events
            .iter()
            .position(|other| *other == event)
    }

    /// True if neither of two statements binds a name that the other mentions.
    fn may_pass(&self, one: usize, other: usize) -> bool {
        let apart = |one: usize, other: usize| {
            let mentioned = Mentions::of_stmt(&self.block.stmts[other]);
            bound_by(&self.block.stmts[one])
                .iter()
                .all(|name| mentioned.avoid(name))
        };
        apart(one, other) && apart(other, one)
    }

    /// The side of a loop on which a statement is that stood between two of those that it is made of. Elsewhere its names would mean
    /// something else.
    fn side(&self, index: usize, nest: usize, own: &[Looped<'_>]) -> Option<Side> {
        let mentions = |index: usize| Mentions::of_stmt(&self.block.stmts[index]);
        let (stmt, mentioned) = (&self.block.stmts[index], mentions(index));
        if matches!(stmt, Stmt::Item(_) | Stmt::Macro(_)) {
            return None;
        }
        let bound = bound_by(stmt);
        let apart = |looped: &Looped<'_>| {
            let other = mentions(looped.index);
            bound.iter().all(|name| other.avoid(name))
                && looped.writes().all(|name| mentioned.avoid(name))
        };
        let mut earlier = own.iter().filter(|looped| looped.index < index);
        let mut later = own.iter().filter(|looped| looped.index > index);
        let here = self.position(Event::Loop(nest))?;
        let stands = self.position(Event::Statement(index))?;
        let side = match self.runs_in(index)[..] {
            [] if stands < here => Side::Before,
            [] => Side::Behind,
            [other] if other == nest => {
                let side = if later.clone().all(apart) {
                    Side::Behind
                } else {
                    Side::Before
                };
                return match side {
                    Side::Before => earlier.all(apart).then_some(side),
                    Side::Behind => Some(side),
                };
            }
            [other] => {
                let runs = self.position(Event::Loop(other))?;
                match (runs < here, stands < here) {
                    (true, true) => Side::Before,
                    (false, false) => Side::Behind,
                    _ => return None,
                }
            }
            _ => return None,
        };
        match side {
            Side::Before => earlier.all(apart),
            Side::Behind => later.all(apart),
        }
        .then_some(side)
    }

    /// The one loop that several are.
    fn one(&self, own: &[Looped<'_>]) -> Option<ExprForLoop> {
        let (first, others) = own.split_first()?;
        let mut one = first.written.clone();
        let names = binds(&one.pat);
        let of_first = Mentions::of_block(&first.written.body);
        let mut stmts = ended(first.written.body.stmts.clone());
        for other in others {
            // What was bound for the bodies before means nothing here, and is dropped unnoticed.
            let locals = self.plain_locals(&stmts, first)?;
            let body = other.body_for(&one.pat, &names, &of_first)?;
            let mentioned = Mentions::of_block(&body);
            if !locals.iter().all(|name| mentioned.avoid(name)) {
                return None;
            }
            // A name that the bodies before have bound would stand between what mentions it in them and here.
            let body = locals
                .iter()
                .fold(body, |body, name| self.with_own(body, name));
            // What is given away is nobody's afterwards.
            let before = block_of(stmts.clone());
            if !names.iter().all(|name| self.stays(name, first, &before)) {
                return None;
            }
            stmts.extend(ended(body.stmts));
        }
        one.body.stmts = stmts;
        Some(one)
    }

    /// A body with a name that is not taken in the place of one that it binds, if that can be had.
    fn with_own(&self, body: Block, name: &str) -> Block {
        if !body.stmts.iter().any(|stmt| bound_by(stmt).contains(name)) {
            return body;
        }
        let tokens = self.block.to_token_stream();
        with_free_name(&body.stmts, name, &tokens, self.start).unwrap_or(body)
    }

    /// What is known in the body of a loop.
    fn environment_in(&self, looped: &Looped<'_>) -> Environment {
        let mut environment = read(&self.block.stmts[..looped.index], self.start, None).1;
        let element = looped.stream.item.as_parameter();
        environment.bind(&looped.written.pat, element.as_ref(), &Origin::Element);
        environment
    }

    /// True if a name of a loop's pattern may be mentioned behind a part of its body: it is copied, or nothing there takes it.
    fn stays(&self, name: &str, looped: &Looped<'_>, part: &Block) -> bool {
        let environment = self.environment_in(looped);
        let copied = match environment.type_of(name) {
            Some(ty) => environment.visibly_copy(ty),
            None => looped.stream.item.by_reference,
        };
        copied || (!Mentions::of_block(part).moved.contains(name) && only_lent(name, part))
    }

    /// The names that statements of a body bind, if nobody can watch those being dropped.
    fn plain_locals(&self, stmts: &[Stmt], first: &Looped<'_>) -> Option<SortedSet<String>> {
        let environment = self.environment_in(first);
        let environment = read(stmts, &environment, None).1;
        let locals = stmts.iter().filter_map(|stmt| match stmt {
            Stmt::Local(local) => Some(binds(&local.pat)),
            _ => None,
        });
        let locals = locals.flatten().collect::<SortedSet<_>>();
        let plain = |name: &String| {
            let known = environment.lookup(name);
            known.is_some_and(|known| {
                let shown = known.ty.as_ref();
                matches!(known.origin, Origin::Literal(_) | Origin::Numbers)
                    || shown.is_some_and(|ty| environment.visibly_plain(ty))
            })
        };
        locals.iter().all(plain).then_some(locals)
    }
}

impl Looped<'_> {
    /// Its body, with the names of another pattern in the place of its own.
    fn body_for(
        &self,
        pattern: &Pat,
        names: &SortedSet<String>,
        first: &Mentions,
    ) -> Option<Block> {
        let body = &self.written.body;
        let pairs = alike(&self.written.pat, pattern)?.into_iter();
        let pairs = pairs.map(|(own, other)| (spelling(&own), other));
        let pairs = pairs.filter(|(own, other)| *own != spelling(other));
        let pairs = pairs.collect::<Vec<_>>();
        let free = pairs.iter().all(|(own, _)| !names.contains(own));
        // Rustc would no longer say of one of the two that nobody reads it.
        let mentioned = Mentions::of_block(body).read;
        let quiet =
            |read: &SortedSet<String>, name: &str| name.starts_with('_') || read.contains(name);
        let read = pairs
            .iter()
            .all(|(own, other)| quiet(&mentioned, own) && quiet(&first.read, &spelling(other)));
        (free && read).then(|| with_names(&body.stmts, &pairs))?
    }
}

fn bound_by(stmt: &Stmt) -> SortedSet<String> {
    match stmt {
        Stmt::Local(local) => binds(&local.pat),
        _ => SortedSet::new(),
    }
}

/// True if the methods that are called of a name borrow it.
fn only_lent(name: &str, block: &Block) -> bool {
    const LENT: &str = "fill get get_mut is_empty iter iter_mut len swap";
    struct Receivers<'a>(&'a str, bool);
    impl<'ast> Visit<'ast> for Receivers<'_> {
        fn visit_expr_method_call(&mut self, call: &'ast syn::ExprMethodCall) {
            let receiver = local(strip(&call.receiver)).map(spelling);
            if receiver.as_deref() == Some(self.0) {
                self.1 &= among(LENT, &call.method.to_string());
            }
            visit::visit_expr_method_call(self, call);
        }
        fn visit_macro(&mut self, mac: &'ast syn::Macro) {
            self.1 &= times(self.0, mac.tokens.clone()) == 0;
        }
    }
    let mut receivers = Receivers(name, true);
    receivers.visit_block(block);
    receivers.1
}

fn has_closures(expr: &Expr) -> bool {
    struct Closures(bool);
    impl<'ast> Visit<'ast> for Closures {
        fn visit_expr_closure(&mut self, _: &'ast syn::ExprClosure) {
            self.0 = true;
        }
    }
    let mut closures = Closures(false);
    closures.visit_expr(expr);
    closures.0
}

/// Statements that others may follow.
fn ended(mut stmts: Vec<Stmt>) -> Vec<Stmt> {
    let is_block = |expr: &Expr| {
        matches!(
            expr,
            Expr::Block(_)
                | Expr::ForLoop(_)
                | Expr::If(_)
                | Expr::Loop(_)
                | Expr::Match(_)
                | Expr::Unsafe(_)
                | Expr::While(_)
        )
    };
    if let Some(Stmt::Expr(expr, semicolon)) = stmts.last_mut()
        && !is_block(expr)
    {
        semicolon.get_or_insert_with(Default::default);
    }
    stmts
}

fn block_of(stmts: Vec<Stmt>) -> Block {
    Block {
        brace_token: <syn::token::Brace>::default(),
        stmts,
    }
}
