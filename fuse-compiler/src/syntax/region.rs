//! The statements of one block: chains, transparent statements, walls (design section 3).
//!
//! In: a block and the [`Environment`] around it. Out: a [`Region`]. Every later stage works on
//! it; the statements keep their tokens, and what is not fused comes out of them unchanged.

mod bindings;
mod count;
mod cut;

pub(crate) use count::loops_in;

use super::chain::Chain;
use super::control::statement_attributes;
use super::environment::Environment;
use super::facts::{self, Extent, Stated};
use super::mentions::Mentions;
use super::parse_chain::{text, visible_array};
use super::patterns;
use super::refusal::{Cause, Refusal};
use super::types::By;
use bindings::bind_names;
use count::chain_outside_blocks;
use cut::read_skeleton;
use proc_macro2::Ident;
use syn::spanned::Spanned;
use syn::{Block, Expr, Local, Pat, Stmt, Type};

/// The statement list of one block.
#[derive(Clone, Debug)]
pub(crate) struct Region {
    /// In source order.
    pub(crate) statements: Vec<Statement>,
    /// Lengths that are equal when it starts.
    pub(crate) given: Vec<(Extent, Extent)>,
}

/// One statement.
#[derive(Clone, Debug)]
pub(crate) struct Statement {
    /// As written.
    pub(crate) tokens: Stmt,
    /// What it is to the compiler.
    pub(crate) kind: Kind,
    /// Every name that it mentions freely.
    pub(crate) reads: Vec<String>,
    /// Names that it moves, or may move.
    pub(crate) moves: Vec<String>,
    /// Names that its workers give away and that may be mutable references.
    pub(crate) given_away: Vec<String>,
    /// Names that it binds.
    pub(crate) binds: Vec<Bound>,
    /// What it says about lengths.
    pub(crate) stated: Stated,
}

/// A name with what is visible of its type where it is bound.
#[derive(Clone, Debug)]
pub(crate) struct Bound {
    /// The name.
    pub(crate) name: String,
    /// True if it may be assigned or mutably borrowed.
    pub(crate) mutable: bool,
    /// Set if it is visibly an array.
    pub(crate) array: Option<BoundArray>,
    /// True if its type visibly holds no reference.
    pub(crate) owned: bool,
}

/// What is visible of an array.
#[derive(Clone, Debug)]
pub(crate) struct BoundArray {
    /// Owned, shared or mutably borrowed.
    pub(crate) by: By,
    /// True if nothing can be observed when elements are dropped.
    pub(crate) plain: bool,
    /// The `N` of `[T; N]`.
    pub(crate) length: Option<Extent>,
    /// True if its length stays while the name is not bound anew.
    pub(crate) fixed: bool,
}

impl Bound {
    /// What the environment knows of a name.
    #[must_use]
    pub(crate) fn of(name: &str, environment: &Environment) -> Bound {
        let known = environment.lookup(name);
        let array = visible_array(environment, name);
        Bound {
            name: name.to_owned(),
            mutable: known.is_none_or(|known| known.mutable),
            owned: known
                .and_then(|known| known.ty.as_ref())
                .is_some_and(|ty| environment.visibly_owned(ty)),
            array: array.map(|array| BoundArray {
                by: array.by,
                plain: environment.visibly_plain(&array.element),
                length: facts::of_owner(&array.owner, environment),
                fixed: facts::fixed_length(name, environment),
            }),
        }
    }
}

/// What a statement is.
#[derive(Clone, Debug)]
pub(crate) enum Kind {
    /// A `let` whose initialiser is transparent around any number of chains.
    Let(Box<Let>),
    /// A tail expression that is transparent around at least one chain.
    Tail(Skeleton),
    /// Everything else: no combinator crosses it.
    Wall(Wall),
}

/// A plain `let`.
#[derive(Clone, Debug)]
pub(crate) struct Let {
    /// The pattern, without its type.
    pub(crate) pattern: Pat,
    /// The name, if the pattern is a single identifier.
    pub(crate) name: Option<Ident>,
    /// The annotation.
    pub(crate) ty: Option<Type>,
    /// The initialiser.
    pub(crate) value: Skeleton,
}

/// An expression with its chains cut out.
#[derive(Clone, Debug)]
pub(crate) struct Skeleton {
    /// The expression; each chain is replaced by its placeholder.
    pub(crate) expr: Expr,
    /// The chains, in evaluation order.
    pub(crate) holes: Vec<Hole>,
    /// Names that the skeleton itself mentions.
    pub(crate) reads: Vec<String>,
    /// Names that the skeleton itself moves.
    pub(crate) moves: Vec<String>,
}

/// A chain cut out of an expression.
#[derive(Clone, Debug)]
pub(crate) struct Hole {
    /// Stands for the chain's result in the skeleton.
    pub(crate) placeholder: Ident,
    /// The chain.
    pub(crate) chain: Chain,
}

/// An opaque statement that nothing crosses.
#[derive(Clone, Debug)]
pub(crate) struct Wall {
    /// The statement as a person would write it and why it is a wall; `None` if no chain stands in
    /// it outside of its blocks.
    pub(crate) refusal: Option<(String, Refusal)>,
    /// True if a block inside it has been fused.
    pub(crate) rewritten: bool,
    /// Chains and `for` loops in it, which stay as written.
    pub(crate) loops: usize,
    /// What is known of names where it stands, for the blocks inside it.
    pub(crate) environment: Environment,
}

