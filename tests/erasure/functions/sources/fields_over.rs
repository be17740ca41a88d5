// One text over fields of several types: `Items` is what stands around it.

/// A field whose type only rustc sees.
#[derive(Debug)]
pub struct Over {
    pub items: Items,
    pub limit: f64,
}

impl Over {
    #[fuse(loops = 1)]
    pub fn kept_and_summed(&self) -> (Vec<f64>, f64, usize) {
        let kept: Vec<f64> = self.items.iter().copied().filter(|x| *x < self.limit).collect();
        let sum: f64 = kept.iter().sum();
        let count = self.items.iter().filter(|x| x.is_sign_negative()).count();
        (kept, sum, count)
    }

    #[fuse(loops = 1)]
    pub fn buckets(&self) -> [Vec<f64>; 3] {
        let low: Vec<f64> = self.items.iter().copied().filter(|x| *x < -1.0).collect();
        let middle: Vec<f64> = self.items.iter().copied().filter(|x| -1.0 <= *x && *x < 1.0).collect();
        let high: Vec<f64> = self.items.iter().cloned().filter(|x| 1.0 <= *x).collect();
        [low, middle, high]
    }

    #[fuse(loops = 1)]
    pub fn roots(&self) -> (Vec<f64>, f64, f64, Vec<f64>) {
        let roots: Vec<f64> = self.items.iter().map(|x| x.abs().sqrt() / self.limit).collect();
        let sum: f64 = roots.iter().sum();
        let most = roots.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let positive: Vec<f64> = self.items.iter().copied().filter(|x| *x > 0.0).collect();
        (roots, sum, most, positive)
    }

    #[fuse(loops = 1)]
    pub fn range(&self) -> (f64, f64, f64) {
        let least = self.items.iter().copied().fold(f64::INFINITY, f64::min);
        let most = self.items.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let sum: f64 = self.items.iter().sum();
        (least, most, sum)
    }

    /// What waits for the next pass waits on the stack.
    #[fuse(loops = 1)]
    pub fn waiting(&self) -> (f64, Vec<f64>, usize) {
        let shares: Vec<f64> = self.items.iter().map(|x| x / self.limit).collect();
        let sum: f64 = shares.iter().sum();
        let least = shares.iter().copied().filter(|x| *x < 0.5).collect::<Vec<f64>>();
        let all = self.items.iter().count();
        (sum, least, all)
    }

    #[fuse(loops = 1)]
    pub fn any(&self) -> (Vec<u32>, Vec<f64>) {
        let words: Vec<u32> = self.items.iter().map(|x| *x as u32).collect();
        let floors: Vec<f64> = self.items.iter().map(|x| x.floor() / 2.0).collect();
        (words, floors)
    }

    /// A worker that panics, in the middle of what is stored.
    #[fuse(loops = 1)]
    pub fn panics(&self) -> (Vec<u8>, Vec<u8>, usize) {
        let small: Vec<u8> = self
            .items
            .iter()
            .filter(|x| **x > 1.0)
            .map(|x| u8::try_from(*x as i64).expect("small"))
            .collect();
        let tens: Vec<u8> = self.items.iter().map(|x| 10 / (*x as u8).max(1)).collect();
        let all = self.items.iter().filter(|x| **x > 3.0).count();
        (small, tens, all)
    }

    /// The field is free again afterwards, whatever its iterator is.
    #[fuse(loops = 2)]
    pub fn emptied(&mut self) -> (Vec<f64>, Vec<f64>) {
        let low: Vec<f64> = self.items.iter().copied().filter(|x| *x < 0.0).collect();
        let high: Vec<f64> = self.items.iter().copied().filter(|x| *x > 0.0).collect();
        self.items = low.iter().copied().collect();
        (low, high)
    }

    #[fuse(loops = 2)]
    pub fn references(&self) -> (Vec<&f64>, Option<&f64>, Vec<(usize, f64)>) {
        let low: Vec<&f64> = self.items.iter().filter(|x| **x < self.limit).collect();
        let last = self.items.iter().max_by(|x, y| x.total_cmp(y));
        let at: Vec<(usize, f64)> = (&self.items)
            .iter()
            .copied()
            .enumerate()
            .filter(|(_, x)| *x > 2.0)
            .collect();
        (low, last, at)
    }

    #[fuse(loops = 1)]
    pub fn searched(&self) -> (bool, Option<usize>, bool, f64, Option<f64>) {
        let any = self.items.iter().any(|x| *x > 900.0);
        let at = self.items.iter().copied().position(|x| x < 1.5);
        let all = self.items.iter().all(|x| *x > -1000.0);
        let sum: f64 = self.items.iter().map(|x| x * 2.0).sum();
        (any, at, all, sum, at.map(|at| at as f64))
    }
}
