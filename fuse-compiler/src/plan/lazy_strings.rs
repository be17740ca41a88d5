//! Strings that nobody needs before they are stored.
//!
//! In: a loop with the workers behind it. Out: [`LazyStrings`]: which elements may stay the `&str` that the user makes a `String` of
//! (`word.trim().to_string()`, `cloned()`) until a filter has kept them, and where they become it. The runtime looks at the type,
//! which the macro does not see: what is no `&str` is made as it is written.
//!
//! What is so looked at is asked for nothing but what means the same on a `String` and on the text that stands for it: it is the
//! receiver of a method of `str`'s, compared with a literal, or indexed. What a `&str` is taken of must live as long as the
//! element does: it is an element of an array that the loop borrows.

mod looks;
mod maker;

use self::looks::looks;
pub(crate) use self::maker::maker;
use crate::sorted::SortedSet;

use crate::cnf::{BindingId, Input, Lowered, Operation, ValueId};
use crate::loops::{Loop, Outcome, Scope, Step};
use crate::ops::chain::Access;
use crate::ops::consumer::count::Count;
use crate::plan::loop_plan::{LazyStrings, Run};
use crate::plan::rule::Rule;
use syn::Type;

/// Strings that are made late.
pub(crate) const RULE: Rule = Rule {
    apply: |context, plan| {
        let one_by_one = matches!(plan.run, Run::Body | Run::DeferredCompaction(_));
        if one_by_one && !plan.parallel {
            plan.strings = of(context.lowered, &plan.nest);
        }
    },
};

/// Those of a loop that runs for one element after another.
fn of(lowered: &Lowered<'_>, nest: &Loop) -> LazyStrings {
    let mut texts = LazyStrings::default();
    let finder = Finder { lowered, nest };
    if finder.is_flat() {
        for id in &nest.cluster {
            texts.extend(finder.made_by(*id).unwrap_or_default());
        }
    }
    texts
}

struct Finder<'a> {
    lowered: &'a Lowered<'a>,
    nest: &'a Loop,
}

