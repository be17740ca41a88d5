//! `chain(ys)`

use super::driver::Growth;
use super::rearranged::rearranged;
use crate::ops::chain::divided::Divided;
use crate::ops::recognised::adapters::{Row, driver};
use crate::ops::recognised::parallel::Meaning;
use crate::ops::recognised::row::Argument::Iterator;

pub(super) const ROWS: &[Row] = &[Row::new(
    "chain",
    &[Iterator],
    &[driver("chain(ys)", "place"), driver("chain(Some(x))", "?")],
    |call| {
        rearranged(call, false, |call, other| {
            let mut growth = Growth::of(call, other)?;
            growth.several = true;
            growth.divided = growth.both().and_then(|(one, other)| {
                let (one, other) = (one.divided()?, other.divided()?);
                Some(Divided::Both("chain", Box::new(one), Box::new(other)))
            });
            Ok(growth)
        })
    },
)
.and(Meaning::Indexed, &["chain(ys.par_iter())"])];
