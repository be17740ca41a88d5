//! A `scan` on several threads.
//!
//! In: a parallel loop whose chains end in scans by an associative operator. Out: what each range begins
//! with, and the second pass, which adds to what a range stored what stands before it. The loop itself is
//! that of one thread.

use super::emission::Emitter;
use super::emission::LoopEmission;
use crate::cnf::{BindingId, Operation, ValueId};
use crate::loops::{Loop, Outcome};
use crate::ops::chain::Scan;
use crate::ops::monoid::Monoid;
use proc_macro2::{Ident, TokenStream};
use quote::quote;

/// A `scan` of a parallel loop.
#[derive(Debug)]
pub(super) struct RangeScan<'a> {
    scan: &'a Scan,
    operator: Monoid,
    /// The value that its state is named after.
    pub(super) state: ValueId,
    /// What is collected.
    array: ValueId,
}

impl<'a> Emitter<'a> {
    /// The scans of a loop that are put together from ranges.
    pub(super) fn scans_of_ranges(&self, nest: &Loop) -> Vec<RangeScan<'a>> {
        let program = &self.plan.lowered.program;
        let scans = nest.cluster.iter().filter_map(|id| {
            let Operation::Scan {
                scan,
                restarts: false,
            } = self.operation(*id)
            else {
                return None;
            };
            let binding = program.binding(*id);
            let chain = self.plan.lowered.chain(binding.chain)?;
            Some(RangeScan {
                scan,
                operator: scan.operator?,
                state: binding.outputs[0],
                array: chain.result,
            })
        });
        scans.collect()
    }

    /// The state before the first element.
    pub(super) fn scan_starts(&self, scan: &RangeScan<'_>) -> TokenStream {
        let start = self.names.initial(scan.state);
        let initial = &scan.scan.initial;
        quote!(let #start = #initial;)
    }

    /// The second pass, if the array is stored.
    pub(super) fn scan_ends(
        &self,
        nest: &Loop,
        scan: &RangeScan<'_>,
        ranges: &Ident,
    ) -> Option<TokenStream> {
        let runtime = self.plan.runtime;
        let array = scan.array;
        let exact = nest.outcomes.iter().find_map(|outcome| match outcome {
            Outcome::Stored {
                array: stored,
                exact,
            } if *stored == array => Some(*exact),
            _ => None,
        })?;
        let (buffer, state) = (self.names.buffer(array), self.names.state(scan.state));
        let start = self.names.initial(scan.state);
        let operator = scan.operator.path(runtime);
        let (kept, made, declared) = if exact {
            (ranges.clone(), quote!(Output), TokenStream::new())
        } else {
            let kept = self.names.ranges(array);
            // Where a later loop asks for it, it is declared already.
            let declared = (!self.plan.plans.cuts.is_asked_for(array)).then(
                || quote!(let #kept = #runtime::parallel::Gathered::ranges(&#buffer, &#ranges);),
            );
            (kept, quote!(Gathered), declared.unwrap_or_default())
        };
        Some(quote! {
            #declared
            let #buffer = #runtime::parallel::scanned(
                #runtime::parallel::#made::into_vec(#buffer),
                &#kept,
                #operator,
                #start,
                #state,
            );
        })
    }
}

impl LoopEmission<'_> {
    /// What the state of a `scan` is at the start of a range.
    pub(super) fn start_of_range(&self, id: BindingId, scan: &Scan, ranges: &Ident) -> TokenStream {
        let runtime = self.emitter.plan.runtime;
        let start = self.emitter.names.initial(self.output(id));
        match scan.operator {
            // Combined with itself it is what it was.
            Some(operator) if !operator.is_idempotent() => {
                let operator = operator.path(runtime);
                quote!(#runtime::parallel::range_start(&#ranges, #operator, &#start))
            }
            _ => quote!(#start),
        }
    }
}
