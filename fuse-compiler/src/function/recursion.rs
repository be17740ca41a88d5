//! Whether a function may be called again while it runs.
//!
//! In: a function. Out: whether any call in its body, tokens of macros included, could come back to it: then its frame is held
//! as often as it runs, and the expansion keeps it as small as it was. What is called as std calls its functions and methods
//! does not come back.

use crate::rust::patterns;
use crate::rust::std_names;
use crate::rust::ty::{Scalar, owned_container};
use crate::sorted::SortedSet;
use proc_macro2::{Delimiter, Ident, TokenStream, TokenTree};
use quote::ToTokens;
use syn::ImplItemFn;

/// What stands before a parenthesis and calls nothing.
const KEYWORDS: &[&str] = &[
    "as", "await", "break", "dyn", "else", "for", "if", "impl", "in", "let", "loop", "match",
    "move", "mut", "ref", "return", "where", "while", "yield",
];

/// True if a call in the body may come back to the function.
#[must_use]
pub(crate) fn may_come_back(function: &ImplItemFn) -> bool {
    let body = function.block.to_token_stream();
    let mut closures = SortedSet::new();
    bound_closures(&body, &mut closures);
    let scan = Scan {
        own: function.sig.ident.to_string(),
        closures,
    };
    scan.comes_back(body, None)
}

/// The names that a `let` binds to a closure, whose body is seen where it stands.
fn bound_closures(tokens: &TokenStream, names: &mut SortedSet<String>) {
    let tokens = tokens.clone().into_iter().collect::<Vec<_>>();
    for (index, token) in tokens.iter().enumerate() {
        if let TokenTree::Group(group) = token {
            bound_closures(&group.stream(), names);
        }
        let after = |skip: usize| tokens.get(index + skip);
        let mut value = 3;
        if is_ident(after(value), "move") {
            value += 1;
        }
        if let (true, Some(TokenTree::Ident(name)), true, true) = (
            is_ident(Some(token), "let"),
            after(1),
            is_punct(after(2), '='),
            is_punct(after(value), '|'),
        ) {
            names.insert(name.to_string());
        }
    }
}

/// What is looked for.
struct Scan {
    /// The function's own name.
    own: String,
    /// Closures of the body.
    closures: SortedSet<String>,
}

impl Scan {
    /// `method` is what these tokens are the arguments of, if that may take a function.
    fn comes_back(&self, tokens: TokenStream, method: Option<&str>) -> bool {
        let tokens = tokens.into_iter().collect::<Vec<_>>();
        if let (Some(_), Some(TokenTree::Ident(last))) = (method, tokens.last()) {
            let given = match tokens.len().checked_sub(2) {
                None => true,
                Some(before) => is_punct(tokens.get(before), ','),
            };
            // A function by its name, or something else that is called as a name is.
            if given && !self.is_harmless(&last.to_string()) {
                return true;
            }
        }
        for (index, token) in tokens.iter().enumerate() {
            match token {
                TokenTree::Ident(ident) if *ident == self.own => return true,
                TokenTree::Group(group) => {
                    let called = (group.delimiter() == Delimiter::Parenthesis)
                        .then(|| callee(&tokens[..index]))
                        .flatten();
                    if called
                        .as_ref()
                        .is_some_and(|called| self.is_foreign(called))
                    {
                        return true;
                    }
                    let method = called.as_ref().filter(|called| called.method);
                    let method = method.map(|called| called.name.as_str());
                    if self.comes_back(
                        group.stream(),
                        method.filter(|name| std_names::some(name, std_names::FUNCTION)),
                    ) {
                        return true;
                    }
                }
                _ => {}
            }
        }
        false
    }

    fn is_harmless(&self, name: &str) -> bool {
        // A constant may hold a function.
        let constructor = patterns::capitalised(name) && name.contains(char::is_lowercase);
        constructor || self.closures.contains(name)
    }

    /// True for a call of what is not visibly std's.
    fn is_foreign(&self, called: &Callee) -> bool {
        let name = called.name.as_str();
        if called.method {
            return !std_names::has(name);
        }
        let std = called.path.iter().any(|part| {
            matches!(part.as_str(), "std" | "core" | "alloc")
                || part == "String"
                || owned_container(part)
                || Scalar::named(part).is_some()
        });
        let makes = !called.path.is_empty() && matches!(name, "new" | "default" | "from");
        !(std || makes || self.is_harmless(name) || name == "drop")
    }
}

