//! In edition 2018 `array.into_iter()` goes over references, and `dyn`-less or `async`-less code
//! of the time must still expand.

#![allow(
    array_into_iter,
    clippy::into_iter_on_ref,
    reason = "the edition's meaning is what is tested"
)]

use loopfuse::fuse;

/// `into_iter` on an array: references in this edition.
#[fuse]
pub fn doubled(xs: [i64; 3]) -> (Vec<i64>, i64) {
    let ys: Vec<i64> = xs.into_iter().map(|x: &i64| *x * 2).collect();
    let sum: i64 = ys.iter().sum();
    (ys, sum)
}

/// Sums of elements and of squares. `gen` is an ordinary name.
#[fuse]
pub fn sums(gen: &[i64]) -> (i64, i64) {
    let sum: i64 = gen.iter().sum();
    let squares: i64 = gen.iter().map(|x| x * x).sum();
    (sum, squares)
}

/// What a loop reads of it stands beside what is borrowed, or gone: a closure of this edition captures all of a struct.
pub struct Gauge {
    /// It is read.
    pub scale: f64,
    /// They are written.
    pub notes: Vec<usize>,
    /// It is moved out.
    pub name: String,
}

impl Gauge {
    /// A field is read while another one is borrowed.
    #[fuse]
    pub fn read(&mut self, xs: &[f64]) -> Vec<f64> {
        let notes = &mut self.notes;
        let scaled: Vec<f64> = xs.iter().map(|x| x * self.scale).collect();
        let high = xs.iter().filter(|x| **x > self.scale).count();
        notes.push(high);
        scaled
    }
}

impl Gauge {
    /// All of a shared reference is borrowed.
    #[fuse(loops = 1)]
    pub fn shared(&self, xs: &[i64]) -> (usize, usize) {
        let high = xs.iter().filter(|x| **x > self.notes.len() as i64).count();
        let low = xs.iter().filter(|x| (**x as f64) < self.scale).count();
        (high, low)
    }
}

/// A field is read behind another one that is gone.
#[fuse]
pub fn moved(gauge: Gauge, xs: &[f64]) -> (String, Vec<f64>, usize) {
    let name = gauge.name;
    let moved: Vec<f64> = xs.iter().map(|x| x + gauge.scale).collect();
    let high = moved.iter().filter(|x| **x > 1.0).count();
    (name, moved, high)
}

#[cfg(test)]
mod tests {
    #[test]
    fn values() {
        assert_eq!(super::doubled([1, 2, 3]), (vec![2, 4, 6], 12));
        assert_eq!(super::sums(&[1, 2, 3]), (6, 14));
        let mut gauge = super::Gauge {
            scale: 2.0,
            notes: Vec::new(),
            name: "a".into(),
        };
        assert_eq!(gauge.read(&[3.0; 200]), [6.0; 200]);
        assert_eq!(gauge.notes, [200]);
        assert_eq!(gauge.shared(&[1; 200]), (0, 200));
        assert_eq!(super::moved(gauge, &[1.0; 200]).2, 200);
    }
}
