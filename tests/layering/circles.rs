//! Circles of files inside a room: files that import each other, directly or by way of others.
//!
//! A name that a file takes from a module that only passes it on counts as taken from where it is written. What a
//! module's own file defines is free to the files below it: a parent that uses its children is no circle.

use super::paths::{NamedPath, paths};
use super::tokens::{tokens, without_tests};
use std::collections::{BTreeMap, BTreeSet};

type Module = Vec<String>;

/// Which module imports which, inside the rooms.
pub struct Imports {
    files: BTreeMap<Module, Vec<NamedPath>>,
}

impl Imports {
    /// From the path below `src` and the text of each source file.
    pub fn new<'a>(sources: impl IntoIterator<Item = (&'a str, &'a str)>) -> Self {
        let read = |(file, source): (&'a str, &'a str)| {
            let module: Vec<&str> = file.trim_end_matches(".rs").trim_end_matches("/mod").split('/').collect();
            let is_root = matches!(module.as_slice(), ["lib" | "main"]);
            (!is_root && module.last() != Some(&"tests")).then(|| {
                let named = paths(&without_tests(tokens(source)), &module);
                (module.into_iter().map(str::to_owned).collect(), named)
            })
        };
        Self { files: sources.into_iter().filter_map(read).collect() }
    }

    /// The module whose file defines what `path` names, through the modules that pass it on.
    fn definer(&self, path: &[String]) -> Option<&Module> {
        let mut path = path.to_vec();
        // Names that are passed on and on end somewhere: the compiler has followed them too.
        for _ in 0..8 {
            let length = (1..=path.len()).rev().find(|&length| self.files.contains_key(&path[..length]))?;
            let (module, named) = self.files.get_key_value(&path[..length])?;
            let passed_on = path.get(length).and_then(|name| {
                named.iter().find(|other| other.binds.as_ref() == Some(name) && other.segments != path)
            });
            match passed_on {
                Some(other) if self.files.contains_key(&other.segments[..1]) => {
                    path = other.segments.iter().chain(&path[length + 1..]).cloned().collect();
                }
                _ => return Some(module),
            }
        }
        None
    }

    /// The other modules of the room from which `module` imports, but for those that it is part of.
    fn of<'a>(&'a self, module: &'a Module) -> impl Iterator<Item = &'a Module> {
        self.files[module]
            .iter()
            .filter_map(|named| self.definer(&named.segments))
            .filter(move |other| other[0] == module[0] && !module.starts_with(other))
    }

    /// Sets of files that import each other, each in order and written with slashes.
    pub fn circles(&self) -> Vec<Vec<String>> {
        let edges: BTreeMap<&Module, BTreeSet<&Module>> =
            self.files.keys().map(|module| (module, self.of(module).collect())).collect();
        let reached: BTreeMap<&Module, BTreeSet<&Module>> =
            edges.keys().map(|&module| (module, reached(&edges, module))).collect();
        let mut circles = BTreeSet::new();
        for (&module, ahead) in &reached {
            let back: Vec<String> =
                ahead.iter().filter(|&&other| reached[other].contains(module)).map(|other| other.join("/")).collect();
            if !back.is_empty() {
                circles.insert(back);
            }
        }
        circles.into_iter().collect()
    }
}

/// Where imports lead from `start` in one step or more.
fn reached<'a>(edges: &BTreeMap<&'a Module, BTreeSet<&'a Module>>, start: &Module) -> BTreeSet<&'a Module> {
    let mut reached = BTreeSet::new();
    let mut waiting = vec![start];
    while let Some(module) = waiting.pop() {
        for &next in &edges[module] {
            if reached.insert(next) {
                waiting.push(next);
            }
        }
    }
    reached
}
