//! loops: 2, contracted: scaled
// The `for` over the rows, and one loop for each row.

#[loopfuse::fuse]
pub fn row_sums(rows: &[Vec<f64>], by: f64) -> Vec<f64> {
    let mut sums = Vec::new();
    for row in rows {
        let row: &[f64] = row;
        let scaled: Vec<f64> = row.iter().map(|x| x * by).collect();
        let sum: f64 = scaled.iter().sum();
        sums.push(sum);
    }
    sums
}
