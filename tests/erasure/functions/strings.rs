//! Strings that filters look at before they are stored, and types that only look like strings.

use super::fuse;
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;
use std::rc::Rc;

/// Strings, with how much room each has.
type Roomy = Vec<(String, usize)>;

fn with_room(words: Vec<String>) -> Roomy {
    let room = |word: String| {
        let room = word.capacity();
        (word, room)
    };
    words.into_iter().map(room).collect()
}

#[fuse(loops = 1)]
pub fn clean(raw: &[String]) -> (Roomy, usize) {
    let trimmed: Vec<String> = raw.iter().map(|word| word.trim().to_string()).collect();
    let kept: Vec<String> = trimmed
        .into_iter()
        .filter(|word| !word.is_empty())
        .collect();
    let total: usize = kept.iter().map(|word| word.len()).sum();
    (with_room(kept), total)
}

/// Twice filtered, looked at by reference in between, and given away in the end.
#[fuse]
pub fn in_stages(raw: &[&str], start: char) -> (Vec<String>, usize, usize, Vec<String>) {
    let words: Vec<String> = raw
        .iter()
        .map(|word| word.trim_matches('.').trim_start().to_owned())
        .filter(|word| word.starts_with(start) || *word != "und")
        .collect();
    let letters: usize = words.iter().map(|word| word.chars().count()).sum();
    let long = words.iter().filter(|&word| word[..].len() > 4).count();
    let upper: Vec<String> = words.iter().map(|word| word.to_uppercase()).collect();
    let marked: Vec<String> = words
        .into_iter()
        .filter(|word| **word != *"" && !word.contains(char::is_numeric))
        .map(|word| word + "!")
        .collect();
    (marked, letters, long, upper)
}

/// What is kept is given away, and becomes a `String` for it.
#[fuse(loops = 1)]
pub fn marked(raw: &[String]) -> (Vec<String>, usize) {
    let words: Vec<String> = raw.iter().map(|word| word.trim().to_string()).collect();
    let marked: Vec<String> = words
        .into_iter()
        .filter(|word| word.len() > 2)
        .map(|word| word + "!")
        .collect();
    let total: usize = marked.iter().map(|word| word.len()).sum();
    (marked, total)
}

#[allow(
    clippy::iter_overeager_cloned,
    clippy::map_clone,
    reason = "it is cloned too early"
)]
#[fuse(loops = 1)]
pub fn copies(names: &[String]) -> (Vec<String>, usize, Vec<String>) {
    let long: Vec<String> = names
        .iter()
        .cloned()
        .filter(|name| name.len() > 3)
        .collect();
    let count = long.iter().filter(|name| name.ends_with("e")).count();
    let again: Vec<String> = names.iter().map(|name| name.clone()).collect();
    let short: Vec<String> = again.into_iter().filter(|name| name.len() < 3).collect();
    (long, count, short)
}

/// The longest of what is kept, which a fold takes as it is.
#[fuse]
pub fn greatest(raw: &[String]) -> (Option<String>, usize, Option<String>) {
    let words: Vec<String> = raw.iter().map(|word| word.trim_end().to_string()).collect();
    let odd: Vec<String> = words
        .into_iter()
        .filter(|word| word.len() % 2 == 1)
        .collect();
    let count = odd.iter().map(|word| word.split_whitespace().count()).sum();
    let greatest = odd.into_iter().max();
    let first = raw.iter().min().cloned();
    (greatest, count, first)
}

/// A vector is pushed to where the strings are needed.
#[fuse]
pub fn pushed(raw: &[String]) -> (Vec<String>, usize) {
    let words: Vec<String> = raw.iter().map(|word| word.trim().to_owned()).collect();
    let kept: Vec<String> = words.into_iter().filter(|word| word != "a").collect();
    let total: usize = kept.iter().map(|word| word.len()).sum();
    let mut all = Vec::new();
    for word in kept {
        all.push(word);
    }
    (all, total)
}

#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    pub name: String,
    pub value: i64,
}

#[fuse(loops = 1)]
pub fn fields(entries: &[Entry]) -> (Vec<String>, i64, usize) {
    let names: Vec<String> = entries
        .iter()
        .map(|entry| entry.name.trim().to_string())
        .collect();
    let named: Vec<String> = names.into_iter().filter(|name| !name.is_empty()).collect();
    let total: i64 = entries.iter().map(|entry| entry.value / 4).sum();
    let letters: usize = named.iter().map(|name| name.len()).sum();
    (named, total, letters)
}

