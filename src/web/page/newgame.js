// The dialog of a new game: its players, its start and its clocks.

import { field, open, select } from './dialog.js';
import { act, offer } from './program.js';
import { make, t } from './text.js';

const CLOCKS = [null, [10, 0], [10, 30], [0, 30], [30, 0], [30, 60]];
const SIDES = ['black', 'white', 'lot', 'both', 'neither'];
// Before the names of engines, which may look like levels.
const ENGINE = 'engine ';

let greeting = null;

export function useGreeting(hello) {
    greeting = hello;
}

const remembered = () => JSON.parse(localStorage.getItem('game') ?? '{}');

// Levels of the program, and other engines.
function players(chosen) {
    const levels = greeting.levels.map(({ number, grade }) => [number, `${grade} – ${t('level_number')} ${number}`]);
    const control = select([...levels, ...greeting.engines.map((name) => [ENGINE + name, name])], chosen);
    // An engine of the last time may be gone.
    if (control.value !== String(chosen)) control.value = '-5';
    return control;
}

const player = ({ value }) => (value.startsWith(ENGINE) ? value.slice(ENGINE.length) : Number(value));

function clockName(times) {
    if (!times) return t('clock_none');
    const [minutes, byoyomi] = times;
    return byoyomi ? t('clock_byoyomi', minutes, byoyomi) : t('clock_minutes', minutes);
}

// The handicaps and rules of a game that is chosen.
function gameFields(known, hasStart) {
    const handicap = select(known.handicaps.map(({ name, title }) => [name, title]), 'even');
    const rules = known.rules.map((rule) => [rule.name, select(rule.choices.map((choice) => [choice, choice]), rule.choices[0])]);
    const isFree = known.handicaps.length > 1 && !hasStart;
    const fields = isFree ? [field('handicap', handicap)] : [];
    const chosen = rules.map(([name, control]) => make('div', { className: 'field' }, make('label', { htmlFor: `rule-${name}`, textContent: name }), Object.assign(control, { id: `rule-${name}` })));
    if (chosen.length) fields.push(make('details', {}, make('summary', { textContent: t('rules') }), ...chosen));
    return { handicap: isFree ? handicap : null, rules, fields };
}

// Everything that the dialog asks, with values from the last time.
function controls(current, hasStart) {
    const before = { game: current, level: -5, black: -5, white: -5, grade: '', side: 'black', clock: 0, coach: 'off', ...remembered(), ...(hasStart && { game: current }) };
    return {
        game: select(greeting.games.map(({ name, title, size }) => [name, `${title} (${size})`]), before.game),
        level: players(before.level),
        black: players(before.black),
        white: players(before.white),
        grade: select([['', t('grade_open')], ...greeting.grades], before.grade),
        side: select(SIDES.map((name) => [name, t(`side_${name}`)]), before.side),
        clock: select(CLOCKS.map((times, index) => [index, clockName(times)]), before.clock),
        coach: select([['off', t('off')], ['on', t('on')]], before.coach),
    };
}

// The message that begins the game.
function message({ game, level, black, white, side, clock, coach }, { handicap, rules }, sfen) {
    const times = CLOCKS[clock.value];
    return {
        game: game.value,
        side: side.value,
        players: side.value === 'neither' ? [player(black), player(white)] : [player(level)],
        handicap: handicap?.value ?? null,
        sfen,
        coach: coach.value === 'on',
        clock: times && { main: 60 * times[0], byoyomi: times[1] },
        rules: rules.map(([name, control]) => `${name}=${control.value}`),
    };
}

// Asks for the players and the start of a new game.
export function newGame(current, sfen = null) {
    const asked = controls(current, Boolean(sfen));
    const { game, level, black, white, grade, side, clock, coach } = asked;
    const more = make('div', {});
    const fields = { opponent: field('level', level), black: field('player_black', black), white: field('player_white', white), grade: field('own_grade', grade) };
    let start = null;
    // Shows what the sides and the game make sense of.
    const arrange = () => {
        const plays = ['black', 'white', 'lot'].includes(side.value);
        fields.opponent.hidden = !plays;
        fields.grade.hidden = !plays || !start.handicap || level.value.startsWith(ENGINE);
        fields.black.hidden = fields.white.hidden = side.value !== 'neither';
    };
    const refill = () => {
        start = gameFields(greeting.games.find(({ name }) => name === game.value), Boolean(sfen));
        more.replaceChildren(...start.fields);
        arrange();
    };
    const compare = async () => {
        arrange();
        if (!grade.value || fields.grade.hidden) return;
        const chosen = () => [game, grade, level, side].map(({ value }) => value).join();
        const before = chosen();
        const offered = await offer(game.value, grade.value, level.value);
        // An answer that comes late is for players who were chosen before.
        if (!offered || !start.handicap || chosen() !== before) return;
        start.handicap.value = offered.handicap;
        if (offered.side) side.value = offered.side;
    };
    refill();
    game.onchange = () => { refill(); compare(); };
    side.onchange = arrange;
    level.onchange = grade.onchange = compare;
    compare();
    const go = make('button', { type: 'submit', className: 'main', textContent: t('start') });
    const form = make('form', { method: 'dialog' }, field('game', game), field('you_play', side), fields.opponent, fields.black, fields.white, fields.grade, more, field('clock', clock), field('coach', coach), go);
    form.addEventListener('submit', () => {
        const values = Object.entries(asked).map(([name, { value }]) => [name, value]);
        localStorage.setItem('game', JSON.stringify(Object.fromEntries(values)));
        act('new', message(asked, start, sfen));
    });
    game.disabled = Boolean(sfen);
    open(t(sfen ? 'play_from_here' : 'new'), form);
    (sfen ? level : game).focus();
}
