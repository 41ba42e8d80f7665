//! Components rendered on the host: their content for users and for screen readers.

use crate::common::{FOUR, TWO, TWO_LEN, good};
use lanescope_core::diag::Diagnostic;
use lanescope_core::session::{
    Session,
    run::{LaneMask, Stop},
    text::{Expectation, Kind, Rule, Span, Verdict},
};
use lanescope_core::trace::{Granularity, MarkKind};
use lanescope_frontend::components::{
    self, App, AppProps, DiagnosticsList, DiagnosticsListProps, LaneMenu, LaneMenuProps, expectation_list,
};
use lanescope_frontend::state::choice::{Choice, Row};
use lanescope_frontend::state::invariants::{Broken, InvariantLine};
use lanescope_frontend::state::link::LinkedView;
use lanescope_frontend::state::narration::NarrationView;
use lanescope_frontend::state::timeline::TimelineView;
use lanescope_frontend::state::{ByIdentity, Entry, Opening, Pair, Rejected, StageNote, Tab};
use std::rc::Rc;
use yew::prelude::*;
use yew::{BaseComponent, ServerRenderer};

/// Renders a component to HTML, without the marks for hydration.
fn render<C>(props: impl FnOnce() -> C::Properties + Send + 'static) -> String
where
    C: BaseComponent,
{
    let runtime = tokio::runtime::Builder::new_current_thread().build().expect("a runtime for one thread");
    runtime.block_on(ServerRenderer::<C>::with_props(props).hydratable(false).render())
}

#[derive(Properties, PartialEq)]
struct AloneProps {
    html: Html,
}

#[component]
fn Alone(props: &AloneProps) -> Html {
    props.html.clone()
}

/// Renders a part of the page alone.
fn render_alone(html: impl FnOnce() -> Html + Send + 'static) -> String {
    render::<Alone>(move || AloneProps { html: html() })
}

/// Returns the opening tags with a name, each with its attributes.
fn tags<'a>(html: &'a str, name: &str) -> Vec<&'a str> {
    let start = format!("<{name} ");
    html.match_indices(&start)
        .map(|(at, _)| &html[at..at + html[at..].find('>').expect("tags are closed")])
        .collect()
}

