//! Where in a function the statements, the calls and the words are, as far as tokens show it.

use crate::tree::Tree;
use proc_macro2::Delimiter;
use std::ops::Range;

/// Words that mean something to the parser, and some that do so only now and then.
pub(crate) const KEYWORDS: &[&str] = &[
    "fn",
    "let",
    "mut",
    "if",
    "else",
    "match",
    "for",
    "in",
    "while",
    "loop",
    "return",
    "break",
    "continue",
    "move",
    "const",
    "static",
    "struct",
    "enum",
    "union",
    "impl",
    "trait",
    "where",
    "pub",
    "crate",
    "self",
    "Self",
    "super",
    "unsafe",
    "extern",
    "async",
    "await",
    "default",
    "type",
    "use",
    "as",
    "dyn",
    "ref",
    "mod",
    "macro_rules",
    "gen",
    "safe",
    "yield",
    "_",
    "box",
    "try",
    "raw",
    "auto",
    "virtual",
    "r#fn",
    "r#self",
    "r#loop",
    "true",
    "false",
    "r#x",
];

/// The way to a group: the place of the group around it in each row.
pub(crate) type Way = Vec<usize>;

/// The ways to all groups of a kind.
pub(crate) fn rows(trees: &[Tree], wanted: &dyn Fn(Delimiter) -> bool) -> Vec<Way> {
    fn collect(
        trees: &[Tree],
        wanted: &dyn Fn(Delimiter) -> bool,
        here: &mut Way,
        found: &mut Vec<Way>,
    ) {
        for (place, tree) in trees.iter().enumerate() {
            if let Tree::Group(delimiter, inside) = tree {
                here.push(place);
                if wanted(*delimiter) {
                    found.push(here.clone());
                }
                collect(inside, wanted, here, found);
                here.pop();
            }
        }
    }
    let mut found = Vec::new();
    collect(trees, wanted, &mut Vec::new(), &mut found);
    found
}

/// The ways to everything in braces; the first is mostly the function's body.
pub(crate) fn blocks(trees: &[Tree]) -> Vec<Way> {
    rows(trees, &|delimiter| delimiter == Delimiter::Brace)
}

/// What stands in a group; the outermost row if the way leads to no group.
pub(crate) fn row<'t>(trees: &'t [Tree], way: &[usize]) -> &'t [Tree] {
    way.iter().fold(trees, |row, place| match row.get(*place) {
        Some(Tree::Group(_, inside)) => inside,
        _ => row,
    })
}

/// What stands in a group, to be changed.
pub(crate) fn row_mut<'t>(trees: &'t mut Vec<Tree>, way: &[usize]) -> &'t mut Vec<Tree> {
    let Some((place, rest)) = way.split_first() else {
        return trees;
    };
    if !matches!(trees.get(*place), Some(Tree::Group(..))) {
        return trees;
    }
    match &mut trees[*place] {
        Tree::Group(_, inside) => row_mut(inside, rest),
        Tree::Leaf(_) => unreachable!("it was just looked at"),
    }
}

/// The statements of a block that end where they end: with a semicolon or a brace.
pub(crate) fn statements(row: &[Tree]) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut start = 0;
    for (place, tree) in row.iter().enumerate() {
        let next = row.get(place + 1);
        let goes_on = next.is_some_and(|next| {
            next.is_word("else") || next.as_word().is_none() && !matches!(next, Tree::Group(..))
        });
        if tree.is_sign(';') || tree.is_group(Delimiter::Brace) && !goes_on {
            found.push(start..place + 1);
            start = place + 1;
        }
    }
    found
}

/// `.name(..)` and `.name::<..>(..)` in a row.
pub(crate) fn segments(row: &[Tree]) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    for start in 0..row.len() {
        if !row[start].is_sign('.') || row.get(start + 1).is_none_or(|t| t.as_word().is_none()) {
            continue;
        }
        let mut end = start + 2;
        if row.get(end).is_some_and(|tree| tree.is_sign(':')) {
            let mut angles = 0_usize;
            while let Some(tree) = row.get(end) {
                angles += usize::from(tree.is_sign('<'));
                if tree.is_sign('>') {
                    angles = angles.saturating_sub(1);
                    if angles == 0 {
                        end += 1;
                        break;
                    }
                }
                end += 1;
            }
        }
        if row
            .get(end)
            .is_some_and(|tree| tree.is_group(Delimiter::Parenthesis))
        {
            found.push(start..end + 1);
        }
    }
    found
}

/// Every word that is no keyword, with the way to its row and its place there.
pub(crate) fn words(trees: &[Tree]) -> Vec<(Way, usize)> {
    leaves(trees, &|tree| {
        let word = tree.as_word().map(ToString::to_string);
        word.is_some_and(|word| !KEYWORDS.contains(&word.as_str()))
    })
}

/// Every token of a kind, with the way to its row and its place there.
pub(crate) fn leaves(trees: &[Tree], wanted: &dyn Fn(&Tree) -> bool) -> Vec<(Way, usize)> {
    let mut ways = vec![Vec::new()];
    ways.extend(rows(trees, &|_| true));
    let mut found = Vec::new();
    for way in ways {
        for (place, tree) in row(trees, &way).iter().enumerate() {
            if wanted(tree) {
                found.push((way.clone(), place));
            }
        }
    }
    found
}
