//! The erasure law on strings that are made when they are stored.

use crate::common::law;
use std::borrow::Cow;
use std::rc::Rc;

/// Words of all sorts: of spaces alone, with spaces around them, empty, of letters that are several bytes.
fn words(xs: &[i64]) -> Vec<String> {
    let word = |x: &i64| match x.rem_euclid(11) {
        0 => String::new(),
        1 => "  ".to_owned(),
        2 => format!(" {x} "),
        3 => "und".to_owned(),
        4 => format!(".ä{x}\t"),
        5 => "a".to_owned(),
        6 => format!("x{x}e"),
        7 => "Straße".to_owned(),
        8 => "two words ".to_owned(),
        _ => format!("w{}", x % 100),
    };
    xs.iter().map(word).collect()
}

#[test]
fn strings_are_what_they_were() {
    law!(integers: |xs| strings::clean(&words(xs)));
    law!(integers: |xs| {
        let words = words(xs);
        let words: Vec<&str> = words.iter().map(|word| &**word).collect();
        strings::in_stages(&words, 'x')
    });
    law!(integers: |xs| strings::marked(&words(xs)));
    law!(integers: |xs| strings::copies(&words(xs)));
    law!(integers: |xs| strings::greatest(&words(xs)));
    law!(integers: |xs| strings::pushed(&words(xs)));
    law!(integers: |xs| {
        let (lengths, total) = strings::mapped(&words(xs));
        (lengths.into_iter().collect::<Vec<_>>(), total)
    });
    law!(integers: |xs| strings::counted(&words(xs)));
    law!(integers: |xs| strings::named_twice(&words(xs), &['.', ' ', 'w']));
    law!(integers: |xs| {
        let entry = |(name, value): (String, &i64)| strings::Entry { name, value: *value / 3 };
        let entries: Vec<strings::Entry> = words(xs).into_iter().zip(xs).map(entry).collect();
        strings::fields(&entries)
    });
}

#[test]
fn what_needs_a_string_has_one() {
    law!(integers: |xs| strings::needed(&words(xs), &["und".to_owned(), String::new()]));
}

#[test]
fn what_is_no_str_is_made_as_written() {
    law!(integers: |xs| {
        let words = words(xs);
        let shared: Vec<Rc<str>> = words.iter().map(|word| Rc::from(&**word)).collect();
        let cows: Vec<Cow<'_, str>> = words.iter().map(|word| Cow::from(&**word)).collect();
        strings::shown(xs, &shared, &cows)
    });
    law!(integers: |xs| strings::generic(xs));
    law!(integers: |xs| strings::generic(&words(xs)));
    law!(integers: |xs| {
        let words = words(xs);
        let bytes: Vec<Vec<u8>> = words.iter().map(|word| word.as_bytes().to_vec()).collect();
        let words: Vec<&str> = words.iter().map(|word| &**word).collect();
        strings::of_other_types(&words, &bytes)
    });
    law!(integers: |xs| {
        let tape = |word: String| strings::Tape::of(word.into_bytes());
        let tapes: Vec<strings::Tape> = words(xs).into_iter().map(tape).collect();
        strings::tapes(&tapes)
    });
}

#[test]
fn what_is_blank_is_nothing_but_white_space() {
    law!(integers: |xs| {
        let mut words = words(xs);
        words.extend(["\u{3000}\u{a0}", "\u{200b}", " \u{85}\r", "\r"].map(String::from));
        strings::blanks(&words.join("\n"), &words)
    });
    law!(integers: |xs| {
        let words = words(xs);
        let bytes: Vec<Vec<u8>> = words.iter().map(|word| word.as_bytes().to_vec()).collect();
        strings::rolls(bytes.iter().cloned().map(strings::Roll::of).collect(), &bytes)
    });
}

#[test]
fn words_are_those_that_split_whitespace_gives() {
    law!(integers: |xs| {
        let mut lines = words(xs);
        let spaces = [" ", "\t", "\u{a0}", "é ", "\u{2003}", "  \u{85}"];
        let joined = lines.chunks(7).zip(spaces.iter().cycle());
        let joined = joined.map(|(words, space)| words.join(space)).collect::<Vec<_>>();
        lines.extend(joined);
        lines.extend(["\u{3000}\u{a0}", "\u{200b}", " \u{85}\r", "a\u{1680}b"].map(String::from));
        let ropes = xs.iter().map(|x| strings::Rope(*x as u8 as usize)).collect();
        strings::words_counted(&lines.join("\n"), &lines, ropes)
    });
}

#[test]
fn strings_are_joined_in_the_loop_that_makes_them() {
    law!(integers: |xs| strings::joined(&words(xs)));
}

#[test]
fn what_panics_panics() {
    for at in [0, 1, 2] {
        law!(integers: |xs| strings::cut(&words(xs), at));
    }
}
