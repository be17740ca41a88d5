//! What must hold of every expansion, whatever the tokens were.
//!
//! None of it needs rustc. A function in which nothing was fused is what it was, token for token.
//! One in which something was fused parses, has its old signature, and has lost nothing of what the
//! user wrote but the words of the chains themselves: no literal, no `return`, `?` or `await`, each
//! in a closure exactly if it was in one; and no name in it has come out of the scope that bound it. Of a function in two versions
//! each holds to that.

use crate::reading::Reading;
use fuse_compiler::target::{self, Target};
use fuse_compiler::{analyse, expand};
use proc_macro2::{TokenStream, TokenTree};
use quote::ToTokens as _;
use std::collections::BTreeSet;
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::LazyLock;
use syn::{AttrStyle, Attribute, BinOp, Block, Expr, ImplItemFn, Stmt, UnOp};

/// What a stream was good for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Verdict {
    /// The item is a function that parses.
    pub parses: bool,
    /// The options have nothing wrong with them.
    pub understood: bool,
    /// A loop was saved.
    pub fused: bool,
}

/// What does not hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Broken {
    /// Which law.
    pub law: &'static str,
    /// How it was broken.
    pub how: String,
    /// The attribute's tokens.
    pub options: String,
    /// The item's tokens.
    pub item: String,
    /// The expansion, if there is one.
    pub expansion: String,
}

impl fmt::Display for Broken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Broken {
            law,
            how,
            options,
            item,
            expansion,
        } = self;
        write!(
            f,
            "{law}: {how}\n#[fuse({options})]\n{item}\nbecame\n{expansion}"
        )
    }
}

/// Expands and looks at what comes out.
///
/// # Errors
/// If a law does not hold. A hang or an overflow of the stack is for the caller to notice.
pub fn check(options: &TokenStream, item: &TokenStream) -> Result<Verdict, Box<Broken>> {
    let broken = |expansion: &str, law, how: String| {
        Box::new(Broken {
            law,
            how,
            options: options.to_string(),
            item: item.to_string(),
            expansion: expansion.to_owned(),
        })
    };
    let run = |law, run: &mut dyn FnMut()| {
        catch_unwind(AssertUnwindSafe(run)).map_err(|panic| {
            let text = panic.downcast_ref::<String>().map(String::as_str);
            let text = text.or_else(|| panic.downcast_ref::<&str>().copied());
            broken("", law, text.unwrap_or("a panic without a text").to_owned())
        })
    };
    let mut expansion = TokenStream::new();
    run("expand never panics", &mut || {
        expansion = expand(options.clone(), item.clone());
    })?;
    let mut report = Ok(None);
    run("analyse never panics", &mut || {
        report = analyse(options.clone(), item.clone())
            .map(|report| report.map(|report| (report.to_string(), report)));
    })?;
    let (before, after) = (item.to_string(), expansion.to_string());
    let wrong = |law, how: String| Err(broken(&after, law, how));

    if let Err(error) = &report {
        let law = "an error stands beside the item";
        let count = error.clone().into_iter().count();
        let held = beside(&before, &after);
        return match held {
            true if count > 0 => Ok(Verdict::default()),
            _ => wrong(law, format!("{count} errors")),
        };
    }
    let Ok(Target::Function(function)) = target::parse(item) else {
        return match before == after {
            true => Ok(Verdict {
                understood: true,
                ..Verdict::default()
            }),
            false => wrong("what is no function is left", String::new()),
        };
    };
    let mut verdict = Verdict {
        parses: true,
        understood: true,
        fused: false,
    };
    if before == after {
        return Ok(verdict);
    }
    // `loops = N` is not held against the function by `analyse`.
    if options.to_string().contains("loops") && beside(&before, &after) {
        return Ok(verdict);
    }
    if let Ok(Some((_, report))) = &report {
        verdict.fused = report.loops() < report.written();
    }

    let again = expand(options.clone(), item.clone()).to_string();
    if again != after {
        return wrong("two runs give the same", again);
    }
    let fused: ImplItemFn = match syn::parse2(expansion.clone()) {
        Ok(fused) => fused,
        // syn takes `crate` for a value, but not where a statement begins; rustc takes it nowhere.
        Err(_) if words(item).contains("crate") => return Ok(verdict),
        Err(error) => return wrong("a fused function parses", error.to_string()),
    };
    if syn::parse2::<syn::File>(item.clone()).is_ok()
        && syn::parse2::<syn::File>(expansion.clone()).is_err()
    {
        return wrong("an item stays an item", String::new());
    }
    // What syn does not keep, such as `<>`, is not ours to keep.
    let kept = syn::parse2::<ImplItemFn>(function.to_token_stream());
    let Ok(kept) = kept else {
        return wrong("syn parses what it prints", String::new());
    };
    let header = |function: &ImplItemFn| {
        let ImplItemFn {
            vis,
            modifiers,
            sig,
            ..
        } = function.clone();
        (vis, modifiers, sig)
    };
    if header(&kept) != header(&fused) {
        return wrong("a signature stays", String::new());
    }
    if !attributes_stay(&function.attrs, &fused.attrs) {
        return wrong("attributes stay", String::new());
    }
    let before = Reading::of(&function);
    for version in versions(&kept, &fused) {
        let (had, has) = (words(item), words(&version.to_token_stream()));
        // Not as often: chains over one source share it.
        for word in had.difference(&has) {
            if !before.binds(word) && !of_chains().contains(word.as_str()) {
                return wrong("nothing is lost", format!("`{word}`"));
            }
        }
        if let Err(how) = before.stays(&Reading::of(&version)) {
            return wrong("everything keeps its scope", how);
        }
    }
    Ok(verdict)
}

