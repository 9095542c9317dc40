//! The program: see [`kumataka::cli`] for what it does when.

#![deny(unsafe_code)]

use std::process::ExitCode;

fn main() -> ExitCode {
    kumataka::cli::run()
}

/// Runs before `main`: link-time optimisation builds even the start of the runtime for the processor of the build, so
/// that `main` itself would not be reached on a lesser one.
// SAFETY: the section holds pointers to functions of exactly this type, called once each before `main`. This one
// uses of the standard library only the standard error, which needs no set-up.
#[allow(unsafe_code)]
#[used]
#[cfg_attr(target_vendor = "apple", unsafe(link_section = "__DATA,__mod_init_func"))]
#[cfg_attr(windows, unsafe(link_section = ".CRT$XCU"))]
#[cfg_attr(not(any(target_vendor = "apple", windows)), unsafe(link_section = ".init_array"))]
static CHECK_PROCESSOR: extern "C" fn() = check_processor;

extern "C" fn check_processor() {
    if !kumataka::cpu::is_sufficient() {
        // The standard library's way out would clean up, with instructions that are not there.
        #[allow(unsafe_code)]
        // SAFETY: it ends the process at once, and nothing is left in the middle of anything before `main`.
        unsafe {
            libc::_exit(1);
        }
    }
}
