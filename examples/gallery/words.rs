//! Statistics of a text, which is split once.

use loopfuse::fuse;

/// How many words there are, how many letters, how many long words, and how long the longest is.
#[fuse(loops = 1)]
#[must_use]
pub fn words(text: &str) -> (usize, usize, usize, usize) {
    let words: Vec<&str> = text.split_whitespace().collect();
    let count = words.iter().count();
    let letters: usize = words.iter().map(|word| word.len()).sum();
    let long = words.iter().filter(|word| word.len() > 6).count();
    let longest = words.iter().map(|word| word.len()).max().unwrap_or(0);
    (count, letters, long, longest)
}

#[test]
fn the_words_of_a_line_are_counted() {
    assert_eq!(words("to be or not to be measured"), (7, 21, 1, 8));
}
