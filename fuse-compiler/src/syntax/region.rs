//! The statements of one block: chains, transparent statements, walls (design section 3).
//!
//! In: a block and the [`Environment`] around it. Out: a [`Region`]. Every later stage works on
//! it; the statements keep their tokens, and what is not fused comes out of them unchanged.

use super::chain::{Chain, Consumer};
use super::control::statement_attributes;
use super::environment::{Environment, Known, Origin};
use super::lists;
use super::macros;
use super::mentions::{Mentions, compound, spelling};
use super::parse_chain::{Attempt, looks_like_chain, parse_chain, text, visible_array};
use super::patterns::{self, binds};
use super::refusal::{Cause, Refusal};
use super::transparent;
use super::types::By;
use super::visible::visible_type;
use proc_macro2::{Ident, Span};
use syn::spanned::Spanned;
use syn::visit::Visit;
use syn::{BinOp, Block, Expr, ExprMethodCall, Local, Pat, Stmt, Type};

/// The statement list of one block.
#[derive(Clone, Debug)]
pub(crate) struct Region {
    /// In source order.
    pub(crate) statements: Vec<Statement>,
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
        for (index, stmt) in block.stmts.iter().enumerate() {
            let tail = index == last;
            let mut statement = read_statement(index, stmt, tail, result, environment);
            statement.binds = bind_names(&statement, environment);
            if let Stmt::Local(local) = stmt
                && attributed(local)
            {
                // It may not be there (`#[cfg]`): then its names are those bound before.
                let names = statement.binds.iter().map(|bound| bound.name.clone());
                statement.reads.extend(names);
            }
            statements.push(statement);
        }
        Region { statements }
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

fn read_skeleton(
    index: usize,
    expr: &Expr,
    expected: Option<&Type>,
    environment: &Environment,
) -> Result<Skeleton, Refusal> {
    let mut cutter = Cutter {
        index,
        environment,
        holes: Vec::new(),
        reads: vec![],
        moves: vec![],
    };
    let expr = cutter.cut(expr, expected)?;
    Ok(Skeleton {
        expr,
        holes: cutter.holes,
        reads: cutter.reads,
        moves: cutter.moves,
    })
}

/// Cuts the chains out of a transparent expression.
struct Cutter<'a> {
    index: usize,
    environment: &'a Environment,
    holes: Vec<Hole>,
    reads: Vec<String>,
    moves: Vec<String>,
}

impl Cutter<'_> {
    /// True if cloning what the last chain found cannot be observed.
    fn last_is_plain(&self) -> bool {
        let item = self.holes.last().map(|hole| &hole.chain.stream.item);
        let ty = item.and_then(|item| item.ty.as_ref());
        ty.is_some_and(|ty| self.environment.visibly_plain(ty))
    }

    fn cut(&mut self, expr: &Expr, expected: Option<&Type>) -> Result<Expr, Refusal> {
        match parse_chain(expr, expected, self.environment) {
            Attempt::Refused(refusal) => return Err(refusal),
            Attempt::Recognised(chain) => {
                let name = format!("chain_{}_{}", self.index, self.holes.len());
                let placeholder = Ident::new(&name, Span::mixed_site());
                let path = syn::Path::from(placeholder.clone());
                self.holes.push(Hole {
                    placeholder,
                    chain: *chain,
                });
                return Ok(Expr::Path(syn::ExprPath {
                    attrs: Vec::new(),
                    qself: None,
                    path,
                }));
            }
            Attempt::NotAChain => {}
        }
        if !holds_chain(expr) {
            return match transparent::transparent(expr, self.environment) {
                Some(judged) => {
                    self.reads.extend(judged.reads);
                    self.moves.extend(judged.moves);
                    Ok(expr.clone())
                }
                None => Err(Refusal::new(expr.span(), Cause::Statement)),
            };
        }
        let position = || Err(Refusal::new(expr.span(), Cause::Position));
        let mut cut = expr.clone();
        match &mut cut {
            Expr::Paren(inner) if inner.attrs.is_empty() => {
                *inner.expr = self.cut(&inner.expr, expected)?;
            }
            Expr::Unary(inner) if inner.attrs.is_empty() => {
                *inner.expr = self.cut(&inner.expr, None)?;
            }
            Expr::Cast(inner) if inner.attrs.is_empty() => {
                *inner.expr = self.cut(&inner.expr, None)?;
            }
            Expr::Field(inner) if inner.attrs.is_empty() => {
                *inner.base = self.cut(&inner.base, None)?;
            }
            Expr::Tuple(inner) if inner.attrs.is_empty() => {
                let types = match expected {
                    Some(Type::Tuple(types)) if types.elems.len() == inner.elems.len() => {
                        types.elems.iter().map(Some).collect()
                    }
                    _ => vec![None; inner.elems.len()],
                };
                for (element, ty) in inner.elems.iter_mut().zip(types) {
                    *element = self.cut(element, ty)?;
                }
            }
            Expr::Binary(inner) if inner.attrs.is_empty() && eager(&inner.op) => {
                *inner.left = self.cut(&inner.left, None)?;
                *inner.right = self.cut(&inner.right, None)?;
            }
            Expr::MethodCall(call) if call.attrs.is_empty() && may_follow_consumer(call) => {
                *call.receiver = self.cut(&call.receiver, None)?;
                if call.method == "cloned" && !self.last_is_plain() {
                    return position();
                }
                for argument in &mut call.args {
                    *argument = self.cut(argument, None)?;
                }
            }
            _ => return position(),
        }
        Ok(cut)
    }
}

