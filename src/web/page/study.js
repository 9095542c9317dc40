// A record that is studied: live lines, the verdict on a move, and the course of the game as a graph.

import { drawArrows } from './board.js';
import { act } from './program.js';
import { $, icon, make, patch, svg, t } from './text.js';

let state = null;
let live = null;

export function show(next) {
    const isOther = !state || state.here !== next.here || state.turn !== next.turn;
    state = next;
    if (isOther) live = null;
    render();
}

export function showLive(next) {
    live = next;
    if (state) render();
}

function render() {
    const box = $('study');
    const { study } = state;
    box.hidden = !study;
    if (!study) {
        box.replaceChildren();
        drawArrows(state.hint ? [{ ...state.hint, kind: 'hint' }] : []);
        return;
    }
    const focused = box.contains(document.activeElement) ? document.activeElement.dataset.key : null;
    patch(box, [games(), heading(), tools(), lines(), verdict(), graph(), practice()].filter(Boolean));
    if (focused) box.querySelector(`[data-key="${focused}"]`)?.focus({ preventScroll: true });
    const shown = study.live > 0 && live ? live.lines : [];
    drawArrows(shown.map(({ from, to }, index) => ({ from, to, kind: index === 0 ? 'best' : 'other' })));
}

function games() {
    const { study } = state;
    if (study.games.length === 0) return null;
    const option = (index, text) => make('option', { value: index, textContent: text, selected: index === study.game });
    const { firstGame, gameCount } = study;
    const options = study.games.map((title, offset) => option(firstGame + offset, `${firstGame + offset + 1}. ${title}`));
    const end = firstGame + options.length;
    if (firstGame > 0) options.unshift(option(firstGame - 1, `« ${firstGame}`));
    if (end < gameCount) options.push(option(end, `» ${end + 1}`));
    return make('select', { 'aria-label': t('games_in_file'), 'data-key': 'games', 'data-game': study.game, onchange: (event) => act('pick', { game: Number(event.target.value) }) }, ...options);
}

const heading = () => (state.study.name ? make('p', { className: 'file', textContent: state.study.name }) : null);

function toggle(key, drawing, isOn, act) {
    return make('button', { type: 'button', 'aria-pressed': String(isOn), 'data-key': key, onclick: act }, icon(drawing), make('span', { textContent: t(key) }));
}

function tools() {
    const { study } = state;
    const runs = study.progress === 'running';
    const analyse = runs ? t('stop') : t('analyse');
    return make('div', { className: 'tools', role: 'group', 'aria-label': t('study') },
        toggle('live', 'live', study.live > 0, () => act('live', { lines: study.live > 0 ? 0 : 3 })),
        make('button', { type: 'button', 'data-key': 'analyse', disabled: study.plies === 0, onclick: () => act('analyse', { on: !runs }) }, icon('study'), make('span', { textContent: analyse })),
        ...['mate', 'solution', 'hisshi', 'parry'].map((question) => toggle(`ask_${question}`, 'declare', study.asked === question, () => act('ask', { question }))),
        make('button', { type: 'button', 'data-key': 'problems', onclick: () => act('problems') }, icon('hint'), make('span', { textContent: t('solve_it') })));
}

// Buttons that ask the mistakes of a side as exercises.
function practice() {
    const { mistakes, hasOwn, progress } = state.study;
    if (progress === 'running') return null;
    const buttons = ['black', 'white'].map((side, index) => {
        const key = hasOwn ? 'practise_mine' : `practise_${side}`;
        return mistakes[index] > 0 && make('button', { type: 'button', 'data-key': `practise-${side}`, textContent: t(key, mistakes[index]), onclick: () => act('practise', { side }) });
    }).filter(Boolean);
    return buttons.length ? make('div', { className: 'tools', role: 'group' }, ...buttons) : null;
}

