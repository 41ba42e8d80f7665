//! The state that tabs store and visits open, rescued texts, and the history of a plain field: nothing that was typed is lost.

use crate::common::after;
use lanescope_core::session::known_sets;
use lanescope_core::trace::Granularity;
use lanescope_frontend::state::link::{Linked, LinkedView};
use lanescope_frontend::state::{
    LearningAction, Model, Notice, Opening, PageKind, Saved, Settings, TextChange, TextHistory, Theme,
    gallery,
};

#[test]
fn a_tab_that_was_not_edited_keeps_the_text_of_another_tab() {
    let of = |text: &str, cursor, theme| Saved {
        text: Some(text.into()),
        cursor,
        settings: Settings { theme, ..Settings::default() },
        until: text.into(),
        ..Saved::default()
    };
    let stored = || Some(of("newer", 5, Theme::Light));
    let older = || of("older", 9, Theme::Dark);
    let (unedited, edited) = (&of("older", 0, Theme::System), &of("oldest", 0, Theme::System));
    assert_eq!(older().over(stored(), unedited, None), of("newer", 5, Theme::Dark));
    assert_eq!(older().over(stored(), edited, None), older());
    // If two tabs have the same text, the last one stores its cursor.
    assert_eq!(of("newer", 9, Theme::Dark).over(stored(), &of("newer", 0, Theme::System), None).cursor, 9);
    // Nothing is stored yet, so no text is lost.
    assert_eq!(older().over(None, unedited, None), older());
    assert_eq!(older().over(Some(Saved::default()), unedited, None), older());
}

#[test]
fn a_tab_stores_only_the_settings_that_it_changed() {
    let of = |theme, granularity, stepped| Saved {
        settings: Settings { theme, granularity, stepped, ..Settings::default() },
        ..Saved::default()
    };
    let stored = |own: Saved, stored, last| own.over(stored, &last, None).settings;
    // Another tab has chosen dark, and this one steps for the first time.
    let dark = of(Theme::Dark, None, false);
    let (opened, moved) = (of(Theme::System, None, false), of(Theme::System, None, true));
    assert_eq!(stored(moved, Some(dark), opened), of(Theme::Dark, None, true).settings);
    // A link has brought a theme and a step size, and the reader chooses another step size.
    let linked = of(Theme::Dark, Some(Granularity::Lane), true);
    let chosen = of(Theme::Dark, Some(Granularity::Phase), true);
    let expected = of(Theme::System, Some(Granularity::Phase), true);
    assert_eq!(stored(chosen, None, linked), expected.settings);
    // The first step of another tab stays.
    let stepped = of(Theme::System, None, true);
    let (opened, light) = (of(Theme::System, None, false), of(Theme::Light, None, false));
    assert_eq!(stored(light, Some(stepped), opened), of(Theme::Light, None, true).settings);
}

#[test]
fn an_edit_in_a_linked_scenario_keeps_the_text_that_it_replaces() {
    let of = |text: &str| Saved { text: Some(text.into()), ..Saved::default() };
    let (own, linked, edited) = (of("own"), of("linked"), of("edited"));
    let unopened = own.clone().unopened(&linked);
    let over = |saved: &Saved, stored: &Saved, last: &Saved| {
        saved.clone().over(Some(stored.clone()), last, unopened.as_ref())
    };
    assert_eq!(over(&linked, &own, &linked), own, "a look replaces nothing");
    let after = over(&edited, &own, &linked);
    assert_eq!(after, Saved { rescued: vec!["own".into()], ..edited.clone() });
    assert_eq!(over(&of("again"), &after, &edited).rescued, after.rescued);
    // The text is open in another tab.
    assert_eq!(over(&edited, &of("another tab"), &linked), edited);
    assert_eq!(own.clone().unopened(&own), None);
    assert_eq!(of(gallery::first()).unopened(&linked), None);
}

fn view() -> LinkedView {
    LinkedView { cursor: 3, granularity: Some(Granularity::Lane), ..LinkedView::default() }
}

fn link(text: &str) -> Option<Result<Linked, String>> {
    Some(Ok(Linked { text: text.to_owned(), view: view() }))
}

fn left(text: &str) -> Option<Saved> {
    Some(Saved { text: Some(text.into()), cursor: 5, ..Saved::default() })
}

