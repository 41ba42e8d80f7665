//! A value that is compared by identity: components redraw when it is another one, not when it looks different.

use std::ops::Deref;
use std::rc::Rc;

/// A shared, immutable value. It is equal only to itself, which costs nothing to find out.
#[derive(Debug)]
pub struct ByIdentity<T: ?Sized>(pub Rc<T>);

impl<T> ByIdentity<T> {
    /// Shares a value.
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
