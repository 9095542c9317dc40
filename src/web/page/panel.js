// What stands beside the board: players, clocks, the state of the game, its moves and the buttons.

import { spokenSquare } from './board.js';
import { pass, passMove } from './input.js';
import { actions as drillActions } from './drill.js';
import { act } from './program.js';
import { $, button, icon, make, patch, speak, t } from './text.js';

let state = null;
let received = 0;
let ask = {};

// Takes the dialogs that buttons open.
export function useDialogs(dialogs) {
    ask = dialogs;
}

const play = (name) => () => act(name, { turn: state.turn });
const look = (node) => act('look', { node });

export function show(next, flipped) {
    const before = state;
    state = next;
    received = performance.now();
    const handicap = next.handicap ? [make('span', { className: 'handicap', textContent: next.handicap })] : [];
    $('title').replaceChildren(next.title, ...handicap);
    document.title = `${[next.title, next.handicap].filter(Boolean).join(', ')} – Kumataka`;
    plate('near', flipped ? 1 : 0);
    plate('far', flipped ? 0 : 1);
    status(before);
    coach();
    impasse();
    actions();
    record(before);
    tick();
}

function plate(end, side) {
    const { name, isPerson } = state.players[side];
    const isOnTurn = state.scene.turn === ['black', 'white'][side] && !state.result;
    const mark = make('span', { className: `side ${['black', 'white'][side]}`, role: 'img', 'aria-label': t(['black', 'white'][side]) });
    const clock = make('span', { className: 'clock', id: `clock-${end}` });
    const box = $(`plate-${end}`);
    box.classList.toggle('turn', isOnTurn);
    box.classList.toggle('person', isPerson);
    box.dataset.side = side;
    const children = [mark, make('span', { className: 'name', textContent: name })];
    if (state.isThinking && isOnTurn && !isPerson) children.push(make('span', { className: 'dots', 'aria-hidden': 'true' }));
    box.replaceChildren(...children, clock);
}

// What there is to say of the game now, the most important first.
function said() {
    const result = state.here === state.tree.length - 1 ? state.result : null;
    if (state.news) return result ? `${state.news}\n${result}` : state.news;
    if (result) return result;
    if (state.drill) return '';
    if (state.hint) return state.hint.text;
    if (state.isStudy) return t(state.scene.turn === 'black' ? 'turn_black' : 'turn_white');
    if (state.here !== state.tree.length - 1) return t('looking_back');
    const side = state.scene.turn === 'black' ? 0 : 1;
    const check = state.scene.check ? `${t('check')} · ` : '';
    const alone = state.players.filter((player) => player.isPerson).length === 1;
    const { name, isPerson, isEngine } = state.players[side];
    if (state.isWaiting) return t('waiting');
    if (state.clock?.isPaused) return check + t('paused');
    if (!isPerson && !state.result) return check + (isEngine ? t('thinking_engine', name) : t('thinking'));
    if (alone && !state.result) return check + t('your_turn');
    return check + t(side === 0 ? 'turn_black' : 'turn_white');
}

function status(before) {
    const text = said();
    $('status').textContent = text;
    $('status').className = state.result && text.endsWith(state.result) ? `over ${state.isWon ? 'won' : ''}` : '';
    const place = state.tree.find(({ id }) => id === state.here);
    if (before && before.here !== state.here && place?.text) {
        const [to] = state.scene.last.slice(-1);
        speak(`${place.text}${to ? ` (${spokenSquare(to)})` : ''}. ${text}`);
    }
}

// What the coach says of the last move.
function coach() {
    const box = $('coach');
    const { coach } = state;
    box.hidden = !coach;
    if (!coach) return box.replaceChildren();
    const sign = make('b', { className: `sign ${coach.class}`, textContent: coach.sign });
    return box.replaceChildren(...(coach.sign ? [sign, ' '] : []), coach.said || t('coach_good'));
}

// The points of both sides, once a king has entered.
function impasse() {
    const box = $('impasse');
    box.hidden = !state.impasse;
    box.textContent = state.impasse?.join('\n') ?? '';
}

// Two people agree at the board; the program answers for itself.
const offer = (name) => () => {
    if (state.players.every(({ isPerson }) => isPerson)) ask.agree(name, play(name));
    else play(name)();
};

function actions() {
    const { can } = state;
    const list = [];
    if (state.drill) {
        list.push(...drillActions(state));
    } else if (state.isStudy) {
        const { aside } = state.study;
        if (aside) list.push(button(`back_to_${aside}`, 'back', () => act('leave')));
        list.push(button('back_to_game', 'game', () => act('play')));
        list.push(button('play_from_here', 'next', () => ask.newGame(state.scene.sfen)));
        list.push(button('edit', 'edit', () => ask.edit()));
    } else {
        list.push(button('take_back', 'back', play('take-back'), { disabled: !can.takeBack }));
        list.push(button('hint', 'hint', play('hint'), { disabled: !can.hint }));
        if (can.declare) list.push(button('declare', 'declare', play('declare')));
        if (can.draw && !state.result) list.push(button('draw', 'draw', offer('draw')));
        if (can.impasse) list.push(button('impasse', 'declare', offer('impasse')));
        if (can.replay) list.push(button('replay', 'again', play('replay')));
        if (can.goOn) list.push(button('go_on_game', 'next', play('go-on')));
        if (passMove()) list.push(button('pass', 'pass', pass));
        if (state.result) list.push(button('new', 'new', () => ask.newGame(null)));
        else list.push(button('resign', 'resign', () => ask.resign(play('resign')), { disabled: !can.resign }));
        list.push(button('study', 'study', () => act('study'), { disabled: state.tree.length < 2 }));
    }
    const focused = document.activeElement?.closest('#actions') ? document.activeElement.title : null;
    patch($('actions'), list);
    if (focused) [...$('actions').children].find((element) => element.title === focused)?.focus();
}

