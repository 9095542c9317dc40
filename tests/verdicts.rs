//! Verdicts on planted mistakes: the whole sentence in both languages, and verdicts that a deeper look takes back.

use kumataka::analysis::{Analysis, Analyst, Curve, Effort, Judgement, Settings, Sink, Voice};
use kumataka::any::{AnyEngine, AnyModel, AnyMove, AnyPosition};
use kumataka::jobs::notation::Notation;
use kumataka::record::{Format, Record};
use kumataka::search::{Limits, SearchOptions};
use kumataka::variants::Variant;
use kumataka::words::Language;
use std::convert::Infallible;
use std::sync::atomic::AtomicBool;

/// Effort of the first look.
const NODES: u64 = 1_000;

/// Kind of mistake, line in USI whose last move is the mistake, and the sentences in English and Japanese.
const PLANTED: &str = include_str!("data/planted_mistakes.tsv");

struct Silent;

impl Sink for Silent {
    type Error = Infallible;

    fn ply(&mut self, _: &AnyPosition, _: &kumataka::analysis::Ply<AnyMove>) -> Result<(), Infallible> {
        Ok(())
    }

    fn variation(&mut self, _: usize, _: usize) -> Result<(), Infallible> {
        Ok(())
    }

    fn end(&mut self, _: &Analysis<AnyMove>) -> Result<(), Infallible> {
        Ok(())
    }
}

fn record(line: &str) -> Record {
    Format::USI.read(Variant::Shogi, line.as_bytes()).unwrap().pop().unwrap().record
}

fn analysed(record: &Record, nodes: u64) -> Analysis<AnyMove> {
    let (effort, curve) = (Effort::Nodes(nodes), Curve::of(Variant::Shogi));
    let settings = Settings { effort, threads: 1, lines: 2, curve, has_variations: false };
    let mut analyst = Analyst::new(&AnyModel::internal(Variant::Shogi).unwrap(), 8, settings).unwrap();
    let Ok(analysis) = analyst.analyse(record, &AtomicBool::new(false), &mut Silent);
    analysis
}

/// The verdict on the last move of a line; empty if there is none.
fn sentences(line: &str) -> [String; 2] {
    let record = record(line);
    let analysis = analysed(&record, NODES);
    let ply = analysis.plies.last().unwrap();
    let mut position = record.start().clone();
    analysis.plies[..ply.number - 1].iter().for_each(|ply| position.make(ply.played));
    [Language::En, Language::Ja].map(|language| {
        let notation = Notation::of(Variant::Shogi, language, None, false);
        let text = |position: &AnyPosition, last, m| notation.text(position, last, m);
        let voice = Voice { language, text: &text };
        ply.fault().map_or_else(String::new, |fault| voice.fault(&position, ply.previous, &fault))
    })
}

#[test]
fn planted_mistakes_are_told_with_their_reason() {
    let rows: Vec<Vec<&str>> =
        PLANTED.lines().filter(|line| !line.starts_with('#')).map(|line| line.split('\t').collect()).collect();
    assert!(rows.len() >= 20, "{}", rows.len());
    let faulty: Vec<String> = rows
        .iter()
        .filter_map(|row| {
            let told = sentences(row[1]);
            (told != [row[2], row[3]]).then(|| format!("{}\t{}\t{}\t{}", row[0], row[1], told[0], told[1]))
        })
        .collect();
    assert!(faulty.is_empty(), "now\n{}", faulty.join("\n"));
}
