//! A value as bytes. Two values are the same, to the bit and with NaN as one class, exactly if
//! their images are equal; so comparing needs no code of its own for each type, and what is shown
//! of a value is read off its image.

use std::borrow::Cow;
use std::cmp::{Ordering, Reverse};
use std::collections::{BTreeMap, BTreeSet, BinaryHeap, HashMap, HashSet, LinkedList, VecDeque};
use std::fmt::Write as _;
use std::rc::Rc;
use std::sync::Arc;

/// The bytes of a value, or of several in a row.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Image(Vec<u8>);

/// What the next bytes of an image are.
mod tag {
    pub(super) const SIGNED: u8 = 0;
    pub(super) const UNSIGNED: u8 = 1;
    pub(super) const WIDE: u8 = 2;
    pub(super) const F32: u8 = 3;
    pub(super) const F64: u8 = 4;
    pub(super) const CHAR: u8 = 5;
    pub(super) const TEXT: u8 = 6;
    pub(super) const WORD: u8 = 7;
    pub(super) const NAMED: u8 = 8;
    pub(super) const OPEN: u8 = 9;
}

/// What holds several values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Shape {
    /// `[a, b]`, also of a map or a set.
    List,
    /// `(a, b)`, also of what stands behind a name as in `Some(a)`.
    Tuple,
}

impl Image {
    /// The image of one value.
    #[must_use]
    pub fn of<T: Same + ?Sized>(value: &T) -> Self {
        let mut image = Self::default();
        value.image(&mut image);
        image
    }

    fn push(&mut self, tag: u8, payload: &[u8]) {
        self.0.push(tag);
        self.0.extend_from_slice(payload);
    }

    /// A word such as `None`.
    pub fn word(&mut self, word: &str) {
        self.text(tag::WORD, word);
    }

    /// A name such as `Some`, behind which stand `length` values in parentheses.
    pub fn named(&mut self, name: &str, length: usize) {
        self.text(tag::NAMED, name);
        self.open(Shape::Tuple, length);
    }

    fn text(&mut self, tag: u8, text: &str) {
        self.push(tag, &(text.len() as u64).to_le_bytes());
        self.0.extend_from_slice(text.as_bytes());
    }

    /// `length` values follow that belong together.
    pub fn open(&mut self, shape: Shape, length: usize) {
        self.push(tag::OPEN, &[shape as u8]);
        self.0.extend_from_slice(&(length as u64).to_le_bytes());
    }

    /// All values of another image behind those of this one.
    pub fn append(&mut self, other: &Self) {
        self.0.extend_from_slice(&other.0);
    }

    /// All values of a container without an order of its own, in one.
    fn unordered(&mut self, mut images: Vec<Self>) {
        images.sort_unstable();
        self.open(Shape::List, images.len());
        for image in images {
            self.append(&image);
        }
    }

    /// The values as they would be written in Rust.
    #[must_use]
    pub fn values(&self) -> Vec<Value> {
        let mut rest = self.0.as_slice();
        let mut values = Vec::new();
        while !rest.is_empty() {
            values.push(Value::read(&mut rest));
        }
        values
    }

    /// The values with blanks between them, cut off after `limit` characters.
    #[must_use]
    pub fn shown(&self, limit: usize) -> String {
        let mut text = String::new();
        for value in self.values() {
            if !text.is_empty() {
                text.push(' ');
            }
            if text.len() > limit {
                text.push_str("..");
                break;
            }
            value.show(&mut text, limit);
        }
        text
    }
}

/// Equal in every bit that the erasure law promises: floats by their bits, NaN as one class.
pub trait Same {
    /// Appends what tells this value from others of its type.
    fn image(&self, image: &mut Image);

    /// Whether the two cannot be told apart.
    fn same(&self, other: &Self) -> bool {
        Image::of(self) == Image::of(other)
    }
}

/// `Same` of integers: eight bytes.
macro_rules! integers {
    ($tag:expr, $wide:ty: $($t:ty),*) => {$(
        impl Same for $t {
            fn image(&self, image: &mut Image) {
                image.push($tag, &(*self as $wide).to_le_bytes());
            }
        }
    )*};
}
integers!(tag::SIGNED, i64: i8, i16, i32, i64, isize);
integers!(tag::UNSIGNED, u64: u8, u16, u32, u64, usize);
integers!(tag::WIDE, i128: i128, u128);

