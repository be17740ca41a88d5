//! Functions of `#[fuse(chunked = Name)]` over the tables of DataFusion, and of the engines that are made of it.
//!
//! A round is one aggregate over the table, whose state is one binary column and whose parts merge in any order: so partitions, batch
//! sizes and machines show in no bit of a result, sums of floats included. The arrays of the last round are a scalar function.
//!
//! ```
//! use datafusion::prelude::*;
//! use loopfuse::fuse;
//!
//! #[fuse(chunked = Scores)]
//! fn scores(xs: &[f64]) -> (f64, Vec<f64>) {
//!     let mean = xs.iter().sum::<f64>() / xs.len() as f64;
//!     let centred: Vec<f64> = xs.iter().map(|x| x - mean).collect();
//!     (mean, centred)
//! }
//!
//! # #[tokio::main(flavor = "current_thread")]
//! # async fn main() -> datafusion::common::Result<()> {
//! let ctx = SessionContext::new();
//! let rows = ctx.sql("SELECT * FROM (VALUES (1.0), (2.0), (6.0)) AS rows(x)").await?;
//! ctx.register_table("t", rows.into_view())?;
//!
//! let done = loopfuse_datafusion::run(&ctx, "t", Scores::new(), &["x"]).await?;
//! assert_eq!(done.output(), 3.0);
//! // The columns of the table, and the arrays beside them.
//! let path = std::env::temp_dir().join("loopfuse_scores.parquet");
//! let path = path.to_str().expect("a path that is text");
//! done.arrays()?.write_parquet(path, Default::default(), None).await?;
//! # Ok(())
//! # }
//! ```
//!
//! Workers of Ballista and of datafusion-distributed find functions by name: [`register`] them in the session state that is given to
//! schedulers and executors. [`aggregate`] gives a function of one round a name in SQL, also under `GROUP BY`.

mod aggregate;
mod columns;
mod emit;
mod groups;

pub use aggregate::aggregate;
pub use columns::{Arrays, Columns, Element, Number, Numbers};

use datafusion::arrow::array::{ArrayRef, AsArray as _};
use datafusion::arrow::datatypes::DataType;
use datafusion::common::{
    DataFusionError, Result, ScalarValue, TableReference, exec_err, plan_err,
};
use datafusion::execution::FunctionRegistry;
use datafusion::functions::core::expr_fn::get_field;
use datafusion::logical_expr::{Expr, Signature, Volatility, lit};
use datafusion::prelude::{DataFrame, SessionContext, ident};
use loopfuse::chunked::{Chunked, Unreadable};
use std::fmt::Debug;
use std::ops::Range;
use std::sync::Arc;

/// A function of `#[fuse(chunked = Name)]` whose slices are of numbers that a column can have.
pub trait Function:
    Chunked<Output: Numbers, Emitted: Arrays, Part: Debug + Send + Sync + 'static>
    + Clone
    + Debug
    + Send
    + Sync
    + 'static
{
    /// The types of its slices.
    fn types() -> Vec<DataType>;

    /// Takes some rows of equally long columns into a part.
    ///
    /// # Errors
    /// If a column has nulls.
    fn take(
        &self,
        part: &mut Self::Part,
        place: u64,
        columns: &[ArrayRef],
        rows: Range<usize>,
    ) -> Result<Option<Self::Emitted>>;
}

impl<F> Function for F
where
    F: Chunked<Output: Numbers, Emitted: Arrays, Part: Debug + Send + Sync + 'static>
        + Clone
        + Debug
        + Send
        + Sync
        + 'static,
    for<'a> F::Chunk<'a>: Columns<'a>,
{
    fn types() -> Vec<DataType> {
        <F::Chunk<'static> as Columns<'static>>::types()
    }

    fn take(
        &self,
        part: &mut F::Part,
        place: u64,
        columns: &[ArrayRef],
        rows: Range<usize>,
    ) -> Result<Option<F::Emitted>> {
        Ok(self.update(part, place, F::Chunk::bind(columns)?.cut(rows)))
    }
}