// The line of the tree through the place that is shown, and on to its end.
function line() {
    const byId = new Map(state.tree.map((place) => [place.id, place]));
    const path = [];
    for (let place = byId.get(state.here); place; place = byId.get(place.parent)) path.unshift(place);
    const next = (id) => state.tree.find((place) => place.parent === id);
    for (let place = next(state.here); place; place = next(place.id)) path.push(place);
    return path;
}

const seconds = (time) => `${Math.floor(time / 60)}:${String(Math.floor(time % 60)).padStart(2, '0')}`;

function row(place) {
    const isHere = place.id === state.here;
    const parts = [make('span', { className: 'number', textContent: place.number || '' }), make('span', { className: 'text', textContent: place.text || t('beginning') })];
    if (place.verdict?.sign) parts.push(make('b', { className: `sign ${place.verdict.class}`, textContent: place.verdict.sign }));
    if (place.comments) parts.push(make('span', { className: 'noted', title: t('comments'), textContent: '✎' }));
    if (place.time >= 1) parts.push(make('span', { className: 'time', textContent: seconds(place.time) }));
    const entry = make('button', { type: 'button', 'data-node': place.id, onclick: () => look(place.id), tabIndex: isHere ? 0 : -1 }, ...parts);
    if (isHere) entry.setAttribute('aria-current', 'step');
    return entry;
}

// Other moves from a place of the line.
function others(place, path) {
    const children = state.tree.filter(({ parent }) => parent === place.id);
    if (children.length < 2) return [];
    const taken = new Set(path.map(({ id }) => id));
    const rest = children.filter(({ id }) => !taken.has(id));
    const buttons = rest.map((child) => make('button', { type: 'button', 'data-node': child.id, textContent: `${child.number} ${child.text}`, onclick: () => look(child.id) }));
    return [make('div', { className: 'variations', role: 'group', 'aria-label': t('variations') }, ...buttons)];
}

// A button that goes to a place of the line.
function goTo(key, drawing, place) {
    const isFree = place && place.id !== state.here;
    const properties = { type: 'button', title: t(key), 'aria-label': t(key), disabled: !isFree, 'data-go': drawing, 'data-node': place?.id ?? '' };
    return make('button', { ...properties, onclick: () => look(place.id) }, icon(drawing));
}

function record(before) {
    const path = line();
    const index = path.findIndex(({ id }) => id === state.here);
    const box = $('record');
    if (!box.firstChild) {
        box.append(make('div', { className: 'list', role: 'group' }), make('div', { className: 'go', role: 'group' }));
    }
    const [list, bar] = box.children;
    for (const part of [list, bar]) part.setAttribute('aria-label', t('moves'));
    const active = document.activeElement;
    const focused = bar.contains(active) ? active.dataset.go : null;
    const isInList = list.contains(active);
    patch(list, path.flatMap((place) => [row(place), ...others(place, path)]));
    patch(bar, [
        goTo('go_start', 'start', path[0]), goTo('go_back', 'prev', path[index - 1]),
        goTo('go_on', 'next', path[index + 1]), goTo('go_end', 'end', path[path.length - 1]),
        make('button', { type: 'button', title: t('flip'), 'aria-label': t('flip'), 'data-go': 'flip', onclick: () => ask.flip() }, icon('flip')),
    ]);
    const current = list.querySelector('[aria-current]');
    const hasMoved = !before || before.here !== state.here || before.tree.length !== state.tree.length;
    if (current && hasMoved) list.scrollTop = current.offsetTop - list.clientHeight / 2;
    if (focused) bar.querySelector(`[data-go="${focused}"]`)?.focus();
    else if (isInList) current?.focus({ preventScroll: true });
}

// One move on or back from the place that is shown.
export function step(by) {
    const path = line();
    const index = path.findIndex(({ id }) => id === state.here);
    const target = by === Infinity ? path.length - 1 : by === -Infinity ? 0 : index + by;
    if (path[target] && target !== index) look(path[target].id);
}

// Time left, as a clock shows it: main time, then byoyomi.
function tick() {
    if (!state?.clock) return;
    const { left, increment, byoyomi, running, isPaused, spent } = state.clock;
    for (const end of ['near', 'far']) {
        const side = Number($(`plate-${end}`).dataset.side);
        const runs = running === ['black', 'white'][side];
        const used = runs ? spent + (isPaused ? 0 : performance.now() - received) : 0;
        const main = left[side] + (runs ? increment : 0) - used;
        const rest = main > 0 ? main : Math.max(0, byoyomi + main);
        const box = $(`clock-${end}`);
        if (!box) continue;
        box.textContent = seconds(Math.ceil(rest / 1000));
        box.classList.toggle('low', runs && rest < 10_000);
        box.classList.toggle('byoyomi', main <= 0 && byoyomi > 0);
    }
}

setInterval(tick, 200);
