//! What rustc knows of a type that an expansion does not see.
//!
//! *In*: a closure that names a place and is never called, so that nothing of the user's runs. *Out*: whether the place is a number,
//! a reference, a struct whose fields are its own. An expansion asks before it computes anything that the program as
//! written would not have computed: of the operators of a user's type nobody knows whether they panic.
//!
//! All answers are constants: in an optimised build nothing is left of the question.

use core::any::type_name;
use core::marker::PhantomData;
use core::ops::Deref;

/// The [`TypeOf`] a place: a name, or fields and `*` of one. Nothing of it is evaluated.
///
/// A field may stand in a packed struct, to which there are no references; a constant has no address.
#[doc(hidden)]
#[macro_export]
macro_rules! type_of {
    ($name:path) => {
        $crate::TypeOf::of(|| ::core::ptr::from_ref(&$name))
    };
    ($place:expr) => {
        $crate::TypeOf::of(|| &raw const $place)
    };
}

/// Whether each field that is named of a place is its own, and no `Deref` of a user's is run: of what up to three references
/// refer to.
#[macro_export]
macro_rules! is_direct {
    ($($place:tt)*) => {
        $crate::type_of!($($place)*).peeled().peeled().peeled().is_direct()
    };
}

/// Whether a place holds a reference, so that `*` is no user's `Deref` and reads no raw pointer.
#[macro_export]
macro_rules! is_reference {
    ($($place:tt)*) => {
        $crate::type_of!($($place)*).is_reference()
    };
}

/// Whether comparing a place runs no code but std's.
#[macro_export]
macro_rules! is_comparable {
    ($($place:tt)*) => {
        $crate::type_of!($($place)*).is_comparable()
    };
}

/// Whether a place holds a primitive.
#[macro_export]
macro_rules! is_number {
    ($($place:tt)*) => {
        $crate::type_of!($($place)*).is_number()
    };
}

/// Whether a place holds a float.
#[macro_export]
macro_rules! is_float {
    ($($place:tt)*) => {
        $crate::type_of!($($place)*).is_float()
    };
}

/// The type of a place.
///
/// ```
/// use fuse_runtime::{is_comparable, is_direct, is_float, is_number, is_reference};
/// struct Body { mass: f64, name: &'static str }
/// let body = &Body { mass: 1.0, name: "sun" };
/// assert!(is_direct!(body) && is_reference!(body));
/// assert!(is_float!(body.mass) && is_comparable!(body.name) && !is_number!(body.name));
/// ```
#[derive(Debug)]
pub struct TypeOf<T: ?Sized> {
    any: AnyType<T>,
}

/// What is left of a [`TypeOf`] of which nothing more is known.
#[derive(Debug)]
pub struct AnyType<T: ?Sized>(PhantomData<*const T>);

impl<T: ?Sized> TypeOf<T> {
    pub(crate) const ANY: Self = TypeOf {
        any: AnyType(PhantomData),
    };

    /// The type of the place whose address a closure would give. It is not called.
    #[inline(always)]
    pub fn of(_address: impl FnOnce() -> *const T) -> Self {
        Self::ANY
    }

    /// Whether it is `f32` or `f64`, or a reference to one.
    #[inline(always)]
    pub fn is_float(&self) -> bool {
        matches!(referent::<T>(), b"f32" | b"f64")
    }

    /// Whether it is a primitive number, a `bool` or a `char`, or a reference to one.
    #[inline(always)]
    pub fn is_number(&self) -> bool {
        self.is_float()
            || matches!(
                referent::<T>(),
                b"bool"
                    | b"char"
                    | b"i8"
                    | b"i16"
                    | b"i32"
                    | b"i64"
                    | b"i128"
                    | b"isize"
                    | b"u8"
                    | b"u16"
                    | b"u32"
                    | b"u64"
                    | b"u128"
                    | b"usize"
            )
    }

