//! Text.

type Statistics = (usize, usize, usize, usize, usize);

pub(crate) mod obvious {
    use super::Statistics;

    pub(crate) fn statistics(text: &str) -> Statistics {
        let (mut lines, mut blank, mut words, mut characters, mut longest) = (0, 0, 0, 0, 0);
        for line in text.lines() {
            lines += 1;
            if line.trim().is_empty() {
                blank += 1;
            }
            words += line.split_whitespace().count();
            characters += line.chars().count();
            longest = longest.max(line.len());
        }
        (lines, blank, words, characters, longest)
    }

    pub(crate) fn clean(raw: &[String]) -> (Vec<String>, usize, usize) {
        let (mut clean, mut total, mut longest) = (Vec::new(), 0, 0);
        for word in raw {
            let word = word.trim();
            if !word.is_empty() {
                let word = word.to_lowercase();
                total += word.len();
                longest = longest.max(word.len());
                clean.push(word);
            }
        }
        (clean, total, longest)
    }
}

pub(crate) mod expert {
    use super::Statistics;

    /// A line without words is blank: nothing is trimmed.
    pub(crate) fn statistics(text: &str) -> Statistics {
        let (mut lines, mut blank, mut words, mut characters, mut longest) = (0, 0, 0, 0, 0);
        for line in text.lines() {
            let here = line.split_whitespace().count();
            lines += 1;
            blank += usize::from(here == 0);
            words += here;
            characters += line.chars().count();
            longest = longest.max(line.len());
        }
        (lines, blank, words, characters, longest)
    }

    /// As obvious, with room for all.
    pub(crate) fn clean(raw: &[String]) -> (Vec<String>, usize, usize) {
        let mut clean = Vec::with_capacity(raw.len());
        let (mut total, mut longest) = (0, 0);
        for word in raw {
            let word = word.trim();
            if !word.is_empty() {
                let word = word.to_lowercase();
                total += word.len();
                longest = longest.max(word.len());
                clean.push(word);
            }
        }
        (clean, total, longest)
    }
}
