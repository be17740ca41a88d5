//! Text, as a crate of its own would handle it.

use super::fuse;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::num::ParseFloatError;

#[derive(Debug, Default, Clone, PartialEq)]
pub struct TextStats {
    pub lines: usize,
    pub words: usize,
    pub chars: usize,
    pub longest_line: usize,
}

impl TextStats {
    #[fuse]
    pub fn new(text: &str) -> Self {
        let lines = text.lines().count();
        let words = text.split_whitespace().count();
        let chars = text.chars().count();
        let longest_line = text.lines().map(|l| l.chars().count()).max().unwrap_or(0);
        TextStats {
            lines,
            words,
            chars,
            longest_line,
        }
    }
}

#[fuse(loops = 1)]
pub fn case_profile(text: &str) -> (usize, usize, usize, f64) {
    let upper = text.chars().filter(|c| c.is_uppercase()).count();
    let lower = text.chars().filter(|c| c.is_lowercase()).count();
    let digits = text.chars().filter(char::is_ascii_digit).count();
    let ratio = if lower == 0 {
        0.0
    } else {
        upper as f64 / lower as f64
    };
    (upper, lower, digits, ratio)
}

#[fuse]
pub fn word_frequencies(text: &str) -> HashMap<String, usize> {
    let mut counts = HashMap::new();
    for word in text.split_whitespace() {
        let word = word
            .trim_matches(|c: char| !c.is_alphanumeric())
            .to_lowercase();
        if word.is_empty() {
            continue;
        }
        *counts.entry(word).or_insert(0) += 1;
    }
    counts
}

#[fuse]
pub fn top_words(text: &str, k: usize) -> Vec<(&str, usize)> {
    let mut counts: HashMap<&str, usize> = HashMap::new();
    text.split_whitespace()
        .for_each(|word| *counts.entry(word).or_default() += 1);
    let mut ranked: Vec<(&str, usize)> = counts.into_iter().collect();
    ranked.sort_by(|a, b| b.1.cmp(&a.1).then(a.0.cmp(b.0)));
    ranked.truncate(k);
    ranked
}

#[fuse]
pub fn parse_floats(line: &str) -> Result<(Vec<f64>, f64), ParseFloatError> {
    let values: Vec<f64> = line
        .split(',')
        .map(|field| field.trim().parse::<f64>())
        .collect::<Result<_, _>>()?;
    let total = values.iter().sum();
    Ok((values, total))
}

#[fuse]
pub fn align_columns(rows: &[Vec<String>]) -> Vec<String> {
    let columns = rows.iter().map(|r| r.len()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..columns)
        .map(|c| {
            rows.iter()
                .filter_map(|r| r.get(c))
                .map(|cell| cell.len())
                .max()
                .unwrap_or(0)
        })
        .collect();
    rows.iter()
        .map(|row| {
            row.iter()
                .zip(&widths)
                .map(|(cell, width)| format!("{cell:>width$}"))
                .collect::<Vec<_>>()
                .join(" ")
        })
        .collect()
}

#[fuse]
pub fn caesar(text: &str, shift: u8) -> String {
    text.chars()
        .map(|c| {
            if c.is_ascii_lowercase() {
                (b'a' + (c as u8 - b'a' + shift) % 26) as char
            } else if c.is_ascii_uppercase() {
                (b'A' + (c as u8 - b'A' + shift) % 26) as char
            } else {
                c
            }
        })
        .collect()
}

#[fuse]
pub fn levenshtein(a: &str, b: &str) -> usize {
    let b_chars: Vec<char> = b.chars().collect();
    let mut previous: Vec<usize> = (0..=b_chars.len()).collect();
    let mut current = vec![0; b_chars.len() + 1];
    for (i, ca) in a.chars().enumerate() {
        current[0] = i + 1;
        for (j, cb) in b_chars.iter().enumerate() {
            let cost = usize::from(ca != *cb);
            current[j + 1] = (previous[j + 1] + 1)
                .min(current[j] + 1)
                .min(previous[j] + cost);
        }
        std::mem::swap(&mut previous, &mut current);
    }
    previous[b_chars.len()]
}

#[derive(Debug)]
pub struct Document<'a> {
    pub title: &'a str,
    pub paragraphs: Vec<&'a str>,
}

