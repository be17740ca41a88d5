//! What the user is told: errors with spans, collected and reported together.
//!
//! In: mistakes, each at its own tokens. Out: one [`syn::Error`] that holds them all. A stage goes
//! on after a mistake and stops at a barrier, [`Errors::propagate`], so that one build shows
//! everything that is wrong. What rustc reports better is left to rustc.
//!
//! The texts stand in [`Mistake`], each with the way out of it.

use proc_macro2::Span;
use quote::ToTokens;
use std::fmt;

/// Errors that have been found so far.
#[derive(Debug, Default)]
pub(crate) struct Errors {
    combined: Option<syn::Error>,
}

impl Errors {
    /// No errors yet.
    #[must_use]
    pub(crate) fn new() -> Self {
        Errors::default()
    }

    /// Adds an error at `tokens`.
    pub(crate) fn error(&mut self, tokens: impl ToTokens, message: impl fmt::Display) {
        self.push(syn::Error::new_spanned(tokens, message));
    }

    /// Adds an error at `span`.
    pub(crate) fn error_at(&mut self, span: Span, message: impl fmt::Display) {
        self.push(syn::Error::new(span, message));
    }

    /// Adds an error.
    pub(crate) fn push(&mut self, error: syn::Error) {
        match &mut self.combined {
            Some(combined) => combined.combine(error),
            None => self.combined = Some(error),
        }
    }

    /// Takes the value of a step that may have failed; an error is kept for the next barrier.
    pub(crate) fn take<T>(&mut self, result: syn::Result<T>) -> Option<T> {
        result.map_err(|error| self.push(error)).ok()
    }

    /// A barrier: goes on only if there has been no error.
    ///
    /// # Errors
    /// All errors that were added, combined.
    pub(crate) fn propagate(self) -> syn::Result<()> {
        self.combined.map_or(Ok(()), Err)
    }
}

/// A mistake in the use of the attribute. Displayed as a headline and, on the next line, a way out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Mistake<'a> {
    /// The attribute stands on something else than a function.
    NotAFunction {
        /// What it stands on, with an article.
        found: &'static str,
    },
    /// The attribute stands on the declaration of a function.
    NoBody,
    /// `parallel` without the feature of that name.
    NoRayon,
    /// No option has this name.
    UnknownOption {
        /// What was written.
        name: &'a str,
        /// What was probably meant.
        nearest: Option<&'a str>,
        /// How each known option is written.
        known: &'a [&'a str],
    },
    /// An option is given twice.
    RepeatedOption {
        /// Its name.
        name: &'a str,
    },
    /// Something that is no option at all, such as a literal or a stray comma.
    NoOption {
        /// How each known option is written.
        known: &'a [&'a str],
    },
    /// An option without the value that it needs.
    MissingValue {
        /// Its name.
        name: &'a str,
        /// What it takes.
        takes: &'a str,
    },
    /// An option with a value that it does not take.
    WrongValue {
        /// Its name.
        name: &'a str,
        /// What it takes.
        takes: &'a str,
        /// What was probably meant.
        nearest: Option<&'a str>,
    },
    /// A flag with a value.
    UnwantedValue {
        /// Its name.
        name: &'a str,
    },
    /// More tokens after a complete option.
    Trailing {
        /// The name of the option.
        name: &'a str,
    },
}

impl fmt::Display for Mistake<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let suggest = |f: &mut fmt::Formatter<'_>, nearest: &Option<&str>| match nearest {
            Some(nearest) => write!(f, "; did you mean `{nearest}`?"),
            None => Ok(()),
        };
        match self {
            Mistake::NotAFunction { found } => write!(
                f,
                "`#[fuse]` fuses the iterator chains of a function, but this is {found}\n\
                 help: put it on a function or method that has a body"
            ),
            Mistake::NoBody => write!(
                f,
                "`#[fuse]` fuses the iterator chains in a function's body, but this function has none\n\
                 help: put it on the function or method that implements this declaration"
            ),
            Mistake::NoRayon => write!(
                f,
                "`parallel` needs the feature `parallel` of `loopfuse`, which is switched off\n\
                 help: take `default-features = false` away, or add `features = [\"parallel\"]`"
            ),
            Mistake::UnknownOption {
                name,
                nearest,
                known,
            } => {
                write!(f, "unknown option `{name}`")?;
                suggest(f, nearest)?;
                write!(f, "\nhelp: the options are {}", quoted(known))
            }
            Mistake::RepeatedOption { name } => write!(
                f,
                "the option `{name}` is given more than once\n\
                 help: keep the one that is meant"
            ),
            Mistake::NoOption { known } => write!(
                f,
                "expected an option\nhelp: the options are {}",
                quoted(known)
            ),
            Mistake::MissingValue { name, takes } => write!(
                f,
                "the option `{name}` needs a value\nhelp: `{name}` takes {takes}"
            ),
            Mistake::WrongValue {
                name,
                takes,
                nearest,
            } => {
                write!(f, "this is not a value of the option `{name}`")?;
                suggest(f, nearest)?;
                write!(f, "\nhelp: `{name}` takes {takes}")
            }
            Mistake::UnwantedValue { name } => write!(
                f,
                "the option `{name}` takes no value\nhelp: write `{name}` alone, or leave it out"
            ),
            Mistake::Trailing { name } => write!(
                f,
                "unexpected tokens after the option `{name}`\n\
                 help: options are separated by commas"
            ),
        }
    }
}

