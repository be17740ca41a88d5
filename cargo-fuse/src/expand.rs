//! The fused function as a person would read it.
//!
//! In: an analysis. Out: Rust, with a comment before each loop.

use crate::analysis::Analysis;
use fuse_compiler::report::{Block, Loop};
use fuse_compiler::{Place, Text};
use proc_macro2::TokenStream;
use std::rc::Rc;

/// The function after expansion.
///
/// # Errors
/// If the expansion does not parse, which is a defect of the compiler: a sentence.
pub fn write(analysis: &Analysis) -> Result<String, String> {
    let options = analysis.options.clone().unwrap_or_default();
    // Where its tokens stood is gone if another file has been read since.
    let item = analysis.item.to_string().parse::<TokenStream>();
    let item = item.map_err(|error| format!("{}:{}: {error}", analysis.file, analysis.line))?;
    let place = Place {
        file: analysis.file.to_string(),
        line: analysis.line,
        text: Text::Is(Rc::clone(&analysis.content)),
    };
    let expansion = fuse_compiler::expand_at(Some(place), options, item);
    let text = expansion.to_string();
    // A method is no item of a file: it is printed in an `impl`, which is taken away again.
    let wrapped = format!("impl X {{ {text} }}");
    let (file, is_method) = match syn::parse_str::<syn::File>(&text) {
        Ok(file) => (file, false),
        Err(_) => {
            let file = syn::parse_str::<syn::File>(&wrapped);
            let defect = |error| format!("the expansion does not parse: {error}");
            (file.map_err(defect)?, true)
        }
    };
    let printed = prettyplease::unparse(&file);
    let mut lines: Vec<&str> = printed.lines().collect();
    if is_method {
        lines = lines[1..lines.len() - 1].to_vec();
        for line in &mut lines {
            *line = line.strip_prefix("    ").unwrap_or(line);
        }
    }
    let mut out = format!("// {}:{}\n", analysis.file, analysis.line);
    let mut comments = Comments::of(analysis);
    for (index, line) in lines.iter().enumerate() {
        if let Some(comment) = comments.before(&lines[index..]) {
            let indent = line.len() - line.trim_start().len();
            out += &format!("{}// {comment}\n", &line[..indent]);
        }
        out += line;
        out.push('\n');
    }
    Ok(out)
}

/// The loops that have not been met yet, each with what is said of it and the names that it works on.
struct Comments(Vec<(String, Vec<String>)>);

impl Comments {
    fn of(analysis: &Analysis) -> Comments {
        let mut comments = Vec::new();
        for block in analysis.blocks.iter().filter(|block| !block.inside_a_chain) {
            for fused in &block.loops {
                let names = names(block, fused);
                let kind = if fused.fused { "" } else { ", as written" };
                let number = comments.len() + 1;
                let comment = format!("loop {number}{kind}: {}", names.join(", "));
                comments.push((comment, names));
            }
        }
        Comments(comments)
    }

    /// What stands before the first of some lines: of all loops the one whose names the statement there works on.
    fn before(&mut self, lines: &[&str]) -> Option<String> {
        let statement = statement(lines);
        let first = lines[0].trim_start();
        let place = self.0.iter().position(|(_, names)| {
            names.iter().any(|name| {
                let works = |part: &str| statement.contains(&format!("{name}__{part}"));
                let looped = first.starts_with("for ") && (works("item") || works("fold"));
                let bound = [format!("let {name}"), format!("let mut {name}")];
                let bound = bound.iter().any(|start| {
                    let rest = first.strip_prefix(start.as_str());
                    rest.is_some_and(|rest| rest.starts_with([':', ' ']))
                });
                // A chain that stays, or that an iterator of the runtime runs.
                let runs = statement.contains(".iter") || statement.contains("__private");
                looped || (bound && runs && !statement.contains("__fold;"))
            })
        })?;
        Some(self.0.remove(place).0)
    }
}

/// A statement, from its first line to the one that closes it.
fn statement(lines: &[&str]) -> String {
    let indent = |line: &str| line.len() - line.trim_start().len();
    let first = indent(lines[0]);
    let is_open = lines[0].ends_with(['{', '(', '=']) || !lines[0].ends_with([';', '}']);
    let mut statement = lines[0].to_owned();
    for line in lines[1..].iter().take_while(|_| is_open) {
        if indent(line) < first
            || (indent(line) == first && !line.trim_start().starts_with(['}', ')', '.']))
        {
            break;
        }
        statement.push('\n');
        statement += line;
        if indent(line) == first && line.ends_with([';', '}']) {
            break;
        }
    }
    statement
}

fn names(block: &Block, fused: &Loop) -> Vec<String> {
    fused
        .nodes
        .iter()
        .map(|node| block.nodes[*node].name.clone())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::{Which, of_text};

    #[test]
    fn a_function_is_expanded_after_another_file_was_read() {
        let text = "#[fuse] fn mean(xs: &[f64]) -> (f64, f64) { let s: f64 = xs.iter().sum(); let q: f64 = xs.iter().map(|x| x * x).sum(); (s, q) }";
        let of_file = |name, text: &str| {
            of_text(text, name, &[], Which::Annotated, false).expect("it parses")
        };
        let long = format!("{}{text}", "fn other() {}\n".repeat(100));
        let (first, second) = (of_file("a.rs", &long), of_file("b.rs", text));
        for analysis in first.iter().chain(&second) {
            let expansion = write(analysis).expect("it is expanded");
            assert!(expansion.contains("// loop 1"), "{expansion}");
        }
        assert_eq!((first.len(), second.len()), (1, 1));
    }
}
