//! The last round's arrays as a scalar function.
//!
//! In: a function with its numbers finished, and columns. Out: a struct with a field for each array. An array that has an element for
//! each row is a field of numbers; one that is filtered is a list in the first row of a batch, the other rows' are empty.

use crate::{Function, Identity, by_identity, columns::Arrays, from_known, known_type, registered};
use datafusion::arrow::array::{Array as _, ArrayRef, ListArray, StructArray};
use datafusion::arrow::buffer::OffsetBuffer;
use datafusion::arrow::datatypes::{DataType, Field, Fields};
use datafusion::common::{Result, exec_err};
use datafusion::logical_expr::{ColumnarValue, ScalarFunctionArgs};
use datafusion::logical_expr::{ScalarUDF, ScalarUDFImpl, Signature};
use std::marker::PhantomData;
use std::sync::Arc;

struct Emit<F>(Identity, PhantomData<fn() -> F>);

by_identity!(Emit);

/// `(known, columns..)` to arrays.
pub(crate) fn emit<F: Function>() -> ScalarUDF {
    let mut types = F::types();
    types.insert(0, known_type());
    let identity = Identity::new(format!("{}_arrays", registered::<F>()), types, None);
    ScalarUDF::new_from_impl(Emit::<F>(identity, PhantomData))
}

/// The field of a list's elements.
fn element(ty: DataType) -> Arc<Field> {
    Arc::new(Field::new("item", ty, false))
}

fn fields<F: Function>() -> Fields {
    let arrays = F::ARRAYS.iter().zip(<F::Emitted as Arrays>::types());
    let fields = arrays.map(|(array, ty)| match array.aligned {
        true => Field::new(array.name, ty, false),
        false => Field::new(array.name, DataType::List(element(ty)), false),
    });
    fields.collect()
}

impl<F: Function> ScalarUDFImpl for Emit<F> {
    fn name(&self) -> &str {
        &self.0.name
    }

    fn signature(&self) -> &Signature {
        &self.0.signature
    }

    fn return_type(&self, _arguments: &[DataType]) -> Result<DataType> {
        Ok(DataType::Struct(fields::<F>()))
    }

    fn invoke_with_args(&self, arguments: ScalarFunctionArgs) -> Result<ColumnarValue> {
        let [ColumnarValue::Scalar(literal), columns @ ..] = &arguments.args[..] else {
            return exec_err!("the first argument of `{}` is a literal", self.0.name);
        };
        let (function, rows) = (from_known::<F>(literal)?, arguments.number_rows);
        let columns = columns.iter().map(|column| column.to_array(rows));
        let columns = columns.collect::<Result<Vec<_>>>()?;
        let Some(emitted) = function.take(&mut F::Part::default(), 0, &columns, 0..rows)? else {
            return exec_err!("`{}` is asked before its last round", self.0.name);
        };
        let arrays = emitted.arrays().into_iter().zip(F::ARRAYS);
        let arrays = arrays.map(|(array, of)| match of.aligned {
            true => array,
            false => in_first_row(array, rows),
        });
        let all = StructArray::try_new_with_length(fields::<F>(), arrays.collect(), None, rows)?;
        Ok(ColumnarValue::Array(Arc::new(all)))
    }
}

/// As many lists as there are rows: all elements in the first.
fn in_first_row(array: ArrayRef, rows: usize) -> ArrayRef {
    let lengths = (0..rows).map(|row| if row == 0 { array.len() } else { 0 });
    let (offsets, item) = (
        OffsetBuffer::from_lengths(lengths),
        element(array.data_type().clone()),
    );
    Arc::new(ListArray::new(item, offsets, array, None))
}
