//! Notes which compiler makes the binary, and the version that it tells: for a build from a checkout with the commit.
//! Compresses networks, opening books and bench positions, which the binary contains, and leaves out of it what nothing would read.

use flate2::Compression;
use flate2::write::ZlibEncoder;
use std::env;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::Command;

/// The variable that names the games whose networks and books the binary contains, with commas between them. Without it they are
/// all there. A game that it leaves out is played by the evaluation without a network.
const GAMES: &str = "KUMATAKA_GAMES";

/// What goes into the binary, besides the compiler.
const SOURCES: [&str; 5] = ["Cargo.toml", "Cargo.lock", "build.rs", "src", "book"];

fn main() {
    let rustc = env::var("RUSTC").unwrap_or_else(|_| "rustc".to_owned());
    let compiler = said(Command::new(rustc).arg("--version")).unwrap_or_default();
    let number = env::var("CARGO_PKG_VERSION").unwrap_or_default();
    let folder = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default());
    let (version, watched) = version(&folder, &number);
    println!("cargo::rustc-env=KUMATAKA_RUSTC={compiler}");
    println!("cargo::rustc-env=KUMATAKA_VERSION={version}");
    println!("cargo::rerun-if-changed=build.rs");
    watched.iter().for_each(|path| println!("cargo::rerun-if-changed={}", path.display()));
    let out = PathBuf::from(env::var_os("OUT_DIR").unwrap_or_default());
    leave_out_unwind_tables(&out).expect("the folder of the build can be written");
    let packed = out.join("packed");
    println!("cargo::rerun-if-env-changed={GAMES}");
    ["src/variants", "book"].iter().for_each(|name| println!("cargo::rerun-if-changed={name}"));
    let games = env::var(GAMES).ok();
    for (name, is_wanted) in assets(&folder, games.as_deref()).unwrap_or_else(|error| panic!("{error}")) {
        let (from, to) = (folder.join(&name), packed.join(&name));
        let made = if is_wanted { pack(&from, &to) } else { leave_out(&to) };
        made.unwrap_or_else(|error| panic!("{name}: {error}"));
    }
}

/// Tells the linker to drop the tables by which a panic finds its way up the stack, a twentieth of the program. A release
/// ends at a panic (`panic = "abort"`), its names are stripped, and Rust has no setting for a single profile. The script
/// is added to the linker's own, in the language that GNU ld and LLD share.
fn leave_out_unwind_tables(out: &Path) -> io::Result<()> {
    let is = |name: &str, value: &str| env::var(name).is_ok_and(|found| found == value);
    if !is("PROFILE", "release") || !is("CARGO_CFG_TARGET_OS", "linux") {
        return Ok(());
    }
    let script = out.join("unwind-tables.ld");
    let sections = ".eh_frame .eh_frame.* .eh_frame_hdr .gcc_except_table .gcc_except_table.*";
    fs::write(&script, format!("SECTIONS {{ /DISCARD/ : {{ *({sections}) }} }} INSERT AFTER .text;\n"))?;
    println!("cargo::rustc-link-arg-bins=-T{}", script.display());
    Ok(())
}

/// The files that the games name as `packed!` (networks and books) or `packed_text!` (bench positions), each with true if the
/// binary is to contain it.
///
/// # Errors
/// If a folder cannot be read, or one of the names in `wanted` is no game's.
pub fn assets(folder: &Path, wanted: Option<&str>) -> io::Result<Vec<(String, bool)>> {
    let wanted =
        wanted.map(|names| names.split(',').map(str::trim).filter(|name| !name.is_empty()).collect::<Vec<_>>());
    let mut unknown = wanted.clone().unwrap_or_default();
    let mut found = Vec::new();
    for entry in fs::read_dir(folder.join("src/variants"))? {
        let Ok(text) = fs::read_to_string(entry?.path().join("mod.rs")) else { continue };
        let quoted =
            |mark: &str| text.split(mark).skip(1).filter_map(|rest| rest.split('"').next()).collect::<Vec<_>>();
        let Some(&name) = quoted("    name: \"").first() else { continue };
        unknown.retain(|&other| other != name);
        let is_wanted = wanted.as_ref().is_none_or(|names| names.contains(&name));
        found.extend(quoted("packed!(\"").into_iter().map(|path| (path.to_owned(), is_wanted)));
        found.extend(quoted("packed_text!(\"").into_iter().map(|path| (path.to_owned(), true)));
    }
    match unknown.first() {
        Some(name) => Err(io::Error::other(format!("{GAMES} names \"{name}\", which is no game"))),
        None => Ok(found),
    }
}

