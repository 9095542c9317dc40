//! The drawing of the rooms in the comments of the crate root.

use std::collections::{BTreeMap, BTreeSet};

/// Each room with those on whose floors it stands, directly.
pub struct Drawing {
    below: BTreeMap<String, BTreeSet<String>>,
}

impl Drawing {
    /// From the lines with arrows in the comments of `source`. `a <- { b, c } <- d` lets `b` and `c`
    /// import `a`, and `d` all three; a remark in parentheses may end a line.
    pub fn read(source: &str) -> Self {
        let mut drawing = Self { below: BTreeMap::new() };
        let lines = source.lines().filter_map(|line| line.strip_prefix("// ")).filter(|line| line.contains("<-"));
        for line in lines {
            let line = line.split('(').next().unwrap_or_default();
            let groups: Vec<Vec<&str>> = line
                .split("<-")
                .map(|group| group.split(['{', '}', ',', ' ']).filter(|name| !name.is_empty()).collect())
                .collect();
            for &name in groups.iter().flatten() {
                drawing.below.entry(name.to_owned()).or_default();
            }
            for pair in groups.windows(2) {
                for &upper in &pair[1] {
                    let lower = pair[0].iter().map(|&name| name.to_owned());
                    drawing.below.entry(upper.to_owned()).or_default().extend(lower);
                }
            }
        }
        drawing
    }

    pub fn rooms(&self) -> impl Iterator<Item = &str> {
        self.below.keys().map(String::as_str)
    }

    /// What `room` may import: all that is below it on any line. None if it is not drawn.
    pub fn below(&self, room: &str) -> Option<BTreeSet<&str>> {
        let mut found = BTreeSet::new();
        let mut waiting: Vec<&str> = self.below.get(room)?.iter().map(String::as_str).collect();
        while let Some(room) = waiting.pop() {
            if found.insert(room) {
                waiting.extend(self.below[room].iter().map(String::as_str));
            }
        }
        Some(found)
    }
}
