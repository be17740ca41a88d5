//! What a filter keeps of structs, of which the macro does not see the types of the fields.

use super::fuse;
use std::cell::Cell;
use std::iter::Sum;
use std::ops::Deref;

#[derive(Clone, Copy, Debug)]
pub struct Order {
    pub side: u8,
    pub quantity: f64,
    pub cents: i64,
    pub short: u16,
}

pub fn orders(xs: &[f64]) -> Vec<Order> {
    let order = |(i, x): (usize, &f64)| Order {
        side: (i * 7 % 5) as u8,
        quantity: *x,
        cents: (x * 100.0) as i64 % 100_000,
        short: (i * 977) as u16,
    };
    xs.iter().enumerate().map(order).collect()
}

#[derive(Debug)]
pub struct Totals {
    pub bought: i64,
    pub sold: f64,
    pub largest: Option<u16>,
    pub smallest: Option<(u16, i64)>,
    pub many: usize,
}

/// Sums of fields, typed and inferred, beside extrema of fields.
#[fuse]
pub fn totals(orders: &[Order]) -> (f64, f64, Totals) {
    let quantity: f64 = orders.iter().filter(|o| o.side == 1).map(|o| o.quantity).sum();
    let value: f64 = orders.iter().filter(|o| o.side != 2).map(|o| o.quantity * 0.5).sum();
    let bought = orders.iter().filter(|o| o.side == 1).map(|o| o.cents).sum();
    let sold = orders.iter().filter(|o| o.side == 3 && o.cents > 10).map(|o| o.quantity).sum();
    let largest = orders.iter().map(|o| o.short).max();
    let smallest = orders.iter().map(|o| (o.short, o.cents)).min();
    let many = orders.iter().filter(|o| o.quantity > 0.5).count();
    (quantity, value, Totals { bought, sold, largest, smallest, many })
}

/// Looks at what is behind it, and counts how often.
pub struct Watched<'a> {
    order: Order,
    looks: &'a Cell<u32>,
}

impl<'a> Watched<'a> {
    pub fn of(order: Order, looks: &'a Cell<u32>) -> Self {
        Watched { order, looks }
    }
}

impl Deref for Watched<'_> {
    type Target = Order;

    fn deref(&self) -> &Order {
        self.looks.set(self.looks.get() + 1);
        &self.order
    }
}

/// Fields behind a `Deref` that counts are looked at for what is kept, and for nothing else.
#[fuse]
pub fn watched(orders: &[Watched<'_>]) -> (i64, usize) {
    let cents: i64 = orders.iter().filter(|o| o.side == 1).map(|o| o.cents).sum();
    let many = orders.iter().filter(|o| o.quantity > 0.5).count();
    (cents, many)
}

/// Money, whose sum is its own.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
pub struct Money(pub i64);

impl Sum for Money {
    fn sum<I: Iterator<Item = Money>>(each: I) -> Money {
        Money(each.fold(1, |sum, money| sum * 2 + money.0 % 7) % 1_000_003)
    }
}

pub struct Paid<'a> {
    pub side: u8,
    pub price: Money,
    pub rate: &'a f64,
}

/// Sums of what fields refer to.
#[fuse]
pub fn rates(all: &[Paid<'_>]) -> (f64, usize, f64) {
    let sum: f64 = all.iter().filter(|p| p.side == 1).map(|p| p.rate).sum();
    let many = all.iter().filter(|p| p.side == 2).count();
    let product: f64 = all.iter().filter(|p| p.side != 3).map(|p| p.rate).product();
    (sum, many, product)
}

pub struct Sums {
    pub price: Money,
    pub rate: f64,
}

/// Fields that are no numbers: one with a sum of its own, a reference.
#[fuse]
pub fn paid(all: &[Paid<'_>]) -> (Sums, usize) {
    let price = all.iter().filter(|p| p.side == 1).map(|p| p.price).sum();
    let rate = all.iter().filter(|p| p.side > 1).map(|p| p.rate).sum();
    let many = all.iter().filter(|p| p.side == 2).count();
    (Sums { price, rate }, many)
}

/// What overflows does so for what is kept alone.
#[fuse]
pub fn wrapped(orders: &[Order], by: i64) -> (i64, u16, usize) {
    let scaled: i64 = orders.iter().filter(|o| o.side == 1).map(|o| o.cents * by).sum();
    let shifted: u16 = orders.iter().filter(|o| o.side == 4).map(|o| o.short + 9000).sum();
    let many = orders.iter().filter(|o| o.side == 2).count();
    (scaled, shifted, many)
}

/// Filters of what a worker makes.
#[fuse]
pub fn moves(prices: &[f64]) -> (f64, f64, usize) {
    let gains: f64 = prices.windows(2).map(|w| w[1] - w[0]).filter(|d| *d > 0.0).sum();
    let losses: f64 = prices.windows(2).map(|w| w[0] - w[1]).filter(|d| *d > 0.0).sum();
    let flat = prices.windows(2).filter(|w| w[0] == w[1]).count();
    (gains, losses, flat)
}