/// Compresses a file, unless that has been done since it or this script last changed.
fn pack(from: &Path, to: &Path) -> io::Result<()> {
    let changed = fs::metadata(from)?.modified()?.max(fs::metadata("build.rs")?.modified()?);
    // An empty file is one that an earlier build has left out.
    let earlier = fs::metadata(to).and_then(|packed| packed.modified().map(|time| (packed.len(), time)));
    if earlier.is_ok_and(|(length, packed)| length > 0 && packed > changed) {
        return Ok(());
    }
    write(to, &packed(&fs::read(from)?)?)
}

/// Writes an empty file in the place of a compressed one.
fn leave_out(to: &Path) -> io::Result<()> {
    write(to, &[])
}

fn write(to: &Path, bytes: &[u8]) -> io::Result<()> {
    if let Some(folder) = to.parent() {
        fs::create_dir_all(folder)?;
    }
    fs::write(to, bytes)
}

/// A file in the smallest of three layouts, whose number stands before what zlib makes of it: as it is, or as numbers of two
/// bytes from its first or its second byte on. `Packed` in `src/game/packed.rs` reads them.
pub fn packed(bytes: &[u8]) -> io::Result<Vec<u8>> {
    let mut smallest: Option<Vec<u8>> = None;
    for (number, layout) in [bytes.to_vec(), by_halves(bytes, 0), by_halves(bytes, 1)].iter().enumerate() {
        let mut encoder = ZlibEncoder::new(vec![number as u8], Compression::best());
        encoder.write_all(layout)?;
        let candidate = encoder.finish()?;
        if smallest.as_ref().is_none_or(|smallest| candidate.len() < smallest.len()) {
            smallest = Some(candidate);
        }
    }
    Ok(smallest.unwrap_or_default())
}

/// What follows the first `skipped` bytes as whole numbers of two bytes, the sign moved to the lowest bit: the lower bytes of
/// all, then the upper ones, which are nearly all zero in a network; at last what is left of an odd number of bytes.
fn by_halves(bytes: &[u8], skipped: usize) -> Vec<u8> {
    let (head, rest) = bytes.split_at(skipped.min(bytes.len()));
    let (numbers, tail) = rest.as_chunks::<2>();
    let folded = numbers.iter().map(|&number| {
        let number = i16::from_le_bytes(number);
        (number << 1 ^ number >> 15).to_le_bytes()
    });
    let (lower, upper): (Vec<u8>, Vec<u8>) = folded.map(|[lower, upper]| (lower, upper)).unzip();
    [head, &lower, &upper, tail].concat()
}

/// The version of a build from `folder`, and the files whose change gives it another: the number alone unless the folder
/// is the top of a checkout, as a package that lies in the checkout of something else is not.
pub fn version(folder: &Path, number: &str) -> (String, Vec<PathBuf>) {
    let checkout = Checkout { folder };
    match checkout.commit() {
        Some(commit) => (format!("{number} ({commit})"), checkout.watched()),
        None => (number.to_owned(), Vec::new()),
    }
}

struct Checkout<'a> {
    folder: &'a Path,
}

impl Checkout<'_> {
    /// What git says. Whoever builds from a hook of another repository has variables set that would name that one.
    fn git(&self, arguments: &[&str]) -> Option<String> {
        let mut git = Command::new("git");
        for name in ["GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE"] {
            git.env_remove(name);
        }
        said(git.arg("--no-optional-locks").args(arguments).current_dir(self.folder))
    }

    /// The short hash of the commit and its date; the hash is marked where what is built differs from the commit.
    fn commit(&self) -> Option<String> {
        let top = self.git(&["rev-parse", "--show-toplevel"])?;
        if Path::new(&top).canonicalize().ok()? != self.folder.canonicalize().ok()? {
            return None;
        }
        let hash = self.git(&["rev-parse", "--short=7", "HEAD"])?;
        let date = self.git(&["log", "-1", "--format=%cs"])?;
        let changes = self.git(&[&["status", "--porcelain", "--"][..], &SOURCES].concat())?;
        let mark = if changes.is_empty() { "" } else { "-dirty" };
        Some(format!("{hash}{mark} {date}"))
    }

    /// Sources, since their change may make the tree dirty or clean again, and what git writes when another commit is
    /// checked out. Cargo takes a file that is missing for one that changes all the time.
    fn watched(&self) -> Vec<PathBuf> {
        let branch = self.git(&["symbolic-ref", "--quiet", "HEAD"]);
        let notes = ["HEAD", "logs/HEAD"].into_iter().chain(branch.as_deref());
        let notes = notes.filter_map(|name| self.git(&["rev-parse", "--git-path", name]));
        let paths = notes.map(|path| self.folder.join(path)).chain(SOURCES.map(|source| self.folder.join(source)));
        paths.filter(|path| path.exists()).collect()
    }
}

/// The standard output of a command that succeeds, without the blanks around it.
fn said(command: &mut Command) -> Option<String> {
    let output = command.output().ok().filter(|output| output.status.success())?;
    Some(String::from_utf8(output.stdout).ok()?.trim().to_owned())
}