impl Skeleton {
    /// True if the expression is nothing but one chain.
    #[must_use]
    pub(crate) fn is_direct(&self) -> bool {
        self.holes.len() == 1
            && matches!(&self.expr, Expr::Path(path)
                if path.path.get_ident() == Some(&self.holes[0].placeholder))
    }
}

impl Region {
    /// Reads the statements of a block. `result` is the type of the block's value, where the
    /// source shows it.
    #[must_use]
    pub(crate) fn read(
        block: &Block,
        result: Option<&Type>,
        environment: &mut Environment,
    ) -> Region {
        let last = block.stmts.len().saturating_sub(1);
        let mut statements = Vec::new();
        let given = environment.facts();
        for (index, stmt) in block.stmts.iter().enumerate() {
            let tail = index == last;
            let mut statement = read_statement(index, stmt, tail, result, environment);
            let stated = facts::stated(stmt, environment);
            statement.binds = bind_names(&statement, environment);
            stated.remember(environment);
            statement.stated = stated;
            if let Stmt::Local(local) = stmt
                && attributed(local)
            {
                // It may not be there (`#[cfg]`): then its names are those bound before.
                let names = statement.binds.iter().map(|bound| bound.name.clone());
                statement.reads.extend(names);
            }
            statements.push(statement);
        }
        Region { statements, given }
    }

    /// All chains with the statement they stand in, in source order.
    pub(crate) fn chains(&self) -> impl Iterator<Item = (usize, &Hole)> {
        self.statements
            .iter()
            .enumerate()
            .flat_map(|(index, statement)| {
                let holes = match &statement.kind {
                    Kind::Let(binding) => binding.value.holes.as_slice(),
                    Kind::Tail(skeleton) => skeleton.holes.as_slice(),
                    Kind::Wall(_) => &[],
                };
                holes.iter().map(move |hole| (index, hole))
            })
    }
}

fn read_statement(
    index: usize,
    stmt: &Stmt,
    tail: bool,
    result: Option<&Type>,
    environment: &Environment,
) -> Statement {
    let read = match stmt {
        Stmt::Local(local) => {
            read_let(index, local, environment).map(|binding| Kind::Let(Box::new(binding)))
        }
        Stmt::Expr(expr, None) if tail => {
            read_skeleton(index, expr, result, environment).and_then(|skeleton| {
                if skeleton.holes.is_empty() {
                    Err(Refusal::new(expr.span(), Cause::Statement))
                } else {
                    Ok(Kind::Tail(skeleton))
                }
            })
        }
        other => Err(Refusal::new(other.span(), Cause::Statement)),
    };
    let kind = match read {
        Ok(kind) => kind,
        Err(refusal) => {
            let loops = loops_in(stmt);
            let refusal = match refusal.cause {
                _ if !chain_outside_blocks(stmt) => None,
                Cause::Statement => Some(Refusal::new(refusal.span, Cause::Position)),
                _ => Some(refusal),
            };
            Kind::Wall(Wall {
                refusal: refusal.map(|refusal| (text(stmt), refusal)),
                rewritten: false,
                loops,
                environment: environment.clone(),
            })
        }
    };
    let mentioned = Mentions::of_stmt(stmt);
    let mut moves = mentioned.moved.into_iter().collect::<Vec<_>>();
    let mut given_away = Vec::new();
    let value = match &kind {
        Kind::Let(binding) => Some(&binding.value),
        Kind::Tail(value) => Some(value),
        Kind::Wall(_) => None,
    };
    if let Some(value) = value {
        moves = value.moves.clone();
        for hole in &value.holes {
            moves.extend(hole.chain.moves());
            given_away.extend(hole.chain.given_away());
        }
    }
    Statement {
        tokens: stmt.clone(),
        kind,
        reads: mentioned.read.into_iter().collect(),
        moves,
        given_away,
        binds: Vec::new(),
        stated: Stated::default(),
    }
}

fn read_let(index: usize, local: &Local, environment: &Environment) -> Result<Let, Refusal> {
    if !local.attrs.is_empty() || attributed(local) {
        return Err(Refusal::new(local.span(), Cause::Attribute));
    }
    let Some(init) = &local.init else {
        return Err(Refusal::new(local.span(), Cause::Statement));
    };
    if init.diverge.is_some() {
        return Err(Refusal::new(local.span(), Cause::Statement));
    }
    let (pattern, ty) = match &local.pat {
        Pat::Type(typed) => ((*typed.pat).clone(), Some((*typed.ty).clone())),
        pattern => (pattern.clone(), None),
    };
    if !patterns::plain(&pattern) {
        return Err(Refusal::new(pattern.span(), Cause::Pattern));
    }
    let value = read_skeleton(index, &init.expr, ty.as_ref(), environment)?;
    let name = match &pattern {
        Pat::Ident(ident) => Some(ident.ident.clone()),
        _ => None,
    };
    Ok(Let {
        pattern,
        name,
        ty,
        value,
    })
}

/// True if an attribute stands on a `let` or inside it.
fn attributed(local: &Local) -> bool {
    statement_attributes(&Stmt::Local(local.clone()))
}

#[cfg(test)]
mod tests;
