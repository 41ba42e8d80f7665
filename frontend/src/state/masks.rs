//! Named presets of the dispatch mask.

use lanescope_core::session::run::LaneMask;

/// A function from a mask and its number of lanes to the new mask.
pub type Preset = fn(LaneMask, usize) -> LaneMask;

/// The presets: label, description, function.
pub const PRESETS: &[(&str, &str, Preset)] = &[
    ("All", "Turn on all lanes", |_, count| LaneMask::first(count)),
    ("None", "Turn off all lanes", |_, _| LaneMask(0)),
    ("Invert", "Invert every lane", |mask, count| LaneMask(!mask.0 & LaneMask::first(count).0)),
    ("Even", "Turn on lanes 0, 2, 4 and so on", |_, count| LaneMask(EVEN & LaneMask::first(count).0)),
    ("Odd", "Turn on lanes 1, 3, 5 and so on", |_, count| LaneMask(!EVEN & LaneMask::first(count).0)),
    ("First half", "Turn on the lower half of the lanes", |_, count| LaneMask::first(count / 2)),
    ("Second half", "Turn on the upper half of the lanes", |_, count| {
        LaneMask(LaneMask::first(count).0 & !LaneMask::first(count / 2).0)
    }),
];

const EVEN: u32 = 0x5555_5555;

/// Formats a mask in hexadecimal, with one digit per four lanes.
pub fn hex(mask: LaneMask, count: usize) -> String {
    format!("0x{:0width$x}", mask.0, width = count.div_ceil(4))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn presets_stay_within_the_lanes() {
        let presets = PRESETS.iter();
        let masks: Vec<String> =
            presets.clone().map(|(_, _, preset)| hex(preset(LaneMask(0xa1), 8), 8)).collect();
        assert_eq!(masks, ["0xff", "0x00", "0x5e", "0x55", "0xaa", "0x0f", "0xf0"]);
        for (name, _, preset) in presets {
            assert_eq!(preset(LaneMask(0), 16).0 >> 16, 0, "{name}");
        }
        assert_eq!(hex(PRESETS[6].2(LaneMask(0), 32), 32), "0xffff0000");
    }
}
