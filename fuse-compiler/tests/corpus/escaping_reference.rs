//! loops: 2
// The longest name is a reference into the vector, which therefore must be in memory first.

#[loopfuse::fuse]
pub fn longest_name(names: &[&str]) -> usize {
    let trimmed: Vec<String> = names.iter().map(|name| name.trim().to_string()).collect();
    let longest = trimmed.iter().max_by_key(|name| name.len());
    longest.map_or(0, |name| name.len())
}
