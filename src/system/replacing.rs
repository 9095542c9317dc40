//! Files that are replaced all at once.

use std::fs::{self, File, OpenOptions, Permissions};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;
use tempfile::{PathPersistError, TempPath};

/// Replaces a file, or makes it, all at once: whatever happens, either the old or the new one is there. Pipes, devices
/// and the entries of `/dev` have no old content to keep, and are written in place; so is a file whose folder takes no
/// other one.
///
/// # Errors
/// If the file cannot be written. Then nothing has changed, unless it was written in place.
pub fn replace_file(path: &Path, write: impl FnOnce(&mut File) -> io::Result<()>) -> io::Result<()> {
    replace_file_soon(path, |file| {
        write(file)?;
        // After a crash the system may otherwise have kept the new name and lost the contents.
        if file.metadata()?.is_file() { file.sync_all() } else { Ok(()) }
    })
}

/// As [`replace_file`], without waiting until the new file is on the disk: for many files, and while a clock runs. A
/// crash of the system may lose both.
///
/// # Errors
/// If the file cannot be written. Then nothing has changed, unless it was written in place.
pub fn replace_file_soon(path: &Path, write: impl FnOnce(&mut File) -> io::Result<()>) -> io::Result<()> {
    if is_stream(path) {
        return write(&mut OpenOptions::new().append(true).open(path)?);
    }
    let (new, mut file) = match Replacement::of(path) {
        Err(error) if is_alone(path, &error) => {
            return write(&mut OpenOptions::new().write(true).truncate(true).open(path)?);
        }
        made => made?,
    };
    write(&mut file)?;
    drop(file);
    new.take_place()
}

/// Makes a file all at once, where none may be yet, without waiting until it is on the disk.
///
/// # Errors
/// If there is one (`AlreadyExists`), or if it cannot be written. Then nothing has changed.
pub fn make_file_soon(path: &Path, write: impl FnOnce(&mut File) -> io::Result<()>) -> io::Result<()> {
    let (new, mut file) = Replacement::of(path)?;
    write(&mut file)?;
    drop(file);
    new.take_new_place()
}

/// Tests that [`replace_file`] could write a file, and changes nothing.
///
/// # Errors
/// If it could not.
pub fn try_replacing(path: &Path) -> io::Result<()> {
    // Opening a pipe would already use it.
    if is_stream(path) {
        return Ok(());
    }
    match Replacement::of(path) {
        Err(error) if is_alone(path, &error) => OpenOptions::new().write(true).open(path).map(drop),
        made => made.map(drop),
    }
}

/// True if the bytes written to a path come one after the other and the path stays as it is: a pipe, a device, or an
/// entry of those folders in which Unix shows the standard output, which may append to a file.
#[must_use]
pub fn is_stream(path: &Path) -> bool {
    let is_below = |folder: &&str| path.starts_with(folder);
    let is_shown = cfg!(unix) && ["/dev", "/proc"].iter().any(is_below) && !path.starts_with("/dev/shm");
    path.metadata().is_ok_and(|found| !found.is_dir() && (is_shown || !found.is_file()))
}

/// True if there is a file, but its folder takes no other one, as this error of [`Replacement::of`] says.
pub(super) fn is_alone(path: &Path, error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::PermissionDenied | io::ErrorKind::ReadOnlyFilesystem) && path.is_file()
}

/// The files that have not yet taken their places.
static UNFINISHED: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

fn unfinished() -> MutexGuard<'static, Vec<PathBuf>> {
    UNFINISHED.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Removes the files that have not yet taken their places: for a program about to end without running destructors.
pub fn remove_unfinished() {
    for path in unfinished().drain(..) {
        // It may have taken its place meanwhile.
        let _ = fs::remove_file(path);
    }
}

/// True if a file is named like one that has not yet taken its place, or like a lock.
#[must_use]
pub fn is_unfinished(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    name.starts_with('.') && (name.ends_with(".new") || name.ends_with(".lock"))
}

/// A file that takes the place of another one once it is complete. Until then it stands beside it under a hidden name
/// that no other file has, `.NAME.RANDOM.new`. If it never takes its place, it is deleted. A program that is killed
/// leaves it behind, and only its owner can delete it: another program, perhaps on another machine, may still be
/// writing it.
#[derive(Debug)]
pub struct Replacement {
    new: TempPath,
    /// The path behind all links, which go on leading to the file.
    target: PathBuf,
    /// The permissions of the old file.
    permissions: Option<Permissions>,
    unfinished: Unfinished,
}

