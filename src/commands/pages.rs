//! Shell completions and manual pages, made from the definition of the command line.

use crate::jobs::command::{FileOutput, Trouble};
use crate::tell;
use clap::{Args, Command};
use clap_complete::Shell;
use clap_mangen::Man;
use std::fs;
use std::io::Write;
use std::path::PathBuf;

/// Print the completion script for a shell.
///
/// With the script, the shell completes commands, options and their values. Restart the shell to load it.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  bash:
    mkdir -p ~/.local/share/bash-completion/completions
    kumataka completions bash \\
        > ~/.local/share/bash-completion/completions/kumataka

  zsh, if ~/.zshrc has fpath=(~/.zfunc $fpath) before it calls compinit:
    mkdir -p ~/.zfunc
    kumataka completions zsh > ~/.zfunc/_kumataka

  fish:
    mkdir -p ~/.config/fish/completions
    kumataka completions fish > ~/.config/fish/completions/kumataka.fish

  PowerShell:
    kumataka completions powershell >> $PROFILE

  elvish:
    kumataka completions elvish >> ~/.config/elvish/rc.elv")]
pub struct CompletionsArgs {
    /// Shell that completes the commands
    shell: Shell,
}

/// Print the manual page, or write those of all commands.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  Read the manual page of the program:
    kumataka man | man -l -

  Install all pages, for \"man kumataka\" and \"man kumataka-perft\". The folder
  for all users is /usr/local/share/man/man1:
    kumataka man --out ~/.local/share/man/man1")]
pub struct ManArgs {
    /// Write the pages of the program and of each command to this folder, overwriting existing ones
    #[arg(long, value_name = "FOLDER")]
    out: Option<PathBuf>,
}

impl CompletionsArgs {
    /// Prints the completions.
    ///
    /// # Errors
    /// If the output cannot be written.
    pub fn run(&self, mut program: Command) -> Result<(), Trouble> {
        let name = program.get_name().to_owned();
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut program, name, &mut script);
        Ok(FileOutput.write_all(&script)?)
    }
}

impl ManArgs {
    /// Prints the page of the program, or writes all pages.
    ///
    /// # Errors
    /// If a page cannot be written.
    pub fn run(&self, program: Command) -> Result<(), Trouble> {
        let Some(folder) = &self.out else {
            let mut page = Vec::new();
            Man::new(program).render(&mut page)?;
            return Ok(FileOutput.write_all(&page)?);
        };
        fs::create_dir_all(folder).map_err(Trouble::file(folder))?;
        clap_mangen::generate_to(program, folder).map_err(Trouble::file(folder))?;
        tell!("the manual pages are in {}", folder.display());
        Ok(())
    }
}
