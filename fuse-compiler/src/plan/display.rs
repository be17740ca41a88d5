//! A plan in the user's words, one line for each decision.

use super::loop_plan::{
    Accumulation, Cut, Dispatch, Instructions, Iteration, LoopPlan, Over, Pass, Passes, Run, Taking,
};
use super::over_slices::{OverSlices, name};
use crate::cnf::{BindingId, Lowered, ValueId};
use crate::loops::Outcome;
use std::fmt::{self, Display, Formatter};

/// A plan that is printed with the names of its program.
pub(crate) struct Shown<'s> {
    lowered: &'s Lowered<'s>,
    over_slices: &'s OverSlices<'s>,
    plan: &'s LoopPlan,
}

impl LoopPlan {
    /// The plan with the names of a program.
    pub(crate) fn named<'s>(
        &'s self,
        lowered: &'s Lowered<'s>,
        over_slices: &'s OverSlices<'s>,
    ) -> Shown<'s> {
        Shown {
            lowered,
            over_slices,
            plan: self,
        }
    }
}

impl Display for Shown<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        if let Run::Dispatch(dispatch) = &self.plan.run {
            return self.dispatch(f, dispatch);
        }
        let plan = self.plan;
        let makers = plan.strings.makers.iter();
        let made_late = makers.flat_map(|id| self.outputs(*id));
        self.accumulators(f, &Accumulation::OneComparison)?;
        let late = "made only of what is kept, if they are strings";
        self.line(f, late, made_late)?;
        match &plan.run {
            Run::Passes(passes) => self.passes(f, passes)?,
            Run::Compaction(compaction) => {
                let stored = compaction.filters.iter().map(|filter| filter.stored);
                self.line(f, "tested before they are stored, block by block", stored)?;
                let masked = compaction.masked.iter();
                let results = masked.flat_map(|filter| &filter.results);
                self.line(f, "tested 64 elements at a time", results.copied())?;
            }
            Run::Masks(masks) => {
                let results = masks.filters.iter().flat_map(|filter| &filter.results);
                self.line(f, "tested 64 elements at a time", results.copied())?;
            }
            Run::DeferredCompaction(filters) => {
                let stored = filters.iter().flat_map(|id| self.outputs(*id));
                self.line(f, "tested together, then stored, block by block", stored)?;
            }
            Run::CollectInPlace(array) => {
                self.line(f, "made where its source was", [*array])?;
            }
            Run::Pulled(pulled) => {
                self.line(f, "asked for by", [pulled.result])?;
                let others = pulled.others.named(self.lowered, self.over_slices);
                return write!(f, "{others}");
            }
            Run::Body | Run::Dispatch(_) => {
                if let Some(Over::Few(most)) = plan.few.as_ref().map(|few| few.over) {
                    writeln!(f, "      up to {most} elements one chain after the other")?;
                }
            }
        }
        let mut narrow = Vec::new();
        for (value, accumulator) in &plan.accumulators {
            if let Accumulation::Narrow(_) = accumulator {
                narrow.push(*value);
            }
        }
        self.line(f, "added up in narrow numbers, block by block", narrow)?;
        self.accumulators(f, &Accumulation::OfBlock)?;
        self.accumulators(f, &Accumulation::Seeded)?;
        let free = plan.form.branch_free.iter();
        let free = free.flat_map(|id| self.outputs(*id));
        self.line(f, "without a branch", free)?;
        if let Iteration::Internal { .. } = plan.form.iteration {
            writeln!(f, "      the iterator is given the body")?;
        }
        let inline = plan.inline.iter().copied();
        self.line(f, "first elements on the stack", inline)?;
        match plan.instructions {
            Instructions::Baseline => {}
            Instructions::Detected { .. } => {
                writeln!(f, "      with the instructions that the machine has")?;
            }
            Instructions::DetectedAlone => {
                writeln!(
                    f,
                    "      with wide vectors, and as written where there are none"
                )?;
            }
        }
        if !plan.parallel {
            return Ok(());
        }
        match plan.cut {
            Cut::Array(array) => self.line(f, "in ranges of what was kept of", [array]),
            Cut::Written => writeln!(f, "      in ranges as is written"),
            Cut::Least(least) => writeln!(f, "      in ranges of {least} and more"),
            Cut::Automatic => writeln!(f, "      in ranges by its length"),
            Cut::Each => writeln!(f, "      in ranges of any length"),
        }
    }
}

