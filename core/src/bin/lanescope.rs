//! The command line of Lanescope.

use lanescope_core::diag::render;
use lanescope_core::session::{Session, narrate};

fn main() {
    let path = std::env::args().nth(1).expect("file");
    let text = std::fs::read_to_string(&path).expect("readable");
    let session = Session::open(&text);
    for d in &session.diagnostics {
        eprintln!("{}", render(&path, &text, d));
    }
    if let Some(run) = &session.run {
        for k in 0..run.len() {
            println!("{k:4} {}", narrate(run, k));
        }
        println!("marks {:?}", run.marks().len());
    }
    println!("{:?}", session.expectations);
}
