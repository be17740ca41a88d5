//! A round as an aggregate function.
//!
//! In: a function, what is known of it before the round, and columns. Out: the part of the round as bytes; or, by name in SQL, the
//! numbers of a function of one round. The state of an aggregate is one binary column; parts merge in any order to the same bits.

use crate::columns::{Columns, Numbers};
use crate::groups::Groups;
use crate::{Function, Identity, by_identity, from_known, known_type, registered, unreadable};
use datafusion::arrow::array::{Array as _, ArrayRef, AsArray as _, StructArray};
use datafusion::arrow::datatypes::{DataType, Field, FieldRef, Fields};
use datafusion::common::{Result, ScalarValue, plan_err};
use datafusion::logical_expr::function::{AccumulatorArgs, StateFieldsArgs};
use datafusion::logical_expr::utils::AggregateOrderSensitivity;
use datafusion::logical_expr::{Accumulator, AggregateUDF, AggregateUDFImpl};
use datafusion::logical_expr::{GroupsAccumulator, Signature};
use datafusion::physical_expr::expressions::Literal;
use loopfuse::chunked::Chunked;
use std::marker::PhantomData;
use std::ops::Range;
use std::sync::Arc;

/// A function as an aggregate: of its numbers, if it is known whole; else what is known is the first argument, and it gives a part.
pub(crate) struct Round<F>(Identity, PhantomData<fn() -> F>);

by_identity!(Round);

/// The types of a function's arguments: the places of rows, if it asks for them, and its columns.
fn columns<F: Function>() -> Vec<DataType> {
    let places = F::PLACED.then_some(DataType::UInt64);
    places.into_iter().chain(F::types()).collect()
}

/// One round of a function: `(known, columns..)` to a part.
pub(crate) fn round<F: Function>() -> AggregateUDF {
    let mut types = columns::<F>();
    types.insert(0, known_type());
    let identity = Identity::new(format!("{}_round", registered::<F>()), types, None);
    AggregateUDF::new_from_impl(Round::<F>(identity, PhantomData))
}

/// A function of one round by a name, for SQL and `GROUP BY`: its number, or a struct of its numbers. Where it asks for the places of
/// rows, they are the first argument.
///
/// # Errors
/// If it has more rounds, or gives arrays: [`run`](crate::run) is for these.
pub fn aggregate<F: Function>(name: &str, function: F) -> Result<AggregateUDF> {
    if F::ROUNDS > 1 || !F::ARRAYS.is_empty() {
        let (rounds, arrays) = (F::ROUNDS, F::ARRAYS.len());
        return plan_err!(
            "`{name}` takes {rounds} rounds and gives {arrays} arrays, and an aggregate is one round of numbers: `loopfuse_datafusion::run` runs it"
        );
    }
    let known = Some(function.to_bytes());
    let identity = Identity::new(name.to_owned(), columns::<F>(), known);
    Ok(AggregateUDF::new_from_impl(Round::<F>(
        identity,
        PhantomData,
    )))
}

/// The fields of a function's numbers.
fn fields<F: Function>() -> Fields {
    let fields = F::NUMBERS.iter().zip(<F::Output as Numbers>::types());
    let fields = fields.map(|(name, ty)| Field::new(*name, ty, true));
    fields.collect()
}

/// The numbers of a function that ends with each of some parts: a column, or a struct of columns.
pub(crate) fn values<F: Function>(function: &F, parts: &[F::Part]) -> Result<ArrayRef> {
    let fields = fields::<F>();
    let mut columns = vec![Vec::with_capacity(parts.len()); fields.len()];
    for part in parts {
        let mut function = function.clone();
        function.finish(part);
        for (column, number) in columns.iter_mut().zip(function.output().scalars()) {
            column.push(number);
        }
    }
    let columns = columns.into_iter().map(ScalarValue::iter_to_array);
    let columns = columns.collect::<Result<Vec<_>>>()?;
    Ok(match &columns[..] {
        [one] => Arc::clone(one),
        _ => Arc::new(StructArray::try_new(fields, columns, None)?),
    })
}

