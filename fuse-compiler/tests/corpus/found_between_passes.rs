//! loops: 2
// A sum of one's own stays as written; the passes around it are one loop, and the search goes with them.

use std::time::Duration;

#[loopfuse::fuse]
pub fn schedule(starts: &[f64], pauses: &[Duration]) -> (f64, usize, Duration, f64) {
    let total: f64 = starts.iter().sum();
    let first = starts.iter().position(|s| *s > 0.0).unwrap_or(starts.len());
    let paused: Duration = pauses.iter().sum();
    let squares: f64 = starts.iter().map(|s| s * s).sum();
    (total, first, paused, squares)
}
