//! Pictures of a function, before and after, side by side.
//!
//! In: an analysis. Out: text of a picture. [`model`] says what is drawn, [`layout`] where, and one file for each form how.

mod dot;
mod html;
pub mod layout;
mod mermaid;
pub mod model;
mod svg;

use crate::analysis::Analysis;
use crate::args::Picture;
use model::Drawing;

/// Draws a function.
#[must_use]
pub fn write(analysis: &Analysis, format: Picture) -> String {
    let drawings: Vec<Drawing> = analysis
        .blocks
        .iter()
        .filter(|block| !block.inside_a_chain && !block.nodes.is_empty())
        .map(Drawing::of)
        .collect();
    match format {
        Picture::Svg => svg::write(analysis, &drawings),
        Picture::Html => html::write(analysis, &drawings),
        Picture::Dot => dot::write(analysis, &drawings),
        Picture::Mermaid => mermaid::write(&drawings),
    }
}
