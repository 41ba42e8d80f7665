//! Block-linear surfaces in memory. Expected places are worked out by hand from the shape of a GOB: 64 bytes by 8 rows,
//! in which pieces of 16 bytes from two rows alternate.

use crate::common::{after, on_stage, open};
use lanescope_core::trace::Granularity;
use lanescope_core::view::paging::SurfacePage;
use lanescope_core::view::surface::Touch;
use lanescope_frontend::state::physical::{MemoryView, SlotView, memory};
use lanescope_frontend::state::surface::SurfaceOptions;
use lanescope_frontend::state::{ChromeAction, Model, PlaybackAction, Selection, reduce};

/// Four lanes add 10: lanes 0 and 1 to texel (4, 0), lane 2 to (0, 1), lane 3 to (0, 8).
const MEETING: &str = ".isa sass sm=52
.lanes 32 active=0b1111
.set R0 = 4 4 0 0
.set R1 = 0 0 1 8
.set R2 = [10; 32]
.surface 0 2d R32_UINT 20x20 base=0x2000 layout=blocklinear block=2x1 = iota(0, 1)
SUATOM.D.2D.ADD.IGN R4, [R0], R2, 0x0;
";

fn view(model: &Model) -> MemoryView {
    let shown = SurfaceOptions {
        selection: model.chrome.selection,
        page: model.chrome.surface_page,
        memory_part: model.chrome.memory_part,
        ..SurfaceOptions::default()
    };
    memory(&on_stage(model), 0, shown).expect("it is block-linear")
}

fn end(text: &str) -> Model {
    after(open(text), [PlaybackAction::SeekEnd.into()])
}

fn slot(view: &MemoryView, byte_offset: usize) -> &SlotView {
    let slots = view.gobs.iter().flat_map(|gob| gob.rows.iter().flatten());
    slots.into_iter().find(|slot| slot.byte_offset == byte_offset).expect("it is in this part")
}

fn label(view: &MemoryView, byte_offset: usize) -> String {
    slot(view, byte_offset).label(&view.name)
}

#[test]
fn texels_stand_in_the_order_of_addresses() {
    let view = view(&end(MEETING));
    // A row of 80 bytes is two GOBs wide, and 20 rows are two blocks of 16. So there are 2 x 2 blocks of two GOBs.
    assert_eq!((view.gobs.len(), view.parts, view.row_length), (2, 4, 16));
    assert_eq!(view.gobs[0].title, "GOB 0, x 0 to 15, y 0 to 7");
    assert_eq!(view.gobs[1].title, "GOB 1, x 0 to 15, y 8 to 15");
    assert_eq!(view.gobs[0].block.as_deref(), Some("block 0"));
    assert_eq!(view.gobs[1].block, None, "of the same block");
    // x 4 of row 0 follows x 0 to 3 of rows 0 and 1. It is texel 4 and was 4.
    assert_eq!(
        label(&view, 32),
        "byte 32: surface 0[4], x 4, y 0: 24, changed from 4, lanes 0, 1 access it, in this order"
    );
    // Row 1 begins 16 bytes later, with texel 20. Row 8 is the next GOB and begins with texel 160.
    assert_eq!(label(&view, 16), "byte 16: surface 0[20], x 0, y 1: 30, changed from 20, lane 2 accesses it");
    assert_eq!(
        label(&view, 512),
        "byte 512: surface 0[160], x 0, y 8: 170, changed from 160, lane 3 accesses it"
    );
    assert_eq!(label(&view, 256), "byte 256: surface 0[8], x 8, y 0: 8");
}

#[test]
fn what_a_step_does_is_marked_in_memory_too() {
    let mut model = open(MEETING);
    let touched = |model: &Model| slot(&view(model), 32).texel.as_ref().expect("a texel").touched;
    let mut seen = Vec::new();
    for _ in 0..model.document.last_valid.as_ref().expect("it runs").run.len() {
        model = reduce(
            model,
            PlaybackAction::Step { granularity: Some(Granularity::Phase), forward: true }.into(),
        );
        if touched(&model) != Touch::None {
            seen.push(touched(&model));
        }
    }
    assert_eq!(seen, [Touch::Read, Touch::Written, Touch::Read, Touch::Written], "two lanes add there");
}

