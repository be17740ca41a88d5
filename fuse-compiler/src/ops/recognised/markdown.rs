//! The tables as a document.
//!
//! In: the tables. Out: [`markdown`], which the documentation of the attribute includes.

use super::{Becomes, Order, Place, Sharing, adapters, consumers, parallel, sources};
use std::fmt::Write as _;

/// Sources, adapters, consumers, what of rayon's: each as a table in Markdown.
#[must_use]
pub fn markdown() -> String {
    let mut out = String::new();
    let mut line = |text: &str| {
        let _ = writeln!(out, "{text}");
    };
    for table in [
        source_table,
        adapter_table,
        consumer_table,
        rayon_table,
        added_table,
    ] {
        table(&mut line);
    }
    out
}

/// Sources.
fn source_table(line: &mut dyn FnMut(&str)) {
    line(
        "Sources, with the number of elements that they give if `xs` has `k` and `ys` has `k'`. `place`:",
    );
    line(
        "nothing is known of the number, but it is the same each time until a statement may change the",
    );
    line(
        "place. `?`: nothing is known of it, so the loop is shared only with what its elements flow into.",
    );
    line("All give their elements in order.");
    line("");
    line("| source | size |");
    line("|---|---|");
    for source in sources() {
        let written = cell(source.written);
        line(&format!("| `{written}` | `{}` |", source.size));
    }
    line("");
}

/// Adapters.
fn adapter_table(line: &mut dyn FnMut(&str)) {
    line(
        "Adapters, with the number of elements that flow out of `k`. A *step* becomes part of the loop's",
    );
    line(
        "body. A *driver* stays as written, together with all before it, and the loop runs over it; what",
    );
    line("is behind it can be fused. None changes the order in which workers are called.");
    line("");
    line("| adapter | size | becomes |");
    line("|---|---|---|");
    for adapter in adapters() {
        let becomes = match adapter.becomes {
            Becomes::Step => "step",
            Becomes::Driver => "driver",
        };
        let written = cell(adapter.written);
        line(&format!("| `{written}` | `{}` | {becomes} |", adapter.size));
    }
    line("");
}

/// Consumers.
fn consumer_table(line: &mut dyn FnMut(&str)) {
    line(
        "Consumers. One that is alone in its loop stays as written, unless it folds into an array, adds narrow",
    );
    line(
        "integers or keeps an extremum of floats, and other chains may be moved across it. None calls a worker",
    );
    line("that could panic, or costs much, where the chain as written would not have");
    line(
        "called it; `any`, `all` and `position` by a cheap test that cannot panic share the loop of a sum of",
    );
    line("floats over the same array, and test a block of it at a time.");
    line("");
    line("| consumer | gives | shares its loop | reads |");
    line("|---|---|---|---|");
    for consumer in consumers() {
        let shares = match consumer.sharing {
            Sharing::Fused => "yes".to_owned(),
            Sharing::If(what) => format!("with {what}"),
            Sharing::Solitary => "no".to_owned(),
        };
        let order = match consumer.order {
            Order::All => "all",
            Order::Stops => "until it knows",
            Order::Backwards => "from the last",
        };
        line(&format!(
            "| `{}` | `{}` | {shares} | {order} |",
            consumer.name, consumer.gives
        ));
    }
    line("");
}

/// What of rayon's.
fn rayon_table(line: &mut dyn FnMut(&str)) {
    line(
        "Of rayon's, where `xs` and `ys` are arrays of visible type. What is *fused* shares the loops of other",
    );
    line(
        "chains of rayon's; what is not stays as written, and other chains may be moved across it.",
    );
    line("");
    line("| of rayon's | stands | fused |");
    line("|---|---|---|");
    for row in parallel() {
        let place = match row.place {
            Place::Source => "first",
            Place::Adapter => "between",
            Place::Consumer => "last",
        };
        let fused = match row.left {
            None => "yes".to_owned(),
            Some(why) => format!("no: {}", cell(why)),
        };
        line(&format!("| `{}` | {place} | {fused} |", cell(row.written)));
    }
    line("");
}

/// What loops may add to.
fn added_table(line: &mut dyn FnMut(&str)) {
    line(
        "Below `#[fuse(parallel)]` chains of std's go in parallel loops, too, wherever a range of them can be",
    );
    line(
        "computed on its own, and so do loops that only add: every name that the body writes is declared in",
    );
    line(
        "the same block by a `let mut` that shows primitive numbers, and the body does nothing with it but",
    );
    line("what stands in this table. The report says which stay on one thread, and why.");
    line("");
    line("| declared | in the body |");
    line("|---|---|");
    for (declared, added) in ADDED {
        line(&format!("| `{}` | `{}` |", cell(declared), cell(added)));
    }
}

/// What a loop may add to that several threads share.
pub(crate) const ADDED: [(&str, &str); 14] = [
    ("let mut n = 0;", "n += x;"),
    ("let mut n: u64 = start;", "n = n + x;"),
    ("let mut p = 1.0;", "p *= x;"),
    ("let mut s = 0.0;", "s -= x;"),
    ("let mut least = f64::MAX;", "least = least.min(x);"),
    ("let mut most = 0_i64;", "most = i64::max(most, x);"),
    ("let mut h = 0_u64;", "h = h.wrapping_add(x);"),
    ("let mut bits = 0_u32;", "bits ^= x;"),
    ("let mut any = false;", "any |= x;"),
    ("let mut pair = (0.0, 0);", "pair.1 += 1;"),
    ("let mut counts = [0; 8];", "counts[i] += 1;"),
    ("let mut sums = [0.0; N];", "sums[i] += x;"),
    ("let mut both = [(0.0, 0_u32); 4];", "both[i].0 += x;"),
    ("let mut bins = vec![0_u32; n];", "bins[i] += x;"),
];

/// A bar would end the cell of a table.
fn cell(code: &str) -> String {
    code.replace('|', "\\|")
}
