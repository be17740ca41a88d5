//! Several of `any` and `all` over one slice.

use super::fuse;

/// Shares a loop that ends when all are decided.
#[fuse(loops = 1)]
pub fn of_floats(xs: &[f64], low: f64, high: f64) -> (bool, bool, bool, bool) {
    let below = xs.iter().any(|x| *x < low);
    let nan = xs.iter().any(|x| x.is_nan());
    let inside = xs.iter().copied().all(|x| x >= low && x <= high);
    let odd = !xs.iter().all(|x| x.is_finite());
    (below, nan, inside, odd)
}

#[fuse(loops = 1)]
pub fn of_bytes(text: Vec<u8>, from: u8) -> u8 {
    let space = text.iter().any(|byte| *byte == b' ');
    let high = text.iter().any(|byte| *byte >= from);
    let digits = text.iter().copied().all(|byte| byte.is_ascii_digit());
    u8::from(space) | u8::from(high) << 1 | u8::from(digits) << 2
}

/// What a test is asked is asked of each element as written: some overflow, some divide by zero, and some are counted.
#[fuse]
pub fn asked_as_written(xs: &[i32], by: i32) -> (bool, bool, bool, bool, u32) {
    let next = xs.iter().any(|x| *x + by > 100);
    let negative = xs.iter().any(|x| *x < 0);
    let divides = xs.iter().all(|x| *x % by != 0);
    let large = xs.iter().any(|x| *x > 1000);
    let mut asked = 0;
    let counted = xs.iter().any(|x| {
        asked += 1;
        *x > 50
    });
    (next, negative, divides, counted && large, asked)
}

/// Behind what leaves the function, and behind what may change what the test reads.
#[fuse]
pub fn behind_barriers(xs: &[f64], mut limit: f64) -> Result<(bool, bool, bool), f64> {
    let low = xs.iter().any(|x| *x < -limit);
    if xs.iter().any(|x| x.is_nan()) {
        return Err(limit);
    }
    let high = xs.iter().any(|x| *x > limit);
    limit /= 2.0;
    let higher = xs.iter().any(|x| *x > limit);
    Ok((low, high, higher))
}

/// Beside what has a loop of its own.
#[fuse(loops = 3)]
pub fn beside_others(xs: &[f32], limit: f32) -> (bool, Vec<f32>, bool, Option<usize>) {
    let high = xs.iter().any(|x| *x > limit);
    let halves: Vec<f32> = xs.iter().map(|x| x / 2.0).collect();
    let nan = xs.iter().any(|x| x.is_nan());
    let place = halves.iter().position(|x| *x > limit);
    (high, halves, nan, place)
}

/// Numbers of a type that compares in a way of its own.
#[derive(Clone, Copy)]
pub struct Odd(pub i32);

impl PartialEq<i32> for Odd {
    fn eq(&self, other: &i32) -> bool {
        assert!(self.0 != 77, "never compared");
        self.0 == *other
    }
}

#[fuse]
pub fn of_ones_own(xs: &[Odd], first: Odd) -> (bool, bool) {
    let any = xs.iter().any(|x| *x == 3);
    let all = xs.iter().all(|x| *x == 4);
    (any && first == 3, all)
}

/// An order, of which several things are asked.
#[derive(Clone, Debug, PartialEq)]
pub struct Order {
    pub note: Option<String>,
    pub price: i64,
}

/// Each test as alone: one of them fails on some elements, behind which it is not asked again.
#[fuse(loops = 1)]
pub fn of_structs(orders: &[Order], by: i64, tag: &str) -> (bool, bool, bool) {
    let noted = orders.iter().any(|order| order.note.is_some());
    let divides = orders.iter().all(|order| order.price / by < 50);
    let tagged = orders.iter().any(|order| order.note.as_deref() == Some(tag));
    (noted, divides, tagged)
}

/// A book, and what is asked of its fields.
pub struct Book {
    pub orders: Vec<Order>,
    pub held: std::collections::VecDeque<Order>,
    pub named: std::collections::BTreeMap<u8, Order>,
}

impl Book {
    /// Through a `Vec`, where the type shows nothing.
    #[fuse(loops = 1)]
    pub fn in_a_field(&self) -> (bool, bool) {
        (
            self.orders.iter().any(|order| order.price < 0),
            self.orders.iter().all(|order| order.note.is_none()),
        )
    }

    /// Through what is no slice.
    #[fuse]
    pub fn elsewhere(&self) -> (bool, bool, bool, bool) {
        let cheap = self.held.iter().any(|order| order.price < 0);
        let silent = self.held.iter().all(|order| order.note.is_none());
        let named = self.named.values().any(|order| order.price < 0);
        let others = self.named.values().all(|order| order.note.is_none());
        (cheap, silent, named, others)
    }
}

/// Elements of a type that the caller chooses, and a test of the caller's.
#[fuse]
pub fn of_any<T: PartialOrd + Copy>(xs: &[T], low: T, test: impl Fn(&T) -> bool) -> (bool, bool) {
    let passes = xs.iter().any(|x| test(x));
    let above = xs.iter().copied().all(|x| x >= low);
    (passes, above)
}

/// Beside what counts how often it is asked, and what looks at all.
#[fuse]
pub fn counted_beside(orders: &[Order], asked: &std::cell::Cell<usize>) -> (bool, bool, i64) {
    let counts = |order: &Order| {
        asked.set(asked.get() * 3 + 1);
        order.price == 7
    };
    let seven = orders.iter().any(|order| counts(order));
    let even = orders.iter().all(|order| {
        asked.set(asked.get() * 5 + 2);
        order.price % 2 == 0
    });
    let total = orders.iter().map(|order| order.price).sum();
    (seven, even, total)
}
