//! Prints a program in the notation of paper 001.

use super::{Combinator, Length, OpaqueKind, Program, ValueId};
use std::fmt;

impl fmt::Display for Program<'_> {
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
            let inputs = binding.inputs.iter().map(|input| input.value);
            let inputs = names(&inputs.collect::<Vec<_>>());
            let text = &binding.worker.text;
            match binding.combinator() {
                Combinator::Map if binding.inputs.len() > 1 => {
                    writeln!(f, "map{} ({text}) {inputs}", binding.inputs.len())?;
                }
                Combinator::Map => writeln!(f, "map ({text}) {inputs}")?,
                Combinator::Zip => writeln!(f, "zip {inputs}")?,
                Combinator::Filter => writeln!(f, "filter ({text}) {inputs}")?,
                Combinator::Scan => writeln!(f, "scan ({text}) {inputs}")?,
                Combinator::Generate => {
                    write!(f, "generate ")?;
                    self.write_length(&binding.length, f)?;
                    writeln!(f, " ({text})")?;
                }
                Combinator::Cross => writeln!(f, "cross ({text}) {inputs}")?,
                Combinator::Fold => writeln!(f, "fold ({text}) {inputs}")?,
                Combinator::Opaque(kind) => {
                    let word = match kind {
                        OpaqueKind::Transparent => "scalar",
                        OpaqueKind::Wall => "external",
                    };
                    let reads = names(&binding.reads());
                    writeln!(f, "{}", format!("{word} {reads}").trim_end())?;
                }
            }
        }
        let results = self.results.iter().map(name).collect::<Vec<_>>().join(", ");
        write!(f, "  in ({results})")
    }
}

impl Program<'_> {
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