/// How a function is to find its rows.
#[derive(Clone, Copy, Debug, Default)]
pub struct Options<'a> {
    /// The column of each row's place, from 0, for functions that ask which row is the first.
    pub places: Option<&'a str>,
    /// Leaves rows out that have a null in one of the columns; else a null is an error.
    pub skip_nulls: bool,
}

/// A function that has run.
#[derive(Clone, Debug)]
pub struct Done<F> {
    function: F,
    rows: DataFrame,
    /// The arrays of the last round, as a struct, if there are any.
    emitted: Option<Expr>,
}

/// Runs the rounds of a function over columns of a table, one query each.
///
/// # Errors
/// If a column is not there, is of no type that casts to the slice's, or has nulls; and whatever the engine says.
pub async fn run<F: Function>(
    ctx: &SessionContext,
    table: impl Into<TableReference>,
    function: F,
    columns: &[&str],
) -> Result<Done<F>> {
    run_with(ctx, table, function, columns, Options::default()).await
}

/// As [`run`], where rows have places, or nulls.
///
/// # Errors
/// As [`run`].
pub async fn run_with<F: Function>(
    ctx: &SessionContext,
    table: impl Into<TableReference>,
    mut function: F,
    columns: &[&str],
    options: Options<'_>,
) -> Result<Done<F>> {
    if columns.len() != F::types().len() {
        return plan_err!("{} columns for {} slices", columns.len(), F::types().len());
    }
    let mut rows = ctx.table(table).await?;
    if options.skip_nulls {
        for column in columns {
            rows = rows.filter(ident(*column).is_not_null())?;
        }
    }
    let columns: Vec<Expr> = columns.iter().map(|column| ident(*column)).collect();
    let mut arguments = columns.clone();
    match options.places {
        Some(places) if F::PLACED => arguments.insert(0, ident(places)),
        None if F::PLACED => {
            return plan_err!(
                "the function asks which row is the first, and a table has no order: `Options::places` names the column that says it"
            );
        }
        _ => {}
    }
    let aggregate = aggregate::round::<F>();
    let mut emitted = None;
    while let Some(round) = function.round() {
        let known = || lit(known(&function));
        if round + 1 == F::ROUNDS && !F::ARRAYS.is_empty() {
            let arguments = std::iter::once(known()).chain(columns.iter().cloned());
            emitted = Some(emit::emit::<F>().call(arguments.collect()));
        }
        let part = if function.reduces() {
            let arguments = std::iter::once(known()).chain(arguments.iter().cloned());
            let part = aggregate.call(arguments.collect());
            let done = rows
                .clone()
                .aggregate(vec![], vec![part.alias("part")])?
                .collect()
                .await?;
            let Some(row) = done.iter().find(|batch| batch.num_rows() > 0) else {
                return exec_err!("an aggregate gave no row");
            };
            let bytes = row.column(0).as_binary::<i32>().value(0);
            function.part_from_bytes(bytes).map_err(unreadable)?
        } else {
            F::Part::default()
        };
        function.finish(&part);
    }
    Ok(Done {
        function,
        rows,
        emitted,
    })
}

impl<F: Function> Done<F> {
    /// The numbers of the function's value.
    pub fn output(&self) -> F::Output {
        self.function.output()
    }

    /// The function with all that it knows: `to_bytes` keeps it.
    pub fn function(&self) -> &F {
        &self.function
    }

