//! Slices, arrays and numbers of a function as columns.
//!
//! In: arrays of a batch. Out: a chunk that borrows them; and what a function gives as arrays and scalars.

use datafusion::arrow::array::{Array as _, ArrayRef, ArrowPrimitiveType, AsArray as _};
use datafusion::arrow::array::{PrimitiveArray, types};
use datafusion::arrow::datatypes::{ArrowNativeType, DataType};
use datafusion::common::{Result, ScalarValue, exec_err};
use std::ops::Range;
use std::sync::Arc;

/// A number that a function gives.
pub trait Number: Sized {
    /// Its type to Arrow.
    const TYPE: DataType;

    /// As a scalar; null if there is none.
    fn scalar(number: Option<Self>) -> ScalarValue;
}

/// A number that a column can have.
pub trait Element: Number + ArrowNativeType {
    /// Its type to Arrow.
    type Arrow: ArrowPrimitiveType<Native = Self>;
}

/// What a function takes: one slice, or a tuple of them, each a column without nulls.
pub trait Columns<'a>: Copy {
    /// The types of the columns.
    fn types() -> Vec<DataType>;

    /// Borrows arrays of these types.
    ///
    /// # Errors
    /// If one has nulls.
    fn bind(arrays: &'a [ArrayRef]) -> Result<Self>;

    /// Some of the rows.
    #[must_use]
    fn cut(self, rows: Range<usize>) -> Self;
}

/// The arrays that a function makes of a chunk: one, or a tuple of them, or none.
pub trait Arrays {
    /// The types of their elements.
    fn types() -> Vec<DataType>;

    /// The arrays.
    fn arrays(self) -> Vec<ArrayRef>;
}

/// The numbers that a function gives: one, or a tuple of them.
pub trait Numbers {
    /// Their types.
    fn types() -> Vec<DataType>;

    /// The numbers.
    fn scalars(self) -> Vec<ScalarValue>;
}

macro_rules! numbers {
    ($($number:ty => $scalar:ident $($arrow:ident)?;)*) => {$(
        impl Number for $number {
            const TYPE: DataType = DataType::$scalar;

            fn scalar(number: Option<$number>) -> ScalarValue {
                // A `usize` is a `u64` to Arrow.
                ScalarValue::$scalar(number.map(|number| number as _))
            }
        }

        $(impl Element for $number {
            type Arrow = types::$arrow;
        })?
    )*};
}

numbers! {
    i8 => Int8 Int8Type;
    i16 => Int16 Int16Type;
    i32 => Int32 Int32Type;
    i64 => Int64 Int64Type;
    u8 => UInt8 UInt8Type;
    u16 => UInt16 UInt16Type;
    u32 => UInt32 UInt32Type;
    u64 => UInt64 UInt64Type;
    f32 => Float32 Float32Type;
    f64 => Float64 Float64Type;
    usize => UInt64;
    bool => Boolean;
}

/// The least of none.
impl<T: Number> Number for Option<T> {
    const TYPE: DataType = T::TYPE;

    fn scalar(number: Option<Option<T>>) -> ScalarValue {
        T::scalar(number.flatten())
    }
}

impl<T: Number> Numbers for T {
    fn types() -> Vec<DataType> {
        vec![T::TYPE]
    }

    fn scalars(self) -> Vec<ScalarValue> {
        vec![T::scalar(Some(self))]
    }
}

impl<'a, T: Element> Columns<'a> for &'a [T] {
    fn types() -> Vec<DataType> {
        vec![T::TYPE]
    }

    fn bind(arrays: &'a [ArrayRef]) -> Result<Self> {
        if arrays[0].null_count() > 0 {
            return exec_err!("a column has nulls: leave such rows out by `skip_nulls`");
        }
        Ok(arrays[0].as_primitive::<T::Arrow>().values())
    }

    fn cut(self, rows: Range<usize>) -> Self {
        &self[rows]
    }
}

impl<T: Element> Arrays for Vec<T> {
    fn types() -> Vec<DataType> {
        vec![T::TYPE]
    }

    fn arrays(self) -> Vec<ArrayRef> {
        let array = PrimitiveArray::<T::Arrow>::from_iter_values(self);
        vec![Arc::new(array)]
    }
}

macro_rules! tuples {
    ($($($name:ident $index:tt)*;)*) => {$(
        impl<'a, $($name: Element),*> Columns<'a> for ($(&'a [$name],)*) {
            fn types() -> Vec<DataType> {
                vec![$($name::TYPE),*]
            }

            fn bind(_arrays: &'a [ArrayRef]) -> Result<Self> {
                Ok(($(Columns::bind(&_arrays[$index..])?,)*))
            }

            fn cut(self, _rows: Range<usize>) -> Self {
                ($(self.$index.cut(_rows.clone()),)*)
            }
        }

        impl<$($name: Number),*> Numbers for ($($name,)*) {
            fn types() -> Vec<DataType> {
                vec![$($name::TYPE),*]
            }

            fn scalars(self) -> Vec<ScalarValue> {
                vec![$($name::scalar(Some(self.$index))),*]
            }
        }

        impl<$($name: Element),*> Arrays for ($(Vec<$name>,)*) {
            fn types() -> Vec<DataType> {
                vec![$($name::TYPE),*]
            }

            fn arrays(self) -> Vec<ArrayRef> {
                let arrays: &[Vec<ArrayRef>] = &[$(self.$index.arrays()),*];
                arrays.concat()
            }
        }
    )*};
}

tuples! {
    ;
    A 0 B 1;
    A 0 B 1 C 2;
    A 0 B 1 C 2 D 3;
    A 0 B 1 C 2 D 3 E 4;
    A 0 B 1 C 2 D 3 E 4 F 5;
    A 0 B 1 C 2 D 3 E 4 F 5 G 6;
    A 0 B 1 C 2 D 3 E 4 F 5 G 6 H 7;
    A 0 B 1 C 2 D 3 E 4 F 5 G 6 H 7 I 8;
    A 0 B 1 C 2 D 3 E 4 F 5 G 6 H 7 I 8 J 9;
}
