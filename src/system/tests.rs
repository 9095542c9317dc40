//! Files replaced, opened and refused.

use super::*;
use std::env;
#[cfg(unix)]
use std::fs::Permissions;
use std::io::Write as _;
use std::process;

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
    let others = ["file.new".to_owned(), ".file.other.new".to_owned()];
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
    let mode = |path: &Path| path.metadata().unwrap().permissions().mode() & 0o777;
    for old in [0o600, 0o664] {
        fs::set_permissions(&file, Permissions::from_mode(old)).unwrap();
        let (new, opened) = Replacement::of(&file).unwrap();
        assert_eq!(mode(new.path()), 0o600);
        drop(opened);
        fs::write(new.path(), "new").unwrap();
        new.take_place().unwrap();
        assert_eq!(mode(&file), old);
    }
    assert_eq!(fs::read(&file).unwrap(), b"new");
    fs::remove_dir_all(folder).unwrap();
}

#[cfg(unix)]
#[test]
fn what_may_have_no_end_is_no_file() {
    let folder = folder("endless");
    let pipe = folder.join("pipe");
    assert!(process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    for path in [&pipe, Path::new("/dev/zero")] {
        for refused in [open_file(path).err(), read_file(path).err(), append_to_file(path).err()] {
            assert_eq!(refused.unwrap().to_string(), "not a file");
        }
    }
    let file = folder.join("file");
    append_to_file(&file).unwrap().write_all(b"text").unwrap();
    assert_eq!(read_file(&file).unwrap(), b"text");
    fs::remove_dir_all(folder).unwrap();
}

/// The superuser may write everything, and is no test.
#[cfg(unix)]
#[test]
fn only_a_file_that_may_be_written_is_replaced() {
    use std::os::unix::fs::PermissionsExt as _;
    let folder = folder("closed");
    let file = folder.join("file");
    fs::write(&file, "old").unwrap();
    fs::set_permissions(&file, Permissions::from_mode(0o444)).unwrap();
    let may_write = OpenOptions::new().write(true).open(&file).is_ok();
    assert_eq!(try_replacing(&file).is_ok(), may_write);
    assert_eq!(replace_file(&file, |file| file.write_all(b"new")).is_ok(), may_write);
    assert_eq!(fs::read(&file).unwrap(), if may_write { b"new" } else { b"old" });

    // A writable file is written even if its folder takes no other file.
    fs::set_permissions(&file, Permissions::from_mode(0o644)).unwrap();
    fs::set_permissions(&folder, Permissions::from_mode(0o555)).unwrap();
    try_replacing(&file).unwrap();
    assert_eq!(try_replacing(&folder.join("other")).is_ok(), may_write);
    replace_file(&file, |file| file.write_all(b"newer")).unwrap();
    assert_eq!(fs::read(&file).unwrap(), b"newer");
    fs::set_permissions(&folder, Permissions::from_mode(0o755)).unwrap();
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn a_new_file_takes_no_place_of_another() {
    let folder = folder("new");
    let file = folder.join("file");
    let [first, second] = ["first", "second"].map(|text| {
        let (new, mut opened) = Replacement::of(&file).unwrap();
        opened.write_all(text.as_bytes()).unwrap();
        new
    });
    first.take_new_place().unwrap();
    assert_eq!(second.take_new_place().unwrap_err().kind(), io::ErrorKind::AlreadyExists);
    let again = make_file_soon(&file, |file| file.write_all(b"third"));
    assert_eq!(again.unwrap_err().kind(), io::ErrorKind::AlreadyExists);
    assert_eq!((fs::read(&file).unwrap(), names(&folder)), (b"first".to_vec(), vec!["file".to_owned()]));
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

    // A link that leads nowhere leads to the file that is made.
    let (dangling, other) = (folder.join("dangling"), folder.join("other"));
    std::os::unix::fs::symlink("other", &dangling).unwrap();
    replace_file(&dangling, |file| file.write_all(b"made")).unwrap();
    assert!(dangling.is_symlink());
    assert_eq!(fs::read(&other).unwrap(), b"made");
    let circle = folder.join("circle");
    std::os::unix::fs::symlink("circle", &circle).unwrap();
    assert!(replace_file(&circle, |_| Ok(())).is_err() && circle.is_symlink());
    fs::remove_dir_all(folder).unwrap();
}

/// The standard output may be a file, whose contents stay.
#[cfg(any(target_os = "linux", target_os = "android"))]
#[test]
fn what_the_system_shows_as_a_file_is_written_to_as_it_is() {
    use std::os::fd::AsRawFd as _;
    let folder = folder("shown");
    let log = folder.join("log");
    fs::write(&log, "old, ").unwrap();
    let opened = OpenOptions::new().append(true).open(&log).unwrap();
    let shown = PathBuf::from(format!("/dev/fd/{}", opened.as_raw_fd()));
    try_replacing(&shown).unwrap();
    replace_file(&shown, |file| file.write_all(b"new")).unwrap();
    assert_eq!(fs::read(&log).unwrap(), b"old, new");
    assert!(Replacement::of(&shown).is_err());
    fs::remove_dir_all(folder).unwrap();
}
