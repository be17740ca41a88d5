//! Fields by the names that the user gives them.
//!
//! In: the report of a block in which fields have names of their own ([`crate::rewrite`]). Out: the same with `self.a` where that stands for
//! `self_a`, or for what that refers to.

use super::{FunctionReport, RegionReport};

impl FunctionReport {
    /// What was told since, with fields in the place of their names.
    pub(crate) fn renamed(&mut self, mark: usize, fields: &[(String, String)]) {
        for region in &mut self.regions[mark..] {
            region.renamed(fields);
        }
    }
}

impl RegionReport {
    fn renamed(&mut self, fields: &[(String, String)]) {
        let data = &mut self.data;
        let nodes = data.nodes.iter_mut();
        let nodes = nodes.flat_map(|node| [&mut node.name, &mut node.with]);
        let arrays = data.arrays.iter_mut().map(|array| &mut array.name);
        let arrows = data.arrows.iter_mut();
        let arrows = arrows.flat_map(|arrow| {
            let apart = arrow.apart.as_mut().map(|(_, why)| why);
            arrow.value.as_mut().into_iter().chain(apart)
        });
        let plans = data.loops.iter_mut().flat_map(|looped| &mut looped.plan);
        let missed = data.missed.iter_mut();
        let missed = missed.flat_map(|missed| {
            [&mut missed.message]
                .into_iter()
                .chain(missed.way_out.as_mut())
        });
        let texts = nodes.chain(arrays).chain(arrows).chain(plans).chain(missed);
        for text in texts.chain([&mut self.text]) {
            *text = with_fields(text, fields);
        }
    }
}

/// A text with fields in the place of names.
fn with_fields(text: &str, fields: &[(String, String)]) -> String {
    let is_word = |character: char| character == '_' || character.is_alphanumeric();
    let mut out = String::new();
    let mut rest = text;
    while let Some(at) = rest.find(is_word) {
        let (before, from) = rest.split_at(at);
        let end = from.find(|character| !is_word(character));
        let (word, behind) = from.split_at(end.unwrap_or(from.len()));
        match fields.iter().find(|(name, _)| name == word) {
            Some((_, field)) => {
                let before = before.strip_suffix('*').unwrap_or(before);
                out.extend([before, field]);
            }
            None => out.extend([before, word]),
        }
        rest = behind;
    }
    out + rest
}