/// The function, or both versions of one that has another where something holds of the lengths of its arguments.
fn versions(before: &ImplItemFn, after: &ImplItemFn) -> Vec<ImplItemFn> {
    let (Some([equal, other]), None) = (branches(after), branches(before)) else {
        return vec![after.clone()];
    };
    let with = |block: &Block| ImplItemFn {
        block: block.clone(),
        ..after.clone()
    };
    vec![with(equal), with(other)]
}

/// What `if a.len() == b.len() && !c.is_empty() { .. } else { .. }` runs, if a function does nothing else.
fn branches(function: &ImplItemFn) -> Option<[&Block; 2]> {
    fn asks(side: &Expr, method: &str) -> bool {
        matches!(side, Expr::MethodCall(call)
            if call.method == method && matches!(&*call.receiver, Expr::Path(_)))
    }
    fn compares_lengths(condition: &Expr) -> bool {
        match condition {
            Expr::Binary(both) if matches!(both.op, BinOp::And(_)) => {
                compares_lengths(&both.left) && compares_lengths(&both.right)
            }
            Expr::Binary(one) if matches!(one.op, BinOp::Eq(_)) => {
                asks(&one.left, "len") && asks(&one.right, "len")
            }
            Expr::Binary(one) if matches!(one.op, BinOp::Ge(_)) => {
                asks(&one.left, "len") && matches!(&*one.right, Expr::Lit(_))
            }
            Expr::Unary(not) if matches!(not.op, UnOp::Not(_)) => asks(&not.expr, "is_empty"),
            _ => false,
        }
    }
    let [Stmt::Expr(Expr::If(branch), None)] = function.block.stmts.as_slice() else {
        return None;
    };
    match branch.else_branch.as_ref().map(|(_, other)| &**other) {
        Some(Expr::Block(other)) if compares_lengths(&branch.cond) => {
            Some([&branch.then_branch, &other.block])
        }
        _ => None,
    }
}

