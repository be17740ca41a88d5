//! Strings: those that a filter drops stay a `&str`.

#![allow(clippy::all, reason = "what users write")]
use super::fuse;

#[fuse]
pub fn long(words: &[&str]) -> (Vec<String>, usize, usize) {
    let owned: Vec<String> = words.iter().map(|word| word.to_string()).collect();
    let long: Vec<String> = owned
        .iter()
        .filter(|word| word.len() > 3)
        .cloned()
        .collect();
    let letters = long.iter().map(|word| word.len()).sum();
    (long, letters, owned.len())
}

#[fuse]
pub fn of_lines(text: &str) -> (Vec<String>, usize, usize) {
    let lines: Vec<String> = text
        .lines()
        .map(|line| line.trim().to_string())
        .filter(|line| !line.is_empty())
        .collect();
    let words = text
        .lines()
        .map(|line| line.split_whitespace().count())
        .sum();
    let blank = text.lines().filter(|line| line.trim().is_empty()).count();
    (lines, words, blank)
}

#[fuse]
pub fn joined(words: &[String]) -> (String, Vec<String>, usize) {
    let marked: Vec<String> = words.iter().map(|word| format!("{word}!")).collect();
    let all: String = marked.iter().map(|word| word.as_str()).collect();
    let kept: Vec<String> = marked
        .into_iter()
        .filter(|word| word.len() % 2 == 0)
        .collect();
    (all, kept, words.len())
}
