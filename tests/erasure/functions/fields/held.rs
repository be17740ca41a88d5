//! Fields that names hold, that closures take, that leave the function, and that are not what they seem to be.
//!
//! `tests/SAFETY.md` names the rule that each function shows.

use super::fuse;
use std::ops::{Deref, DerefMut};

#[derive(Clone, Debug, Default)]
pub struct Rows {
    pub rows: Vec<Vec<f64>>,
    pub a: Vec<f64>,
    pub b: Vec<f64>,
    pub total: f64,
    pub counted: Counted,
    pub places: Vec<usize>,
}

/// Counts how often it is looked at.
#[derive(Clone, Debug, Default)]
pub struct Counted {
    pub of: Vec<f64>,
    pub looks: usize,
}

impl Counted {
    pub fn get(&mut self, at: usize) -> f64 {
        self.looks += 1;
        self.of[at % self.of.len()]
    }

    pub fn iter(&mut self) -> std::vec::IntoIter<f64> {
        self.looks += 100;
        self.of.clone().into_iter()
    }
}

impl Deref for Counted {
    type Target = [f64];
    fn deref(&self) -> &[f64] {
        &self.of
    }
}

impl DerefMut for Counted {
    fn deref_mut(&mut self) -> &mut [f64] {
        self.looks += 10;
        &mut self.of
    }
}

impl Rows {
    // What was lent before is used in between.
    #[fuse]
    pub fn lent_before(&mut self) -> f64 {
        let first = self.a.first();
        let mut sum = 0.0;
        for x in &self.a {
            sum += x;
        }
        for x in &self.a {
            self.total += x * first.copied().unwrap_or(1.0);
        }
        sum
    }

    #[fuse]
    pub fn lent_behind(&mut self) -> (f64, usize) {
        for x in &self.a {
            self.total += x;
        }
        let largest = self.a.iter().max_by(|x, y| x.total_cmp(y));
        let count = self.a.iter().filter(|x| **x > 0.0).count();
        let found = largest.copied().unwrap_or(0.0);
        (found + self.a.len() as f64, count)
    }

    #[fuse]
    pub fn given_back(&mut self) -> Option<&f64> {
        for x in self.a.iter_mut() {
            *x += 1.0;
        }
        for x in &self.b {
            self.total += x;
        }
        self.a.iter().max_by(|x, y| x.total_cmp(y))
    }

    #[fuse]
    pub fn row_by_row(&mut self) {
        for row in self.rows.iter_mut() {
            for x in row.iter() {
                self.total += x;
            }
            for x in row.iter_mut() {
                *x *= 2.0;
            }
        }
    }

    #[fuse]
    pub fn swapped(&mut self) -> f64 {
        let before: f64 = self.a.iter().sum();
        std::mem::swap(&mut self.a, &mut self.b);
        let behind: f64 = self.a.iter().sum();
        for x in &self.a {
            self.total += x * before;
        }
        behind
    }

    #[fuse]
    pub fn counted(&mut self) -> usize {
        for x in self.counted.iter() {
            self.total += x;
        }
        for i in 0..self.a.len() {
            self.total += self.counted.get(i);
        }
        for i in 0..self.a.len() {
            self.b.push(self.a[i]);
        }
        self.counted.looks
    }

    #[fuse]
    pub fn by_a_method_of_one(&mut self) -> usize {
        for x in &self.a {
            self.total += x;
        }
        self.places.retain(|place| *place < 3);
        for x in &self.a {
            self.b.push(*x);
        }
        self.places.len() + self.b.len()
    }

    #[fuse]
    pub fn taken(&mut self) -> Vec<f64> {
        let taken = std::mem::take(&mut self.a);
        for x in &taken {
            self.total += x;
        }
        for x in &taken {
            self.b.push(x + 1.0);
        }
        taken
    }

    #[fuse]
    pub fn in_a_closure(&mut self) -> f64 {
        let scale = |x: f64| x * self.b.len() as f64;
        let scaled: Vec<f64> = self.a.iter().map(|x| scale(*x)).collect();
        let sum: f64 = self.a.iter().sum();
        sum + scaled.iter().sum::<f64>()
    }

    #[fuse]
    pub fn moved_into_closures(&self, by: f64) -> Vec<f64> {
        let ys: Vec<f64> = self.a.iter().map(move |x| x * by + self.total).collect();
        let zs: Vec<f64> = self.a.iter().map(move |x| x - self.total).collect();
        ys.into_iter().chain(zs).collect()
    }

    #[fuse]
    pub fn left_early(&mut self) -> Option<f64> {
        for x in &self.a {
            self.total += x;
        }
        for x in &self.a {
            if *x > 1e6 {
                return None;
            }
            self.b.push(*x);
        }
        Some(self.total)
    }

    #[fuse]
    pub fn left_in_a_loop(&mut self) {
        'outer: for k in 0..3 {
            for x in &self.a {
                self.total += x;
                if *x > 1e6 {
                    break 'outer;
                }
            }
            for x in &self.a {
                self.b.push(*x + k as f64);
                self.total -= 0.5;
            }
            if self.b.len() > 5000 {
                break;
            }
        }
    }

    #[fuse]
    pub fn left_by_a_question(&mut self) -> Option<usize> {
        for x in &self.a {
            self.total += x;
        }
        for place in &self.places {
            self.total += self.a.get(*place)?;
        }
        for x in &self.a {
            self.b.push(*x);
        }
        Some(self.b.len())
    }

    #[fuse]
    pub fn of_its_places(&mut self) {
        for i in 0..self.places.len() {
            self.a.push(self.places[i] as f64);
        }
        for i in 0..self.places.len() {
            self.places[i] += self.a.len();
        }
    }

    // Another of that name.
    #[fuse]
    pub fn shadowed(&mut self) -> f64 {
        #[derive(Clone, Copy)]
        struct Vec(f64);
        let self_a = Vec(2.0);
        for x in &self.a {
            self.total += x * self_a.0;
        }
        for x in &self.a {
            self.b.push(*x);
        }
        self.total
    }
}
