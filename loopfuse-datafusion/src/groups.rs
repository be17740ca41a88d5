//! A function under `GROUP BY`.
//!
//! In: columns, and the group of each row. Out: a part for each group, and what comes of it. Rows wait until groups have several of them,
//! since a part takes a chunk of ten rows in little more time than one of a single row; then they are sorted by group.

use crate::aggregate::{take, values};
use crate::{Function, unreadable};
use datafusion::arrow::array::{
    Array, ArrayRef, AsArray as _, BinaryArray, BooleanArray, UInt32Array,
};
use datafusion::arrow::compute::{concat, filter, take_arrays};
use datafusion::common::Result;
use datafusion::logical_expr::{EmitTo, GroupsAccumulator};
use std::sync::Arc;

/// Rows that wait for each group, on average.
const EACH: usize = 128;
/// Rows that wait at most, however many groups there are.
const MOST: usize = 1 << 20;

/// What the function has taken of the rows of each group.
pub(crate) struct Groups<F: Function> {
    function: F,
    parts: Vec<F::Part>,
    waiting: Vec<Vec<ArrayRef>>,
    /// The groups of the rows that wait.
    groups: Vec<usize>,
}

impl<F: Function> Groups<F> {
    pub(crate) fn new(function: F) -> Groups<F> {
        Groups {
            function,
            parts: Vec::new(),
            waiting: Vec::new(),
            groups: Vec::new(),
        }
    }

    /// Takes the rows that wait.
    fn take(&mut self) -> Result<()> {
        if self.groups.is_empty() {
            return Ok(());
        }
        let columns = (0..self.waiting[0].len()).map(|column| {
            let pieces = self.waiting.iter().map(|columns| &*columns[column]);
            concat(&pieces.collect::<Vec<&dyn Array>>())
        });
        let columns = columns.collect::<Result<Vec<_>, _>>()?;
        let mut ends = vec![0; self.parts.len()];
        for group in &self.groups {
            ends[*group] += 1;
        }
        let mut start = 0;
        for end in &mut ends {
            (*end, start) = (start, start + *end);
        }
        // Each place moves from the start of its group to the end.
        let mut order = vec![0; self.groups.len()];
        for (row, group) in (0..).zip(&self.groups) {
            order[ends[*group]] = row;
            ends[*group] += 1;
        }
        let columns = take_arrays(&columns, &UInt32Array::from(order), None)?;
        let mut start = 0;
        for (part, end) in self.parts.iter_mut().zip(ends) {
            if start < end {
                take(&self.function, part, &columns, start..end)?;
            }
            start = end;
        }
        self.waiting.clear();
        self.groups.clear();
        Ok(())
    }
}

impl<F: Function> GroupsAccumulator for Groups<F> {
    fn update_batch(
        &mut self,
        arrays: &[ArrayRef],
        groups: &[usize],
        passing: Option<&BooleanArray>,
        count: usize,
    ) -> Result<()> {
        self.parts.resize_with(count, F::Part::default);
        if let Some(passing) = passing {
            let kept = arrays.iter().map(|array| filter(array, passing));
            self.waiting.push(kept.collect::<Result<_, _>>()?);
            let kept = groups.iter().zip(passing);
            let kept = kept.filter(|(_, passes)| *passes == Some(true));
            self.groups.extend(kept.map(|(group, _)| *group));
        } else {
            self.waiting.push(arrays.to_vec());
            self.groups.extend(groups);
        }
        if self.groups.len() >= MOST.min(EACH * count) {
            self.take()?;
        }
        Ok(())
    }

    fn merge_batch(&mut self, states: &[ArrayRef], groups: &[usize], count: usize) -> Result<()> {
        self.parts.resize_with(count, F::Part::default);
        for (bytes, group) in states[0].as_binary::<i32>().iter().zip(groups) {
            if let Some(bytes) = bytes {
                let part = self.function.part_from_bytes(bytes).map_err(unreadable)?;
                self.function.merge(&mut self.parts[*group], &part);
            }
        }
        Ok(())
    }

    fn convert_to_state(
        &self,
        arrays: &[ArrayRef],
        passing: Option<&BooleanArray>,
    ) -> Result<Vec<ArrayRef>> {
        let parts = (0..arrays[0].len()).map(|row| {
            let mut part = F::Part::default();
            if passing.is_none_or(|passing| passing.is_valid(row) && passing.value(row)) {
                take(&self.function, &mut part, arrays, row..row + 1)?;
            }
            Ok(part)
        });
        Ok(vec![bytes(
            &self.function,
            &parts.collect::<Result<Vec<_>>>()?,
        )])
    }

    fn state(&mut self, of: EmitTo) -> Result<Vec<ArrayRef>> {
        self.take()?;
        Ok(vec![bytes(
            &self.function,
            &of.take_needed(&mut self.parts),
        )])
    }

    fn evaluate(&mut self, of: EmitTo) -> Result<ArrayRef> {
        self.take()?;
        values(&self.function, &of.take_needed(&mut self.parts))
    }

    fn size(&self) -> usize {
        let widths = F::types().into_iter().filter_map(|ty| ty.primitive_width());
        let row = size_of::<usize>() + widths.sum::<usize>();
        self.parts.capacity() * size_of::<F::Part>() + self.groups.len() * row
    }
}

/// Parts as states.
fn bytes<F: Function>(function: &F, parts: &[F::Part]) -> ArrayRef {
    let bytes = parts.iter().map(|part| function.part_to_bytes(part));
    Arc::new(BinaryArray::from_iter_values(bytes))
}
