//! Exact numbers of orders.

use super::interner::ALLOCATION;
use num_bigint::BigUint;
use std::collections::BTreeMap;

/// A type for numbers of orders of one `foreach_active`.
pub(super) trait Count: Clone {
    /// Converts a number.
    fn new(number: u128) -> Self;
    /// Adds `a * b`.
    fn add_product(&mut self, a: &Self, b: &Self);
    /// Returns `self * some / all`, which is a whole number.
    fn parts(&self, some: u32, all: u32) -> Self;
    /// Converts to a number of any size.
    fn big(&self) -> BigUint;
    /// An estimate of the bytes that a number holds outside itself.
    const HEAP_BYTES: usize = 0;
}

/// Enough for the permutations of 32 lanes: 32! < 2^118.
impl Count for u128 {
    fn new(number: u128) -> Self {
        number
    }

    fn add_product(&mut self, a: &Self, b: &Self) {
        *self += a * b;
    }

    fn parts(&self, some: u32, all: u32) -> Self {
        // The product is at most 32! * 32 < 2^123.
        if some == all { *self } else { self * u128::from(some) / u128::from(all) }
    }

    fn big(&self) -> BigUint {
        BigUint::from(*self)
    }
}

impl Count for BigUint {
    // Two digits, as for the orders of most searches.
    const HEAP_BYTES: usize = 16 + ALLOCATION;

    fn new(number: u128) -> Self {
        Self::from(number)
    }

    fn add_product(&mut self, a: &Self, b: &Self) {
        *self += a * b;
    }

    fn parts(&self, some: u32, all: u32) -> Self {
        self * some / all
    }

    fn big(&self) -> BigUint {
        self.clone()
    }
}

/// Returns n!, for n up to 34.
pub(super) fn factorial(n: usize) -> u128 {
    (1..=n as u128).product()
}

/// Returns the number of ways to interleave two sequences of those lengths.
fn interleavings(a: usize, b: usize) -> BigUint {
    let mut ways = BigUint::from(1u32);
    for k in 1..=a.min(b) {
        // Each intermediate value is a binomial coefficient of a + b.
        ways = ways * (a + b + 1 - k) / k;
    }
    ways
}

/// Numbers of orders, by number of turns.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct OrderCounts(BTreeMap<usize, BigUint>);

impl OrderCounts {
    /// Creates `count` orders of `turns` turns each.
    pub fn new(turns: usize, count: BigUint) -> Self {
        Self(BTreeMap::from([(turns, count)]))
    }

    /// Adds the counts of other orders of the same lanes.
    pub fn add(&mut self, other: &Self) {
        for (turns, count) in &other.0 {
            *self.0.entry(*turns).or_default() += count;
        }
    }

    /// Returns the number of ways to interleave these orders with those of an independent group.
    pub fn interleaved(&self, other: &Self) -> Self {
        let mut all = BTreeMap::<usize, BigUint>::new();
        for (a, count) in &self.0 {
            for (b, other) in &other.0 {
                *all.entry(a + b).or_default() += count * other * interleavings(*a, *b);
            }
        }
        Self(all)
    }

    /// Returns the number of turns if it is the same for all orders.
    pub fn turns(&self) -> Option<usize> {
        let mut lengths = self.0.keys();
        lengths.next().copied().filter(|_| lengths.next().is_none())
    }

    /// Returns the number of orders.
    pub fn total(&self) -> BigUint {
        self.0.values().sum()
    }
}

/// A share of all orders, as a fraction. It is not reduced, so that `of` is a number of orders.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Portion {
    /// The number of orders in it.
    pub orders: BigUint,
    /// The number of all orders.
    pub of: BigUint,
}

impl Portion {
    /// The whole of a single order.
    pub(super) fn all() -> Self {
        Self { orders: BigUint::from(1u32), of: BigUint::from(1u32) }
    }

    /// Returns the share of this share that `orders` of `of` further orders lead to.
    #[must_use]
    pub(super) fn times(&self, orders: &BigUint, of: &BigUint) -> Self {
        Self { orders: &self.orders * orders, of: &self.of * of }
    }

    /// Adds a share that has no order in common with this one.
    pub(super) fn add(&mut self, other: &Self) {
        let of = common_multiple(&self.of, &other.of);
        self.orders = self.orders_of(&of) + other.orders_of(&of);
        self.of = of;
    }

    /// Returns the number of orders in it if there are `of` orders in all, which is a multiple of its own number.
    pub(super) fn orders_of(&self, of: &BigUint) -> BigUint {
        &self.orders * (of / &self.of)
    }
}

/// Returns the least common multiple of two numbers that are not 0.
pub(super) fn common_multiple(a: &BigUint, b: &BigUint) -> BigUint {
    if a == b {
        return a.clone();
    }
    let (mut divisor, mut rest) = (a.clone(), b.clone());
    while rest != BigUint::ZERO {
        (divisor, rest) = (rest.clone(), divisor % rest);
    }
    a / divisor * b
}

#[cfg(test)]
mod tests {
    use super::{OrderCounts, Portion, factorial, interleavings};
    use num_bigint::BigUint;
    #[cfg(target_arch = "wasm32")]
    use wasm_bindgen_test::wasm_bindgen_test as test;

    #[test]
    fn interleavings_are_binomial_coefficients() {
        // 4! / (2! 2!) = 6, 7! / (3! 4!) = 35.
        assert_eq!(interleavings(2, 2), BigUint::from(6u32));
        assert_eq!(interleavings(3, 4), BigUint::from(35u32));
        assert_eq!(interleavings(5, 0), BigUint::from(1u32));
    }

    #[test]
    fn shares_add_as_fractions() {
        let portion = |orders: u32, of: u32| Portion { orders: orders.into(), of: of.into() };
        // 1/6 + 2/4 = 2/12 + 6/12.
        let mut sum = portion(1, 6);
        sum.add(&portion(2, 4));
        assert_eq!(sum, portion(8, 12));
        // 4/6 of the orders, which go on with all of 6 others: 24/36.
        assert_eq!(portion(4, 6).times(&6u32.into(), &6u32.into()), portion(24, 36));
        assert_eq!(portion(4, 6).orders_of(&36u32.into()), BigUint::from(24u32));
    }

    #[test]
    fn orders_of_independent_cells_multiply() {
        // 32! = 263130836933693530167218012160000000, of 16 lanes on each of two cells.
        let cell = OrderCounts::new(16, BigUint::from(factorial(16)));
        assert_eq!(cell.interleaved(&cell).total(), BigUint::from(factorial(32)));
        assert_eq!(factorial(32), 263_130_836_933_693_530_167_218_012_160_000_000);
    }
}
