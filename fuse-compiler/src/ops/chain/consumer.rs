//! What ends a chain: all that the rest of the compiler asks of a consumer.
//!
//! In: a consumer, which is a file of `ops/consumer`. Out: what it mentions, what is known of its result, whether it may be
//! divided, and the pieces of its loop. The answers that are given here are those of most consumers; a file has those in
//! which its consumer differs.

use super::stream::Stream;
use crate::ops::accumulator::{Accumulator, RangeTokens, Step};
use crate::ops::body::Body;
use crate::rust::environment::Environment;
use crate::rust::hidden_code::Hidden;
use crate::rust::reason::Reason;
use crate::rust::ty::Scalar;
use crate::rust::worker::Worker;
use crate::sorted::SortedSet;
use proc_macro2::{Ident, TokenStream};
use quote::quote;
use std::any::Any;
use std::fmt::Debug;
use std::ops::{Deref, DerefMut};
use syn::{Expr, Path, Type};

/// What ends a chain.
#[derive(Clone, Debug)]
pub(crate) struct Consumer(Box<dyn Consume>);

impl Consumer {
    /// The data of a consumer of one kind.
    #[must_use]
    pub(crate) fn of<T: Consume>(&self) -> Option<&T> {
        let any: &dyn Any = &*self.0;
        any.downcast_ref()
    }

    /// The same, to be changed.
    pub(crate) fn of_mut<T: Consume>(&mut self) -> Option<&mut T> {
        let any: &mut dyn Any = &mut *self.0;
        any.downcast_mut()
    }

    /// True for a consumer of one kind.
    #[must_use]
    pub(crate) fn is<T: Consume>(&self) -> bool {
        self.of::<T>().is_some()
    }

    /// Every name that it mentions.
    #[must_use]
    pub(crate) fn reads(&self) -> SortedSet<String> {
        let mut names = self.mentions();
        if let Some(worker) = self.worker() {
            names.extend(worker.reads().iter().cloned());
        }
        names
    }
}

impl<T: Consume> From<T> for Consumer {
    fn from(consumer: T) -> Consumer {
        Consumer(Box::new(consumer))
    }
}

impl Deref for Consumer {
    type Target = dyn Consume;

    fn deref(&self) -> &Self::Target {
        &*self.0
    }
}

impl DerefMut for Consumer {
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut *self.0
    }
}

/// What can be copied into a box.
pub(crate) trait Boxed {
    /// A copy of it.
    fn boxed(&self) -> Box<dyn Consume>;
}

impl<T: Consume + Clone> Boxed for T {
    fn boxed(&self) -> Box<dyn Consume> {
        Box::new(self.clone())
    }
}

impl Clone for Box<dyn Consume> {
    fn clone(&self) -> Self {
        (**self).boxed()
    }
}

/// What a short-circuiting reduction asks of the elements.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Question {
    /// `any(test)`
    Any,
    /// `all(test)`
    All,
    /// `position(test)`
    Position,
    /// `find(test)`, `find_map(worker)`
    Find,
}

/// A consumer. All but its name is as for most of them unless it says otherwise.
pub(crate) trait Consume: Any + Boxed + Debug {
    /// The method's name, or one that stands for a family.
    fn name(&self) -> &'static str;

    // What it mentions.

    /// The worker that a loop applies, if it has one.
    fn worker(&self) -> Option<&Worker> {
        None
    }

    /// Every worker.
    fn workers(&self) -> Vec<&Worker> {
        self.worker().into_iter().collect()
    }

    /// The worker, if it is applied where it stands in the loop.
    fn applied_mut(&mut self) -> Option<&mut Worker> {
        None
    }

    /// Iterators that it takes besides.
    fn streams(&self) -> &[Stream] {
        &[]
    }

    /// The body of the user's own that runs for each element: it may do what no closure can, and stands in one place.
    fn body(&self) -> Option<&Body> {
        None
    }

    /// The names that it mentions, but for those of its worker.
    fn mentions(&self) -> SortedSet<String> {
        SortedSet::new()
    }

