//! Two queries of TPC-H over columns.

use super::fuse;
use super::shared::{GROUPS, LineItems, Summary, YEAR, group};

/// Query 6: the revenue that small discounts of one year cost.
#[fuse]
pub fn q6(items: &LineItems) -> f64 {
    items
        .ship_date
        .iter()
        .zip(&items.discount)
        .zip(&items.quantity)
        .zip(&items.extended_price)
        .filter(|(((date, discount), quantity), _)| {
            YEAR.contains(*date) && (0.05..=0.07).contains(*discount) && **quantity < 24.0
        })
        .map(|(((_, discount), _), price)| price * discount)
        .sum()
}

/// Query 1: the pricing summary of what was shipped up to a day.
#[fuse]
pub fn q1(items: &LineItems, last_day: i32) -> Summary {
    let shipped: Vec<usize> = (0..items.ship_date.len())
        .filter(|i| items.ship_date[*i] <= last_day)
        .collect();
    let groups: Vec<usize> = shipped
        .iter()
        .map(|i| group(items.return_flag[*i], items.line_status[*i]))
        .collect();
    let discounted: Vec<f64> = shipped
        .iter()
        .map(|i| items.extended_price[*i] * (1.0 - items.discount[*i]))
        .collect();
    let charged: Vec<f64> = shipped
        .iter()
        .zip(&discounted)
        .map(|(i, price)| price * (1.0 + items.tax[*i]))
        .collect();
    let mut count = [0; GROUPS];
    for g in &groups {
        count[*g] += 1;
    }
    let mut quantity = [0.0; GROUPS];
    for (g, i) in groups.iter().zip(&shipped) {
        quantity[*g] += items.quantity[*i];
    }
    let mut base_price = [0.0; GROUPS];
    for (g, i) in groups.iter().zip(&shipped) {
        base_price[*g] += items.extended_price[*i];
    }
    let mut discounted_price = [0.0; GROUPS];
    for (g, price) in groups.iter().zip(&discounted) {
        discounted_price[*g] += price;
    }
    let mut charge = [0.0; GROUPS];
    for (g, price) in groups.iter().zip(&charged) {
        charge[*g] += price;
    }
    Summary {
        count,
        quantity,
        base_price,
        discounted_price,
        charge,
    }
}
