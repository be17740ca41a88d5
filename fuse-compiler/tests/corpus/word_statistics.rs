//! loops: 1, contracted: lengths

#[loopfuse::fuse]
pub fn word_statistics(words: &[String]) -> (usize, usize, usize) {
    let lengths: Vec<usize> = words.iter().map(|word| word.len()).collect();
    let longest = lengths.iter().copied().fold(0, usize::max);
    let total: usize = lengths.iter().sum();
    let empty = words.iter().filter(|word| word.is_empty()).count();
    (longest, total, empty)
}
