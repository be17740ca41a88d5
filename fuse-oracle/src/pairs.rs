//! The table of producers and consumers: one function for each pair, in which an array `ys` is made one way and read
//! another. Whatever the pair, one loop in which `ys` is never in memory is what one would write by hand, but where
//! the consumer goes another way through it than the producer can.
//!
//! In: a producer and a consumer, or two spellings of one size. Out: the text of a function.

/// A way of making or of reading an array.
#[derive(Clone, Copy, Debug)]
pub struct Way {
    /// What the table calls it.
    pub name: &'static str,
    /// Statements that make `ys`, or an expression that reads it.
    pub text: &'static str,
    /// The type of what it gives.
    pub gives: &'static str,
}

const fn makes(name: &'static str, text: &'static str) -> Way {
    Way {
        name,
        text,
        gives: "Vec<i64>",
    }
}

const fn reads(name: &'static str, gives: &'static str, text: &'static str) -> Way {
    Way { name, text, gives }
}

/// Statements that end with `ys: Vec<i64>`.
pub const PRODUCERS: &[Way] = &[
    makes(
        "map",
        "let ys: Vec<i64> = xs.iter().map(|x| x * 3 + 1).collect();",
    ),
    makes(
        "filter",
        "let ys: Vec<i64> = xs.iter().copied().filter(|x| *x % 3 != 0).collect();",
    ),
    makes(
        "filter_map",
        "let ys: Vec<i64> = xs.iter().filter_map(|x| if *x > 10 { Some(*x / 2) } else { None }).collect();",
    ),
    makes(
        "enumerate",
        "let ys: Vec<i64> = xs.iter().enumerate().map(|(i, x)| i as i64 - x).collect();",
    ),
    makes(
        "zip",
        "let ys: Vec<i64> = xs.iter().zip(us.iter()).map(|(x, u)| x - u).collect();",
    ),
    makes(
        "scan",
        "let ys: Vec<i64> = xs.iter().scan(0, |s, x| { *s += *x; Some(*s) }).collect();",
    ),
    makes(
        "take_while",
        "let ys: Vec<i64> = xs.iter().copied().take_while(|x| *x < 950).collect();",
    ),
    makes(
        "range",
        "let ys: Vec<i64> = (0..n as i64).map(|i| i * 7 % 13).collect();",
    ),
    makes(
        "generate 2-D",
        "let ys: Vec<i64> = (0..rows).flat_map(|i| (0..columns).map(move |j| i * 5 - j)).collect();",
    ),
    makes(
        "flat_map",
        "let ys: Vec<i64> = xs.iter().flat_map(|x| (0..*x % 4).map(move |j| x + j)).collect();",
    ),
    makes("vec!", "let ys: Vec<i64> = vec![7; n];"),
    makes("to_vec", "let ys: Vec<i64> = xs.to_vec();"),
    makes("clone", "let ys: Vec<i64> = owned.clone();"),
    makes(
        "push",
        "let mut ys: Vec<i64> = Vec::new(); for x in xs { ys.push(x * 3 - 1); }",
    ),
    makes(
        "unzip",
        "let (ys, _others): (Vec<i64>, Vec<i64>) = xs.iter().map(|x| (x + 1, x - 1)).unzip();",
    ),
    makes(
        "partition",
        "let (ys, _others): (Vec<i64>, Vec<i64>) = xs.iter().copied().partition(|x| *x % 3 != 0);",
    ),
    makes(
        "rev",
        "let ys: Vec<i64> = xs.iter().rev().map(|x| x * 3 + 1).collect();",
    ),
    makes(
        "chain",
        "let ys: Vec<i64> = xs.iter().chain(us.iter()).map(|x| x * 3 + 1).collect();",
    ),
    makes(
        "take",
        "let ys: Vec<i64> = xs.iter().take(k).map(|x| x * 3 + 1).collect();",
    ),
    makes(
        "skip",
        "let ys: Vec<i64> = xs.iter().skip(k).map(|x| x * 3 + 1).collect();",
    ),
    makes(
        "step_by",
        "let ys: Vec<i64> = xs.iter().step_by(2).map(|x| x * 3 + 1).collect();",
    ),
    makes(
        "windows",
        "let ys: Vec<i64> = xs.windows(3).map(|w| w.iter().sum::<i64>()).collect();",
    ),
    makes(
        "chunks",
        "let ys: Vec<i64> = xs.chunks(4).map(|c| c.iter().sum::<i64>()).collect();",
    ),
    makes(
        "gather",
        "let ys: Vec<i64> = idx.iter().map(|&i| xs[i]).collect();",
    ),
    makes(
        "repeat_n",
        "let ys: Vec<i64> = std::iter::repeat_n(7, n).collect();",
    ),
    makes(
        "block",
        "let ys: Vec<i64> = { let twice: Vec<i64> = xs.iter().map(|x| x * 2).collect(); twice.iter().map(|t| t + 1).collect() };",
    ),
    makes(
        "alias",
        "let made: Vec<i64> = xs.iter().map(|x| x * 3 + 1).collect(); let ys = &made;",
    ),
];

