//! loops: 3
// `position` and a sum of one's own stay as written; the passes around them are one loop.

use std::time::Duration;

#[loopfuse::fuse]
pub fn schedule(starts: &[f64], pauses: &[Duration]) -> (f64, usize, Duration, f64) {
    let total: f64 = starts.iter().sum();
    let first = starts.iter().position(|s| *s > 0.0).unwrap_or(starts.len());
    let paused: Duration = pauses.iter().sum();
    let squares: f64 = starts.iter().map(|s| s * s).sum();
    (total, first, paused, squares)
}