impl<'a> Document<'a> {
    #[fuse]
    pub fn parse(source: &'a str) -> Option<Document<'a>> {
        let mut lines = source.lines();
        let title = lines.next()?.trim_start_matches('#').trim();
        let paragraphs: Vec<&'a str> = lines.map(str::trim).filter(|l| !l.is_empty()).collect();
        Some(Document { title, paragraphs })
    }

    #[fuse(loops = 1)]
    pub fn readability(&self) -> (usize, usize, f64) {
        let sentences: usize = self
            .paragraphs
            .iter()
            .map(|p| p.matches(['.', '!', '?']).count())
            .sum();
        let words: usize = self
            .paragraphs
            .iter()
            .map(|p| p.split_whitespace().count())
            .sum();
        let letters: usize = self
            .paragraphs
            .iter()
            .map(|p| p.chars().filter(|c| c.is_alphabetic()).count())
            .sum();
        let score = 4.71 * letters as f64 / words.max(1) as f64
            + 0.5 * words as f64 / sentences.max(1) as f64
            - 21.43;
        (sentences, words, score)
    }

    #[fuse(loops = 1)]
    pub fn find_all(&self, needle: &str) -> (Vec<(usize, &'a str)>, usize) {
        let hits: Vec<(usize, &'a str)> = self
            .paragraphs
            .iter()
            .enumerate()
            .filter(|(_, p)| p.contains(needle))
            .map(|(i, p)| (i, *p))
            .collect();
        let total = hits.iter().map(|(_, p)| p.matches(needle).count()).sum();
        (hits, total)
    }
}

#[fuse]
pub fn parse_config(text: &str) -> Result<BTreeMap<String, String>, String> {
    let mut map = BTreeMap::new();
    for (number, line) in text.lines().enumerate() {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let (key, value) = line
            .split_once('=')
            .ok_or_else(|| format!("line {}: no `=`", number + 1))?;
        map.insert(key.trim().to_string(), value.trim().to_string());
    }
    Ok(map)
}

#[fuse]
pub fn jaccard(a: &str, b: &str) -> f64 {
    let left: HashSet<&str> = a.split_whitespace().collect();
    let right: HashSet<&str> = b.split_whitespace().collect();
    if left.is_empty() && right.is_empty() {
        return 1.0;
    }
    let common = left.intersection(&right).count();
    common as f64 / (left.len() + right.len() - common) as f64
}

#[fuse(loops = 1)]
pub fn tokens(text: &str) -> (Vec<String>, usize, usize) {
    let tokens: Vec<String> = text
        .split(|c: char| !c.is_alphanumeric())
        .filter(|t| !t.is_empty())
        .map(|t| t.to_lowercase())
        .collect();
    let longest = tokens.iter().map(|t| t.len()).max().unwrap_or(0);
    let numeric = tokens
        .iter()
        .filter(|t| t.chars().all(|c| c.is_ascii_digit()))
        .count();
    (tokens, longest, numeric)
}

#[fuse]
pub fn indent_width(text: &str) -> usize {
    text.lines()
        .filter(|line| !line.trim().is_empty())
        .map(|line| line.len() - line.trim_start().len())
        .min()
        .unwrap_or(0)
}

#[fuse(loops = 2)]
pub fn dedent(text: &str) -> String {
    let lines: Vec<&str> = text.lines().collect();
    let margin = lines
        .iter()
        .filter(|line| !line.trim().is_empty())
        .map(|line| line.len() - line.trim_start().len())
        .min()
        .unwrap_or(0);
    lines
        .iter()
        .map(|line| line.get(margin..).unwrap_or(""))
        .collect::<Vec<_>>()
        .join("\n")
}

/// Run-length encoding of bytes.
#[fuse]
pub fn run_lengths(bytes: &[u8]) -> Vec<(u8, usize)> {
    let mut runs: Vec<(u8, usize)> = Vec::new();
    for &b in bytes {
        match runs.last_mut() {
            Some((last, n)) if *last == b => *n += 1,
            _ => runs.push((b, 1)),
        }
    }
    runs
}

#[fuse]
pub fn byte_entropy(bytes: &[u8]) -> f64 {
    let mut counts = [0usize; 256];
    for &b in bytes {
        counts[b as usize] += 1;
    }
    let total = bytes.len() as f64;
    counts
        .iter()
        .filter(|&&c| c > 0)
        .map(|&c| {
            let p = c as f64 / total;
            -p * p.log2()
        })
        .sum()
}
