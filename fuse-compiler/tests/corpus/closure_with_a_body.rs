//! loops: 2
// The body of a closure is a block like any other: one loop for each row, and the chain around it.

#[loopfuse::fuse]
pub fn spans(rows: &[Vec<i64>]) -> Vec<i64> {
    let span = |row: &[i64]| {
        let least = row.iter().copied().min().unwrap_or(0);
        let greatest = row.iter().copied().max().unwrap_or(0);
        greatest - least
    };
    rows.iter().map(|row| span(row)).collect()
}
