// The board and the hands: squares, figures and marks. It draws what the program sends and knows no rules.

import { $, make, svg, t } from './text.js';
import * as zoom from './zoom.js';

// The outline of a piece round the middle of its square, 60 units wide.
const OUTLINE = 'M0-27C6-25 13-22 18-20L25 26H-25L-18-20C-13-22-6-25 0-27Z';
const DIGITS = ['', '一', '二', '三', '四', '五', '六', '七', '八', '九'];
// Files of a board whose pieces are small, and of which there are many to remember.
const LARGE = 12;

const layout = { files: 0, ranks: 0, flipped: false, japanese: false };
let scene = null;
let faces = new Map();
// Figures on the board, by their squares.
let figures = new Map();

export const squareAt = (at) => $('squares').querySelector(`[data-at="${at}"]`);
export const figureAt = (at) => figures.get(at)?.element;
export const handPiece = (from, side) => document.querySelector(`.hand[data-side="${side}"] [data-from="${from}"]`);

// The letters of a rank, counted from 0: after z comes aa.
const rankName = (rank) => (rank < 26 ? '' : String.fromCharCode(96 + Math.floor(rank / 26))) + String.fromCharCode(97 + (rank % 26));

// The same rank in kanji.
function kanjiRank(rank) {
    const [tens, ones] = [Math.floor((rank + 1) / 10), (rank + 1) % 10];
    return (tens > 1 ? DIGITS[tens] : '') + (tens > 0 ? '十' : '') + DIGITS[ones];
}

// File and rank of a square, from 0.
function place(at) {
    const letters = [...at.replace(/^\d+/, '')];
    return [parseInt(at, 10) - 1, letters.reduce((rank, letter) => 26 * rank + letter.charCodeAt(0) - 96, 0) - 1];
}

// Column and row on the screen, from the upper left corner.
function spot(at) {
    const [file, rank] = place(at);
    const { files, ranks, flipped } = layout;
    return flipped ? [file, ranks - 1 - rank] : [files - 1 - file, rank];
}

const squareName = (column, row) => {
    const { files, ranks, flipped } = layout;
    const [file, rank] = flipped ? [column, ranks - 1 - row] : [files - 1 - column, row];
    return `${file + 1}${rankName(rank)}`;
};

// A piece of wood with its face.
function wooden(piece) {
    const body = svg('g', { transform: `scale(${piece.size.toFixed(3)})` });
    body.append(
        svg('path', { d: OUTLINE, class: 'shade' }),
        svg('path', { d: OUTLINE, class: 'body', fill: 'url(#wood)' }),
        svg('path', { d: 'M-24 25 -17.3-19.4C-12-21.5-6-24.3 0-26.2', class: 'edge' }),
    );
    const face = svg('g', { class: 'face' });
    face.innerHTML = piece.face;
    body.append(face);
    return body;
}

// A piece of any game, away from the board.
export function drawAlone(piece) {
    const drawing = svg('svg', { viewBox: '-30 -30 60 60', class: 'piece', focusable: 'false', 'aria-hidden': 'true' });
    drawing.append(wooden(piece));
    return drawing;
}

// Takes the faces of the pieces, and makes a symbol of each.
export function useFaces(pieces) {
    faces = pieces;
    const wood = svg('linearGradient', { id: 'wood', x1: '0', y1: '0', x2: '1', y2: '1' });
    for (const [offset, name] of [['0', 'light'], ['.55', 'middle'], ['1', 'dark']]) {
        wood.append(svg('stop', { offset, class: `wood-${name}` }));
    }
    const symbols = [...pieces.values()].map((piece) => {
        const symbol = svg('symbol', { id: `piece-${piece.id}`, viewBox: '-30 -30 60 60', overflow: 'visible' });
        symbol.append(wooden(piece));
        return symbol;
    });
    $('sprite').replaceChildren(wood, ...symbols);
    figures.clear();
    $('figures').replaceChildren();
}

export function drawPiece(id) {
    const drawing = svg('svg', { viewBox: '-30 -30 60 60', class: 'piece', focusable: 'false', 'aria-hidden': 'true' });
    drawing.append(svg('use', { href: `#piece-${id}`, x: '-30', y: '-30', width: '60', height: '60' }));
    return drawing;
}

// The names of all pieces of the game, for those who set up positions.
export const useable = () => [...faces.keys()];

// The piece as which another lies on the stand of a side; none if it cannot lie there.
export function heldAs(id, side) {
    const held = faces.get(id)?.held;
    return held ? `${side === 'black' ? 'b' : 'w'}${held.slice(1)}` : null;
}

export const nameOf = (id) => faces.get(id)?.name ?? '';
const sideOf = (id) => (id.startsWith('b') ? 'black' : 'white');

// The name of a square for people who hear the board.
export function spokenSquare(at) {
    const [file, rank] = place(at);
    return layout.japanese ? `${file + 1}${kanjiRank(rank)}` : at;
}

