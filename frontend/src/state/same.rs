//! Values of any type that can be told equal.

use std::any::Any;

/// A value that is compared though its type is forgotten, so that one instance of generic code serves all types.
pub trait Same: Any {
    /// Whether the other is of this type and equal.
    fn is(&self, other: &dyn Any) -> bool;
}

impl<T: PartialEq + 'static> Same for T {
    fn is(&self, other: &dyn Any) -> bool {
        other.downcast_ref() == Some(self)
    }
}
