//! Two queries of TPC-H over columns.

use super::super::fuse;
use super::super::kernels::shared::{GROUPS, LineItems, Summary, YEAR, group};
use rayon::prelude::*;

/// Query 6: the revenue that small discounts of one year cost.
#[fuse]
pub(crate) fn q6(items: &LineItems) -> f64 {
    items
        .ship_date
        .par_iter()
        .zip(&items.discount)
        .zip(&items.quantity)
        .zip(&items.extended_price)
        .filter(|(((date, discount), quantity), _)| {
            YEAR.contains(*date) && (0.05..=0.07).contains(*discount) && **quantity < 24.0
        })
        .map(|(((_, discount), _), price)| price * discount)
        .sum()
}

/// The sums of two tasks.
fn both<T: Copy + std::ops::Add<Output = T>>(a: [T; GROUPS], b: [T; GROUPS]) -> [T; GROUPS] {
    std::array::from_fn(|g| a[g] + b[g])
}

/// Query 1: the pricing summary of what was shipped up to a day.
#[fuse]
pub(crate) fn q1(items: &LineItems, last_day: i32) -> Summary {
    let shipped: Vec<usize> = (0..items.ship_date.len())
        .into_par_iter()
        .filter(|i| items.ship_date[*i] <= last_day)
        .collect();
    let groups: Vec<usize> = shipped
        .par_iter()
        .map(|i| group(items.return_flag[*i], items.line_status[*i]))
        .collect();
    let discounted: Vec<f64> = shipped
        .par_iter()
        .map(|i| items.extended_price[*i] * (1.0 - items.discount[*i]))
        .collect();
    let charged: Vec<f64> = shipped
        .par_iter()
        .zip(&discounted)
        .map(|(i, price)| price * (1.0 + items.tax[*i]))
        .collect();
    let count = groups
        .par_iter()
        .fold(
            || [0_u64; GROUPS],
            |mut count, g| {
                count[*g] += 1;
                count
            },
        )
        .reduce(|| [0; GROUPS], both);
    let quantity = groups
        .par_iter()
        .zip(&shipped)
        .fold(
            || [0.0; GROUPS],
            |mut quantity, (g, i)| {
                quantity[*g] += items.quantity[*i];
                quantity
            },
        )
        .reduce(|| [0.0; GROUPS], both);
    let base_price = groups
        .par_iter()
        .zip(&shipped)
        .fold(
            || [0.0; GROUPS],
            |mut base_price, (g, i)| {
                base_price[*g] += items.extended_price[*i];
                base_price
            },
        )
        .reduce(|| [0.0; GROUPS], both);
    let discounted_price = groups
        .par_iter()
        .zip(&discounted)
        .fold(
            || [0.0; GROUPS],
            |mut discounted_price, (g, price)| {
                discounted_price[*g] += price;
                discounted_price
            },
        )
        .reduce(|| [0.0; GROUPS], both);
    let charge = groups
        .par_iter()
        .zip(&charged)
        .fold(
            || [0.0; GROUPS],
            |mut charge, (g, price)| {
                charge[*g] += price;
                charge
            },
        )
        .reduce(|| [0.0; GROUPS], both);
    Summary {
        count,
        quantity,
        base_price,
        discounted_price,
        charge,
    }
}
