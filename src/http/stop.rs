//! The end of a server by Ctrl-C.

use crate::engines::process::Children;
use crate::system::{self, InterruptError};
use std::net::{IpAddr, Ipv4Addr, SocketAddr, TcpStream};
use std::process;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// A flag that Ctrl-C raises, which also wakes a server at this address; a second Ctrl-C ends the program and other
/// engines at once.
///
/// # Errors
/// If the system sets no handler.
pub fn stop_at_interrupt(address: SocketAddr, children: Children) -> Result<Arc<AtomicBool>, InterruptError> {
    /// Exit status after Ctrl-C, as shells report it.
    const INTERRUPTED: i32 = 130;
    let stop = Arc::new(AtomicBool::new(false));
    let raised = Arc::clone(&stop);
    let ip = if address.ip().is_unspecified() { IpAddr::V4(Ipv4Addr::LOCALHOST) } else { address.ip() };
    let own = SocketAddr::new(ip, address.port());
    system::on_interrupt(move || {
        if raised.swap(true, Ordering::Relaxed) {
            children.kill();
            system::remove_unfinished();
            process::exit(INTERRUPTED);
        }
        // A server that cannot be reached is not waiting.
        let _ = TcpStream::connect(own);
    })?;
    Ok(stop)
}
