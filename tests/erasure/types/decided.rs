//! The erasure law on types that one statement decides and the next one needs.

use crate::common::law;

#[test]
fn decided_before_they_are_needed() {
    law!(integers: |xs| {
        let xs = xs.iter().take(300).map(|x| *x as u8).collect::<Vec<_>>();
        let numbers = xs.iter().map(|x| u32::from(*x)).collect::<Vec<_>>();
        let words = xs.iter().map(|x| x.to_string()).collect::<Vec<_>>();
        let small = xs.iter().map(|x| f32::from(*x)).collect::<Vec<_>>();
        let floats = xs.iter().map(|x| f64::from(*x) * 0.3).collect::<Vec<_>>();
        let one = [words.as_slice(), &["2".to_owned()]].concat();
        let widths = (
            types::decided::by_another_name(&numbers),
            types::decided::by_an_element(&numbers),
            types::decided::by_its_own_statement(&numbers),
            types::decided::by_a_closure(&numbers),
        );
        let of_words = (
            types::decided::by_a_branch(&words),
            types::decided::by_a_result(&words),
            types::decided::by_what_is_made_of_it(&one),
            types::decided::by_a_sum(&words),
        );
        let of_floats = (
            types::decided::by_an_argument(&small),
            types::decided::by_a_number(&one, &floats),
            types::decided::by_a_chain_above(&one, &floats),
        );
        let of_elements = (
            types::decided::rows_of_a_shape(&words),
            types::decided::numbers_without_a_type(&numbers),
            types::decided::counted(&numbers),
            types::decided::by_a_view(&words),
            types::decided::by_a_loop(&words),
            types::decided::negated(&words),
            types::decided::coerced_where_it_is_given(&numbers),
        );
        let of_operands = types::decided::by_an_operand(&one, &floats);
        let of_numbers = (
            types::decided::numbers_of_a_range(&numbers),
            types::decided::counted_in_a_block(&words),
            types::decided::by_neighbours(&words),
            types::decided::cast_to_what_it_is(&words),
            types::decided::numbered(&numbers),
            types::decided::means_of_the_kept(&floats, &[]),
            types::decided::beside_collections(&words, &numbers),
        );
        (widths, of_words, of_floats, of_elements, of_operands, of_numbers)
    });
}
