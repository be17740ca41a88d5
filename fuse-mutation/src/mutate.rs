//! Mutations of token trees.
//!
//! *Tame* ones keep statements, calls and words whole: most of what they make still parses, so that
//! it reaches the stages behind the parser. *Wild* ones know tokens only.

use crate::choices::Choices;
use crate::literals;
use crate::seeds::Seeds;
use crate::skeleton::{self, KEYWORDS, Way};
use crate::templates::{
    AFTER_PARAMETERS, AROUND, ATTRIBUTES, DEEP, GENERICS, ITEMS, PARAMETERS, QUALIFIERS, SEGMENTS,
    STATEMENTS, fill,
};
use crate::tree::{Tree, locate, parsed, size};
use proc_macro2::{Delimiter, Spacing, TokenTree};
use std::ops::Range;

/// No tree grows beyond this many tokens by mutations that copy.
const LARGEST: usize = 6_000;

const SIGNS: &str = "=<>!~+-*/%^&|@.,;:#$?'";

/// Applies one to eight mutations to a function. In two thirds of all cases only tame ones.
pub fn some(item: &mut Vec<Tree>, seeds: &Seeds, choices: &mut Choices<'_>) {
    let wild_percent = choices.one(&[0, 0, 50]);
    let count = 1 + choices.below(4) * choices.below(3) + choices.below(2);
    for _ in 0..count {
        if choices.chance(wild_percent) {
            let donor = seeds.fragment(choices);
            wild(item, &donor, choices);
        } else {
            tame(item, seeds, choices);
        }
    }
    if choices.chance(3) {
        let template = ITEMS.pick(choices);
        around(item, 0..item.len(), &template);
    }
}

/// One mutation that keeps statements, calls and words whole.
pub fn tame(item: &mut Vec<Tree>, seeds: &Seeds, choices: &mut Choices<'_>) {
    match choices.below(32) {
        0..3 => swap_words(item, choices),
        3 | 4 => in_block(item, choices, |row, at, choices| {
            let statements = skeleton::statements(row);
            let other = choices.pick(&statements).clone();
            swap_ranges(row, at, other);
        }),
        5 => in_block(item, choices, |row, at, _| drop(row.drain(at))),
        6 | 7 => in_block(item, choices, |row, at, choices| {
            let copy = row[at.clone()].to_vec();
            let statements = skeleton::statements(row);
            let place = choices.pick(&statements).start;
            insert(row, place, copy);
        }),
        8..11 => {
            let statement = seeds.statement(choices);
            in_block(item, choices, |row, at, _| insert(row, at.start, statement));
        }
        11..14 => {
            let statement = STATEMENTS.pick(choices);
            in_block(item, choices, |row, at, _| insert(row, at.start, statement));
        }
        14 | 15 => {
            let segment = SEGMENTS.pick(choices);
            in_segment(item, choices, |row, at, choices| {
                let place = if choices.chance(50) { at.end } else { at.start };
                insert(row, place, segment);
            });
        }
        16 | 17 => {
            let segment = SEGMENTS.pick(choices);
            in_segment(item, choices, |row, at, _| drop(row.splice(at, segment)));
        }
        18 => in_segment(item, choices, |row, at, _| drop(row.drain(at))),
        19 => in_segment(item, choices, |row, at, _| {
            let copy = row[at.clone()].to_vec();
            insert(row, at.end, copy);
        }),
        20 => swap_segments(item, choices),
        21 | 22 => {
            let literals = skeleton::leaves(item, &|tree| {
                matches!(tree, Tree::Leaf(TokenTree::Literal(_)))
            });
            if !literals.is_empty() {
                let (way, place) = choices.pick(&literals);
                skeleton::row_mut(item, way)[*place] = literals::number(choices);
            }
        }
        23 => {
            let attribute = ATTRIBUTES.pick(choices);
            in_block(item, choices, |row, at, _| insert(row, at.start, attribute));
        }
        24 | 25 => {
            let template = AROUND.pick(choices);
            in_block(item, choices, |row, at, choices| {
                let statements = skeleton::statements(row);
                let last = choices.below(statements.len());
                let end = statements[last].end.max(at.end);
                around(row, at.start..end, &template);
            });
        }
        26 => {
            let other = choices.pick(&["+", "-", "*", "/", "%", "<", ">", "&", "|", "^"]);
            let operators = skeleton::leaves(item, &|tree| "+*/%".chars().any(|c| tree.is_sign(c)));
            if !operators.is_empty() {
                let (way, place) = choices.pick(&operators);
                skeleton::row_mut(item, way)[*place] = parsed(other).swap_remove(0);
            }
        }
        27 => swap_arguments(item, seeds, choices),
        28 => mutability(item, choices),
        29 => header(item, choices),
        30 => {
            // One variable becomes a raw identifier, everywhere or once.
            let words = skeleton::words(item);
            if let Some((way, place)) = words.get(choices.below(words.len())) {
                let word = skeleton::row(item, way)[*place]
                    .as_word()
                    .map(ToString::to_string);
                let raw = Tree::word(&format!("r#{}", word.unwrap_or_default()));
                skeleton::row_mut(item, way)[*place] = raw;
            }
        }
        _ => {
            let words = skeleton::words(item);
            if let Some((way, place)) = words.get(choices.below(words.len())) {
                around(
                    skeleton::row_mut(item, way),
                    *place..place + 1,
                    &parsed("(hole__)"),
                );
            }
        }
    }
}

