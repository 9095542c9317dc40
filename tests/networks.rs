//! Networks of the community, as files: what the command line and the protocol say of them.

use crate::support::{Engine, folder};
use kumataka::eval::testing::dummy;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn net(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_kumataka")).arg("net").args(arguments).output().unwrap()
}

fn described(arguments: &[&str]) -> String {
    let output = net(arguments);
    assert!(output.status.success(), "{arguments:?}: {output:?}");
    String::from_utf8(output.stdout).unwrap()
}

fn write(folder: &Path, name: &str, shape: &str, seed: u64) -> PathBuf {
    let path = folder.join(name);
    fs::write(&path, dummy::network(shape, seed)).unwrap();
    path
}

#[test]
fn a_file_is_described_and_compared() {
    let folder = folder("net");
    let first = write(&folder, "first.bin", "kp_32x2_8_16", 1);
    let second = write(&folder, "second.nnue", "sfnn_kp_64_15_32_k3k3", 2);
    let (first, second) = (first.to_str().unwrap(), second.to_str().unwrap());
    let text = described(&[first]);
    for part in ["read as      kp 32x2-8-16, FV_SCALE 16 as usual", "CRC-32", "Features=K+P[1710->32x2]", "-200 to 200"]
    {
        assert!(text.contains(part), "{part}: {text}");
    }
    assert!(described(&[second, "--fv-scale", "20"]).contains("sfnn kp 64-15-32 k3k3, FV_SCALE 20 by the option"));
    assert!(described(&[first, "--compare", second]).contains("32 and 64 numbers"));
    let same = described(&[first, "--compare", first]);
    assert!(same.contains("the same") && !same.contains("differ,"), "{same}");
    let other = write(&folder, "other.bin", "kp_32x2_8_16", 3);
    let text = described(&[first, "--compare", other.to_str().unwrap()]);
    assert!(text.contains(" numbers differ, by "), "{text}");
}

#[test]
fn what_is_no_network_is_refused_by_name() {
    let folder = folder("net refused");
    let path = folder.join("cut.bin");
    let whole = dummy::network("kp_32x2_8_16", 1);
    for bytes in [&whole[..whole.len() - 1], &whole[..7], b"", b"no network at all"] {
        fs::write(&path, bytes).unwrap();
        let output = net(&[path.to_str().unwrap()]);
        let complaint = String::from_utf8(output.stderr).unwrap();
        assert!(!output.status.success() && complaint.contains("cut.bin: "), "{complaint}");
    }
    let empty = folder.join("empty");
    fs::create_dir(&empty).unwrap();
    let output = net(&[empty.to_str().unwrap()]);
    let complaint = String::from_utf8(output.stderr).unwrap();
    assert!(!output.status.success() && complaint.contains("empty: the folder holds no network"), "{complaint}");
}

/// The network in a folder is found, several are not chosen from, and the network that was loaded stays where another
/// cannot be.
#[test]
fn a_folder_stands_for_its_network_and_a_bad_file_changes_nothing() {
    let folder = folder("net folder");
    write(&folder, "strong.nnue", "kp_32x2_8_16", 1);
    let mut engine = Engine::ready();
    let told = |engine: &mut Engine, option: &str, value: &Path, what: &str| {
        engine.send(&format!("setoption name {option} value {}", value.display()));
        let lines = engine.sync();
        assert!(lines.iter().any(|line| line.starts_with("info string ") && line.contains(what)), "{what}: {lines:#?}");
    };
    engine.send("eval");
    let own = engine.expect("eval raw ");
    told(&mut engine, "EvalDir", &folder, "network kp 32x2-8-16, FV_SCALE 16 as usual");
    engine.send("eval");
    let before = engine.expect("eval raw ");
    assert_ne!(before, own);
    let bad = folder.join("bad.nnue");
    fs::write(&bad, b"no network at all").unwrap();
    told(
        &mut engine,
        "EvalFile",
        &bad,
        "bad.nnue: not a network file of a known format; the evaluation stays kp 32x2-8-16",
    );
    told(&mut engine, "EvalFile", &folder, "several networks; name one of bad.nnue, strong.nnue");
    engine.send("eval");
    assert_eq!(engine.expect("eval raw "), before);
    write(&folder, "nn.bin", "sfnn_kp_64_15_32_k3k3", 2);
    told(&mut engine, "EvalFile", &folder, "network sfnn kp 64-15-32 k3k3");
    engine.send("eval");
    assert_ne!(engine.expect("eval raw "), before);
    // After a file that could not be loaded, the network of the program itself is one to load as well.
    told(&mut engine, "EvalFile", &bad, "the evaluation stays sfnn kp 64-15-32 k3k3");
    engine.send("setoption name EvalFile value <internal>");
    engine.send("setoption name EvalDir value <empty>");
    engine.sync();
    engine.send("eval");
    assert_eq!(engine.expect("eval raw "), own);
}

/// The divisor changes what is shown and not what is searched.
#[test]
fn the_divisor_changes_only_what_is_shown() {
    let folder = folder("net scale");
    let path = write(&folder, "nn.bin", "kp_32x2_8_16", 4);
    let search = |divisor: u32| {
        let mut engine = Engine::ready();
        engine.send(&format!("setoption name EvalFile value {}", path.display()));
        engine.send(&format!("setoption name FV_SCALE value {divisor}"));
        engine.sync();
        engine.send("position startpos");
        engine.send("go depth 7");
        let lines = engine.until("bestmove");
        let last = lines.iter().rev().find(|line| line.contains(" score cp ")).unwrap().clone();
        let field = |name: &str| {
            last.split_whitespace().skip_while(|&word| word != name).nth(1).unwrap().parse::<i64>().unwrap()
        };
        (lines.last().unwrap().clone(), field("nodes"), field("cp"))
    };
    let [(best, nodes, cp), (other_best, other_nodes, other_cp)] = [10, 30].map(search);
    assert_eq!((best, nodes), (other_best, other_nodes));
    assert!(cp != other_cp && (10 * cp - 30 * other_cp).abs() <= 20, "{cp} {other_cp}");
}

/// The search after a change shows its scores by the new divisor, ready or not.
#[test]
fn a_divisor_holds_from_the_next_search_on() {
    let folder = folder("net divisor");
    let path = write(&folder, "nn.bin", "kp_32x2_8_16", 4);
    let mut engine = Engine::ready();
    engine.send(&format!("setoption name EvalFile value {}", path.display()));
    engine.sync();
    engine.send("position startpos");
    let mut scores = |option: &str| {
        engine.send(&format!("setoption name {option}"));
        engine.send("go depth 5");
        let lines = engine.until("bestmove");
        let score =
            |line: &String| line.split_once(" score ")?.1.split_once(" nodes ").map(|(score, _)| score.to_owned());
        lines.iter().filter_map(score).collect::<Vec<_>>()
    };
    let [before, changed, again] = ["FV_SCALE value 30", "FV_SCALE value 10", "Clear_Hash"].map(&mut scores);
    assert_ne!(before, changed);
    assert_eq!(changed, again);
}
