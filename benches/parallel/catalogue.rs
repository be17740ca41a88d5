//! The list of kernels that run on several threads.

use super::kernels::case::{Builder, Case, Role};
use super::kernels::shared::{Body, LAST_DAY, LineItems, Point};
use super::kernels::{data, fused as suite_fused, plain as suite_plain};
use super::{by_hand, fused, option, option_programs, option_texts, plain};

/// A kernel that can be measured at any size.
pub(crate) struct Kernel {
    /// What it is called on the command line and in the table.
    pub(crate) name: &'static str,
    /// Its forms over an input of so many elements, after they were found to agree.
    pub(crate) case: fn(usize) -> Result<Case, Vec<Role>>,
}

/// How far results of other orders of summation may be off.
const REORDERED: f64 = 1e-9;

/// The forms of one function; behind `rayons` stands what it is called there and by hand.
macro_rules! case {
    // A function that has the same name everywhere.
    (|$input:ident: &$type:ty| $theme:ident::$function:ident $arguments:tt, $make:expr) => {
        case!(
            |$input: &$type| suite_plain::$theme::$function,
            suite_fused::$theme::$function,
            option::$theme::$function,
            $arguments,
            $make,
            rayons $theme::$function
        )
    };
    // Else the first three stand where the texts are.
    (
        |$input:ident: &$type:ty| $plain:path, $fused:path, $option:path, $arguments:tt, $make:expr
        $(, rayons $theme:ident::$function:ident)?
    ) => {
        |n| {
            let make: fn(usize, u64) -> $type = $make;
            Builder::new(vec![make(n, 0)], |$input: &$type| $plain $arguments)
                .form(Role::Fused, 0.0, |$input| $fused $arguments)
                .form(Role::Parallel, REORDERED, |$input| $option $arguments)
                $(.form(Role::Passes, REORDERED, |$input| {
                    plain::rayons::$theme::$function $arguments
                })
                .form(Role::FusedPasses, REORDERED, |$input| {
                    fused::rayons::$theme::$function $arguments
                })
                .form(Role::ParallelByHand, REORDERED, |$input| {
                    by_hand::$theme::$function $arguments
                }))?
                .checked()
        }
    };
}

/// All kernels, in the order of the table.
pub(crate) const KERNELS: &[Kernel] = &[
    Kernel {
        name: "normalize2 f64",
        case: case!(
            |xs: &Vec<f64>| suite_plain::float::normalize2,
            suite_fused::float::normalize2,
            option_programs::float::normalize2::normalize2,
            (xs),
            data::floats,
            rayons normalize::normalize2
        ),
    },
    Kernel {
        name: "normalize2 i64",
        case: case!(
            |xs: &Vec<i64>| suite_plain::integer::normalize2,
            suite_fused::integer::normalize2,
            option_programs::integer::normalize2::normalize2,
            (xs),
            data::integers,
            rayons normalize::normalize2_integers
        ),
    },
    Kernel {
        name: "quickhull f64",
        case: case!(
            |xs: &Vec<(f64, f64)>| suite_plain::float::quickhull,
            suite_fused::float::quickhull,
            option_programs::float::quickhull::quickhull,
            (xs),
            data::float_points
        ),
    },
    Kernel {
        name: "normalize2 with scan",
        case: case!(
            |xs: &Vec<f64>| suite_plain::normalize::running,
            suite_fused::normalize::running,
            option::normalize::running,
            (xs),
            data::floats
        ),
    },
    Kernel {
        name: "softmax",
        case: case!(|xs: &Vec<f64>| normalize::softmax(xs), data::floats),
    },
    Kernel {
        name: "layer normalisation",
        case: case!(
            |input: &[Vec<f64>; 3]| normalize::layer(&input[0], &input[1], &input[2]),
            |n, sample| [
                data::floats(n, sample),
                data::between(31, 0.5, 1.5, n, sample),
                data::between(32, -0.1, 0.1, n, sample),
            ]
        ),
    },
    Kernel {
        name: "five numbers",
        case: case!(|xs: &Vec<f64>| statistics::five_numbers(xs), data::floats),
    },
    Kernel {
        name: "cosine similarity",
        case: case!(
            |input: &(Vec<f64>, Vec<f64>)| statistics::cosine(&input.0, &input.1),
            data::near_a_line
        ),
    },
    Kernel {
        name: "least squares",
        case: case!(
            |input: &(Vec<f64>, Vec<f64>)| statistics::least_squares(&input.0, &input.1),
            data::near_a_line
        ),
    },
    Kernel {
        name: "moving average",
        case: case!(|xs: &Vec<f64>| statistics::moving_average(xs), data::floats),
    },
    Kernel {
        name: "Black-Scholes",
        case: case!(
            |input: &[Vec<f64>; 3]| finance::black_scholes(&input[0], &input[1], &input[2]),
            |n, sample| [
                data::between(33, 50.0, 150.0, n, sample),
                data::between(34, 50.0, 150.0, n, sample),
                data::between(35, 0.1, 2.0, n, sample),
            ]
        ),
    },
    Kernel {
        name: "roots",
        case: case!(
            |xs: &Vec<f64>| plain::text::roots::roots,
            fused::text::roots::roots,
            option_texts::text::roots::roots,
            (xs),
            data::fractions,
            rayons normalize::roots
        ),
    },
    Kernel {
        name: "TPC-H Q6",
        case: case!(|items: &LineItems| queries::q6(items), data::line_items),
    },
    Kernel {
        name: "TPC-H Q1",
        case: case!(
            |items: &LineItems| queries::q1(items, LAST_DAY),
            data::line_items
        ),
    },
    Kernel {
        name: "k-means step",
        case: case!(
            |points: &Vec<Point>| bodies::k_means(points, &data::centres()),
            data::points
        ),
    },
    Kernel {
        name: "centre of mass",
        case: case!(|bodies: &Vec<Body>| bodies::centre(bodies), data::bodies),
    },
    Kernel {
        name: "six counts of structs",
        case: case!(|bodies: &Vec<Body>| bodies::counts(bodies), data::bodies),
    },
    Kernel {
        name: "four buckets",
        case: case!(
            |xs: &Vec<f64>| filters::buckets(xs, 0.25, 0.5, 0.75),
            data::fractions
        ),
    },
    Kernel {
        name: "filter 10%",
        case: case!(|xs: &Vec<f64>| filters::kept(xs, 0.1), data::fractions),
    },
    Kernel {
        name: "filter 50%",
        case: case!(|xs: &Vec<f64>| filters::kept(xs, 0.5), data::fractions),
    },
    Kernel {
        name: "any, late",
        case: case!(|xs: &Vec<f64>| filters::any(xs, 0.9), |n, sample| {
            data::one_hit(n - 1 - n / 100, n, sample)
        }),
    },
];