/// Expressions that read `ys` once.
pub const CONSUMERS: &[Way] = &[
    reads("sum", "i64", "ys.iter().sum::<i64>()"),
    reads(
        "product",
        "i64",
        "ys.iter().map(|y| y % 3 + 2).fold(1, |p: i64, y| p.wrapping_mul(y))",
    ),
    reads("min", "Option<i64>", "ys.iter().copied().min()"),
    reads("max", "Option<i64>", "ys.iter().map(|y| y - 1).max()"),
    reads(
        "min_by_key",
        "Option<i64>",
        "ys.iter().copied().min_by_key(|y| (y - 40).abs())",
    ),
    reads(
        "count",
        "usize",
        "ys.iter().filter(|y| **y % 2 == 0).count()",
    ),
    reads(
        "fold",
        "i64",
        "ys.iter().fold(0, |a: i64, y| (a ^ y).rotate_left(5))",
    ),
    reads("any", "bool", "ys.iter().any(|y| *y == 77)"),
    reads("all", "bool", "ys.iter().all(|y| *y < 5000)"),
    reads(
        "find",
        "Option<i64>",
        "ys.iter().copied().find(|y| *y > 900)",
    ),
    reads(
        "position",
        "Option<usize>",
        "ys.iter().position(|y| *y == 77)",
    ),
    reads(
        "collect Vec",
        "Vec<i64>",
        "ys.iter().map(|y| y + 1).collect::<Vec<i64>>()",
    ),
    reads(
        "collect String",
        "String",
        "ys.iter().map(|y| if y % 2 == 0 { 'e' } else { 'o' }).collect::<String>()",
    ),
    reads(
        "collect HashMap",
        "std::collections::HashMap<i64, i64>",
        "ys.iter().map(|y| (y % 10, *y)).collect::<std::collections::HashMap<i64, i64>>()",
    ),
    reads(
        "collect HashSet",
        "std::collections::HashSet<i64>",
        "ys.iter().map(|y| y % 10).collect::<std::collections::HashSet<i64>>()",
    ),
    reads(
        "partition",
        "(Vec<i64>, Vec<i64>)",
        "ys.iter().partition::<Vec<i64>, _>(|y| **y > 50)",
    ),
    reads(
        "unzip",
        "(Vec<i64>, Vec<bool>)",
        "ys.iter().map(|y| (y / 2, *y > 50)).unzip::<i64, bool, Vec<i64>, Vec<bool>>()",
    ),
    reads(
        "rev",
        "Vec<i64>",
        "ys.iter().rev().map(|y| y + 1).collect::<Vec<i64>>()",
    ),
    reads("take", "i64", "ys.iter().take(k).sum::<i64>()"),
    reads(
        "skip",
        "i64",
        "ys.iter().skip(k).map(|y| y * 2).sum::<i64>()",
    ),
    reads(
        "windows",
        "i64",
        "ys.windows(2).map(|w| (w[1] - w[0]).abs()).sum::<i64>()",
    ),
    reads(
        "chunks",
        "Option<i64>",
        "ys.chunks(4).map(|c| c.iter().sum::<i64>()).max()",
    ),
    reads(
        "chain",
        "i64",
        "ys.iter().chain(us.iter()).map(|y| y ^ 5).sum::<i64>()",
    ),
    reads("gather", "i64", "idx.iter().map(|&i| ys[i]).sum::<i64>()"),
    reads("last", "Option<i64>", "ys.iter().map(|y| y + 1).last()"),
    reads(
        "for",
        "i64",
        "{ let mut a: i64 = 0; for y in ys.iter() { a += y * 2; } a }",
    ),
    reads(
        "scan",
        "Vec<i64>",
        "ys.iter().scan(0, |s, y| { *s += *y; Some(*s) }).collect::<Vec<i64>>()",
    ),
    reads(
        "zip",
        "i64",
        "ys.iter().zip(us.iter()).map(|(y, u)| y * u).sum::<i64>()",
    ),
];

