//! `for` loops that accumulate one name.

use super::super::{Is, Known};
use super::Writer;
use crate::function::types::Number;

impl Writer {
    /// A `let mut`, and the loop that goes on from it.
    pub(super) fn looped(&mut self) {
        let mut stream = self.stream();
        for _ in 0..self.random.below(2) {
            self.filter(&mut stream);
        }
        let name = format!("s{}", self.made.lines.len());
        let of = *self
            .random
            .pick(&[Number::F64, Number::I64, Number::F32, Number::I32]);
        let written = of.name();
        let tested = self.random.percent(50);
        let test = match tested {
            true => format!("if {} ", self.test(&stream)),
            false => String::new(),
        };
        let value = self.number(of, &stream, 2);
        let (is, start, step) = match (self.random.below(9), of.is_float()) {
            (0 | 1, true) => {
                self.known = self.known.max(Known::Closely);
                let sign = *self.random.pick(&["+", "-"]);
                let step = format!("{name} {sign}= {value};");
                (Is::Number(of), format!("1.5{written}"), step)
            }
            (0 | 1, false) => {
                let step = format!("{name} += {value} % 1000;");
                (Is::Number(of), format!("2{written}"), step)
            }
            (2, _) => {
                let method = *self.random.pick(&["max", "min"]);
                let step = format!("{name} = {name}.{method}({value});");
                (Is::Number(of), format!("0{written}"), step)
            }
            (3, _) => {
                let operator = *self.random.pick(&["<", ">"]);
                let step =
                    format!("let v: {written} = {value}; if v {operator} {name} {{ {name} = v; }}");
                (Is::Number(of), format!("1{written}"), step)
            }
            (4, _) => {
                let step = format!("{name} += 1;");
                (Is::Number(Number::Usize), "0usize".to_owned(), step)
            }
            (5, _) => {
                let step = format!("{name} |= {value} != 3 as {written};");
                (Is::Bool, "false".to_owned(), step)
            }
            (6 | 7, _) => {
                if self.known != Known::Exactly {
                    self.known = Known::Hardly;
                }
                let (of, element) = match of.is_float() {
                    true => (Number::U32, "1".to_owned()),
                    false => (of, format!("{value} % 1000")),
                };
                self.tag("bins");
                let place = format!("(({value}) as i64).rem_euclid(5) as usize");
                let step = format!("{name}[{place}] += {element};");
                (Is::Bins(of), format!("[0{}; 5]", of.name()), step)
            }
            _ => {
                let step = format!("{name}.push({value});");
                (Is::Array(of), "Vec::new()".to_owned(), step)
            }
        };
        self.tag("loop");
        // The literals of a float have a point or a suffix.
        let start = match (start.as_str(), of.is_float()) {
            ("0f64" | "0f32" | "1f64" | "1f32", _) => format!("{}.0{written}", &start[..1]),
            _ => start,
        };
        let body = format!(
            "for {} in {} {{ {test}{{ {step} }} }}",
            stream.pattern, stream.text
        );
        self.bind(is, start, true);
        if let Some(line) = self.made.lines.last_mut() {
            line.looped = Some(body);
            line.name = name;
        }
    }
}
