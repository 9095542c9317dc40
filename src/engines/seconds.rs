//! Durations on the command line and in files: always seconds, with fractions where needed.

use std::time::Duration;
use thiserror::Error;

/// Fault of a text that should be a duration.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum TimeError {
    #[error("\"{0}\" is not a number of seconds such as 0.3, 60 or, for --tc, 60+0.5")]
    NotSeconds(String),
    #[error("{seconds} seconds are not above 0, or are above {longest}")]
    OutOfRange { seconds: String, longest: u64 },
}

impl From<&str> for TimeError {
    fn from(text: &str) -> Self {
        Self::NotSeconds(text.to_owned())
    }
}

const LONGEST: u64 = 10_000_000;

/// Reads a number of seconds.
///
/// # Errors
/// If the text is not a number, or the number is negative or above 10^7.
pub fn parse_seconds(text: &str) -> Result<Duration, TimeError> {
    let seconds = text.trim().parse().ok().filter(|seconds| (0.0..=LONGEST as f64).contains(seconds));
    seconds.map(Duration::from_secs_f64).ok_or_else(|| text.into())
}

/// Reads a number of seconds above 0, up to `longest`.
///
/// # Errors
/// As [`parse_seconds`], and if the number is out of range.
pub fn parse_seconds_up_to(longest: u64, text: &str) -> Result<Duration, TimeError> {
    let out_of_range = || TimeError::OutOfRange { seconds: text.to_owned(), longest };
    let time = parse_seconds(text)?;
    if time.is_zero() || time > Duration::from_secs(longest) { Err(out_of_range()) } else { Ok(time) }
}

/// Reads a number of seconds above 0 as milliseconds, at least one.
///
/// # Errors
/// As [`parse_seconds_up_to`].
pub fn parse_milliseconds(text: &str) -> Result<u64, TimeError> {
    parse_seconds_up_to(LONGEST, text).map(|time| (time.as_millis() as u64).max(1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seconds_have_fractions() {
        assert_eq!(parse_seconds("0.3"), Ok(Duration::from_millis(300)));
        assert_eq!(parse_seconds(" 60 "), Ok(Duration::from_secs(60)));
        assert_eq!((parse_milliseconds("1.5"), parse_milliseconds("0.0001")), (Ok(1_500), Ok(1)));
        assert_eq!(parse_seconds_up_to(60, "60"), Ok(Duration::from_secs(60)));
        for wrong in ["0", "60.1", "1000"] {
            let error = TimeError::OutOfRange { seconds: wrong.to_owned(), longest: 60 };
            assert_eq!(parse_seconds_up_to(60, wrong), Err(error));
        }
        for wrong in ["", "-1", "1e99", "nan", "ten", "300ms"] {
            assert_eq!(parse_seconds(wrong), Err(TimeError::NotSeconds(wrong.to_owned())));
        }
    }
}
