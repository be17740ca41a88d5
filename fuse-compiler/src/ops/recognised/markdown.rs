//! The tables as a document.
//!
//! In: the tables, and what is said of them (`tables.md`). Out: [`markdown`], which the documentation of the attribute
//! includes.

use super::row::Consumer;
use super::{Becomes, Order, Place, Sharing, adapters, consumers, parallel, sources};
use crate::ops::consumer::solitary::FEW;

/// Sources, adapters, consumers, what of rayon's: each as a table in Markdown.
#[must_use]
pub fn markdown() -> String {
    let sources = sources().iter();
    let sources = sources.map(|row| vec![code(row.written), code(row.size)]);
    let adapters = adapters().iter().map(|row| {
        let becomes = match row.becomes {
            Becomes::Step => "step",
            Becomes::Driver => "driver",
        };
        vec![code(row.written), code(row.size), becomes.to_owned()]
    });
    let consumers = consumers().iter().map(|row| {
        let shares = match row.sharing {
            Sharing::Fused => "yes".to_owned(),
            Sharing::If(what) => format!("with {what}"),
            Sharing::Solitary if asks(row) => "as the one that asks".to_owned(),
            Sharing::Solitary => "no".to_owned(),
        };
        let order = match row.order {
            Order::All => "all",
            Order::Stops => "until it knows",
            Order::Backwards => "from the last",
        };
        vec![code(row.name), code(row.gives), shares, order.to_owned()]
    });
    let rayons = parallel().iter().map(|row| {
        let place = match row.place {
            Place::Source => "first",
            Place::Adapter => "between",
            Place::Consumer => "last",
        };
        let fused = row
            .left
            .map_or_else(|| "yes".to_owned(), |why| format!("no: {}", cell(why)));
        vec![code(row.written), place.to_owned(), fused]
    });
    let added = ADDED.iter();
    let added = added.map(|(declared, added)| vec![code(declared), code(added)]);
    let tables = [
        ("{sources}\n", table(sources)),
        ("{adapters}\n", table(adapters)),
        ("{consumers}\n", table(consumers)),
        ("{rayons}\n", table(rayons)),
        ("{added}\n", table(added)),
    ];
    let text = include_str!("tables.md").to_owned();
    tables
        .iter()
        .fold(text, |text, (name, rows)| text.replace(name, rows))
}

/// True for a consumer that may pull a loop.
fn asks(row: &Consumer) -> bool {
    row.order != Order::Backwards && !FEW.contains(&row.name)
}

/// The rows of a table.
fn table(rows: impl Iterator<Item = Vec<String>>) -> String {
    rows.map(|cells| format!("| {} |\n", cells.join(" | ")))
        .collect()
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

fn code(code: &str) -> String {
    format!("`{}`", cell(code))
}
