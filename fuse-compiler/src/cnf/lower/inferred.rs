//! Statements and chains that keep their order since the first may decide a type that the second asks for (`rust/inferred.rs`).
//!
//! In: the statements of a region and their bindings. Out: precedences. Of two chains in one loop the closures stand in their order; what
//! decides behind the loop alone is the type of the first one's result.

use super::Lowering;
use crate::cnf::{BindingId, Precedence, Reason};
use crate::ops::chain::{Chain, Source, Stream};
use crate::region::{Kind, Region, Statement};
use crate::rust::expr::strip;
use crate::rust::inferred::{
    asked, asks, calls, decides, decides_by, gives_literal, goes_straight, has_hole, is_open,
    is_whole, mentions, opened,
};
use crate::rust::spelling::{spelling, text, times};
use crate::rust::ty::Scalar;
use crate::rust::types::{peel, type_arguments};
use crate::rust::visible::turbofish;
use crate::sorted::{SortedMap, SortedSet};
use quote::ToTokens;
use syn::{Expr, Pat, Stmt, Type};

/// What rustc does not know of the names before a statement.
#[derive(Default)]
struct Open {
    /// Those of which a type may be left open.
    names: SortedSet<String>,
    /// Those that were open when they were bound: what asks for them waits for what has decided.
    ever: SortedSet<String>,
    /// Arrays of whose elements the type is known as a whole, or not at all.
    whole: SortedSet<String>,
    /// Another name of which the type may hang together with that of a name, for some statement mentions both.
    tied: SortedMap<String, String>,
}

/// A statement outside of its chains, or one of those, with what it is to rustc.
struct Part {
    /// The names that it mentions that are, or were, open.
    names: Vec<String>,
    binding: BindingId,
    statement: usize,
    is_chain: bool,
    /// Of a chain: whether it goes through what it reads from the first element to the last, so that no turn of it is peeled off.
    is_straight: bool,
    /// True if it may decide a type; of a chain: where it stands.
    decides: bool,
    /// Of a chain: whether the type of its result may be what decides.
    by_result: bool,
    asks: bool,
}

impl Lowering<'_> {
    /// Each two of them; and two chains of which the first may decide, which keep their order where they are in different loops. A chain
    /// that asks for what its own statement may decide is left alone.
    pub(super) fn types_between(
        &mut self,
        region: &Region,
    ) -> (Vec<Precedence>, Vec<(BindingId, BindingId)>) {
        let mut open = Open::default();
        let mut parts: Vec<Part> = Vec::new();
        let (mut precedences, mut sequences) = (Vec::new(), Vec::new());
        for (index, statement) in region.statements.iter().enumerate() {
            if !open.ever.is_empty() {
                let found = self.parts(index, statement, &mut open);
                open.tie(statement);
                for later in found.iter().filter(|part| part.asks) {
                    for earlier in parts.iter().filter(|earlier| open.are_tied(earlier, later)) {
                        let (order, sequence) = ordered(earlier, later);
                        sequences.extend(sequence.then_some((earlier.binding, later.binding)));
                        if order {
                            let shows = text(&region.statements[earlier.statement].tokens);
                            let because =
                                format!("asks for a type that `{shows}` may be what shows");
                            let order = Precedence::new(
                                earlier.binding,
                                later.binding,
                                Reason::InvisibleResult,
                            );
                            precedences.push(order.because(because));
                        }
                    }
                }
                parts.extend(found);
            }
            open.bind(statement);
            open.tie(statement);
        }
        (precedences, sequences)
    }

    /// What a statement and its chains are to rustc. What the chains ask for is known behind them.
    fn parts(&mut self, index: usize, statement: &Statement, open: &mut Open) -> Vec<Part> {
        let whole = decides(&statement.tokens, &open.names);
        let alone = outside(statement, &open.names);
        for hole in statement.holes() {
            for name in asked(&hole.chain.expr, &open.names, &open.whole) {
                open.names.remove(&name);
            }
        }
        let result = types_its_result(&statement.tokens);
        let mut names = open.names.clone();
        for hole in statement.holes() {
            // A sum of a visible type is of that, whatever the elements are.
            let seen = hole.chain.consumer.gives().is_some_and(|ty| !has_hole(&ty));
            if !seen && mentions(&hole.chain.expr, &open.names) {
                names.insert(spelling(&hole.placeholder));
            }
        }
        let outside = outside(statement, &names);
        let mut parts = Vec::new();
        for binding in self.heads(index) {
            let chain = self.lowered.chain_of(binding).map(|chain| chain.chain);
            let asks = match (chain, &statement.kind) {
                (Some(chain), _) => asks(&chain.expr, &open.ever),
                (None, Kind::Let(binding)) => {
                    mentions(&binding.value.expr, &open.ever) && calls(&binding.value.expr)
                }
                (None, _) => mentions(&statement.tokens, &open.ever),
            };
            let by_result = chain.is_some_and(|chain| {
                (result || types_what_it_makes(chain)) && reads(chain, &open.names)
            });
            if chain.is_some() && asks && alone {
                let of = self.lowered.program.binding(binding).chain;
                let all = self.lowered.program.bindings.iter_mut();
                let own = all.filter(|binding| binding.chain == of);
                own.for_each(|binding| binding.solitary = Some(Reason::InvisibleResult));
            }
            parts.push(Part {
                names: open.mentioned(statement),
                binding,
                statement: index,
                is_chain: chain.is_some(),
                is_straight: chain.is_some_and(|chain| goes_straight(&chain.expr)),
                decides: if chain.is_some() { whole } else { outside },
                by_result,
                asks,
            });
        }
        parts
    }
}

