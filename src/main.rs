//! The program itself: [`kumataka::commands`] reads the arguments and runs one command.

#![deny(unsafe_code)]

use std::process::ExitCode;

fn main() -> ExitCode {
    kumataka::commands::run()
}

/// The loader calls this function before `main`. The start of the runtime is generic and compiled for the processor
/// that the build names: a lesser one would crash before it reaches `main`.
// SAFETY: the section holds pointers to functions of exactly this type, which are called once each before `main`. This
// function uses only the standard error of the standard library, which needs no set-up.
#[allow(unsafe_code)]
#[used]
#[cfg_attr(target_vendor = "apple", unsafe(link_section = "__DATA,__mod_init_func"))]
#[cfg_attr(windows, unsafe(link_section = ".CRT$XCU"))]
#[cfg_attr(not(any(target_vendor = "apple", windows)), unsafe(link_section = ".init_array"))]
static CHECK_PROCESSOR: extern "C" fn() = check_processor;

extern "C" fn check_processor() {
    if !kumataka::cpu::is_sufficient() {
        // The standard library's exit runs clean-up code, which may hold instructions that this processor lacks.
        #[allow(unsafe_code)]
        // SAFETY: the call ends the process at once, and no other code has started before `main`.
        unsafe {
            libc::_exit(1);
        }
    }
}
