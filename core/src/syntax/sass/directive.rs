//! The directives of memory that registers point into: `.const` and `.pool`.

use crate::syntax::Directive;
use crate::syntax::complete_directive::{keys, values as value_items};
use crate::syntax::directive::equals;
use crate::syntax::form::OwnDirective;
use crate::syntax::key;
use crate::syntax::number::count;
use crate::syntax::value::values;

pub(in crate::syntax) const DIRECTIVES: &[OwnDirective] = &[
    OwnDirective {
        word: "const",
        form: "ADDRESS = words",
        info: "Words of the constant bank.",
        example: ".const 0x400 = 0x00300005",
        parse: |cursor| {
            let address = count(cursor, "a byte address such as `0x400`")?;
            equals(cursor)?;
            Ok(Directive::Const { address, values: values(cursor)? })
        },
        complete: |place| if place.has_equals() { value_items() } else { Vec::new() },
    },
    OwnDirective {
        word: "pool",
        form: "max=N",
        info: "Bounds the surface headers.",
        example: ".pool max=7",
        parse: |cursor| Ok(Directive::Pool(key::keys(cursor, &[("max", true)])?)),
        complete: |place| keys(place, &["max"]),
    },
];
