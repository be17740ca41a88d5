//! Statements that write one value, sunk below the loops behind them that neither read nor write it, or raised above those before them.
//!
//! In: a block. Out: the same with each `sums.push(t);`, `sums[i] = t;`, `s += t;` and `if t { s = u; }` as far below as it may stand, if a loop or a
//! chain has come to stand before it: then those on both sides of it are neighbours. What is left open where values are written
//! in a fused loop is left open here: which of two panics comes first, and what a place holds when one unwinds. What rustc infers
//! from such a statement it may need in what stands behind it: so it passes nothing whose types may hang together with its own.

use super::read;
use super::renaming::with_free_name;
use crate::ops::body::Body;
use crate::ops::chain::Chain;
use crate::region::{Barrier, Kind, Statement, seen_loops_in, skeleton_of};
use crate::rust::bound::Bound;
use crate::rust::control::statement_attributes;
use crate::rust::environment::{Environment, Origin};
use crate::rust::expr::{compound, place_root, strip};
use crate::rust::hidden_code::Hidden;
use crate::rust::mentions::Mentions;
use crate::rust::patterns::single_name;
use crate::rust::side_effect_free::transparent;
use crate::rust::spelling::{spelling, times};
use crate::rust::totality::{Totality, totality};
use crate::rust::types::{self, By, shared_reference};
use crate::rust::visible::{asked, visible_type};
use crate::sorted::{SortedMap, SortedSet};
use quote::ToTokens;
use std::cell::OnceCell;
use syn::{Block, Expr, Stmt, Type};

/// The block with its writes of one value sunk or raised, if one of them comes to stand on the other side of a loop or a chain. `start` is what is known
/// where the block starts.
pub(crate) fn sunk(block: &Block, start: &Environment) -> Option<Block> {
    let block = &named_apart(block, start);
    let (region, environment) = read(&block.stmts, start, None);
    if region.statements.len() != block.stmts.len() {
        return None;
    }
    let written = block.stmts.iter().zip(&region.statements);
    let writes = written.map(|(stmt, statement)| match &statement.kind {
        Kind::Barrier(wall) => Write::of(stmt, wall),
        Kind::Let(_) | Kind::Tail(_) | Kind::Each(_) => None,
    });
    let writes = writes.collect::<Vec<_>>();
    let mut order = (0..block.stmts.len()).collect::<Vec<_>>();
    let mut moved = SortedSet::new();
    let runs = |other: &usize| seen_loops_in(&block.stmts[*other]) > 0;
    let prefixes = Prefixes::of(&region.statements, start, &environment);
    let passes = |write: &Write<'_>, at: usize, other: usize| match &writes[other] {
        Some(other) => write.is_apart(other),
        None => {
            let statement = &region.statements[other];
            let until = at.max(other);
            write.passes(&block.stmts[other], statement)
                && prefixes
                    .inferred(until)
                    .are_apart(&region.statements[at], statement)
        }
    };
    for index in (0..order.len()).rev() {
        let at = order[index];
        let Some(write) = &writes[at] else {
            continue;
        };
        let behind = &order[index + 1..];
        let passed = behind.iter().take_while(|other| passes(write, at, **other));
        let passed = passed.count();
        if let Some(last) = behind[..passed].iter().rposition(runs) {
            order[index..=index + 1 + last].rotate_left(1);
            moved.insert(at);
        }
    }
    // What the loop behind it needs is raised above the one before it.
    for index in 0..order.len() {
        let at = order[index];
        let write = writes[at].as_ref().filter(|write| write.total);
        let Some(write) = write.filter(|_| !moved.contains(&at)) else {
            continue;
        };
        let (before, behind) = order.split_at(index);
        let passed = before.iter().rev();
        let passed = passed
            .take_while(|other| passes(write, at, **other))
            .count();
        let first = before[index - passed..].iter().position(runs);
        if let (Some(first), true) = (first, behind[1..].iter().any(runs)) {
            order[index - passed + first..=index].rotate_right(1);
            moved.insert(at);
        }
    }
    (!moved.is_empty()).then(|| Block {
        brace_token: block.brace_token,
        stmts: order
            .iter()
            .map(|index| block.stmts[*index].clone())
            .collect(),
    })
}

