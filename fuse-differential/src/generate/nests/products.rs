//! Two-dimensional generates, `(0..h).flat_map(|y| (0..w).map(move |x| f(x, y)))`, products of two arrays, and zips of what they make.

use crate::function::expression::{Binds, Expression, Mode, Part, Pattern, Variable};
use crate::function::statement::{Shown, Statement};
use crate::function::types::{Number, Type};

use super::super::Generator;
use super::super::consumers::Turbofish;
use super::super::scope::{Entry, Name};
use super::super::sources::{Flow, called, text};
use super::counted::counted;

/// One of the two dimensions.
#[derive(Clone)]
enum Side {
    /// `0..n`
    Counter(Expression),
    /// The elements of an array.
    Elements(Entry),
}

/// Both, and what their elements are called.
struct Plane {
    number: Number,
    outer: Side,
    inner: Side,
    names: [&'static str; 2],
}

const NAMES: [[&str; 2]; 4] = [["y", "x"], ["i", "j"], ["row", "column"], ["a", "b"]];

impl Generator {
    /// Two or three chains over one plane, and chains over what they make.
    pub(super) fn products(&mut self, body: &mut Vec<Statement>) {
        let Some(mut plane) = self.plane(body) else {
            return;
        };
        let mut made = Vec::new();
        for _ in 0..self.random.between(2, 3) {
            if !self.is_whole(&plane) {
                return;
            }
            made.extend(self.product(body, &plane));
            match self.random.below(100) {
                0..25 => plane.names = *self.random.pick(&NAMES),
                25..35 => {
                    if let Some(other) = self.plane(body) {
                        plane = other;
                    }
                }
                _ => {}
            }
        }
        made.retain(|array| self.is_left(*array));
        if made.len() > 1 && self.random.percent(60) {
            self.zip_of_products(body, made[0], made[1]);
        }
        made.retain(|array| self.is_left(*array));
        if let Some(array) = made.first()
            && self.random.percent(40)
            && let Some(entry) = self.entry(*array).map(|entry| entry.clone())
        {
            let before = std::mem::replace(&mut self.plain, true);
            self.related(body, &entry);
            self.plain = before;
        }
    }

    /// Whether both sides can still be named.
    fn is_whole(&mut self, plane: &Plane) -> bool {
        [&plane.outer, &plane.inner]
            .into_iter()
            .all(|side| match side {
                Side::Counter(end) => Self::named_in(end).into_iter().all(|end| self.is_left(end)),
                Side::Elements(entry) => self.is_left(entry.variable),
            })
    }

    fn plane(&mut self, body: &mut Vec<Statement>) -> Option<Plane> {
        let entry = self.numbers();
        let number = match entry.as_ref().and_then(|entry| entry.is.elements()) {
            Some(Type::Number(number)) => *number,
            _ => self.style.elements[0].number().unwrap_or(Number::F64),
        };
        let outer = match entry {
            Some(entry) if self.random.percent(30) => Side::Elements(entry),
            _ => Side::Counter(self.few(body, 0, 12)),
        };
        let inner = match self.random.percent(30) {
            true => Side::Elements(self.few_elements(body)?),
            false => Side::Counter(self.few(body, 0, 9)),
        };
        Some(Plane {
            number,
            outer,
            inner,
            names: *self.random.pick(&NAMES),
        })
    }

    /// `let few = &xs[..xs.len().min(5)];`
    fn few_elements(&mut self, body: &mut Vec<Statement>) -> Option<Entry> {
        let entry = self.numbers()?;
        let array = self.read(entry.variable);
        let length = self.read(entry.variable);
        let most = self.random.between(1, 6);
        let parts = vec![
            text("&"),
            Part::Piece(array, Binds::Postfix),
            text("[.."),
            Part::Piece(length, Binds::Postfix),
            text(format!(".len().min({most})]")),
        ];
        let element = entry.is.elements().cloned()?;
        let is = Type::Slice(Box::new(element)).reference();
        let few = Expression::parts(is, Binds::Unary, parts);
        let name = self.fresh_name(Name::Array);
        let few = self.bind_as(body, &name, Shown::Inside, few);
        self.entry(few).map(|entry| entry.clone())
    }

