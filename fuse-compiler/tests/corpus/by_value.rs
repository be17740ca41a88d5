//! loops: 1, contracted: upper

#[loopfuse::fuse]
pub fn shouted(words: Vec<String>) -> usize {
    let upper: Vec<String> = words.into_iter().map(|word| word.to_uppercase()).collect();
    upper.iter().map(|word| word.len()).sum()
}