/// Returns the text without tags.
fn text(html: &str) -> String {
    let mut text = String::new();
    for piece in html.split('<') {
        text.push_str(piece.split_once('>').map_or(piece, |(_, after)| after));
        text.push(' ');
    }
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn a_variant_with_errors_is_named_and_cannot_be_shown() {
    for (line, is_broken) in [(".order descending", false), (".set NONE = 1", true)] {
        let scenario = format!("{FOUR}.variant other {{ {line} }}\n");
        let html = render::<App>(move || {
            let view = LinkedView { tab: Some(Tab::Compare), ..LinkedView::default() };
            let opening = Opening { text: scenario.into(), view, ..Opening::default() };
            AppProps { opening, stage_px: None }
        });
        let side_by_side = html.split("<button ").find(|rest| rest.contains(">Show side by side<"));
        assert_eq!(side_by_side.is_some_and(|it| it.contains("disabled")), is_broken, "{side_by_side:?}");
        let panel = text(&html);
        assert_eq!(panel.contains("other has errors; fix them to compare the two"), is_broken, "{panel}");
        assert_eq!(panel.contains("Compare all orders"), !is_broken, "{panel}");
    }
}

#[test]
fn no_id_occurs_twice_with_two_sides_on_the_stage() {
    let block_linear = include_str!("../../static/examples/29-block-linear.lane");
    for (text, expected) in
        [(FOUR, &["cell-0-0", "lane-0-old", "outside-0-64"][..]), (block_linear, &["cell-0-0"])]
    {
        let text = format!("{text}.variant other {{ .order descending }}\n");
        let html = render::<App>(move || {
            let pair = Some(Pair { variant: "other".into(), is_active: false });
            let view = LinkedView { pair, ..LinkedView::default() };
            let opening = Opening { text: text.into(), view, ..Opening::default() };
            AppProps { opening, stage_px: None }
        });
        let mut ids: Vec<&str> =
            html.split(" id=\"").skip(1).filter_map(|rest| rest.split('"').next()).collect();
        for id in expected {
            assert!(ids.contains(id) && ids.contains(&&*format!("beside-{id}")), "{id} of {ids:?}");
        }
        ids.sort_unstable();
        let twice: Vec<&[&str]> = ids.windows(2).filter(|pair| pair[0] == pair[1]).collect();
        assert!(twice.is_empty(), "{twice:?}");
    }
}

#[test]
fn headings_skip_no_level() {
    for Row { value: tab, label, .. } in Tab::ROWS {
        let html = render::<App>(move || {
            let view = LinkedView { tab: Some(*tab), cursor: 3, ..LinkedView::default() };
            let opening = Opening { text: FOUR.into(), view, ..Opening::default() };
            AppProps { opening, stage_px: None }
        });
        let levels = html.split("<h").skip(1).filter_map(|rest| rest.chars().next()?.to_digit(10));
        let levels: Vec<u32> = levels.collect();
        let skip = levels.windows(2).find(|pair| pair[1] > pair[0] + 1);
        assert_eq!((levels.first(), skip), (Some(&1), None), "{tab:?}: {levels:?}");
        assert!(html.contains(&format!("<h2 class=\"visually-hidden\">{label}</h2>")), "{tab:?}");
    }
}

mod lanes {
    use super::*;

    const TEXT: &str = "\
.isa visa grf=32
.lanes 8 active=0b1111_0111
.decl OFF v_type=G type=ud num_elts=8 align=GRF
.decl BUF v_type=T num_elts=1
.set OFF = iota(0, 4)
.surface BUF buffer ud = [0; 8]
dword_atomic.inc (M1, 8) BUF OFF.0 V0.0 V0.0 V0.0
";

    /// Returns the page with a text.
    fn page(text: &'static str) -> String {
        render::<App>(move || AppProps {
            opening: Opening { text: text.into(), ..Opening::default() },
            stage_px: None,
        })
    }

    fn switches(html: &str) -> Vec<&str> {
        tags(html, "button").into_iter().filter(|tag| tag.contains("role=\"switch\"")).collect()
    }

    #[test]
    fn each_lane_has_a_switch_with_a_name_and_a_state() {
        let html = page(TEXT);
        let on: Vec<bool> = switches(&html).iter().map(|tag| tag.contains("aria-checked=\"true\"")).collect();
        assert_eq!(on, [true, true, true, false, true, true, true, true]);
        for (lane, tag) in switches(&html).iter().enumerate() {
            assert!(tag.contains(&format!("aria-label=\"lane {lane} on\"")), "{tag}");
        }
    }

    #[test]
    fn heads_and_switches_are_one_tab_stop() {
        let html = page(TEXT);
        let in_heads =
            |tag: &&&str| tag.contains("class=\"lane-head\"") || tag.contains("class=\"lane-switch\"");
        let buttons = tags(&html, "button");
        let heads: Vec<&&str> = buttons.iter().filter(in_heads).collect();
        assert_eq!(heads.len(), 16);
        assert_eq!(heads.iter().filter(|tag| tag.contains("tabindex=\"0\"")).count(), 1);
    }

    #[test]
    fn the_menu_shows_the_mask_in_hex_with_a_digit_for_four_lanes() {
        let menu = |count: u8, mask: u32| {
            text(&render::<LaneMenu>(move || LaneMenuProps { count, mask: LaneMask(mask), rejected: None }))
        };
        assert_eq!(menu(8, 0xf7), "8 lanes mask 0xf7");
        assert_eq!(menu(16, 0x1), "16 lanes mask 0x0001");
        assert_eq!(menu(32, 0x8000_0000), "32 lanes mask 0x80000000");
    }

    #[test]
    fn a_refused_mask_is_shown_with_its_reason_and_the_number_of_lanes() {
        let html = render::<LaneMenu>(|| LaneMenuProps {
            count: 16,
            mask: LaneMask(0),
            rejected: Some(Rejected {
                entry: Some(Entry::Mask),
                typed: "1,99".into(),
                reason: "lane 99 does not exist".into(),
                room: None,
            }),
        });
        assert!(html.contains("value=\"1,99\"") && html.contains("lane 99 does not exist"), "{html}");
        let chosen: Vec<&str> =
            tags(&html, "option").into_iter().filter(|tag| tag.contains("selected")).collect();
        assert_eq!(chosen.len(), 1);
        assert!(html.contains(&format!("{}>16 lanes", chosen[0])));
    }
}

mod timeline {
    use super::*;

    fn timeline(cursor: u32, change: impl FnOnce(&mut TimelineView) + Send + 'static) -> String {
        timeline_of(TWO, cursor, change)
    }

    fn timeline_of(
        text: &'static str,
        cursor: u32,
        change: impl FnOnce(&mut TimelineView) + Send + 'static,
    ) -> String {
        render_alone(move || {
            let mut view = TimelineView {
                cursor,
                run: Some(good(text).run),
                position: "step 7 of 12 · lane 1 · read".into(),
                granularity: Granularity::Phase,
                playing: false,
                plays_fast: false,
                invitation: false,
                until: "".into(),
                stops: Rc::default(),
                pinned: None,
            };
            change(&mut view);
            components::timeline(&view, &Callback::noop())
        })
    }

    #[test]
    fn the_slider_goes_from_start_to_end_and_says_where_it_is_in_words() {
        let html = timeline(7, |_| ());
        let input = tags(&html, "input").pop().expect("the slider comes last");
        for attribute in ["type=\"range\"", "min=\"0\"", &format!("max=\"{TWO_LEN}\""), "value=\"7\""] {
            assert!(input.contains(attribute), "{attribute} in {input}");
        }
        assert!(input.contains("aria-valuetext=\"step 7 of 12 · lane 1 · read\""));
        assert!(input.contains("aria-label=\"position in the run\""));
    }

    #[test]
    fn every_button_has_a_name() {
        let html = timeline(7, |_| ());
        for name in ["to the start", "step back", "play", "to the end"] {
            assert!(html.contains(&format!("aria-label=\"{name}\"")), "{name}");
        }
        assert!(text(&html).contains("Step") && text(&html).contains("More playback controls"));
    }

    #[test]
    fn the_play_button_pauses_playback() {
        for playing in [false, true] {
            let html = timeline(7, move |view| view.playing = playing);
            assert_eq!(html.contains("title=\"Pause (Space)\""), playing);
            assert_eq!(html.contains("title=\"Play (Space)\""), !playing);
        }
    }

    #[test]
    fn what_leads_nowhere_says_so_and_keeps_the_focus() {
        let disabled = |html: &str, name: &str| {
            let tag =
                tags(html, "button").into_iter().find(|tag| tag.contains(&format!("aria-label=\"{name}\"")));
            tag.expect("the button is there").contains("aria-disabled=\"true\"")
        };
        let start = timeline(0, |_| ());
        assert!(disabled(&start, "step back") && disabled(&start, "to the start"));
        assert!(!disabled(&start, "to the end"));
        let end = timeline(TWO_LEN, |_| ());
        assert!(disabled(&end, "to the end") && !disabled(&end, "step back"));
        assert!(!end.contains(" disabled"), "no button is taken out of the tab order");
    }

    #[test]
    fn the_current_step_size_is_selected() {
        let html = timeline(0, |view| view.granularity = Granularity::Lane);
        let selected: Vec<&str> =
            tags(&html, "option").into_iter().filter(|tag| tag.contains("selected")).collect();
        assert_eq!(selected.len(), 1);
        assert!(html.contains(&format!("{}>by lane<", selected[0])));
    }

    #[test]
    fn an_invitation_marks_the_step_button() {
        assert!(timeline(0, |view| view.invitation = true).contains("inviting"));
        assert!(!timeline(1, |_| ()).contains("inviting"));
    }

    #[test]
    fn kinds_of_marks_differ_in_shape_and_title() {
        // Lane 1 is out of bounds, lane 2 is misaligned, and lane 3 adds an undefined value where lane 0 adds 1.
        const KINDS: &str = "\
.lanes 8
.decl OFF v_type=G type=ud num_elts=8 align=GRF
.decl VAL v_type=G type=ud num_elts=8 align=GRF
.decl BUF v_type=T num_elts=1
.set OFF = 12 16 6 12
.set VAL = 1 1 1
.surface BUF buffer ud = 1 2 3 4
.reading misaligned = mask
dword_atomic.add (M1, 4) BUF OFF.0 VAL.0 V0.0 V0.0
";
        let html = timeline_of(KINDS, 0, |_| ());
        let marks = html.split("class=\"mark ").skip(1);
        let mut shapes: Vec<&str> =
            marks.map(|mark| &mark[mark.find("<path d=").expect("a mark has a shape")..]).collect();
        shapes.iter_mut().for_each(|shape| *shape = &shape[..shape.find("></path>").unwrap_or(shape.len())]);
        shapes.sort_unstable();
        shapes.dedup();
        assert_eq!(shapes.len(), 4);
        let run = good(KINDS).run;
        let mark = run.marks().iter().find(|mark| mark.kind == MarkKind::Undefined).expect("it is marked");
        let (cursor, per_mille) = (mark.step + 1, 1000 * (mark.step + 1) / run.len());
        assert!(html.contains(&format!("<title>undefined value at step {cursor}, lane 3</title>")), "{html}");
        assert!(html.contains(&format!("x=\"{}.{}%\"", per_mille / 10, per_mille % 10)), "{html}");
    }
}

mod diagnostics_list {
    use super::*;

    const RULE: Rule = Rule::new("some-rule", Kind::Invalid, "something must hold", ("A page", "a heading"));

    fn list(text: &'static str, diagnostics: Vec<Diagnostic>) -> String {
        render::<DiagnosticsList>(move || {
            let mut session = Session::open(text);
            session.diagnostics = diagnostics;
            let session = ByIdentity::new(session);
            DiagnosticsListProps { session, known: None }
        })
    }

    #[test]
    fn nothing_wrong_is_said() {
        assert_eq!(text(&list("x", Vec::new())), "Problems No problems.");
    }

    #[test]
    fn a_finding_has_severity_line_message_rule_and_fix() {
        let finding = Diagnostic::error(&RULE, Span::new(2, 3), "expected `8` & not <b>")
            .note("a remark")
            .fix_here("Use 8", "8");
        let html = list("a\nb", vec![finding]);
        let text = text(&html);
        for part in
            ["error", "line 2", "some-rule", "something must hold", "a remark", "A page, a heading", "Use 8"]
        {
            assert!(text.contains(part), "{part} in {text}");
        }
        assert!(
            html.contains("expected <code>8</code> &amp; not &lt;b&gt;"),
            "escaped, ticks as code: {html}"
        );
    }

    #[test]
    fn errors_come_first_and_severities_are_words() {
        let html = list(
            "a",
            vec![
                Diagnostic::info(&RULE, Span::at(0), "1"),
                Diagnostic::error(&RULE, Span::at(0), "2"),
                Diagnostic::warning(&RULE, Span::at(0), "3"),
                Diagnostic::error(&RULE, Span::at(0), "4"),
            ],
        );
        let text = text(&html);
        assert!(text.contains("Problems 2 errors, 1 warning, 1 note"), "{text}");
        let places = ["error 2", "error 4", "warning 3", "note 1"].map(|words| text.find(words));
        assert!(places.iter().all(Option::is_some) && places.is_sorted(), "{text}");
        assert!(!html.contains("class=\"fix\""));
    }
}

mod narration {
    use super::*;

    fn narration(change: impl FnOnce(&mut NarrationView) + Send + 'static) -> String {
        render_alone(move || components::narration(&view(change)))
    }

    /// Returns the list that the verdict opens.
    fn list(change: impl FnOnce(&mut NarrationView) + Send + 'static) -> String {
        render_alone(move || expectation_list(&view(change), &Callback::noop()))
    }

    fn view(change: impl FnOnce(&mut NarrationView)) -> NarrationView {
        let mut view = NarrationView {
            sentence: None,
            computation: "".into(),
            is_cost: false,
            lists_expectations: true,
            is_changed: false,
            readings: Vec::new(),
            touched: 0,
            can_step: true,
            at_end: false,
            stop: Stop::End,
            playing: false,
            broken: None,
            expectations: Rc::default(),
            is_judging: false,
            invariants: Rc::default(),
            has_panels: true,
            can_scroll: true,
            offers_lesson: false,
            run: None,
            doors: None,
            note: None,
        };
        change(&mut view);
        view
    }

    #[test]
    fn a_failed_expectation_leads_to_the_step_that_wrote_the_value() {
        // Lane 1 adds 2 to 20; no lane accesses the third element.
        let text_of = "\
.lanes 8 active=0b11
.decl OFF v_type=G type=ud num_elts=8
.decl VAL v_type=G type=ud num_elts=8
.decl BUF v_type=T num_elts=1
.set OFF = 0 4
.set VAL = 1 2
.surface BUF buffer ud = 10 20 30
dword_atomic.add (M1, 8) BUF OFF.0 VAL.0 V0.0 V0.0
.expect BUF = 11 23 31
";
        let session = Session::open(text_of);
        let run = session.run.as_ref().expect("it runs");
        let (step, lane) = run.writers(session.expectations[0].places[0]).last().expect("lane 1 writes it");
        assert_eq!(lane.map(|lane| lane.0), Some(1));
        let link = format!("BUF[1] is 22, expected 23 lane 1, step {}", step + 1);
        let list = text(&list(move |view| {
            let session = Session::open(text_of);
            view.expectations = Rc::new(vec![("A".to_owned(), session.expectations[0].clone())]);
            view.run = session.run.map(ByIdentity);
        }));
        assert!(list.contains(&link), "{list}");
        assert!(list.contains("BUF[2] is 30, expected 31 · never written"), "{list}");
    }

    fn expectation(line: &str, differences: &[&str]) -> (String, Expectation) {
        let differences: Vec<String> = differences.iter().map(|&it| it.to_owned()).collect();
        (line.to_owned(), Expectation::judged(Span::at(0), differences))
    }

    #[test]
    fn a_note_on_the_stage_takes_the_place_of_the_verdict() {
        let html = narration(|view| {
            view.expectations = Rc::new(vec![expectation(".expect A = 1", &[])]);
            view.note = Some(StageNote { title: "Running…", sentence: "".into(), steps: Some(1_200_000) });
        });
        assert!(text(&html).ends_with("Running… 1,200,000 steps"), "{html}");
        let (status, count) = (html.find("role=\"status\""), html.find("aria-live=\"off\""));
        assert!(status.is_some() && status < count, "the number of steps is not announced: {html}");
    }

    #[test]
    fn an_invariant_that_is_broken_leads_to_its_step() {
        let change = |view: &mut NarrationView| {
            view.sentence = Some("Lane 1 writes 13.".into());
            view.at_end = true;
            let broken = |cursor| Some(Broken { cursor, values: "`sum(BUF)` is 103".to_owned() });
            let line = |line: &str, broken| InvariantLine { line: line.to_owned(), broken };
            let lines = [
                line(".invariant a: x", broken(11)),
                line(".invariant b: y", None),
                line(".invariant c: z", broken(0)),
            ];
            view.invariants = Rc::new(lines.to_vec());
        };
        let verdict = text(&narration(change));
        assert!(verdict.contains("2 of 3 expectations failed"), "{verdict}");
        let list = text(&list(change));
        for words in [
            "failed .invariant a: x Go to step 11 sum(BUF) is 103",
            "passed .invariant b: y",
            "Go to the start",
        ] {
            assert!(list.contains(words), "{words} in {list}");
        }
    }

    #[test]
    fn the_start_invites() {
        assert!(text(&narration(|_| ())).contains("Press → or Step Tap Step to run the first step."));
    }

    #[test]
    fn where_nothing_runs_nothing_is_to_be_pressed() {
        let said = text(&narration(|view| view.can_step = false));
        assert!(said.contains("There is nothing to step through yet."));
        assert!(!said.contains("Press"));
    }

    #[test]
    fn the_first_lesson_is_offered_at_the_start() {
        let offered = narration(|view| view.offers_lesson = true);
        assert!(text(&offered).contains("Take the first lesson"));
        let under_way = narration(|view| {
            view.offers_lesson = true;
            view.sentence = Some("Lane 3 reads 10.".into());
        });
        assert!(!text(&under_way).contains("lesson"));
        assert!(!text(&narration(|_| ())).contains("lesson"));
    }

    #[test]
    fn a_step_is_announced_unless_it_plays() {
        let html = narration(|view| view.sentence = Some("Lane 3 reads 10.".into()));
        assert!(html.contains("aria-live=\"polite\"") && html.contains("Lane 3 reads 10."));
        let playing = narration(|view| view.playing = true);
        assert!(playing.contains("aria-live=\"off\""));
    }

    #[test]
    fn the_end_says_whether_expectations_hold() {
        let at_end = |expectations: Vec<(String, Expectation)>| {
            text(&narration(move |view| {
                view.at_end = true;
                view.expectations = Rc::new(expectations);
            }))
        };
        assert!(at_end(Vec::new()).contains("The run is over"));
        let cut_off = narration(|view| (view.at_end, view.stop) = (true, Stop::Budget));
        assert!(text(&cut_off).contains("Cut off"));
        assert!(at_end(vec![expectation("A", &[])]).contains("1 of 1 expectation holds"));
        assert!(
            at_end(vec![expectation("A", &[]), expectation("B", &[])]).contains("2 of 2 expectations hold")
        );
        let both = || vec![expectation("A", &[]), expectation(".expect B", &["B[0] is 3, expected 4"])];
        let failed = at_end(both());
        assert!(failed.contains("1 of 2 expectations failed"), "{failed}");
        let list = text(&list(move |view| view.expectations = Rc::new(both())));
        assert!(list.contains("passed A failed .expect B B[0] is 3, expected 4"), "{list}");
    }

    #[test]
    fn what_is_expected_of_all_orders_is_not_judged() {
        let change = |view: &mut NarrationView| {
            let (line, judged) = expectation(".expect order-independent", &[]);
            let open = Expectation { verdict: Verdict::NotJudged, ..judged };
            view.at_end = true;
            view.expectations = Rc::new(vec![expectation("A", &[]), (line, open)]);
        };
        let verdict = text(&narration(change));
        assert!(verdict.contains("1 of 1 expectation holds"), "{verdict}");
        let list = text(&list(change));
        assert!(list.contains("not checked .expect order-independent"), "{list}");
    }

    #[test]
    fn what_is_about_to_be_judged_is_not_to_be_pressed_for() {
        let said = |is_judging| {
            text(&list(move |view| {
                view.sentence = Some("Lane 1 writes 13.".into());
                view.at_end = true;
                view.is_judging = is_judging;
                let (line, mut open) = expectation(".expect outcomes memory 4", &[]);
                open.verdict = Verdict::NotJudged;
                view.expectations = Rc::new(vec![(line, open)]);
            }))
        };
        assert!(said(true).contains("checking .expect outcomes memory 4"), "{}", said(true));
        assert!(!said(true).contains("Explore all orders"));
        assert!(
            said(false).contains("not checked .expect outcomes memory 4 Explore all orders"),
            "{}",
            said(false)
        );
    }

    #[test]
    fn expectations_wait_for_the_end() {
        let html = narration(|view| view.expectations = Rc::new(vec![expectation("A", &[])]));
        assert!(text(&html).contains("1 expectation"));
        assert!(!text(&html).contains("holds"));
    }
}
