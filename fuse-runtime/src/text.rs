//! Strings that are made when they are stored.
//!
//! *In*: what the user makes a `String` of, and how. *Out*: if that is a `&str`, the `&str` itself, as a [`Text`], which becomes
//! the `String` where one is needed; anything else is made at once, as it is written. Between the two stand filters: what
//! they drop is never allocated. Only what means the same on a [`Text`] and a `String` may look at it, which the macro sees to.
//!
//! The choice is method resolution, as in [`again`](crate::Again): an expansion does not know the type.

use alloc::string::String;
use core::marker::PhantomData;
use core::ops::Deref;

/// The text of a `String` that is not made yet.
///
/// What `String` has of its own is here, so that a trait of the user's takes precedence no sooner; all else is `str`'s.
#[derive(Clone, Debug)]
pub struct Text<'a>(&'a str);

impl Text<'_> {
    /// As `String::len`.
    #[inline]
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// As `String::is_empty`.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// As `String::as_bytes`.
    #[inline]
    pub fn as_bytes(&self) -> &[u8] {
        self.0.as_bytes()
    }

    /// As `String::as_str`.
    #[inline]
    pub fn as_str(&self) -> &str {
        self.0
    }
}

impl Deref for Text<'_> {
    type Target = str;

    #[inline]
    fn deref(&self) -> &str {
        self.0
    }
}

impl PartialEq<str> for Text<'_> {
    #[inline]
    fn eq(&self, other: &str) -> bool {
        self.0 == other
    }
}

impl<'b> PartialEq<&'b str> for Text<'_> {
    #[inline]
    fn eq(&self, other: &&'b str) -> bool {
        self.0 == *other
    }
}

/// What an element is that a collection of `E` would have held.
pub trait StandsFor<E> {}

impl<E> StandsFor<E> for E {}

impl StandsFor<String> for Text<'_> {}

/// The element as it is, of which it is checked that an array of `E` can hold it.
#[inline]
pub fn held_as<E, T: StandsFor<E>>(element: T) -> T {
    element
}

/// `to_string()`: makes a `String` of a `&str` only when it is stored; of anything else it makes at once what is written.
///
/// ```
/// let trimmed = fuse_runtime::text_to_string!(" a ".trim(), |word| -> String { word.to_string() });
/// assert!(!trimmed.is_empty());
/// assert_eq!(fuse_runtime::stored!(trimmed), String::from("a"));
///
/// let number = fuse_runtime::text_to_string!(7, |number| -> String { number.to_string() });
/// assert_eq!(fuse_runtime::stored!(number), String::from("7"));
/// ```
#[macro_export]
macro_rules! text_to_string {
    ($from:expr, $make:expr) => {
        match $from {
            __loopfuse_from => {
                $crate::Making::of(&__loopfuse_from).__loopfuse_string(__loopfuse_from, $make)
            }
        }
    };
}

/// `to_owned()`, likewise.
#[macro_export]
macro_rules! text_to_owned {
    ($from:expr, $make:expr) => {
        match $from {
            __loopfuse_from => {
                $crate::Making::of(&__loopfuse_from).__loopfuse_owned(__loopfuse_from, $make)
            }
        }
    };
}

/// `clone()`, likewise of a `&String`.
#[macro_export]
macro_rules! text_cloned {
    ($from:expr, $make:expr) => {
        match $from {
            __loopfuse_from => {
                $crate::Making::of(&__loopfuse_from).__loopfuse_cloned(__loopfuse_from, $make)
            }
        }
    };
}

/// What is stored for an element: the `String` that a [`Text`] stands for, or the element itself.
#[macro_export]
macro_rules! stored {
    ($element:expr) => {
        match $element {
            __loopfuse_element => {
                $crate::Making::of(&__loopfuse_element).__loopfuse_stored(__loopfuse_element)
            }
        }
    };
}

/// The type of what something is made of.
#[derive(Debug)]
pub struct Making<T> {
    as_written: AsWritten,
    of: PhantomData<fn() -> T>,
}

impl<T> Making<T> {
    /// Looks at the type.
    #[inline]
    pub fn of(_of: &T) -> Self {
        Making {
            as_written: AsWritten(PhantomData),
            of: PhantomData,
        }
    }
}

// The names are some that no user's blanket extension trait has.

impl<'a> Making<&'a str> {
    /// For `to_string()`, which gives a `String` of the same text.
    #[inline]
    pub fn __loopfuse_string(
        &self,
        text: &'a str,
        _make: impl FnOnce(&'a str) -> String,
    ) -> Text<'a> {
        Text(text)
    }

    /// For `to_owned()`, likewise.
    #[inline]
    pub fn __loopfuse_owned(
        &self,
        text: &'a str,
        _make: impl FnOnce(&'a str) -> String,
    ) -> Text<'a> {
        Text(text)
    }
}