/// The function in which `producer` makes what `consumer` reads.
#[must_use]
pub fn pair(name: &str, producer: &Way, consumer: &Way) -> String {
    // What stands in a block may as well stand in statements.
    let (before, result) = match consumer.text.strip_prefix("{ ") {
        Some(block) => {
            let block = block.trim_end_matches(" }");
            let (statements, tail) = block.rsplit_once(' ').unwrap_or(("", block));
            (statements, tail)
        }
        None => ("", consumer.text),
    };
    let (made, gives) = (producer.text, consumer.gives);
    format!(
        "pub fn {name}(xs: &[i64], us: &[i64], owned: &Vec<i64>, idx: &[usize], n: usize, k: usize, rows: i64, columns: i64) -> {gives} {{
    {made}
    {before}
    let result: {gives} = {result};
    result
}}"
    )
}

/// Spellings of all elements but one, as the sum of what is read; `n` is the length of both arrays.
pub const SPELLINGS: &[Way] = &[
    reads(
        "windows(2)",
        "i64",
        "xs.windows(2).map(|w| w[1] - w[0]).sum::<i64>()",
    ),
    reads(
        "zip(&xs[1..])",
        "i64",
        "xs.iter().zip(&xs[1..]).map(|(x, y)| x * y).sum::<i64>()",
    ),
    reads(
        "zip(xs.iter().skip(1))",
        "i64",
        "xs.iter().zip(xs.iter().skip(1)).map(|(x, y)| x ^ y).sum::<i64>()",
    ),
    reads(
        "1..n",
        "i64",
        "(1..n).map(|i| xs[i] - xs[i - 1]).sum::<i64>()",
    ),
    reads(
        "1..xs.len()",
        "i64",
        "(1..xs.len()).map(|i| xs[i] + xs[i - 1]).sum::<i64>()",
    ),
    reads(
        "xs[1..]",
        "i64",
        "xs[1..].iter().map(|x| x * 5).sum::<i64>()",
    ),
    reads(
        "skip(1)",
        "i64",
        "xs.iter().skip(1).map(|x| x * 6).sum::<i64>()",
    ),
    reads(
        "0..n-1",
        "i64",
        "(0..n - 1).map(|i| xs[i] * xs[i + 1]).sum::<i64>()",
    ),
    reads(
        "0..xs.len()-1",
        "i64",
        "(0..xs.len() - 1).map(|i| xs[i] | xs[i + 1]).sum::<i64>()",
    ),
    reads(
        "xs[..n-1]",
        "i64",
        "xs[..n - 1].iter().map(|x| x * 7).sum::<i64>()",
    ),
    reads(
        "xs[..xs.len()-1]",
        "i64",
        "xs[..xs.len() - 1].iter().map(|x| x * 8).sum::<i64>()",
    ),
    reads(
        "take(n-1)",
        "i64",
        "xs.iter().take(n - 1).map(|x| x * 9).sum::<i64>()",
    ),
    reads(
        "take(xs.len()-1)",
        "i64",
        "xs.iter().take(xs.len() - 1).map(|x| x * 11).sum::<i64>()",
    ),
    reads(
        "xs[1..n]",
        "i64",
        "xs[1..n].iter().map(|x| x * 12).sum::<i64>()",
    ),
    reads(
        "1..=n-1",
        "i64",
        "(1..=n - 1).map(|i| xs[i] * 13).sum::<i64>()",
    ),
];

/// The function that computes both, over `n` elements.
#[must_use]
pub fn spellings(name: &str, one: &Way, other: &Way) -> String {
    format!(
        "pub fn {name}(xs: &[i64]) -> (i64, i64) {{
    let n = xs.len();
    let a: i64 = {};
    let b: i64 = {};
    (a, b)
}}",
        one.text, other.text
    )
}
