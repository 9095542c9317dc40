//! Notes which compiler makes the binary, for the command `compiler`.

use std::env;
use std::process::Command;

fn main() {
    let rustc = env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let output = Command::new(rustc).arg("--version").output();
    let version = output.ok().and_then(|output| String::from_utf8(output.stdout).ok()).unwrap_or_default();
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rustc-env=KUMATAKA_RUSTC={}", version.trim());
}
