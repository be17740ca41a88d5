//! Running values on several threads.

use super::fuse;

/// Alone, so that it is one loop.
#[fuse(parallel, min_len = 7)]
pub fn sums(xs: &[f64], start: f64) -> Vec<f64> {
    xs.iter()
        .scan(start, |sum, x| {
            *sum += x;
            Some(*sum)
        })
        .collect()
}

/// Beside others in one loop; behind a filter; read by a chain, which is a second loop.
#[fuse(parallel, min_len = 5, loops = 2)]
pub fn beside(xs: &[f64]) -> (Vec<f64>, Vec<f64>, f64, f64) {
    let sums: Vec<f64> = xs
        .iter()
        .enumerate()
        .map(|(i, x)| x * (i % 3) as f64)
        .scan(0.0, |sum, x| {
            let twice = x + x;
            *sum += twice;
            Some(*sum)
        })
        .collect();
    let kept: Vec<f64> = xs
        .iter()
        .copied()
        .filter(|x| *x > 0.0)
        .scan(f64::NEG_INFINITY, |most, x| {
            *most = f64::max(*most, x);
            Some(*most)
        })
        .collect();
    let all: f64 = xs.iter().sum();
    let total: f64 = sums.iter().map(|x| x * 0.5).sum();
    (sums, kept, all, total)
}

/// Every operator, over what several arrays make.
#[fuse(parallel, min_len = 3)]
pub fn operators(xs: &[f64], ys: &[f32], start: f32) -> (Vec<f64>, Vec<f32>, Vec<f64>, Vec<f32>) {
    let growth: Vec<f64> = xs
        .iter()
        .scan(1.0, |p, x| {
            *p *= 1.0 + x * 1e-3;
            Some(*p)
        })
        .collect();
    let least: Vec<f32> = ys
        .iter()
        .scan(start, |least, y| {
            *least = (*least).min(*y);
            Some(*least)
        })
        .collect();
    let dots: Vec<f64> = xs
        .iter()
        .zip(ys)
        .scan(-0.5f64, |sum, (x, y)| {
            *sum = x * f64::from(*y) + *sum;
            Some(*sum)
        })
        .collect();
    let nested: Vec<f32> = ys
        .iter()
        .take(ys.len())
        .flat_map(|x| ys[..ys.len().min(3)].iter().map(move |y| x * y))
        .scan(0.0, |sum, z| {
            *sum += z;
            Some(*sum)
        })
        .collect();
    (growth, least, dots, nested)
}

/// What overflows, or has no operator, or is read before it is known.
#[fuse(parallel, min_len = 2)]
pub fn on_one_thread(xs: &[i64], ys: &[f64]) -> (Vec<i64>, Vec<f64>, Vec<f64>, i64) {
    let sums: Vec<i64> = xs
        .iter()
        .scan(i64::MAX, |sum, x| {
            *sum += if *x > 0 { -x } else { *x };
            Some(*sum)
        })
        .collect();
    let smooth: Vec<f64> = ys
        .iter()
        .scan(0.0, |s, y| {
            *s = *s * 0.5 + y;
            Some(*s)
        })
        .collect();
    let means: Vec<f64> = ys
        .iter()
        .scan(0.0, |s, y| {
            *s += y;
            Some(*s)
        })
        .enumerate()
        .map(|(i, sum)| sum / (i + 1) as f64)
        .collect();
    let total: i64 = xs.iter().map(|x| x % 7).sum();
    (sums, smooth, means, total)
}

/// Workers that panic, a mutable result, one that nobody reads.
#[fuse(parallel, min_len = 4)]
pub fn partial(xs: &[f64], limit: f64) -> (Vec<f64>, usize) {
    let mut sums: Vec<f64> = xs
        .iter()
        .map(|x| {
            assert!(*x < limit);
            x * 2.0
        })
        .scan(0.0, |sum, x| {
            *sum += x;
            Some(*sum)
        })
        .collect();
    let unread: Vec<f64> = xs
        .iter()
        .map(|x| {
            assert!(*x < limit);
            *x
        })
        .scan(1.0, |p, x| {
            *p *= x;
            Some(*p)
        })
        .collect();
    sums.push(1.5);
    (sums, unread.len())
}

/// What another loop of this function filtered, in two steps.
#[fuse(parallel, min_len = 3)]
pub fn of_kept(xs: &[f64]) -> (Vec<f64>, f64) {
    let kept: Vec<f64> = xs.iter().copied().filter(|x| *x > 0.0).collect();
    let total: f64 = kept.iter().sum();
    let shares: Vec<f64> = kept
        .iter()
        .map(|x| x / total)
        .scan(0.0, |sum, x| {
            *sum += x;
            Some(*sum)
        })
        .collect();
    (shares, total)
}
