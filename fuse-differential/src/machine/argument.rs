//! A parameter's type as written -> what makes, lends and reads back an argument.

use std::fmt::Write as _;

/// How an argument comes to a parameter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Argument {
    /// The type of what is made.
    pub owned: String,
    /// Behind the name of what was made, what is handed over; `{}` is the name.
    handed: &'static str,
    /// Whether the callee can change it, so that it is compared after the call.
    pub place: bool,
}

impl Argument {
    /// The argument of a parameter of type `parameter`.
    #[must_use]
    pub fn of(parameter: &str) -> Self {
        let parameter = without_lifetimes(parameter.trim());
        let argument = |owned: String, handed, place| Self {
            owned,
            handed,
            place,
        };
        if let Some(place) = parameter.strip_prefix("&mut ") {
            let place = place.trim();
            return match slice_element(place) {
                Some(element) => argument(format!("Vec<{}>", inner(element)), "&mut {}[..]", true),
                None => argument(inner(place), "&mut {}", true),
            };
        }
        if let Some(lent) = parameter.strip_prefix('&') {
            let lent = lent.trim();
            return match slice_element(lent) {
                Some(element) => argument(format!("Vec<{}>", inner(element)), "&{}[..]", false),
                None if lent == "str" => argument("String".to_owned(), "&{}[..]", false),
                None => argument(inner(lent), "&{}", false),
            };
        }
        for bound in [
            "Iterator<Item =",
            "DoubleEndedIterator<Item =",
            "ExactSizeIterator<Item =",
        ] {
            if let Some(item) = parameter
                .strip_prefix("impl ")
                .and_then(|rest| rest.trim().strip_prefix(bound))
                .and_then(|rest| rest.rsplit_once('>'))
            {
                return argument(
                    format!("Vec<{}>", inner(item.0.trim())),
                    "{}.into_iter()",
                    false,
                );
            }
        }
        argument(inner(&parameter), "{}", false)
    }

    /// What is handed over, if the argument is called `name`.
    #[must_use]
    pub fn handed(&self, name: &str) -> String {
        self.handed.replace("{}", name)
    }

    /// The glue that calls `path` with arguments for `parameters`: a closure over a `Call`.
    #[must_use]
    pub fn glue(path: &str, parameters: &[String]) -> String {
        let arguments: Vec<Self> = parameters.iter().map(|p| Self::of(p)).collect();
        let mut text = "|call: &mut Call| {\n".to_owned();
        for (i, argument) in arguments.iter().enumerate() {
            let mutable = if argument.place { "mut " } else { "" };
            let _ = writeln!(
                text,
                "    let {mutable}a{i}: {} = call.argument({i});",
                argument.owned
            );
        }
        let handed: Vec<String> = (0..)
            .zip(&arguments)
            .map(|(i, a)| a.handed(&format!("a{i}")))
            .collect();
        // Whoever calls an unsafe function with arguments of ours may.
        let (open, path, close) = match path.strip_prefix("unsafe ") {
            Some(path) => ("unsafe { ", path, " }"),
            None => ("", path, ""),
        };
        let _ = writeln!(
            text,
            "    call.result({open}{path}({}){close});",
            handed.join(", ")
        );
        for (i, _) in arguments.iter().enumerate().filter(|(_, a)| a.place) {
            let _ = writeln!(text, "    call.place(&a{i});");
        }
        text.push('}');
        text
    }
}

/// `T` of `[T]`; nothing of `[T; N]`.
fn slice_element(text: &str) -> Option<&str> {
    let element = text.strip_prefix('[')?.strip_suffix(']')?;
    let mut depth = 0_i32;
    for character in element.chars() {
        match character {
            '[' | '(' | '<' => depth += 1,
            ']' | ')' | '>' => depth -= 1,
            ';' if depth == 0 => return None,
            _ => {}
        }
    }
    Some(element.trim())
}

/// References inside of a type live for ever.
fn inner(text: &str) -> String {
    text.replace('&', "&'static ")
}

fn without_lifetimes(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(at) = rest.find("&'") {
        out.push_str(&rest[..=at]);
        rest = &rest[at + 2..];
        rest = rest.trim_start_matches(|c: char| c.is_alphanumeric() || c == '_');
        rest = rest.trim_start();
    }
    out + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_type_of_parameter_has_an_argument() {
        for (parameter, owned, handed, place) in [
            ("&[i64]", "Vec<i64>", "&a[..]", false),
            ("&[(i32, f64)]", "Vec<(i32, f64)>", "&a[..]", false),
            ("&'a [&'a str]", "Vec<&'static str>", "&a[..]", false),
            ("&[[f32; 3]]", "Vec<[f32; 3]>", "&a[..]", false),
            ("&[f64; 4]", "[f64; 4]", "&a", false),
            ("[f64; 4]", "[f64; 4]", "a", false),
            ("Vec<Tracked>", "Vec<Tracked>", "a", false),
            ("&Vec<i64>", "Vec<i64>", "&a", false),
            ("&mut Vec<f64>", "Vec<f64>", "&mut a", true),
            ("&mut [u8]", "Vec<u8>", "&mut a[..]", true),
            ("&mut i64", "i64", "&mut a", true),
            ("&str", "String", "&a[..]", false),
            ("&String", "String", "&a", false),
            ("Option<&str>", "Option<&'static str>", "a", false),
            (
                "&BTreeMap<i64, &str>",
                "BTreeMap<i64, &'static str>",
                "&a",
                false,
            ),
            (
                "impl Iterator<Item = i64>",
                "Vec<i64>",
                "a.into_iter()",
                false,
            ),
            (
                "impl Iterator<Item = Option<i64>>",
                "Vec<Option<i64>>",
                "a.into_iter()",
                false,
            ),
            ("usize", "usize", "a", false),
        ] {
            let argument = Argument::of(parameter);
            assert_eq!(argument.owned, owned, "{parameter}");
            assert_eq!(argument.handed("a"), handed, "{parameter}");
            assert_eq!(argument.place, place, "{parameter}");
        }
    }

    #[test]
    fn glue_reads_places_after_the_call() {
        assert_eq!(
            Argument::glue("plain::f", &["&mut [u8]".to_owned(), "i64".to_owned()]),
            "|call: &mut Call| {\n    let mut a0: Vec<u8> = call.argument(0);\n    \
             let a1: i64 = call.argument(1);\n    \
             call.result(plain::f(&mut a0[..], a1));\n    call.place(&a0);\n}"
        );
    }
}
