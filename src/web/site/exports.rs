//! The functions that a worker calls. Bytes go by the standard streams, so that nobody hands over addresses: messages are
//! lines of the standard input, and what the page is to hear are lines of the standard output.

// Each function has a name of its own among those that the module exports.
#![allow(unsafe_code)]

use super::Site;
use crate::jobs::command::Output;
use crate::system;
use crate::web::mind::Mind;
use crate::words::Language;
use once_cell::sync::OnceCell;
use std::cell::RefCell;
use std::io;

static SITE: OnceCell<Site> = OnceCell::new();

thread_local! {
    static MIND: RefCell<Option<Mind<'static>>> = const { RefCell::new(None) };
}

fn site() -> &'static Site {
    SITE.get_or_init(|| Site::new(Language::of_environment()))
}

fn say(lines: Vec<String>) {
    let mut output = Output::lock();
    // The worker takes every line.
    lines.into_iter().for_each(|line| drop(output.say(line)));
}

/// Takes all messages that there are, and tells the news.
#[unsafe(no_mangle)]
pub extern "C" fn turn() {
    let site = site();
    for message in io::stdin().lines().map_while(Result::ok) {
        say(site.take(&message));
    }
    system::forbid_searches(site.stops());
    say(site.news());
}

/// Does the most urgent work of the engine; 0 if there is none. `is_suspended` is not 0 where the worker takes messages
/// while the engine gives way.
#[unsafe(no_mangle)]
pub extern "C" fn work(is_suspended: u32) -> u32 {
    let site = site();
    system::forbid_searches(false);
    MIND.with_borrow_mut(|mind| u32::from(site.work(mind.get_or_insert_with(|| site.mind()), is_suspended != 0)))
}
