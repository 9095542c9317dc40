//! A lock that keeps other processes from writing the state that this one writes.

use super::replacing::{behind_links, is_alone, is_stream};
use crate::words::InLanguage;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use thiserror::Error;

/// The reason why a state cannot be locked.
#[derive(Debug, Error)]
pub enum LockError {
    #[error("{} is being written by another process", .0.display())]
    Busy(PathBuf),
    #[error("{}: {source}", path.display())]
    Io { path: PathBuf, source: io::Error },
}

impl InLanguage for LockError {
    fn japanese(&self) -> String {
        match self {
            Self::Busy(path) => format!("{}は別のプロセスが書き込み中です", path.display()),
            Self::Io { path, source } => format!("{}：{}", path.display(), source.japanese()),
        }
    }
}

/// The lock on the state in a file. The system releases it when the process ends, however it ends.
///
/// The lock is on an empty file beside the state, `.NAME.lock`: the state itself may be replaced meanwhile, and Windows
/// would keep readers away from it. A killed process leaves that file behind, and the next one takes it over. Where a
/// folder takes no other file, the state itself is locked. Pipes and devices hold no state, and some file systems have
/// no locks.
#[derive(Debug)]
pub struct Lock {
    _file: Option<File>,
    /// The file to delete at the end.
    beside: Option<PathBuf>,
}

impl Lock {
    /// Locks the state in a file, which need not exist yet.
    ///
    /// # Errors
    /// If another process has the lock, or the folder does not exist.
    pub fn of(path: &Path) -> Result<Self, LockError> {
        Self::taken(path, File::try_lock)
    }

    /// Locks a state that others lock only briefly: waits until they release it.
    ///
    /// # Errors
    /// If the folder does not exist.
    pub fn when_free(path: &Path) -> Result<Self, LockError> {
        Self::taken(path, |file| file.lock().map_err(TryLockError::Error))
    }

    fn taken(path: &Path, lock: impl Fn(&File) -> Result<(), TryLockError>) -> Result<Self, LockError> {
        let failed = |source| LockError::Io { path: path.to_owned(), source };
        if cfg!(target_family = "wasm") || is_stream(path) {
            return Ok(Self { _file: None, beside: None });
        }
        let beside = beside(path);
        loop {
            let (file, is_beside) = match open(&beside) {
                Err(error) if is_alone(path, &error) => (OpenOptions::new().write(true).open(path), false),
                opened => (opened, true),
            };
            let file = file.map_err(failed)?;
            match lock(&file) {
                Err(TryLockError::WouldBlock) => return Err(LockError::Busy(path.to_owned())),
                // On a file system without locks, the work goes on without one.
                Ok(()) | Err(TryLockError::Error(_)) => {}
            }
            // The process that had it may just have deleted the file.
            if !is_beside || is_at(&file, &beside) {
                return Ok(Self { _file: Some(file), beside: (is_beside && cfg!(unix)).then_some(beside) });
            }
        }
    }
}

impl Drop for Lock {
    fn drop(&mut self) {
        if let Some(beside) = &self.beside {
            // An empty file left behind does no harm.
            let _ = fs::remove_file(beside);
        }
    }
}

/// The file to lock in place of the one at a path, behind all links.
fn beside(path: &Path) -> PathBuf {
    /// Room for what is added to a name, where the file system takes 255 bytes.
    const LONGEST: usize = 200;
    let target = path.canonicalize().unwrap_or_else(|_| behind_links(path));
    let name = target.file_name().unwrap_or_default().to_string_lossy().into_owned();
    target.with_file_name(format!(".{}.lock", &name[..name.floor_char_boundary(LONGEST)]))
}

fn open(path: &Path) -> io::Result<File> {
    OpenOptions::new().write(true).create(true).truncate(false).open(path)
}

/// True if an open file still has its name.
#[cfg(unix)]
fn is_at(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt as _;
    let place = |data: fs::Metadata| (data.dev(), data.ino());
    file.metadata().map(place).is_ok_and(|place_of_file| path.metadata().map(place).is_ok_and(|at| at == place_of_file))
}

/// Other systems do not delete files that were locked.
#[cfg(not(unix))]
const fn is_at(_: &File, _: &Path) -> bool {
    true
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicU32, Ordering};
    use std::thread;

    fn folder(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("kumataka-lock-{name}-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        folder
    }

    #[test]
    fn one_holder_at_a_time_and_nothing_left() {
        let folder = folder("one");
        let state = folder.join("state");
        let lock = Lock::of(&state).unwrap();
        let refused = Lock::of(&state).unwrap_err();
        assert_eq!(refused.to_string(), format!("{} is being written by another process", state.display()));
        // A state that is replaced meanwhile stays locked, and others beside it are free.
        fs::write(&state, "old").unwrap();
        crate::system::replace_file(&state, |_| Ok(())).unwrap();
        assert!(matches!(Lock::of(&state), Err(LockError::Busy(_))));
        Lock::of(&folder.join("other")).unwrap();
        drop(lock);
        Lock::of(&state).unwrap();
        // The leftover of a killed process.
        fs::write(folder.join(".state.lock"), "").unwrap();
        Lock::of(&state).unwrap();
        if cfg!(unix) {
            assert_eq!(fs::read_dir(&folder).unwrap().count(), 1);
        }
        assert!(matches!(Lock::of(&folder.join("none/state")), Err(LockError::Io { .. })));
        fs::remove_dir_all(folder).unwrap();
    }

    #[cfg(unix)]
    #[test]
    fn links_lead_to_one_lock_and_devices_have_none() {
        let folder = folder("links");
        let (state, link) = (folder.join("state"), folder.join("link"));
        std::os::unix::fs::symlink("state", &link).unwrap();
        for is_there in [false, true] {
            let lock = Lock::of(&link).unwrap();
            assert!(matches!(Lock::of(&state), Err(LockError::Busy(_))), "{is_there}");
            drop(lock);
            fs::write(&state, "").unwrap();
        }
        let _lock = Lock::of(Path::new("/dev/null")).unwrap();
        Lock::of(Path::new("/dev/null")).unwrap();
        fs::remove_dir_all(folder).unwrap();
    }

    /// The lock file is deleted and made again all the time, and still only one thread has the lock.
    #[test]
    fn many_take_turns() {
        let folder = folder("turns");
        let state = folder.join("state");
        let (inside, turns) = (AtomicU32::new(0), AtomicU32::new(0));
        thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| {
                    for _ in 0..50 {
                        let _lock = Lock::when_free(&state).unwrap();
                        assert_eq!(inside.fetch_add(1, Ordering::SeqCst), 0);
                        turns.fetch_add(1, Ordering::SeqCst);
                        inside.fetch_sub(1, Ordering::SeqCst);
                    }
                });
            }
        });
        assert_eq!(turns.into_inner(), 200);
        fs::remove_dir_all(folder).unwrap();
    }
}
