//! Links: their content, changed runs, and robustness against broken links.

use crate::common::{Random, TWO, after, draws, hold_to_limits, open};
use lanescope_core::session::text::{decode_link, encode_link};
use lanescope_core::trace::Granularity;
use lanescope_core::view::lanes::RowValue;
use lanescope_frontend::state::Pair;
use lanescope_frontend::state::link::{Linked, LinkedView, fragment, parse};
use lanescope_frontend::state::{
    Action, ChromeAction, DocumentAction, Model, Notice, Opening, PageKind, PlaybackAction, Selection,
    Setting, Tab, Theme,
};
use std::sync::LazyLock;

/// Opens a fragment on a first visit.
fn visit(fragment: &str) -> Model {
    Opening::new(PageKind::Full, parse(fragment), None).model()
}

/// Returns the fragment that the page writes for a model.
fn fragment_of(model: &Model) -> String {
    let code = encode_link(&model.document.session.text).expect("it is short");
    fragment(&code, &model.linked_view().of_run(model.run().map(|run| &**run)))
}

#[test]
fn a_link_shows_no_variant_that_its_text_does_not_have() {
    let code = encode_link(&format!("{TWO}.variant other {{ .order descending }}\n")).expect("it is short");
    for (side, is_active) in [("v", false), ("b", true)] {
        let known = visit(&format!("{code}&{side}=other"));
        assert_eq!(known.document.pair, Some(Pair { variant: "other".into(), is_active }));
        assert_eq!(visit(&format!("{code}&{side}=another")).document.pair, None);
    }
}

#[test]
fn a_link_shows_what_was_shown() {
    let shown = after(
        open(TWO),
        [
            PlaybackAction::Seek(5).into(),
            Setting::Granularity(Granularity::Lane).into(),
            ChromeAction::Tab(Tab::Instruction).into(),
            Setting::Theme(Theme::Dark).into(),
            ChromeAction::Select(Some(Selection::Lane(1))).into(),
        ],
    );
    let opened = visit(&fragment_of(&shown));
    assert_eq!(
        (&*opened.document.session.text, opened.playback.cursor, opened.granularity()),
        (TWO, 5, Granularity::Lane)
    );
    assert_eq!((opened.chrome.tab, opened.settings.theme), (Tab::Instruction, Theme::Dark));
    assert_eq!((opened.chrome.selection, opened.chrome.notice), (Some(Selection::Lane(1)), None));
}

#[test]
fn a_link_to_another_run_says_so_and_stands_at_the_start() {
    let link = fragment_of(&after(open(TWO), [PlaybackAction::Seek(5).into()]));
    assert_eq!(visit(&link).playback.cursor, 5);
    // Another step than the linked one, as if the steps had been renumbered since.
    let moved = visit(&link.replace("&c=5", "&c=6"));
    assert_eq!((moved.playback.cursor, moved.chrome.notice.clone()), (0, Some(Notice::AnotherRun(6))));
    let beyond = visit(&link.replace("&c=5", "&c=500"));
    assert_eq!((beyond.playback.cursor, beyond.chrome.notice), (0, Some(Notice::AnotherRun(500))));
    // The same step with other values, as if an instruction had changed since.
    let (_, keys) = link.split_once('&').expect("it has keys");
    let other = encode_link(&TWO.replace("= 10 20", "= 11 20")).expect("it is short");
    let other = visit(&format!("{other}&{keys}"));
    assert_eq!((other.playback.cursor, other.chrome.notice), (0, Some(Notice::AnotherRun(5))));
    // The notice does not return after an edit.
    let mended = after(moved, [Action::Notice(None), DocumentAction::Type(format!("{TWO}\n").into()).into()]);
    assert_eq!(mended.chrome.notice, None);
}

#[test]
fn what_a_link_selects_and_the_run_has_not_is_not_selected() {
    let code = encode_link(TWO).expect("it is short");
    for word in ["lane.8", "cell.1.0", "cell.0.2", "element.9.0", "row.in77", "bits.1.0"] {
        assert_eq!(visit(&format!("{code}&s={word}")).chrome.selection, None, "{word}");
    }
    let there = visit(&format!("{code}&s=cell.0.1")).chrome.selection;
    assert_eq!(there, Some(Selection::Cell { surface: 0, element: 1 }));
}

/// A scenario of two lanes with a variant that changes their order, and with non-ASCII characters.
const IN_TWO_WAYS: &str = "\
// Two lanes → one cell 😀
.lanes 8 active=0b11
.decl P1 v_type=P num_elts=8
.decl OFF v_type=G type=ud num_elts=8 align=GRF
.decl VAL v_type=G type=ud num_elts=8 align=GRF
.decl OLD v_type=G type=ud num_elts=8 align=GRF
.decl BUF v_type=T num_elts=1
.set P1 = 0b11
.set OFF = [0; 8]
.set VAL = iota(1, 1)
.surface BUF buffer ud = 10 20
(P1) dword_atomic.add (M1, 8) BUF OFF.0 VAL.0 V0.0 OLD.0
.variant other {
  .order descending
}
";

