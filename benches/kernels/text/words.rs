//! Text.

use super::fuse;

/// Lines, blank lines, words, characters, and the length of the longest line.
#[fuse]
pub fn statistics(text: &str) -> (usize, usize, usize, usize, usize) {
    let lines = text.lines().count();
    let blank = text.lines().filter(|line| line.trim().is_empty()).count();
    let words: usize = text
        .lines()
        .map(|line| line.split_whitespace().count())
        .sum();
    let characters: usize = text.lines().map(|line| line.chars().count()).sum();
    let longest = text.lines().map(|line| line.len()).max().unwrap_or(0);
    (lines, blank, words, characters, longest)
}

/// Trimmed, without what is empty then, in lower case; how long all and the longest are.
#[fuse]
pub fn clean(raw: &[String]) -> (Vec<String>, usize, usize) {
    let trimmed: Vec<String> = raw.iter().map(|word| word.trim().to_string()).collect();
    let kept: Vec<String> = trimmed
        .into_iter()
        .filter(|word| !word.is_empty())
        .collect();
    let lower: Vec<String> = kept.iter().map(|word| word.to_lowercase()).collect();
    let total: usize = lower.iter().map(|word| word.len()).sum();
    let longest = lower.iter().map(|word| word.len()).max().unwrap_or(0);
    (lower, total, longest)
}
