//! Texts that mutations put in: one a line in the files of the folder `templates`.

use crate::choices::Choices;
use crate::tree::{Tree, trees};
use std::sync::LazyLock;

/// The lines of a file.
pub(crate) struct Templates(LazyLock<Vec<&'static str>>);

macro_rules! templates {
    ($($(#[$doc:meta])* $name:ident = $file:literal;)*) => {
        $(
            $(#[$doc])*
            pub(crate) static $name: Templates = Templates(LazyLock::new(|| {
                include_str!(concat!("../templates/", $file, ".txt")).lines().collect()
            }));
        )*
    };
}

templates! {
    /// What a chain may go on with.
    SEGMENTS = "segments";
    /// Statements that stand between chains.
    STATEMENTS = "statements";
    /// What may stand before a statement or a function.
    ATTRIBUTES = "attributes";
    /// What may stand around a statement, which is the [`HOLE`].
    AROUND = "around";
    /// What may stand around a function.
    ITEMS = "items";
    /// What may be nested to any depth.
    DEEP = "deep";
    /// What may stand before `fn`.
    QUALIFIERS = "qualifiers";
    PARAMETERS = "parameters";
    GENERICS = "generics";
    /// Result types and `where` clauses.
    AFTER_PARAMETERS = "after_parameters";
    /// Options that are understood. `explain` is not among them, since it prints.
    OPTIONS = "options_right";
    /// Options that are not.
    WRONG_OPTIONS = "options_wrong";
    LITERALS = "literals";
}

/// The word that stands for what is put around.
pub(crate) const HOLE: &str = "hole__";

impl Templates {
    /// One of the lines; the first is the mildest.
    pub(crate) fn text(&self, choices: &mut Choices<'_>) -> &'static str {
        choices.one(self.0.as_slice())
    }

    /// The trees of one of the lines.
    pub(crate) fn pick(&self, choices: &mut Choices<'_>) -> Vec<Tree> {
        trees(
            self.text(choices)
                .parse()
                .expect("a template is made of tokens"),
        )
    }

    #[cfg(test)]
    fn lines(&self) -> &[&'static str] {
        &self.0
    }
}

/// Puts trees into the hole of a template.
pub(crate) fn fill(template: &[Tree], inside: Vec<Tree>) -> Vec<Tree> {
    fn into(trees: &mut Vec<Tree>, inside: &mut Vec<Tree>) {
        if let Some(place) = trees.iter().position(|tree| tree.is_word(HOLE)) {
            trees.splice(place..place + 1, std::mem::take(inside));
            return;
        }
        for tree in trees {
            if let Tree::Group(_, row) = tree {
                into(row, inside);
            }
        }
    }
    let mut trees = template.to_vec();
    let mut inside = inside;
    into(&mut trees, &mut inside);
    trees
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tree::stream;

    #[test]
    fn every_line_is_made_of_tokens() {
        let all = [
            &SEGMENTS,
            &STATEMENTS,
            &ATTRIBUTES,
            &AROUND,
            &ITEMS,
            &DEEP,
            &QUALIFIERS,
            &PARAMETERS,
            &GENERICS,
            &AFTER_PARAMETERS,
            &OPTIONS,
            &WRONG_OPTIONS,
            &LITERALS,
        ];
        for line in all.iter().flat_map(|templates| templates.lines()) {
            assert!(line.parse::<proc_macro2::TokenStream>().is_ok(), "{line}");
        }
        for line in [&AROUND, &DEEP]
            .iter()
            .flat_map(|templates| templates.lines())
        {
            assert!(line.contains(HOLE), "{line}");
        }
    }

    #[test]
    fn a_hole_is_filled_where_it_stands() {
        let inside = trees(quote::quote!(a; b));
        let filled = fill(&trees("if x { hole__ } c".parse().expect("tokens")), inside);
        assert_eq!(stream(&filled).to_string(), "if x { a ; b } c");
    }
}
