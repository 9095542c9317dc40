//! The memory of the machine, as the system counts it.

use std::fs;
use sysinfo::{MemoryRefreshKind, System};

/// Bytes of memory that can be had without swapping: those of the system, or of the control group if fewer. `None`
/// where the system does not say.
#[must_use]
pub fn available() -> Option<u64> {
    let system = system()?;
    // The crate reports a total of zero where the system does not say.
    let free = (system.total_memory() > 0).then(|| system.available_memory())?;
    // The crate's free memory of a group lacks the files that the system caches for the group.
    Some(system.cgroup_limits().map_or(free, |group| free.min(group.free_memory.saturating_add(cached_files()))))
}

/// The memory of this machine. Miri emulates no such question.
fn system() -> Option<System> {
    if cfg!(miri) {
        return None;
    }
    let mut system = System::new().ok()?;
    system.refresh_memory_specifics(MemoryRefreshKind::nothing().with_ram());
    Some(system)
}

/// Bytes of files that the system caches for this program's control group, and gives up as soon as memory is needed;
/// zero where there is no such group.
fn cached_files() -> u64 {
    let statistics = || {
        let groups = fs::read_to_string("/proc/self/cgroup").ok()?;
        let own = groups.lines().find_map(|line| line.strip_prefix("0::"))?;
        fs::read_to_string(format!("/sys/fs/cgroup{own}/memory.stat")).ok()
    };
    statistics().map_or(0, |statistics| file_bytes(&statistics))
}

/// Bytes of cached files in the statistics of a control group.
fn file_bytes(statistics: &str) -> u64 {
    let files = |line: &str| {
        let (key, bytes) = line.split_once(' ')?;
        ["active_file", "inactive_file"].contains(&key).then(|| bytes.parse::<u64>().ok())?
    };
    statistics.lines().filter_map(files).sum()
}

/// Bytes of memory that this program may ever have, where the system says: all of it, or the limit of the control
/// group.
#[must_use]
pub fn total() -> Option<u64> {
    if cfg!(target_family = "wasm") {
        // Half of the address space, which the browsers grant.
        return Some(1 << 31);
    }
    let system = system()?;
    let all = Some(system.total_memory()).filter(|&bytes| bytes > 0)?;
    Some(system.cgroup_limits().map_or(all, |group| all.min(group.total_memory)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_kept_in_memory_are_told_from_the_rest() {
        let statistics = "anon 7\nfile 90\ninactive_file 20\nactive_file 30\nfile_mapped 40\nactive_file_x 9\n";
        assert_eq!(file_bytes(statistics), 50);
        assert_eq!(file_bytes("active_file many\n\nanon 3\n"), 0);
    }
}