/// One mutation of tokens, whatever they mean. The donor is what may be spliced in.
pub fn wild(item: &mut Vec<Tree>, donor: &[Tree], choices: &mut Choices<'_>) {
    let kind = choices.below(16);
    let number = choices.below(size(item) + 1);
    let other = choices.below(size(item) + 1);
    let length = 1 + choices.below(4);
    let (row, place) = locate(item, number);
    let end = (place + length).min(row.len());
    match kind {
        0 => drop(row.drain(place..end)),
        1 => {
            let copy = row[place..end].to_vec();
            insert(row, end, copy);
        }
        2 | 3 => {
            // Move, or swap.
            let taken = row.drain(place..end).collect::<Vec<_>>();
            let (to, at) = locate(item, other);
            let back = match kind == 3 && at < to.len() {
                true => vec![to.remove(at)],
                false => Vec::new(),
            };
            to.splice(at..at, taken);
            let (row, place) = locate(item, number);
            row.splice(place..place, back);
        }
        4 => insert(row, place, donor.to_vec()),
        5 => drop(row.splice(place..end, donor.iter().cloned())),
        6 => row.insert(place, Tree::word(choices.one(KEYWORDS))),
        7 if place < row.len() => row[place] = Tree::word(choices.one(KEYWORDS)),
        8 => {
            let delimiter = choices.one(&[
                Delimiter::Parenthesis,
                Delimiter::Brace,
                Delimiter::Bracket,
                Delimiter::None,
            ]);
            match row.get_mut(place) {
                Some(Tree::Group(old, _)) => *old = delimiter,
                _ => {
                    let inside = row.drain(place..end).collect();
                    row.insert(place, Tree::Group(delimiter, inside));
                }
            }
        }
        9 | 10 => {
            let sign = choices.one(&SIGNS.chars().collect::<Vec<_>>());
            let spacing = match choices.chance(40) {
                true => Spacing::Joint,
                false => Spacing::Alone,
            };
            let tree = Tree::sign(sign, spacing);
            match row.get_mut(place) {
                Some(old @ Tree::Leaf(TokenTree::Punct(_))) if kind == 9 => *old = tree,
                _ => row.insert(place, tree),
            }
        }
        11 => {
            if let Some(Tree::Leaf(TokenTree::Punct(punct))) = row.get(place) {
                let spacing = match punct.spacing() {
                    Spacing::Alone => Spacing::Joint,
                    Spacing::Joint => Spacing::Alone,
                };
                row[place] = Tree::sign(punct.as_char(), spacing);
            }
        }
        12 => {
            let lifetime = choices.pick(&["'a", "'static", "'_", "'r#a", "'a:", "&'a", "'a'"]);
            if let Ok(tokens) = lifetime.parse() {
                insert(row, place, crate::tree::trees(tokens));
            }
        }
        13 => row.insert(place, literals::any(choices)),
        14 => {
            let attribute = ATTRIBUTES.pick(choices);
            insert(row, place, attribute);
        }
        _ => {
            // Rarely more than any parser has stack for.
            let depth = match choices.below(300) {
                299 => 2_000,
                deep => 1 + deep % 30,
            };
            let template = DEEP.pick(choices);
            let inside = row.drain(place..end).collect();
            let nested = (0..depth).fold(inside, |inside, _| fill(&template, inside));
            insert(row, place, nested);
        }
    }
}

