//! What statements say about lengths, and what they do not.

use super::*;
use crate::region::Region;
use syn::ItemFn;

const SIGNATURE: &str = "fn f<const N: usize>(xs: &[f64], ys: &[f64], mut vs: Vec<f64>, fs: &[f64; N], \
                         n: usize, m: usize, i: i32, mut k: usize, ring: &Ring, about: About)";

/// What the last of these statements says, in words.
fn says(statements: &str) -> String {
    let function: ItemFn =
        syn::parse_str(&format!("{SIGNATURE} {{ {statements} ; end() }}")).expect("a function");
    let mut env = Environment::of_signature(&function.sig);
    let region = Region::read(&function.block, None, &mut env);
    let stated = &region.statements[region.statements.len() - 2].stated;
    let mut words = Vec::new();
    for (name, extent) in &stated.scalars {
        words.push(format!("{name} is {}", spelt(extent)));
    }
    for (name, extent) in &stated.arrays {
        words.push(format!("|{name}| is {}", spelt(extent)));
    }
    for (left, right) in &stated.equal {
        words.push(format!("{} = {}", spelt(left), spelt(right)));
    }
    words.join(", ")
}

fn spelt(extent: &Extent) -> String {
    let list = |parts: &[Extent]| parts.iter().map(spelt).collect::<Vec<_>>().join(", ");
    match extent {
        Extent::Number(number) => number.to_string(),
        Extent::Name(name) => name.clone(),
        Extent::Len(name) => format!("|{name}|"),
        Extent::Less(of, less) => format!("less({}, {})", spelt(of), spelt(less)),
        Extent::Least(parts) => format!("min({})", list(parts)),
        Extent::Sum(parts) => format!("sum({})", list(parts)),
        Extent::Ratio { of, by, up } => {
            format!(
                "{}({}, {})",
                if *up { "up" } else { "down" },
                spelt(of),
                spelt(by)
            )
        }
        Extent::Span {
            start,
            end,
            inclusive,
        } => {
            let dots = if *inclusive { "..=" } else { ".." };
            format!("{}{dots}{}", spelt(start), spelt(end))
        }
        Extent::Computed(operator, parts) => format!("({operator} {})", list(parts)),
        Extent::Place(text) => text.clone(),
        Extent::Unknown => "?".into(),
    }
}

// The three hardest inputs.

#[test]
fn a_guard_states_what_is_equal_if_it_is_not_taken_and_only_if_nothing_else_happens() {
    let taken = "{ return; }";
    for (condition, expected) in [
        ("xs.len() != ys.len()", "|xs| = |ys|"),
        (
            "n == 0 || xs.len() != n || !(m == ys.len())",
            "(- n, 1) = less(n, 1), |xs| = n, m = |ys|",
        ),
        ("!(xs.len() == n && ys.len() == n)", "|xs| = n, |ys| = n"),
        ("xs.len() != n && ys.len() != n", ""),
        ("xs.len() == n", ""),
        ("xs.len() != n || vs.pop().is_none()", ""),
        ("xs.len() != k", ""),
        ("xs.len() != ring.len()", ""),
        ("about != xs.len()", ""),
    ] {
        assert_eq!(
            says(&format!("if {condition} {taken}")),
            expected,
            "{condition}"
        );
    }
}

#[test]
fn a_guard_states_what_does_not_wrap() {
    let one = "(- n, 1) = less(n, 1)";
    let two = format!("{one}, (- n, 2) = less(n, 2)");
    for (condition, expected) in [
        ("n == 0", one),
        ("!(0 != n)", one),
        ("n < 1", one),
        ("n <= 1", &two),
        ("2 > n || !(n > 0)", &format!("{two}, {one}")),
        ("!(n >= 2)", &two),
        ("!(1 < n)", &two),
        ("xs.is_empty()", "(- |xs|, 1) = less(|xs|, 1)"),
        ("xs.len() == 0", "(- |xs|, 1) = less(|xs|, 1)"),
        ("n == 1", ""),
        ("n > 2", ""),
        ("n < 2 && m < 2", ""),
        ("i == 0", ""),
        ("k == 0", ""),
        ("ring.is_empty()", ""),
        ("!xs.is_empty()", ""),
    ] {
        assert_eq!(
            says(&format!("if {condition} {{ return; }}")),
            expected,
            "{condition}"
        );
    }
}

#[test]
fn only_a_block_that_visibly_leaves_is_a_guard() {
    for (block, leaves) in [
        ("{ return; }", true),
        ("{ log(); return }", true),
        ("{ panic!(\"{n}\") }", true),
        ("{ unreachable!(); }", true),
        ("{ { return; } }", true),
        ("{ log(); }", false),
        ("{ bail!(\"no\"); }", false),
        ("{ if c { return; } }", false),
        ("{ return; } else { log(); }", false),
        ("{ 'a: { break 'a; } }", false),
        ("{ loop { break; } }", false),
    ] {
        let found = says(&format!("if xs.len() != n {block}"));
        assert_eq!(found == "|xs| = n", leaves, "{block}: {found}");
    }
}

