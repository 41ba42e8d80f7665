//! The directives for the constant bank and the header pool: `.const` and `.pool`.

use crate::syntax::ast::{Directive, Rank};
use crate::syntax::complete_directive::{keys, values as value_items};
use crate::syntax::directive::equals;
use crate::syntax::directive_row::{DirectiveRow, PLAIN};
use crate::syntax::key;
use crate::syntax::number::count;
use crate::syntax::value::values;

pub(super) const DIRECTIVES: &[DirectiveRow] = &[
    DirectiveRow {
        word: "const",
        form: "ADDRESS = words",
        info: "Words of the constant bank `c[0x0]`, from a byte address on.",
        example: ".const 0x400 = 0x00300005",
        rank: Some(Rank::Surface),
        parse: |cursor, _| {
            let address = count(cursor, "a byte address such as `0x400`")?;
            equals(cursor)?;
            Ok(Directive::Const { address, values: values(cursor)? })
        },
        complete: |place| if place.has_equals() { value_items() } else { Vec::new() },
        ..PLAIN
    },
    DirectiveRow {
        word: "pool",
        form: "max=N",
        info: "The size of the pool of surface headers.",
        example: ".pool max=7",
        keys: POOL_KEYS,
        rank: Some(Rank::Surface),
        parse: |cursor, _| Ok(Directive::Pool(key::keys(cursor, &[("max", true)])?)),
        complete: |place| keys(place, POOL_KEYS.iter().map(|(key, prose, _)| (*key, *prose))),
        ..PLAIN
    },
];

const POOL_KEYS: &[(&str, &str, &str)] = &[(
    "max",
    "The maximum index of a surface header; the reading `pool_limit` says whether the maximum itself is valid.",
    ".pool max=7",
)];
