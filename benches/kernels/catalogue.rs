//! The list of kernels.

use quote::ToTokens;

use super::case::{Builder, Case, Role};
use super::shared::{Body, LAST_DAY, LineItems, Point};
use super::{by_hand, data, fused, peers, plain};

/// A kernel that can be measured at any size.
pub(crate) struct Kernel {
    /// What it is called on the command line and in the table.
    pub(crate) name: &'static str,
    /// The file of its text, from the root of the repository.
    file: &'static str,
    /// The functions of that file that the kernel runs.
    functions: &'static [&'static str],
    /// How many arrays it returns.
    pub(crate) outputs: usize,
    /// The most elements that it is measured on, and why not more.
    pub(crate) limit: Option<(usize, &'static str)>,
    /// Its forms over an input of so many elements.
    case: fn(usize) -> Result<Case, Vec<Role>>,
}

impl Kernel {
    /// Its forms over an input of so many elements, after they were found to agree.
    ///
    /// # Errors
    /// The forms that compute something else than the plain one.
    pub(crate) fn case(&self, elements: usize) -> Result<Case, Vec<Role>> {
        (self.case)(elements)
    }

    /// Its loops as written, and those that `#[fuse]` makes of them.
    ///
    /// # Panics
    /// When the kernel names a file or function that is not there.
    pub(crate) fn loops(&self) -> (usize, usize) {
        let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join(self.file);
        let text = std::fs::read_to_string(&path).expect("the kernel's text is there");
        let text = syn::parse_file(&text).expect("it was compiled");
        let (mut written, mut fused) = (0, 0);
        for name in self.functions {
            let found = text.items.iter().find_map(|item| match item {
                syn::Item::Fn(function) if function.sig.ident == *name => Some(function),
                _ => None,
            });
            let mut function = found.expect("the kernel's function is there").clone();
            function.attrs.clear();
            let report = fuse_compiler::analyse(Default::default(), function.to_token_stream())
                .expect("there are no options to be wrong")
                .expect("the function is looked at");
            written += report.written();
            fused += report.loops();
        }
        (written, fused)
    }
}

/// The forms of one function over all samples of a size: the same call below `plain`, `fused`, and so on. Behind a peer
/// stands the relative tolerance that its result is given, for what reassociates; before all, that
/// of ours.
macro_rules! case {
    (|$($rest:tt)*) => { case!(within 0.0; |$($rest)*) };
    (
        within $own:expr; |$input:ident: &$type:ty| $theme:ident::$function:ident $arguments:tt,
        $make:expr $(, $peer:ident: $tolerance:expr)*
    ) => {
        |n| {
            let make: fn(usize, u64) -> $type = $make;
            let inputs = (0..data::samples(n)).map(|sample| make(n, sample));
            Builder::new(inputs.collect(), |$input: &$type| plain::$theme::$function $arguments)
                .form(Role::Fused, $own, |$input| fused::$theme::$function $arguments)
                .form(Role::Obvious, $own, |$input| by_hand::$theme::obvious::$function $arguments)
                .form(Role::Expert, $own, |$input| by_hand::$theme::expert::$function $arguments)
                $(.form(
                    Role::Peer(stringify!($peer)),
                    $tolerance,
                    |$input| peers::$peer::$theme::$function $arguments,
                ))*
                .checked()
        }
    };
}

/// How far results of other orders of summation may be off.
const REORDERED: f64 = 1e-9;

const LEVELS: Option<(usize, &str)> = Some((
    1_000_000,
    "it goes over all points once a level; the other element type is measured",
));

