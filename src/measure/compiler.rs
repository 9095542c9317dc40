//! `kumataka compiler`: how and for which processor this build was made, and the instruction set of its evaluations.

use crate::cpu;
use crate::eval::simd::{InstructionSet, VARIABLE};
use crate::jobs::command::{Command, Output, Trouble};
use clap::Args;
use std::fmt;

/// Show the compiler of this build and the instruction set in use on this processor.
///
/// Set the environment variable KUMATAKA_INSTRUCTION_SET to use another instruction set of the processor. All sets give
/// the same numbers, at different speeds.
#[derive(Args, Clone, Debug)]
pub struct CompilerArgs {}

impl Command for CompilerArgs {
    type Error = Trouble;

    fn run(&self) -> Result<(), Trouble> {
        Output::lock().say(description())
    }
}

/// Description of the build and of the instruction set in use, in lines.
pub fn description() -> impl fmt::Display {
    fmt::from_fn(|f| {
        writeln!(f, "{}", cpu::build_description())?;
        write!(f, "evaluation: {} ({VARIABLE} chooses of", InstructionSet::chosen())?;
        InstructionSet::present().try_for_each(|set| write!(f, " {set}"))?;
        InstructionSet::misnamed().map_or(Ok(()), |name| write!(f, "; {name:?} is none of them"))?;
        f.write_str(")")
    })
}