function lines() {
    if (state.study.live === 0) return null;
    const list = (live?.lines ?? []).map((line) => make('li', {},
        make('button', { type: 'button', className: 'line', onclick: () => act('move', { move: line.move, turn: state.turn }) },
            make('b', { className: 'score', textContent: line.score }), make('span', { textContent: line.text }))));
    const depth = make('p', { className: 'depth', textContent: live?.depth ? t('depth', live.depth) : '…' });
    return make('div', { className: 'live' }, bar(), make('div', {}, depth, make('ol', {}, ...list)));
}

// The expected result as a bar.
function bar() {
    const share = live?.expected ?? 0.5;
    const black = make('span', { className: 'black' });
    black.style.height = `${100 * share}%`;
    return make('div', { className: 'result', role: 'img', 'aria-label': `${t('graph')}: ${Math.round(100 * share)} %` }, black);
}

const HEIGHT = 100;

function graph() {
    const { expected, plies, progress } = state.study;
    if (expected.length < 2) return progress === 'running' ? make('p', { textContent: t('analysing', 0, plies) }) : null;
    const width = Math.max(plies, 1);
    const drawing = svg('svg', { viewBox: `0 0 ${width} ${HEIGHT}`, preserveAspectRatio: 'none', class: 'graph', role: 'img', 'aria-label': t('graph') });
    const points = expected.map((value, index) => `${index} ${(HEIGHT * (1 - value)).toFixed(1)}`);
    drawing.append(
        svg('path', { d: `M0 ${HEIGHT}L${points.join('L')}L${expected.length - 1} ${HEIGHT}Z`, class: 'area' }),
        svg('path', { d: `M0 ${HEIGHT / 2}H${width}`, class: 'half' }),
        svg('path', { d: `M${points.join('L')}`, class: 'course' }),
    );
    for (const place of main()) {
        const { verdict, number } = place;
        if (!['inaccuracy', 'mistake', 'blunder'].includes(verdict?.class)) continue;
        drawing.append(svg('path', { d: `M${points[number] ?? '0 0'}h0`, class: `dot ${verdict.class}` }));
    }
    const here = state.tree.find(({ id }) => id === state.here)?.number ?? 0;
    drawing.append(svg('path', { d: `M${here} 0V${HEIGHT}`, class: 'cursor' }));
    drawing.addEventListener('click', (event) => {
        const box = drawing.getBoundingClientRect();
        const number = Math.round(((event.clientX - box.left) / box.width) * width);
        const place = main().find((known) => known.number === number);
        if (place) act('look', { node: place.id });
    });
    return make('figure', {}, drawing, make('figcaption', { textContent: caption() }));
}

function caption() {
    const { accuracy, expected, plies, progress } = state.study;
    if (progress === 'running') return t('analysing', expected.length - 1, plies);
    const figure = (side, value) => (value === null ? '' : `${t(side)} ${Math.round(value)} %`);
    const figures = [figure('black', accuracy[0]), figure('white', accuracy[1])].filter(Boolean).join(' · ');
    return figures ? `${t('accuracy')}: ${figures}` : t('graph');
}

// The game as it was played.
function main() {
    const places = [];
    for (let place = state.tree[0]; place; place = state.tree.find(({ parent }) => parent === place.id)) places.push(place);
    return places;
}

function verdict() {
    const place = state.tree.find(({ id }) => id === state.here);
    const parts = [];
    if (place?.verdict) {
        const { sign, said, score, better, refutation } = place.verdict;
        const head = `${place.text} ${sign}`.trim();
        parts.push(make('p', {}, make('b', { className: `sign ${place.verdict.class}`, textContent: head }), make('span', { className: 'score', textContent: score })));
        if (said) parts.push(make('p', { textContent: said }));
        const line = (key, isBetter) => make('button', { type: 'button', 'data-key': key, textContent: t(key), 'data-node': place.id, onclick: () => act('line', { node: place.id, better: isBetter }) });
        const buttons = [better && line('better', true), refutation && line('refutation', false)].filter(Boolean);
        if (buttons.length) parts.push(make('div', { className: 'tools' }, ...buttons));
    }
    for (const comment of place?.comments ?? []) parts.push(make('p', { className: 'comment', textContent: comment }));
    return parts.length ? make('div', { className: 'verdict', 'aria-live': 'polite' }, ...parts) : null;
}