#[test]
fn names_that_do_not_stay_say_nothing() {
    assert_eq!(says("let l = xs.len()"), "l is |xs|");
    assert_eq!(says("let mut l = xs.len()"), "");
    assert_eq!(says("let ref l = xs.len()"), "");
    assert_eq!(says("let l = k"), "");
    assert_eq!(says("#[cfg(a)] let l = xs.len()"), "");
    assert_eq!(says("let xs = load(); assert_eq!(xs.len(), n)"), "");
    assert_eq!(says("let l = xs.len(); let p = l"), "p is l");
}

// Statements.

#[test]
fn assertions() {
    for (statement, expected) in [
        ("assert_eq!(xs.len(), ys.len())", "|xs| = |ys|"),
        ("assert_eq!(xs.len(), n, \"{n}\")", "|xs| = n"),
        ("std::assert_eq!(n, m)", "n = m"),
        (
            "assert_eq!((xs.len(), ys.len()), (n, m))",
            "|xs| = n, |ys| = m",
        ),
        (
            "assert!(xs.len() == n && n > 0)",
            "|xs| = n, (- n, 1) = less(n, 1)",
        ),
        ("assert!(xs.len() == n || n > 0)", ""),
        ("assert!(xs.len() >= n)", ""),
        ("assert_eq!(xs.len(), N)", "|xs| = N"),
        ("assert_eq!(xs.len(), vs.len())", "|xs| = |vs|"),
        ("assert_ne!(xs.len(), n)", ""),
        ("debug_assert_eq!(xs.len(), n)", ""),
        ("assert_eq!(xs.len(), about)", ""),
        ("assert_eq!(xs.len(), count(&mut vs))", ""),
        ("my::assert_eq!(xs.len(), n)", ""),
    ] {
        assert_eq!(says(statement), expected, "{statement}");
    }
}

#[test]
fn lets() {
    for (statement, expected) in [
        ("let (a, b) = (xs.len(), ys.len())", "a is |xs|, b is |ys|"),
        ("let l = xs.len().min(ys.len())", "l is min(|xs|, |ys|)"),
        ("let l = xs.len().saturating_sub(1)", "l is less(|xs|, 1)"),
        ("let l = i.saturating_sub(i)", ""),
        ("let l = xs.len() / 2", "l is down(|xs|, 2)"),
        ("let l = n.div_ceil(4)", "l is up(n, 4)"),
        ("let l = xs.len() - 1", "l is (- |xs|, 1)"),
        ("let l = xs.len() as i32", "l is (as i32 |xs|)"),
        ("let w = vec![0.0; n]", "|w| is n"),
        ("let mut w = vec![0.0; xs.len()]", "|w| is |xs|"),
        ("let w = vec![1.0, 2.0, 3.0]", "|w| is 3"),
        ("let w = vec![{ vs.clear(); 1.0 }; n]", ""),
        ("let w = [0.0; 7]", "|w| is 7"),
        ("let w = xs.to_vec()", "|w| is |xs|"),
        ("let w = &xs[1..]", "|w| is less(|xs|, 1)"),
        ("let w = &xs[..n]", "|w| is 0..n"),
        ("let w = &xs[1..=n]", "|w| is 1..=n"),
        ("let w = &xs[..]", "|w| is |xs|"),
        ("let w = &ring[1..]", ""),
        ("let w = Vec::with_capacity(n)", ""),
    ] {
        assert_eq!(says(statement), expected, "{statement}");
    }
}

#[test]
fn what_is_remembered_ends_with_the_names_and_lengths_it_is_about() {
    let facts = |statements: &str| {
        let text = format!("{SIGNATURE} {{ {statements} ; end() }}");
        let function: ItemFn = syn::parse_str(&text).expect("a function");
        let mut env = Environment::of_signature(&function.sig);
        let _ = Region::read(&function.block, None, &mut env);
        let facts = env.facts();
        let facts = facts
            .iter()
            .map(|(a, b)| format!("{} = {}", spelt(a), spelt(b)));
        facts.collect::<Vec<_>>().join(", ")
    };
    assert_eq!(facts("assert_eq!(xs.len(), n)"), "|xs| = n");
    assert_eq!(facts("assert_eq!(xs.len(), n); let n = m"), "n = m");
    assert_eq!(facts("let n = n"), "");
    // `vs` may be changed by any statement.
    assert_eq!(facts("assert_eq!(vs.len(), n)"), "");
    assert_eq!(facts("assert_eq!(fs.len(), n)"), "|fs| = n");
}
