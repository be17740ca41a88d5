//! Names that mean another thing than what the file declares, and uses of fields that only rustc understands.
//!
//! `tests/SAFETY.md` names the rule that each function shows.

use super::fuse;
use std::ops::{AddAssign, Index, Mul};

const N: usize = 3;
type Row = [f64; N];

// The `N` of the alias is another one.
#[fuse]
pub fn another_length<const N: usize>(a: &Row, b: [f64; N]) -> (f64, f64, f64) {
    let t: f64 = b.iter().sum();
    let u: f64 = b.iter().map(|x| x * 2.0).sum();
    let w: f64 = a.iter().sum();
    (t, u, w)
}

#[derive(Clone, Copy)]
pub struct Strict(f64);

impl Mul<Strict> for f64 {
    type Output = f64;
    fn mul(self, by: Strict) -> f64 {
        assert!(self > 1.0, "too small");
        self * by.0
    }
}

#[allow(dead_code, reason = "another one is called")]
pub fn make() -> f64 {
    1.0
}

#[fuse]
pub fn another_function(xs: &[f64]) -> (f64, f64) {
    fn make() -> Strict {
        Strict(3.0)
    }
    let k = make();
    let mut sum = 0.0;
    for x in xs {
        sum += *x;
    }
    let kept: f64 = xs.iter().filter(|x| **x > 1.0).map(|x| *x * k).sum();
    (sum, kept)
}

#[allow(dead_code, reason = "another one is called")]
pub trait Calls: Fn(f64) -> f64 {}
impl<T: Fn(f64) -> f64> Calls for T {}

#[fuse]
pub fn another_trait(xs: &[f64]) -> (Vec<f64>, Vec<f64>) {
    trait Calls: FnMut(f64) -> f64 {}
    impl<T: FnMut(f64) -> f64> Calls for T {}
    let mut log = Vec::new();
    let mut call: Box<dyn Calls> = Box::new(|x| {
        log.push(x);
        x + log.len() as f64
    });
    let a: Vec<f64> = xs.iter().map(|x| call(*x)).collect();
    let b: Vec<f64> = xs.iter().map(|x| call(-*x)).collect();
    (a, b)
}

/// What is read by a reference to it is not what it holds.
#[derive(Clone, Debug, Default)]
pub struct Indexed(pub f64);

impl Index<usize> for Indexed {
    type Output = f64;
    fn index(&self, _: usize) -> &f64 {
        &self.0
    }
}

impl Index<usize> for &Indexed {
    type Output = f64;
    fn index(&self, _: usize) -> &f64 {
        &100.0
    }
}

/// Notes that it was dropped.
pub struct Guard<'a>(pub &'a Vec<f64>);

impl Drop for Guard<'_> {
    fn drop(&mut self) {
        assert!(self.0.len() < 1_000_000);
    }
}

#[derive(Clone, Debug, Default)]
pub struct Held {
    pub a: Vec<f64>,
    pub b: Vec<f64>,
    pub g: Vec<f64>,
    pub total: f64,
    pub rate: f64,
    pub rate_: f64,
    pub count: u64,
    pub indexed: Indexed,
    pub mode: String,
    pub limit: Option<Vec<f64>>,
}

impl Held {
    // Two fields, and a local, of nearly one name.
    #[fuse]
    pub fn nearly_one_name(&mut self) -> f64 {
        let self_rate = 10.0;
        for x in &self.a {
            self.rate += x * self_rate;
        }
        for x in &self.a {
            self.rate_ += x;
        }
        self.rate + self.rate_ * 2.0
    }

    #[fuse]
    pub fn indexed_by_itself(&mut self) -> f64 {
        let mut sum = 0.0;
        for x in &self.a {
            self.total += x;
        }
        for x in &self.a {
            sum += x + self.indexed[0];
        }
        sum
    }

    #[fuse]
    pub fn sorted_behind(&mut self) {
        for x in &self.a {
            self.total += x;
        }
        for x in &self.a {
            self.count += u64::from(*x > 0.0);
        }
        if self.g.len() > 1 {
            self.g[1..].sort_by(f64::total_cmp);
            self.g[..1].fill(7.0);
        }
    }

    #[fuse]
    pub fn by_operators_as_methods(&mut self) {
        for x in &self.a {
            self.total += x;
        }
        for x in &self.a {
            self.b.push(*x);
        }
        self.count.add_assign(1);
        self.rate.clone_from(&3.0);
        for x in &self.a {
            self.b.push(x * self.rate);
        }
    }

    #[fuse]
    pub fn assigned_together(&mut self) {
        for x in &self.a {
            self.total += x;
        }
        (self.rate, self.count) = (7.0, 7);
        for x in &self.a {
            self.b.push(x + self.rate);
        }
    }

    #[fuse]
    pub fn a_number_given_back(&mut self) -> &f64 {
        for x in &self.a {
            self.total += x;
        }
        for x in &self.a {
            self.b.push(*x);
            if *x > 1e6 {
                return &self.rate;
            }
        }
        &self.total
    }

    #[fuse]
    pub fn the_same_number(&mut self) -> bool {
        let rate: *const f64 = &self.rate;
        let mut same = true;
        for x in &self.a {
            self.total += x;
        }
        for x in &self.a {
            same &= std::ptr::eq(rate, &self.rate);
            self.b.push(*x);
        }
        same
    }

    #[fuse]
    pub fn matched(&mut self) -> usize {
        if let Some(limit) = &self.limit {
            for x in &self.a {
                self.total += x;
            }
            for x in &self.a {
                self.b.push(*x);
            }
            self.count += u64::from(self.limit.is_some());
            return limit.len();
        }
        let mode = self.mode.as_str();
        for x in &self.a {
            self.total += x;
        }
        for x in &self.a {
            self.b.push(*x + self.mode.len() as f64);
        }
        mode.len()
    }

    #[fuse]
    pub fn held_by_a_loop(&mut self) {
        for _ in self.g.iter() {
            for x in &self.a {
                self.total += x;
            }
            for x in &self.a {
                self.rate += x * self.g[0];
            }
        }
    }

    #[fuse]
    pub fn held_by_a_guard(&mut self) {
        let _guard = Guard(&self.g);
        for x in &self.a {
            self.total += x;
        }
        for x in &self.a {
            self.b.push(*x + self.g.len() as f64);
        }
    }

    #[fuse]
    pub fn held_until_it_leaves(&mut self) -> f64 {
        let last = self.b.last();
        for x in &self.a {
            self.total += x;
        }
        for x in &self.a {
            self.count += u64::from(*x > 0.0);
        }
        if self.total > 5.0 {
            self.b.push(1.0);
            return 1.0;
        }
        last.copied().unwrap_or(0.5)
    }

    #[fuse]
    pub fn held_by_a_closure(&mut self) -> f64 {
        let scaled = |x: f64| x * self.rate + self.g.len() as f64;
        for x in &self.a {
            self.total += x;
        }
        for x in &self.a {
            self.b.push(scaled(*x));
        }
        self.total
    }
}

#[repr(packed)]
#[derive(Clone, Copy, Default)]
pub struct Packed {
    pub small: u8,
    pub total: f64,
    pub rate: f64,
}

#[fuse]
pub fn packed(packed: &mut Packed, xs: &[f64]) -> f64 {
    for x in xs {
        packed.total += *x;
    }
    for x in xs {
        packed.rate += *x * 2.0;
    }
    packed.total + { packed.rate }
}
