//! Searches that can share a loop (docs/DESIGN.md section 6, *Short circuits*).
//!
//! In: a chain. Out: the [`Search`] that it is, if it tests the elements of an array in memory. Block by block it can be answered if its
//! test cannot panic and costs little; in turn with other searches, element by element, whatever its test is.

pub(crate) use super::chain::Question;
use super::chain::{Access, Adapter, Chain, Source, Worker};
use crate::rust::patterns::binds;
use crate::rust::totality::Ask;
use crate::rust::ty::Scalar;
use crate::rust::visible::name_of;
use syn::{Expr, Pat};

/// A chain that asks of the elements of an array.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Search<'a> {
    /// What is asked.
    pub(crate) question: Question,
    /// The closure.
    pub(crate) test: &'a Worker,
    /// True if it takes the elements themselves.
    pub(crate) copied: bool,
    /// True if it is total on primitives, and what the elements are is not visible.
    pub(crate) asks: bool,
    /// True if it can be answered block by block: the test may be called on elements behind the one that decides.
    pub(crate) in_blocks: bool,
    /// True if it can be answered element by element, in turn with other searches through the same array.
    pub(crate) in_turn: bool,
    /// True if LLVM tests several elements at once, so that others may go through the same elements with it.
    pub(crate) in_groups: bool,
    /// True if it may go beside a strict sum: it compares, and nothing else.
    pub(crate) beside_sums: bool,
}

/// True if a test is total, or is so on elements that are primitives: it compares them, and nothing else of a hidden type.
fn asks_of_elements(test: &Worker) -> bool {
    let Expr::Closure(closure) = &test.expr else {
        return false;
    };
    let element = |place: &Expr| {
        let mut place = place;
        while let Expr::Unary(inner) = place {
            place = &inner.expr;
        }
        let bound = |input: &Pat| name_of(place).is_some_and(|name| binds(input).contains(&name));
        closure.inputs.iter().any(bound)
    };
    let questions = test.judgment.totality.questions();
    questions.is_some_and(|questions| {
        questions.iter().all(|question| {
            matches!(question.ask, Ask::Reference | Ask::Comparable) && element(&question.place)
        })
    })
}

/// The most operations of a test that is asked of a group of elements, of which the first may decide.
const OPERATIONS: f64 = 8.0;

// Note [Which tests take groups]
// Measured as in Note [Where several searches begin with groups] of the runtime: of integers of 64 bits, which the baseline of x86-64
// does not compare in vectors, 0.54 with a hit at 20, and 1.2 in the middle.

/// True if a test is total, and is done on several numbers at once. See Note [Which tests take groups].
fn takes_groups(chain: &Chain, test: &Worker) -> bool {
    let Source::Array(array) = &chain.stream.source else {
        return false;
    };
    let work = test.work();
    let number = array.number.as_ref().and_then(Scalar::of);
    number.is_some_and(|number| number.is_float() || number.bits() <= 32)
        && test.judgment.total
        && test.is_operators()
        && work.vector
        && work.divisions == 0.0
        && work.operations <= OPERATIONS
        && chain.stream.parallel.is_none()
}

/// The search that a chain is.
#[must_use]
pub(crate) fn of(chain: &Chain) -> Option<Search<'_>> {
    let question = chain.consumer.question()?;
    if question == Question::Find {
        return None;
    }
    let test = *chain.consumer.workers().first()?;
    let copied = match chain.stream.adapters.as_slice() {
        [] => false,
        [Adapter::Copied] => true,
        _ => return None,
    };
    let in_memory = match &chain.stream.source {
        Source::Array(array) => array.access == Access::ByReference,
        Source::Driver(driver) => driver.may_be_slice,
        Source::Range(_) => false,
    };
    let closure = matches!(&test.expr, Expr::Closure(closure) if closure.capture.is_none());
    let in_groups = question != Question::Position && takes_groups(chain, test);
    let cheap = test.is_cheap();
    let harmless = asks_of_elements(test) && test.given_away.is_empty() && (cheap || in_groups);
    let parallel = chain.stream.parallel.as_ref();
    let stds = parallel.is_none_or(|parallel| parallel.made);
    let in_blocks = harmless && stds;
    // On threads each of them has its own.
    let decides = matches!(question, Question::Any | Question::All);
    let in_turn = decides && test.given_away.is_empty() && parallel.is_none();
    (in_memory && closure && (in_blocks || in_turn)).then_some(Search {
        question,
        test,
        copied,
        asks: in_blocks && !test.judgment.total,
        in_blocks,
        in_turn,
        in_groups,
        beside_sums: in_blocks && cheap,
    })
}
