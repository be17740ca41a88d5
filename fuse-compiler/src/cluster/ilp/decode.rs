//! From the solver's numbers to a clustering.
//!
//! In: a value for each variable. Out: a [`Partition`], or the reason why the values mean none. Only
//! the `x` are read. They are rounded within a tolerance and closed by union-find; the answer must
//! then say of each pair what its variable says.

use super::model::{Model, Variable};
use crate::cluster::partition::Partition;
use crate::sorted::SortedMap;

/// How far from 0 or 1 a value may be.
const TOLERANCE: f64 = 1e-4;

/// Reads a partition from the values. Groups that are not in the model are clustered as in `rest`.
///
/// # Errors
/// If a value is not near 0 or 1, or the pairs that share a cluster are not transitive.
pub(crate) fn partition(
    model: &Model,
    values: &SortedMap<Variable, f64>,
    rest: &Partition,
) -> Result<Partition, String> {
    let mut union = Partition::singletons(rest.groups());
    let mut apart = Vec::new();
    for variable in model.objective.keys() {
        let Variable::Apart(i, j) = variable else {
            continue;
        };
        let value = values.get(variable).copied().unwrap_or(f64::NAN);
        if value.abs() <= TOLERANCE {
            union.merge(*i, *j);
        } else if (value - 1.0).abs() <= TOLERANCE {
            apart.push((*i, *j));
        } else {
            return Err(format!("{} = {value}", model.name(*variable)));
        }
    }
    if let Some((i, j)) = apart.iter().find(|(i, j)| union.together(*i, *j)) {
        let name = model.name(Variable::Apart(*i, *j));
        return Err(format!("{name} = 1, but other pairs join the two"));
    }
    let mut partition = rest.clone();
    partition.adopt(model.groups(), &union);
    Ok(partition)
}
