//! The items of a source file.
//!
//! In: its tokens. Out: what is declared in which module, where rustc sees it as it is written: behind a `cfg` or an attribute that may
//! rewrite it, an item is there by its name alone.

use super::tokens::Token;
use crate::rust::spelling::among;
use std::ops::Range;

/// What an item is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Struct,
    Enum,
    Alias,
    Function,
    Impl,
    Module,
    Trait,
    /// What is imported from std under its own name.
    OfStd,
    /// Something else that has a name: a constant, what else is imported.
    Other,
}

/// An item of a module, or a function of an `impl`.
#[derive(Clone, Debug)]
pub(super) struct Item {
    pub(super) kind: Kind,
    /// Empty for an `impl`, and for all that a glob imports.
    pub(super) name: String,
    /// The line of its name.
    pub(super) line: usize,
    /// Its text behind attributes; without its body, if that is a block.
    pub(super) at: Range<usize>,
    /// Where it ends, with its body.
    pub(super) end: usize,
    /// True if it is certainly there, and as it is written.
    pub(super) plain: bool,
    /// True if it derives `Copy` and `Clone`.
    pub(super) copy: bool,
    /// The items of a module, and the functions of an `impl`.
    pub(super) inside: Vec<Item>,
}

/// Attributes that leave an item, and the fields of one, as they are. Where `repr` packs fields, they cannot be borrowed.
const INERT: &str = "allow cold default deny derive doc expect forbid inline must_use non_exhaustive rustfmt serde warn";

/// True if an attribute leaves what it stands on as it is: what `derive` adds stands beside it.
fn is_inert(attribute: &[Token]) -> bool {
    let name = attribute.first().and_then(Token::word);
    match name {
        // Under its condition, and behind that.
        Some("cfg_attr") => attribute
            .get(1)
            .and_then(|group| group.group('('))
            .is_some_and(|group| {
                let mut parts = group.split(|token| token.is_mark(','));
                parts.next();
                parts.all(|part| part.is_empty() || is_inert(part))
            }),
        Some(name) => among(INERT, name),
        None => false,
    }
}

/// True if so many tokens begin with attributes that all leave what they stand on as it is.
pub(super) fn is_plain(tokens: &[Token]) -> bool {
    let attributes = tokens.windows(2);
    let mut attributes = attributes.filter(|pair| pair[0].is_mark('#'));
    attributes.all(|pair| pair[1].group('[').is_some_and(is_inert))
}

/// True if attributes derive `Copy`, and `Clone`, which might count its calls otherwise.
fn derives_copy(attributes: &[Token]) -> bool {
    let derives = |wanted: &str| {
        let mut groups = attributes.iter().filter_map(|token| token.group('['));
        groups.any(|attribute| match attribute {
            [derive, of] if derive.is("derive") => {
                let of = of.group('(').unwrap_or_default();
                let mut parts = of.split(|token| token.is_mark(','));
                parts.any(|part| matches!(part, [name] if name.is(wanted)))
            }
            _ => false,
        })
    };
    derives("Copy") && derives("Clone")
}

/// The items of a module.
pub(super) fn items(tokens: &[Token]) -> Vec<Item> {
    let mut found = Vec::new();
    let mut reader = Reader { tokens, at: 0 };
    while reader.at < tokens.len() {
        let before = reader.at;
        reader.item(&mut found);
        reader.at = reader.at.max(before + 1);
    }
    found
}

struct Reader<'a> {
    tokens: &'a [Token],
    at: usize,
}

