//! Durations on the command line and in files: seconds, with fractions where needed, or with units.

use crate::words::InLanguage;
use std::time::Duration;
use thiserror::Error;

/// Fault of a text that should be a duration.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum TimeError {
    #[error(
        "\"{0}\" is not a time such as 0.3, 60, 45m, 1h30m or, for --tc, 60+0.5: in seconds unless h, m or s says otherwise"
    )]
    NotSeconds(String),
    #[error("{seconds} seconds are not above 0, or are above {longest}")]
    OutOfRange { seconds: String, longest: u64 },
}

impl InLanguage for TimeError {
    fn japanese(&self) -> String {
        match self {
            Self::NotSeconds(_) => {
                "時間は0.3、60、45m、1h30mのように書きます（--tcでは60+0.5も）。単位がなければ秒です".to_owned()
            }
            Self::OutOfRange { longest, .. } => format!("0秒より長く、{longest}秒までの時間を指定してください"),
        }
    }
}

impl From<&str> for TimeError {
    fn from(text: &str) -> Self {
        Self::NotSeconds(text.to_owned())
    }
}

const LONGEST: u64 = 10_000_000;

/// Reads a number of seconds, or hours, minutes and seconds such as `1h30m`, `45m` and `30s`.
///
/// # Errors
/// If the text is no such time, or it is negative or above 10^7 seconds.
pub fn parse_seconds(text: &str) -> Result<Duration, TimeError> {
    let plain = text.trim();
    let seconds = plain.parse().ok().or_else(|| with_units(plain));
    let seconds = seconds.filter(|seconds| (0.0..=LONGEST as f64).contains(seconds));
    seconds.map(Duration::from_secs_f64).ok_or_else(|| text.into())
}

/// The sum of numbers with units, from the longest unit to the shortest.
fn with_units(text: &str) -> Option<f64> {
    let mut rest = text;
    let mut sum = 0.0;
    for (unit, seconds) in [('h', 3600.0), ('m', 60.0), ('s', 1.0)] {
        if let Some((number, behind)) = rest.split_once(unit) {
            let number = number.parse::<f64>().ok().filter(|number| number.is_finite() && *number >= 0.0)?;
            sum += number * seconds;
            rest = behind;
        }
    }
    (rest.is_empty() && !text.is_empty()).then_some(sum)
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
        for (text, seconds) in [("30s", 30), ("45m", 2700), ("1h", 3600), ("1h30m", 5400), ("1m30s", 90), ("0.5m", 30)]
        {
            assert_eq!(parse_seconds(text), Ok(Duration::from_secs(seconds)), "{text}");
        }
        for wrong in ["", "-1", "1e99", "nan", "ten", "300ms", "m", "30s1m", "1m30", "-1m2m", "1d"] {
            assert_eq!(parse_seconds(wrong), Err(TimeError::NotSeconds(wrong.to_owned())));
        }
    }
}