    /// Whether comparing it runs no code but std's: a primitive or a text, or a reference to one.
    #[inline(always)]
    pub fn is_comparable(&self) -> bool {
        self.is_number() || matches!(referent::<T>(), b"str" | b"alloc::string::String")
    }

    /// Whether it is a reference, so that `*` is no user's `Deref` and reads no raw pointer.
    #[inline(always)]
    pub fn is_reference(&self) -> bool {
        type_name::<T>().as_bytes().first() == Some(&b'&')
    }
}

/// The name of a type without the `&`s before it. No type but a primitive is called like one: those of a crate begin with
/// the crate's name.
#[inline(always)]
fn referent<T: ?Sized>() -> &'static [u8] {
    match type_name::<T>().as_bytes() {
        [b'&', b'&', b'&', name @ ..] | [b'&', b'&', name @ ..] | [b'&', name @ ..] => name,
        name => name,
    }
}

impl<T: ?Sized> TypeOf<&T> {
    /// The type that a reference refers to.
    #[inline(always)]
    pub fn peeled(&self) -> TypeOf<T> {
        TypeOf::ANY
    }
}

impl<T: ?Sized> TypeOf<&mut T> {
    /// The type that a reference refers to.
    #[inline(always)]
    pub fn peeled(&self) -> TypeOf<T> {
        TypeOf::ANY
    }
}

impl<T: ?Sized + Deref> TypeOf<T> {
    /// Whether each field that is named of it is its own.
    #[inline(always)]
    pub fn is_direct(&self) -> bool {
        false
    }
}

impl<T: ?Sized> Deref for TypeOf<T> {
    type Target = AnyType<T>;

    #[inline(always)]
    fn deref(&self) -> &AnyType<T> {
        &self.any
    }
}

impl<T: ?Sized> AnyType<T> {
    /// What is no reference stays what it is.
    #[inline(always)]
    pub fn peeled(&self) -> TypeOf<T> {
        TypeOf::ANY
    }

    /// A type without a `Deref` has no fields but its own.
    #[inline(always)]
    pub fn is_direct(&self) -> bool {
        true
    }
}

#[cfg(test)]
mod tests {
    use super::TypeOf;
    use alloc::boxed::Box;
    use alloc::rc::Rc;
    use alloc::string::String;

    struct Point {
        x: f32,
        tag: String,
        next: Option<Box<Point>>,
    }

    #[repr(C, packed)]
    struct Packed {
        small: u8,
        large: u64,
    }

    #[test]
    fn places_are_not_touched() {
        let nothing: *const f64 = core::ptr::null();
        let of = TypeOf::of(|| -> *const f64 { panic!("called") });
        assert!(of.is_float() && of.is_number() && of.is_comparable() && !of.is_reference());
        assert!(!TypeOf::of(|| &raw const nothing).is_number());
    }

    #[test]
    fn fields_of_structs() {
        let point = Point {
            x: 1.0,
            tag: String::new(),
            next: None,
        };
        let point = &&point;
        assert!(is_float!(point.x) && !is_number!(point.tag) && is_comparable!(point.tag));
        assert!(!is_comparable!(point.next) && is_direct!(point));
    }

    #[test]
    fn packed_fields_and_constants_have_types() {
        const LIMIT: u8 = 3;
        let packed = Packed { small: 1, large: 2 };
        assert!(is_number!(packed.large) && is_number!(LIMIT) && is_float!(f64::MAX));
        assert_eq!(packed.small, 1);
    }

    #[test]
    fn what_derefs_is_not_direct() {
        let counted = Rc::new(1.0);
        let counted = &counted;
        assert!(!is_direct!(counted) && !is_reference!(*counted) && !is_number!(*counted));
        assert!(is_number!(**counted));
    }

    #[test]
    fn in_generic_code_each_instance_has_its_answer() {
        fn number<T>(x: &T) -> bool {
            is_number!(*x)
        }
        assert!(number(&1_u8) && number(&'a') && number(&&&&1.0) && !number(&"text"));
        assert!(!number(&&&&&1.0), "deeper than anybody writes");
    }
}
