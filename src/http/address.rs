//! The address by which others reach this machine.

use std::net::{IpAddr, Ipv4Addr, UdpSocket};

/// The address for those who connect to a server that listens at `listen`.
pub fn reached_at(listen: IpAddr) -> IpAddr {
    if listen.is_unspecified() { address_at_home() } else { listen }
}

/// The address of this machine in its network; that of the machine alone without one.
fn address_at_home() -> IpAddr {
    /// An address that nobody has. A socket of datagrams that is connected to it sends nothing, but has a way there.
    const ELSEWHERE: (Ipv4Addr, u16) = (Ipv4Addr::new(192, 0, 2, 1), 9);
    let socket = UdpSocket::bind((Ipv4Addr::UNSPECIFIED, 0));
    let found = socket.and_then(|socket| socket.connect(ELSEWHERE).and_then(|()| socket.local_addr()));
    found.map_or(IpAddr::V4(Ipv4Addr::LOCALHOST), |address| address.ip())
}