    /// The names that its arguments move, but for those that its workers move.
    fn moves(&self) -> &[String] {
        &[]
    }

    /// What it starts from, if the user says it.
    fn initial(&self) -> Option<&Expr> {
        None
    }

    /// What it may run, before its first element, that no call shows.
    fn hidden(&self) -> Hidden {
        Hidden::Nothing
    }

    /// What it may run, as it goes, that no call shows.
    fn making(&self) -> Hidden {
        Hidden::Nothing
    }

    /// How the normal form is printed that has it, given the text of its worker.
    fn text(&self, worker: &str) -> String {
        match worker {
            "" => self.name().to_owned(),
            worker => format!("{} {worker}", self.name()),
        }
    }

    // What is known of its result.

    /// The type of its result, where it shows that.
    fn gives(&self) -> Option<Type> {
        None
    }

    /// The primitive number that it adds up, or counts in.
    fn adds(&self) -> Option<Scalar> {
        None
    }

    /// The spellings of the `Vec`s that it makes.
    fn vectors(&self) -> Vec<Path> {
        Vec::new()
    }

    /// True if its result is an `Option` of an element.
    fn gives_element(&self) -> bool {
        false
    }

    /// True if its result may hold references that the elements hold.
    fn borrows(&self) -> bool {
        false
    }

    /// True if nobody can watch its result being dropped, and it is copied where it is used.
    fn is_plain(&self, _: &Environment) -> bool {
        false
    }

    /// True if nobody misses it where nobody reads its result.
    fn is_droppable(&self) -> bool {
        false
    }

    /// True if it may drop elements that are watched, in an order of its own.
    fn drops(&self) -> bool {
        false
    }

    // When it may run.

    /// Why it shares its loop with no other chain, if so.
    fn solitary(&self) -> Option<Reason> {
        None
    }

    /// True if it does nothing that shows where there is no element.
    fn is_idle(&self) -> bool {
        true
    }

    /// True if it cannot panic, on however many elements.
    fn is_total(&self) -> bool {
        false
    }

    /// True if the result may differ where elements are combined in another order.
    fn depends_on_order(&self) -> bool {
        false
    }

    /// What it asks of the elements until it knows, if ranges can be asked on their own.
    fn question(&self) -> Option<Question> {
        None
    }

    /// True if its elements wait for one another.
    fn is_sequential(&self) -> bool {
        true
    }

    /// True if std knows it of an array or of a range without looking at the elements.
    fn needs_no_loop(&self) -> bool {
        false
    }

    /// Why ranges of it cannot be put together.
    fn undivided(&self) -> Option<&'static str> {
        None
    }

    /// True if what it keeps from element to element may be no `Copy` type, and is moved into each step.
    fn moves_what_it_keeps(&self) -> bool {
        self.gives_element()
    }

    // Its loop.

    /// The accumulator, before the loop.
    fn start(&self, of: &Accumulator<'_>) -> TokenStream {
        let (runtime, fold) = (of.runtime, of.fold());
        quote!(let mut #fold = #runtime::None;)
    }

    /// What one element does to it.
    fn step(&self, _: &Step<'_>) -> TokenStream {
        TokenStream::new()
    }

    /// The same of an element that counts if `kept` is true, without a branch; `None` if that would not do. `number` is
    /// the element, if it visibly is a number itself.
    fn step_if(
        &self,
        _: &Step<'_>,
        _kept: &Ident,
        _number: Option<TokenStream>,
    ) -> Option<TokenStream> {
        None
    }

    /// What a range of a parallel loop begins with, and what becomes of all; `None` if it is as in any loop.
    fn range(&self, _: &Accumulator<'_>) -> Option<RangeTokens> {
        None
    }

    /// What two neighbouring ranges made of it, as one.
    fn combine(&self, of: &Accumulator<'_>) -> TokenStream {
        let (left, _) = of.sides();
        quote!(#left)
    }

    /// Its result, behind the loop.
    fn finish(&self, of: &Accumulator<'_>) -> Expr {
        let (here, fold) = (of.here, of.placed("fold"));
        syn::parse_quote_spanned!(here=> #fold)
    }
}
