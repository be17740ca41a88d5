//! Methods over fields whose types are declared in this file.

use super::fuse;

type Real = f64;

#[derive(Clone, Debug, Default)]
pub struct Model {
    pub a: Vec<f64>,
    pub b: Vec<f64>,
    pub out: Vec<Real>,
    pub total: Real,
    pub count: usize,
    pub rate: f64,
}

impl Model {
    #[fuse(loops = 1)]
    pub fn sum_and_count(&mut self) {
        self.total = self.a.iter().sum();
        self.count = self.a.iter().filter(|x| **x > self.rate).count();
    }

    #[fuse(loops = 1)]
    pub fn sum_and_push(&mut self) {
        for x in &self.a {
            self.total += x;
        }
        for x in &self.a {
            self.out.push(x * 2.0);
        }
    }

    #[fuse(loops = 1)]
    pub fn assigned(&mut self, v: &[f64]) {
        for x in v {
            self.total += x;
        }
        self.out = v.iter().map(|x| x * self.rate).collect();
    }

    #[fuse(loops = 1)]
    pub fn two_pushed(&mut self, v: &[f64]) {
        for &x in v {
            self.a.push(x);
        }
        for &x in v {
            self.b.push(x);
            self.count += 1;
        }
    }

    #[fuse(loops = 1)]
    pub fn read_at_indices(&self) -> (f64, f64) {
        let mut products = 0.0;
        for i in 0..self.a.len() {
            products += self.a[i] * self.b[i];
        }
        let mut sum = 0.0;
        for i in 0..self.a.len() {
            sum += self.a[i];
        }
        (products, sum)
    }

    #[fuse(loops = 1)]
    pub fn step(&mut self, gradient: &[f64]) {
        for i in 0..gradient.len() {
            self.a[i] = 0.9 * self.a[i] + 0.1 * gradient[i];
        }
        for i in 0..gradient.len() {
            self.b[i] = 0.99 * self.b[i] + 0.01 * gradient[i] * gradient[i];
        }
        for i in 0..gradient.len() {
            self.out[i] -= self.rate * self.a[i] / (self.b[i].sqrt() + 1e-8);
        }
    }

    #[fuse(loops = 1)]
    pub fn changed_and_read(&mut self) {
        for x in self.a.iter_mut() {
            *x *= self.rate;
        }
        for x in &self.a {
            self.total += *x;
        }
    }

    fn mean(&self) -> f64 {
        self.a.iter().sum::<f64>() / self.a.len() as f64
    }

    // What calls a method of the whole stands before, and behind.
    #[fuse(loops = 1)]
    pub fn between_calls(&mut self) -> f64 {
        let mean: f64 = self.mean();
        for x in &self.a {
            self.total += x - mean;
        }
        for x in &self.a {
            self.out.push(x - mean);
        }
        self.mean() + self.total
    }

    #[fuse]
    pub fn in_a_branch(&mut self, yes: bool) {
        if yes {
            self.total = self.mean();
            for x in &self.a {
                self.total += x;
            }
            for x in self.a.iter() {
                self.count += usize::from(*x > 0.0);
            }
        } else {
            self.total = 1.0;
        }
    }
}

#[derive(Clone, Debug)]
pub struct Ledger {
    pub names: Vec<String>,
    pub amounts: Vec<f64>,
    pub total: f64,
    pub largest: f64,
    pub seen: usize,
}

impl Ledger {
    #[fuse]
    pub fn settle(&mut self, rate: f64) -> Option<(f64, usize)> {
        if self.amounts.is_empty() {
            return None;
        }
        let rate = rate * 2.0;
        for amount in self.amounts.iter_mut() {
            *amount *= rate;
        }
        for amount in &self.amounts {
            self.total += amount;
            if *amount > self.largest {
                self.largest = *amount;
            }
        }
        let letters: usize = self.names.iter().map(|name| name.len()).sum();
        let long = self.names.iter().filter(|name| name.len() > 2).count();
        self.seen += long;
        Some((self.total, letters))
    }
}

