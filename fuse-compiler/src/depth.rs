//! Whether a recursive parser has stack for the input.
//!
//! In: tokens. Out: a bound on the stack that syn's parser and visitors take for them, far above
//! what they do take for code that people write. rustc's own parser grows its stack and compiles
//! a sum of ten thousand terms; syn's overflows on it and takes rustc down, in a build that was
//! fine without the attribute. So the depth is measured first, without recursion.
//!
//! Depth comes from groups and, inside a group, from what stands in a row without a separator:
//! operators, prefixes, method calls, types in types. The weights are kibibytes of stack for one
//! level, measured in an unoptimised build (macros run unoptimised) and rounded up.

use proc_macro2::{Delimiter, TokenStream, TokenTree};

/// Half of the 8 MiB that rustc and rust-analyzer give the thread that expands macros.
const BUDGET: u64 = 4096;

/// True if syn might run out of stack on these tokens.
#[must_use]
pub(crate) fn too_deep(tokens: &TokenStream) -> bool {
    let mut levels = vec![Level::of(tokens.clone(), 0)];
    while let Some(level) = levels.last_mut() {
        let Some(token) = level.tokens.next() else {
            levels.pop();
            continue;
        };
        level.pass(&token);
        if level.outside + level.row > BUDGET {
            return true;
        }
        if let TokenTree::Group(group) = token {
            let outside = level.outside + level.row;
            levels.push(Level::of(group.stream(), outside));
        }
    }
    false
}

/// A group that is being read.
struct Level {
    tokens: proc_macro2::token_stream::IntoIter,
    /// The weight of everything that the group stands in.
    outside: u64,
    /// The weight of what stands in a row up to here.
    row: u64,
    /// The row holds a `|` or `<`, inside which a comma separates nothing.
    comma_joins: bool,
    /// The token before was a block, which may have ended the row.
    after_block: bool,
}

impl Level {
    fn of(tokens: TokenStream, outside: u64) -> Level {
        Level {
            tokens: tokens.into_iter(),
            outside,
            row: 0,
            comma_joins: false,
            after_block: false,
        }
    }

    /// Adds a token to the row, or begins a new row.
    fn pass(&mut self, token: &TokenTree) {
        let after_block = std::mem::replace(&mut self.after_block, false);
        match token {
            TokenTree::Group(group) => match group.delimiter() {
                Delimiter::Brace => {
                    self.after_block = true;
                    self.row += 34;
                }
                _ => self.row += 14,
            },
            TokenTree::Ident(word) => {
                let word = word.to_string();
                // After a block only these go on with the same expression.
                if after_block && word != "else" && word != "as" {
                    self.begin();
                }
                self.row += match word.as_str() {
                    "fn" => 34,
                    "return" | "break" | "yield" | "if" | "else" | "match" | "move" | "as" => 10,
                    _ => 1,
                };
            }
            TokenTree::Punct(sign) => match sign.as_char() {
                ';' => self.begin(),
                ',' if !self.comma_joins => self.begin(),
                '<' => {
                    self.comma_joins = true;
                    self.row += 46;
                }
                '|' => {
                    self.comma_joins = true;
                    self.row += 8;
                }
                '&' => self.row += 30,
                '=' => self.row += 8,
                _ => self.row += 4,
            },
            TokenTree::Literal(_) => {}
        }
    }

    fn begin(&mut self) {
        self.row = 0;
        self.comma_joins = false;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tokens(source: &str) -> TokenStream {
        source.parse().expect("the test's source is made of tokens")
    }

    /// Everything syn recurses on, nested or in a row `n` times.
    fn deep(n: usize) -> Vec<String> {
        let nested = |open: &str, close: &str| format!("{}1{}", open.repeat(n), close.repeat(n));
        vec![
            nested("(", ")"),
            nested("[", "]"),
            nested("{", "}"),
            nested("if a {", "}"),
            nested("match a { _ => ", "}"),
            nested("unsafe {", "}"),
            nested("f(", ")"),
            nested("a.map(|x|", ")"),
            nested("mod a { const X: u8 = {", "}; }"),
            nested("!", ""),
            nested("return ", ""),
            nested("break ", ""),
            nested("a = ", ""),
            nested("|x, y| ", ""),
            nested("", " + 1"),
            nested("", " + 1 * 1"),
            nested("", " as u8"),
            nested("", "?"),
            format!("a{}", ".b".repeat(n)),
            format!("a{}", ".b()".repeat(n)),
            format!("if a {{}}{}", " else if a {}".repeat(n)),
            format!("let x: {}u8{} = 1;", "A<u8, ".repeat(n), ">".repeat(n)),
            format!("let x: {}u8 = 1;", "&".repeat(n)),
            format!("let x: {}u8 = 1;", "fn() -> ".repeat(n)),
            format!("let {}x = 1;", "&".repeat(n)),
        ]
    }

    /// What is not refused parses, and lives through every recursion of syn, on the stack that
    /// rustc gives: if a weight were too low, this test would die of it.
    #[test]
    fn syn_has_stack_for_what_is_let_through() {
        use crate::rust::{visit::Visit, visit_mut::VisitMut};
        use quote::ToTokens as _;
        struct Everywhere;
        impl Visit<'_> for Everywhere {}
        impl VisitMut for Everywhere {}

        let run = || {
            for form in 0..deep(0).len() {
                let fits = |n: &usize| !too_deep(&tokens(&deep(*n)[form]));
                let n = (1..12).map(|power| 1 << power).filter(fits).max();
                let n = n.expect("two levels of anything fit");
                let source = format!("fn f() {{ {} }}", deep(n)[form]);
                let mut function: syn::ImplItemFn =
                    syn::parse2(tokens(&source)).expect("every form parses");
                Everywhere.visit_impl_item_fn(&function);
                Everywhere.visit_block_mut(&mut function.block);
                assert!(!function.clone().into_token_stream().is_empty());
                assert!(n >= 16, "{n} levels of form {form} are too few");
                assert!(too_deep(&tokens(&deep(4096)[form])), "form {form}");
            }
        };
        let thread = std::thread::Builder::new().stack_size(8 << 20).spawn(run);
        thread.expect("a thread").join().expect("no panic");
    }

    #[test]
    fn long_but_flat_code_is_not_deep() {
        let statement = "let ys: Vec<f64> = xs.iter().map(|x| f(x, &[1, 2])).collect();";
        assert!(!too_deep(&tokens(&statement.repeat(500))));
        let arms = "Some(1) => { go() } None => 2, ".repeat(500);
        assert!(!too_deep(&tokens(&format!("match x {{ {arms} }}"))));
        let table = "-1, ".repeat(20_000);
        assert!(!too_deep(&tokens(&format!("[{table}]"))));
        let blocks = "for x in xs { total += x } if a { b } else { c }".repeat(500);
        assert!(!too_deep(&tokens(&blocks)));
    }
}
