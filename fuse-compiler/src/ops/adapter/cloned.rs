//! `cloned()`

use super::copied::{Copied, owned};
use crate::ops::chain::adapter::{Adapt, Form};
use crate::ops::recognised::adapters::{OfRayon, Row, step};
use crate::ops::recognised::parallel::{Place, fused};
use proc_macro2::{Span, TokenStream};
use quote::quote_spanned;

pub(super) const ROWS: &[Row] = &[Row::new(
    "cloned",
    &[],
    &[step("cloned()", "k")],
    |call| {
        let item = owned(&call)?;
        let plain = call.stream.item.by_reference
            && item
                .ty
                .as_ref()
                .is_some_and(|ty| call.parser.environment.primitive(ty).is_some());
        if plain {
            call.step(Copied, item)
        } else {
            call.step(Cloned, item)
        }
    },
)
.and(OfRayon::Same, &[fused(Place::Adapter, "cloned()")])];

/// `cloned()`
#[derive(Clone, Debug)]
pub(crate) struct Cloned;

impl Adapt for Cloned {
    fn name(&self) -> &'static str {
        "cloned"
    }

    fn form(&self) -> Form<'_> {
        Form::Elementwise
    }

    fn is_total(&self) -> bool {
        false
    }

    fn element(&self, runtime: &TokenStream, element: TokenStream, here: Span) -> TokenStream {
        quote_spanned!(here=> #runtime::cloned(#element))
    }
}
