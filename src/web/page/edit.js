// Sets up a position: a piece is chosen, and put on squares and stands. The program judges it in the end.

import { drawPiece, nameOf, useable } from './board.js';
import { field, select } from './dialog.js';
import { release } from './input.js';
import { $, make, t } from './text.js';

let scene = null;
let board = null;
let brush = null;
let asks = null;

export const isOpen = () => scene !== null;

// Begins with a position. `draw` draws one, and `done` takes the result, or nothing if it was given up; true if that was
// accepted.
export function begin(shown, { draw, done }) {
    release();
    asks = { draw, done };
    scene = { ...shown, last: [], check: null, moves: [], hands: shown.hands && shown.hands.map((hand) => hand.map((held) => ({ ...held }))) };
    board = new Map(scene.squares.map(({ at, piece }) => [at, piece]));
    brush = null;
    document.body.classList.add('editing');
    $('side').append(panel());
    redraw();
}

function redraw() {
    scene.squares = [...board].map(([at, piece]) => ({ at, piece }));
    asks.draw(scene);
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

function panel() {
    const choose = (id, button) => {
        brush = id;
        for (const other of $('editor').querySelectorAll('.brush')) other.setAttribute('aria-pressed', String(other === button));
    };
    const brushes = useable().map((id) => {
        const name = `${t(id.startsWith('b') ? 'black' : 'white')} ${nameOf(id)}`;
        const button = make('button', { type: 'button', className: `brush ${id.startsWith('w') ? 'turned' : ''}`, title: name, 'aria-label': name, 'aria-pressed': 'false' }, drawPiece(id));
        button.onclick = () => choose(id, button);
        return button;
    });
    const eraser = make('button', { type: 'button', className: 'brush', 'aria-pressed': 'false', textContent: t('erase') });
    eraser.onclick = () => choose(null, eraser);
    const clear = make('button', { type: 'button', textContent: t('clear'), onclick: () => { board.clear(); scene.hands = scene.hands?.map(() => []); redraw(); } });
    const side = select([['black', t('black')], ['white', t('white')]], scene.turn, (turn) => { scene.turn = turn; redraw(); });
    return make('section', { id: 'editor', 'aria-label': t('edit') },
        make('p', { className: 'depth', textContent: t('edit_help') }),
        make('div', { className: 'brushes', role: 'group', 'aria-label': t('pieces') }, ...brushes),
        make('div', { className: 'tools' }, eraser, clear),
        field('to_move', side),
        make('div', { className: 'tools' },
            make('button', { type: 'button', className: 'main', textContent: t('done'), onclick: finish }),
            make('button', { type: 'button', textContent: t('cancel'), onclick: () => { const { done } = asks; end(); done(null); } })));
}

function press(at) {
    if (!brush || board.get(at) === brush) board.delete(at);
    else board.set(at, brush);
    redraw();
}

// A press on a stand adds the chosen piece to the hand of its side, or without one takes the last away.
function pressHand(side) {
    const hand = scene.hands[side === 'black' ? 0 : 1];
    const piece = brush && `${side === 'black' ? 'b' : 'w'}${brush.slice(1)}`;
    const held = hand.find((known) => known.piece === piece);
    if (!piece) {
        const last = hand[hand.length - 1];
        if (last && (last.count -= 1) === 0) hand.pop();
    } else if (held) held.count += 1;
    else hand.push({ piece, from: '', count: 1 });
    redraw();
}

$('stage').addEventListener('click', (event) => {
    if (!scene) return;
    const at = event.target.closest('.square')?.dataset.at;
    const hand = event.target.closest('.hand');
    if (at) press(at);
    else if (hand && scene.hands) pressHand(hand.dataset.side);
}, true);
$('stage').addEventListener('keydown', (event) => {
    const at = event.target.closest('.square')?.dataset.at;
    if (scene && at && event.key === 'Enter') press(at);
});
