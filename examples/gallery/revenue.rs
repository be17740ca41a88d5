//! A question to a table of orders, as a query engine would answer it, in chains over structs.

use loopfuse::fuse;

/// A line of an order.
#[derive(Clone, Copy, Debug)]
pub struct Line {
    /// How many were bought.
    pub quantity: u32,
    /// What one costs, in cents.
    pub price: u64,
    /// Whether it came back.
    pub returned: bool,
}

/// What was kept and what came back, in cents, and the largest line of those that were kept.
#[fuse(loops = 1)]
#[must_use]
pub fn revenue(lines: &[Line]) -> (u64, u64, Option<u64>) {
    let kept: Vec<u64> = lines
        .iter()
        .filter(|line| !line.returned)
        .map(|line| u64::from(line.quantity).wrapping_mul(line.price))
        .collect();
    let income: u64 = kept.iter().sum();
    let largest: Option<u64> = kept.iter().copied().max();
    let refunds: u64 = lines
        .iter()
        .filter(|line| line.returned)
        .map(|line| u64::from(line.quantity).wrapping_mul(line.price))
        .sum();
    (income, refunds, largest)
}

#[test]
fn what_came_back_is_no_income() {
    let line = |quantity, price, returned| Line {
        quantity,
        price,
        returned,
    };
    let lines = [line(2, 500, false), line(1, 900, true), line(1, 300, false)];
    assert_eq!(revenue(&lines), (1300, 900, Some(1000)));
}
