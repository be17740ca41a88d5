//! Checks a loop against its program: nothing is used before it is known, nothing is lost.

use super::nest::{Loop, Nest, Outcome, Scope, Step};
use crate::cnf::{BindingId, Combinator, Program, ValueId};
use crate::sorted::SortedSet;

/// Checks that every binding of the cluster stands in the loop once, that each element is known in
/// the scope that reads it, and that each stored array is stored where its element is known.
///
/// # Errors
/// A sentence that names what is wrong.
pub fn verify(program: &Program, nest: &Loop) -> Result<(), String> {
    let mut walk = Walk {
        program,
        seen: SortedSet::new(),
        stored: SortedSet::new(),
    };
    walk.nest(&nest.root, &SortedSet::new())?;
    for id in &nest.cluster {
        if !walk.seen.contains(id) {
            return Err(format!("{} is not in the loop", program.label(*id)));
        }
    }
    for outcome in &nest.outcomes {
        if let Outcome::Stored { array, .. } = outcome
            && !walk.stored.contains(array)
        {
            return Err(format!("{} is never stored", program.value(*array).name));
        }
    }
    Ok(())
}

struct Walk<'a> {
    program: &'a Program<'a>,
    seen: SortedSet<BindingId>,
    stored: SortedSet<ValueId>,
}

impl Walk<'_> {
    fn nest(&mut self, nest: &Nest, known: &SortedSet<ValueId>) -> Result<(), String> {
        let mut known = known.clone();
        for source in &nest.sources {
            known.insert(source.value);
            if let Combinator::Generate = self.program.binding(source.reader).combinator() {
                self.seen.insert(source.reader);
            }
        }
        self.scope(&nest.body, known)
    }

    fn see(&mut self, id: BindingId, known: &SortedSet<ValueId>) -> Result<(), String> {
        if !self.seen.insert(id) {
            return Err(format!(
                "{} stands in the loop twice",
                self.program.label(id)
            ));
        }
        for input in self.program.binding(id).streamed() {
            if !known.contains(&input) {
                let name = &self.program.value(input).name;
                return Err(format!(
                    "{} reads {name} before it is known",
                    self.program.label(id)
                ));
            }
        }
        Ok(())
    }

    fn scope(&mut self, scope: &Scope, mut known: SortedSet<ValueId>) -> Result<(), String> {
        for step in &scope.steps {
            match step {
                Step::Compute(id) => {
                    self.see(*id, &known)?;
                    known.extend(&self.program.binding(*id).outputs);
                }
                Step::Consume(id) => {
                    self.see(*id, &known)?;
                    let outputs = self.program.binding(*id).outputs.iter();
                    known.extend(outputs.filter(|value| self.program.updated(**value).is_some()));
                }
                Step::Guard(id, inside) => {
                    self.see(*id, &known)?;
                    let mut inner = known.clone();
                    inner.extend(&self.program.binding(*id).outputs);
                    self.scope(inside, inner)?;
                }
            }
        }
        if let Some(inner) = &scope.inner {
            let mut within = known.clone();
            for cross in &inner.crosses {
                self.see(*cross, &known)?;
                within.extend(&self.program.binding(*cross).outputs);
            }
            self.nest(&inner.nest, &within)?;
        }
        for store in &scope.stores {
            if !known.contains(store) {
                let name = &self.program.value(*store).name;
                return Err(format!("{name} is stored before it is known"));
            }
            if !self.stored.insert(*store) {
                return Err(format!(
                    "{} is stored twice",
                    self.program.value(*store).name
                ));
            }
        }
        Ok(())
    }
}
