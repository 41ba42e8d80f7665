//! GATHER4_TYPED and SCATTER4_TYPED, after their pages: channels of texels.

use super::bits::{Memory, Value, low, signed};
use super::channels::pitch;
use super::floats::{HALF, SINGLE, narrowed, widened};
use super::kernel::{Head, Kernel, Operand, Surface};
use super::orders::Order;
use super::typed_atomic::{coordinates, texel};
use super::visa_ops::{End, off_lanes};
use crate::common::Random;

/// A line of GATHER4_TYPED or SCATTER4_TYPED.
#[derive(Clone, Debug)]
pub struct TypedChannels {
    head: Head,
    is_scatter: bool,
    /// Whether R, G, B and A are enabled.
    mask: [bool; 4],
    surface: usize,
    /// U, V, R and LOD.
    coordinates: [Option<Operand>; 4],
    data: Operand,
}

/// Returns the channels of a format and the bits of each.
fn channels_of(surface: &Surface) -> (usize, u32) {
    let (channels, _) = surface.format.split_once('_').expect("a format has a type");
    let count = channels.chars().filter(char::is_ascii_alphabetic).count();
    (count, (8 * surface.texel_bytes / count) as u32)
}

impl TypedChannels {
    pub fn draw(random: &mut Random, kernel: &Kernel) -> Option<Self> {
        let is_native = kernel.readings.is("typed_exec", "native") && kernel.grf_bytes == 64;
        let head = kernel.head(random, if is_native { &[8, 16] } else { &[8] }, true)?;
        let images: Vec<usize> =
            (0..kernel.surfaces.len()).filter(|&index| !kernel.surfaces[index].is_raw()).collect();
        let surface = images[random.below(images.len())];
        let bits = 1 + random.below(15);
        let blocks = bits.count_ones() as usize;
        let elements =
            (blocks - 1) * pitch(kernel, head.exec_size) + head.exec_size.max(kernel.grf_bytes / 4);
        let format = kernel.surfaces[surface].format;
        let ty = match kernel.readings.is("typed_format", "match") {
            true if format.ends_with("SINT") => "d",
            true if format.ends_with("FLOAT") => "f",
            true => "ud",
            false => ["ud", "d", "f"][random.below(3)],
        };
        Some(Self {
            is_scatter: random.below(2) == 0,
            mask: [0, 1, 2, 3].map(|channel| bits >> channel & 1 == 1),
            surface,
            coordinates: coordinates(random, kernel, &kernel.surfaces[surface], head.exec_size),
            data: kernel.operand(random, ty, 4 * elements)?,
            head,
        })
    }

    pub fn exec_size(&self) -> usize {
        self.head.exec_size
    }

    pub fn line(&self, kernel: &Kernel) -> String {
        let channels = ["R", "G", "B", "A"].iter().zip(self.mask).filter(|(_, is_on)| *is_on);
        format!(
            "{}{}4_typed.{} {} {} {} {}\n",
            self.head.predicate_text(),
            if self.is_scatter { "scatter" } else { "gather" },
            channels.map(|(name, _)| *name).collect::<String>(),
            self.head.exec_text(),
            kernel.surfaces[self.surface].names[0],
            self.coordinates.map(|operand| kernel.operand_text(operand)).join(" "),
            kernel.operand_text(Some(self.data)),
        )
    }

    /// Runs a loop over lanes for each enabled channel.
    pub fn run(&self, kernel: &mut Kernel, order: &Order) -> End {
        let enabled = kernel.enabled(&self.head);
        let blocks: Vec<usize> = (0..4).filter(|&channel| self.mask[channel]).collect();
        let sources = kernel.roots.clone();
        match self.is_scatter {
            true => self.scatter(kernel, order, &enabled, &blocks, &sources),
            false => self.gather(kernel, &enabled, &blocks, &sources),
        }
        .unwrap_or(End::Unknown)
    }

