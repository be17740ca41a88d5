//! Whether a function may hold anything that fuses, seen before it is parsed.
//!
//! In: the tokens of a function. Out: false only if it holds no loop, and calls nothing by the name of a source, an
//! adapter or a consumer: then it has no chain, and comes out as it went in. Most functions of most crates are such.
//! A name that is somebody else's makes a function a candidate, no more.

use crate::ops::recognised;
use crate::rust::spelling::spelling;
use crate::rust::visit::{self, Visit};
use crate::sorted::sort;
use proc_macro2::{Delimiter, Ident, TokenStream, TokenTree};
use std::sync::LazyLock;
use syn::{Block, Expr, Macro, PathSegment, Type};

/// Words that begin a loop.
const LOOPS: [&str; 3] = ["for", "loop", "while"];

/// What walks over a collection without being in the tables.
const OTHERS: [&str; 18] = [
    "clone_from_slice",
    "concat",
    "contains",
    "copy_from_slice",
    "dedup",
    "drain",
    "extend",
    "extend_from_slice",
    "fill",
    "from_fn",
    "from_iter",
    "into_iter",
    "join",
    "next",
    "retain",
    "sort",
    "to_vec",
    "try_from_fn",
];

/// The names of all operations, sorted. A length alone is walked over by nobody, and what it is the length of has a name.
static NAMES: LazyLock<Vec<&str>> = LazyLock::new(|| {
    let names = recognised::names().filter(|name| *name != "len");
    let mut names = names.chain(OTHERS).collect::<Vec<_>>();
    sort(&mut names);
    names.dedup();
    names
});

/// True if the tokens hold a loop, or a call by the name of an operation.
#[must_use]
pub fn any(item: &TokenStream) -> bool {
    // A stack of iterators instead of recursion: the depth is the user's.
    let mut stack = Vec::from([item.clone().into_iter()]);
    // `.name` or `::name`.
    let mut called = false;
    while let Some(tokens) = stack.last_mut() {
        match tokens.next() {
            Some(TokenTree::Group(group)) => {
                called &= group.delimiter() == Delimiter::None;
                stack.push(group.stream().into_iter());
            }
            Some(TokenTree::Ident(word)) => {
                let word = word.to_string();
                let name = word.strip_prefix("r#").unwrap_or(&word);
                if LOOPS.contains(&name) || called && NAMES.binary_search(&name).is_ok() {
                    return true;
                }
                called = false;
            }
            Some(TokenTree::Punct(sign)) => called = matches!(sign.as_char(), '.' | ':'),
            Some(TokenTree::Literal(_)) => called = false,
            None => {
                stack.pop();
            }
        }
    }
    false
}

/// True if a block holds a loop, or a call by the name of an operation.
pub(crate) fn in_block(block: &Block) -> bool {
    let mut look = Look { found: false };
    look.visit_block(block);
    look.found
}

struct Look {
    found: bool,
}

impl Look {
    fn name(&mut self, name: &Ident) {
        self.found |= NAMES.binary_search(&&*spelling(name)).is_ok();
    }
}

impl<'ast> Visit<'ast> for Look {
    fn visit_expr(&mut self, expr: &'ast Expr) {
        match expr {
            _ if self.found => return,
            Expr::ForLoop(_) | Expr::Loop(_) | Expr::While(_) | Expr::Verbatim(_) => {
                self.found = true;
            }
            Expr::MethodCall(call) => self.name(&call.method),
            _ => {}
        }
        visit::visit_expr(self, expr);
    }

    fn visit_path_segment(&mut self, segment: &'ast PathSegment) {
        self.name(&segment.ident);
    }

    fn visit_macro(&mut self, called: &'ast Macro) {
        self.found = self.found || any(&called.tokens);
    }

    fn visit_type(&mut self, _: &'ast Type) {}
}

#[cfg(test)]
mod tests {
    use super::any;

    fn seen(text: &str) -> bool {
        any(&text.parse().expect("it is a function"))
    }

    #[test]
    fn a_loop_or_a_name_of_an_operation_makes_a_candidate() {
        for body in [
            "xs.iter().sum()",
            "xs.r#iter()",
            "Iterator::map(xs, f)",
            "for x in xs { s += x; }",
            "while let Some(x) = it.advance() {}",
            "(0..n).map(f)",
            "assert!(xs.par_iter().any(f))",
            "{ { if a { xs.windows(2) } } }",
        ] {
            assert!(seen(&format!("fn f() {{ {body} }}")), "{body}");
        }
    }

    #[test]
    fn what_walks_over_nothing_is_none() {
        for body in [
            "",
            "self.len + other.len()",
            "let iter = map; sum + count",
            "match x { Some(last) => last, None => 0 }",
            "S { sum: a, max: b }",
        ] {
            assert!(!seen(&format!("fn f() {{ {body} }}")), "{body}");
        }
    }
}