/// [`IN_TWO_WAYS`], encoded in the first version of links.
const CODE: &str = "v1.9ImCWJVPsU7DMBTc_RU3JhJybaZIyAMIpUtRI1RYEIrc2CmRXBslTiqEkJj4ACY2_o0v4BOwkwJduzz7vbt37242w2rnYKTVHb7e3uGsRqWNwffnxyuhE5BBVr4ZtGBrzglVujIoOIbSPz1qUcD221Ib34lsDy7z_BedY3x6dcCCNM3Givl1vuffni-O4i8Xl0fxL27-_Kz-eSFKp31MIjAli230LnDHzpDdT5PoTqBxXib8BDwN076tZaVH3XVf17pFMCDAGU4ZSQqeQu1cq0rp3bapqFQKyVVYztJxJ9ygLOrGykIJgSgjdJBtI62H8w9B8pkANKiEr9Jdpa1q7Ia8kB8";

/// Returns a view with only a selection.
fn selects(selection: Selection) -> LinkedView {
    LinkedView { selection: Some(selection), ..LinkedView::default() }
}

/// Returns the keys that links may have with that text, and the view that they mean. After a release, none of these may
/// change, and later versions only add keys.
fn keys() -> Vec<(&'static str, LinkedView)> {
    let nothing = LinkedView::default;
    let at = |cursor, fingerprint| LinkedView { cursor, fingerprint: Some(fingerprint), ..nothing() };
    let granularity = |granularity| LinkedView { granularity: Some(granularity), ..nothing() };
    let tab = |tab| LinkedView { tab: Some(tab), ..nothing() };
    let theme = |theme| LinkedView { theme: Some(theme), ..nothing() };
    let row = |slot| selects(Selection::Row(slot));
    let beside =
        |is_active| LinkedView { pair: Some(Pair { variant: "other".into(), is_active }), ..nothing() };
    vec![
        ("", nothing()),
        ("&c=5&f=1w1tgt3", at(5, 4_114_754_391)),
        ("&g=phase", granularity(Granularity::Phase)),
        ("&g=memory", granularity(Granularity::Memory)),
        ("&g=lane", granularity(Granularity::Lane)),
        ("&g=instruction", granularity(Granularity::Instruction)),
        ("&t=semantics", tab(Tab::Semantics)),
        ("&t=readings", LinkedView { shows_readings: true, ..tab(Tab::Semantics) }),
        ("&t=instruction", tab(Tab::Instruction)),
        ("&t=outcomes", tab(Tab::Outcomes)),
        ("&t=variants", tab(Tab::Compare)),
        ("&h=light", theme(Theme::Light)),
        ("&h=dark", theme(Theme::Dark)),
        ("&s=lane.1", selects(Selection::Lane(1))),
        ("&s=row.predicate", row(RowValue::Predicate)),
        ("&s=row.in1", row(RowValue::Input(1))),
        ("&s=row.address", row(RowValue::Address)),
        ("&s=row.old", row(RowValue::Old)),
        ("&s=row.new", row(RowValue::New)),
        ("&s=row.out0", row(RowValue::Output(0))),
        ("&s=cell.0.1", selects(Selection::Cell { surface: 0, element: 1 })),
        ("&s=element.1.3", selects(Selection::Element { variable: 1, element: 3 })),
        ("&s=bits.0.24", selects(Selection::Bits { instruction: 0, low: 24 })),
        ("&v=other", beside(false)),
        ("&c=9&f=1ksh1&b=other", LinkedView { cursor: 9, fingerprint: Some(2_649_637), ..beside(true) }),
    ]
}

#[test]
fn links_open_with_each_key() {
    for (keys, means) in keys() {
        let link = format!("{CODE}{keys}");
        let linked = Linked { text: IN_TWO_WAYS.to_owned(), view: means.clone() };
        assert_eq!(parse(&link), Some(Ok(linked)));
        // The page shows this view and accepts the fingerprint of the run.
        let opened = visit(&link);
        assert_eq!(
            (&*opened.document.session.text, &opened.chrome.notice, opened.playback.cursor),
            (IN_TWO_WAYS, &None, means.cursor),
            "{keys}"
        );
        assert_eq!(
            (opened.settings.granularity, opened.chrome.selection),
            (means.granularity, means.selection),
            "{keys}"
        );
        assert_eq!(
            (opened.chrome.tab, opened.settings.theme),
            (means.tab.unwrap_or_default(), means.theme.unwrap_or_default())
        );
        assert_eq!(opened.document.pair, means.pair, "{keys}");
        assert_eq!(opened.chrome.shows_readings, means.shows_readings, "{keys}");
    }
}

#[test]
fn what_other_versions_add_is_passed_over() {
    let code = encode_link("x").expect("it is short");
    let linked = parse(&format!("{code}&new=1&c=many&&g=week&t=weather&h=pink&s=sun&f=?"));
    assert_eq!(linked, Some(Ok(Linked { text: "x".to_owned(), view: LinkedView::default() })));
}