/// True if a block may have such statements between loops, by its looks.
pub(crate) fn may_sink(block: &Block) -> bool {
    let mut runs = block.stmts.iter().map(|stmt| seen_loops_in(stmt) > 0);
    let (first, last) = (
        runs.clone().position(|runs| runs),
        runs.rposition(|runs| runs),
    );
    let Some((first, last)) = first.zip(last) else {
        return false;
    };
    block.stmts[first..last]
        .iter()
        .any(|stmt| parts(stmt).is_some())
}

/// The block with other names for those that are bound anew behind such a statement that reads them, where that can be.
fn named_apart(block: &Block, start: &Environment) -> Block {
    let mut block = block.clone();
    for index in 1..block.stmts.len() {
        let (before, rest) = block.stmts.split_at(index);
        let Stmt::Local(local) = &rest[0] else {
            continue;
        };
        let Some(ident) = single_name(&local.pat) else {
            continue;
        };
        let name = spelling(&ident.ident);
        let reads = |stmt: &&Stmt| parts(stmt).is_some() && !Mentions::of_stmt(stmt).avoid(&name);
        if before.iter().any(|stmt| reads(&stmt)) && Mentions::of_local(local).avoid(&name) {
            let renamed = with_free_name(rest, &name, &block.to_token_stream(), start);
            if let Some(renamed) = renamed {
                block.stmts.truncate(index);
                block.stmts.extend(renamed.stmts);
            }
        }
    }
    block
}

/// The place that a statement writes, and what it evaluates besides: `place = value`, `place += value`, `name.push(value)`, and
/// `if condition { place = value; }`.
fn parts(stmt: &Stmt) -> Option<(&Expr, Vec<&Expr>)> {
    if statement_attributes(stmt) {
        return None;
    }
    match stmt {
        Stmt::Expr(Expr::If(chosen), _)
            if chosen.else_branch.is_none() && !matches!(*chosen.cond, Expr::Let(_)) =>
        {
            let [inside @ Stmt::Expr(expr @ (Expr::Assign(_) | Expr::Binary(_)), _)] =
                chosen.then_branch.stmts.as_slice()
            else {
                return None;
            };
            let (place, mut evaluated) = written(expr).filter(|_| !statement_attributes(inside))?;
            evaluated.push(&chosen.cond);
            Some((place, evaluated))
        }
        Stmt::Expr(expr, Some(_)) => written(expr),
        _ => None,
    }
}

fn written(expr: &Expr) -> Option<(&Expr, Vec<&Expr>)> {
    match expr {
        Expr::Assign(assign) => Some((&assign.left, vec![&assign.right])),
        Expr::Binary(binary) if compound(&binary.op) => Some((&binary.left, vec![&binary.right])),
        Expr::MethodCall(call) if call.method == "push" => {
            let value = call.args.first().filter(|_| call.args.len() == 1)?;
            matches!(&*call.receiver, Expr::Path(_)).then_some((&*call.receiver, vec![value]))
        }
        _ => None,
    }
}

/// A statement that writes one value, and does nothing else.
struct Write<'a> {
    environment: &'a Environment,
    /// The name at the root of the place.
    root: String,
    /// Every name that it mentions.
    reads: SortedSet<String>,
    /// Those that it may move.
    moves: SortedSet<String>,
    /// True if it cannot panic.
    total: bool,
    /// True if what it writes is a local's own.
    owned: bool,
}

