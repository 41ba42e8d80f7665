//! Comparison by identity: a component renders again for a new instance, even if its value is equal.

use std::ops::Deref;
use std::rc::Rc;

/// A shared, immutable value. It equals only its own clones, so comparison is cheap.
#[derive(Debug)]
pub struct ByIdentity<T: ?Sized>(pub Rc<T>);

impl<T> ByIdentity<T> {
    /// Wraps a value.
    pub fn new(value: T) -> Self {
        Self(Rc::new(value))
    }
}

impl<T: ?Sized> Clone for ByIdentity<T> {
    fn clone(&self) -> Self {
        Self(Rc::clone(&self.0))
    }
}

impl<T: ?Sized> PartialEq for ByIdentity<T> {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }
}

impl<T: ?Sized> Deref for ByIdentity<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.0
    }
}

impl<T: ?Sized> From<Rc<T>> for ByIdentity<T> {
    fn from(value: Rc<T>) -> Self {
        Self(value)
    }
}
