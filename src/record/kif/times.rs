//! Times after moves: `( 0:12/00:01:02)`.

use crate::record::csa;
use std::time::Duration;

/// The brackets at the start of a text, and the rest.
pub(super) fn group_at_start(text: &str) -> Option<(&str, &str)> {
    let end = text.find([')', '）']).filter(|_| text.starts_with(['(', '（']))?;
    Some(text.split_at(end + text[end..].chars().next().map_or(0, char::len_utf8)))
}

/// The time spent, and the total if the brackets hold one.
pub(super) fn times(group: &str) -> Option<(Duration, Option<Duration>)> {
    let inner = group.strip_prefix(['(', '（'])?.strip_suffix([')', '）'])?;
    let (spent, total) = inner.split_once(['/', '／']).unwrap_or((inner, ""));
    let total = if total.trim().is_empty() { None } else { Some(clock(total)?) };
    // A longer total is left out: the times give it again, if it is their sum.
    let fits = |time: &Duration| *time <= csa::LONGEST_TIME;
    Some((clock(spent).filter(fits)?, total.filter(fits)))
}

/// Seconds, minutes and seconds, or hours too.
fn clock(text: &str) -> Option<Duration> {
    /// Digits of the greatest number of seconds in a `Duration`; totals are sums.
    const LONGEST_PART: usize = 20;
    let (text, fraction) = text.trim().split_once('.').unwrap_or((text.trim(), ""));
    let mut whole: u64 = 0;
    for part in text.split([':', '：']) {
        let part = part.trim();
        if part.is_empty() || part.len() > LONGEST_PART || !part.bytes().all(|b| b.is_ascii_digit()) {
            return None;
        }
        whole = whole.checked_mul(60)?.checked_add(part.parse().ok()?)?;
    }
    Some(Duration::from_secs(whole) + csa::seconds(&format!("0.{fraction}"))?)
}