    /// `(0..h)`, or `xs.iter()`, and what flows out.
    fn side(&mut self, side: &Side) -> Flow {
        match side {
            Side::Counter(end) => {
                let parts = vec![text("0.."), Part::Piece(end.clone(), Binds::Or)];
                let is = Type::Iterator(Box::new(Type::USIZE));
                let range = Expression::parts(is, Binds::Open, parts).tagged("0..n");
                Flow::new(range, Type::USIZE)
            }
            Side::Elements(entry) => {
                let array = self.read(entry.variable);
                let element = entry.is.elements().cloned().unwrap_or(Type::F64);
                self.by_method(array, "xs.iter()", "iter", element.reference())
            }
        }
    }

    /// A name for an element of one side, in the focus.
    fn named_side(&mut self, name: &str, item: Type) -> Variable {
        let variable = self.declare(name, item);
        self.enter(variable).focus = true;
        variable
    }

    /// `|y| (0..w).map(move |x| f(x, y))`, after the outer source.
    fn crossed(&mut self, plane: &Plane, filters: bool) -> Flow {
        let is = Type::Number(plane.number);
        let mut flow = self.side(&plane.outer);
        let mut inner = self.side(&plane.inner);
        // The inner closure moves what it names.
        let moved = self.visible(|entry| !entry.is.is_copy() || self.is_field(entry.variable));
        let moved: Vec<Variable> = moved.iter().map(|entry| entry.variable).collect();
        let mark = self.open();
        let before = self.unfocus();
        self.workers += 2;
        let outer = self.named_side(plane.names[0], flow.item.clone());
        if filters {
            let within = self.open();
            let element = self.named_side(plane.names[1], inner.item.clone());
            let condition = self.without_all(&moved, |generator| generator.condition(1));
            self.close(within);
            let parts = vec![
                text("filter(move |&"),
                Part::Pattern(Pattern::Bind(element)),
                text("| "),
                Part::Piece(condition, Binds::Open),
                text(")"),
            ];
            let item = inner.item.clone();
            inner.step("filter(p)", parts, item);
        }
        let element = self.named_side(plane.names[1], inner.item.clone());
        let value = self.without_all(&moved, |generator| {
            generator.value_of_two(outer, element, plane.number)
        });
        self.workers -= 2;
        self.close(mark);
        self.refocus(&before);
        let parts = vec![
            text("map(move |"),
            Part::Pattern(Pattern::Bind(element)),
            text("| "),
            Part::Piece(value, Binds::Open),
            text(")"),
        ];
        inner.step("map(f)", parts, is.clone());
        let inner = inner.finish();
        let tag = match (&plane.outer, &plane.inner) {
            (Side::Counter(_), Side::Counter(_)) => "two-dimensional generate",
            _ => "product of two sources",
        };
        let parts = vec![
            Part::Tag(tag),
            text("flat_map(|"),
            Part::Pattern(Pattern::Bind(outer)),
            text("| "),
            Part::Piece(inner, Binds::Open),
            text(")"),
        ];
        flow.step("flat_map(|x| ys.iter().map(g))", parts, is);
        flow.exact = false;
        flow.double = false;
        flow.growth = 4;
        flow
    }

    /// A number of both elements.
    fn value_of_two(&mut self, outer: Variable, inner: Variable, number: Number) -> Expression {
        let is = Type::Number(number);
        if self.random.percent(35) {
            return self.value(&is, 2);
        }
        let read = |variable: Variable| {
            let place = self.used(variable, Mode::Read);
            let mut paths = Vec::new();
            super::super::paths::paths_of(&place, 1, &mut paths);
            Self::cast_to(paths.pop().unwrap_or(place), number)
        };
        let (outer, inner) = (read(outer), read(inner));
        let literal = self.literal(number);
        match (number.is_float(), self.random.below(3)) {
            (true, 0) => Expression::binary(is, outer, "*", inner),
            (true, 1) => Expression::binary(is, outer, "-", inner),
            (true, _) => {
                let scaled = Expression::binary(is.clone(), outer, "*", literal);
                Expression::binary(is, scaled, "+", inner)
            }
            (false, 0) => Expression::method(is, outer, "wrapping_mul", vec![inner]),
            (false, 1) => Expression::binary(is, outer, "^", inner),
            (false, _) => {
                let scaled = Expression::method(is.clone(), outer, "wrapping_mul", vec![literal]);
                Expression::method(is, scaled, "wrapping_add", vec![inner])
            }
        }
    }

