//! Durations in words.

use std::time::Duration;

/// Formats a duration: `0.4 s`, `47 s`, `2 min 40 s`.
pub fn show(elapsed: Duration) -> String {
    let seconds = elapsed.as_secs();
    match seconds {
        0..10 => format!("{:.1} s", elapsed.as_secs_f64()),
        10..120 => format!("{seconds} s"),
        _ => format!("{} min {:02} s", seconds / 60, seconds % 60),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_middle_and_long() {
        assert_eq!(show(Duration::from_millis(430)), "0.4 s");
        assert_eq!(show(Duration::from_secs(47)), "47 s");
        assert_eq!(show(Duration::from_secs(165)), "2 min 45 s");
    }
}
