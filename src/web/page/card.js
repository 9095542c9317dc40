// The piece on a square: the squares that it can go to, and its card. A press on a piece that cannot be moved shows it, and a
// long press, the other button of a mouse or the key I on any piece.

import { figureAt, showReach, squareAt } from './board.js';
import { release } from './input.js';
import { card } from './program.js';
import { liking } from './settings.js';
import { $, make, speak, t } from './text.js';

const LONG = 500;

let shown = null;
let waiting = null;

// Shows the piece on a square, or hides it if it is shown already.
export async function show(at) {
    if (shown === at || !figureAt(at) || document.body.classList.contains('editing')) return close();
    const found = await card(at, liking.set);
    close();
    if (!found) return null;
    shown = at;
    release();
    showReach(found.targets);
    const picture = make('div', { className: 'cards', role: 'img', 'aria-label': squareAt(at).dataset.label });
    picture.innerHTML = found.picture;
    const away = make('button', { type: 'button', className: 'close', 'aria-label': t('close'), title: t('close'), textContent: '×', onclick: close });
    $('card').replaceChildren(away, picture);
    $('card').hidden = false;
    return speak(`${squareAt(at).dataset.label}: ${t('reaches', found.targets.join(' ') || '–')}`);
}

export function close() {
    if (!shown) return;
    shown = null;
    showReach([]);
    $('card').hidden = true;
    $('card').replaceChildren();
}

const squareOf = (event) => event.target.closest?.('.square')?.dataset.at;

function forget() {
    clearTimeout(waiting);
    waiting = null;
}

$('stage').addEventListener('pointerdown', (event) => {
    forget();
    const at = squareOf(event);
    if (at && event.pointerType !== 'mouse' && squareAt(at).classList.contains('mine')) waiting = setTimeout(() => show(at), LONG);
});
for (const name of ['pointermove', 'pointerup', 'pointercancel']) {
    document.addEventListener(name, (event) => { if (name !== 'pointermove' || event.movementX || event.movementY) forget(); });
}
$('stage').addEventListener('contextmenu', (event) => {
    const at = squareOf(event);
    if (!at) return;
    event.preventDefault();
    if (event.pointerType !== 'touch') show(at);
});
document.addEventListener('keydown', (event) => {
    const at = squareOf(event);
    if (event.key === 'Escape' && shown) close();
    else if (at && (event.key === 'i' || event.key === 'I') && !event.ctrlKey && !event.metaKey) show(at);
});
// A press that takes no piece.
$('stage').addEventListener('looked', (event) => show(event.detail));