impl Same for f32 {
    fn image(&self, image: &mut Image) {
        let one = if self.is_nan() { Self::NAN } else { *self };
        image.push(tag::F32, &one.to_bits().to_le_bytes());
    }
}

impl Same for f64 {
    fn image(&self, image: &mut Image) {
        let one = if self.is_nan() { Self::NAN } else { *self };
        image.push(tag::F64, &one.to_bits().to_le_bytes());
    }
}

impl Same for char {
    fn image(&self, image: &mut Image) {
        image.push(tag::CHAR, &u32::from(*self).to_le_bytes());
    }
}

impl Same for str {
    fn image(&self, image: &mut Image) {
        image.text(tag::TEXT, self);
    }
}

impl Same for String {
    fn image(&self, image: &mut Image) {
        self.as_str().image(image);
    }
}

impl Same for bool {
    fn image(&self, image: &mut Image) {
        image.word(if *self { "true" } else { "false" });
    }
}

impl Same for Ordering {
    fn image(&self, image: &mut Image) {
        image.word(match self {
            Self::Less => "Less",
            Self::Equal => "Equal",
            Self::Greater => "Greater",
        });
    }
}

/// `Same` of what stands for another value.
macro_rules! through {
    ($($pointer:ty),*) => {$(
        impl<T: Same + ?Sized> Same for $pointer {
            fn image(&self, image: &mut Image) {
                (**self).image(image);
            }
        }
    )*};
}
through!(&T, &mut T, Box<T>, Rc<T>, Arc<T>);

impl<T: Same + ToOwned + ?Sized> Same for Cow<'_, T> {
    fn image(&self, image: &mut Image) {
        (**self).image(image);
    }
}

impl<T: Same> Same for Reverse<T> {
    fn image(&self, image: &mut Image) {
        self.0.image(image);
    }
}

impl<T: Same> Same for Option<T> {
    fn image(&self, image: &mut Image) {
        match self {
            None => image.word("None"),
            Some(value) => {
                image.named("Some", 1);
                value.image(image);
            }
        }
    }
}

impl<T: Same, E: Same> Same for Result<T, E> {
    fn image(&self, image: &mut Image) {
        match self {
            Ok(value) => {
                image.named("Ok", 1);
                value.image(image);
            }
            Err(error) => {
                image.named("Err", 1);
                error.image(image);
            }
        }
    }
}

impl<T: Same> Same for [T] {
    fn image(&self, image: &mut Image) {
        image.open(Shape::List, self.len());
        for value in self {
            value.image(image);
        }
    }
}

impl<T: Same> Same for Vec<T> {
    fn image(&self, image: &mut Image) {
        self.as_slice().image(image);
    }
}

impl<T: Same, const N: usize> Same for [T; N] {
    fn image(&self, image: &mut Image) {
        self.as_slice().image(image);
    }
}

/// `Same` of collections that have an order.
macro_rules! ordered {
    ($($collection:ident),*) => {$(
        impl<T: Same> Same for $collection<T> {
            fn image(&self, image: &mut Image) {
                image.open(Shape::List, self.len());
                for value in self {
                    value.image(image);
                }
            }
        }
    )*};
}
ordered!(VecDeque, LinkedList, BTreeSet);

impl<K: Same, V: Same> Same for BTreeMap<K, V> {
    fn image(&self, image: &mut Image) {
        image.open(Shape::List, self.len());
        for entry in self {
            entry.image(image);
        }
    }
}

/// `Same` of collections that have none; where in a heap equal things lie is std's affair.
macro_rules! unordered {
    ($($collection:ident<$($T:ident),*>),*) => {$(
        impl<$($T: Same,)* S> Same for $collection<$($T,)* S> {
            fn image(&self, image: &mut Image) {
                image.unordered(self.iter().map(|value| Image::of(&value)).collect());
            }
        }
    )*};
}
unordered!(HashMap<K, V>, HashSet<T>);

impl<T: Same> Same for BinaryHeap<T> {
    fn image(&self, image: &mut Image) {
        image.unordered(self.iter().map(Image::of).collect());
    }
}

