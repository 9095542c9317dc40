//! `kumataka connect` over a connection that is cut.

use super::served::{PATIENCE, Served};
use crate::support::{self, Engine, Folder};
use std::io;
use std::net::{Shutdown, SocketAddr, TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

/// A way to a server, which can be cut.
struct Wire {
    address: SocketAddr,
    /// Both ends of each connection so far.
    ends: Arc<Mutex<Vec<[TcpStream; 2]>>>,
}

impl Wire {
    fn to(served: &Served) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let ends = Arc::new(Mutex::new(Vec::new()));
        let (host, kept) = (served.host.clone(), Arc::clone(&ends));
        thread::spawn(move || {
            for near in listener.incoming().map_while(Result::ok) {
                let far = TcpStream::connect(&host).unwrap();
                let pair = || [near.try_clone().unwrap(), far.try_clone().unwrap()];
                for [mut from, mut to] in [pair(), [far.try_clone().unwrap(), near.try_clone().unwrap()]] {
                    thread::spawn(move || {
                        let _ = io::copy(&mut from, &mut to);
                        let _ = to.shutdown(Shutdown::Both);
                    });
                }
                kept.lock().unwrap().push(pair());
            }
        });
        Self { address, ends }
    }

    /// Cuts the newest connection, of which there have been `count`.
    fn cut(&self, count: usize) {
        self.wait_for(count);
        for end in &self.ends.lock().unwrap()[count - 1] {
            // The other end may have closed it meanwhile.
            let _ = end.shutdown(Shutdown::Both);
        }
    }

    /// Waits until there have been this many connections.
    fn wait_for(&self, count: usize) {
        let deadline = Instant::now() + PATIENCE;
        while self.ends.lock().unwrap().len() < count {
            assert!(Instant::now() < deadline, "no connection {count}");
            thread::sleep(Duration::from_millis(10));
        }
    }

    fn engine(&self, served: &Served) -> (Folder, Engine) {
        let folder = support::folder("connect-cut");
        let url = format!("ws://{}/{}", self.address, served.token);
        let engine = Engine::start_as(&["connect", &url], &folder);
        (folder, engine)
    }
}

#[test]
fn a_cut_between_searches_goes_unnoticed() {
    let (_folder, served) = Served::alone("connect-cut-between", &[]);
    let wire = Wire::to(&served);
    let (_here, mut engine) = wire.engine(&served);
    engine.send("usi");
    engine.expect("usiok");
    engine.send("setoption name USI_Variant value minishogi\nsetoption name USI_Hash value 1\nisready");
    engine.expect("readyok");
    engine.send("position startpos moves 5d5c");
    let position = engine.sfen();
    engine.send("go nodes 200");
    let answer = engine.expect("bestmove");
    for count in [1, 2] {
        wire.cut(count);
        wire.wait_for(count + 1);
        engine.send("go nodes 200");
        let heard = engine.until("bestmove");
        assert_eq!(heard.last(), Some(&answer));
        assert!(heard.iter().all(|line| line != "readyok" && !line.contains("is lost")), "{heard:#?}");
        assert_eq!(engine.sfen(), position);
    }
    let (status, _) = engine.finish();
    assert!(status.success());
    served.wait_for_engines(0);
}

#[test]
fn a_search_that_is_cut_begins_again() {
    let (_folder, served) = Served::alone("connect-cut-search", &["--max-connections", "1"]);
    let wire = Wire::to(&served);
    let (_here, mut engine) = wire.engine(&served);
    engine.send("setoption name USI_Hash value 1\nposition startpos moves 7g7f\ngo infinite");
    engine.expect("info depth");
    wire.cut(1);
    let told = engine.expect("info string");
    assert!(told.contains("is lost") && told.ends_with("connecting anew"), "{told}");
    // The server may find out later that the only place is free, and say so first.
    engine.expect("info string connected anew; the search begins again");
    engine.expect("info depth");
    engine.send("stop");
    assert!(!engine.expect("bestmove").contains("resign"));
    assert!(engine.sfen().contains(" w "), "White is to move");
    let (status, _) = engine.finish();
    assert!(status.success());
}
