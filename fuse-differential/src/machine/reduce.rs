//! A failing value -> a smaller one that fails in the same way, which has no smaller one that does.
//!
//! Greedy and in batches: compiling one crate of forty candidates costs little more than one of
//! four, so a whole batch is tried at a time, and the biggest cut that still fails is taken.

/// How a reduction went.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Effort {
    /// Cuts taken.
    pub cuts: usize,
    /// Batches tried.
    pub batches: usize,
    /// Values tried.
    pub tried: usize,
    /// Whether it ended because there were no more batches to spend.
    pub cut_off: bool,
}

/// Shrinks `start`, which fails, as long as one of its `smaller` ones fails too.
///
/// `smaller` gives the biggest cuts first. `fails` says of each value of a batch whether it still
/// does; it is asked `batches` times at most, with the first batch after a cut of the size `first`,
/// and those that follow of twice the one before.
///
/// # Errors
/// What `fails` reports.
pub fn reduce<T: Clone + PartialEq, E>(
    start: &T,
    first: usize,
    batches: usize,
    smaller: impl Fn(&T) -> Vec<T>,
    mut fails: impl FnMut(&[T]) -> Result<Vec<bool>, E>,
) -> Result<(T, Effort), E> {
    let mut best = start.clone();
    let mut effort = Effort::default();
    // What was tried once need not be tried again: candidates of two steps are often the same.
    let mut passed: Vec<T> = Vec::new();
    'cut: loop {
        let mut candidates = smaller(&best);
        candidates.retain(|candidate| *candidate != best && !passed.contains(candidate));
        let mut rest = candidates.as_slice();
        let mut size = first.max(1);
        while !rest.is_empty() {
            if effort.batches == batches {
                effort.cut_off = true;
                break 'cut;
            }
            let (batch, later) = rest.split_at(size.min(rest.len()));
            rest = later;
            size *= 2;
            effort.batches += 1;
            effort.tried += batch.len();
            let failed = fails(batch)?;
            if let Some(i) = failed.iter().position(|failed| *failed) {
                passed.extend_from_slice(&batch[..i]);
                best = batch[i].clone();
                effort.cuts += 1;
                continue 'cut;
            }
            passed.extend_from_slice(batch);
        }
        break;
    }
    Ok((best, effort))
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;

    use super::*;

    /// Halves first, then without each element, then each element made smaller.
    #[allow(clippy::ptr_arg, reason = "what is shrunk is a vector")]
    fn smaller(xs: &Vec<u32>) -> Vec<Vec<u32>> {
        let mut all = vec![xs[..xs.len() / 2].to_vec(), xs[xs.len() / 2..].to_vec()];
        for i in 0..xs.len() {
            let mut less = xs.clone();
            less.remove(i);
            all.push(less);
        }
        for i in 0..xs.len() {
            if let Some(less) = xs[i].checked_sub(1) {
                let mut changed = xs.clone();
                changed[i] = less;
                all.push(changed);
            }
        }
        all
    }

    fn shrunk(batches: usize, fails: impl Fn(&[u32]) -> bool) -> (Vec<u32>, Effort) {
        let start = vec![9, 3, 12, 7, 1, 30, 4, 4];
        let judge =
            |batch: &[Vec<u32>]| Ok::<_, Infallible>(batch.iter().map(|xs| fails(xs)).collect());
        reduce(&start, 4, batches, smaller, judge).unwrap()
    }

    #[test]
    fn the_least_that_fails_is_found() {
        let (least, effort) = shrunk(1000, |xs| xs.iter().any(|x| *x >= 5));
        assert_eq!(least, [5]);
        assert!(effort.cuts > 1 && !effort.cut_off);
        let (least, _) = shrunk(1000, |xs| xs.contains(&3) && xs.iter().sum::<u32>() > 20);
        assert!(
            least.contains(&3) && least.iter().sum::<u32>() == 21,
            "{least:?}"
        );
    }

    #[test]
    fn what_has_no_smaller_failure_stays() {
        let (least, effort) = shrunk(1000, |xs| xs.len() == 8 && xs.iter().sum::<u32>() == 70);
        assert_eq!(least, [9, 3, 12, 7, 1, 30, 4, 4]);
        assert_eq!((effort.cuts, effort.cut_off), (0, false));
    }

    #[test]
    fn effort_is_limited() {
        let (least, effort) = shrunk(2, |xs| xs.contains(&30));
        assert!(least.contains(&30) && least.len() > 1);
        assert!(effort.cut_off && effort.batches == 2);
    }

    #[test]
    fn what_the_oracle_reports_comes_through() {
        let judge = |_: &[u32]| Err::<Vec<bool>, _>("no cargo");
        assert_eq!(
            reduce(&3, 4, 10, |x| vec![x - 1], judge).unwrap_err(),
            "no cargo"
        );
    }
}