#[allow(clippy::ptr_arg, reason = "that type is what is dispatched on")]
impl<'a> Making<&'a String> {
    /// For `to_string()`, which gives a `String` of the same text.
    #[inline]
    pub fn __loopfuse_string(
        &self,
        text: &'a String,
        _make: impl FnOnce(&'a String) -> String,
    ) -> Text<'a> {
        Text(text)
    }

    /// For `to_owned()` and `clone()`, likewise.
    #[inline]
    pub fn __loopfuse_owned(
        &self,
        text: &'a String,
        _make: impl FnOnce(&'a String) -> String,
    ) -> Text<'a> {
        Text(text)
    }

    /// For `clone()`, likewise.
    #[inline]
    pub fn __loopfuse_cloned(
        &self,
        text: &'a String,
        _make: impl FnOnce(&'a String) -> String,
    ) -> Text<'a> {
        Text(text)
    }
}

impl<'a> Making<&'a &str> {
    /// For `to_string()`, which gives a `String` of the same text.
    #[inline]
    pub fn __loopfuse_string<'b>(
        &self,
        text: &'a &'b str,
        _make: impl FnOnce(&'a &'b str) -> String,
    ) -> Text<'b> {
        Text(text)
    }
}

impl<'a> Making<Text<'a>> {
    /// Makes the `String`.
    #[inline]
    pub fn __loopfuse_stored(&self, text: Text<'a>) -> String {
        String::from(text.0)
    }
}

impl<T> Deref for Making<T> {
    type Target = AsWritten;

    #[inline]
    fn deref(&self) -> &AsWritten {
        &self.as_written
    }
}

/// What is left of a [`Making`] where a `String` is not made of a `&str`.
#[derive(Debug)]
pub struct AsWritten(PhantomData<()>);

impl AsWritten {
    /// What is written.
    #[inline]
    pub fn __loopfuse_string<T, R>(&self, from: T, make: impl FnOnce(T) -> R) -> R {
        make(from)
    }

    /// What is written.
    #[inline]
    pub fn __loopfuse_owned<T, R>(&self, from: T, make: impl FnOnce(T) -> R) -> R {
        make(from)
    }

    /// What is written.
    #[inline]
    pub fn __loopfuse_cloned<T, R>(&self, from: T, make: impl FnOnce(T) -> R) -> R {
        make(from)
    }

    /// The element itself.
    #[inline]
    pub fn __loopfuse_stored<T>(&self, element: T) -> T {
        element
    }
}

#[cfg(test)]
mod tests {
    use super::Text;
    use alloc::borrow::{Cow, ToOwned};
    use alloc::string::{String, ToString};
    use alloc::vec::Vec;

    #[test]
    fn a_string_of_a_str_is_made_when_it_is_stored() {
        let word = String::from(" a ");
        let text: Text<'_> =
            crate::text_to_string!(word.trim(), |text| -> String { unreachable!("{text}") });
        assert!(core::ptr::eq(text.as_str(), word.trim()));
        let stored: String = crate::stored!(text);
        assert_eq!((stored.capacity(), &*stored), (1, "a"));
        let cloned: Text<'_> = crate::text_cloned!(&word, |word| word.clone());
        let owned: Text<'_> = crate::text_to_owned!(&word, |word| word.to_owned());
        assert!(cloned == " a " && owned == *" a ");
        assert_eq!(
            (owned.len(), owned.is_empty(), owned.as_bytes()),
            (3, false, &b" a "[..])
        );
    }

    #[test]
    fn anything_else_is_made_as_written() {
        let number: String = crate::text_to_string!(7, |number| number.to_string());
        let cow: Cow<'_, str> = Cow::Borrowed("a");
        let cow: Cow<'_, str> = crate::text_to_owned!(&cow, Clone::clone);
        let words: [&str; 1] = ["a"];
        let word: &&str = &words[0];
        let word: &str = crate::text_to_owned!(word, |word| word.to_owned());
        let bytes: Vec<u8> = crate::text_cloned!(&b"a".to_vec(), |bytes| bytes.clone());
        assert_eq!((&*number, &*cow, word, &*bytes), ("7", "a", "a", &b"a"[..]));
        assert_eq!(crate::stored!(number), "7");
    }

    #[test]
    fn what_is_generic_is_made_as_written() {
        fn spelt<T: ToString>(items: &[T]) -> Vec<String> {
            let spelt = items
                .iter()
                .map(|item| crate::text_to_string!(item, |item| -> String { item.to_string() }));
            spelt.collect()
        }
        assert_eq!(spelt(&["a"]), ["a"]);
    }
}
