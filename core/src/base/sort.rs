//! Sorting, with one routine for every type: each further one would weigh some kilobytes in the page.

/// The items in ascending order of their key; items of one key stay in the order in which they came.
pub fn sorted_by<T>(items: Vec<T>, key: impl Fn(&T) -> u128) -> Vec<T> {
    let mut order: Vec<(u128, usize)> = items.iter().enumerate().map(|(at, item)| (key(item), at)).collect();
    order.sort_unstable();
    let mut items: Vec<Option<T>> = items.into_iter().map(Some).collect();
    order.into_iter().filter_map(|(_, at)| items[at].take()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    #[cfg(target_arch = "wasm32")]
    use wasm_bindgen_test::wasm_bindgen_test as test;

    #[test]
    fn equal_keys_keep_their_order() {
        let words = vec!["bb", "a", "cc", "d", ""];
        assert_eq!(sorted_by(words, |word| word.len() as u128), ["", "a", "d", "bb", "cc"]);
    }
}