impl<'a> Write<'a> {
    fn of(stmt: &Stmt, wall: &'a Barrier) -> Option<Write<'a>> {
        let environment = &wall.environment;
        let (place, mut evaluated) = parts(stmt)?;
        let root = place_root(place)?;
        let pushes = matches!(stmt, Stmt::Expr(Expr::MethodCall(_), _));
        match strip(place) {
            Expr::Path(_) if pushes => {
                let array = Bound::of(&root, environment).array?;
                (array.by != By::Shared && array.vector).then_some(())?;
            }
            Expr::Path(_) => is_number(&root, environment).then_some(())?,
            Expr::Unary(deref) if matches!(&*deref.expr, Expr::Path(_)) => {
                let ty = visible_type(place, environment)?;
                environment.scalar(&ty)?;
            }
            Expr::Index(index) if matches!(&*index.expr, Expr::Path(_)) => {
                let array = Bound::of(&root, environment).array?;
                (array.by != By::Shared && array.numbers).then_some(())?;
                evaluated.push(&index.index);
            }
            _ => return None,
        }
        let mut total = !matches!(strip(place), Expr::Index(_));
        let mut moves = SortedSet::new();
        for expr in evaluated {
            if seen_loops_in(&Stmt::Expr(expr.clone(), None)) > 0 {
                let skeleton = skeleton_of(expr, environment)?;
                let closed = |chain: &Chain| !chain.minds(Hidden::Unseen);
                let mut chains = skeleton.holes.iter().map(|hole| &hole.chain);
                (skeleton.hidden == Hidden::Nothing && chains.all(closed)).then_some(())?;
                moves.extend(skeleton.moves);
                total = false;
            } else {
                let judged = transparent(expr, environment)?;
                (judged.hidden == Hidden::Nothing).then_some(())?;
                moves.extend(judged.moves);
                let found = asked(expr, environment, |term| totality(term, environment));
                total &= found == Totality::If(Vec::new());
            }
        }
        let reads = Mentions::of_stmt(stmt).read;
        // What a name refers to may be written by its own name behind this.
        let array = environment.visible_array(&root);
        let own = array.is_some_and(|array| array.by == By::Owned);
        let refers = |name: &String| {
            if own && *name == root {
                return false;
            }
            let known = environment.lookup(name);
            known.is_some_and(|known| match &known.origin {
                Origin::Parameter | Origin::Element | Origin::Literal(_) | Origin::Numbers => false,
                _ => !known
                    .ty
                    .as_ref()
                    .is_some_and(|ty| environment.visibly_owned(ty)),
            })
        };
        if reads.iter().any(refers) {
            return None;
        }
        let reference = |ty: &Type| matches!(ty, Type::Reference(_));
        Some(Write {
            environment,
            owned: !environment.type_of(&root).is_some_and(reference),
            root,
            reads,
            moves,
            total,
        })
    }

    /// True if no method can change what a name holds.
    fn is_fixed(&self, name: &str) -> bool {
        self.environment.lookup(name).is_some_and(|known| {
            let reference = known.ty.as_ref().is_some_and(types::is_mutable_reference);
            !known.mutable && known.ty.is_some() && !reference
        })
    }

    fn is_shared(&self, name: &str) -> bool {
        let ty = self.environment.type_of(name);
        ty.is_some_and(|ty| shared_reference(ty).is_some())
    }

    /// True if two of them may change places.
    fn is_apart(&self, other: &Write<'_>) -> bool {
        let taken = |one: &Write<'_>, by: &Write<'_>| {
            let moves = by.moves.intersection(&one.reads);
            moves
                .into_iter()
                .any(|name| !is_number(name, self.environment))
        };
        !self.reads.contains(&other.root)
            && !other.reads.contains(&self.root)
            && !taken(self, other)
            && !taken(other, self)
    }

    /// True if it may stand behind a statement that stands behind it; or, if it cannot panic, before one that stands before it.
    fn passes(&self, stmt: &Stmt, statement: &Statement) -> bool {
        let mentioned = Mentions::of_stmt(stmt);
        let chains = || statement.holes().iter().map(|hole| &hole.chain);
        let (closed, total) = match &statement.kind {
            Kind::Let(binding) => {
                let value = asked(&binding.value.expr, self.environment, |term| {
                    totality(term, self.environment)
                });
                let quiet = binding.value.hidden == Hidden::Nothing;
                (
                    self.total || quiet && chains().all(|chain| !chain.minds(Hidden::Unseen)),
                    quiet && value == Totality::If(Vec::new()) && chains().all(Chain::is_total),
                )
            }
            Kind::Each(_) => {
                let mut bodies = chains().filter_map(|chain| chain.consumer.body());
                let of = |body: &Body| (!body.outward, body.calm);
                bodies.next().map_or((false, false), of)
            }
            Kind::Tail(_) | Kind::Barrier(_) => return false,
        };
        let changes = |name: &String| {
            let copied = is_number(name, self.environment) || self.is_shared(name);
            mentioned.assigned.contains(name)
                || mentioned.mutably_borrowed.contains(name)
                || !copied && mentioned.moved.contains(name)
                || !self.is_fixed(name) && mentioned.method_receivers.contains(name)
        };
        let binds = |name: &String| statement.binds.iter().any(|bound| bound.name == *name);
        let taken = chains().flat_map(|chain| {
            let mut taken = chain.moves();
            taken.extend(chain.given_away());
            taken
        });
        let taken = taken.collect::<SortedSet<_>>();
        // What others may see behind a panic is written before it.
        closed
            && (total || self.owned)
            && mentioned.avoid(&self.root)
            && !self.moves.iter().any(|name| mentioned.read.contains(name))
            && self
                .reads
                .iter()
                .all(|name| !binds(name) && !taken.contains(name))
            && !self.reads.iter().any(changes)
    }
}

/// The beginnings of a list of statements, and which names of each may get their types from one another.
struct Prefixes<'a> {
    statements: &'a [Statement],
    /// The names of each statement that it binds or reads: whether the type shows, and whether they come from outside.
    names: Vec<Vec<(&'a String, bool, bool)>>,
    /// By the number of the last statement, what was asked for.
    inferred: Vec<OnceCell<Inferred>>,
}

impl<'a> Prefixes<'a> {
    fn of(statements: &'a [Statement], start: &Environment, end: &Environment) -> Self {
        let of_name = |name: &'a String| {
            let shown = end
                .lookup(name)
                .is_some_and(|known| shows(known.ty.as_ref()));
            (name, shown, start.lookup(name).is_some())
        };
        let of_statement = |statement: &'a Statement| {
            let bound = statement.binds.iter().map(|bound| &bound.name);
            bound.chain(&statement.reads).map(of_name).collect()
        };
        Prefixes {
            statements,
            names: statements.iter().map(of_statement).collect(),
            inferred: statements.iter().map(|_| OnceCell::new()).collect(),
        }
    }

    /// Of the statements up to one of them.
    fn inferred(&self, until: usize) -> &Inferred {
        self.inferred[until].get_or_init(|| {
            let bound = self.statements[..=until].iter();
            let bound = bound.flat_map(|statement| &statement.binds);
            let mut seen = SortedSet::new();
            let rebound = bound.map(|bound| &bound.name);
            let rebound = rebound.filter(|name| !seen.insert(*name)).collect();
            Inferred::of(&self.names[..=until], &rebound)
        })
    }
}