function layOut(next, flipped, japanese) {
    const { files, ranks } = next;
    if (files === layout.files && ranks === layout.ranks && flipped === layout.flipped && japanese === layout.japanese) return;
    Object.assign(layout, { files, ranks, flipped, japanese });
    const style = $('stage').style;
    style.setProperty('--files', files);
    style.setProperty('--ranks', ranks);
    const rows = [...Array(ranks).keys()].map((row) => {
        const cells = [...Array(files).keys()].map((column) => {
            const at = squareName(column, row);
            return make('div', { role: 'gridcell', className: 'square', 'data-at': at, tabIndex: -1 });
        });
        return make('div', { role: 'row' }, ...cells);
    });
    $('squares').replaceChildren(...rows);
    $('squares').firstChild.firstChild.tabIndex = 0;
    drawGrid(next);
    const numbers = [...Array(files).keys()].map((column) => make('span', { textContent: flipped ? column + 1 : files - column }));
    $('files').replaceChildren(...numbers);
    const names = [...Array(ranks).keys()].map((row) => {
        const rank = flipped ? ranks - 1 - row : row;
        return make('span', { textContent: japanese ? kanjiRank(rank) : rankName(rank) });
    });
    $('ranks').replaceChildren(...names);
    $('stage').classList.toggle('large', files > LARGE);
    // Names such as 二十一 are wider than the margin.
    style.setProperty('--letters', japanese ? Math.max(...names.map(({ textContent }) => textContent.length)) : 1);
    zoom.reset(files > LARGE);
    measure();
    figures.clear();
    $('figures').replaceChildren();
}

// Lines between the squares, and dots where the zones of promotion end.
function drawGrid({ files, ranks, zone }) {
    const grid = $('grid');
    grid.setAttribute('viewBox', `0 0 ${files * 10} ${ranks * 10}`);
    let lines = '';
    for (let file = 0; file <= files; file += 1) lines += `M${file * 10} 0V${ranks * 10}`;
    for (let rank = 0; rank <= ranks; rank += 1) lines += `M0 ${rank * 10}H${files * 10}`;
    grid.replaceChildren(svg('path', { d: lines, class: 'lines' }));
    if (2 * zone > ranks || 2 * zone > files || zone === 0) return;
    for (const file of [zone, files - zone]) {
        for (const rank of [zone, ranks - zone]) {
            // A line of no length with round ends is round whatever the shape of a square.
            grid.append(svg('path', { d: `M${file * 10} ${rank * 10}h0`, class: 'star' }));
        }
    }
}

// Draws a position. The pieces of the side to move are `mine` if a person moves them, and those of both sides if `all` are.
export function draw(next, { flipped, japanese, mine, all = false, goals = [] }) {
    layOut(next, flipped, japanese);
    const before = scene;
    scene = next;
    moveFigures(next, before);
    const pieceAt = new Map(next.squares.map(({ at, piece }) => [at, piece]));
    const last = new Set(next.last);
    for (const square of $('squares').querySelectorAll('.square')) {
        const { at } = square.dataset;
        const piece = pieceAt.get(at);
        square.classList.toggle('last', last.has(at));
        square.classList.toggle('check', next.check === at);
        square.classList.toggle('mine', Boolean(mine && piece && (all || sideOf(piece) === next.turn)));
        square.classList.toggle('goal', goals.includes(at));
        square.dataset.label = label(at, piece, [last.has(at) && t('last'), next.check === at && t('check'), goals.includes(at) && t('marked')]);
        square.setAttribute('aria-label', square.dataset.label);
        square.title = piece && layout.files > LARGE ? label(at, piece, []) : '';
    }
    if (before && next.last.length > 0 && next.last.join() !== before.last.join()) zoom.reveal(squareAt(next.last[next.last.length - 1]));
    for (const [end, side] of [['near', flipped ? 'white' : 'black'], ['far', flipped ? 'black' : 'white']]) drawHand(end, side, next, mine && (all || next.turn === side));
}

function label(at, piece, notes) {
    const who = piece ? `${t(sideOf(piece))} ${nameOf(piece)}` : t('empty');
    return [`${spokenSquare(at)} ${who}`, ...notes.filter(Boolean)].join(', ');
}

function put(figure, at) {
    const [column, row] = spot(at);
    figure.element.style.transform = `translate(${100 * column}%, ${100 * row}%)`;
    figure.at = at;
}

// Moves the figures that have moved, so that eyes can follow, and adds and removes the others.
function moveFigures(next, before) {
    const wanted = new Map(next.squares.map(({ at, piece }) => [at, piece]));
    const left = [];
    for (const [at, figure] of figures) {
        if (wanted.get(at) !== figure.piece) {
            figures.delete(at);
            left.push(figure);
        }
    }
    const isNext = before && before.game === next.game;
    const cameTo = next.last[next.last.length - 1];
    for (const [at, piece] of wanted) {
        if (figures.has(at)) continue;
        const same = (figure) => sideOf(figure.piece) === sideOf(piece);
        let index = left.findIndex((figure) => figure.piece === piece);
        if (index < 0 && at === cameTo) index = left.findIndex((figure) => same(figure) && figure.at === next.last[0]);
        if (index < 0) index = left.findIndex((figure) => same(figure) && next.last[0] === at);
        const figure = isNext && index >= 0 ? left.splice(index, 1)[0] : newFigure();
        show(figure, piece);
        put(figure, at);
        figure.element.classList.toggle('moved', at === cameTo);
        figures.set(at, figure);
    }
    for (const figure of left) figure.element.remove();
}