#[test]
fn a_link_comes_before_what_was_left_and_that_before_the_example() {
    let opened = |link, saved| {
        let opening = Opening::new(PageKind::Full, link, saved);
        (opening.text.to_string(), opening.view.cursor, opening.view.granularity)
    };
    assert_eq!(opened(link("a"), left("b")), ("a".to_owned(), 3, Some(Granularity::Lane)));
    assert_eq!(opened(None, left("b")), ("b".to_owned(), 5, None));
    let settings_only = Some(Saved { text: None, cursor: 5, ..Saved::default() });
    assert_eq!(opened(None, settings_only), (gallery::first().to_owned(), 0, None));
}

#[test]
fn a_bad_link_is_told_and_hides_no_text_that_was_left() {
    let bad = || Some(Err("why".to_owned()));
    let opening = Opening::new(PageKind::Full, bad(), left("b"));
    assert_eq!(&*opening.text, "b");
    assert_eq!(opening.notice, Some(Notice::BadLink("why".to_owned())));
}

#[test]
fn the_last_eight_rescued_texts_are_kept() {
    let mut saved = Saved::default();
    saved.rescue((0..10).map(|number| number.to_string().into()));
    assert_eq!((&*saved.rescued[0], &*saved.rescued[7], saved.rescued.len()), ("2", "9", 8));
}

#[test]
fn a_rescued_text_comes_before_all_other_messages() {
    let saved = || Some(Saved { rescued: vec!["c".into()], ..Saved::default() });
    let notice = |link| Opening::new(PageKind::Full, link, saved()).model().chrome.notice;
    let rescued = Some(Notice::Rescued("c".into()));
    assert_eq!(notice(None), rescued);
    assert_eq!(notice(Some(Err("why".to_owned()))), rescued);
    // Its step is in another run.
    let text = gallery::first().to_owned();
    let linked = Linked { text, view: LinkedView { fingerprint: Some(0), ..view() } };
    assert_eq!(notice(Some(Ok(linked))), rescued);
}

#[test]
fn a_rescued_text_is_offered_beside_the_stored_text() {
    let notice = |link| {
        let saved = left("b").map(|left| Saved { rescued: vec!["c".into(), "d".into()], ..left });
        Opening::new(PageKind::Full, link, saved).notice
    };
    assert_eq!(notice(None), Some(Notice::Rescued("d".into())));
    assert_eq!(notice(link("b")), Some(Notice::Rescued("d".into())));
    assert_eq!(notice(link("a")), None);
}

#[test]
fn answers_survive_a_reload() {
    let asking = |name: &str| format!("{}\n.ask element {name}\n", gallery::first());
    let open = |text: &str, saved| Model::new(text, saved, PageKind::Full, &known_sets());
    let answer = |model: &Model| model.learning.quiz.as_ref().expect("it asks").questions[0].answer.clone();
    let model = after(open(&asking("OLD"), None), [LearningAction::Type(0, "10 11".into()).into()]);
    let saved = Saved::parse(&Saved::from(&model).to_json()).expect("it can be read");
    let (same, other) = (open(&asking("OLD"), Some(&saved)), open(&asking("VAL"), Some(&saved)));
    assert!(same.is_hiding());
    assert_eq!((answer(&same), answer(&other)), ("10 11".to_owned(), String::new()));
}

#[test]
fn a_history_goes_back_and_forward() {
    let mut history = TextHistory::default();
    let record = |history: &mut TextHistory, text: &str| history.record(&text.into(), TextChange::Step);
    let step = |history: &mut TextHistory, is_redo| {
        let text = history.step(is_redo)?;
        // The field takes over the text.
        record(history, &text);
        Some(text.to_string())
    };
    ["a", "b", "c"].iter().for_each(|text| record(&mut history, text));
    let back = [false, false, false].map(|is_redo| step(&mut history, is_redo));
    assert_eq!(back, [Some("b".into()), Some("a".into()), None]);
    assert_eq!(
        [true, true, true].map(|it| step(&mut history, it)),
        [Some("b".into()), Some("c".into()), None]
    );
    step(&mut history, false);
    record(&mut history, "d");
    assert_eq!(step(&mut history, true), None, "an edit ends what can be redone");
    history.record(&"e".into(), TextChange::Joined);
    assert_eq!(step(&mut history, false).as_deref(), Some("b"));
}
