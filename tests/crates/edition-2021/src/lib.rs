//! In edition 2021 `array.into_iter()` goes over values, and closures capture fields.

use loopfuse::fuse;
use std::cell::RefCell;

/// `into_iter` on an array: values in this edition.
#[fuse]
pub fn doubled(xs: [String; 3]) -> (Vec<String>, usize) {
    let ys: Vec<String> = xs.into_iter().map(|x: String| x + "!").collect();
    let length: usize = ys.iter().map(String::len).sum();
    (ys, length)
}

/// Two fields; the worker captures one of them, the mutable borrow of the other is live.
pub struct Counter {
    /// How often it was asked.
    pub asked: usize,
    /// What to multiply with.
    pub factor: i64,
}

impl Counter {
    /// Multiplies, and counts that it did.
    #[fuse]
    pub fn multiply(&mut self, xs: &[i64]) -> (Vec<i64>, i64) {
        let asked = &mut self.asked;
        let ys: Vec<i64> = xs.iter().map(|x| x * self.factor).collect();
        let sum: i64 = ys.iter().sum();
        *asked += 1;
        (ys, sum)
    }
}

/// `gen` is an ordinary name.
#[fuse]
pub fn sums(gen: &[i64]) -> (i64, i64) {
    let sum: i64 = gen.iter().sum();
    let squares: i64 = gen.iter().map(|x| x * x).sum();
    (sum, squares)
}

/// Notes when it is dropped.
pub struct Note<'a>(&'a RefCell<String>, char);

impl Drop for Note<'_> {
    fn drop(&mut self) {
        self.0.borrow_mut().push(self.1);
    }
}

impl Note<'_> {
    fn given(&self, value: f64) -> f64 {
        value
    }
}

/// What a tail borrows is dropped behind the locals in this edition, but not in an arm of an `if`: there are no two versions.
#[fuse]
pub fn tail(w: &[f64], x: &[f64], notes: &RefCell<String>) -> f64 {
    let _first = Note(notes, 'f');
    let total: f64 = w.iter().sum();
    let sum: f64 = w.iter().zip(x).map(|(a, b)| a * b).sum();
    let _guard = Note(notes, 'g');
    Note(notes, 't').given(total + sum)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn temporaries_of_a_tail() {
        for x in [&[1.0, 2.0][..], &[1.0]] {
            let notes = RefCell::new(String::new());
            tail(&[3.0, 4.0], x, &notes);
            assert_eq!(notes.into_inner(), "gft");
        }
    }

    #[test]
    fn values() {
        let words = ["a", "bc", ""].map(String::from);
        let doubled = doubled(words);
        assert_eq!(doubled, (vec!["a!".into(), "bc!".into(), "!".into()], 6));
        let mut counter = Counter {
            asked: 0,
            factor: 3,
        };
        assert_eq!(counter.multiply(&[1, 2]), (vec![3, 6], 9));
        assert_eq!(counter.asked, 1);
        assert_eq!(sums(&[1, 2, 3]), (6, 14));
    }
}