function newFigure() {
    const element = make('div', { className: 'figure' });
    $('figures').append(element);
    return { element };
}

function show(figure, piece) {
    if (figure.piece === piece) return;
    figure.piece = piece;
    figure.element.replaceChildren(drawPiece(piece));
    const isTurned = (sideOf(piece) === 'white') !== layout.flipped;
    figure.element.classList.toggle('turned', isTurned);
}

function drawHand(end, side, next, isMine) {
    const box = $(`hand-${end}`);
    box.hidden = !next.hands;
    box.dataset.side = side;
    box.setAttribute('aria-label', t(`hand_${side}`));
    document.body.classList.toggle('handless', !next.hands);
    const held = next.hands?.[side === 'black' ? 0 : 1] ?? [];
    const pieces = held.map(({ piece, from, count }) => {
        const counted = count > 1 ? [make('span', { className: 'count', textContent: count, 'aria-hidden': 'true' })] : [];
        const name = `${t(side)} ${nameOf(piece)}${count > 1 ? ` × ${count}` : ''}`;
        const button = make('button', { type: 'button', className: 'held', 'data-from': from, 'data-piece': piece, 'aria-label': name }, drawPiece(piece), ...counted);
        button.classList.toggle('turned', end === 'far');
        button.classList.toggle('mine', isMine);
        button.disabled = !isMine;
        return button;
    });
    box.replaceChildren(...pieces);
}

// Marks the selected piece and the squares that it can go to.
export function mark(selected, targets) {
    const reached = new Set(targets);
    for (const square of $('squares').querySelectorAll('.square')) {
        const { at } = square.dataset;
        const isTarget = reached.has(at);
        square.classList.toggle('selected', at === selected);
        square.classList.toggle('target', isTarget);
        square.classList.toggle('capture', isTarget && figures.has(at));
        const notes = [at === selected && t('selected'), isTarget && t('target')].filter(Boolean);
        square.setAttribute('aria-label', [square.dataset.label, ...notes].join(', '));
        if (at === selected) square.setAttribute('aria-selected', 'true');
        else square.removeAttribute('aria-selected');
    }
    for (const held of document.querySelectorAll('.held')) {
        const isSelected = held.dataset.from === selected && !held.disabled;
        held.classList.toggle('selected', isSelected);
        held.setAttribute('aria-pressed', isSelected);
    }
}

// Marks the squares that a piece can go to, whoever moves it.
export function showReach(targets) {
    const reached = new Set(targets);
    for (const square of $('squares').querySelectorAll('.square')) square.classList.toggle('reach', reached.has(square.dataset.at));
}

// Draws arrows for moves: from a square or a hand to a square. Each has a class.
export function drawArrows(moves) {
    const { files, ranks } = layout;
    const layer = $('arrows');
    layer.setAttribute('viewBox', `0 0 ${files * 60} ${ranks * 65.4}`);
    const middle = (at) => spot(at).map((n, axis) => (n + 0.5) * (axis ? 65.4 : 60));
    const known = moves.map((move) => ({ ...move, to: move.to ?? move.from })).filter(({ to }) => to && !to.endsWith('*'));
    const drawn = known.map(({ from, to, kind }) => {
        const [x, y] = middle(to);
        if (from.endsWith('*') || from === to) {
            return svg('circle', { cx: x, cy: y, r: 26, class: `ring ${kind}` });
        }
        const [fx, fy] = middle(from);
        const length = Math.hypot(x - fx, y - fy);
        const angle = (Math.atan2(y - fy, x - fx) * 180) / Math.PI;
        const d = `M0-5H${length - 26}V-15L${length - 4} 0 ${length - 26} 15V5H0Z`;
        return svg('path', { d, class: `arrow ${kind}`, transform: `translate(${fx} ${fy}) rotate(${angle})` });
    });
    layer.replaceChildren(...drawn.reverse());
}

// The neighbour of a square on the screen; none beyond the edge.
export function neighbour(at, right, down) {
    const [column, row] = spot(at);
    const [toColumn, toRow] = [column + right, row + down];
    const isInside = toColumn >= 0 && toRow >= 0 && toColumn < layout.files && toRow < layout.ranks;
    return isInside ? squareName(toColumn, toRow) : null;
}

// Keeps the size of a square at hand for what lies beside the board.
function measure() {
    if (layout.files) $('stage').style.setProperty('--cell', `${$('board').clientWidth / layout.files}px`);
}

new ResizeObserver(measure).observe($('board'));
