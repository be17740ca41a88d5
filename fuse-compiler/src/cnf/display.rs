//! Prints a program in the notation of paper 001.

use super::{Combinator, Length, OpaqueKind, Program, ValueId};
use std::fmt;

impl fmt::Display for Program {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = |id: &ValueId| self.value(*id).name.clone();
        let names = |ids: &[ValueId]| ids.iter().map(name).collect::<Vec<_>>().join(" ");
        writeln!(f, "{} {} =", self.name, names(&self.parameters))?;
        for binding in &self.bindings {
            let outputs = binding
                .outputs
                .iter()
                .map(name)
                .collect::<Vec<_>>()
                .join(", ");
            write!(f, "  ")?;
            if !outputs.is_empty() {
                write!(f, "{outputs} = ")?;
            }
            match &binding.combinator {
                Combinator::MapN { worker, inputs } if inputs.len() == 1 => {
                    writeln!(f, "map ({}) {}", worker.text, names(inputs))?;
                }
                Combinator::MapN { worker, inputs } => {
                    writeln!(f, "map{} ({}) {}", inputs.len(), worker.text, names(inputs))?;
                }
                Combinator::Zip { inputs } => writeln!(f, "zip {}", names(inputs))?,
                Combinator::Filter { worker, input } => {
                    writeln!(f, "filter ({}) {}", worker.text, name(input))?;
                }
                Combinator::Scan { worker, input } => {
                    writeln!(f, "scan ({}) {}", worker.text, name(input))?;
                }
                Combinator::Generate { length, worker } => {
                    write!(f, "generate ")?;
                    self.write_length(length, f)?;
                    writeln!(f, " ({})", worker.text)?;
                }
                Combinator::Gather { indices, data } => {
                    writeln!(f, "gather {} {}", name(data), name(indices))?;
                }
                Combinator::Cross {
                    outer,
                    inner,
                    worker,
                } => {
                    writeln!(f, "cross ({}) {} {}", worker.text, name(outer), name(inner))?;
                }
                Combinator::Fold { worker, input } => {
                    writeln!(f, "fold ({}) {}", worker.text, name(input))?;
                }
                Combinator::Opaque { kind, reads } => {
                    let word = match kind {
                        OpaqueKind::Transparent => "scalar",
                        OpaqueKind::Wall => "external",
                    };
                    writeln!(f, "{}", format!("{word} {}", names(reads)).trim_end())?;
                }
            }
        }
        let results = self.results.iter().map(name).collect::<Vec<_>>().join(", ");
        write!(f, "  in ({results})")
    }
}

impl Program {
    fn write_length(&self, length: &Length, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let list = |f: &mut fmt::Formatter<'_>, parts: &[Length], separator: &str| {
            for (index, part) in parts.iter().enumerate() {
                f.write_str(if index == 0 { "" } else { separator })?;
                self.write_length(part, f)?;
            }
            Ok(())
        };
        match length {
            Length::Known(text) => f.write_str(text),
            Length::Unknown => f.write_str("?"),
            Length::Of(array) => write!(f, "|{}|", self.value(*array).name),
            Length::Less(of, less) => {
                f.write_str("(")?;
                self.write_length(of, f)?;
                write!(f, " - {less})")
            }
            Length::Least(parts) => {
                f.write_str("min(")?;
                list(f, parts, ", ")?;
                f.write_str(")")
            }
            Length::Sum(parts) => {
                f.write_str("(")?;
                list(f, parts, " ++ ")?;
                f.write_str(")")
            }
            Length::Ratio { of, by, up } => {
                f.write_str("(")?;
                self.write_length(of, f)?;
                write!(f, " {} {by})", if *up { "/^" } else { "/" })
            }
            Length::Span {
                start,
                end,
                inclusive,
            } => write!(f, "({start}..{}{end})", if *inclusive { "=" } else { "" }),
        }
    }
}
