// Moves by mouse, finger and keys: a piece is taken, and put on a square. The ways of legal moves come from the program.

import { drawPiece, figureAt, handPiece, mark, nameOf, neighbour, spokenSquare, squareAt } from './board.js';
import { isBehindDrag, lift } from './drag.js';
import { act } from './program.js';
import { $, make, speak, t } from './text.js';
import { reveal } from './zoom.js';

let scene = null;
let turn = 0;
let mine = false;
// The piece that is taken: its departure, and the square of a first step that is already made.
let taken = null;
let choosing = null;

// Takes a new state: what was begun in another one is let go.
export function expect(state, isMine) {
    const isSame = scene && turn === state.turn && scene.sfen === state.scene.sfen;
    scene = state.scene;
    turn = state.turn;
    mine = isMine;
    if (!isSame || !mine) release();
    else if (taken) mark(taken.from, targets());
}

export function release() {
    taken = null;
    closeChoice();
    if (scene) mark(null, []);
}

const pieceAt = (at) => scene.squares.find((square) => square.at === at)?.piece;
const isMine = (at) => mine && pieceAt(at)?.startsWith(scene.turn === 'black' ? 'b' : 'w');

// The ways that go on from what was chosen so far.
function ways() {
    return scene.moves.filter((way) => way.from === taken.from && !way.pass && (!taken.via || way.via === taken.via));
}

// Squares to choose next. A way through another square is chosen step by step.
function targets() {
    return ways().map((way) => (way.via && !taken.via ? way.via : way.to));
}

function take(from) {
    taken = { from, via: null };
    mark(from, targets());
}

// Puts the taken piece on a square, or goes a step there.
function put(at) {
    const direct = ways().filter((way) => way.to === at && (!way.via || taken.via));
    const through = taken.via ? [] : ways().filter((way) => way.via === at);
    if (through.length > 0) {
        // It may stay there, go on, or come back.
        taken.via = at;
        const stays = scene.moves.filter((way) => way.from === taken.from && !way.via && way.to === at);
        taken.stays = stays;
        mark(at, [...targets(), ...(stays.length ? [at] : [])]);
        return;
    }
    if (taken.via && at === taken.via && taken.stays.length) return choose(taken.stays);
    if (direct.length > 0) return choose(direct);
    if (at === taken.from) return release();
    if (isMine(at)) return take(at);
    refuse(at);
}

// An illegal try: the program says why it is one.
function refuse(at) {
    const { from } = taken;
    release();
    act('move', { move: `${from}${at}`, turn });
}

function choose(found) {
    if (found.length === 1) return play(found[0]);
    closeChoice();
    const target = found[0].to;
    const options = found.map((way) => {
        const turned = squareAtIsTurned(way.becomes) ? 'turned' : '';
        const option = make('button', { type: 'button', className: turned, 'aria-label': nameOf(way.becomes) }, drawPiece(way.becomes));
        option.onclick = () => play(way);
        return option;
    });
    choosing = make('div', { id: 'choice', role: 'dialog', 'aria-label': t('promote') }, ...options);
    const square = squareAt(target);
    $('board').append(choosing);
    const [left, top] = [square.offsetLeft + square.offsetWidth / 2, square.offsetTop];
    const half = choosing.offsetWidth / 2;
    choosing.style.left = `${Math.max(half, Math.min(left, $('board').offsetWidth - half))}px`;
    choosing.style.top = `${Math.min(top, $('board').offsetHeight - choosing.offsetHeight)}px`;
    options[0].focus({ preventScroll: true });
}

const squareAtIsTurned = (piece) => piece.startsWith('w') !== document.body.classList.contains('flipped');

function closeChoice() {
    choosing?.remove();
    choosing = null;
}

function play(way) {
    const focused = choosing?.contains(document.activeElement);
    release();
    if (focused) focus(way.to);
    act('move', { move: way.move, turn });
}

// Plays the move that changes nothing but the turn, if there is one.
export const passMove = () => scene?.moves.find((way) => way.pass);
export const pass = () => act('move', { move: passMove().move, turn });

// A square or a held piece is pressed.
function press(at) {
    if (choosing) return closeChoice(), release();
    if (taken) return put(at);
    if (at.endsWith('*') || isMine(at)) take(at);
    else if (pieceAt(at)) $('stage').dispatchEvent(new CustomEvent('looked', { detail: at }));
}

function pressHeld(from) {
    if (choosing) closeChoice();
    if (taken?.from === from) release();
    else take(from);
}

// Pointers: a press takes a piece; a drag carries it, and a second press puts it down.
function begin(event) {
    justTaken = false;
    const held = event.target.closest('.held');
    const square = event.target.closest('.square');
    if (event.button !== 0 || (!held && !square) || event.target.closest('#choice')) return;
    const from = held ? held.dataset.from : square.dataset.at;
    if (held ? held.disabled : !isMine(from)) return;
    const wasTaken = taken?.from === from;
    const isTarget = taken && !wasTaken && targets().includes(from);
    if (isTarget || taken?.via) return;
    if (!wasTaken) {
        if (choosing) closeChoice();
        take(from);
    }
    const figure = held ? handPiece(from, scene.turn) : figureAt(from);
    lift(event, figure, (under, moves) => {
        if (moves) drop(from, under?.closest('.square')?.dataset.at);
        else justTaken = !wasTaken;
    });
}

function drop(from, at) {
    if (!taken) return;
    if (at && at !== from) put(at);
    else if (!at) release();
}

// A click that follows the press that has just taken the piece changes nothing.
let justTaken = false;

function click(event) {
    if (isBehindDrag() || event.target.closest('#choice')) return;
    const held = event.target.closest('.held');
    const square = event.target.closest('.square');
    if (!held && !square) return;
    if (justTaken && event.detail > 0) {
        justTaken = false;
        return;
    }
    if (held) pressHeld(held.dataset.from);
    else press(square.dataset.at);
}

function focus(at) {
    const square = squareAt(at);
    for (const other of $('squares').querySelectorAll('[tabindex="0"]')) other.tabIndex = -1;
    square.tabIndex = 0;
    square.focus({ preventScroll: true });
    reveal(square);
}

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

function key(event) {
    if (event.key === 'Escape' && (taken || choosing)) {
        const back = choosing ? taken?.from : null;
        release();
        if (back && !back.endsWith('*')) focus(back);
        event.preventDefault();
        return;
    }
    if (choosing && ARROWS[event.key]) {
        const options = [...choosing.children];
        const index = options.indexOf(document.activeElement) + (ARROWS[event.key][0] || ARROWS[event.key][1]);
        options[(index + options.length) % options.length].focus();
        event.preventDefault();
        return;
    }
    const square = event.target.closest?.('.square');
    if (!square) return;
    const { at } = square.dataset;
    if (ARROWS[event.key]) {
        const next = neighbour(at, ...ARROWS[event.key]);
        if (next) focus(next);
        event.preventDefault();
        event.stopPropagation();
    } else if (event.key === 'Enter' || event.key === ' ') {
        justTaken = false;
        press(at);
        if (taken) speak(`${spokenSquare(at)}, ${t('selected')}`);
        event.preventDefault();
    }
}

$('stage').addEventListener('pointerdown', begin);
$('stage').addEventListener('click', click);
document.addEventListener('keydown', key);
