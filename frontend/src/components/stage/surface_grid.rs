//! A surface as a grid of elements.

use super::cell::{ValueCell, ValueView};
use super::fill_menu::{FillMenu, refused_filling};
use super::format_select::with_format_menu;
use super::physical_grid::PhysicalGrid;
use super::queue::{Queue, badge_class, place_words, use_queue};
use crate::components::controls::element::{class, element};
use crate::components::controls::pager::{Part, pager};
use crate::components::controls::program::{Program, on_click_to, use_dispatch, use_program};
use crate::effects::grid::{Grid, use_grid};
use crate::effects::style::use_style_numbers;
use crate::state::marks::cell_classes;
use crate::state::picture::SurfacePicture;
use crate::state::queue::{Drag, dragged, in_room};
use crate::state::{Action, COST_ID, ChromeAction, Entry, Rejected, Selection, Tab};
use lanescope_core::session::text::Contents;
use lanescope_core::view::Numbers;
use lanescope_core::view::digits::Digits;
use lanescope_core::view::layout::Cells;
use lanescope_core::view::place::StagePlace;
use lanescope_core::view::queue::Badge;
use lanescope_core::view::ruler::RulerLegend;
use lanescope_core::view::surface::{CellView, MapView, OutsideView, SurfaceView, Touch};
use std::ops::Range;
use std::rc::Rc;
use yew::prelude::*;

#[derive(Properties, PartialEq)]
pub struct SurfaceGridProps {
    /// Name of the side that the surface belongs to, if two sides are on the page.
    pub side: Option<AttrValue>,
    pub view: SurfacePicture,
}

/// The cells, with the name of the surface to the left and out-of-bounds places to the right. Below them are the controls for
/// large surfaces.
#[component]
pub fn SurfaceGrid(props: &SurfaceGridProps) -> Html {
    let program = use_program();
    let SurfacePicture { surface, memory, width_px, .. } = &props.view;
    let arranged = memory.as_ref().map(|memory| memory.arranged(*width_px));
    let queue = use_queue(surface.instruction);
    let cells = use_cells(&props.view, &queue);
    html! {
        <section
            class={classes!("surface", surface.in_use.then_some("in-use"))}
            aria-label={match &props.side {
                Some(side) => format!("{} of {side}", surface.title),
                None => surface.title.clone(),
            }}
            onpointerdown={&queue.onpointerdown}
        >
            <div class="surface-main">
                { name_html(&props.view, program.dispatch()) }
                { match memory.as_ref().zip(arranged) {
                    None => cells,
                    Some((memory, arranged)) => html! {
                        <PhysicalGrid memory={memory.clone()} {arranged}>{ cells }</PhysicalGrid>
                    },
                } }
                if !surface.outside.is_empty() {
                    <div class="outside">
                        <span class="outside-head" title={surface.bounds.clone()} aria-hidden="true">{ surface.outside_heading() }</span>
                        <ul aria-label={format!("{} of {}", surface.outside_heading(), surface.title)}>
                            { for surface.outside.iter().map(|outside| outside_html(outside, program.is_beside, queue.drag)) }
                        </ul>
                    </div>
                }
            </div>
            if surface.pages.number() > 1 {
                { foot_html(surface, program.dispatch()) }
            }
        </section>
    }
}

/// Returns the cells in lines, with a roving tabindex.
#[hook]
fn use_cells(view: &SurfacePicture, queue: &Queue) -> Html {
    let dispatch = use_dispatch();
    let SurfacePicture { surface, rejected, cells, .. } = view;
    let Cells { per_line: per_row, digits, badge_rows, badges, is_large } = *cells;
    let root = use_node_ref();
    use_style_numbers(&root, [("--per-line", per_row as f64), ("--badge-rows", badge_rows as f64)]);
    let first = surface.cells.first().map_or(0, |cell| cell.element);
    let Grid { stop, onkeydown, onfocusin } =
        use_grid(surface.lines(per_row).map(<[CellView]>::len).collect());
    let onselect = use_callback((first, dispatch.clone()), |(surface, index), (first, dispatch)| {
        let element = first + index;
        dispatch.emit(ChromeAction::Select(Some(Selection::Cell { surface, element })).into());
    });
    // The key of a line is its position, so that another page updates the existing elements.
    let row = |cells: &[CellView]| {
        let at = cells[0].element - first;
        let is_dragged =
            |drag: &Drag| cells.iter().flat_map(|cell| &cell.badges).any(|it| it.target == drag.target);
        let is_here = |rejected: &&Rejected| match &rejected.entry {
            Some(Entry::Cell { name, index }) => {
                *name == surface.name && cells.iter().any(|it| it.element == *index)
            }
            _ => false,
        };
        html! {
            <GridRow
                key={at}
                surface={surface.clone()}
                cells={at..at + cells.len()}
                {digits}
                {badges}
                {is_large}
                reachable={stop.checked_sub(at).filter(|index| *index < cells.len())}
                rejected={rejected.iter().filter(is_here).cloned().collect::<Vec<_>>()}
                drag={queue.drag.filter(is_dragged)}
                onselect={onselect.clone()}
            />
        }
    };
    let class = classes!("surface-cells", "grid", is_large.then_some("large"));
    html! {
        <div ref={root} {class} {onkeydown} {onfocusin}>
            { for surface.lines(per_row).map(row) }
        </div>
    }
}

