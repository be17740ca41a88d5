//! loops: 1, contracted: numbers

#[loopfuse::fuse]
pub fn parse_numbers(lines: &[&str]) -> (i64, usize) {
    let numbers: Vec<i64> = lines
        .iter()
        .filter_map(|line| line.trim().parse().ok())
        .collect();
    let sum: i64 = numbers.iter().sum();
    let count = numbers.iter().count();
    (sum, count)
}
