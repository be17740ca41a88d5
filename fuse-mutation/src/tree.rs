//! Token trees that can be changed in place.

use proc_macro2::{Delimiter, Group, Ident, Punct, Spacing, Span, TokenStream, TokenTree};

/// A group, or any other token.
#[derive(Clone, Debug)]
pub enum Tree {
    /// What stands between two delimiters.
    Group(Delimiter, Vec<Tree>),
    /// An identifier, a sign or a literal.
    Leaf(TokenTree),
}

/// The trees of a token stream.
#[must_use]
pub fn trees(tokens: TokenStream) -> Vec<Tree> {
    tokens
        .into_iter()
        .map(|token| match token {
            TokenTree::Group(group) => Tree::Group(group.delimiter(), trees(group.stream())),
            leaf => Tree::Leaf(leaf),
        })
        .collect()
}

/// The token stream of trees.
#[must_use]
pub fn stream(trees: &[Tree]) -> TokenStream {
    trees
        .iter()
        .map(|tree| match tree {
            Tree::Group(delimiter, inside) => {
                TokenTree::from(Group::new(*delimiter, stream(inside)))
            }
            Tree::Leaf(leaf) => leaf.clone(),
        })
        .collect()
}

/// The trees of a text of ours.
///
/// # Panics
/// If it is not made of tokens.
pub(crate) fn parsed(text: &str) -> Vec<Tree> {
    trees(text.parse().expect("the text is made of tokens"))
}

/// How many trees there are, those inside groups counted too.
pub(crate) fn size(trees: &[Tree]) -> usize {
    let inside = |tree: &Tree| match tree {
        Tree::Group(_, inside) => size(inside),
        Tree::Leaf(_) => 0,
    };
    trees.len() + trees.iter().map(inside).sum::<usize>()
}

/// The row that holds the tree with this number, counted in source order, and its place in the row;
/// the end of the outermost row if there is none.
pub(crate) fn locate(trees: &mut Vec<Tree>, mut number: usize) -> (&mut Vec<Tree>, usize) {
    let mut descend = None;
    let mut found = trees.len();
    for (place, tree) in trees.iter().enumerate() {
        if number == 0 {
            found = place;
            break;
        }
        number -= 1;
        if let Tree::Group(_, inside) = tree {
            let inside = size(inside);
            if number < inside {
                descend = Some(place);
                break;
            }
            number -= inside;
        }
    }
    match descend {
        Some(place) => {
            let Tree::Group(_, inside) = &mut trees[place] else {
                unreachable!("only groups are descended into")
            };
            locate(inside, number)
        }
        None => (trees, found),
    }
}

impl Tree {
    /// A word; raw if it begins with `r#` and can be.
    pub(crate) fn word(word: &str) -> Tree {
        let bare = word.trim_start_matches("r#");
        let raw = bare != word && !["self", "Self", "super", "crate", "_"].contains(&bare);
        let ident = match raw {
            true => Ident::new_raw(bare, Span::call_site()),
            false => Ident::new(bare, Span::call_site()),
        };
        Tree::Leaf(ident.into())
    }

    pub(crate) fn sign(sign: char, spacing: Spacing) -> Tree {
        Tree::Leaf(Punct::new(sign, spacing).into())
    }

    /// The word, if it is one.
    pub(crate) fn as_word(&self) -> Option<&Ident> {
        match self {
            Tree::Leaf(TokenTree::Ident(word)) => Some(word),
            _ => None,
        }
    }

    pub(crate) fn is_sign(&self, sign: char) -> bool {
        matches!(self, Tree::Leaf(TokenTree::Punct(punct)) if punct.as_char() == sign)
    }

    pub(crate) fn is_word(&self, word: &str) -> bool {
        self.as_word().is_some_and(|ident| ident == word)
    }

    pub(crate) fn is_group(&self, delimiter: Delimiter) -> bool {
        matches!(self, Tree::Group(other, _) if *other == delimiter)
    }
}
