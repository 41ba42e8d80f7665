//! A block-linear surface in memory order, next to its grid of texels or below it.

use crate::components::controls::element::class;
use crate::components::controls::pager::{Part, pager};
use crate::components::controls::program::{Program, use_dispatch, use_program};
use crate::effects::grid::{self, Grid, use_grid};
use crate::effects::linked;
use crate::effects::style::use_style_numbers;
use crate::state::marks::cell_classes;
use crate::state::physical::{Arrangement, GobView, MemoryView, SlotView, lanes_in_short};
use crate::state::{Action, ChromeAction, Selection};
use lanescope_core::view::paging::SurfacePage;
use lanescope_core::view::place::StagePlace;
use lanescope_core::view::surface::CellView;
use std::rc::Rc;
use yew::prelude::*;

#[derive(Properties, PartialEq)]
pub struct PhysicalGridProps {
    pub memory: Rc<MemoryView>,
    /// Division of the stage's width between memory and texels.
    pub arranged: Arrangement,
    pub children: Html,
}

/// The grid of texels, followed by the memory.
#[component]
pub fn PhysicalGrid(props: &PhysicalGridProps) -> Html {
    let dispatch = use_dispatch();
    let PhysicalGridProps { memory, .. } = props;
    let surface = memory.surface;
    let onpart = dispatch.reform(move |part| ChromeAction::MemoryPart { surface, part }.into());
    let page = Part { part: memory.part, parts: memory.parts, onpart };
    let slots = use_node_ref();
    use_style_numbers(&slots, [("--slots", props.arranged.per_line as f64)]);
    let class = classes!("linked", props.arranged.is_beside.then_some("beside"));
    html! {
        <div
            {class}
            onpointerover={|event: PointerEvent| linked::highlight(&event)}
            onpointerleave={|event: PointerEvent| linked::highlight(&event)}
            onfocusin={|event: FocusEvent| linked::highlight(&event)}
        >
            { props.children.clone() }
            <div class="memory" role="group" aria-label={format!("{} in memory", memory.name)}>
                <div class="surface-head">
                    <h3>{ "In memory" }</h3>
                    <span class="caption">{ &memory.caption }</span>
                    { pager(format!("part of the memory of {}", memory.name), "part of memory", &page) }
                </div>
                <Gobs memory={memory.clone()} per_line={props.arranged.per_line} {slots} />
            </div>
        </div>
    }
}

#[derive(Properties, PartialEq)]
struct GobsProps {
    memory: Rc<MemoryView>,
    /// Number of slots in a line.
    per_line: usize,
    slots: NodeRef,
}

/// The GOBs of the shown part of memory, in which the arrow keys move from texel to texel.
#[component]
fn Gobs(props: &GobsProps) -> Html {
    let GobsProps { memory, per_line, slots } = props;
    let per_line = *per_line;
    let all = memory.gobs.iter().flat_map(|gob| &gob.rows).flatten();
    let count = all.filter(|slot| slot.texel.is_some()).count();
    let Grid { stop, onkeydown, onfocusin } = use_grid(grid::lines(count, per_line));
    let mut first_index = 0;
    let gobs = memory.gobs.iter().map(|gob| {
        let lines = gob.lines(per_line).into_iter().map(|slots| {
            let texels = slots.iter().filter(|slot| slot.texel.is_some()).count();
            let first = first_index;
            first_index += texels;
            html! {
                <MemoryLine
                    surface={memory.surface}
                    part={memory.part}
                    name={memory.name.clone()}
                    {slots}
                    first_index={first}
                    reachable={stop.checked_sub(first).filter(|index| *index < texels)}
                />
            }
        });
        gob_html(gob, lines.collect())
    });
    html! { <div class="grid" ref={slots} {onkeydown} {onfocusin}>{ for gobs }</div> }
}

fn gob_html(gob: &GobView, lines: Html) -> Html {
    html! {
        <div key={gob.index} class={classes!("gob", gob.block.is_some().then_some("block-start"))} role="group" aria-label={gob.title.clone()}>
            <p class="gob-title" aria-hidden="true">
                if let Some(block) = &gob.block {
                    <b>{ block }</b>{ ", " }
                }
                { &gob.title }
            </p>
            { lines }
        </div>
    }
}

#[derive(Properties, PartialEq)]
struct MemoryLineProps {
    surface: usize,
    /// The part of memory that contains the line.
    part: usize,
    name: String,
    slots: Vec<SlotView>,
    /// Index of the line's first texel among all texels shown.
    first_index: usize,
    /// The texel with `tabindex=0`, if it is in this line.
    reachable: Option<usize>,
}

/// A line of a GOB. Most steps change few lines.
#[component]
fn MemoryLine(props: &MemoryLineProps) -> Html {
    let program = use_program();
    let is_alike = |a: &SlotView, b: &SlotView| a.texel.is_none() && b.texel.is_none();
    let mut index = 0;
    let runs = props.slots.chunk_by(is_alike).map(|run| match &run[0].texel {
        Some(texel) => {
            index += 1;
            props.texel(&run[0], texel, index - 1, &program)
        }
        None => html! { <Padding slots={run.len()} is_line={run.len() == props.slots.len()} /> },
    });
    html! {
        <div class="memory-line">
            <span class="offset" title="first byte of the line">{ props.slots[0].byte_offset }</span>
            { for runs }
        </div>
    }
}

impl MemoryLineProps {
    fn texel(&self, slot: &SlotView, cell: &CellView, at: usize, program: &Program) -> Html {
        let (surface, element) = (self.surface, cell.element);
        // Selecting a texel also shows its page of the grid. Unselecting it keeps the shown part of memory.
        let part = self.part;
        let show: Action = match cell.selected {
            true => ChromeAction::MemoryPart { surface, part }.into(),
            false => ChromeAction::SurfacePage(SurfacePage::with(surface, element)).into(),
        };
        let dispatch = program.dispatch().clone();
        let onclick = Callback::from(move |_: MouseEvent| {
            dispatch.emit(show.clone());
            dispatch.emit(ChromeAction::Select(Some(Selection::Cell { surface, element })).into());
        });
        html! {
            <button
                type="button"
                class={classes!("slot", class(&cell_classes(cell)))}
                data-counterpart={StagePlace::Cell { surface, element }.id(program.is_beside)}
                data-index={(self.first_index + at).to_string()}
                tabindex={if self.reachable == Some(at) { "0" } else { "-1" }}
                aria-pressed={cell.selected.to_string()}
                title={cell.spot.words()}
                {onclick}
            >
                <span class="visually-hidden">{ slot.label(&self.name) }</span>
                <span class="slot-value" aria-hidden="true">{ &*cell.text }</span>
                if !cell.badges.is_empty() {
                    <span class="slot-lanes" aria-hidden="true">{ lanes_in_short(cell) }</span>
                }
            </button>
        }
    }
}

#[derive(Properties, PartialEq)]
struct PaddingProps {
    /// Number of slots it covers.
    slots: usize,
    /// Whether it fills a whole line.
    is_line: bool,
}

/// Slots that hold no texel.
#[component]
fn Padding(props: &PaddingProps) -> Html {
    let element = use_node_ref();
    use_style_numbers(&element, [("--span", props.slots as f64)]);
    html! {
        <span ref={element} class={classes!("padding", props.is_line.then_some("whole"))} title="padding">
            { if props.slots > 1 { "padding" } else { "pad" } }
        </span>
    }
}