/// Whether errors stand beside an item that is as it was.
fn beside(before: &str, after: &str) -> bool {
    const ERROR: &str = ":: core :: compile_error ! {";
    let behind = after
        .strip_prefix(before)
        .is_some_and(|rest| rest.trim_start().starts_with(ERROR));
    let block = after
        .strip_prefix("{ ")
        .and_then(|rest| rest.strip_suffix(" }"));
    behind || block.is_some_and(|block| block.starts_with(ERROR) && block.ends_with(before))
}

/// All attributes are there in their order, `expect` as `allow`, and at most one more.
fn attributes_stay<'a>(before: &'a [Attribute], after: &'a [Attribute]) -> bool {
    let same = |before: &Attribute, after: &Attribute| {
        before == after || before.path().is_ident("expect") && after.path().is_ident("allow")
    };
    let inside = |attribute: &&Attribute| matches!(attribute.style, AttrStyle::Inner(_));
    let of = |attributes: &'a [Attribute]| attributes.iter().partition::<Vec<_>, _>(inside);
    let ((inner, outer), (inner_after, outer_after)) = (of(before), of(after));
    let all = |before: &[&Attribute], after: &[&Attribute]| {
        before.len() <= after.len() && before.iter().zip(after).all(|(b, a)| same(b, a))
    };
    after.len() <= before.len() + 1 && all(&inner, &inner_after) && all(&outer, &outer_after)
}

/// The words that a chain may be written with: they vanish where it becomes part of a loop.
fn of_chains() -> &'static BTreeSet<&'static str> {
    static WORDS: LazyLock<BTreeSet<&str>> = LazyLock::new(|| {
        use fuse_compiler::recognised::{adapters, consumers, parallel, sources};
        let tables = [
            sources().iter().map(|row| row.written).collect::<Vec<_>>(),
            adapters().iter().map(|row| row.written).collect(),
            consumers().iter().map(|row| row.name).collect(),
            parallel()
                .iter()
                .filter(|row| row.left.is_none())
                .map(|row| row.written)
                .collect(),
        ];
        let words = tables
            .into_iter()
            .flatten()
            .flat_map(|text| text.split(|c: char| !(c.is_alphanumeric() || c == '_')));
        // A `for` loop and its guards, how a worker captures, an expectation that is a permission
        // now, `where` before nothing, the path of `iter::zip`, the types of arrays that are never built, the other words that
        // make one, and what a `filter_map` says where it is a filter and a map.
        let others = [
            "for",
            "in",
            "let",
            "continue",
            "move",
            "expect",
            "where",
            "Vec",
            "Box",
            "_",
            "std",
            "core",
            "to_vec",
            "clone",
            "vec",
            "push",
            "new",
            "with_capacity",
            "if",
            "else",
            "Some",
            "None",
            "then",
            "then_some",
        ];
        words.chain(others).collect()
    });
    &WORDS
}

/// All literals and words.
fn words(tokens: &TokenStream) -> BTreeSet<String> {
    fn collect(tokens: TokenStream, words: &mut BTreeSet<String>) {
        let (mut dots, mut after_quote) = (0, false);
        for token in tokens {
            let is =
                |wanted: char| matches!(&token, TokenTree::Punct(sign) if sign.as_char() == wanted);
            let (dot, quote) = (is('.'), is('\''));
            match token {
                TokenTree::Group(group) => collect(group.stream(), words),
                // An index of a tuple, or two, in any notation; no end of a range.
                TokenTree::Literal(_) if dots == 1 => {}
                // The label of a loop that became the body of another.
                TokenTree::Ident(_) if after_quote => {}
                TokenTree::Literal(_) | TokenTree::Ident(_) => {
                    words.insert(token.to_string().trim_start_matches("r#").to_owned());
                }
                TokenTree::Punct(_) => {}
            }
            dots = if dot { dots + 1 } else { 0 };
            after_quote = quote;
        }
    }
    let mut words = BTreeSet::new();
    collect(tokens.clone(), &mut words);
    words
}
