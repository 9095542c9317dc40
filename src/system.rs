//! What the operating system gives a program, and what takes its place where there is none of it, as in WebAssembly.

use std::fs::{self, File, OpenOptions, Permissions};
use std::io;
use std::path::{Path, PathBuf};
use std::process;
use std::thread;
use std::time::Duration;

#[cfg(not(target_family = "wasm"))]
#[path = "system/native.rs"]
mod here;
#[cfg(target_family = "wasm")]
#[path = "system/wasm.rs"]
mod here;

pub use here::{Bytes, InterruptError, THREADS, home_folder, map, on_interrupt, remember_terminal, state_folder};

/// Replaces a file, or makes it, all at once: whatever happens, there is the old one or the new one. A pipe or a device has no
/// old one to keep, and is written to as it is.
///
/// # Errors
/// If the file cannot be written; then nothing has changed.
pub fn replace_file(path: &Path, write: impl FnOnce(&mut File) -> io::Result<()>) -> io::Result<()> {
    replace_file_soon(path, |file| {
        write(file)?;
        // A system that breaks down may otherwise keep the new name and lose what was written.
        if file.metadata()?.is_file() { file.sync_all() } else { Ok(()) }
    })
}

/// As [`replace_file`], without waiting until the new file is on the disk: for many files, and where a clock runs. A system that
/// breaks down may lose both.
///
/// # Errors
/// If the file cannot be written; then nothing has changed.
pub fn replace_file_soon(path: &Path, write: impl FnOnce(&mut File) -> io::Result<()>) -> io::Result<()> {
    if path.metadata().is_ok_and(|found| !found.is_file() && !found.is_dir()) {
        return write(&mut OpenOptions::new().write(true).open(path)?);
    }
    let (new, mut file) = Replacement::of(path)?;
    write(&mut file)?;
    drop(file);
    new.take_place()
}

/// A file that takes the place of another one as soon as it is complete. Until then it stands beside it under a hidden name
/// that no other file has, and it is deleted if it does not come so far.
#[derive(Debug)]
pub struct Replacement {
    path: PathBuf,
    /// Behind all links: they go on leading to the file.
    target: PathBuf,
    has_place: bool,
}

impl Replacement {
    /// Makes the file that is to take the place of the one at `path`, if there is one, and opens it. It has the permissions
    /// of that one.
    ///
    /// # Errors
    /// If the file cannot be made, or something else than a file is at `path`.
    pub fn of(path: &Path) -> io::Result<(Self, File)> {
        /// Room for what is added to a name, where the file system takes 255 bytes.
        const LONGEST: usize = 200;
        // There is nothing to resolve where no file is, and WebAssembly resolves no links.
        let target = path.canonicalize().unwrap_or_else(|_| path.to_owned());
        let old = target.metadata().ok();
        if old.as_ref().is_some_and(|found| !found.is_file()) {
            return Err(io::Error::new(io::ErrorKind::InvalidInput, "something else than a file is there"));
        }
        let name = target.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let name = &name[..name.floor_char_boundary(LONGEST)];
        // WebAssembly has no processes to tell apart.
        let owner = if cfg!(target_family = "wasm") { 0 } else { process::id() };
        let mut number = 1_u32;
        loop {
            let beside = target.with_file_name(format!(".{name}.{owner}-{number}.new"));
            match File::create_new(&beside) {
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => number += 1,
                made => {
                    let file = made?;
                    let new = Self { path: beside, target, has_place: false };
                    if let Some(old) = old {
                        set_permissions(&file, old.permissions())?;
                    }
                    return Ok((new, file));
                }
            }
        }
    }

    /// Where the file is until it takes its place.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Gives the file, which nobody has open any more, its place.
    ///
    /// # Errors
    /// If the system refuses it; then the old file stays.
    pub fn take_place(mut self) -> io::Result<()> {
        rename(&self.path, &self.target)?;
        self.has_place = true;
        Ok(())
    }
}

impl Drop for Replacement {
    fn drop(&mut self) {
        if !self.has_place {
            // What is not complete is of no use, and its folder may be gone.
            let _ = fs::remove_file(&self.path);
        }
    }
}