#[test]
fn where_there_is_little_room_a_part_is_one_gob() {
    let model = end(MEETING);
    let moment = on_stage(&model);
    let part = |one_gob| {
        let shown = SurfaceOptions { one_gob, ..SurfaceOptions::default() };
        let view = memory(&moment, 0, shown).expect("it is block-linear");
        (view.parts, view.gobs.iter().map(|gob| gob.index).collect::<Vec<_>>())
    };
    // The last lane accesses row 8, which begins the second GOB of the first block.
    let (parts, gobs) = part(false);
    assert_eq!(gobs, [0, 1]);
    assert_eq!(part(true), (2 * parts, vec![1]));
}

#[test]
fn bytes_without_a_texel_are_padding() {
    // A row of 20 texels has 80 bytes, so a row of the second GOB in x has 16 bytes with texels.
    let model = reduce(end(MEETING), ChromeAction::MemoryPart { surface: 0, part: 1 }.into());
    let view = view(&model);
    assert_eq!((view.part, view.gobs[0].index), (1, 2));
    assert_eq!(view.gobs[0].title, "GOB 2, x 16 to 19, y 0 to 7");
    assert_eq!(label(&view, 1024), "byte 1024: surface 0[16], x 16, y 0: 16");
    assert_eq!(label(&view, 1024 + 32), "byte 1056: padding");
    assert_eq!(label(&view, 1024 + 256), "byte 1280: padding");
    // 64 bytes are two rows: eight texels in 16 slots. The right half of the GOB is padding, merged into one line.
    let lines = view.gobs[0].lines(16);
    assert_eq!(lines.iter().map(Vec::len).collect::<Vec<_>>(), [16, 16, 16, 16, 64]);
}

#[test]
fn what_is_selected_out_comes_into_sight_in_memory() {
    let select = |model: Model, element: usize| {
        reduce(model, ChromeAction::Select(Some(Selection::Cell { surface: 0, element })).into())
    };
    // Texel 16 is the first of the second block. It is shown although another part was chosen before.
    let asked = reduce(end(MEETING), ChromeAction::MemoryPart { surface: 0, part: 3 }.into());
    assert_eq!(view(&asked).part, 3);
    let selected = select(asked, 16);
    let view = view(&selected);
    assert_eq!(view.part, 1);
    assert!(slot(&view, 1024).texel.as_ref().is_some_and(|texel| texel.selected));
    // The chosen page of texels is kept.
    let page = SurfacePage { surface: 0, first: 256, end: 400 };
    assert_eq!(
        select(reduce(end(MEETING), ChromeAction::SurfacePage(page).into()), 16).chrome.surface_page,
        Some(page)
    );
}

#[test]
fn surfaces_that_lie_as_they_are_counted_have_no_second_view() {
    let text = MEETING.replace("layout=blocklinear block=2x1", "layout=pitch pitch=96");
    let model = end(&text);
    assert_eq!(memory(&on_stage(&model), 0, SurfaceOptions::default()), None);
}

#[test]
fn both_views_stand_side_by_side_where_there_is_room() {
    let view = view(&end(MEETING));
    // Three digits fit in 26 px: 16 slots need 464 px and 8 need 256. Eight texels on a line need 560, and the gap is
    // 24.
    let at = |width: f64| (view.arranged(width).is_beside, view.arranged(width).per_line);
    assert_eq!(at(1100.0), (true, 16));
    assert_eq!(at(900.0), (true, 8));
    assert_eq!(at(690.0), (false, 16));
    assert_eq!(at(360.0), (false, 8));
    assert_eq!(at(20.0), (false, 1), "no width at all");
}
