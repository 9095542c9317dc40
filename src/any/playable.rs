//! Any game for code that is written for every [`Playable`] game.

use super::{AnyIllegality, AnyMove, AnyPosition, AnySfenError};
use crate::board::Color;
use crate::game::{
    Assets, Declaration, Dialect, Formation, Handicap, Motif, MoveError, Playable, RuleChoices, RuleOption, SfenMode,
    Solver, Verdict,
};
use crate::variants::Variant;

impl Playable for Variant {
    type SfenError = AnySfenError;
    type Illegality = AnyIllegality;

    fn start_sfen(self) -> &'static str {
        Self::start_sfen(self)
    }

    fn set_rules(position: &mut AnyPosition, choices: &RuleChoices) {
        position.set_rules(choices);
    }

    fn read_sfen(self, text: &str, mode: SfenMode) -> Result<AnyPosition, AnySfenError> {
        self.read_sfen(text, mode)
    }

    fn sfen(position: &AnyPosition) -> String {
        position.sfen()
    }

    fn read_move(self, text: &str) -> Result<AnyMove, MoveError<AnyIllegality>> {
        self.read_move(text)
    }

    fn usi(self, m: AnyMove) -> impl std::fmt::Display {
        self.usi(m)
    }

    fn legality(position: &AnyPosition, m: AnyMove) -> Result<(), AnyIllegality> {
        position.legality(m)
    }

    fn verdict(position: &AnyPosition) -> Option<Verdict> {
        position.verdict()
    }

    fn without_history(position: &AnyPosition) -> AnyPosition {
        position.without_history()
    }

    fn aliases(self) -> &'static [&'static str] {
        self.aliases()
    }

    fn handicaps(self) -> &'static [Handicap] {
        self.handicaps()
    }

    fn options(self) -> Vec<RuleOption> {
        self.options()
    }

    fn longest_selfplay(self) -> usize {
        self.longest_selfplay()
    }

    fn assets(self) -> Assets {
        Self::assets(self)
    }

    fn solver(self) -> Option<&'static dyn Solver> {
        self.solver()
    }

    fn speaks_fairy(self) -> bool {
        self.speaks_fairy()
    }

    fn sfen_in(position: &AnyPosition, dialect: Dialect) -> String {
        position.sfen_in(dialect)
    }

    fn usi_in(position: &AnyPosition, m: AnyMove, dialect: Dialect) -> String {
        position.usi_in(m, dialect)
    }

    fn parse_move(position: &AnyPosition, text: &str) -> Result<AnyMove, MoveError<AnyIllegality>> {
        position.parse_move(text)
    }

    fn is_pass(position: &AnyPosition, m: AnyMove) -> bool {
        position.is_pass(m)
    }

    fn declaration(position: &AnyPosition) -> Declaration {
        position.declaration()
    }

    fn declaration_counts(position: &AnyPosition, color: Color) -> Option<[u32; 2]> {
        position.declaration_counts(color)
    }

    fn has_king_in_camp(position: &AnyPosition) -> bool {
        position.has_king_in_camp()
    }

    fn turned(position: &AnyPosition) -> Option<AnyPosition> {
        position.turned()
    }

    fn turned_move(self, m: AnyMove) -> AnyMove {
        self.turned_move(m)
    }

    fn problem_attacker(position: &AnyPosition, defender_first: bool) -> Color {
        position.problem_attacker(defender_first)
    }

    fn hand_over_missing(position: &mut AnyPosition, color: Color) {
        position.hand_over_missing(color);
    }

    fn formations(position: &AnyPosition, color: Color) -> Vec<Formation> {
        position.formations(color)
    }

    fn motifs(position: &AnyPosition, line: &[AnyMove]) -> Vec<(usize, Motif)> {
        position.motifs(line)
    }

    fn drawing(position: &AnyPosition) -> String {
        position.drawing()
    }

    fn count_legal_moves(position: &AnyPosition) -> u64 {
        position.count_legal_moves()
    }
}
