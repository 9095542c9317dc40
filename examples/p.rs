use kumataka::{game::Position as _, game::Game, rules::*, variants::*};
fn perft<R: Rules>(p: &mut Position<R>, d: u32) -> u64 {
    if d == 1 { return p.count_legal_moves(); }
    let mut l = <R as Game>::MoveList::default();
    p.legal_moves(&mut l);
    let mut n = 0;
    for &m in l.as_ref() { p.make(m, &mut ()); n += perft(p, d-1); p.unmake(m); }
    n
}
fn main() {
    let a: Vec<String> = std::env::args().collect();
    let d: u32 = a[2].parse().unwrap();
    let t = std::time::Instant::now();
    let n = if a[1] == "shogi" { perft(&mut Position::<Shogi>::start(), d) } else { perft(&mut Position::<Tori>::start(), d) };
    println!("{n} {:?} {:.1} M/s", t.elapsed(), n as f64 / t.elapsed().as_secs_f64() / 1e6);
}