/// True if both operands are always evaluated and nothing is assigned.
fn eager(op: &BinOp) -> bool {
    !matches!(op, BinOp::And(_) | BinOp::Or(_)) && !compound(op)
}

/// True if a method may follow a chain in its statement: what unwraps, and what computes on
/// scalars.
fn may_follow_consumer(call: &ExprMethodCall) -> bool {
    let name = call.method.to_string();
    let arguments = call.args.len();
    call.turbofish.is_none()
        && (lists::after_consumer(&name, arguments)
            || lists::method(&name, arguments).is_some_and(|method| method.facts.scalar))
}

/// True if an attribute stands on a `let` or inside it.
fn attributed(local: &Local) -> bool {
    statement_attributes(&Stmt::Local(local.clone()))
}

/// Tells the environment of the names that a statement binds.
fn bind_names(statement: &Statement, environment: &mut Environment) -> Vec<Bound> {
    let local = match &statement.tokens {
        Stmt::Local(local) => local,
        Stmt::Macro(mac) if !macros::binds_nothing(&mac.mac) => {
            return rebind_mentioned(statement, environment);
        }
        _ => return Vec::new(),
    };
    let attributed = matches!(&statement.kind, Kind::Wall(_)) && attributed(local);
    let (pattern, annotation) = match &local.pat {
        Pat::Type(typed) => (&*typed.pat, Some((*typed.ty).clone())),
        pattern => (pattern, None),
    };
    if let (Pat::Ident(ident), false) = (pattern, attributed) {
        let (ty, origin) = match (&annotation, &statement.kind) {
            (Some(ty), _) => (Some(ty.clone()), Origin::AnnotatedLet),
            (None, Kind::Let(binding)) => {
                let ty = if binding.value.holes.is_empty() {
                    visible_type(&binding.value.expr, environment)
                } else {
                    result_type(&binding.value)
                };
                (ty, Origin::InferredOwned)
            }
            (None, _) => (None, Origin::Unknown),
        };
        let closure = local.init.as_ref().and_then(|init| match &*init.expr {
            Expr::Closure(closure) => Some(closure.clone()),
            _ => None,
        });
        let origin = match (closure, &ty) {
            (Some(closure), _) => Origin::LocalClosure(Box::new(closure)),
            (None, None) => Origin::Unknown,
            (None, Some(_)) => origin,
        };
        environment.push(Known {
            name: spelling(&ident.ident),
            ty,
            mutable: ident.mutability.is_some() || ident.by_ref.is_some(),
            origin,
        });
        return vec![Bound::of(&spelling(&ident.ident), environment)];
    }
    let names = binds(&local.pat);
    for name in &names {
        environment.push(Known {
            name: name.clone(),
            ty: None,
            mutable: true,
            origin: Origin::Pattern,
        });
    }
    names
        .iter()
        .map(|name| Bound::of(name, environment))
        .collect()
}

/// A macro in the place of a statement may expand to a `let` of any name that it is given. An array
/// stays one, of another length; of any other name nothing is known any more.
fn rebind_mentioned(statement: &Statement, environment: &mut Environment) -> Vec<Bound> {
    let names = statement
        .reads
        .iter()
        .filter(|name| !patterns::capitalised(name));
    let mut bound = Vec::new();
    for name in names {
        if visible_array(environment, name).is_none() {
            environment.push_unknown(name, true);
        }
        bound.push(Bound::of(name, environment));
    }
    bound
}

/// The type of a chain's result, where the chain itself shows it.
fn result_type(value: &Skeleton) -> Option<Type> {
    if !value.is_direct() {
        return None;
    }
    match &value.holes[0].chain.consumer {
        Consumer::Collect(collect) => match collect.call.turbofish.as_ref()?.args.first()? {
            syn::GenericArgument::Type(ty) => Some(ty.clone()),
            _ => None,
        },
        Consumer::Reduction(reduction) => Some(reduction.number.clone()),
        Consumer::Count => Some(syn::parse_quote!(usize)),
        Consumer::ShortCircuit(_) => Some(syn::parse_quote!(bool)),
        _ => None,
    }
}

fn holds_chain(expr: &Expr) -> bool {
    let mut counter = Counter::default();
    counter.visit_expr(expr);
    counter.chains > 0
}

/// Chains and `for` loops that are written in a statement.
#[must_use]
pub(crate) fn loops_in(stmt: &Stmt) -> usize {
    let mut counter = Counter::default();
    counter.visit_stmt(stmt);
    counter.chains + counter.loops
}

/// True if a chain stands in a statement outside of the blocks in it, which are regions of their
/// own.
fn chain_outside_blocks(stmt: &Stmt) -> bool {
    struct Finder(bool);
    impl<'ast> Visit<'ast> for Finder {
        fn visit_expr(&mut self, expr: &'ast Expr) {
            self.0 |= looks_like_chain(expr);
            syn::visit::visit_expr(self, expr);
        }
        fn visit_block(&mut self, _: &'ast Block) {}
        fn visit_item(&mut self, _: &'ast syn::Item) {}
    }
    let mut finder = Finder(false);
    finder.visit_stmt(stmt);
    finder.0
}

#[derive(Default)]
struct Counter {
    chains: usize,
    loops: usize,
}

impl<'ast> Visit<'ast> for Counter {
    fn visit_expr(&mut self, expr: &'ast Expr) {
        if looks_like_chain(expr) {
            self.chains += 1;
        }
        if matches!(expr, Expr::ForLoop(_)) {
            self.loops += 1;
        }
        syn::visit::visit_expr(self, expr);
    }

    fn visit_item(&mut self, _: &'ast syn::Item) {}
}

#[cfg(test)]
mod tests;
