//! Lanescope's core: scenario text in, diagnostics and a reversible trace out.