/// What is called.
struct Callee {
    name: String,
    /// The parts of the path before it.
    path: Vec<String>,
    method: bool,
}

/// What stands before the parenthesis of a call.
fn callee(before: &[TokenTree]) -> Option<Callee> {
    let mut end = before.len();
    if is_punct(before.last(), '>') {
        // A turbofish: back to where it opens.
        let mut open = 0_usize;
        end = before.iter().rposition(|token| {
            open += usize::from(is_punct(Some(token), '>'));
            open -= usize::from(is_punct(Some(token), '<')).min(open);
            open == 0
        })?;
        if !is_punct(end.checked_sub(1).and_then(|at| before.get(at)), ':') {
            return None;
        }
        end = end.checked_sub(2)?;
    }
    let Some(TokenTree::Ident(name)) = end.checked_sub(1).and_then(|at| before.get(at)) else {
        // What is called is itself an expression, or nothing is called at all.
        let called = matches!(before.last(), Some(TokenTree::Group(group)) if group.delimiter() != Delimiter::Brace);
        return called.then(|| Callee {
            name: String::new(),
            path: Vec::new(),
            method: false,
        });
    };
    if is_keyword(name) {
        return None;
    }
    let mut path = Vec::new();
    let mut at = end - 1;
    while at >= 2 && is_punct(before.get(at - 1), ':') && is_punct(before.get(at - 2), ':') {
        match at.checked_sub(3).and_then(|at| before.get(at)) {
            Some(TokenTree::Ident(part)) => path.push(part.to_string()),
            _ => break,
        }
        at -= 3;
    }
    let method = path.is_empty()
        && at >= 1
        && is_punct(before.get(at - 1), '.')
        && !(at >= 2 && is_punct(before.get(at - 2), '.'));
    if at >= 1 && is_ident(before.get(at - 1), "fn") {
        return None;
    }
    Some(Callee {
        name: name.to_string(),
        path,
        method,
    })
}

fn is_keyword(ident: &Ident) -> bool {
    KEYWORDS.iter().any(|keyword| ident == keyword)
}

fn is_ident(token: Option<&TokenTree>, name: &str) -> bool {
    matches!(token, Some(TokenTree::Ident(ident)) if ident == name)
}

fn is_punct(token: Option<&TokenTree>, sign: char) -> bool {
    matches!(token, Some(TokenTree::Punct(punct)) if punct.as_char() == sign)
}

#[cfg(test)]
mod tests {
    use super::may_come_back;
    use syn::parse_quote;

    #[test]
    fn what_calls_nothing_but_std_does_not_come_back() {
        assert!(!may_come_back(&parse_quote! {
            fn f(xs: &[f64], names: &[String]) -> (Vec<f64>, f64, Vec<Point>) {
                assert_eq!(xs.len(), names.len(), "as many {}", names.len());
                let limit = |x: f64| (x.sqrt() + 1.0).max(0.0);
                let roots: Vec<f64> = xs.iter().map(|x| limit(*x)).filter(|x| *x > 1.0).collect();
                let total = roots.iter().copied().fold(0.0, f64::max);
                let points = names.iter().zip(xs).map(|(n, x)| Point::new(n.len(), *x)).collect();
                if (total > 1.0) { println!("{}", total.abs()); }
                (roots, std::mem::take(&mut 1.0), Vec::with_capacity(total as usize))
            }
        }));
    }

    #[test]
    fn a_name_of_its_own_or_of_another_function_may() {
        for body in [
            quote::quote!({ f(1) }),
            quote::quote!({ g(1) }),
            quote::quote!({ xs.iter().map(g).sum() }),
            quote::quote!({ xs.iter().fold(0, g) }),
            quote::quote!({ xs.weigh() }),
            quote::quote!({ Self::weigh(xs) }),
            quote::quote!({ tree::weigh::<u8>(xs) }),
            quote::quote!({ assert!(g(xs) > 1) }),
            quote::quote!({ (self.weigh)(xs) }),
            quote::quote!({ xs.iter().map(|x| x.weigh::<Vec<u8>>()).sum() }),
        ] {
            assert!(may_come_back(&parse_quote!(fn f() #body)), "{body}");
        }
    }
}
