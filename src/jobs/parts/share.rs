//! Shares of a job: the number of a part, and its items.

use super::error::PartError;
use crate::words::InLanguage;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// One part out of `count`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Share {
    /// From one.
    pub part: u32,
    pub count: u32,
}

impl Share {
    /// True if the part is one of `count`, and `count` is no more than any system runs.
    pub(super) const fn exists(self) -> bool {
        1 <= self.part && self.part <= self.count && self.count <= MOST
    }

    /// True if this item belongs to the part.
    #[must_use]
    pub const fn has(self, items: Items, item: u64) -> bool {
        item / items.together % self.count as u64 == self.part as u64 - 1
    }

    /// Number of items in the part.
    #[must_use]
    pub fn size(self, items: Items) -> u64 {
        let Items { count, together } = items;
        let (groups, rest) = (count / together, count % together);
        let (part, parts) = (u64::from(self.part), u64::from(self.count));
        let whole = groups / parts + u64::from(groups % parts >= part);
        whole * together + if self.has(items, groups * together) { rest } else { 0 }
    }
}

impl fmt::Display for Share {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.part, self.count)
    }
}

/// The items of a job.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Items {
    pub count: u64,
    /// Number of consecutive items that stay in one part.
    pub together: u64,
}

impl Items {
    /// Items that are all dealt out one by one.
    #[must_use]
    pub const fn single(count: u64) -> Self {
        Self { count, together: 1 }
    }
}

/// A part as the user types it: `3/8`, or `8` if the scheduler numbers the parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PartNumber {
    part: Option<u32>,
    count: u32,
}

/// More parts than any system runs.
const MOST: u32 = 1_000_000;

/// A text that names no part.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("\"{0}\" is no part, such as 3/8, or 8 alone within an array of jobs")]
pub struct NoPart(String);

impl InLanguage for NoPart {
    fn japanese(&self) -> String {
        "3/8のように、番号と分割の数を書いてください。ジョブ配列の中では、8のように数だけを書けます".to_owned()
    }
}

impl FromStr for PartNumber {
    type Err = NoPart;

    fn from_str(text: &str) -> Result<Self, NoPart> {
        let number = |text: &str| text.parse().ok().filter(|number| (1..=MOST).contains(number));
        let read = match text.split_once('/') {
            Some((part, count)) => number(part).zip(number(count)).filter(|(part, count)| part <= count),
            None => return number(text).map(|count| Self { part: None, count }).ok_or_else(|| NoPart(text.to_owned())),
        };
        read.map(|(part, count)| Self { part: Some(part), count }).ok_or_else(|| NoPart(text.to_owned()))
    }
}

/// Variable with which Slurm numbers the tasks of an array. The array must count from one: Slurm's own variable for the
/// first number changes when single tasks are submitted again.
const SLURM: &str = "SLURM_ARRAY_TASK_ID";
/// Variable with which Kubernetes numbers the pods of an indexed job, from zero.
const KUBERNETES: &str = "JOB_COMPLETION_INDEX";

impl PartNumber {
    /// The part; its number comes from an environment variable if none was typed.
    pub(super) fn share(
        self,
        variable: impl Fn(&'static str) -> Option<(&'static str, String)>,
    ) -> Result<Share, PartError> {
        let count = self.count;
        if let Some(part) = self.part {
            return Ok(Share { part, count });
        }
        let found = variable(SLURM).map(|found| (found, 1)).or_else(|| variable(KUBERNETES).map(|found| (found, 0)));
        let ((variable, value), first) = found.ok_or(PartError::NoNumber { count })?;
        let index = value.parse::<u32>().ok().and_then(|number| number.checked_sub(first));
        match index.filter(|&index| index < count) {
            Some(index) => Ok(Share { part: index + 1, count }),
            None => {
                let remedy = match first {
                    0 => format!("let the job have completions: {count}"),
                    _ => format!("submit the array with --array=1-{count}"),
                };
                Err(PartError::Number { variable, value, count, remedy })
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_disjoint_and_together_the_whole() {
        let jobs = [(0, 1, 3), (1, 1, 3), (10, 1, 3), (10, 2, 3), (7, 2, 4), (100, 2, 8), (5, 3, 1)];
        for (count, together, parts) in jobs {
            let items = Items { count, together };
            let mut owners = vec![0; count as usize];
            for share in (1..=parts).map(|part| Share { part, count: parts }) {
                let own: Vec<u64> = (0..count).filter(|&item| share.has(items, item)).collect();
                assert_eq!(own.len() as u64, share.size(items), "{share} of {items:?}");
                own.iter().for_each(|&item| owners[item as usize] += 1);
            }
            assert!(owners.iter().all(|&owners| owners == 1));
        }
    }

    #[test]
    fn what_is_typed() {
        let share = |text: &str| text.parse::<PartNumber>().unwrap().share(|_| None);
        assert_eq!(share("3/8").unwrap(), Share { part: 3, count: 8 });
        assert!(share("8").unwrap_err().to_string().contains("--part 1/8"));
        for text in ["", "0/8", "9/8", "3/", "/8", "3/8/1", "-1", "0", "x", "1/0", "1/1000001"] {
            assert!(text.parse::<PartNumber>().is_err(), "{text}");
        }
    }

    #[test]
    fn systems_number_the_parts() {
        let share = |name: &'static str, value: &str| {
            let number = "8".parse::<PartNumber>().unwrap();
            number.share(|asked| (asked == name).then(|| (asked, value.to_owned())))
        };
        assert_eq!(share(SLURM, "1").unwrap(), Share { part: 1, count: 8 });
        assert_eq!(share(SLURM, "8").unwrap(), Share { part: 8, count: 8 });
        assert_eq!(share(KUBERNETES, "0").unwrap(), Share { part: 1, count: 8 });
        assert_eq!(share(KUBERNETES, "7").unwrap(), Share { part: 8, count: 8 });
        assert!(share(SLURM, "0").unwrap_err().to_string().contains("--array=1-8"));
        assert!(share(SLURM, "9").unwrap_err().to_string().contains("--array=1-8"));
        assert!(share(KUBERNETES, "8").unwrap_err().to_string().contains("completions: 8"));
        assert!(share(KUBERNETES, "x").is_err());
    }
}
