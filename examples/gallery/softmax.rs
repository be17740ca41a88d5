//! Three results that wait for each other: the greatest, the sum, the shares.

use loopfuse::fuse;

/// Shares that add up to one; no exponential overflows.
#[fuse(loops = 3)]
#[must_use]
pub fn softmax(logits: &[f64]) -> Vec<f64> {
    let greatest = logits.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let powers: Vec<f64> = logits.iter().map(|x| (x - greatest).exp()).collect();
    let sum: f64 = powers.iter().sum();
    powers.iter().map(|power| power / sum).collect()
}

#[test]
fn equal_logits_have_equal_shares() {
    assert_eq!(softmax(&[7.0, 7.0]), [0.5, 0.5]);
}
