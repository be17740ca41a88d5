//! Readings sorted into buckets, each of which is a vector of its own.

use loopfuse::fuse;

/// Below zero, up to ten, up to a hundred, above.
#[fuse(loops = 1)]
#[must_use]
pub fn buckets(readings: &[i32]) -> (Vec<i32>, Vec<i32>, Vec<i32>, Vec<i32>) {
    let below: Vec<i32> = readings.iter().copied().filter(|x| *x < 0).collect();
    let low: Vec<i32> = readings
        .iter()
        .copied()
        .filter(|x| (0..10).contains(x))
        .collect();
    let middle: Vec<i32> = readings
        .iter()
        .copied()
        .filter(|x| (10..100).contains(x))
        .collect();
    let high: Vec<i32> = readings.iter().copied().filter(|x| *x >= 100).collect();
    (below, low, middle, high)
}

#[test]
fn each_reading_is_in_one() {
    let sorted = (vec![-1], vec![3, 0], vec![10], vec![100, 500]);
    assert_eq!(buckets(&[3, 100, -1, 10, 0, 500]), sorted);
}
