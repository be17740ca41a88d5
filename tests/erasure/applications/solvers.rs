//! The erasure law on iterative solvers.

use crate::common::realistic::{floats, labelled, same_after, same_text, second, systems};

#[test]
fn solvers() {
    macro_rules! matrix {
        ($n:expr, $a:expr) => {
            applications::solvers::Matrix {
                rows: *$n,
                cols: *$n,
                data: $a.clone(),
            }
        };
    }
    let rows = |n: &usize, a: &[f64]| -> Vec<Vec<f64>> {
        (0..*n).map(|i| a[i * n..(i + 1) * n].to_vec()).collect()
    };
    same_text!(systems(), |(n, a, b)| matrix!(n, a).mul_vec(b));
    same_text!(systems(), |(n, a, _)| matrix!(n, a).norms());
    same_text!(systems(), |(n, a, b)| applications::solvers::jacobi(
        &matrix!(n, a),
        b,
        1e-10,
        50
    ));
    same_text!(systems(), |(n, a, b)| applications::solvers::jacobi(
        &matrix!(n, a),
        &b[n / 2..],
        1e-10,
        50
    ));
    same_text!(systems(), |(n, a, b)| {
        applications::solvers::conjugate_gradient(&matrix!(n, a), b, 1e-10, 50)
    });
    same_text!(systems(), |(n, a, _)| {
        applications::solvers::power_iteration(&matrix!(n, a), 20)
    });
    same_text!(systems(), |(_, _, b)| {
        let gradient = |x: &[f64]| x.iter().zip(b).map(|(x, b)| 2.0 * (x - b)).collect();
        applications::solvers::gradient_descent(gradient, &vec![0.0; b.len()], 0.1, 1e-9)
    });
    same_after!(
        systems(),
        |(_, a, b)| (a[..b.len()].to_vec(), b.clone(), vec![0.1; b.len()], b),
        |place| {
            let (params, m, v, grads) = place;
            let first = applications::solvers::adam_step(params, grads, m, v, 1);
            (
                first,
                applications::solvers::adam_step(params, grads, m, v, 2),
            )
        }
    );
    same_after!(
        systems(),
        |(n, a, b)| (rows(n, a), b, vec![0.0; *n]),
        |place| {
            let (a, b, x) = place;
            applications::solvers::gauss_seidel_sweep(a, b, x)
        }
    );
    same_text!(systems(), |(n, a, b)| {
        applications::solvers::residual_report(&rows(n, a), &second(b), b)
    });
    same_text!(systems(), |(n, a, b)| applications::solvers::thomas(
        &a[..*n],
        b,
        &a[n * n - n..],
        &second(b)
    ));
    same_text!([0, 1, 2, 50], |steps| applications::solvers::runge_kutta(
        |t, y: &[f64; 2]| [y[1], t - y[0]],
        [1.0, 0.0],
        0.1,
        *steps
    ));
    same_text!(floats(), |xs| applications::solvers::heat_step(xs, 0.2));
    same_after!(floats(), |xs| xs.to_vec(), |place| {
        use applications::solvers::Objective;
        let bounds: Vec<(f64, f64)> = place.iter().map(|x| (x * 0.5, 0.4)).collect();
        let lp = applications::solvers::Lp {
            costs: &[1.0, 2.0, 3.0],
            bounds: &bounds,
        };
        (lp.evaluate(place), lp.project(place), lp.evaluate(place))
    });
    same_text!(labelled(), |(_, labels)| {
        let n = labels.len();
        let targets = |(i, l): (usize, &usize)| (0..*l).map(|k| (i * 3 + k) % n).collect();
        let links: Vec<Vec<usize>> = labels.iter().enumerate().map(targets).collect();
        applications::solvers::pagerank(&links, 0.85, 30)
    });
}
