//! Where a parallel loop is cut into ranges (docs/DESIGN.md section 7).
//!
//! In: a loop and the chains in it. Out: the expression of its `Ranges`, from its length and what the
//! user says of it alone.

use crate::emit::emission::Emitter;
use crate::emit::names;
use crate::emit::spans::{at, place_of_first};
use crate::loops::{Loop, Outcome};
use crate::ops::consumer::fold::Fold;
use crate::ops::monoid::histogram::is_array;
use crate::plan::ranges::cut::{kin, written_least, written_most};
use crate::plan::{Cut, LoopPlan};
use proc_macro2::{Ident, Literal, TokenStream};
use quote::{ToTokens, quote};

impl Emitter<'_> {
    /// The cut of a loop of which each range has arrays of its own.
    pub(super) fn holding(&self, nest: &Loop, ranges: &Ident, mut cut: TokenStream) -> TokenStream {
        let runtime = self.plan.runtime;
        for outcome in &nest.outcomes {
            let Outcome::Scalar(value) = outcome else {
                continue;
            };
            if let Some(fold) = self.consumer_as::<Fold>(*value)
                && fold.combine.is_none()
                && is_array(&fold.initial)
            {
                let initial = &fold.initial;
                let bytes = quote!(#runtime::size_of_val(&#initial));
                cut.extend(quote!(
                    let #ranges = #runtime::parallel::Ranges::holding(#ranges, #bytes);
                ));
            }
        }
        cut
    }

    /// Where the loop is cut, if not where an earlier one was.
    pub(super) fn cut(&self, plan: &LoopPlan) -> TokenStream {
        let (runtime, lowered) = (self.plan.runtime, self.plan.lowered);
        let driver = names::driver();
        let chains = self.chains_of(&plan.nest);
        let length = quote!(#runtime::parallel::Source::length(&#driver));
        let length = at(place_of_first(&chains), length);
        let kin = kin(lowered, self.plan.plans.cuts, &chains);
        let most = written_most(&kin).map(|most| quote!(.at_most(#most)));
        let most = most.collect::<TokenStream>();
        let least = match plan.cut {
            Cut::Array(_) | Cut::Automatic => {
                return quote!(#runtime::parallel::Ranges::automatic(#length) #most);
            }
            Cut::Written => {
                let written = written_least(&kin).map(|least| quote!(#least));
                written.reduce(|one, other| quote!(#runtime::Ord::max(#one, #other)))
            }
            Cut::Least(least) => Some(Literal::usize_unsuffixed(least).to_token_stream()),
            Cut::Each => Some(quote!(1)),
        };
        quote!(#runtime::parallel::Ranges::new(#length, #least) #most)
    }
}
