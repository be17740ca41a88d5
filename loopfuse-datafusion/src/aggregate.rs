//! A round as an aggregate function.
//!
//! In: a function, what is known of it before the round, and columns. Out: the part of the round as bytes; or, by name in SQL, the
//! numbers of a function of one round. The state of an aggregate is one binary column; parts merge in any order to the same bits.

use crate::{Function, Identity, by_identity, columns::Columns, columns::Numbers, known_type};
use crate::{from_known, registered, unreadable};
use datafusion::arrow::array::{ArrayRef, AsArray as _};
use datafusion::arrow::datatypes::{DataType, Field, FieldRef, Fields};
use datafusion::common::scalar::ScalarStructBuilder;
use datafusion::common::{Result, ScalarValue, plan_err};
use datafusion::logical_expr::function::{AccumulatorArgs, StateFieldsArgs};
use datafusion::logical_expr::utils::AggregateOrderSensitivity;
use datafusion::logical_expr::{Accumulator, AggregateUDF, AggregateUDFImpl, Signature};
use datafusion::physical_expr::expressions::Literal;
use loopfuse::chunked::Chunked;
use std::marker::PhantomData;
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
        let arrays = &arrays[usize::from(!self.is_whole)..];
        if !F::PLACED {
            return self.function.take(&mut self.part, 0, arrays).map(drop);
        }
        // Rows that follow each other are one chunk.
        let (mut from, places) = (0, <&[u64]>::bind(arrays)?);
        for run in places.chunk_by(|place, next| place.checked_add(1) == Some(*next)) {
            let slices = arrays[1..].iter().map(|array| array.slice(from, run.len()));
            let slices: Vec<ArrayRef> = slices.collect();
            self.function.take(&mut self.part, run[0], &slices)?;
            from += run.len();
        }
        Ok(())
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
        let mut function = self.function.clone();
        function.finish(&self.part);
        let numbers = function.output().scalars();
        if let [one] = &numbers[..] {
            return Ok(one.clone());
        }
        let fields = fields::<F>();
        let named = fields.iter().cloned().zip(numbers);
        named
            .fold(ScalarStructBuilder::new(), |all, (field, number)| {
                all.with_scalar(field, number)
            })
            .build()
    }

    fn size(&self) -> usize {
        size_of_val(self)
    }
}
