//! The types of generated programs. In: nothing. Out: [`Type`], with what a generator asks of one.

use std::fmt;

/// A primitive number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Number {
    /// `i8`
    I8,
    /// `i16`
    I16,
    /// `i32`
    I32,
    /// `i64`
    I64,
    /// `u8`
    U8,
    /// `u16`
    U16,
    /// `u32`
    U32,
    /// `u64`
    U64,
    /// `usize`
    Usize,
    /// `f32`
    F32,
    /// `f64`
    F64,
}

impl Number {
    /// All of them.
    pub const ALL: [Number; 11] = [
        Number::I8,
        Number::I16,
        Number::I32,
        Number::I64,
        Number::U8,
        Number::U16,
        Number::U32,
        Number::U64,
        Number::Usize,
        Number::F32,
        Number::F64,
    ];

    /// As Rust spells it.
    pub fn name(self) -> &'static str {
        match self {
            Number::I8 => "i8",
            Number::I16 => "i16",
            Number::I32 => "i32",
            Number::I64 => "i64",
            Number::U8 => "u8",
            Number::U16 => "u16",
            Number::U32 => "u32",
            Number::U64 => "u64",
            Number::Usize => "usize",
            Number::F32 => "f32",
            Number::F64 => "f64",
        }
    }

    /// Whether it is `f32` or `f64`.
    pub fn is_float(self) -> bool {
        matches!(self, Number::F32 | Number::F64)
    }

    /// Whether it has negative values.
    pub fn is_signed(self) -> bool {
        !matches!(
            self,
            Number::U8 | Number::U16 | Number::U32 | Number::U64 | Number::Usize
        )
    }
}

