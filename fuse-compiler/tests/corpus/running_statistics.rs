//! loops: 2, contracted: logs
// Four loops by hand and a chain; the last loop needs the mean.

#[loopfuse::fuse]
pub fn statistics(xs: &[f64]) -> (f64, f64, usize, Vec<f64>) {
    let logs: Vec<f64> = xs.iter().map(|x| (x.abs() + 1.0).ln()).collect();
    let mut sum = 0.0;
    for log in &logs {
        sum += log;
    }
    let mut largest = f64::NEG_INFINITY;
    for log in logs.iter() {
        largest = largest.max(*log);
    }
    let mut positive = 0;
    for x in xs {
        if *x <= 0.0 {
            continue;
        }
        positive += 1;
    }
    let mean = sum / xs.len().max(1) as f64;
    let mut centred = Vec::with_capacity(xs.len());
    for x in xs {
        centred.push(x - mean);
    }
    (mean, largest, positive, centred)
}