    /// The table, and beside its columns those arrays of the function that have an element for each row.
    ///
    /// # Errors
    /// If there is none.
    pub fn arrays(&self) -> Result<DataFrame> {
        let names = F::ARRAYS
            .iter()
            .filter(|array| array.aligned)
            .map(|array| array.name);
        let names: Vec<&str> = names.collect();
        let Some(emitted) = self.emitted.clone().filter(|_| !names.is_empty()) else {
            return plan_err!("the function gives no array with an element for each row");
        };
        let columns: Vec<Expr> = self
            .rows
            .schema()
            .columns()
            .into_iter()
            .map(Expr::Column)
            .collect();
        let all = self.rows.clone().with_column(EMITTED, emitted)?;
        let fields = names
            .into_iter()
            .map(|name| get_field(ident(EMITTED), name).alias(name));
        all.select(columns.into_iter().chain(fields).collect::<Vec<_>>())
    }

    /// One array as a column of its name: of a filtered one, the elements that are kept.
    ///
    /// # Errors
    /// If there is none of this name.
    pub fn array(&self, name: &str) -> Result<DataFrame> {
        let array = F::ARRAYS.iter().find(|array| array.name == name);
        let (Some(array), Some(emitted)) = (array, self.emitted.clone()) else {
            let names: Vec<_> = F::ARRAYS.iter().map(|array| array.name).collect();
            return plan_err!("the function gives no array `{name}`: it gives {names:?}");
        };
        let column = self
            .rows
            .clone()
            .select(vec![get_field(emitted, name).alias(name)])?;
        if array.aligned {
            Ok(column)
        } else {
            column.unnest_columns(&[name])
        }
    }
}

/// The column of all arrays, before they are taken apart.
const EMITTED: &str = "loopfuse_emitted";

/// Makes a function known to a registry by name, for workers that are sent plans.
///
/// # Errors
/// If the registry takes no functions.
pub fn register<F: Function>(registry: &mut dyn FunctionRegistry) -> Result<()> {
    registry.register_udaf(Arc::new(aggregate::round::<F>()))?;
    registry.register_udf(Arc::new(emit::emit::<F>()))?;
    Ok(())
}

/// What DataFusion tells functions apart by.
#[derive(Debug, PartialEq, Eq, Hash)]
struct Identity {
    name: String,
    signature: Signature,
    /// The function, where it is no argument.
    known: Option<Vec<u8>>,
}

impl Identity {
    fn new(name: String, types: Vec<DataType>, known: Option<Vec<u8>>) -> Identity {
        let signature = Signature::exact(types, Volatility::Immutable);
        Identity {
            name,
            signature,
            known,
        }
    }
}

/// A derive would ask the same of the function.
macro_rules! by_identity {
    ($name:ident) => {
        impl<F> std::fmt::Debug for $name<F> {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                self.0.fmt(f)
            }
        }

        impl<F> PartialEq for $name<F> {
            fn eq(&self, other: &Self) -> bool {
                self.0 == other.0
            }
        }

        impl<F> Eq for $name<F> {}

        impl<F> std::hash::Hash for $name<F> {
            fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
                self.0.hash(state);
            }
        }
    };
}
use by_identity;

/// The name that a function has in registries: of its tokens, so that workers of another version do not know it.
fn registered<F: Chunked>() -> String {
    format!("loopfuse_{:016x}", F::FUNCTION)
}

/// What is known before a round, as an argument: a dictionary of one value, so that a batch does not hold a copy for each row.
fn known_type() -> DataType {
    DataType::Dictionary(Box::new(DataType::Int8), Box::new(DataType::Binary))
}

/// What is known, as a literal.
fn known<F: Chunked>(function: &F) -> ScalarValue {
    let bytes = ScalarValue::Binary(Some(function.to_bytes()));
    ScalarValue::Dictionary(Box::new(DataType::Int8), Box::new(bytes))
}

/// A function from its literal.
fn from_known<F: Chunked>(literal: &ScalarValue) -> Result<F> {
    match literal {
        ScalarValue::Dictionary(_, value) => from_known(value),
        ScalarValue::Binary(Some(bytes)) => F::from_bytes(bytes).map_err(unreadable),
        _ => exec_err!("the first argument is no function over chunks"),
    }
}

fn unreadable(why: Unreadable) -> DataFusionError {
    DataFusionError::External(Box::new(why))
}