/// With parameters of its own.
#[derive(Clone, Debug)]
pub struct Pair<T, const N: usize>(pub Vec<T>, pub [T; N]);

impl<U: Copy + PartialOrd + Into<f64>> Pair<U, 5> {
    #[fuse(loops = 1)]
    pub fn sums(&mut self) -> (f64, usize) {
        let sum: f64 = self.0.iter().map(|x| (*x).into()).sum();
        let above = self.0.iter().filter(|x| **x > self.1[2]).count();
        (sum, above)
    }
}

pub mod inner {
    use super::fuse;

    // Not the one of its name outside.
    #[derive(Clone, Debug)]
    pub struct Model {
        pub a: Vec<i64>,
        pub total: i64,
        pub largest: Option<i64>,
    }

    impl Model {
        #[fuse(loops = 1)]
        pub fn both(&mut self) {
            for x in &self.a {
                self.total = self.total.wrapping_add(*x);
            }
            self.largest = self.a.iter().copied().max();
        }
    }

    #[fuse(loops = 1)]
    pub fn by_another_name(model: &mut Model, by: i64) {
        for x in model.a.iter_mut() {
            *x = x.wrapping_mul(by);
        }
        for x in model.a.iter() {
            model.total ^= *x;
        }
    }
}

/// What the next module imports.
pub mod elsewhere {
    #[derive(Clone, Copy, Debug, PartialEq)]
    pub struct Point(pub i64, pub i64);

    /// Not the one of std.
    #[derive(Clone, Debug, Default, PartialEq)]
    pub struct String(pub Vec<char>);

    #[deprecated]
    #[derive(Clone, Copy, Debug, PartialEq)]
    pub struct Old(pub i64);

    impl FromIterator<char> for String {
        fn from_iter<I: IntoIterator<Item = char>>(chars: I) -> Self {
            let mut chars: Vec<char> = chars.into_iter().collect();
            chars.push('!');
            String(chars)
        }
    }
}

pub mod importing {
    use super::elsewhere::{Point, String};
    use super::fuse;
    use std::vec::Vec;

    // Where the name is allowed, and nowhere else.
    #[allow(deprecated, reason = "it is what the test is about")]
    use super::elsewhere::Old;

    #[allow(deprecated, reason = "it is what the test is about")]
    #[derive(Clone, Debug, PartialEq)]
    pub struct Scrap {
        pub old: Vec<Old>,
        pub count: usize,
    }

    #[allow(deprecated, reason = "it is what the test is about")]
    fn made_of(x: i64) -> Old {
        Old(x)
    }

    #[fuse]
    pub fn scrap(xs: &[i64]) -> Scrap {
        Scrap {
            old: xs.iter().map(|x| made_of(*x)).collect(),
            count: xs.iter().filter(|x| **x > 3).count(),
        }
    }

    #[derive(Clone, Debug, PartialEq)]
    pub struct Drawing {
        pub lines: Vec<Vec<Point>>,
        pub corners: Vec<Point>,
        pub name: String,
        pub count: usize,
    }

    impl Drawing {
        #[fuse(loops = 1)]
        pub fn empty(n: usize) -> Self {
            Drawing {
                lines: (0..n).map(|_| Vec::new()).collect(),
                corners: (0..n).map(|i| Point(i as i64, 2)).collect(),
                name: String::default(),
                count: n,
            }
        }

        /// The name of a type of the module is a parameter's here.
        #[fuse]
        pub fn of<Point: Copy + Into<i64>>(points: &[Point]) -> Self {
            Drawing {
                lines: Vec::new(),
                corners: points.iter().map(|x| Point((*x).into(), 1)).collect(),
                name: points.iter().map(|x| if (*x).into() > 0 { 'p' } else { 'n' }).collect(),
                count: points.iter().filter(|x| (**x).into() > 3).count(),
            }
        }
    }
}
