// Sets up a position: pieces are carried between squares and stands, and new ones are put there. The program judges it in the
// end.

import { drawPiece, figureAt, heldAs, mark, nameOf, spokenSquare, squareAt, useable } from './board.js';
import { field, select } from './dialog.js';
import { isBehindDrag, lift } from './drag.js';
import { release } from './input.js';
import { $, make, speak, t, toast } from './text.js';

// Tools besides the pieces that are put on squares and stands.
const MOVE = 'move';
const ERASE = 'erase';

let scene = null;
let board = null;
let tool = MOVE;
// The place whose piece is picked up: a square, or a kind on the stand of a side.
let picked = null;
let asks = null;

export const isOpen = () => scene !== null;

// Begins with a position. `draw` draws one, and `done` takes the result, or nothing if it was given up; true if that was
// accepted.
export function begin(shown, { draw, done }) {
    release();
    asks = { draw, done };
    scene = { ...shown, last: [], check: null, moves: [], hands: shown.hands && shown.hands.map((hand) => hand.map((held) => ({ ...held }))) };
    board = new Map(scene.squares.map(({ at, piece }) => [at, piece]));
    [tool, picked] = [MOVE, null];
    document.body.classList.add('editing');
    $('side').append(panel());
    redraw();
}

const stand = (side) => document.querySelector(`.hand[data-side="${side}"]`);
const heldOn = ({ side, piece }) => stand(side)?.querySelector(`[data-piece="${piece}"]`);

function redraw() {
    const active = document.activeElement;
    const focused = active?.closest('.hand') && placeOf(active);
    scene.squares = [...board].map(([at, piece]) => ({ at, piece }));
    asks.draw(scene);
    mark(picked?.at ?? null, []);
    if (picked?.side) {
        heldOn(picked).classList.add('selected');
        heldOn(picked).setAttribute('aria-pressed', 'true');
    }
    if (!scene.hands) return;
    for (const side of ['black', 'white']) stand(side).append(make('button', { type: 'button', className: 'lay', 'aria-label': t(`lay_${side}`), title: t(`lay_${side}`), textContent: '+' }));
    if (focused) (heldOn(focused) ?? stand(focused.side).querySelector('.lay')).focus();
}

function end() {
    scene = null;
    document.body.classList.remove('editing');
    $('editor').remove();
}

async function finish() {
    const hands = (scene.hands ?? []).flat().flatMap(({ piece, count }) => Array(count).fill(piece));
    const { game, turn } = scene;
    const squares = [...board].map(([at, piece]) => ({ at, piece }));
    const before = { scene, asks };
    // What the program answers with is to be drawn again.
    scene = null;
    if (await before.asks.done({ game, squares, hands, turn })) end();
    else ({ scene } = before);
}

function choose(chosen, button) {
    [tool, picked] = [chosen, null];
    for (const other of $('editor').querySelectorAll('.brush')) other.setAttribute('aria-pressed', String(other === button));
    redraw();
}

function brush(id) {
    const name = `${t(id.startsWith('b') ? 'black' : 'white')} ${nameOf(id)}`;
    const button = make('button', { type: 'button', className: `brush ${id.startsWith('w') ? 'turned' : ''}`, title: name, 'aria-label': name, 'aria-pressed': 'false' }, drawPiece(id));
    button.onclick = () => choose(id, button);
    return button;
}

function toolButton(key, chosen) {
    const button = make('button', { type: 'button', className: 'brush', 'aria-pressed': String(tool === chosen), textContent: t(key) });
    button.onclick = () => choose(chosen, button);
    return button;
}

function clear() {
    board.clear();
    scene.hands = scene.hands?.map(() => []);
    picked = null;
    redraw();
}