    fn gather(
        &self,
        kernel: &mut Kernel,
        enabled: &[usize],
        blocks: &[usize],
        sources: &[Memory],
    ) -> Option<End> {
        let pitch = pitch(kernel, self.head.exec_size);
        let of_register = kernel.grf_bytes / 4;
        // No page says when a lane reads a coordinate that an earlier block of the destination has replaced.
        let is_own_source =
            self.coordinates.iter().flatten().any(|operand| kernel.share_a_root(*operand, self.data));
        if is_own_source && kernel.readings.is("sources", "live") {
            return None;
        }
        // Nor if a lane that is off comes before one of the block before, if blocks overlap.
        if pitch < self.head.exec_size && kernel.readings.is("off_lanes", "undefined") {
            return None;
        }
        for (block, &channel) in blocks.iter().enumerate() {
            let first = Operand { byte: self.data.byte + 4 * block * pitch, ..self.data };
            off_lanes(kernel, Some(first), &[], 4, self.head.exec_size, enabled);
            for rest in self.head.exec_size..of_register {
                kernel.set_element(first, rest, 4, Value::UNDEFINED);
            }
            for &lane in enabled {
                let place = texel(kernel, self.surface, &self.coordinates, sources, lane)?;
                let value = self.channel(kernel, place, channel)?;
                kernel.set_element(first, lane, 4, Value::known(value));
            }
        }
        Some(End::Done)
    }

    /// Returns the value of a channel of a texel, as a dword. `None` if the pages do not say it.
    fn channel(&self, kernel: &Kernel, place: Option<usize>, channel: usize) -> Option<u64> {
        let surface = &kernel.surfaces[self.surface];
        let (count, bits) = channels_of(surface);
        let is_float = surface.format.ends_with("FLOAT");
        let one = if is_float && kernel.readings.is("texel_one", "of_format") { 0x3f80_0000 } else { 1 };
        let outside = if channel == 3 { one } else { 0 };
        let Some(byte) = place else { return Some(outside) };
        if channel >= count {
            return Some(if kernel.readings.is("missing_channels", "as_outside") { outside } else { 0 });
        }
        let texel = surface.memory.read(byte, surface.texel_bytes).number(8 * surface.texel_bytes as u32)?;
        let value = texel >> (channel as u32 * bits) & low(bits);
        Some(match () {
            () if bits == 32 => value,
            // No page says if a NaN keeps its bits.
            () if is_float && HALF.is_nan(value) => return None,
            () if is_float => widened(value),
            () if surface.format.ends_with("SINT") => signed(value, bits) as u64 & low(32),
            () => value,
        })
    }

    fn scatter(
        &self,
        kernel: &mut Kernel,
        order: &Order,
        enabled: &[usize],
        blocks: &[usize],
        sources: &[Memory],
    ) -> Option<End> {
        let pitch = pitch(kernel, self.head.exec_size);
        let (count, bits) = channels_of(&kernel.surfaces[self.surface]);
        let forgets_overlaps = kernel.readings.is("scatter_overlap", "undefined");
        for (block, &channel) in blocks.iter().enumerate().filter(|(_, channel)| **channel < count) {
            let mut written = Vec::new();
            for lane in order.turns(block, enabled, 1) {
                let place = texel(kernel, self.surface, &self.coordinates, sources, lane)?;
                let Some(byte) = place else { continue };
                let value = kernel.element(sources, self.data, block * pitch + lane, 4).number(32)?;
                let value = self.narrow(kernel, value, bits)?;
                let is_meeting = written.contains(&byte);
                written.push(byte);
                let byte = byte + channel * bits as usize / 8;
                let value =
                    if forgets_overlaps && is_meeting { Value::UNDEFINED } else { Value::known(value) };
                kernel.surfaces[self.surface].memory.write(byte, bits as usize / 8, value);
            }
        }
        Some(End::Done)
    }

    /// Converts a dword to the bits of a channel: the nearest number that it can hold. `None` for a NaN, whose bits no page gives.
    fn narrow(&self, kernel: &Kernel, value: u64, bits: u32) -> Option<u64> {
        let format = kernel.surfaces[self.surface].format;
        Some(match () {
            () if bits == 32 => value,
            () if format.ends_with("FLOAT") && SINGLE.is_nan(value) => return None,
            () if format.ends_with("FLOAT") => narrowed(value),
            () if format.ends_with("SINT") => {
                let most = (1i64 << (bits - 1)) - 1;
                signed(value, 32).clamp(-1 - most, most) as u64 & low(bits)
            }
            () => value.min(low(bits)),
        })
    }
}
