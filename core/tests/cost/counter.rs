//! A count of transactions that shares no code with the one of the library.

use lanescope_core::session::{cost::Cost, run::Run};
use lanescope_core::spec::{CostKey, CostModel};
use std::collections::BTreeMap;

/// One byte that a lane accesses: the lane, the surface, the address, whether it is written, and the round: how often the lane
/// accessed the same place in the same way before.
type Touch = (u8, usize, u64, bool, u64);

/// The description of the model over flat lists of bytes: sorts and removes duplicates instead of keeping sets.
pub fn count(run: &Run, model: &CostModel) -> Cost {
    use lanescope_core::trace::Effect::{Drop, Read, Write};
    let layout = &run.scenario().layout;
    let base = |surface: usize| {
        let header = layout.surfaces[surface].header.as_ref();
        header.map_or(0, |header| header.base) + u64::from(model.get(CostKey::Base))
    };
    let (mut touches, mut starts, mut attempts) = (Vec::<Touch>::new(), Vec::new(), Vec::new());
    let mut before = BTreeMap::<_, u64>::new();
    for step in (0..run.len()).filter_map(|step| run.step(step)) {
        for effect in &step.effects {
            let (kind, place, inside) = match effect {
                Read { access, .. } => (0, access.place, access.inside),
                Write { access, .. } => (1, access.place, access.inside),
                Drop { access } => (2, access.place, false),
                _ => continue,
            };
            let Some(surface) = layout.surfaces.iter().position(|it| it.space == place.space) else {
                continue;
            };
            let lane = step.lane.expect("an access by a lane").0;
            let times = before.entry((lane, kind, surface, place.byte_offset)).or_default();
            let round = *times;
            *times += 1;
            attempts.push((u64::from(lane), round, 0));
            if !inside {
                continue;
            }
            let first = base(surface) + u64::from(place.byte_offset);
            starts.push((u64::from(lane) << 32 | round, surface as u64, first));
            let bytes = first..first + u64::from(place.size_bytes);
            touches.extend(bytes.map(|byte| (lane, surface, byte, kind == 1, round)));
        }
    }
    let transferred = distinct(touches.iter().map(|it| (u64::from(it.0), it.4, 0)).collect()).len() as u32;
    let accesses = distinct(attempts).len() as u32;
    let mut sum = Cost { accesses, dropped: accesses - transferred, ..Cost::default() };
    sum.lanes = distinct(touches.iter().map(|it| (u64::from(it.0), 0, 0)).collect()).len() as u32;
    for round in 0..=touches.iter().map(|it| it.4).max().unwrap_or(0) {
        let own: Vec<&Touch> = touches.iter().filter(|it| it.4 == round).collect();
        add_round(&mut sum, run, model, &own);
    }
    sum.transferred_bytes = u64::from(sum.sectors) * u64::from(model.get(CostKey::Sector));
    if is_atomic(run) {
        let mut queues = BTreeMap::new();
        for (_, surface, at) in distinct(starts) {
            *queues.entry((surface, at)).or_insert(0) += 1;
        }
        let unit = |at: &(u64, u64)| (at.0, at.1 / u64::from(model.get(CostKey::AtomicUnit)));
        let longest = |in_unit: (u64, u64)| {
            queues.iter().filter(|(at, _)| unit(at) == in_unit).map(|it| *it.1).max().unwrap_or(0)
        };
        sum.queue = queues.values().copied().max().unwrap_or(0);
        let units = distinct(queues.keys().map(|at| (unit(at).0, unit(at).1, 0)).collect());
        sum.atomic_passes = units.iter().map(|it| longest((it.0, it.1))).sum();
    }
    sum
}

fn is_atomic(run: &Run) -> bool {
    run.scenario().program[0].title.to_lowercase().contains("atom")
}

fn distinct(mut keys: Vec<(u64, u64, u64)>) -> Vec<(u64, u64, u64)> {
    keys.sort_unstable();
    keys.dedup();
    keys
}

/// Adds the requests, transfers and passes of one round.
fn add_round(sum: &mut Cost, run: &Run, model: &CostModel, touches: &[&Touch]) {
    let get = |key| u64::from(model.get(key));
    let title = run.scenario().program[0].title.to_lowercase();
    let is_atomic = is_atomic(run);
    let has_texels = ["suatom", "typed"].iter().any(|word| title.contains(word));
    let is_shared = |touch: &&&Touch| {
        let name = &run.scenario().layout.surfaces[touch.1].name;
        name == "T0" || name == "%slm"
    };
    let (shared, global): (Vec<&Touch>, Vec<&Touch>) = touches.iter().partition(|touch| is_shared(touch));
    let most = |touches: &[&Touch]| {
        let bytes = distinct(touches.iter().map(|it| (u64::from(it.0), it.1 as u64, it.2)).collect());
        (0..32).map(|lane| bytes.iter().filter(|it| it.0 == lane).count()).max().unwrap_or(0)
    };
    let size = |touches: &[&Touch], keys: [CostKey; 3]| {
        get(keys[usize::from(most(touches) > 4) + usize::from(most(touches) > 8)])
    };
    let request = match has_texels {
        true => get(CostKey::TexelLanes),
        false => {
            size(&global, [CostKey::LanesUpTo4Bytes, CostKey::LanesUpTo8Bytes, CostKey::LanesOver8Bytes])
        }
    };
    sum.requests +=
        distinct(global.iter().map(|it| (u64::from(it.0) / request, 0, 0)).collect()).len() as u32;
    // Without repetition, all lanes transfer together.
    let joined = if get(CostKey::Repeat) == 1 { request } else { 32 };
    let units = |unit: u64| {
        distinct(global.iter().map(|it| (u64::from(it.0) / joined, it.1 as u64, it.2 / unit)).collect())
    };
    let (sectors, bytes) = (units(get(CostKey::Sector)), units(1));
    sum.sectors += sectors.len() as u32;
    sum.lines += units(get(CostKey::Line)).len() as u32;
    sum.used_bytes += bytes.len() as u64;
    for group in 0..32 {
        let of_group = |units: &[(u64, u64, u64)]| units.iter().filter(|it| it.0 == group).count() as u64;
        let ideal = of_group(&bytes).div_ceil(get(CostKey::Sector));
        sum.excess_sectors += (of_group(&sectors) - ideal) as u32;
    }
    let group = size(&shared, [CostKey::GroupUpTo4Bytes, CostKey::GroupUpTo8Bytes, CostKey::GroupOver8Bytes]);
    for number in 0..32 {
        let own: Vec<&&Touch> = shared.iter().filter(|it| u64::from(it.0) / group == number).collect();
        let of_bank = |bank: u64| {
            // A word that a lane both reads and writes is a written one.
            let written =
                |it: &Touch| shared.iter().any(|other| other.0 == it.0 && other.2 == it.2 && other.3);
            let alone = |it: &Touch| is_atomic || written(it) && get(CostKey::WritesMerge) == 0;
            let words =
                own.iter().filter(|it| it.2 / get(CostKey::BankBytes) % get(CostKey::BankCount) == bank);
            let key = |it: &&&Touch| {
                (it.2 / get(CostKey::BankBytes), if alone(it) { u64::from(it.0) + 1 } else { 0 }, 0)
            };
            distinct(words.map(key).collect()).len()
        };
        if !own.is_empty() {
            let passes = (0..get(CostKey::BankCount)).map(of_bank).max().unwrap_or(0) as u32;
            sum.passes += passes;
            sum.conflicts += passes - 1;
        }
    }
}
