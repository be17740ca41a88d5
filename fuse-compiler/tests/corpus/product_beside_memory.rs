//! loops: 3
// An array of all pairs has as many elements as a later product of the same arrays has pairs. The
// one is read by one loop, the other is two loops in each other.

#[loopfuse::fuse]
pub fn product_beside_memory(xs: &[i32]) -> (i32, Vec<i32>) {
    let products: Vec<i32> = xs
        .iter()
        .flat_map(|a| xs.iter().map(move |b| a * b))
        .collect();
    assert!(products.len() >= xs.len());
    let sums: Vec<i32> = xs
        .iter()
        .flat_map(|a| xs.iter().map(move |b| a + b))
        .collect();
    let total = products.iter().sum::<i32>();
    (total, sums)
}