fn around(row: &mut Vec<Tree>, range: Range<usize>, template: &[Tree]) {
    let start = range.start;
    let inside = row.drain(range).collect();
    let trees = fill(template, inside);
    row.splice(start..start, trees);
}

/// Inserts, unless the row would grow beyond all bounds.
fn insert(row: &mut Vec<Tree>, place: usize, trees: Vec<Tree>) {
    if size(row) + size(&trees) <= LARGEST {
        row.splice(place..place, trees);
    }
}

fn swap_ranges(row: &mut Vec<Tree>, a: Range<usize>, b: Range<usize>) {
    let (first, second) = if a.start <= b.start { (a, b) } else { (b, a) };
    if first.end > second.start {
        return;
    }
    let later = row[second.clone()].to_vec();
    let earlier = row
        .splice(first.clone(), std::iter::empty())
        .collect::<Vec<_>>();
    let shift = first.len();
    row.splice(second.start - shift..second.end - shift, earlier);
    row.splice(first.start..first.start, later);
}

type InRow<'f> = dyn FnOnce(&mut Vec<Tree>, Range<usize>, &mut Choices<'_>) + 'f;

/// Does something to a statement of a block.
fn in_block(
    item: &mut Vec<Tree>,
    choices: &mut Choices<'_>,
    change: impl FnOnce(&mut Vec<Tree>, Range<usize>, &mut Choices<'_>),
) {
    let blocks = skeleton::blocks(item);
    let way = blocks.get(choices.below(blocks.len())).cloned();
    in_range(item, way, skeleton::statements, choices, Box::new(change));
}

/// Does something to a `.name(..)`.
fn in_segment(
    item: &mut Vec<Tree>,
    choices: &mut Choices<'_>,
    change: impl FnOnce(&mut Vec<Tree>, Range<usize>, &mut Choices<'_>),
) {
    let rows = rows_with_segments(item);
    let way = rows.get(choices.below(rows.len())).cloned();
    in_range(item, way, skeleton::segments, choices, Box::new(change));
}

fn in_range(
    item: &mut Vec<Tree>,
    way: Option<Way>,
    ranges: fn(&[Tree]) -> Vec<Range<usize>>,
    choices: &mut Choices<'_>,
    change: Box<InRow<'_>>,
) {
    let Some(way) = way else { return };
    let row = skeleton::row_mut(item, &way);
    let ranges = ranges(row);
    if !ranges.is_empty() {
        let range = choices.pick(&ranges).clone();
        change(row, range, choices);
    }
}

fn rows_with_segments(item: &[Tree]) -> Vec<Way> {
    let mut rows = skeleton::rows(item, &|_| true);
    rows.retain(|way| !skeleton::segments(skeleton::row(item, way)).is_empty());
    rows
}

/// One word becomes another that stands elsewhere, both variables or both not.
fn swap_words(item: &mut Vec<Tree>, choices: &mut Choices<'_>) {
    let words = skeleton::words(item);
    let word = |at: &(Way, usize)| {
        let word = skeleton::row(item, &at.0)[at.1].as_word()?.to_string();
        (!KEYWORDS.contains(&word.as_str())).then_some(word)
    };
    let words = words
        .iter()
        .filter_map(|at| Some((at.clone(), word(at)?)))
        .collect::<Vec<_>>();
    if words.is_empty() {
        return;
    }
    let ((way, place), old) = choices.pick(&words).clone();
    let small = |word: &str| word.starts_with(char::is_lowercase);
    let others = words
        .iter()
        .filter(|(_, word)| small(word) == small(&old))
        .map(|(_, word)| word.as_str())
        .collect::<Vec<_>>();
    let new = Tree::word(choices.one(&others));
    skeleton::row_mut(item, &way)[place] = new;
}

fn swap_segments(item: &mut Vec<Tree>, choices: &mut Choices<'_>) {
    let rows = rows_with_segments(item);
    if rows.is_empty() {
        return;
    }
    let from = skeleton::row(item, &choices.pick(&rows).clone());
    let segment = from[choices.pick(&skeleton::segments(from)).clone()].to_vec();
    in_segment(item, choices, |row, at, _| drop(row.splice(at, segment)));
}

/// The arguments of one call become those of another, perhaps of another function.
fn swap_arguments(item: &mut Vec<Tree>, seeds: &Seeds, choices: &mut Choices<'_>) {
    let donor = choices.chance(50).then(|| seeds.pick(choices));
    let parentheses = |trees: &[Tree]| skeleton::rows(trees, &|d| d == Delimiter::Parenthesis);
    let from = donor.as_deref().unwrap_or(item);
    let rows = parentheses(from);
    if rows.is_empty() {
        return;
    }
    let arguments = skeleton::row(from, &choices.pick(&rows).clone()).to_vec();
    let rows = parentheses(item);
    if let Some(way) = rows.get(choices.below(rows.len())) {
        *skeleton::row_mut(item, way) = arguments;
    }
}

/// `mut`, `&`, `move`, `ref` and `*` come and go.
fn mutability(item: &mut Vec<Tree>, choices: &mut Choices<'_>) {
    let marks = skeleton::leaves(item, &|tree| {
        tree.is_word("mut") || tree.is_word("move") || tree.is_sign('&') || tree.is_sign('*')
    });
    if !marks.is_empty() && choices.chance(50) {
        let (way, place) = choices.pick(&marks);
        skeleton::row_mut(item, way).remove(*place);
        return;
    }
    let words = skeleton::words(item);
    if let Some((way, place)) = words.get(choices.below(words.len())) {
        let row = skeleton::row_mut(item, way);
        let mark = match row.get(place.wrapping_sub(1)) {
            Some(before) if before.is_word("let") || before.is_word("for") => "mut",
            Some(before) if before.is_sign('|') => choices.pick(&["mut", "&", "ref", "_ @"]),
            _ => choices.pick(&["&", "*", "&mut", "!", "-"]),
        };
        if let Ok(tokens) = mark.parse() {
            insert(row, *place, crate::tree::trees(tokens));
        }
    }
}

/// Something changes before the body.
fn header(item: &mut Vec<Tree>, choices: &mut Choices<'_>) {
    let Some(at) = item.iter().position(|tree| tree.is_word("fn")) else {
        return;
    };
    let parameters = item
        .iter()
        .position(|tree| tree.is_group(Delimiter::Parenthesis));
    match (choices.below(5), parameters) {
        (0, _) => insert(item, at, QUALIFIERS.pick(choices)),
        (1, _) => insert(item, 0, ATTRIBUTES.pick(choices)),
        (2, Some(place)) if place > at => {
            insert(item, place, GENERICS.pick(choices));
        }
        (3, Some(place)) if place > at => {
            let after = AFTER_PARAMETERS.pick(choices);
            insert(item, place + 1, after);
        }
        (_, Some(place)) => {
            let parameter = PARAMETERS.pick(choices);
            if let Tree::Group(_, row) = &mut item[place] {
                row.insert(0, Tree::sign(',', Spacing::Alone));
                insert(row, 0, parameter);
            }
        }
        _ => {}
    }
}