impl Shown<'_> {
    fn name(&self, value: ValueId) -> &str {
        &self.lowered.program.value(value).name
    }

    fn outputs(&self, id: BindingId) -> impl Iterator<Item = ValueId> {
        let outputs = &self.lowered.program.binding(id).outputs;
        outputs.iter().copied()
    }

    /// A line about values, if there are any.
    fn line(
        &self,
        f: &mut Formatter<'_>,
        what: &str,
        values: impl IntoIterator<Item = ValueId>,
    ) -> fmt::Result {
        let names = values.into_iter().map(|value| self.name(value));
        let names = names.collect::<Vec<_>>();
        if names.is_empty() {
            return Ok(());
        }
        writeln!(f, "      {what}: {}", names.join(", "))
    }

    /// A line about what is accumulated in one way.
    fn accumulators(&self, f: &mut Formatter<'_>, how: &Accumulation) -> fmt::Result {
        let what = match how {
            Accumulation::OneComparison => "by one comparison an element",
            Accumulation::OfBlock => "compared block by block",
            _ => "from the worst of all integers on",
        };
        let of = self.plan.accumulators.iter().filter(|(_, of)| *of == how);
        self.line(f, what, of.map(|(value, _)| *value))
    }

    /// What runs in passes over one block after another.
    fn passes(&self, f: &mut Formatter<'_>, passes: &Passes) -> fmt::Result {
        let made = |pass: &Pass| {
            let results = pass.nest.outcomes.iter().map(Outcome::value);
            let names = results
                .map(|value| self.name(value))
                .collect::<Vec<_>>()
                .join(", ");
            if pass.taking == Taking::Lanes {
                format!("in lanes {names}")
            } else {
                names
            }
        };
        let answers = passes.searches.iter().flat_map(|id| self.outputs(*id));
        let how = match passes.over {
            Over::InTurn => "one element after the other, in turn, until one is decided",
            _ => "block by block, until it is decided",
        };
        self.line(f, how, answers)?;
        if let [only] = passes.passes.as_slice() {
            return match only.taking {
                Taking::Lanes => writeln!(f, "      faster {}", made(only)),
                Taking::OneByOne | Taking::Widths => Ok(()),
            };
        }
        if passes.passes.is_empty() {
            return Ok(());
        }
        let over = if passes.is_whole() { "array" } else { "block" };
        let passes = passes.passes.iter().map(made).collect::<Vec<_>>();
        let passes = passes.join("; ");
        writeln!(
            f,
            "      faster one after the other, {over} by {over}: {passes}"
        )
    }

    /// What is done if places are slices, and if not.
    fn dispatch(&self, f: &mut Formatter<'_>, dispatch: &Dispatch) -> fmt::Result {
        let over = self.over_slices;
        let seen = over.lowered.as_ref().unwrap_or(self.lowered);
        let slices = dispatch.slices.named(seen, over).to_string();
        let Some(otherwise) = &dispatch.otherwise else {
            return f.write_str(&slices);
        };
        let otherwise = otherwise.named(self.lowered, over).to_string();
        if slices == otherwise {
            return f.write_str(&slices);
        }
        let places = dispatch.places.iter();
        let places = places.map(|place| name(self.lowered, place));
        let places = places.collect::<Vec<_>>();
        let are = match places.as_slice() {
            [_] => "is a slice",
            _ => "are slices",
        };
        if !slices.is_empty() {
            writeln!(
                f,
                "      where {} {are}:\n{}",
                places.join(", "),
                slices.trim_end()
            )?;
        }
        if !otherwise.is_empty() {
            writeln!(f, "      where not:\n{}", otherwise.trim_end())?;
        }
        Ok(())
    }
}
