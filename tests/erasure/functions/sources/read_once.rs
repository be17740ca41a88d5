//! Iterators that can be read only once, or whose `next` has an effect: channels, readers, cursors, lexers.
//!
//! `tests/SAFETY.md` names the rule that each function shows.

#![allow(
    unused_mut,
    reason = "each is as small as the rule that it shows"
)]

use super::fuse;
use crate::common::tracked::{Tracked, mark};
use std::cell::Cell;
use std::io::BufRead;
use std::sync::mpsc::{Receiver, channel};

/// A channel that is read twice has other messages the second time.
#[fuse]
pub fn a_channel_read_twice(rx: Receiver<i64>) -> (i64, i64, usize) {
    let first: i64 = rx.try_iter().take(2).fold(0, |a, x| a ^ x);
    let second: i64 = rx.iter().map(|x| x & 7).sum();
    let third = rx.iter().count();
    (first, second, third)
}

/// So has one that is read by two loops.
#[fuse]
pub fn a_channel_in_two_loops(rx: Receiver<i64>) -> (i64, usize) {
    let (mut sum, mut count) = (0, 0);
    for x in &rx {
        sum ^= x;
    }
    for _ in &rx {
        count += 1;
    }
    (sum, count)
}

#[must_use]
pub fn filled(xs: &[i64]) -> Receiver<i64> {
    let (sender, receiver) = channel();
    for x in xs {
        sender.send(*x).expect("the receiver is there");
    }
    receiver
}

/// A reader is read to its end by the first chain.
#[fuse]
pub fn a_reader_in_two_parts(mut reader: impl BufRead) -> (Vec<usize>, Vec<usize>) {
    let mut lines = reader.by_ref().lines();
    let header: Vec<usize> = lines
        .by_ref()
        .take(2)
        .map(|line| line.unwrap().len())
        .collect();
    let body: Vec<usize> = lines.map(|line| line.unwrap().len() * 2).collect();
    (header, body)
}

/// Both iterators log: the first is read to its end before the second is begun.
#[fuse]
pub fn two_iterators_in_order(
    first: impl Iterator<Item = i64>,
    second: impl Iterator<Item = i64>,
) -> (Vec<i64>, i64) {
    let one: Vec<i64> = first.map(|x| x ^ 1).collect();
    let two: i64 = second.map(|x| x & 3).sum();
    (one, two)
}

/// One iterator and an array: what the iterator does is done between the passes over the array.
#[fuse]
pub fn an_iterator_between_two_passes(
    xs: &[Cell<i64>],
    effects: impl Iterator<Item = i64>,
) -> (i64, i64, i64) {
    let before: i64 = xs.iter().map(|x| x.get() & 255).sum();
    let between: i64 = effects.map(|x| x & 1).sum();
    let after: i64 = xs.iter().map(|x| x.get() & 255).sum();
    (before, between, after)
}

/// `&mut I` is an iterator that is still there after it has been read.
#[fuse]
pub fn a_borrowed_iterator<I: Iterator<Item = i64>>(it: &mut I) -> (Vec<i64>, Vec<i64>) {
    let first: Vec<i64> = it.take(3).map(|x| x ^ 1).collect();
    let rest: Vec<i64> = it.map(|x| x ^ 2).collect();
    (first, rest)
}

#[fuse]
pub fn by_reference(mut it: impl Iterator<Item = i64>) -> (Vec<i64>, Vec<i64>, i64) {
    let first: Vec<i64> = it.by_ref().take_while(|x| *x > 0).collect();
    let second: Vec<i64> = it.by_ref().take(2).map(|x| x ^ 2).collect();
    let rest: i64 = it.map(|x| x & 3).sum();
    (first, second, rest)
}

/// Elements that are made anew by each pass, and whose drops show: as many as are written.
pub struct Bag(pub i64);

impl Bag {
    pub fn iter(&self) -> impl Iterator<Item = Tracked> + use<> {
        (1..=self.0).map(Tracked::new)
    }
}

/// Three passes make three elements of each, not four.
#[fuse]
pub fn made_anew_three_times(bag: &Bag) -> (i64, usize, i64) {
    let sum: i64 = bag.iter().map(|x| x.label()).sum();
    let odd = bag.iter().filter(|x| x.label() & 1 == 1).count();
    let all: i64 = bag.iter().fold(0, |a, x| a ^ x.label());
    mark(1);
    (sum, odd, all)
}

/// A cursor: two passes in step do not see what two passes one after the other see.
pub struct Cursor<'a> {
    pub rest: Cell<&'a [i64]>,
}

pub struct Steps<'c, 'a>(&'c Cursor<'a>);

impl Iterator for Steps<'_, '_> {
    type Item = i64;

    fn next(&mut self) -> Option<i64> {
        let (first, rest) = self.0.rest.get().split_first()?;
        self.0.rest.set(rest);
        Some(*first)
    }
}

impl<'a> Cursor<'a> {
    #[must_use]
    pub fn steps(&self) -> Steps<'_, 'a> {
        Steps(self)
    }
}

/// `steps` is not on the list of sources.
#[fuse]
pub fn a_cursor(xs: &[i64]) -> (i64, i64, usize) {
    let cursor = Cursor {
        rest: Cell::new(xs),
    };
    let some: i64 = cursor.steps().take(3).map(|x| x & 7).sum();
    let more: i64 = cursor.steps().take(2).map(|x| x & 7).sum();
    let rest = cursor.steps().count();
    (some, more, rest)
}

/// Goes on where it stopped: its methods have the names of sources and take `&mut self`.
pub struct Lexer {
    pub words: Vec<String>,
    pub at: usize,
}

pub struct Words<'a>(&'a mut Lexer);

impl Iterator for Words<'_> {
    type Item = usize;

    fn next(&mut self) -> Option<usize> {
        let word = self.0.words.get(self.0.at)?;
        self.0.at += 1;
        Some(word.len())
    }
}

impl Lexer {
    pub fn iter(&mut self) -> Words<'_> {
        Words(self)
    }

    pub fn lines(&mut self) -> Words<'_> {
        Words(self)
    }

    #[fuse]
    pub fn of_itself(&mut self) -> (usize, usize, usize) {
        let a: usize = self.iter().take(3).sum();
        let b: usize = self.iter().take(3).map(|n| n * 2).sum();
        let c = self.lines().count();
        (a, b, c)
    }
}

pub struct Parser {
    pub lexer: Lexer,
}

impl Parser {
    #[fuse]
    pub fn of_a_field(&mut self) -> (usize, usize) {
        let a: usize = self.lexer.lines().take(3).sum();
        let b: usize = self.lexer.lines().take(3).map(|n| n * 2).sum();
        (a, b)
    }
}

#[fuse]
pub fn a_lexer_behind_a_reference(lexer: &mut Lexer) -> (usize, usize, usize) {
    let a: usize = lexer.iter().take(2).sum();
    let at = lexer.at;
    let b: usize = lexer.iter().take(2).map(|n| n + at).sum();
    (a, at, b)
}