impl Replacement {
    /// Makes and opens the file that is to take the place of the one at `path`, if any. It gets the permissions of that
    /// one when it takes the place.
    ///
    /// # Errors
    /// If the file cannot be made, or if `path` is not a file or must not be written.
    pub fn of(path: &Path) -> io::Result<(Self, File)> {
        /// Room for what is added to a name, where the file system takes 255 bytes.
        const LONGEST: usize = 200;
        // Without a file there is nothing to resolve, and WebAssembly resolves no links.
        let target = path.canonicalize().unwrap_or_else(|_| behind_links(path));
        let old = fs::symlink_metadata(&target).ok();
        if is_stream(path) || old.as_ref().is_some_and(|found| !found.is_file()) {
            return Err(io::Error::new(io::ErrorKind::InvalidInput, "something else than a file is there"));
        }
        let permissions = old.map(|found| found.permissions());
        if permissions.is_some() {
            // A file that must not be written must not be replaced either.
            OpenOptions::new().write(true).open(&target)?;
        }
        let name = target.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let prefix = format!(".{}.", &name[..name.floor_char_boundary(LONGEST)]);
        let mut builder = tempfile::Builder::new();
        builder.prefix(&prefix).suffix(".new");
        #[cfg(unix)]
        if permissions.is_none() {
            use std::os::unix::fs::PermissionsExt as _;
            // The mode of any new file, which the mask of the process narrows. Beside an old file, which may be
            // private, the crate's own 600 stays: nobody else may read the new one before it takes the place either.
            builder.permissions(Permissions::from_mode(0o666));
        }
        let folder = target.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let (file, new) = builder.tempfile_in(folder)?.into_parts();
        let unfinished = Unfinished::of(&new);
        Ok((Self { new, target, permissions, unfinished }, file))
    }

    /// The path of the file until it takes its place.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.new
    }

    /// Gives the file its place; nobody may have it open any more. Where the old file cannot lose its name, as one
    /// mounted into a container, it is written over.
    ///
    /// # Errors
    /// If the system refuses. Then the old file stays, unless it was being written over.
    pub fn take_place(self) -> io::Result<()> {
        let Self { new, target, permissions, unfinished: _unfinished } = self;
        if let Some(permissions) = permissions {
            set_permissions(&new, permissions)?;
        }
        match persist(new, &target) {
            Err(PathPersistError { error, path }) if error.kind() == io::ErrorKind::ResourceBusy => {
                let mut old = OpenOptions::new().write(true).truncate(true).open(&target)?;
                io::copy(&mut File::open(&path)?, &mut old).map(drop)
            }
            persisted => Ok(persisted?),
        }
    }

    /// Gives the file a place that is still free; nobody may have it open any more.
    ///
    /// # Errors
    /// If the place is taken (`AlreadyExists`), or if the system refuses.
    pub fn take_new_place(self) -> io::Result<()> {
        let Self { new, target, unfinished: _unfinished, .. } = self;
        Ok(new.persist_noclobber(target)?)
    }
}

/// An entry in the list of files that have not yet taken their places, until that is decided.
#[derive(Debug)]
struct Unfinished(PathBuf);

impl Unfinished {
    fn of(path: &Path) -> Self {
        unfinished().push(path.to_owned());
        Self(path.to_owned())
    }
}

impl Drop for Unfinished {
    fn drop(&mut self) {
        unfinished().retain(|path| *path != self.0);
    }
}

/// The path behind all links, even if no file is there.
pub(super) fn behind_links(path: &Path) -> PathBuf {
    /// More links in a row than any system follows.
    const MOST: usize = 40;
    let mut path = path.to_owned();
    for _ in 0..MOST {
        let Ok(next) = fs::read_link(&path) else { break };
        path = path.parent().unwrap_or(Path::new("")).join(next);
    }
    path
}

/// Sets the permissions of a file. Equal ones are left alone: where all files have the same permissions, as in
/// WebAssembly, the system may refuse to set any.
fn set_permissions(path: &Path, permissions: Permissions) -> io::Result<()> {
    if path.metadata()?.permissions() == permissions { Ok(()) } else { fs::set_permissions(path, permissions) }
}

/// Gives a file the name of another one, which is lost. Windows refuses while a program has the other one open, as
/// viewers of a running game briefly do.
fn persist(mut new: TempPath, target: &Path) -> Result<(), PathPersistError> {
    const TRIES: u32 = 20;
    const BETWEEN: Duration = Duration::from_millis(10);
    for _ in 1..TRIES {
        match new.persist(target) {
            Err(refused) if cfg!(windows) && refused.error.kind() == io::ErrorKind::PermissionDenied => {
                thread::sleep(BETWEEN);
                new = refused.path;
            }
            done => return done,
        }
    }
    new.persist(target)
}