/// Takes some rows into a part.
pub(crate) fn take<F: Function>(
    function: &F,
    part: &mut F::Part,
    arrays: &[ArrayRef],
    rows: Range<usize>,
) -> Result<()> {
    if !F::PLACED {
        return function.take(part, 0, arrays, rows).map(drop);
    }
    // Rows that follow each other are one chunk.
    let (mut from, places) = (rows.start, <&[u64]>::bind(arrays)?.cut(rows));
    for run in places.chunk_by(|place, next| place.checked_add(1) == Some(*next)) {
        function.take(part, run[0], &arrays[1..], from..from + run.len())?;
        from += run.len();
    }
    Ok(())
}

impl<F: Function> AggregateUDFImpl for Round<F> {
    fn name(&self) -> &str {
        &self.0.name
    }

    fn signature(&self) -> &Signature {
        &self.0.signature
    }

    fn return_type(&self, _arguments: &[DataType]) -> Result<DataType> {
        let fields = fields::<F>();
        Ok(match (&self.0.known, &fields[..]) {
            (None, _) => DataType::Binary,
            (Some(_), [one]) => one.data_type().clone(),
            (Some(_), _) => DataType::Struct(fields),
        })
    }

    fn accumulator(&self, arguments: AccumulatorArgs<'_>) -> Result<Box<dyn Accumulator>> {
        let literal = (arguments.exprs.first()).and_then(|known| known.downcast_ref::<Literal>());
        let function: F = match (&self.0.known, literal) {
            (Some(known), _) => F::from_bytes(known).map_err(unreadable)?,
            (None, Some(literal)) => from_known(literal.value())?,
            (None, None) => {
                return plan_err!("the first argument of `{}` is a literal", self.0.name);
            }
        };
        Ok(Box::new(Taken {
            function,
            part: F::Part::default(),
            is_whole: self.0.known.is_some(),
        }))
    }

    fn groups_accumulator_supported(&self, _arguments: AccumulatorArgs<'_>) -> bool {
        self.0.known.is_some()
    }

    fn create_groups_accumulator(
        &self,
        _arguments: AccumulatorArgs<'_>,
    ) -> Result<Box<dyn GroupsAccumulator>> {
        let Some(known) = &self.0.known else {
            return plan_err!("`{}` is not asked of groups", self.0.name);
        };
        let function: F = F::from_bytes(known).map_err(unreadable)?;
        Ok(Box::new(Groups::new(function)))
    }

    fn state_fields(&self, arguments: StateFieldsArgs<'_>) -> Result<Vec<FieldRef>> {
        let name = format!("{}[part]", arguments.name);
        Ok(vec![Arc::new(Field::new(name, DataType::Binary, false))])
    }

    fn order_sensitivity(&self) -> AggregateOrderSensitivity {
        AggregateOrderSensitivity::Insensitive
    }

    fn is_nullable(&self) -> bool {
        self.0.known.is_some()
    }
}

/// What a round has taken of some rows.
#[derive(Debug)]
struct Taken<F: Chunked> {
    function: F,
    part: F::Part,
    is_whole: bool,
}

impl<F: Function> Accumulator for Taken<F> {
    fn update_batch(&mut self, arrays: &[ArrayRef]) -> Result<()> {
        let (rows, arrays) = (arrays[0].len(), &arrays[usize::from(!self.is_whole)..]);
        take(&self.function, &mut self.part, arrays, 0..rows)
    }

    fn merge_batch(&mut self, states: &[ArrayRef]) -> Result<()> {
        for bytes in states[0].as_binary::<i32>().iter().flatten() {
            let part = self.function.part_from_bytes(bytes).map_err(unreadable)?;
            self.function.merge(&mut self.part, &part);
        }
        Ok(())
    }

    fn state(&mut self) -> Result<Vec<ScalarValue>> {
        let bytes = self.function.part_to_bytes(&self.part);
        Ok(vec![ScalarValue::Binary(Some(bytes))])
    }

    fn evaluate(&mut self) -> Result<ScalarValue> {
        if !self.is_whole {
            return self.state().map(|mut state| state.remove(0));
        }
        let values = values(&self.function, std::slice::from_ref(&self.part))?;
        ScalarValue::try_from_array(&values, 0)
    }

    fn size(&self) -> usize {
        size_of_val(self)
    }
}