/// `Same` of tuples, component by component.
macro_rules! tuples {
    ($(($($T:ident $i:tt),*)),+) => {$(
        impl<$($T: Same),*> Same for ($($T,)*) {
            fn image(&self, image: &mut Image) {
                let components: &[usize] = &[$($i),*];
                image.open(Shape::Tuple, components.len());
                $(self.$i.image(image);)*
            }
        }
    )+};
}
tuples!(
    (),
    (A 0),
    (A 0, B 1),
    (A 0, B 1, C 2),
    (A 0, B 1, C 2, D 3),
    (A 0, B 1, C 2, D 3, E 4),
    (A 0, B 1, C 2, D 3, E 4, F 5),
    (A 0, B 1, C 2, D 3, E 4, F 5, G 6),
    (A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7),
    (A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7, I 8),
    (A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7, I 8, J 9),
    (A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7, I 8, J 9, K 10),
    (A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7, I 8, J 9, K 10, L 11)
);

/// A value read back from an image.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// As it is written in Rust.
    Leaf(String),
    /// `[..]` or `(..)`, or `Name(..)`.
    Several(String, Shape, Vec<Value>),
}

fn take<const N: usize>(rest: &mut &[u8]) -> [u8; N] {
    let (head, tail) = rest.split_first_chunk().expect("an image is whole");
    *rest = tail;
    *head
}

fn take_text(rest: &mut &[u8]) -> String {
    let length = u64::from_le_bytes(take(rest)) as usize;
    let (text, tail) = rest.split_at(length);
    *rest = tail;
    String::from_utf8_lossy(text).into_owned()
}

fn float(name: &str, text: String) -> String {
    match text.as_str() {
        "NaN" => format!("{name}::NAN"),
        "inf" => format!("{name}::INFINITY"),
        "-inf" => format!("{name}::NEG_INFINITY"),
        _ => text,
    }
}

impl Value {
    fn read(rest: &mut &[u8]) -> Self {
        let [tag] = take(rest);
        Self::Leaf(match tag {
            tag::SIGNED => i64::from_le_bytes(take(rest)).to_string(),
            tag::UNSIGNED => u64::from_le_bytes(take(rest)).to_string(),
            tag::WIDE => i128::from_le_bytes(take(rest)).to_string(),
            tag::F32 => {
                let value = f32::from_bits(u32::from_le_bytes(take(rest)));
                float("f32", format!("{value:?}"))
            }
            tag::F64 => {
                let value = f64::from_bits(u64::from_le_bytes(take(rest)));
                float("f64", format!("{value:?}"))
            }
            tag::CHAR => {
                let value = char::from_u32(u32::from_le_bytes(take(rest)));
                format!("{:?}", value.unwrap_or(char::REPLACEMENT_CHARACTER))
            }
            tag::TEXT => format!("{:?}", take_text(rest)),
            tag::WORD => take_text(rest),
            tag::NAMED => {
                let name = take_text(rest);
                return match Self::read(rest) {
                    Self::Several(_, shape, values) => Self::Several(name, shape, values),
                    Self::Leaf(leaf) => Self::Leaf(name + &leaf),
                };
            }
            _ => {
                let [shape] = take(rest);
                let shape = if shape == Shape::List as u8 {
                    Shape::List
                } else {
                    Shape::Tuple
                };
                let length = u64::from_le_bytes(take(rest));
                let values = (0..length).map(|_| Self::read(rest)).collect();
                return Self::Several(String::new(), shape, values);
            }
        })
    }

    /// Appends the value as it is written in Rust, cut off where `text` has `limit` bytes.
    pub fn show(&self, text: &mut String, limit: usize) {
        match self {
            Self::Leaf(leaf) => text.push_str(leaf),
            Self::Several(name, shape, values) => {
                text.push_str(name);
                let (open, close) = match shape {
                    Shape::List => ('[', ']'),
                    Shape::Tuple => ('(', ')'),
                };
                text.push(open);
                for (i, value) in values.iter().enumerate() {
                    if i > 0 {
                        text.push_str(", ");
                    }
                    if text.len() > limit {
                        let _ = write!(text, ".. {} more", values.len() - i);
                        break;
                    }
                    value.show(text, limit);
                }
                if values.len() == 1 && name.is_empty() && *shape == Shape::Tuple {
                    text.push(',');
                }
                text.push(close);
            }
        }
    }

    fn shown(&self, limit: usize) -> String {
        let mut text = String::new();
        self.show(&mut text, limit);
        text
    }
}