/// Which names may get their types from one another.
struct Inferred {
    /// By name, the number of those that hang together with it.
    groups: SortedMap<String, usize>,
}

impl Inferred {
    /// Of the names whose types do not show: those that one of the statements mentions, and all from outside of them. What several
    /// of them bind has no type that shows.
    fn of(statements: &[Vec<(&String, bool, bool)>], rebound: &SortedSet<&String>) -> Inferred {
        let mut groups: SortedMap<String, usize> = SortedMap::new();
        for (index, names) in statements.iter().enumerate() {
            let open = names
                .iter()
                .filter(|(name, shown, _)| !shown || rebound.contains(name));
            let open = open.collect::<Vec<_>>();
            // The first group is that of the names from outside.
            let outside = open.iter().any(|(_, _, outside)| *outside);
            let group = if outside { 0 } else { index + 1 };
            let met = open
                .iter()
                .filter_map(|(name, ..)| groups.get(*name).copied());
            let met = met.collect::<SortedSet<_>>();
            let group = met
                .iter()
                .copied()
                .min()
                .map_or(group, |least| least.min(group));
            if met.iter().any(|other| *other != group) {
                for other in groups.values_mut() {
                    if met.contains(other) {
                        *other = group;
                    }
                }
            }
            groups.extend(open.into_iter().map(|(name, ..)| ((*name).clone(), group)));
        }
        Inferred { groups }
    }

    fn of_statement(&self, statement: &Statement) -> SortedSet<usize> {
        let bound = statement.binds.iter().map(|bound| &bound.name);
        let names = bound.chain(&statement.reads);
        names
            .filter_map(|name| self.groups.get(name).copied())
            .collect()
    }

    fn are_apart(&self, one: &Statement, other: &Statement) -> bool {
        self.of_statement(one)
            .is_disjoint(&self.of_statement(other))
    }
}

/// True if a type leaves nothing to be inferred.
fn shows(ty: Option<&Type>) -> bool {
    ty.is_some_and(|ty| times("_", ty.to_token_stream()) == 0)
}

/// True for a name that visibly holds a number of its own.
fn is_number(name: &str, environment: &Environment) -> bool {
    environment
        .lookup(name)
        .is_some_and(|known| match &known.ty {
            Some(ty) => environment.scalar(ty).is_some(),
            None => matches!(known.origin, Origin::Literal(_)),
        })
}