impl Finder<'_> {
    /// True for a loop that makes something which may be a string, and holds no other loop.
    fn is_flat(&self) -> bool {
        let makes = |id: &BindingId| match self.lowered.operation(*id) {
            Operation::Map(worker) => maker(worker).is_some(),
            Operation::Elementwise(elementwise) => elementwise.clones,
            _ => false,
        };
        self.nest.cluster.iter().any(makes)
            && self.lowered.program.updates.is_empty()
            && is_flat(&self.nest.root.body)
    }

    /// The texts that a binding makes, if it makes any and some of them may be dropped.
    fn made_by(&self, id: BindingId) -> Option<LazyStrings> {
        let operation = self.lowered.operation(id);
        let makes = match operation {
            Operation::Map(worker) => maker(worker).is_some(),
            Operation::Elementwise(elementwise) => elementwise.clones,
            _ => false,
        };
        let [input] = self.lowered.inputs(id) else {
            return None;
        };
        if !makes || !self.is_borrowed(*input) {
            return None;
        }
        let mut texts = LazyStrings {
            makers: SortedSet::from([id]),
            ..LazyStrings::default()
        };
        let array = self.lowered.program.binding(id).outputs[0];
        let followed = self.follow(array, Flow::default(), &mut texts);
        // Anything may be cloned.
        let mut arrays = texts.arrays.iter();
        let visible = arrays.any(|array| self.holds_strings(*array) == Some(true));
        (followed && visible).then_some(texts)
    }

    /// Whether an array holds `String`s, where its type is visible.
    fn holds_strings(&self, array: ValueId) -> Option<bool> {
        match self.lowered.collected(array)?.element.as_ref()? {
            Type::Infer(_) => None,
            Type::Path(path) => {
                let last = path.path.segments.last()?;
                Some(last.ident == "String" && last.arguments.is_none())
            }
            _ => Some(false),
        }
    }

    /// True if an element is a reference into an array that stands outside of the loop.
    fn is_borrowed(&self, input: Input<'_>) -> bool {
        match input.source {
            Some(source) => {
                source.access == Access::ByReference
                    && !input.copied
                    && !self.is_made_here(input.value)
                    && !self.lowered.places.contains(&input.value)
            }
            None => {
                let program = &self.lowered.program;
                let producer = program.producer(input.value);
                producer.is_some_and(|id| {
                    matches!(self.lowered.operation(id), Operation::Filter(_))
                        && matches!(self.lowered.inputs(id),
                            [input] if self.is_borrowed(*input))
                })
            }
        }
    }

    fn is_made_here(&self, array: ValueId) -> bool {
        let program = &self.lowered.program;
        let mut cluster = self.nest.cluster.iter();
        cluster.any(|id| program.binding(*id).outputs.contains(&array))
    }

    /// Whether an array's elements may be texts wherever they are read.
    fn follow(&self, array: ValueId, flow: Flow, texts: &mut LazyStrings) -> bool {
        if !flow.borrowed {
            texts.arrays.insert(array);
        }
        if self.holds_strings(array) == Some(false) {
            return false;
        }
        let lowered = self.lowered;
        let held = |outcome: &Outcome| match outcome {
            Outcome::Stored { array: stored, .. } if *stored == array => {
                flow.borrowed || !flow.filtered
            }
            // A keep would hold the texts.
            Outcome::Contracted(contracted) if *contracted == array => {
                !lowered.is_plain(array) || lowered.is_counted(array)
            }
            _ => false,
        };
        if self.nest.outcomes.iter().any(held) {
            return false;
        }
        let readers = self.lowered.program.readers(array);
        let mut readers = readers.iter().filter(|id| self.nest.cluster.contains(id));
        readers.all(|id| self.reads(*id, array, flow, texts))
    }

    fn reads(&self, id: BindingId, array: ValueId, flow: Flow, texts: &mut LazyStrings) -> bool {
        let [input] = self.lowered.inputs(id) else {
            return false;
        };
        let by_reference = match input.source {
            Some(source) if input.value == array => match source.access {
                Access::ByReference => true,
                Access::ByValue => false,
                Access::Mutable => return false,
            },
            Some(_) => return false,
            None => false,
        };
        let borrowed = flow.borrowed || by_reference;
        let output = self.lowered.program.binding(id).outputs[0];
        let go_on = |flow: Flow, texts: &mut LazyStrings| self.follow(output, flow, texts);
        match self.lowered.operation(id) {
            _ if input.copied => false,
            Operation::Filter(worker) => {
                let kept = Flow {
                    borrowed,
                    filtered: true,
                };
                looks(worker) && go_on(kept, texts)
            }
            Operation::Map(worker) | Operation::FilterMap(worker) if looks(worker) => true,
            Operation::Consume(consumer) if consumer.is::<Count>() => true,
            Operation::Identity if !borrowed => go_on(flow, texts),
            Operation::Elementwise(elementwise) if borrowed && elementwise.clones => {
                let cloned = Flow {
                    borrowed: false,
                    ..flow
                };
                go_on(cloned, texts)
            }
            Operation::Map(_) | Operation::FilterMap(_) | Operation::Consume(_)
                if !borrowed && flow.filtered =>
            {
                texts.takers.insert(id);
                true
            }
            _ => false,
        }
    }
}

/// What has become of texts since they were made.
#[derive(Clone, Copy, Debug, Default)]
struct Flow {
    /// What flows are references to them.
    borrowed: bool,
    /// Some were dropped.
    filtered: bool,
}

fn is_flat(scope: &Scope) -> bool {
    let flat = |step: &Step| match step {
        Step::Guard(_, inside) => is_flat(inside),
        Step::Compute(_) | Step::Consume(_) => true,
    };
    scope.inner.is_none() && scope.steps.iter().all(flat)
}

#[cfg(test)]
mod tests {
    use crate::ops::chain::Worker;
    use crate::rust::environment::Environment;
    use crate::rust::worker::judge;
    use crate::sorted::SortedSet;

    pub(crate) fn worker(closure: &str) -> Worker {
        let expr = syn::parse_str(closure).unwrap();
        let judgment = judge(&expr, &Environment::default(), &[], |_, _| false);
        Worker {
            expr,
            judgment,
            local: false,
            given_away: SortedSet::new(),
            drops: false,
            parameters: Vec::new(),
            fused: None,
        }
    }
}