/// Whether the elements that a chain reads may be of an open type.
fn reads(chain: &Chain, names: &SortedSet<String>) -> bool {
    let mut sources = chain.stream.sources().into_iter();
    let other = chain.consumer.streams().iter().flat_map(Stream::sources);
    sources.by_ref().chain(other).any(|source| match source {
        Source::Array(array) => names.contains(&spelling(&array.name)),
        Source::Range(range) => mentions(&range.expr, names),
        Source::Driver(driver) => mentions(&driver.expr, names),
    })
}

/// Whether a statement may decide, outside of its chains, of which type one of some names is.
fn outside(statement: &Statement, names: &SortedSet<String>) -> bool {
    match &statement.kind {
        Kind::Let(binding) => {
            let typed = binding
                .ty
                .as_ref()
                .is_some_and(|ty| !matches!(ty, Type::Infer(_)));
            decides_by(&binding.value.expr, typed, names)
        }
        Kind::Tail(value) => decides_by(&value.expr, true, names),
        Kind::Barrier(_) => decides(&statement.tokens, names),
        Kind::Each(_) => false,
    }
}

/// Whether the second of two parts waits for the first, and whether it does if they are in different loops.
fn ordered(earlier: &Part, later: &Part) -> (bool, bool) {
    if !(earlier.is_chain && later.is_chain) {
        return (earlier.decides, false);
    }
    let straight = earlier.is_straight && later.is_straight;
    (
        earlier.by_result || earlier.decides && !straight,
        earlier.decides && straight,
    )
}

impl Open {
    /// The names that a statement mentions, or binds, that are or were open.
    fn mentioned(&self, statement: &Statement) -> Vec<String> {
        let mentions = |name: &&String| times(name, statement.tokens.to_token_stream()) > 0;
        let mut names = self
            .ever
            .iter()
            .filter(mentions)
            .cloned()
            .collect::<Vec<_>>();
        for hole in statement.holes() {
            let chain = |name: &&String| times(name, hole.chain.expr.to_token_stream()) > 0;
            names.extend(self.ever.iter().filter(chain).cloned());
        }
        names
    }

    /// The types of the names of a statement may hang together.
    fn tie(&mut self, statement: &Statement) {
        let names = self.mentioned(statement);
        let Some(first) = names.first().map(|name| self.root(name)) else {
            return;
        };
        for name in &names {
            let root = self.root(name);
            if root != first {
                self.tied.insert(root, first.clone());
            }
        }
    }

    fn root(&self, name: &str) -> String {
        let mut root = name;
        while let Some(next) = self.tied.get(root) {
            root = next;
        }
        root.to_owned()
    }

    fn are_tied(&self, earlier: &Part, later: &Part) -> bool {
        let roots = later.names.iter().map(|name| self.root(name));
        let roots = roots.collect::<Vec<_>>();
        let mut names = earlier.names.iter();
        names.any(|name| roots.contains(&self.root(name)))
    }

    /// The names that a statement binds.
    fn bind(&mut self, statement: &Statement) {
        let Stmt::Local(local) = &statement.tokens else {
            return;
        };
        let seen = |name: &str| {
            statement
                .binds
                .iter()
                .any(|bound| bound.name == name && bound.seen)
        };
        // A chain that runs before its statement is no part of the tokens of that.
        let mut holes = statement.holes().iter();
        let open = holes.any(|hole| is_open(&hole.chain.expr, true, &self.names));
        let opened = opened(local, open, &seen, &self.names);
        for bound in &statement.binds {
            self.names.remove(&bound.name);
            self.ever.remove(&bound.name);
            self.whole.remove(&bound.name);
        }
        let whole = local
            .init
            .as_ref()
            .is_some_and(|init| is_whole(&init.expr) && !gives_literal(&init.expr));
        for name in opened {
            if whole {
                self.whole.insert(name.clone());
            }
            self.ever.insert(name.clone());
            self.names.insert(name);
        }
    }
}

/// True for a `let` with a type that is no number's: a sum of numbers adds them in the loop.
fn types_its_result(statement: &Stmt) -> bool {
    let Stmt::Local(local) = statement else {
        return false;
    };
    match &local.pat {
        Pat::Type(typed) => {
            Scalar::written(&typed.ty).is_none()
                && !matches!(*typed.ty, Type::Infer(_))
                && !is_vec_of_hole(&typed.ty)
        }
        _ => false,
    }
}

/// True for a chain that ends in a turbofish of such a type.
fn types_what_it_makes(chain: &Chain) -> bool {
    match strip(&chain.expr) {
        Expr::MethodCall(call) => {
            turbofish(call).is_some_and(|ty| Scalar::written(&ty).is_none() && !is_vec_of_hole(&ty))
        }
        _ => false,
    }
}

/// `Vec<_>` shows nothing of the elements.
fn is_vec_of_hole(ty: &Type) -> bool {
    matches!(peel(ty), Type::Path(path) if path.path.segments.last().is_some_and(|last| last.ident == "Vec"))
        && type_arguments(ty).all(|element| matches!(element, Type::Infer(_)))
}
