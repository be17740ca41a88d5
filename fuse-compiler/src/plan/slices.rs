//! Loops over places whose type is not visible, as they are if those are slices.
//!
//! In: a [`Loop`] over `self.data.iter()`, `&p.xs` and their like. Out: a plan of it over slices, if that gains something, and one
//! over whatever else the places may be. The expansion of such a loop has both, and the type of the iterator decides which one runs.

use super::{extremum, passes, searches};
use crate::cnf::{BindingId, Lowered};
use crate::loops::{Driver, Loop};
use crate::plan::loop_plan::{Accumulation, Dispatch, Instructions, LoopPlan, Reads, Run};
use crate::plan::rule::{Context, Rule};

/// Loops over places, by two plans if that over slices gains something.
pub(crate) const RULE: Rule = Rule {
    apply: |context, plan| {
        if let Some(dispatch) = dispatch(context, plan) {
            plan.run = Run::Dispatch(Box::new(dispatch));
        }
    },
};

fn dispatch(context: &Context<'_, '_>, plan: &LoopPlan) -> Option<Dispatch> {
    let nest = &plan.nest;
    if plan.reads != Reads::AsWritten || !plan.overwrites.is_empty() {
        return None;
    }
    let (lowered, over) = context.over_slices.get(nest)?;
    let over_slices = Context {
        lowered,
        ..context.clone()
    };
    let slices = over_slices.plan(&over.nest, Reads::Slices);
    let of_place = |id: &BindingId| {
        let value = lowered.program.binding(*id).outputs[0];
        slices.accumulators.get(&value) == Some(&Accumulation::Seeded)
            && extremum::of_place(lowered, *id).is_some()
    };
    if slices.is_free()
        && slices.instructions == Instructions::Baseline
        && slices.few.is_none()
        && !over.nest.cluster.iter().any(of_place)
        && passes::is_sequential(lowered, &over.nest)
    {
        return None;
    }
    let (rest, searches) = without_searches(context.lowered, nest);
    // Masks are for many elements.
    let always = over.visible && !matches!(slices.run, Run::Masks(_));
    Some(Dispatch {
        otherwise: (!always).then(|| context.plan(&rest, Reads::Iterators)),
        places: over.places.clone(),
        slices,
        searches,
    })
}

/// A loop without its searches and without what only they read; and those.
fn without_searches(lowered: &Lowered<'_>, nest: &Loop) -> (Loop, Vec<BindingId>) {
    let (mut rest, searches) = searches::apart(lowered, nest);
    let chain = |id: &BindingId| lowered.program.binding(*id).chain;
    let alone = searches.iter().map(chain).collect::<Vec<_>>();
    let stays = |id: &BindingId| !alone.contains(&chain(id));
    rest.cluster.retain(stays);
    let drives = |source: &Driver| stays(&source.reader);
    rest.root.sources.retain(drives);
    (rest, searches)
}
