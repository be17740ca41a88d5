//! Cells → comma-separated values, a line for each form.

use super::measure::Cell;

/// All figures: kernel, elements, loops, form, and the time of the form over that of the fused one.
/// The form `again` has the plain one over itself in place of that.
pub(crate) fn csv(cells: &[Cell]) -> String {
    let mut text = String::from(
        "kernel,elements,loops_written,loops_fused,plain_ns_each,rounds,form,form_to_fused\n",
    );
    for cell in cells {
        let forms = cell
            .to_fused
            .iter()
            .map(|(role, ratio)| (role.to_string(), *ratio));
        for (form, ratio) in forms.chain([("again".to_owned(), cell.same)]) {
            // Kernels have commas in their names.
            text += &format!(
                "\"{}\",{},{},{},{:.4},{},{form},{ratio:.4}\n",
                cell.kernel, cell.elements, cell.loops.0, cell.loops.1, cell.plain, cell.rounds
            );
        }
    }
    text
}
