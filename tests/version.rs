//! What the build script notes of the commit, and how it packs files.

#[allow(dead_code)]
#[path = "../build.rs"]
mod script;

use crate::support::folder;
use kumataka::game::Packed;
use kumataka::variants::Variant;
use std::fs;
use std::path::Path;
use std::process::Command;

/// Runs git as nobody in particular, at a fixed time.
fn git(folder: &Path, arguments: &str) -> String {
    let mut git = Command::new("git");
    ["GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE"].iter().for_each(|name| {
        git.env_remove(name);
    });
    for name in ["GIT_AUTHOR_DATE", "GIT_COMMITTER_DATE"] {
        git.env(name, "2026-02-03T12:00:00Z");
    }
    let identity = ["-c", "user.name=nobody", "-c", "user.email=nobody@localhost", "-c", "commit.gpgsign=false"];
    let output = git.args(identity).args(arguments.split(' ')).current_dir(folder).output().unwrap();
    assert!(output.status.success(), "{arguments}: {output:?}");
    String::from_utf8(output.stdout).unwrap().trim().to_owned()
}

fn version(folder: &Path) -> String {
    script::version(folder, "1.2.3").0
}

#[test]
fn commit_and_date_stand_behind_the_number() {
    if Command::new("git").arg("--version").output().is_err() {
        // Without git a version is plain, which the last lines of the other test show too.
        return;
    }
    let folder = folder("checkout");
    fs::create_dir(folder.join("src")).unwrap();
    fs::write(folder.join("src/main.rs"), "fn main() {}").unwrap();
    fs::write(folder.join("Cargo.toml"), "").unwrap();
    git(&folder, "init -q -b trunk");
    git(&folder, "add .");
    git(&folder, "commit -q -m first");
    let hash = git(&folder, "rev-parse --short=7 HEAD");
    let clean = format!("1.2.3 ({hash} 2026-02-03)");
    assert_eq!(version(&folder), clean);

    // What does not go into the binary does not make it another one.
    fs::write(folder.join("notes.txt"), "notes").unwrap();
    assert_eq!(version(&folder), clean);
    fs::write(folder.join("src/main.rs"), "fn main() { panic!() }").unwrap();
    let dirty = format!("1.2.3 ({hash}-dirty 2026-02-03)");
    assert_eq!(version(&folder), dirty);
    git(&folder, "checkout -q src/main.rs");
    fs::write(folder.join("src/new.rs"), "").unwrap();
    assert_eq!(version(&folder), dirty);

    git(&folder, "add src");
    git(&folder, "commit -q -m second");
    let second = git(&folder, "rev-parse --short=7 HEAD");
    assert_ne!(hash, second);
    assert_eq!(version(&folder), format!("1.2.3 ({second} 2026-02-03)"));

    // Cargo looks at the files that git writes at each commit, and at none that are missing.
    let (_, watched) = script::version(&folder, "1.2.3");
    for name in [".git/HEAD", ".git/refs/heads/trunk", "src", "Cargo.toml"] {
        assert!(watched.contains(&folder.join(name)), "{name}: {watched:?}");
    }
    assert!(watched.iter().all(|path| path.exists()), "{watched:?}");

    // A worktree has a head of its own.
    let other = folder.join("other");
    git(&folder, "worktree add -q other -b other");
    git(&other, "commit -q --allow-empty -m third");
    let third = git(&other, "rev-parse --short=7 HEAD");
    assert_eq!(version(&other), format!("1.2.3 ({third} 2026-02-03)"));
    assert!(version(&folder).contains(&second));

    // A package unpacked inside another project's checkout does not carry that one's commit.
    assert_eq!(version(&folder.join("src")), "1.2.3");
}

#[test]
fn without_a_checkout_the_version_is_plain() {
    let folder = folder("archive");
    assert_eq!(script::version(&folder, "1.2.3"), ("1.2.3".to_owned(), Vec::new()));
}

#[test]
fn what_is_packed_comes_out_as_it_was() {
    let network = fs::read(concat!(env!("CARGO_MANIFEST_DIR"), "/src/variants/dobutsu/network.kmt")).unwrap();
    let mut layouts = Vec::new();
    for bytes in
        [&[][..], &[7], &[1, 255], b"a text of an odd length", &network, &network[1..], &network[..network.len() - 1]]
    {
        let packed = script::packed(bytes).unwrap();
        layouts.push(packed[0]);
        assert_eq!(Packed::new(packed.leak()).unwrap().unpack().unwrap(), bytes);
    }
    let [.., whole, shifted, _] = layouts[..] else { panic!("seven files were packed") };
    assert_eq!((whole.min(shifted), whole.max(shifted)), (1, 2), "networks are packed as numbers");
}

#[test]
fn a_build_packs_the_files_of_the_games_that_it_is_to_have() {
    let packs = |wanted| -> Vec<(String, bool)> {
        let mut found = script::assets(Path::new(env!("CARGO_MANIFEST_DIR")), wanted).unwrap();
        found.sort();
        found
    };
    let all = packs(None);
    let networks = Variant::ALL.iter().filter(|variant| variant.assets().network.is_some()).count();
    let books = Variant::ALL.iter().filter(|variant| variant.assets().book.is_some()).count();
    assert_eq!(all.len(), networks + books + Variant::ALL.len());
    assert!(all.iter().all(|(_, is_wanted)| *is_wanted));
    let is_bench = |name: &str| name.ends_with("/bench.sfen");
    let wanted = |names| -> Vec<String> {
        let (bench, others): (Vec<_>, Vec<_>) = packs(Some(names)).into_iter().partition(|(name, _)| is_bench(name));
        assert!(bench.iter().all(|(_, is_wanted)| *is_wanted));
        others.into_iter().filter_map(|(name, is_wanted)| is_wanted.then_some(name)).collect()
    };
    assert_eq!(wanted("shogi"), ["book/shogi.db", "src/variants/shogi/network.kmt"]);
    let three = ["book/torishogi.db", "src/variants/minishogi/network.kmt", "src/variants/tori/network.kmt"];
    assert_eq!(wanted(" torishogi, minishogi,daishogi"), three);
    assert_eq!(wanted(""), [""; 0]);
    let error = script::assets(Path::new(env!("CARGO_MANIFEST_DIR")), Some("shogi,chess")).unwrap_err();
    assert!(error.to_string().contains("\"chess\""), "{error}");
}

#[test]
fn every_network_in_the_program_is_that_of_its_folder() {
    for variant in Variant::ALL {
        let Some(network) = variant.assets().network else { continue };
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/variants").join(variant.folder());
        let file = folder.join("network.kmt");
        assert!(network.unpack().unwrap() == fs::read(&file).unwrap(), "{}", file.display());
    }
}