/// Returns the name of a surface, its shape, and its menu.
fn name_html(view: &SurfacePicture, dispatch: &Callback<Action>) -> Html {
    let SurfacePicture { surface, formats, rejected, .. } = view;
    let contents = Contents::Surface(surface.name.clone());
    let title = html! { <h3>{ &surface.title }</h3> };
    html! {
        <div class="surface-name">
            { with_format_menu(Numbers::Surface(surface.name.clone()), formats.as_ref(), title) }
            <span class="caption" title={surface.caption.clone()}>{ &surface.short }</span>
            if !surface.cells.is_empty() {
                <FillMenu rejected={refused_filling(rejected, &contents)} of={contents} />
            }
            // Last, because it stays in sight while the rest of the column scrolls.
            if let Some(legend) = &surface.legend {
                { legend_html(legend, formats.is_some(), dispatch) }
            }
        </div>
    }
}

/// Returns the legend of the ruler. On the page, it leads to the cost of the instruction.
fn legend_html(legend: &RulerLegend, has_panels: bool, dispatch: &Callback<Action>) -> Html {
    let RulerLegend { count, are_passes, unit, tick } = legend;
    let meaning = match are_passes {
        true => "blue: one pass, orange: several",
        false => "blue and grey: requests, orange: several of them",
    };
    let title = format!("Line below a cell: {unit} ({meaning}). Tick: {tick}.");
    let content = html! {
        <>
            { count }
            <span class="visually-hidden">{ ". " }{ &title }</span>
        </>
    };
    let onclick = on_click_to(dispatch, COST_ID, ChromeAction::Tab(Tab::Instruction));
    html! {
        if has_panels {
            <button type="button" class="cost-legend" {title} {onclick}>{ content }</button>
        } else {
            <span class="cost-legend" {title}>{ content }</span>
        }
    }
}

/// Returns the map and the pager of a large surface.
fn foot_html(surface: &SurfaceView, dispatch: &Callback<Action>) -> Html {
    let (pages, index) = (surface.pages, surface.index);
    let onpart = dispatch.reform(move |page| ChromeAction::SurfacePage(pages.choice(index, page)).into());
    let page = Part { part: surface.page, parts: pages.number(), onpart };
    html! {
        <div class="surface-foot">
            { pager(format!("part of {}", surface.title), "part", &page) }
            if let Some(map) = &surface.map {
                { map_html(map) }
            }
        </div>
    }
}

/// Returns a minimap: a point for each element that lanes access, and a frame around the visible page. It is hidden from screen
/// readers, because the cells have labels.
fn map_html(map: &MapView) -> Html {
    // One path for all points, so that unchanged points are not rendered again.
    let points = |elements: &[usize]| -> String {
        let point = |element: &usize| format!("M{} {}h1v1h-1z", element % map.columns, element / map.columns);
        elements.iter().map(point).collect()
    };
    html! {
        <div class="surface-map">
            <svg
                aria-hidden="true"
                viewBox={format!("0 0 {} {}", map.columns, map.rows)}
                preserveAspectRatio="none"
            >
                <title>{ "the whole surface, and the part that is shown" }</title>
                <rect
                    class="map-window"
                    x="0"
                    y={map.window.start.to_string()}
                    width={map.columns.to_string()}
                    height={map.window.len().to_string()}
                />
                <path class="map-wanted" d={points(&map.wanted)} />
                <path class="map-touched" d={points(&map.touched)} />
            </svg>
        </div>
    }
}

#[derive(Properties)]
struct GridRowProps {
    surface: Rc<SurfaceView>,
    /// Indices of the row's cells in [`SurfaceView::cells`].
    cells: Range<usize>,
    /// The numbers that fit in a cell.
    digits: Digits,
    /// The number of badges that a cell has room for.
    badges: usize,
    /// Whether the cells are large, so that each shows its offset.
    is_large: bool,
    /// The cell with `tabindex=0` (roving tabindex), if it is in this row.
    reachable: Option<usize>,
    /// Input for these cells that was refused.
    rejected: Vec<Rejected>,
    /// The lane that is dragged in the queue of one of these cells.
    drag: Option<Drag>,
    /// Called if a cell is selected: see [`ValueCell`].
    onselect: Callback<(usize, usize)>,
}

