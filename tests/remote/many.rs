//! A thousand connections, and what is left of them.

use super::served::Served;
use crate::support::{self, Script};
use std::fs;
use std::thread;
use std::time::{Duration, Instant};

/// Threads and open files of the server.
fn held(served: &Served) -> [usize; 2] {
    let count = |what| fs::read_dir(format!("/proc/{}/{what}", served.program.id())).unwrap().count();
    ["task", "fd"].map(count)
}

/// One connection of a kind that the number chooses; a place need not be free.
fn visit(served: &Served, number: usize) {
    match number % 5 {
        0 => drop(served.raw(b"nonsense\r\n\r\n")),
        1 => drop(served.stream()),
        2 => drop(served.try_guest("no-token", &[])),
        3 => drop(served.guest()),
        _ => {
            let mut guest = served.guest();
            // Where all places are taken, the server has ended it.
            let _ = guest.0.send("isready".into());
            while guest.hear().is_ok_and(|line| line != "readyok") {}
        }
    }
}

#[test]
fn a_thousand_connections_leave_nothing() {
    let folder = support::folder("serve-many");
    Script::GOOD.write(&folder, "engine");
    let served = Served::start(&folder, &["--engine", "./engine", "--max-connections", "16"], &[]);
    (0..5).for_each(|number| visit(&served, number));
    served.wait_for_engines(0);
    let before = held(&served);
    (0..500).for_each(|number| visit(&served, number));
    thread::scope(|scope| {
        for first in 0..25 {
            let served = &served;
            scope.spawn(move || (0..20).for_each(|number| visit(served, first + number)));
        }
    });
    served.wait_for_engines(0);
    let deadline = Instant::now() + Duration::from_secs(300);
    // The first visits may have left something for a moment, so that later there is less.
    while held(&served).iter().zip(before).any(|(&now, before)| now > before) {
        assert!(Instant::now() < deadline, "{before:?} threads and files, and then {:?}", held(&served));
        thread::sleep(Duration::from_millis(50));
    }
    let mut guest = served.guest();
    guest.say("usi");
    guest.expect("usiok");
}

#[test]
fn the_token_is_in_no_list_of_processes() {
    let folder = support::folder("serve-titles");
    let token = "a_token-of_ones_own_1234";
    let served = Served::start(&folder, &["--token-env", "SECRET"], &[("SECRET", token)]);
    let mut guest = served.guest();
    guest.think();
    let threads = fs::read_dir(format!("/proc/{}/task", served.program.id())).unwrap();
    let children: String =
        threads.map(|thread| fs::read_to_string(thread.unwrap().path().join("children")).unwrap()).collect();
    let [engine] = children.split_whitespace().collect::<Vec<_>>()[..] else { panic!("one engine: {children}") };
    let read = |id: &str, what: &str| fs::read(format!("/proc/{id}/{what}")).unwrap();
    let own = served.program.id().to_string();
    // Whoever serves the engine has set its own variable; the engine does not inherit it.
    for bytes in [read(&own, "cmdline"), read(engine, "cmdline"), read(engine, "environ")] {
        assert!(!String::from_utf8_lossy(&bytes).contains(token));
    }
    assert!(!served.log().contains(token));
}
