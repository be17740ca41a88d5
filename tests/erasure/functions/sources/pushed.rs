//! Loops that push what is no number: made as a chain makes it, where its drops, its type and its place among the others stay.

use super::fuse;
use crate::common::tracked::{Tracked, mark};
use std::fmt::Display;

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Span {
    pub from: f64,
    pub to: f64,
}

impl Span {
    fn of(at: f64, length: f64) -> Self {
        Self {
            from: at,
            to: at + length,
        }
    }

    fn length(&self) -> f64 {
        self.to - self.from
    }
}

#[fuse(loops = 1)]
pub fn made_by_the_type(xs: &[f64]) -> (Vec<Span>, f64, usize) {
    let mut spans = Vec::new();
    for x in xs {
        spans.push(Span::of(*x, 2.0));
    }
    let widest = spans.iter().map(|s| s.length()).fold(0.0, f64::max);
    let far = spans.iter().filter(|s| s.to > 3.0).count();
    (spans, widest, far)
}

#[fuse(loops = 1)]
pub fn some_of_them(xs: &[f64]) -> (usize, f64) {
    let mut spans: Vec<Span> = Vec::new();
    for x in xs {
        if *x > 0.5 {
            let length = x * 0.5;
            spans.push(Span {
                from: *x,
                to: *x + length,
            });
        }
    }
    let all: f64 = spans.iter().map(|s| s.to).sum();
    (spans.len(), all)
}

#[fuse(loops = 1)]
pub fn texts(words: &[String]) -> (Vec<String>, usize) {
    let mut lines = vec![];
    for word in words {
        lines.push(format!("- {}", word.trim()));
    }
    let longest = lines.iter().map(|line| line.len()).max().unwrap_or(0);
    (lines, longest)
}

/// A box of anything is made of what is pushed, where it is pushed.
#[fuse]
pub fn coerced(words: &[String]) -> (Vec<Box<dyn Display>>, usize) {
    let mut shown: Vec<Box<dyn Display>> = Vec::new();
    for word in words {
        shown.push(Box::new(word.clone()));
    }
    let longest = shown.iter().map(|s| s.to_string().len()).max().unwrap_or(0);
    (shown, longest)
}

/// The array is dropped behind what was made after it.
#[fuse]
pub fn dropped_in_reverse(xs: &[Tracked]) -> i64 {
    let mut twins = Vec::new();
    let other = Tracked::new(7);
    for x in xs {
        twins.push(x.twin());
    }
    let sum: i64 = twins.iter().map(|t| t.label()).sum();
    mark(other.label());
    sum
}

#[fuse]
pub fn dropped_at_the_end(xs: &[Tracked]) -> i64 {
    let mut twins = Vec::new();
    for x in xs {
        twins.push(x.twin());
    }
    let sum: i64 = twins.iter().map(|t| t.label()).sum();
    let most: i64 = twins.iter().map(|t| t.label()).max().unwrap_or(0);
    mark(1);
    sum + most
}

fn noted(x: &i64, log: &std::cell::RefCell<Vec<i64>>) -> String {
    log.borrow_mut().push(*x);
    x.to_string()
}

/// What a body calls is done for all elements before the next loop begins.
#[fuse]
pub fn calls_in_their_order(xs: &[i64]) -> (Vec<String>, usize, Vec<i64>) {
    let log = std::cell::RefCell::new(Vec::new());
    let mut shown = Vec::new();
    for x in xs {
        shown.push(noted(x, &log));
    }
    let mut length = 0;
    for s in &shown {
        log.borrow_mut().push(-1);
        length += s.len();
    }
    (shown, length, log.into_inner())
}

/// A call that may fail behind calls that are noted: all of them are.
#[fuse]
pub fn notes_before_a_panic(xs: &[i64], log: &std::cell::RefCell<Vec<i64>>) -> i64 {
    let mut shown: Vec<i64> = Vec::new();
    for x in xs {
        shown.push(noted(x, log).len() as i64);
    }
    shown.iter().map(|s| 100 / (s - 2)).sum()
}
