//! Chains that no statement can be seen from, and statements that such a chain may run before (docs/DESIGN.md section 3, *Barriers*).
//!
//! In: a chain, or a statement that is none. Out: whether the chain gives the same wherever it stands: it cannot panic, calls nothing of a
//! user's, and all that it reads are numbers and texts, or arrays of them, that nobody can change; and whether the statement may
//! leave, so that the chain would have run in vain.

use crate::ops::chain::{Access, Chain, Source};
use crate::ops::consumer::each::Each;
use crate::rust::control::{Control, statement_attributes};
use crate::rust::environment::Environment;
use crate::rust::ty::Ty;
use crate::rust::types::By;
use proc_macro2::{TokenStream, TokenTree};
use quote::ToTokens;
use syn::Stmt;

/// What such a chain should know of a statement that it runs before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Passed {
    /// True if the statement may leave the block: then what ran before it was perhaps in vain.
    pub(crate) leaves: bool,
    /// True if it does so in hardly any call.
    pub(crate) rarely: bool,
}

/// What is to be known of a statement that is passed; `None` if it is one that suspends the function or looks at a clock.
pub(super) fn passed(stmt: &Stmt) -> Option<Passed> {
    let control = Control::of_stmt(stmt);
    let stays = control.awaits
        || control.yields
        || control.verbatim
        || statement_attributes(stmt)
        || matches!(stmt, Stmt::Item(_))
        || looks_at_a_clock(stmt.to_token_stream());
    (!stays).then_some(Passed {
        leaves: control.leaves(),
        rarely: control.leaves_rarely(),
    })
}

/// True if a statement measures time: a person who does so wants nothing to move across it.
fn looks_at_a_clock(tokens: TokenStream) -> bool {
    tokens.into_iter().any(|token| match token {
        TokenTree::Group(group) => looks_at_a_clock(group.stream()),
        TokenTree::Ident(name) => matches!(
            name.to_string().as_str(),
            "Instant"
                | "SystemTime"
                | "now"
                | "elapsed"
                | "start"
                | "stop"
                | "black_box"
                | "fence"
                | "compiler_fence"
        ),
        _ => false,
    })
}

/// True if a chain gives the same wherever it stands, and nobody sees that it ran.
pub(super) fn is_settled(chain: &Chain, environment: &Environment) -> bool {
    let reads = chain.reads();
    let mut names = reads.iter();
    chain.is_total()
        && chain.stream.parallel.is_none()
        && chain.solitary().is_none()
        && !chain.consumer.is::<Each>()
        && chain.moves().is_empty()
        && chain.given_away().is_empty()
        && chain.watched().is_empty()
        && chain
            .workers()
            .iter()
            .all(|worker| !worker.local && !worker.drops)
        && chain
            .stream
            .sources()
            .into_iter()
            .all(|source| match source {
                Source::Array(array) => array.access == Access::ByReference,
                Source::Range(range) => range.integers,
                Source::Driver(_) => false,
            })
        && names.all(|name| is_lasting(name, environment))
}

/// True if nobody can change what a name holds or refers to.
pub(super) fn is_lasting(name: &str, environment: &Environment) -> bool {
    fn lasts(ty: &Ty) -> bool {
        match ty {
            Ty::Scalar(_) | Ty::Text => true,
            Ty::Reference { mutable, to } => !mutable && lasts(to),
            Ty::Slice(element) | Ty::Array(element) => lasts(element),
            Ty::Tuple(parts) | Ty::Declared { parts, .. } => parts.iter().all(lasts),
            Ty::Std(name, arguments) => match (name.as_str(), arguments.as_slice()) {
                ("String", []) => true,
                ("Vec" | "Option" | "Box", [inner]) => lasts(inner),
                _ => false,
            },
            Ty::Matrix { by, element } => *by != By::Mutable && lasts(element),
            Ty::Function | Ty::CopyParameter | Ty::NumberParameter | Ty::Unknown => false,
        }
    }
    environment.lookup(name).is_some_and(|known| {
        let ty = known.ty.as_ref();
        !known.mutable && ty.is_some_and(|ty| lasts(&environment.ty(ty)))
    })
}
