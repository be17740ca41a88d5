//! Types told apart where they may hold references, whose lifetimes do not count.
//!
//! *In*: types. *Out*: whether they are one. Both are known where the code is compiled, so nothing is left of the question in an
//! optimised build.

use core::any::TypeId;
use core::marker::PhantomData;
use core::mem::transmute;

/// True if two types are one, but perhaps for lifetimes.
#[inline(always)]
pub(crate) fn same<A, B>() -> bool {
    erased::<A>() == erased::<B>()
}

/// The identity of a type without its lifetimes.
#[inline(always)]
fn erased<T>() -> TypeId {
    trait Identified {
        fn id(&self) -> TypeId
        where
            Self: 'static;
    }
    impl<T> Identified for PhantomData<T> {
        #[inline(always)]
        fn id(&self) -> TypeId
        where
            Self: 'static,
        {
            TypeId::of::<T>()
        }
    }
    let witness: &dyn Identified = &PhantomData::<T>;
    // SAFETY: only the bound on lifetimes changes; nothing behind the reference is of type `T`, and `id` looks at none.
    let witness = unsafe { transmute::<&dyn Identified, &(dyn Identified + 'static)>(witness) };
    witness.id()
}

#[cfg(test)]
mod tests {
    use super::same;
    use alloc::vec::Vec;

    fn of_one_lifetime<'a>(_: &'a str) -> bool {
        same::<Vec<&'a str>, Vec<&'static str>>() && !same::<&'a str, &'a mut str>()
    }

    #[test]
    fn lifetimes_do_not_count_and_all_else_does() {
        let text = alloc::string::String::from("a");
        assert!(of_one_lifetime(&text));
        assert!(
            !same::<u32, i32>() && !same::<Vec<u8>, Vec<i8>>() && same::<(u8, f32), (u8, f32)>()
        );
    }
}