impl GridRowProps {
    fn cells(&self) -> &[CellView] {
        &self.surface.cells[self.cells.clone()]
    }

    /// Returns the data that the row depends on. Other cells of the surface are not part of it.
    fn drawn_from(&self) -> impl PartialEq + '_ {
        let Self { surface, cells, digits, badges, is_large, reachable, rejected, drag, onselect } = self;
        let place = (surface.index, &surface.name, cells, digits, badges, is_large, self.cells());
        (place, reachable, rejected, drag, onselect)
    }
}

impl PartialEq for GridRowProps {
    fn eq(&self, other: &Self) -> bool {
        self.drawn_from() == other.drawn_from()
    }
}

/// A line of the grid. Most steps change few lines.
#[component]
fn GridRow(props: &GridRowProps) -> Html {
    let Program { is_beside, .. } = use_program();
    html! {
        <div class="surface-row">
            <span key="offset" class="offset" title="position of the first cell of the line">
                if !props.is_large { { props.cells()[0].spot.line() } }
            </span>
            { for props.cells().iter().enumerate().map(|(at, cell)| cell_html(props, cell, at, is_beside)) }
        </div>
    }
}

fn cell_html(row: &GridRowProps, cell: &CellView, at: usize, is_beside: bool) -> Html {
    let SurfaceView { index: surface, name, title, .. } = &*row.surface;
    let entry = Entry::Cell { name: name.clone(), index: cell.element };
    let rejected = row.rejected.iter().find(|rejected| rejected.is_of(&entry)).cloned();
    let view = ValueView {
        entry: Some(entry),
        text: AttrValue::from(&*cell.text),
        initial: AttrValue::from(&*cell.initial),
        label: cell.label(title).into(),
        class: class(&cell_classes(cell)),
        id: Some(StagePlace::Cell { surface: *surface, element: cell.element }.id(is_beside).into()),
        answer: cell.answer.clone(),
        rejected,
        digits: Some(row.digits),
    };
    html! {
        <ValueCell
            key={at}
            {view}
            place={(*surface, row.cells.start + at)}
            reachable={row.reachable == Some(at)}
            onselect={row.onselect.clone()}
        >
            if row.is_large {
                // Text of the style sheet, because the accessible name says more.
                <span class="spot" data-spot={cell.spot.short()}></span>
            }
            { bytes_html(cell.bytes.as_deref()) }
            { badges_html(&cell.badges, row.badges, row.drag) }
        </ValueCell>
    }
}

/// Returns marks for the touched bytes of an element. The lowest byte is on the right, as in the number.
fn bytes_html(bytes: Option<&[bool]>) -> Html {
    let Some(bytes) = bytes else { return html! {} };
    html! {
        <span class="bytes" aria-hidden="true">
            { for bytes.iter().rev().map(|touched| html! { <i class={touched.then_some("touched")}></i> }) }
        </span>
    }
}

fn badges_html(badges: &[Badge], room: usize, drag: Option<Drag>) -> Html {
    if badges.is_empty() {
        return html! {};
    }
    let is_queue = badges.iter().any(|badge| badge.queue > 1);
    let badges = dragged(badges, drag);
    let (shown, more) = in_room(&badges, room);
    html! {
        <span class={classes!("badges", is_queue.then_some("queue"))} aria-hidden="true">
            { for shown.iter().map(|badge| {
                let values =
                    [badge_class(badge, drag), place_words(badge).map(AttrValue::from), Some(badge.label().into())];
                element("span", &["class", "data-queue", "data-lane"], &values, html! {})
            }) }
            if more > 0 {
                <span class="more-lanes">{ format!("+{more}") }</span>
            }
        </span>
    }
}

fn outside_html(outside: &OutsideView, is_beside: bool, drag: Option<Drag>) -> Html {
    let class = classes!(
        "outside-cell",
        outside.is_undefined.then_some("undefined"),
        (outside.touched == Touch::Read).then_some("just-read"),
        (outside.touched == Touch::Written).then_some("just-written"),
        outside.selected.then_some("selected"),
    );
    let id = outside.on_stage.id(is_beside);
    html! {
        <li key={id.clone()} {id} {class} title={outside.sentence.clone()}>
            <span class="visually-hidden">{ outside.label() }</span>
            <span aria-hidden="true">{ &outside.place }</span>
            { badges_html(&outside.badges, usize::MAX, drag) }
        </li>
    }
}
