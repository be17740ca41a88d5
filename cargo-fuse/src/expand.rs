//! The fused function as a person would read it.
//!
//! In: an analysis. Out: Rust, with a comment before each loop.

use crate::analysis::Analysis;

/// The function after expansion.
///
/// # Errors
/// If the expansion does not parse, which is a defect of the compiler: a sentence.
pub fn write(analysis: &Analysis) -> Result<String, String> {
    let options = analysis.options.clone().unwrap_or_default();
    let expansion = fuse_compiler::expand(options, analysis.item.clone());
    let text = expansion.to_string();
    // A method is no item of a file: it is printed in an `impl`, which is taken away again.
    let wrapped = format!("impl X {{ {text} }}");
    let (file, is_method) = match syn::parse_str::<syn::File>(&text) {
        Ok(file) => (file, false),
        Err(_) => {
            let file = syn::parse_str::<syn::File>(&wrapped);
            (
                file.map_err(|error| format!("the expansion does not parse: {error}"))?,
                true,
            )
        }
    };
    let printed = prettyplease::unparse(&file);
    let mut lines: Vec<&str> = printed.lines().collect();
    if is_method {
        lines = lines[1..lines.len() - 1].to_vec();
    }
    let mut out = format!("// {}:{}\n", analysis.file, analysis.line);
    for line in lines {
        let line = if is_method {
            line.strip_prefix("    ").unwrap_or(line)
        } else {
            line
        };
        out += line;
        out.push('\n');
    }
    Ok(out)
}
