//! The table of producers and consumers: which pairs become one loop in which the array between them is never built.
//!
//! `cargo run -p fuse-oracle --example pairs` prints it; with `--programs DIRECTORY` it writes the functions, each as written
//! and under the attribute, as a file to compile; `--missed` prints the reports of the pairs that do not.

use fuse_oracle::pairs::{CONSUMERS, PRODUCERS, SPELLINGS, Way, pair, spellings};
use quote::quote;

/// Loops after fusion, and whether an array of that name is in memory.
fn analysed(text: &str, option: &str) -> (usize, bool, String) {
    let item = text.parse().expect("tokens");
    let option = option.parse().expect("tokens");
    let Ok(Some(report)) = fuse_compiler::analyse(option, item) else {
        return (usize::MAX, true, String::new());
    };
    let arrays = report.blocks().flat_map(|block| &block.arrays);
    let mut between = arrays.filter(|array| ["ys", "made"].contains(&array.name.as_str()));
    let stored = between.any(|array| array.stored);
    let missed = report.blocks().flat_map(|block| &block.missed);
    let told = missed.map(|missed| format!("{}: {}", missed.code, missed.message));
    let told = told.collect::<Vec<_>>().join("; ");
    let text = format!("{report}\n{told}");
    (report.loops(), stored || text.contains("stored: ys"), text)
}

fn table(option: &str, missed: bool) -> usize {
    let mut hits = 0;
    let short = |way: &Way| way.name.chars().rev().take(4).collect::<Vec<_>>();
    println!("{:14}", "");
    for producer in PRODUCERS {
        let mut row = String::new();
        let mut count = 0;
        for consumer in CONSUMERS {
            let text = pair("pair", producer, consumer);
            let (loops, stored, report) = analysed(&text, option);
            let hit = loops == 1 && !stored;
            count += usize::from(hit);
            row.push(if hit {
                '#'
            } else if stored {
                '.'
            } else {
                char::from_digit(u32::try_from(loops).unwrap_or(9).min(9), 10).unwrap_or('?')
            });
            if missed && !hit {
                println!("{} -> {}\n{text}\n{report}", producer.name, consumer.name);
            }
        }
        hits += count;
        println!("{:14}{row} {count}", producer.name);
    }
    let height = 4;
    for line in (0..height).rev() {
        let letters = CONSUMERS
            .iter()
            .map(|way| short(way).get(line).copied().unwrap_or(' '));
        println!("{:14}{}", "", letters.collect::<String>());
    }
    println!("{hits} of {}", PRODUCERS.len() * CONSUMERS.len());
    hits
}

fn sizes(missed: bool) -> usize {
    let (mut hits, mut pairs) = (0, 0);
    for (index, one) in SPELLINGS.iter().enumerate() {
        let mut row = String::new();
        for other in &SPELLINGS[index + 1..] {
            let text = spellings("pair", one, other);
            let (loops, _, report) = analysed(&text, "");
            hits += usize::from(loops == 1);
            pairs += 1;
            row.push(if loops == 1 { '#' } else { '.' });
            if missed && loops != 1 {
                println!("{} and {}\n{report}", one.name, other.name);
            }
        }
        println!("{:>24} {}{row}", one.name, " ".repeat(index));
    }
    println!("{hits} of {pairs}");
    hits
}

/// Both forms of each function, in two modules, with one signature.
fn programs(directory: &str) -> std::io::Result<()> {
    let (mut plain, mut fused, mut calls) = (String::new(), String::new(), String::new());
    for (row, producer) in PRODUCERS.iter().enumerate() {
        for (column, consumer) in CONSUMERS.iter().enumerate() {
            let text = pair(&format!("pair_{row}_{column}"), producer, consumer);
            plain.push_str(&format!("#[inline(never)]\n{text}\n"));
            fused.push_str(&format!("#[inline(never)]\n#[loopfuse::fuse]\n{text}\n"));
            calls.push_str(&format!(
                "    case!({:?}, pair_{row}_{column});\n",
                format!("{} -> {}", producer.name, consumer.name)
            ));
        }
    }
    let allowed = "#![allow(unused, clippy::all)]\n";
    std::fs::write(format!("{directory}/plain.rs"), format!("{allowed}{plain}"))?;
    std::fs::write(format!("{directory}/fused.rs"), format!("{allowed}{fused}"))?;
    std::fs::write(format!("{directory}/calls.rs"), format!("{{\n{calls}}}\n"))
}

fn main() -> std::io::Result<()> {
    let arguments = std::env::args().collect::<Vec<_>>();
    if let Some(at) = arguments
        .iter()
        .position(|argument| argument == "--programs")
    {
        return programs(&arguments[at + 1]);
    }
    let missed = arguments.iter().any(|argument| argument == "--missed");
    if arguments.iter().any(|argument| argument == "--parallel") {
        table(&quote!(parallel).to_string(), missed);
        return Ok(());
    }
    table("", missed);
    sizes(missed);
    Ok(())
}
