//! The erasure law on text.

use crate::common::realistic::{same_text, texts};

#[test]
fn text() {
    same_text!(texts(), |s| applications::text::TextStats::new(s));
    same_text!(texts(), |s| applications::text::case_profile(s));
    same_text!(texts(), |s| {
        let counts = applications::text::word_frequencies(s);
        std::collections::BTreeMap::from_iter(counts)
    });
    same_text!(texts(), |s| format!(
        "{:?}",
        applications::text::top_words(s, 3)
    ));
    same_text!(texts(), |s| applications::text::parse_floats(s));
    same_text!(texts(), |s| {
        let row = |line: &str| line.split(' ').map(str::to_owned).collect::<Vec<_>>();
        applications::text::align_columns(&s.lines().map(row).collect::<Vec<_>>())
    });
    same_text!(texts(), |s| applications::text::caesar(s, 3));
    same_text!(texts(), |s| applications::text::caesar(s, 250));
    same_text!(texts(), |s| applications::text::levenshtein(
        s,
        "the quick brown"
    ));
    same_text!(texts(), |s| {
        let document = applications::text::Document::parse(s)?;
        let found = format!("{:?}", document.find_all("e"));
        let title = document.title.len();
        Some((
            title,
            document.readability(),
            found,
            format!("{document:?}"),
        ))
    });
    same_text!(texts(), |s| applications::text::parse_config(s));
    same_text!(texts(), |s| applications::text::jaccard(
        s,
        "the Quick 3.5 x"
    ));
    same_text!(texts(), |s| applications::text::tokens(s));
    same_text!(texts(), |s| applications::text::indent_width(s));
    same_text!(texts(), |s| applications::text::dedent(s));
    same_text!(texts(), |s| applications::text::run_lengths(s.as_bytes()));
    same_text!(texts(), |s| applications::text::byte_entropy(s.as_bytes()));
}