/// Says who may read and write a file. Where all files have the same permissions, as in WebAssembly, there is nothing to
/// set, and the system may refuse to.
fn set_permissions(file: &File, permissions: Permissions) -> io::Result<()> {
    if file.metadata()?.permissions() == permissions { Ok(()) } else { file.set_permissions(permissions) }
}

/// Gives a file the name of another one, which goes. Windows refuses that while a program has the other one open, which those
/// that show a game as it goes on have for moments.
fn rename(from: &Path, to: &Path) -> io::Result<()> {
    const TRIES: u32 = 20;
    const BETWEEN: Duration = Duration::from_millis(10);
    for _ in 1..TRIES {
        match fs::rename(from, to) {
            Err(error) if cfg!(windows) && error.kind() == io::ErrorKind::PermissionDenied => thread::sleep(BETWEEN),
            done => return done,
        }
    }
    fs::rename(from, to)
}

/// The path of a file from the root on, links resolved where the system has a plain form for that. Windows has only one that
/// begins with `\\?\`, in which command files and some programs do not work.
///
/// # Errors
/// If there is no such file.
pub fn real_path(path: &Path) -> io::Result<PathBuf> {
    if cfg!(windows) { path.metadata().and_then(|_| std::path::absolute(path)) } else { path.canonicalize() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::env;
    use std::io::Write as _;

    fn folder(name: &str) -> PathBuf {
        let folder = env::temp_dir().join(format!("kumataka-replacing-{name}-{}", process::id()));
        fs::create_dir_all(&folder).unwrap();
        folder
    }

    fn names(folder: &Path) -> Vec<String> {
        let name = |entry: io::Result<fs::DirEntry>| entry.unwrap().file_name().into_string().unwrap();
        let mut names: Vec<String> = fs::read_dir(folder).unwrap().map(name).collect();
        names.sort();
        names
    }

    #[test]
    fn a_file_is_replaced_wholly_or_not_at_all() {
        let folder = folder("whole");
        let file = folder.join("file");
        let others = ["file.new".to_owned(), format!(".file.{}-1.new", process::id())];
        others.iter().for_each(|name| fs::write(folder.join(name), "of others").unwrap());
        replace_file(&file, |file| file.write_all(b"old")).unwrap();
        let failed = replace_file(&file, |file| {
            file.write_all(b"ne")?;
            Err(io::Error::from(io::ErrorKind::StorageFull))
        });
        assert_eq!(failed.unwrap_err().kind(), io::ErrorKind::StorageFull);
        assert_eq!(fs::read(&file).unwrap(), b"old");
        replace_file(&file, |file| file.write_all(b"new")).unwrap();
        assert_eq!(fs::read(&file).unwrap(), b"new");
        assert_eq!(names(&folder), [others[1].as_str(), "file", others[0].as_str()]);
        assert!(others.iter().all(|name| fs::read(folder.join(name)).unwrap() == b"of others"));
        assert!(replace_file(&folder, |_| Ok(())).is_err());
        fs::remove_dir_all(folder).unwrap();
    }

    #[cfg(unix)]
    #[test]
    fn a_new_file_is_open_to_those_to_whom_the_old_one_was() {
        use std::os::unix::fs::PermissionsExt as _;
        let folder = folder("mode");
        let file = folder.join("file");
        fs::write(&file, "old").unwrap();
        for mode in [0o600, 0o444, 0o664] {
            fs::set_permissions(&file, Permissions::from_mode(mode)).unwrap();
            replace_file(&file, |file| file.write_all(b"new")).unwrap();
            assert_eq!(file.metadata().unwrap().permissions().mode() & 0o777, mode);
        }
        assert_eq!(fs::read(&file).unwrap(), b"new");
        fs::remove_dir_all(folder).unwrap();
    }

    #[cfg(unix)]
    #[test]
    fn a_link_leads_to_the_new_file() {
        let folder = folder("link");
        let (file, link) = (folder.join("file"), folder.join("link"));
        fs::write(&file, "old").unwrap();
        std::os::unix::fs::symlink("file", &link).unwrap();
        replace_file(&link, |file| file.write_all(b"new")).unwrap();
        assert!(link.is_symlink());
        assert_eq!(fs::read(&file).unwrap(), b"new");
        replace_file(Path::new("/dev/null"), |file| file.write_all(b"new")).unwrap();
        fs::remove_dir_all(folder).unwrap();
    }
}
