//! Filters that keep little or much, and searches that end early or late.

use super::{BLOCK, Compact};

pub(crate) mod obvious {
    pub(crate) fn kept(xs: &[f64], limit: f64) -> (Vec<f64>, f64) {
        let (mut kept, mut sum) = (Vec::new(), -0.0);
        for &x in xs {
            if x < limit {
                kept.push(x);
                sum += x;
            }
        }
        (kept, sum)
    }

    pub(crate) fn buckets(xs: &[f64], low: f64, middle: f64, high: f64) -> [Vec<f64>; 4] {
        let mut buckets = [const { Vec::new() }; 4];
        for &x in xs {
            if x < low {
                buckets[0].push(x);
            } else if x < middle {
                buckets[1].push(x);
            } else if x < high {
                buckets[2].push(x);
            } else {
                buckets[3].push(x);
            }
        }
        buckets
    }

    pub(crate) fn any(xs: &[f64], limit: f64) -> (f64, bool) {
        let (mut sum, mut any) = (0.0, false);
        for &x in xs {
            sum += x;
            any |= x > limit;
        }
        (sum, any)
    }

    pub(crate) fn position(xs: &[f64], limit: f64) -> (f64, Option<usize>) {
        let (mut sum, mut position) = (0.0, None);
        for (i, &x) in xs.iter().enumerate() {
            sum += x;
            if position.is_none() && x > limit {
                position = Some(i);
            }
        }
        (sum, position)
    }
}

pub(crate) mod expert {
    use super::{BLOCK, Compact};

    /// In which way a block is filtered depends on how much of the one before was kept: stores
    /// without branches if the branches would be mispredicted, `push` otherwise.
    pub(crate) fn kept(xs: &[f64], limit: f64) -> (Vec<f64>, f64) {
        let mut kept = Compact::new();
        let mut sum = -0.0;
        let mut fraction = 0;
        for block in xs.chunks(BLOCK) {
            let room = kept.room(block.len());
            let mut n = 0;
            if fraction < block.len() / 16 {
                for &x in block {
                    if x < limit {
                        room[n] = x;
                        n += 1;
                        sum += x;
                    }
                }
            } else {
                for &x in block {
                    room[n] = x;
                    n += usize::from(x < limit);
                }
                for x in &room[..n] {
                    sum += x;
                }
            }
            kept.keep(n);
            fraction = n;
        }
        (kept.into_vec(), sum)
    }

    /// Stores without branches.
    pub(crate) fn buckets(xs: &[f64], low: f64, middle: f64, high: f64) -> [Vec<f64>; 4] {
        let mut buckets = [const { Compact::new() }; 4];
        for block in xs.chunks(BLOCK) {
            let mut lengths = [0; 4];
            let [to1, to2, to3, to4] = buckets.each_mut().map(|bucket| bucket.room(block.len()));
            let [mut n1, mut n2, mut n3, mut n4] = [0; 4];
            for &x in block {
                to1[n1] = x;
                n1 += usize::from(x < low);
                to2[n2] = x;
                n2 += usize::from(low <= x && x < middle);
                to3[n3] = x;
                n3 += usize::from(middle <= x && x < high);
                to4[n4] = x;
                n4 += usize::from(high <= x);
            }
            lengths.copy_from_slice(&[n1, n2, n3, n4]);
            for (bucket, n) in buckets.iter_mut().zip(lengths) {
                bucket.keep(n);
            }
        }
        buckets.map(Compact::into_vec)
    }

    /// A sum is bound by latency: looking is free beside it, but only as far as must be.
    pub(crate) fn any(xs: &[f64], limit: f64) -> (f64, bool) {
        let (sum, position) = position(xs, limit);
        (sum, position.is_some())
    }

    /// Block by block: whether any element of it is a hit as a vector, until one is.
    pub(crate) fn position(xs: &[f64], limit: f64) -> (f64, Option<usize>) {
        let mut sum = -0.0;
        let mut blocks = xs.chunks(BLOCK).enumerate();
        for (index, block) in &mut blocks {
            let mut hits = 0;
            for &x in block {
                sum += x;
                hits += u64::from(x > limit);
            }
            if hits > 0 {
                let within = block.iter().position(|x| *x > limit);
                for x in xs.get((index + 1) * BLOCK..).unwrap_or_default() {
                    sum += x;
                }
                return (sum, within.map(|i| index * BLOCK + i));
            }
        }
        (sum, None)
    }
}