impl<'a> Reader<'a> {
    fn peek(&self) -> Option<&'a Token> {
        self.tokens.get(self.at)
    }

    fn skips(&mut self, is: impl Fn(&Token) -> bool) -> bool {
        let next = self.peek().is_some_and(is);
        self.at += usize::from(next);
        next
    }

    /// Goes on up to a token, and behind it; what is before it.
    fn until(&mut self, is: impl Fn(&Token) -> bool) -> &'a [Token] {
        let rest = &self.tokens[self.at.min(self.tokens.len())..];
        let length = rest.iter().position(is).unwrap_or(rest.len());
        self.at += length + 1;
        &rest[..length]
    }

    fn item(&mut self, found: &mut Vec<Item>) {
        let first = self.at;
        while self.skips(|token| token.is_mark('#')) {
            self.skips(|token| token.is_mark('!'));
            self.skips(|token| token.group('[').is_some());
        }
        let attributes = &self.tokens[first..self.at];
        let (plain, copy) = (is_plain(attributes), derives_copy(attributes));
        let Some(start) = self.peek().map(|token| token.at.start) else {
            return;
        };
        if self.skips(|token| token.is("pub")) {
            self.skips(|token| token.group('(').is_some());
        }
        while self.skips(|token| {
            let word = token.word();
            let qualifies = |word| among("async auto const default extern safe unsafe", word);
            // The name of an ABI.
            word.is_some_and(qualifies) || token.kind == super::tokens::Kind::Literal
        }) {}
        let Some(keyword) = self.peek().and_then(Token::word) else {
            return;
        };
        self.at += 1;
        let mut item = Item {
            kind: Kind::Other,
            name: String::new(),
            line: 0,
            at: start..start,
            end: start,
            plain,
            copy,
            inside: Vec::new(),
        };
        if keyword == "impl" {
            let header = self.until(|token| token.group('{').is_some());
            item.kind = Kind::Impl;
            item.inside = self.body().map(items).unwrap_or_default();
            item.at.end = header.last().map_or(start, |last| last.at.end);
            found.push(item);
            return;
        }
        if keyword == "use" {
            let imported = self.until(|token| token.is_mark(';'));
            // What an attribute allows here is allowed nowhere else.
            item.plain &= attributes.is_empty();
            names(imported, None, &mut |name, of_std| {
                found.push(Item {
                    kind: if of_std { Kind::OfStd } else { Kind::Other },
                    name: name.to_owned(),
                    ..item.clone()
                });
            });
            return;
        }
        let (kind, braced) = match keyword {
            "struct" => (Kind::Struct, true),
            "type" => (Kind::Alias, false),
            "fn" => (Kind::Function, true),
            "mod" => (Kind::Module, true),
            "trait" => (Kind::Trait, true),
            "enum" => (Kind::Enum, true),
            "union" => (Kind::Other, true),
            "static" | "crate" => (Kind::Other, false),
            // A macro, or a constant, whose keyword is skipped before `fn`.
            _ => {
                let mut made = |name: &str| {
                    found.push(Item {
                        name: name.to_owned(),
                        ..item.clone()
                    });
                };
                if self.macro_call(&mut made) {
                    return;
                }
                self.at -= 1;
                (Kind::Other, false)
            }
        };
        let Some(named) = self.peek() else { return };
        let Some(name) = named.word() else { return };
        (item.kind, item.name, item.line) = (kind, name.to_owned(), named.line);
        let ends = |token: &Token| token.is_mark(';') || braced && token.group('{').is_some();
        let header = self.until(ends);
        let body = self.body();
        let end = header.last().map_or(start, |last| last.at.end);
        let last = self.tokens.get(self.at - 1);
        item.end = last.map_or(end, |last| last.at.end);
        item.at.end = match kind {
            Kind::Struct | Kind::Enum => item.end,
            _ => end,
        };
        if kind == Kind::Module {
            item.inside = body.map(items).unwrap_or_default();
        }
        found.push(item);
    }

    /// Passes what is called as a macro, behind the first name of its path, if it is; `named` is given the name of one that is made.
    fn macro_call(&mut self, named: &mut dyn FnMut(&str)) -> bool {
        let rest = &self.tokens[self.at.min(self.tokens.len())..];
        let path = |token: &Token| token.is_mark(':') || token.word().is_some();
        let length = rest.iter().position(|token| !path(token));
        let called = length.filter(|length| rest[*length].is_mark('!'));
        let Some(length) = called else { return false };
        self.at += length + 1;
        // `macro_rules! name { .. }`
        if let Some(name) = self.peek().and_then(Token::word) {
            named(name);
            self.at += 1;
        }
        self.at += 1;
        self.skips(|token| token.is_mark(';'));
        true
    }

    /// The braces that were just passed.
    fn body(&self) -> Option<&'a [Token]> {
        self.tokens.get(self.at.checked_sub(1)?)?.group('{')
    }
}

/// Crates whose types are those of std.
const STD: &str = "alloc core hashbrown std";

/// The names that a `use` brings into scope, an empty one for a glob, and whether they are std's own. `of_std` is known of what they stand in.
fn names(tokens: &[Token], of_std: Option<bool>, found: &mut dyn FnMut(&str, bool)) {
    for part in tokens.split(|token| token.is_mark(',')) {
        let root = part.iter().find_map(Token::word);
        let own = || root.is_some_and(|root| among(STD, root));
        let of_std = of_std.unwrap_or_else(own);
        match part.last() {
            Some(last) if last.group('{').is_some() => {
                let within = (part.len() > 1).then_some(of_std);
                names(last.group('{').unwrap_or_default(), within, found);
            }
            Some(last) if last.is_mark('*') => found("", of_std),
            Some(last) => {
                let own = last.word().filter(|word| *word != "self");
                let before = part.iter().rev().filter_map(Token::word).nth(1);
                let renamed = part.iter().any(|token| token.is("as"));
                found(own.or(before).unwrap_or_default(), of_std && !renamed);
            }
            None => {}
        }
    }
}