    /// One chain over the plane; the array that it makes, if it makes one.
    fn product(&mut self, body: &mut Vec<Statement>, plane: &Plane) -> Option<Variable> {
        let few = self.random.percent(12);
        let mut flow = self.crossed(plane, few);
        let filters = self.random.percent(15);
        if filters {
            self.filter(&mut flow);
        } else if self.random.percent(15) {
            self.map(&mut flow, &Type::Number(plane.number));
        }
        let growth = match plane.outer {
            Side::Counter(_) => 1,
            Side::Elements(_) => 6,
        };
        if self.random.percent(55) {
            let (shown, turbofish) = self.shown();
            let is = flow.item.clone().vec();
            let value = self.collect(flow, is, turbofish);
            let variable = self.bind_value(body, Name::Array, shown, value);
            if let Some(entry) = self.entry(variable) {
                entry.growth = growth;
            }
            if !few && !filters && self.random.percent(20) {
                self.nest_over_a_plane(body, plane, variable);
            }
            return Some(variable);
        }
        let before = std::mem::replace(&mut self.plain, true);
        let value = self.reduce(flow, Turbofish::Written);
        self.plain = before;
        let variable = self.bind_value(body, Name::Scalar, Shown::Inside, value);
        if let Some(entry) = self.entry(variable) {
            entry.growth = 9;
        }
        None
    }

    /// `for y in 0..h { for x in 0..w { total += grid[y * w + x]; } }`, over what a chain has made of each.
    fn nest_over_a_plane(&mut self, body: &mut Vec<Statement>, plane: &Plane, grid: Variable) {
        let (Side::Counter(height), Side::Counter(width)) = (&plane.outer, &plane.inner) else {
            return;
        };
        if !self.is_whole(plane) || !self.is_left(grid) {
            return;
        }
        let total = self.accumulator(body, plane.number);
        let mark = self.open();
        let before = self.unfocus();
        self.loops += 2;
        let outer = self.named_side(plane.names[0], Type::USIZE);
        let inner = self.named_side(plane.names[1], Type::USIZE);
        let row = self.used(outer, Mode::Read);
        let index = Expression::binary(Type::USIZE, row, "*", width.clone());
        let column = self.used(inner, Mode::Read);
        let index = Expression::binary(Type::USIZE, index, "+", column);
        let grid = self.read(grid);
        let element = Self::element(grid, index, Type::Number(plane.number));
        let mut innermost = Vec::new();
        self.without(total, |generator| {
            let value = generator.made_of(element, plane.number);
            generator.add_up(&mut innermost, total, value);
        });
        self.loops -= 2;
        self.close(mark);
        self.refocus(&before);
        let inside = vec![counted(inner, width, innermost, "")];
        body.push(counted(outer, height, inside, "loop nest over a generate"));
    }

    /// `a.iter().zip(&b).map(|(x, y)| x * y).sum()`
    fn zip_of_products(&mut self, body: &mut Vec<Statement>, a: Variable, b: Variable) {
        let (Some(first), Some(second)) = (
            self.entry(a).map(|entry| entry.clone()),
            self.entry(b).map(|entry| entry.clone()),
        ) else {
            return;
        };
        let Some(number) = first.is.elements().and_then(Type::number) else {
            return;
        };
        let item = |entry: &Entry| {
            entry
                .is
                .elements()
                .cloned()
                .unwrap_or(Type::F64)
                .reference()
        };
        let array = self.read(a);
        let mut flow = self.by_method(array, "xs.iter()", "iter", item(&first));
        let other = self.iterable(&second);
        let pair = Type::pair(item(&first), item(&second));
        let mut parts = called("zip", vec![other]);
        parts.push(Part::Tag("zip of products"));
        flow.step("zip(ys)", parts, pair);
        self.map(&mut flow, &Type::Number(number));
        if self.random.percent(30) {
            let (shown, turbofish) = self.shown();
            let is = flow.item.clone().vec();
            let value = self.collect(flow, is, turbofish);
            let variable = self.bind_value(body, Name::Array, shown, value);
            if let Some(entry) = self.entry(variable) {
                entry.growth = first.growth;
            }
            return;
        }
        let before = std::mem::replace(&mut self.plain, true);
        let value = self.reduce(flow, Turbofish::Written);
        self.plain = before;
        let variable = self.bind_value(body, Name::Scalar, Shown::Inside, value);
        if let Some(entry) = self.entry(variable) {
            entry.growth = 9;
        }
    }
}
