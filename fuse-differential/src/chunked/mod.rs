//! Functions over chunks. In: a seed. Out: a function with `#[fuse(chunked = Rounds)]` above it, and one around it that runs the
//! rounds over random cuts, merge orders and trees, through bytes, and holds the results against each other to the bit and against
//! the plain function: to the bit where no float is added, closely where one is.
//!
//! | module | what it is |
//! |---|---|
//! | `generate` | a seed -> a function |
//! | `text` | a function -> the item, in both forms |

mod generate;
#[cfg(test)]
mod tests;
mod text;

use crate::function::types::Number;
use crate::machine::{Program, Subject};

/// A function of slices and numbers, whose statements are chains and numbers made of what they give.
#[derive(Clone, Debug, PartialEq)]
pub struct Chunked {
    /// Names and elements of the slices.
    slices: Vec<(String, Number)>,
    /// Names and types of the numbers.
    numbers: Vec<(String, Number)>,
    /// What its statements bind.
    lines: Vec<Line>,
    /// The names of its results.
    results: Vec<String>,
    /// Constructs that it holds.
    constructs: Vec<&'static str>,
}

/// A `let`.
#[derive(Clone, Debug, PartialEq)]
struct Line {
    name: String,
    is: Is,
    value: String,
    /// Whether its type is written beside its name.
    annotated: bool,
    /// The loop behind a `let mut`.
    looped: Option<String>,
    /// Whether an early return stands before it.
    guarded: bool,
    reads: Vec<String>,
    known: Known,
}

impl Line {
    /// True for an array that has an element for each that its chain reads.
    fn is_whole(&self) -> bool {
        self.looped.is_none() && !self.value.contains("filter")
    }
}

/// What a name stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Is {
    Array(Number),
    Number(Number),
    Bool,
    Option(Number),
    /// `[T; 5]`, of an integer.
    Bins(Number),
}

/// How well the plain function and rounds agree on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Known {
    /// To the bit.
    Exactly,
    /// Within what rounding does.
    Closely,
    /// A test of what is known closely may have gone either way.
    Hardly,
}

impl Chunked {
    /// The function of a seed, for ever the same.
    #[must_use]
    pub fn generate(seed: u64) -> Self {
        generate::function(seed)
    }

    /// The constructs that it holds.
    #[must_use]
    pub fn constructs(&self) -> &[&'static str] {
        &self.constructs
    }

    /// The item with the attribute alone.
    #[must_use]
    pub fn item(&self) -> String {
        self.inner()
    }

    fn line(&self, name: &str) -> Option<&Line> {
        self.lines.iter().find(|line| line.name == name)
    }

    /// Without statements that no result needs.
    fn tidy(mut self) -> Self {
        let mut needed: Vec<String> = self.results.clone();
        let mut at = 0;
        while at < needed.len() {
            if let Some(line) = self.line(&needed[at]) {
                let more: Vec<String> = line.reads.clone();
                for name in more {
                    if !needed.contains(&name) {
                        needed.push(name);
                    }
                }
            }
            at += 1;
        }
        self.lines.retain(|line| needed.contains(&line.name));
        self.numbers.retain(|(name, _)| needed.contains(name));
        let first = self.slices.first().cloned();
        self.slices.retain(|(name, _)| needed.contains(name));
        if self.slices.is_empty() {
            self.slices.extend(first);
        }
        self
    }
}

impl Program for Chunked {
    fn text(&self, name: &str) -> String {
        self.plain(name)
    }

    fn parameters(&self) -> Vec<String> {
        let slices = self
            .slices
            .iter()
            .map(|(_, of)| format!("&[{}]", of.name()));
        let numbers = self.numbers.iter().map(|(_, of)| of.name().to_owned());
        slices.chain(numbers).collect()
    }

    fn smaller(&self) -> Vec<Self> {
        let mut all = Vec::new();
        for n in 0..self.results.len() {
            if self.results.len() > 1 {
                let mut less = self.clone();
                less.results.remove(n);
                all.push(less.tidy());
            }
        }
        // What a result is made of, in its place.
        for n in 0..self.results.len() {
            let reads = match self.line(&self.results[n]) {
                Some(line) => line.reads.clone(),
                None => continue,
            };
            for name in reads {
                if self.line(&name).is_some() && !self.results.contains(&name) {
                    let mut less = self.clone();
                    less.results[n] = name;
                    all.push(less.tidy());
                }
            }
        }
        all
    }

    fn subject(&self, index: usize, name: &str, attribute: &str) -> Subject {
        Subject {
            index,
            name: name.to_owned(),
            plain: self.plain(name),
            fused: self.fused(name, attribute),
            parameters: self.parameters(),
        }
    }
}
