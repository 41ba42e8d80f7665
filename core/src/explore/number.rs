//! Exact numbers of orders.

use num_bigint::BigUint;
use num_integer::{Integer, binomial};
use std::collections::BTreeMap;

/// A number of orders. 32 lanes with one turn each have 32! < 2^118 orders; a number that needs more bits grows alone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Number {
    Small(u128),
    Large(Box<BigUint>),
}

impl Number {
    pub const ZERO: Self = Self::Small(0);
    pub const ONE: Self = Self::Small(1);

    pub fn factorial(n: usize) -> Self {
        let mut product = Self::ONE;
        for factor in 2..=n as u128 {
            product = product.times(&Self::Small(factor));
        }
        product
    }

    pub fn times(&self, other: &Self) -> Self {
        if let (Self::Small(a), Self::Small(b)) = (self, other)
            && let Some(product) = a.checked_mul(*b)
        {
            return Self::Small(product);
        }
        Self::Large(Box::new(self.to_big() * other.to_big()))
    }

    pub fn add(&mut self, other: &Self) {
        if let (Self::Small(a), Self::Small(b)) = (&*self, other)
            && let Some(sum) = a.checked_add(*b)
        {
            *self = Self::Small(sum);
            return;
        }
        *self = Self::Large(Box::new(self.to_big() + other.to_big()));
    }

    /// Returns `self * part / whole`, which is a whole number.
    pub fn fraction(&self, part: usize, whole: usize) -> Self {
        if part == whole {
            return self.clone();
        }
        match self.times(&Self::Small(part as u128)) {
            Self::Small(number) => Self::Small(number / whole as u128),
            Self::Large(number) => Self::Large(Box::new(*number / whole)),
        }
    }

    /// Returns the number as one of any size.
    pub fn to_big(&self) -> BigUint {
        match self {
            Self::Small(number) => BigUint::from(*number),
            Self::Large(number) => (**number).clone(),
        }
    }

    /// Returns the number of bytes that it holds outside itself.
    pub fn heap_bytes(&self) -> usize {
        match self {
            Self::Small(_) => 0,
            Self::Large(number) => size_of::<BigUint>() + number.bits() as usize / 8,
        }
    }
}

/// Numbers of orders, by number of turns.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct OrderCounts(BTreeMap<usize, BigUint>);

impl OrderCounts {
    /// Creates `count` orders of `turns` turns each.
    pub fn new(turns: usize, count: BigUint) -> Self {
        Self(BTreeMap::from([(turns, count)]))
    }

    /// Creates all orders of lanes with one turn each.
    pub fn of_one_turn(lanes: usize) -> Self {
        Self::new(lanes, Number::factorial(lanes).to_big())
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
                let interleavings = binomial(BigUint::from(a + b), BigUint::from(*b));
                *all.entry(a + b).or_default() += count * other * interleavings;
            }
        }
        Self(all)
    }

    /// Returns the number of turns if it is the same for all orders.
    pub fn turns(&self) -> Option<usize> {
        let mut lengths = self.0.keys();
        lengths.next().copied().filter(|_| lengths.next().is_none())
    }

    pub fn total(&self) -> BigUint {
        self.0.values().sum()
    }
}

/// A share of all orders, as a fraction. It is not reduced, so that `of` is a number of orders.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Share {
    /// The number of orders in it.
    pub orders: BigUint,
    /// The number of all orders.
    pub of: BigUint,
}

impl Share {
    /// Returns all of a single order.
    pub(super) fn whole() -> Self {
        Self { orders: BigUint::from(1u32), of: BigUint::from(1u32) }
    }

    /// Returns the share of this share that `orders` of `of` further orders lead to.
    #[must_use]
    pub(super) fn times(&self, orders: &BigUint, of: &BigUint) -> Self {
        Self { orders: &self.orders * orders, of: &self.of * of }
    }

    /// Adds a share that has no order in common with this one.
    pub(super) fn add(&mut self, other: &Self) {
        let of = self.of.lcm(&other.of);
        self.orders = self.orders_of(&of) + other.orders_of(&of);
        self.of = of;
    }

    /// Returns the number of orders in it if there are `of` orders in all, which is a multiple of its own number.
    pub(super) fn orders_of(&self, of: &BigUint) -> BigUint {
        &self.orders * (of / &self.of)
    }
}

#[cfg(test)]
mod tests {
    use super::{Number, OrderCounts, Share};
    use crate::test;
    use num_bigint::BigUint;

    #[test]
    fn a_number_that_overflows_grows() {
        // 34! is the largest factorial below 2^128 = 3.4e38; 35! = 35 * 34!.
        let (fits, grows) = (Number::factorial(34), Number::factorial(35));
        assert!(matches!(fits, Number::Small(_)) && matches!(grows, Number::Large(_)));
        assert_eq!(grows.to_big(), fits.to_big() * 35u32);
        let mut sum = Number::Small(u128::MAX);
        sum.add(&Number::ONE);
        assert_eq!(sum.to_big(), BigUint::from(1u32) << 128);
        // Two of seven parts of 35!.
        assert_eq!(grows.fraction(2, 7).to_big(), fits.to_big() * 10u32);
    }

    #[test]
    fn shares_add_as_fractions() {
        let share = |orders: u32, of: u32| Share { orders: orders.into(), of: of.into() };
        // 1/6 + 2/4 = 2/12 + 6/12.
        let mut sum = share(1, 6);
        sum.add(&share(2, 4));
        assert_eq!(sum, share(8, 12));
        // 4/6 of the orders, which go on with all of 6 others: 24/36.
        assert_eq!(share(4, 6).times(&6u32.into(), &6u32.into()), share(24, 36));
        assert_eq!(share(4, 6).orders_of(&36u32.into()), BigUint::from(24u32));
    }

    #[test]
    fn orders_of_independent_cells_multiply() {
        // 16 lanes on each of two cells have all 32! orders.
        let cell = OrderCounts::of_one_turn(16);
        assert_eq!(cell.interleaved(&cell), OrderCounts::of_one_turn(32));
        assert_eq!(Number::factorial(32), Number::Small(263_130_836_933_693_530_167_218_012_160_000_000));
    }
}
