//! The opening book that the options ask for, and moves from it.

use super::print::{Output, Subject, book_lines};
use crate::eval;
use crate::game::{Dialect, RuleChoices, SfenMode};
use crate::opening::{self, BookOptions, Damage, INTERNAL, Library, NO_BOOK};
use crate::variants::Variant;
use rand::RngExt as _;
use std::path::Path;

/// Book in use, which follows the options.
pub struct BookOption {
    /// None for a game that has no books.
    game: Option<Variant>,
    library: Option<Library>,
    /// File of the last attempt to open a book, successful or not; none before the first.
    opened: Option<String>,
}

impl BookOption {
    /// Book of the game called `game`. Games from outside this program have no books.
    #[must_use]
    pub fn new(game: &str) -> Self {
        Self { game: game.parse().ok(), library: None, opened: None }
    }

    /// Forgets a failed attempt to open the book, so that the next call of `prepare` tries again.
    pub fn look_again(&mut self) {
        if self.library.is_none() {
            self.opened = None;
        }
    }

    /// Opens the book that the options name, if it has changed. A book that cannot be opened is reported, and the
    /// engine plays without one.
    pub fn prepare(&mut self, options: &BookOptions, output: &Output) {
        let Some(game) = self.game else { return };
        let wanted = options.file.as_str();
        if !options.own_book || self.opened.as_deref() == Some(wanted) {
            return;
        }
        self.opened = Some(wanted.to_owned());
        self.library = match wanted {
            "" | NO_BOOK => None,
            INTERNAL => Library::internal(game),
            path => open(game, path, output),
        };
        if self.library.is_some() || matches!(wanted, "" | NO_BOOK) {
            output.settle(Subject::Book);
        }
    }

    /// Book move for the position `sfen`, as the lines that answer `go`; none if the engine must think.
    pub fn answer(
        &mut self,
        sfen: &str,
        rules: &RuleChoices,
        dialect: Dialect,
        options: &BookOptions,
        output: &Output,
    ) -> Option<String> {
        self.prepare(options, output);
        let library = self.library.as_ref()?;
        let mut position = library.game().read_sfen(sfen, SfenMode::Tolerant).ok()?;
        position.set_rules(rules);
        let mut damage = Damage::default();
        let picked =
            opening::pick(library, &position, options, &mut |end| rand::rng().random_range(0..end), &mut damage);
        if !damage.is_none() {
            output.message(format_args!("book: {damage}"));
        }
        match picked {
            Ok(picked) => picked.map(|picked| book_lines(&picked, &position, dialect)),
            Err(error) => {
                output.message(format_args!("the book cannot be read: {error}"));
                None
            }
        }
    }
}

fn open(game: Variant, path: &str, output: &Output) -> Option<Library> {
    match Library::open(game, &eval::resolve_path(Path::new(path))) {
        Ok(library) => {
            output.message(format_args!("book {path}: {}", library.description()));
            if !library.damage.is_none() {
                output.message(format_args!("book {path}: {}", library.damage));
            }
            Some(library)
        }
        Err(error) => {
            let fault = format!("{path}: {error}");
            output.complain(Subject::Book, &fault, format_args!("no book is used: {fault}"));
            None
        }
    }
}
