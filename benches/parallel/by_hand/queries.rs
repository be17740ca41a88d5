//! Two queries of TPC-H over columns.

use super::shared::{GROUPS, LineItems, Summary, YEAR, group};
use super::{CHUNK, plus};
use rayon::prelude::*;

/// A mask of a block, then strictly what it keeps.
pub(crate) fn q6(items: &LineItems) -> f64 {
    let one = |chunk: usize| {
        let range = chunk * CHUNK..items.ship_date.len().min((chunk + 1) * CHUNK);
        let dates = &items.ship_date[range.clone()];
        let discounts = &items.discount[range.clone()];
        let quantities = &items.quantity[range.clone()];
        let prices = &items.extended_price[range];
        let mut revenue = -0.0;
        for i in 0..dates.len() {
            let wanted = YEAR.contains(&dates[i])
                & (0.05..=0.07).contains(&discounts[i])
                & (quantities[i] < 24.0);
            revenue += if wanted {
                prices[i] * discounts[i]
            } else {
                -0.0
            };
        }
        revenue
    };
    let chunks = items.ship_date.len().div_ceil(CHUNK);
    (0..chunks).into_par_iter().map(one).sum()
}

pub(crate) fn q1(items: &LineItems, last_day: i32) -> Summary {
    let one = |chunk: usize| {
        let mut summary = Summary::default();
        for i in chunk * CHUNK..items.ship_date.len().min((chunk + 1) * CHUNK) {
            if items.ship_date[i] > last_day {
                continue;
            }
            let g = group(items.return_flag[i], items.line_status[i]);
            let price = items.extended_price[i] * (1.0 - items.discount[i]);
            summary.count[g] += 1;
            summary.quantity[g] += items.quantity[i];
            summary.base_price[g] += items.extended_price[i];
            summary.discounted_price[g] += price;
            summary.charge[g] += price * (1.0 + items.tax[i]);
        }
        summary
    };
    let both = |a: Summary, b: Summary| Summary {
        count: plus::<u64, GROUPS>(a.count, b.count),
        quantity: plus(a.quantity, b.quantity),
        base_price: plus(a.base_price, b.base_price),
        discounted_price: plus(a.discounted_price, b.discounted_price),
        charge: plus(a.charge, b.charge),
    };
    let chunks = items.ship_date.len().div_ceil(CHUNK);
    (0..chunks)
        .into_par_iter()
        .map(one)
        .reduce(Summary::default, both)
}