/// A map of what is kept.
#[fuse]
pub fn mapped(raw: &[String]) -> (BTreeMap<String, usize>, usize) {
    let words: Vec<String> = raw.iter().map(|word| word.trim().to_string()).collect();
    let kept: Vec<String> = words.into_iter().filter(|word| word.len() > 1).collect();
    let total: usize = kept.iter().map(|word| word.len()).sum();
    let lengths: BTreeMap<String, usize> = kept
        .into_iter()
        .map(|word| {
            let length = word.len();
            (word, length)
        })
        .collect();
    (lengths, total)
}

/// Other types that give a `String`.
#[fuse]
pub fn shown(numbers: &[i64], shared: &[Rc<str>], cows: &[Cow<'_, str>]) -> [Vec<String>; 3] {
    let spelt: Vec<String> = numbers.iter().map(|number| number.to_string()).collect();
    let spelt: Vec<String> = spelt.into_iter().filter(|text| text.len() > 2).collect();
    let names: Vec<String> = shared.iter().map(|name| name.to_string()).collect();
    let names: Vec<String> = names.into_iter().filter(|name| name != "b").collect();
    let parts: Vec<String> = cows.iter().map(|part| part.trim().to_owned()).collect();
    let parts: Vec<String> = parts.into_iter().filter(|part| !part.is_empty()).collect();
    [spelt, names, parts]
}

#[fuse]
pub fn generic<T: fmt::Display>(items: &[T]) -> (Vec<String>, usize) {
    let spelt: Vec<String> = items.iter().map(|item| item.to_string()).collect();
    let long: Vec<String> = spelt.into_iter().filter(|text| text.len() > 2).collect();
    let total: usize = long.iter().map(|text| text.len()).sum();
    (long, total)
}

/// What is neither a `String` nor a `&str` though it is made of one.
#[fuse]
pub fn of_other_types(words: &[&str], bytes: &[Vec<u8>]) -> (Vec<usize>, Vec<Vec<u8>>) {
    let same: Vec<&str> = words.iter().map(|word| word.to_owned()).collect();
    let long: Vec<&str> = same.into_iter().filter(|word| word.len() > 2).collect();
    let lengths: Vec<usize> = long.iter().map(|word| word.len()).collect();
    let copies: Vec<Vec<u8>> = bytes.iter().map(|bytes| bytes.to_owned()).collect();
    let some: Vec<Vec<u8>> = copies
        .into_iter()
        .filter(|bytes| !bytes.is_empty())
        .collect();
    (lengths, some)
}

/// A type with a `trim` and a `to_string` of its own, which changes it.
#[derive(Clone, Debug)]
pub struct Tape {
    cells: Vec<u8>,
}

impl Tape {
    pub fn of(cells: Vec<u8>) -> Tape {
        Tape { cells }
    }

    fn trim(&self) -> Tape {
        Tape::of(self.cells.iter().copied().filter(|cell| *cell > 9).collect())
    }

    #[allow(clippy::inherent_to_string, clippy::wrong_self_convention, reason = "it is meant to be odd")]
    fn to_string(&mut self) -> String {
        self.cells.push(b'.');
        String::from_utf8_lossy(&self.cells).into_owned()
    }
}

#[fuse]
pub fn tapes(tapes: &[Tape]) -> (Vec<String>, usize) {
    let spelt: Vec<String> = tapes.iter().map(|tape| tape.trim().to_string()).collect();
    let long: Vec<String> = spelt.into_iter().filter(|text| text.len() > 1).collect();
    let total: usize = long.iter().map(|text| text.len()).sum();
    (long, total)
}

/// Looked at in ways that need a `String`.
#[fuse]
pub fn needed(raw: &[String], stops: &[String]) -> (Vec<String>, usize, Vec<String>) {
    let words: Vec<String> = raw.iter().map(|word| word.trim().to_string()).collect();
    let kept: Vec<String> = words
        .into_iter()
        .filter(|word| !stops.contains(word) && word.capacity() == word.len())
        .collect();
    let total: usize = kept.iter().map(|word| word.len()).sum();
    let others: Vec<String> = raw.iter().map(|word| word.trim().to_string()).collect();
    let others: Vec<String> = others
        .into_iter()
        .filter(|word: &String| format!("{word}{word}").len() > 4)
        .collect();
    (kept, total, others)
}

/// The argument of a part has a parameter of the same name.
#[fuse]
pub fn named_twice(raw: &[String], edges: &[char]) -> (Vec<String>, usize) {
    let words: Vec<String> = raw
        .iter()
        .map(|word| word.trim_matches(edges).trim_matches(|letter: char| letter == 'x').to_string())
        .collect();
    let kept: Vec<String> = words.into_iter().filter(|word| !word.is_empty()).collect();
    let total: usize = kept.iter().map(|word| word.trim().len()).sum();
    (kept, total)
}

/// Only how many there are is asked for, and then nothing.
#[fuse]
pub fn counted(raw: &[String]) -> (usize, usize, usize) {
    let words: Vec<String> = raw.iter().map(|word| word.trim().to_string()).collect();
    let count = words.iter().filter(|word| word.len() > 3).count();
    let length = words.len();
    let texts: Vec<String> = raw.iter().map(|word| word.trim().to_string()).collect();
    let texts = texts.iter().map(|text| text.parse::<i64>().unwrap_or(1)).sum::<i64>();
    (count, length, texts as usize)
}

/// An index that is no boundary panics.
#[fuse]
pub fn cut(raw: &[String], at: usize) -> (Vec<String>, usize) {
    let words: Vec<String> = raw.iter().map(|word| word.trim().to_string()).collect();
    let kept: Vec<String> = words.into_iter().filter(|word| word[at..].len() > 1).collect();
    let total: usize = kept.iter().map(|word| word.len()).sum();
    (kept, total)
}

/// Lines with and without anything in them, asked in several ways.
#[fuse]
pub fn blanks(text: &str, lines: &[String]) -> (usize, usize, usize, Vec<usize>) {
    let blank = text.lines().filter(|line| line.trim().is_empty()).count();
    let letters: usize = text.lines().map(|line| line.chars().count()).sum();
    let some = lines.iter().filter(|line| !line.trim_end().is_empty());
    let lengths: Vec<usize> = some.map(|line| line.len()).collect();
    let none = lines
        .iter()
        .map(|line| usize::from((**line).trim_start().is_empty()))
        .sum();
    (blank, letters, none, lengths)
}

/// What is trimmed is no text, and gone when it is.
#[derive(Clone, Debug)]
pub struct Roll(Vec<u8>);

impl Roll {
    pub fn of(cells: Vec<u8>) -> Roll {
        Roll(cells)
    }

    fn trim(self) -> Vec<u8> {
        self.0.into_iter().filter(|cell| *cell > b'a').collect()
    }
}

#[fuse]
pub fn rolls(rolls: Vec<Roll>, bytes: &[Vec<u8>]) -> (usize, usize, usize) {
    let empty: usize = rolls
        .into_iter()
        .map(|roll| usize::from(roll.trim().is_empty()))
        .sum();
    let blank = bytes.iter().filter(|bytes| bytes.trim_ascii().is_empty()).count();
    let total: usize = bytes.iter().map(|bytes| bytes.len()).sum();
    (empty, blank, total)
}

/// A fold that begins with a string of its own refers to no element.
#[fuse(loops = 1)]
pub fn joined(words: &[String]) -> (String, usize, String) {
    let upper: Vec<String> = words.iter().map(|word| word.to_uppercase()).collect();
    let text = upper.iter().fold(String::new(), |mut text, word| {
        text.push_str(word);
        text.push(' ');
        text
    });
    let total: usize = upper.iter().map(|word| word.len()).sum();
    let starts = upper.iter().fold(
        String::with_capacity(words.len()),
        |mut starts, word| {
            starts.extend(word.chars().next());
            starts
        },
    );
    (text, total, starts)
}

/// Words of lines, of strings, and of what has `split_whitespace` without being a text.
#[fuse]
pub fn words_counted(text: &str, lines: &[String], ropes: Vec<Rope>) -> (usize, usize, usize, usize, usize, usize) {
    let words: usize = text.lines().map(|line| line.split_whitespace().count()).sum();
    let most = text.lines().map(|line| line.split_whitespace().count()).max().unwrap_or(0);
    let letters: usize = text.lines().map(|line| line.chars().count()).sum();
    let long = lines.iter().filter(|line| line.split_whitespace().count() > 1).count();
    let all: usize = lines.iter().map(|line| (**line).split_whitespace().count()).sum();
    let knots: usize = ropes.into_iter().map(|rope| rope.split_whitespace().count()).sum();
    (words, most, letters, long, all, knots)
}

/// As long as it has knots.
#[derive(Clone, Debug)]
pub struct Rope(pub usize);

impl Rope {
    fn split_whitespace(self) -> std::ops::Range<usize> {
        0..self.0
    }
}
