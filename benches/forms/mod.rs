//! What is timed: each program as plain iterators, fused, and by hand, checked equal first.

#[path = "../../tests/programs/mod.rs"]
pub(crate) mod programs;

pub(crate) mod by_hand;

use std::fmt::Debug;
use std::hint::black_box;
use std::rc::Rc;

use programs::{data, fused, plain};

/// A name, and one run over the input that drops its result.
pub(crate) type Form = (&'static str, Box<dyn Fn()>);

/// One program on one input, in three forms.
pub(crate) struct Case {
    /// The paper's name of the program.
    pub(crate) program: &'static str,
    /// The type of the numbers.
    pub(crate) element: &'static str,
    /// How many elements the input has.
    pub(crate) size: usize,
    /// Plain, fused, by hand.
    pub(crate) forms: [Form; 3],
}

/// Above this many elements a program may run for seconds.
pub(crate) const LARGE: usize = 1_000_000;

/// The programs and types to be timed at a size, in the order of the table.
///
/// Closest points and quadtree look at their input once a level, about twenty and ten times. At
/// more than [`LARGE`] elements they are timed over `i64` only.
pub(crate) fn names(size: usize) -> impl Iterator<Item = (&'static str, &'static str)> {
    let recursive = |program: &str| matches!(program, "closest points" | "quadtree");
    NAMES
        .into_iter()
        .filter(move |(program, element)| size <= LARGE || *element == "i64" || !recursive(program))
}

/// Every program over every type: the names that [`case`] knows.
const NAMES: [(&str, &str); 8] = [
    ("normalize2", "i64"),
    ("closest points", "i64"),
    ("quadtree", "i64"),
    ("quickhull", "i64"),
    ("normalize2", "f64"),
    ("closest points", "f64"),
    ("quadtree", "f64"),
    ("quickhull", "f64"),
];

/// One of the [`NAMES`] on an input of `size` elements.
///
/// # Panics
/// When two forms of the program do not compute the same, or there is no such program.
pub(crate) fn case(program: &'static str, element: &'static str, size: usize) -> Case {
    macro_rules! forms {
        ($kind:ident, $program:ident, $input:ident) => {
            checked(
                (program, element),
                data::$input(size),
                plain::$kind::$program::$program,
                fused::$kind::$program::$program,
                by_hand::$kind::$program,
            )
        };
    }
    match (program, element) {
        ("normalize2", "i64") => forms!(integer, normalize2, integers),
        ("closest points", "i64") => forms!(integer, closest_points, integer_points),
        ("quadtree", "i64") => forms!(integer, quadtree, integer_points),
        ("quickhull", "i64") => forms!(integer, quickhull, integer_points),
        ("normalize2", "f64") => forms!(float, normalize2, floats),
        ("closest points", "f64") => forms!(float, closest_points, float_points),
        ("quadtree", "f64") => forms!(float, quadtree, float_points),
        ("quickhull", "f64") => forms!(float, quickhull, float_points),
        _ => panic!("there is no {program} over {element}"),
    }
}

fn checked<T: 'static, R: PartialEq + Debug + 'static>(
    (program, element): (&'static str, &'static str),
    input: Vec<T>,
    plain: fn(&[T]) -> R,
    fused: fn(&[T]) -> R,
    by_hand: fn(&[T]) -> R,
) -> Case {
    let want = plain(&input);
    assert!(
        want == fused(&input),
        "{program} over {element}: fused differs from plain"
    );
    assert!(
        want == by_hand(&input),
        "{program} over {element}: by hand differs from plain"
    );
    drop(want);
    let size = input.len();
    let input = Rc::new(input);
    let run = |form: fn(&[T]) -> R| -> Box<dyn Fn()> {
        let input = Rc::clone(&input);
        Box::new(move || drop(black_box(form(black_box(&input)))))
    };
    Case {
        program,
        element,
        size,
        forms: [
            ("plain", run(plain)),
            ("fused", run(fused)),
            ("by hand", run(by_hand)),
        ],
    }
}
