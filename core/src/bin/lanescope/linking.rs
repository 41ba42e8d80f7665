//! `link`: the link that opens a scenario in the page or in an embed.

use super::arguments::{Link, StepSize};
use super::{FINE, UNUSABLE, VerbResult, complain, open_side, variants_in_words};
use lanescope_core::session::{
    Session,
    report::{EmbedPlace, check_combination, embed_options, folder_with_slash},
    text::{encode_link, link_fingerprint, link_fragment},
};
use std::io::Write;

/// Prints the link.
pub fn link(asked: &Link, out: &mut impl Write) -> VerbResult {
    let Some(session) = open_side(&asked.file, None, u32::MAX) else { return Ok(UNUSABLE) };
    match address(asked, &session) {
        Ok(address) => writeln!(out, "{address}").map(|()| FINE),
        Err(problem) => {
            complain(format_args!("error: {}: {problem}", asked.file));
            Ok(UNUSABLE)
        }
    }
}

fn address(asked: &Link, session: &Session) -> Result<String, String> {
    let code = encode_link(&session.text).ok_or("the text is too long for a link")?;
    if let Some(name) = &asked.variant
        && !session.variants().any(|variant| variant == name)
    {
        return Err(format!("no variant is called `{name}`; {}", variants_in_words(session)));
    }
    let step = asked.step.filter(|step| *step > 0);
    let fingerprint = step.map(|step| fingerprint(session, step)).transpose()?;
    let granularity = asked.granularity.map(|size| match size {
        StepSize::Step => "phase",
        StepSize::Memory => "memory",
        StepSize::Lane => "lane",
        StepSize::Instruction => "instruction",
    });
    let keys = [
        ("c", step.map(|step| step.to_string())),
        ("g", granularity.map(str::to_owned)),
        ("f", fingerprint),
        ("v", asked.variant.clone()),
    ];
    let page = match &asked.embed {
        Some(options) => format!("embed.html?{}", query(options)?),
        None => String::new(),
    };
    Ok(format!("{}{page}#{}", folder_with_slash(&asked.base), link_fragment(&code, &keys)))
}

/// Returns the fingerprint of a step, for the notice that a later version may have another step there.
fn fingerprint(session: &Session, step: u32) -> Result<String, String> {
    let run = session.run.as_ref().ok_or("no instruction runs, so the run has no steps")?;
    if step > run.len() {
        return Err(format!("step {step} does not exist; the run has steps 0 to {}", run.len()));
    }
    Ok(link_fingerprint(run.fingerprint(step)))
}

/// Checks the options of an embed, and returns the query of its frame.
fn query(options: &[String]) -> Result<String, String> {
    let mut given = Vec::new();
    for option in options {
        let (name, value) =
            option.split_once('=').map_or((option.as_str(), None), |(name, value)| (name, Some(value)));
        let Some(known) = embed_options(EmbedPlace::Frame).find(|known| known.name == name) else {
            let forms: Vec<String> =
                embed_options(EmbedPlace::Frame).map(|known| format!("`{}`", known.form())).collect();
            return Err(format!("a frame takes {}, not `{name}`", forms.join(", ")));
        };
        known.check(value)?;
        given.push((name, value.unwrap_or_default()));
    }
    check_combination(&given)?;
    Ok(options.join("&"))
}
