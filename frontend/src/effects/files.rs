//! Files that the user chooses or drops on the page.

use super::dom::root;
use super::events::use_window_event;
use crate::state::opened::{self, Chosen};
use crate::state::{Action, ChromeAction, Notice};
use gloo_events::EventListenerOptions;
use gloo_file::Blob;
use gloo_file::futures::read_as_bytes;
use wasm_bindgen_futures::spawn_local;
use web_sys::{DataTransfer, DragEvent, File, FileList};
use yew::prelude::*;

/// Opens the chosen file, or shows why it cannot be opened.
pub fn open(files: Option<FileList>, dispatch: &Callback<Action>) {
    let Some(files) = files.filter(|files| files.length() > 0) else { return };
    // The browser empties the list when the field is cleared, so it is read before the first await.
    let (count, file, dispatch) = (files.length(), files.get(0), dispatch.clone());
    // A dialog would cover a message about a file that cannot be opened.
    dispatch.emit(ChromeAction::Dialog(None).into());
    spawn_local(async move {
        let chosen = file.as_ref().map(|file| Chosen { name: file.name(), size_bytes: file.size() });
        let result = match opened::choose(count, chosen) {
            Ok(name) => match read(file).await {
                Some(bytes) => opened::text(&name, bytes),
                None => Err(format!("`{name}` could not be read")),
            },
            Err(reason) => Err(reason),
        };
        match result {
            Ok(text) => opened::actions(text).into_iter().for_each(|action| dispatch.emit(action)),
            Err(reason) => dispatch.emit(Action::Notice(Some(Notice::NotOpened(reason)))),
        }
    });
}

async fn read(file: Option<File>) -> Option<Vec<u8>> {
    read_as_bytes(&Blob::from(file?)).await.ok()
}

/// Opens files that are dropped anywhere on the page. While a file is over the page, `<html>` has the attribute
/// `data-drop` for the style sheet.
#[hook]
pub fn use_drop(dispatch: &Callback<Action>) {
    // The capture phase comes before the editor, which would insert the file as text.
    let options = || EventListenerOptions { passive: false, ..EventListenerOptions::run_in_capture_phase() };
    use_window_event("dragover", options(), |event: &DragEvent| {
        if let Some(dragged) = dragged_files(event) {
            event.prevent_default();
            dragged.set_drop_effect("copy");
            say(true);
        }
    });
    use_window_event("dragleave", options(), |event: &DragEvent| {
        // A move between two elements of the page does not leave the page.
        if event.related_target().is_none() {
            say(false);
        }
    });
    let dispatch = dispatch.clone();
    use_window_event("drop", options(), move |event: &DragEvent| {
        if let Some(dragged) = dragged_files(event) {
            event.prevent_default();
            event.stop_propagation();
            say(false);
            open(dragged.files(), &dispatch);
        }
    });
}

fn dragged_files(event: &DragEvent) -> Option<DataTransfer> {
    event.data_transfer().filter(|dragged| dragged.types().includes(&"Files".into(), 0))
}

/// Sets or clears the attribute for a file over the page.
fn say(is_over: bool) {
    let data = root().dataset();
    match is_over {
        // A data attribute with this name can always be set.
        true => drop(data.set("drop", "over")),
        false => data.delete("drop"),
    }
}
