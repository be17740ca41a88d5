//! In edition 2021 `array.into_iter()` goes over values, and closures capture fields.

use loopfuse::fuse;

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

#[cfg(test)]
mod tests {
    use super::*;

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