function panel() {
    const side = select([['black', t('black')], ['white', t('white')]], scene.turn, (turn) => { scene.turn = turn; redraw(); });
    return make('section', { id: 'editor', 'aria-label': t('edit') },
        make('p', { className: 'depth', textContent: t(scene.hands ? 'edit_help' : 'edit_help_handless') }),
        make('div', { className: 'tools', role: 'group', 'aria-label': t('edit') },
            toolButton('move_pieces', MOVE), toolButton('erase', ERASE), make('button', { type: 'button', textContent: t('clear'), onclick: clear })),
        make('div', { className: 'brushes', role: 'group', 'aria-label': t('pieces') }, ...useable().map(brush)),
        field('to_move', side),
        make('div', { className: 'tools' },
            make('button', { type: 'button', className: 'main', textContent: t('done'), onclick: finish }),
            make('button', { type: 'button', textContent: t('cancel'), onclick: () => { const { done } = asks; end(); done(null); } })));
}

// The square, the piece on a stand or the stand that an element belongs to.
function placeOf(element) {
    const at = element?.closest('.square')?.dataset.at;
    if (at) return { at };
    const side = element?.closest('.hand')?.dataset.side;
    return side ? { side, piece: element.closest('.held')?.dataset.piece } : null;
}

const pieceOn = ({ at, piece }) => (at ? board.get(at) : piece);
const handOf = (side) => scene.hands[side === 'black' ? 0 : 1];
const isSame = (one, other) => (one.at ? one.at === other.at : one.side === other.side);

// Takes a piece away from its place.
function remove({ at, side, piece }) {
    if (at) return board.delete(at);
    const hand = handOf(side);
    const index = hand.findIndex((held) => held.piece === piece);
    hand[index].count -= 1;
    if (hand[index].count === 0) hand.splice(index, 1);
}

// Puts a piece on a square or a stand; false if it cannot lie on a stand.
function put(piece, { at, side }) {
    if (at) return board.set(at, piece);
    const known = heldAs(piece, side);
    if (!known) {
        toast(t('not_held'));
        return false;
    }
    const hand = handOf(side);
    const held = hand.find((other) => other.piece === known);
    if (held) held.count += 1;
    else hand.push({ piece: known, from: '', count: 1 });
    // The strongest kind stands first, as in a game.
    return hand.sort((one, other) => Number(other.piece.slice(1)) - Number(one.piece.slice(1)));
}

// Moves a piece from place to place.
function carry(from, to) {
    const piece = pieceOn(from);
    picked = null;
    if (!isSame(from, to) && put(piece, to)) remove(from);
    redraw();
    speak(to.at ? squareAt(to.at).dataset.label : stand(to.side).getAttribute('aria-label'));
}

function press(place) {
    if (tool === MOVE && picked) return carry(picked, place);
    const piece = pieceOn(place);
    if (tool === MOVE) {
        if (!piece) return null;
        picked = place;
        speak(`${place.at ? spokenSquare(place.at) : stand(place.side).getAttribute('aria-label')} ${nameOf(piece)}, ${t('selected')}`);
    } else if (tool === ERASE || piece === tool) {
        if (piece && (place.at || tool === ERASE)) remove(place);
        else if (piece) put(tool, place);
    } else put(tool, place);
    return redraw();
}

$('stage').addEventListener('click', (event) => {
    const place = scene && placeOf(event.target);
    if (!place) return;
    event.stopPropagation();
    if (!isBehindDrag()) press(place);
}, true);
$('stage').addEventListener('keydown', (event) => {
    const at = event.target.closest('.square')?.dataset.at;
    if (!scene || !at || !['Enter', ' '].includes(event.key)) return;
    event.stopPropagation();
    event.preventDefault();
    press({ at });
}, true);
$('stage').addEventListener('pointerdown', (event) => {
    const place = scene && placeOf(event.target);
    if (!place) return;
    event.stopPropagation();
    if (event.button !== 0 || tool === ERASE || !pieceOn(place)) return;
    lift(event, place.at ? figureAt(place.at) : heldOn(place), (under, moves) => {
        const to = moves && scene && placeOf(under);
        if (to) carry(place, to);
    });
}, true);
addEventListener('keydown', (event) => {
    if (!scene || !picked || event.key !== 'Escape') return;
    picked = null;
    redraw();
});