#[test]
fn no_link_and_a_bad_link_are_told_apart() {
    assert_eq!(parse(""), None);
    let why = |fragment: &str| parse(fragment).expect("it holds something").expect_err("it does not open");
    assert_eq!(why("v1.garbage"), "the link is damaged or was cut off");
    assert_eq!(
        why("v9.AAAA&c=3"),
        "the link was made with another version of Lanescope; open it on the page that made it"
    );
    assert_eq!(why(&format!("v1.{}", "A".repeat(12_000))), "the link is larger than 8 KiB");
}

#[test]
fn every_example_has_a_short_link() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../static/examples");
    let mut lengths = Vec::new();
    for file in std::fs::read_dir(folder).expect("there are examples").flatten() {
        let text = std::fs::read_to_string(file.path()).expect("it is a text");
        let code = encode_link(&text).expect("it fits a link");
        assert_eq!(decode_link(&code).as_deref(), Ok(&*text));
        lengths.push(code.len());
    }
    let longest = lengths.iter().max().copied().unwrap_or(0);
    // This leaves room for the address and for the other keys of a link.
    assert!(lengths.len() > 40 && longest <= 1_850, "{longest}");
}

/// Texts for links.
const LINKED: [&str; 2] = [TWO, "é 😀 <b onclick=alert(1)>"];
/// The other keys of a link.
const KEYS: &str = "&c=3&g=lane&f=1z141z3&t=outcomes&h=dark&s=cell.0.1";

/// Returns a broken link: mutated anywhere, mutated in its keys, or of a mutated text with a correct checksum.
fn broken(random: &mut Random) -> String {
    static CODES: LazyLock<[String; 2]> = LazyLock::new(|| LINKED.map(code));
    let at = random.below(LINKED.len());
    match random.below(3) {
        0 => random.mutated(&format!("{}{KEYS}", CODES[at])),
        1 => format!("{}{}", CODES[at], random.mutated(KEYS)),
        _ => code(&random.mutated(LINKED[at])) + KEYS,
    }
}

fn code(text: &str) -> String {
    encode_link(text).expect("it is short")
}

/// Opens a link, if it is valid.
fn opened(link: &str) -> Option<Model> {
    match parse(link)? {
        Ok(linked) => Some(after(open(TWO), [Action::Follow(linked)])),
        Err(reason) => {
            assert!(!reason.is_empty() && reason.len() < 100, "{reason}");
            None
        }
    }
}

#[test]
fn going_back_keeps_the_theme_and_the_step_size() {
    let code = encode_link(TWO).expect("it is short");
    let chosen = [Setting::Theme(Theme::Light).into(), Setting::Granularity(Granularity::Phase).into()];
    let linked = parse(&format!("{code}&c=3&g=lane&h=dark")).and_then(Result::ok).expect("it opens");
    let model = after(visit(""), chosen.into_iter().chain([Action::Follow(linked)]));
    assert_eq!((&*model.document.session.text, model.playback.cursor), (TWO, 3));
    assert_eq!((model.settings.theme, model.granularity()), (Theme::Light, Granularity::Phase));
}

#[test]
fn no_link_does_harm() {
    let mut random = Random::new(1);
    let mut opened_count = 0;
    for index in 0..draws(1_000) {
        let link = broken(&mut random);
        let Some(model) = opened(&link) else { continue };
        opened_count += 1;
        assert!(model.playback.cursor <= model.run_len() || model.run().is_none(), "{link}");
        // An opened page can be linked again. Compression takes most of the time, so only some pages are tried.
        if index % 10 == 0 {
            assert_eq!(
                opened(&fragment_of(&model)).map(|again| again.document.session.text.clone()),
                Some(model.document.session.text.clone()),
                "{link}"
            );
        }
    }
    // Only links with a correct checksum open.
    assert!((draws(500)..draws(850)).contains(&opened_count), "{opened_count}");
}

#[test]
fn a_link_with_one_other_character_is_damaged() {
    let code = encode_link(TWO).expect("it is short");
    for at in 0..code.len() {
        for other in (' '..='~').filter(|other| !code[at..].starts_with(*other)) {
            let mut link = code.clone();
            link.replace_range(at..=at, other.encode_utf8(&mut [0; 4]));
            assert!(opened(&link).is_none(), "{other} at {at}");
        }
    }
}

#[test]
#[ignore = "it takes the time, and is for `cargo xtask sweep`, which optimises what it runs"]
fn no_link_takes_half_a_second_or_256_mebibytes() {
    let mut random = Random::new(2);
    hold_to_limits(1_000, || broken(&mut random), |link| drop(opened(link)), Clone::clone);
}

#[test]
fn a_name_that_no_variant_can_have_is_no_part_of_a_link() {
    for name in ["<b>", "a-b", "", "a\"b", &"x".repeat(1_000)] {
        let link = format!("{CODE}&v={name}");
        let view = parse(&link).expect("it is a link").expect("it can be read").view;
        assert_eq!(view.pair, None, "{name}");
    }
}