/// A type of a generated program.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Type {
    /// A primitive number.
    Number(Number),
    /// `bool`
    Bool,
    /// `char`
    Char,
    /// `()`
    Unit,
    /// `str`, only behind a reference.
    Str,
    /// `String`
    String,
    /// The value of the support crate whose clones and drops are logged.
    Tracked,
    /// The struct of the support crate.
    Record,
    /// `std::cmp::Ordering`
    Ordering,
    /// A tuple of two or more.
    Tuple(Vec<Type>),
    /// `Option<T>`
    Option(Box<Type>),
    /// `Vec<T>`
    Vec(Box<Type>),
    /// `[T; N]`
    Array(Box<Type>, usize),
    /// `[T; N]` of a constant of that name, and its value.
    Sized(Box<Type>, &'static str, usize),
    /// `[T]`, only behind a reference.
    Slice(Box<Type>),
    /// A type of the support crate's, by name, and whether a filter has let the value through. What it has not must not be
    /// read, so it is another type to the model, and no shrink takes the filter out.
    User(&'static str, bool),
    /// A parameter of the function's, and what stands for it in the calls.
    Generic(&'static str, Box<Type>),
    /// `BTreeMap<K, V>`
    Map(Box<Type>, Box<Type>),
    /// Another collection of std with one parameter, by name.
    Collection(&'static str, Box<Type>),
    /// `Result<T, E>`
    Result(Box<Type>, Box<Type>),
    /// `&T`
    Reference(Box<Type>),
    /// `&mut T`
    Mutable(Box<Type>),
    /// An iterator over such elements; its type is never written.
    Iterator(Box<Type>),
    /// A closure or function; its type is never written.
    Worker(Vec<Type>, Box<Type>),
}

impl Type {
    /// `f64`
    pub const F64: Type = Type::Number(Number::F64);
    /// `i64`
    pub const I64: Type = Type::Number(Number::I64);
    /// `usize`
    pub const USIZE: Type = Type::Number(Number::Usize);

    /// `&self`
    #[must_use]
    pub fn reference(self) -> Type {
        Type::Reference(Box::new(self))
    }

    /// `Vec<self>`
    #[must_use]
    pub fn vec(self) -> Type {
        Type::Vec(Box::new(self))
    }

    /// `Option<self>`
    #[must_use]
    pub fn option(self) -> Type {
        Type::Option(Box::new(self))
    }

    /// `(a, b)`
    #[must_use]
    pub fn pair(a: Type, b: Type) -> Type {
        Type::Tuple(vec![a, b])
    }

    /// The number that it is.
    pub fn number(&self) -> Option<Number> {
        match self {
            Type::Number(number) => Some(*number),
            _ => None,
        }
    }

    /// Whether it is a primitive number.
    pub fn is_number(&self) -> bool {
        self.number().is_some()
    }

    /// Whether it is a float.
    pub fn is_float(&self) -> bool {
        self.number().is_some_and(Number::is_float)
    }

    /// Whether it is an integer.
    pub fn is_integer(&self) -> bool {
        self.number().is_some_and(|number| !number.is_float())
    }

    /// Without the references around it.
    pub fn referent(&self) -> &Type {
        match self {
            Type::Reference(inner) | Type::Mutable(inner) => inner.referent(),
            other => other,
        }
    }

    /// How many references are around it.
    pub fn references(&self) -> usize {
        match self {
            Type::Reference(inner) | Type::Mutable(inner) => 1 + inner.references(),
            _ => 0,
        }
    }

    /// The type of the elements, if it is an array in memory or a reference to one.
    pub fn elements(&self) -> Option<&Type> {
        match self.referent() {
            Type::Vec(element)
            | Type::Array(element, _)
            | Type::Sized(element, ..)
            | Type::Slice(element) => Some(element),
            _ => None,
        }
    }

    /// What a call hands over: nothing of it is a parameter of the function's.
    #[must_use]
    pub fn concrete(&self) -> Type {
        match self {
            Type::Generic(_, is) => is.concrete(),
            Type::Reference(inner) => inner.concrete().reference(),
            Type::Slice(inner) => Type::Slice(Box::new(inner.concrete())),
            Type::Vec(inner) => inner.concrete().vec(),
            other => other.clone(),
        }
    }

    /// Whether it is `Copy`.
    pub fn is_copy(&self) -> bool {
        match self {
            Type::Number(_)
            | Type::Bool
            | Type::Char
            | Type::Unit
            | Type::Ordering
            | Type::User(..)
            | Type::Reference(_) => true,
            // A worker is not, by its bound.
            Type::Generic(letter, _) => *letter == "T",
            Type::Tuple(parts) => parts.iter().all(Type::is_copy),
            Type::Option(inner) | Type::Array(inner, _) | Type::Sized(inner, ..) => inner.is_copy(),
            Type::Result(value, error) => value.is_copy() && error.is_copy(),
            _ => false,
        }
    }

    /// Whether `cloned()` gives a value of it.
    pub fn is_clone(&self) -> bool {
        match self {
            Type::Str | Type::Slice(_) | Type::Mutable(_) => false,
            Type::Iterator(_) | Type::Worker(..) => false,
            Type::Tuple(parts) => parts.iter().all(Type::is_clone),
            Type::Option(inner) | Type::Array(inner, _) | Type::Vec(inner) => inner.is_clone(),
            _ => true,
        }
    }

    /// Whether it is `Ord`.
    pub fn is_ord(&self) -> bool {
        match self {
            Type::Number(number) => !number.is_float(),
            Type::Bool
            | Type::Char
            | Type::Str
            | Type::String
            | Type::Tracked
            | Type::Unit
            | Type::Ordering => true,
            Type::Tuple(parts) => parts.iter().all(Type::is_ord),
            Type::Option(inner)
            | Type::Array(inner, _)
            | Type::Vec(inner)
            | Type::Slice(inner)
            | Type::Reference(inner) => inner.is_ord(),
            _ => false,
        }
    }

    /// Whether a value of it may hold a reference.
    pub fn borrows(&self) -> bool {
        match self {
            Type::Reference(_) | Type::Mutable(_) | Type::Iterator(_) | Type::Worker(..) => true,
            Type::Tuple(parts) => parts.iter().any(Type::borrows),
            Type::Option(inner)
            | Type::Array(inner, _)
            | Type::Vec(inner)
            | Type::Slice(inner)
            | Type::Collection(_, inner) => inner.borrows(),
            Type::Map(key, value) => key.borrows() || value.borrows(),
            Type::Result(value, error) => value.borrows() || error.borrows(),
            _ => false,
        }
    }

    /// Whether it holds a [`Type::Tracked`].
    pub fn is_tracked(&self) -> bool {
        match self {
            Type::Tracked => true,
            Type::Tuple(parts) => parts.iter().any(Type::is_tracked),
            Type::Option(inner)
            | Type::Array(inner, _)
            | Type::Vec(inner)
            | Type::Slice(inner)
            | Type::Reference(inner)
            | Type::Mutable(inner)
            | Type::Collection(_, inner) => inner.is_tracked(),
            Type::Map(key, value) => key.is_tracked() || value.is_tracked(),
            _ => false,
        }
    }

    /// Whether a `let` can be annotated with it.
    pub fn is_written(&self) -> bool {
        match self {
            Type::Iterator(_) | Type::Worker(..) => false,
            Type::Tuple(parts) => parts.iter().all(Type::is_written),
            Type::Option(inner) | Type::Reference(inner) => inner.is_written(),
            _ => true,
        }
    }

    /// A value of it in place of one that is gone: an expression that stands anywhere.
    pub fn default_value(&self) -> Option<String> {
        Some(match self {
            Type::Number(number) if number.is_float() => "1.0".to_owned(),
            Type::Number(_) => "1".to_owned(),
            Type::Bool => "true".to_owned(),
            Type::Char => "'a'".to_owned(),
            Type::String => "String::new()".to_owned(),
            Type::Tracked => "Tracked::new(0)".to_owned(),
            Type::Ordering => "std::cmp::Ordering::Equal".to_owned(),
            Type::Tuple(parts) => {
                let parts: Option<Vec<String>> = parts
                    .iter()
                    .map(|part| {
                        let value = part.default_value()?;
                        Some(match part {
                            Type::Number(number) => format!("{value}{}", number.name()),
                            _ => value,
                        })
                    })
                    .collect();
                format!("({})", parts?.join(", "))
            }
            Type::Option(inner) if inner.is_written() => format!("None::<{inner}>"),
            Type::Vec(inner) if inner.is_written() => format!("Vec::<{inner}>::new()"),
            Type::Map(key, value) => format!("BTreeMap::<{key}, {value}>::new()"),
            Type::Record => "Record::default()".to_owned(),
            Type::Array(inner, length) => {
                let value = inner.default_value()?;
                match &**inner {
                    Type::Number(number) => format!("[{value}{}; {length}]", number.name()),
                    inner if inner.is_copy() => format!("[{value}; {length}]"),
                    _ => return None,
                }
            }
            Type::Result(value, error) => {
                let text = error.default_value()?;
                format!("Err::<{value}, {error}>({text})")
            }
            Type::Collection(name, inner) => match *name {
                "std::cell::Cell" => return None,
                "Box" => format!("Vec::<{inner}>::new().into_boxed_slice()"),
                _ => format!("{name}::<{inner}>::new()"),
            },
            Type::Reference(inner) if **inner == Type::Str => "\"\"".to_owned(),
            _ => return None,
        })
    }
}

impl fmt::Display for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Type::Number(number) => f.write_str(number.name()),
            Type::Bool => f.write_str("bool"),
            Type::Char => f.write_str("char"),
            Type::Unit => f.write_str("()"),
            Type::Str => f.write_str("str"),
            Type::String => f.write_str("String"),
            Type::Tracked => f.write_str("Tracked"),
            Type::Record => f.write_str("Record"),
            Type::Ordering => f.write_str("std::cmp::Ordering"),
            Type::Tuple(parts) => {
                f.write_str("(")?;
                for (i, part) in parts.iter().enumerate() {
                    let comma = if i == 0 { "" } else { ", " };
                    write!(f, "{comma}{part}")?;
                }
                f.write_str(")")
            }
            Type::Option(inner) => write!(f, "Option<{inner}>"),
            Type::Vec(inner) => write!(f, "Vec<{inner}>"),
            Type::Array(inner, length) => write!(f, "[{inner}; {length}]"),
            Type::Sized(inner, length, _) => write!(f, "[{inner}; {length}]"),
            Type::User(name, _) | Type::Generic(name, _) => f.write_str(name),
            Type::Slice(inner) => write!(f, "[{inner}]"),
            Type::Map(key, value) => write!(f, "BTreeMap<{key}, {value}>"),
            Type::Collection("Box", inner) => write!(f, "Box<[{inner}]>"),
            Type::Collection(name, inner) => write!(f, "{name}<{inner}>"),
            Type::Result(value, error) => write!(f, "Result<{value}, {error}>"),
            Type::Reference(inner) => write!(f, "&{inner}"),
            Type::Mutable(inner) => write!(f, "&mut {inner}"),
            Type::Iterator(_) | Type::Worker(..) => f.write_str("_"),
        }
    }
}