/// A list for a sentence: `` `a`, `b` and `c` ``.
fn quoted(words: &[&str]) -> String {
    let quoted: Vec<String> = words.iter().map(|word| format!("`{word}`")).collect();
    match quoted.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} and {last}", rest.join(", ")),
        _ => quoted.concat(),
    }
}

/// The candidate that `word` is most probably a misspelling of, if any is near enough.
#[must_use]
pub(crate) fn nearest<'a>(
    word: &str,
    candidates: impl IntoIterator<Item = &'a str>,
) -> Option<&'a str> {
    let word = word.to_lowercase();
    candidates
        .into_iter()
        .map(|candidate| (edit_distance(&word, candidate), candidate))
        .filter(|(distance, candidate)| *distance <= candidate.len().div_ceil(3))
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, candidate)| candidate)
}

/// Levenshtein's distance: insertions, deletions and substitutions of characters.
fn edit_distance(from: &str, to: &str) -> usize {
    let to: Vec<char> = to.chars().collect();
    let mut row: Vec<usize> = (0..=to.len()).collect();
    for (i, a) in from.chars().enumerate() {
        let mut diagonal = std::mem::replace(&mut row[0], i + 1);
        for (j, b) in to.iter().enumerate() {
            let substituted = diagonal + usize::from(a != *b);
            diagonal = row[j + 1];
            row[j + 1] = substituted.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[to.len()]
}

/// Why a function is left as it is before any chain has been looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Left {
    /// syn does not parse it: rustc has reported it, or the syntax is newer than syn.
    Unparsed,
    /// It is nested more deeply than a recursive parser has stack for.
    TooDeep,
    /// A macro wrote it: one spelling may stand for two variables.
    MixedHygiene,
    /// It defines a macro, which may hide any that is known.
    LocalMacro,
    /// It is `#[track_caller]`: what stands in its body sees its caller, what stands in a closure does not.
    TracksCaller,
}

impl fmt::Display for Left {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Left::Unparsed => "the function does not parse",
            Left::TooDeep => "the function is nested too deeply to be analysed",
            Left::LocalMacro => "the function defines a macro",
            Left::TracksCaller => {
                "the function is `#[track_caller]`: in its body workers would see its caller, and panic there"
            }
            Left::MixedHygiene => {
                "a macro wrote part of the function, so that one name may stand for two variables"
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_are_reported_together() {
        let mut errors = Errors::new();
        errors.error(quote::quote!(first), "one mistake");
        errors.error(quote::quote!(second), "another");
        let error = errors.propagate().unwrap_err();
        assert_eq!(error.into_iter().count(), 2);
        assert!(Errors::new().propagate().is_ok());
    }

    #[test]
    fn distances_are_those_of_levenshtein() {
        assert_eq!(edit_distance("kitten", "sitting"), 3);
        assert_eq!(edit_distance("", "abc"), 3);
        assert_eq!(edit_distance("abc", ""), 3);
        assert_eq!(edit_distance("flaw", "lawn"), 2);
        assert_eq!(edit_distance("same", "same"), 0);
    }

    #[test]
    fn the_nearest_of_several_wins_and_far_ones_do_not_count() {
        assert_eq!(nearest("LOOPS", ["loops"]), Some("loops"));
        assert_eq!(
            nearest("exlpain", ["loops", "explain", "cost"]),
            Some("explain")
        );
        assert_eq!(nearest("", ["cost"]), None);
        assert_eq!(nearest("parallel", ["explain", "loops"]), None);
    }

    #[test]
    fn lists_read_as_sentences() {
        assert_eq!(quoted(&[]), "");
        assert_eq!(quoted(&["a"]), "`a`");
        assert_eq!(quoted(&["a", "b", "c"]), "`a`, `b` and `c`");
    }
}