/// All kernels, in the order of the table.
pub(crate) const KERNELS: &[Kernel] = &[
    Kernel {
        name: "normalize2 f64",
        file: "tests/programs/float/normalize2.rs",
        functions: &["normalize2"],
        outputs: 2,
        limit: None,
        case: case!(|xs: &Vec<f64>| float::normalize2(xs), data::floats, ndarray: 0.0),
    },
    Kernel {
        name: "normalize2 i64",
        file: "tests/programs/integer/normalize2.rs",
        functions: &["normalize2"],
        outputs: 2,
        limit: None,
        case: case!(|xs: &Vec<i64>| integer::normalize2(xs), data::integers),
    },
    Kernel {
        name: "closest points f64",
        file: "tests/programs/float/closest_points.rs",
        functions: &["closest_points"],
        outputs: 0,
        limit: LEVELS,
        case: case!(
            |xs: &Vec<(f64, f64)>| float::closest_points(xs),
            data::float_points
        ),
    },
    Kernel {
        name: "closest points i64",
        file: "tests/programs/integer/closest_points.rs",
        functions: &["closest_points"],
        outputs: 0,
        limit: None,
        case: case!(
            |xs: &Vec<(i64, i64)>| integer::closest_points(xs),
            data::integer_points
        ),
    },
    Kernel {
        name: "quadtree f64",
        file: "tests/programs/float/quadtree.rs",
        functions: &["bounds", "go"],
        outputs: 4,
        limit: LEVELS,
        case: case!(
            |xs: &Vec<(f64, f64)>| float::quadtree(xs),
            data::float_points
        ),
    },
    Kernel {
        name: "quadtree i64",
        file: "tests/programs/integer/quadtree.rs",
        functions: &["bounds", "go"],
        outputs: 4,
        limit: None,
        case: case!(
            |xs: &Vec<(i64, i64)>| integer::quadtree(xs),
            data::integer_points
        ),
    },
    Kernel {
        name: "quickhull f64",
        file: "tests/programs/float/quickhull.rs",
        functions: &["quickhull", "filter_max"],
        outputs: 1,
        limit: None,
        case: case!(
            |xs: &Vec<(f64, f64)>| float::quickhull(xs),
            data::float_points
        ),
    },
    Kernel {
        name: "quickhull i64",
        file: "tests/programs/integer/quickhull.rs",
        functions: &["quickhull", "filter_max"],
        outputs: 1,
        limit: None,
        case: case!(
            |xs: &Vec<(i64, i64)>| integer::quickhull(xs),
            data::integer_points
        ),
    },
    Kernel {
        name: "normalize2 with scan",
        file: "benches/kernels/text/normalize.rs",
        functions: &["running"],
        outputs: 4,
        limit: None,
        case: case!(|xs: &Vec<f64>| normalize::running(xs), data::floats),
    },
    Kernel {
        name: "softmax",
        file: "benches/kernels/text/normalize.rs",
        functions: &["softmax"],
        outputs: 1,
        limit: None,
        case: case!(|xs: &Vec<f64>| normalize::softmax(xs), data::floats, ndarray: REORDERED),
    },
    Kernel {
        name: "layer normalisation",
        file: "benches/kernels/text/normalize.rs",
        functions: &["layer"],
        outputs: 1,
        limit: None,
        case: case!(
            |input: &[Vec<f64>; 3]| normalize::layer(&input[0], &input[1], &input[2]),
            |n, sample| [
                data::floats(n, sample),
                data::between(31, 0.5, 1.5, n, sample),
                data::between(32, -0.1, 0.1, n, sample),
            ],
            ndarray: REORDERED
        ),
    },
    Kernel {
        name: "five numbers",
        file: "benches/kernels/text/statistics.rs",
        functions: &["five_numbers"],
        outputs: 0,
        limit: None,
        case: case!(
            |xs: &Vec<f64>| statistics::five_numbers(xs),
            data::floats,
            ndarray: 0.0,
            reductor: 0.0
        ),
    },
    Kernel {
        name: "five numbers, reassociated",
        file: "benches/kernels/text/statistics.rs",
        functions: &["five_numbers_reassociated"],
        outputs: 0,
        limit: None,
        case: case!(
            within REORDERED;
            |xs: &Vec<f64>| statistics::five_numbers_reassociated(xs),
            data::floats
        ),
    },
    Kernel {
        name: "cosine similarity",
        file: "benches/kernels/text/statistics.rs",
        functions: &["cosine"],
        outputs: 0,
        limit: None,
        case: case!(
            |input: &(Vec<f64>, Vec<f64>)| statistics::cosine(&input.0, &input.1),
            data::near_a_line,
            ndarray: REORDERED,
            reductor: 0.0
        ),
    },
    Kernel {
        name: "least squares",
        file: "benches/kernels/text/statistics.rs",
        functions: &["least_squares"],
        outputs: 0,
        limit: None,
        case: case!(
            |input: &(Vec<f64>, Vec<f64>)| statistics::least_squares(&input.0, &input.1),
            data::near_a_line,
            ndarray: 0.0,
            reductor: 0.0
        ),
    },
    Kernel {
        name: "moving average",
        file: "benches/kernels/text/statistics.rs",
        functions: &["moving_average"],
        outputs: 1,
        limit: None,
        case: case!(|xs: &Vec<f64>| statistics::moving_average(xs), data::floats),
    },
    Kernel {
        name: "Black-Scholes",
        file: "benches/kernels/text/finance.rs",
        functions: &["black_scholes"],
        outputs: 2,
        limit: None,
        case: case!(
            |input: &[Vec<f64>; 3]| finance::black_scholes(&input[0], &input[1], &input[2]),
            |n, sample| [
                data::between(33, 50.0, 150.0, n, sample),
                data::between(34, 50.0, 150.0, n, sample),
                data::between(35, 0.1, 2.0, n, sample),
            ],
            ndarray: 0.0
        ),
    },
    Kernel {
        name: "TPC-H Q6",
        file: "benches/kernels/text/queries.rs",
        functions: &["q6"],
        outputs: 0,
        limit: None,
        case: case!(|items: &LineItems| queries::q6(items), data::line_items, ndarray: 0.0),
    },
    Kernel {
        name: "TPC-H Q1",
        file: "benches/kernels/text/queries.rs",
        functions: &["q1"],
        outputs: 0,
        limit: None,
        case: case!(
            |items: &LineItems| queries::q1(items, LAST_DAY),
            data::line_items
        ),
    },
    Kernel {
        name: "k-means step",
        file: "benches/kernels/text/bodies.rs",
        functions: &["k_means"],
        outputs: 1,
        limit: None,
        case: case!(
            |points: &Vec<Point>| bodies::k_means(points, &data::centres()),
            data::points
        ),
    },
    Kernel {
        name: "centre of mass",
        file: "benches/kernels/text/bodies.rs",
        functions: &["centre"],
        outputs: 0,
        limit: None,
        case: case!(|bodies: &Vec<Body>| bodies::centre(bodies), data::bodies, reductor: 0.0),
    },
    Kernel {
        name: "six counts of structs",
        file: "benches/kernels/text/bodies.rs",
        functions: &["counts"],
        outputs: 0,
        limit: None,
        case: case!(|bodies: &Vec<Body>| bodies::counts(bodies), data::bodies),
    },
    Kernel {
        name: "four buckets",
        file: "benches/kernels/text/filters.rs",
        functions: &["buckets"],
        outputs: 4,
        limit: None,
        case: case!(
            |xs: &Vec<f64>| filters::buckets(xs, 0.25, 0.5, 0.75),
            data::fractions
        ),
    },
    Kernel {
        name: "filter 1%",
        file: "benches/kernels/text/filters.rs",
        functions: &["kept"],
        outputs: 1,
        limit: None,
        case: case!(|xs: &Vec<f64>| filters::kept(xs, 0.01), data::fractions),
    },
    Kernel {
        name: "filter 10%",
        file: "benches/kernels/text/filters.rs",
        functions: &["kept"],
        outputs: 1,
        limit: None,
        case: case!(|xs: &Vec<f64>| filters::kept(xs, 0.1), data::fractions),
    },
    Kernel {
        name: "filter 50%",
        file: "benches/kernels/text/filters.rs",
        functions: &["kept"],
        outputs: 1,
        limit: None,
        case: case!(|xs: &Vec<f64>| filters::kept(xs, 0.5), data::fractions),
    },
    Kernel {
        name: "filter 99%",
        file: "benches/kernels/text/filters.rs",
        functions: &["kept"],
        outputs: 1,
        limit: None,
        case: case!(|xs: &Vec<f64>| filters::kept(xs, 0.99), data::fractions),
    },
    Kernel {
        name: "any, early",
        file: "benches/kernels/text/filters.rs",
        functions: &["any"],
        outputs: 0,
        limit: None,
        case: case!(|xs: &Vec<f64>| filters::any(xs, 0.9), |n, sample| {
            data::one_hit(n / 100, n, sample)
        }),
    },
    Kernel {
        name: "any, late",
        file: "benches/kernels/text/filters.rs",
        functions: &["any"],
        outputs: 0,
        limit: None,
        case: case!(|xs: &Vec<f64>| filters::any(xs, 0.9), |n, sample| {
            data::one_hit(n - 1 - n / 100, n, sample)
        }),
    },
    Kernel {
        name: "position, early",
        file: "benches/kernels/text/filters.rs",
        functions: &["position"],
        outputs: 0,
        limit: None,
        case: case!(|xs: &Vec<f64>| filters::position(xs, 0.9), |n, sample| {
            data::one_hit(n / 100, n, sample)
        }),
    },
    Kernel {
        name: "position, late",
        file: "benches/kernels/text/filters.rs",
        functions: &["position"],
        outputs: 0,
        limit: None,
        case: case!(|xs: &Vec<f64>| filters::position(xs, 0.9), |n, sample| {
            data::one_hit(n - 1 - n / 100, n, sample)
        }),
    },
    Kernel {
        name: "text statistics",
        file: "benches/kernels/text/words.rs",
        functions: &["statistics"],
        outputs: 0,
        limit: Some((1_000_000, "its elements are lines of 40 characters")),
        case: case!(|text: &String| words::statistics(text), data::text),
    },
    Kernel {
        name: "clean words",
        file: "benches/kernels/text/words.rs",
        functions: &["clean"],
        outputs: 1,
        limit: Some((
            1_000_000,
            "16 M strings, three times, are several gigabytes",
        )),
        case: case!(|raw: &Vec<String>| words::clean(raw), data::untidy_words),
    },
];