/// Where two images first differ, as a path such as `.1[17]`, and what each has there.
#[must_use]
pub fn first_difference(left: &Image, right: &Image) -> Option<(String, String, String)> {
    let mut path = String::new();
    let (left, right) = (left.values(), right.values());
    for (left, right) in left.iter().zip(&right) {
        if let Some((left, right)) = differing(left, right, &mut path) {
            return Some((path, left, right));
        }
    }
    (left.len() != right.len()).then(|| {
        let shown = |values: &[Value]| format!("{} values", values.len());
        (path, shown(&left), shown(&right))
    })
}

fn differing(left: &Value, right: &Value, path: &mut String) -> Option<(String, String)> {
    if let (Value::Several(name, shape, lefts), Value::Several(other, _, rights)) = (left, right)
        && name == other
    {
        for (i, (left, right)) in lefts.iter().zip(rights).enumerate() {
            if left != right {
                let _ = match shape {
                    Shape::List => write!(path, "[{i}]"),
                    Shape::Tuple => write!(path, ".{i}"),
                };
                return differing(left, right, path);
            }
        }
        if lefts.len() == rights.len() {
            return None;
        }
        path.push_str(".len()");
        return Some((lefts.len().to_string(), rights.len().to_string()));
    }
    (left != right).then(|| (left.shown(200), right.shown(200)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_tell_values_apart() {
        assert!(!0.0_f64.same(&-0.0));
        assert!(f64::NAN.same(&-f64::NAN) && f32::NAN.same(&f32::from_bits(0x7fc0_0001)));
        assert!(!f64::NAN.same(&f64::INFINITY));
        assert!(!vec![1.0, f64::NAN].same(&vec![1.0, 2.0]));
        assert!(!1.0_f64.same(&f64::from_bits(1.0_f64.to_bits() + 1)));
        assert!(!Some(0).same(&None) && !Ok::<i32, i32>(0).same(&Err(0)));
        assert!(!"ab".same("a") && !['a'].same(&['b']));
        assert!(!(u128::MAX).same(&(u128::MAX - 1)) && !i64::MIN.same(&i64::MAX));
    }

    #[test]
    fn nesting_tells_values_apart() {
        let image = |rows: &[&[i32]]| Image::of(rows);
        assert_ne!(image(&[&[1], &[2]]), image(&[&[1, 2], &[]]));
        assert_ne!(image(&[]), image(&[&[]]));
        assert!(!("a".to_owned(), "bc".to_owned()).same(&("ab".to_owned(), "c".to_owned())));
    }

    #[test]
    fn containers_without_order_have_none() {
        let heap = |xs: [i32; 4]| xs.into_iter().collect::<BinaryHeap<_>>();
        assert!(heap([1, 2, 3, 4]).same(&heap([4, 3, 2, 1])));
        assert!(!heap([1, 2, 3, 4]).same(&heap([1, 2, 3, 3])));
        let deque = |xs: [i32; 2]| VecDeque::from(xs);
        assert!(!deque([1, 2]).same(&deque([2, 1])));
    }

    #[test]
    fn values_are_shown_as_they_are_written() {
        let image = Image::of(&(
            vec![Some(1), None],
            -0.0,
            f64::NAN,
            "a\"b",
            'x',
            [true],
            (7_u8,),
            (),
        ));
        assert_eq!(
            image.shown(1000),
            r#"([Some(1), None], -0.0, f64::NAN, "a\"b", 'x', [true], (7,), ())"#
        );
        assert_eq!(Image::of(&[1, 2, 3, 4]).shown(3), "[1, .. 3 more]");
    }

    #[test]
    fn the_first_difference_has_a_path() {
        let difference = |a: (i32, Vec<Option<f64>>), b: (i32, Vec<Option<f64>>)| {
            first_difference(&Image::of(&a), &Image::of(&b))
        };
        let some = |path: &str, left: &str, right: &str| {
            Some((path.to_owned(), left.to_owned(), right.to_owned()))
        };
        assert_eq!(difference((1, vec![]), (1, vec![])), None);
        assert_eq!(
            difference((1, vec![None, Some(0.0)]), (1, vec![None, Some(-0.0)])),
            some(".1[1].0", "0.0", "-0.0")
        );
        assert_eq!(
            difference((1, vec![None]), (1, vec![None, None])),
            some(".1.len()", "1", "2")
        );
        assert_eq!(
            difference((1, vec![None]), (1, vec![Some(2.0)])),
            some(".1[0]", "None", "Some(2.0)")
        );
    }
}
