//! loops: 3
// The updates of `x` and `r` are in step, and so is the norm of what `r` has become.

#[loopfuse::fuse]
pub fn step(xs: &[f64]) -> (Vec<f64>, Vec<f64>, f64) {
    let mut x: Vec<f64> = xs.iter().map(|v| v * 0.5).collect();
    let mut r: Vec<f64> = xs.iter().map(|v| v + 1.0).collect();
    let p: Vec<f64> = xs.iter().map(|v| 1.0 - v).collect();
    let q: Vec<f64> = p.iter().map(|v| v * 2.0).collect();
    let mut pq = 0.0;
    for (p, q) in p.iter().zip(&q) {
        pq += p * q;
    }
    let mut rr = 0.0;
    for v in &r {
        rr += v * v;
    }
    let alpha = rr / (pq + 1.0);
    for (x, p) in x.iter_mut().zip(&p) {
        *x += alpha * p;
    }
    for (r, q) in r.iter_mut().zip(&q) {
        *r -= alpha * q;
    }
    let norm: f64 = r.iter().map(|v| v * v).sum();
    for (x, r) in x.iter_mut().zip(&r) {
        *x += r / (norm + 1.0);
    }
    (x, r, norm)
}
