// A figure that a pointer carries, from its place to where it is let go.

import { squareAt } from './board.js';
import { make } from './text.js';

let drag = null;
let hasJustDropped = false;

// True in the click that browsers send behind a drag.
export const isBehindDrag = () => hasJustDropped;

// Begins to carry a figure, unless the pointer is let go where it was pressed. `done` hears what the figure was let go over,
// if anything, and whether it was carried.
export function lift(event, figure, done) {
    drag = { figure, done, x: event.clientX, y: event.clientY, moves: false, pointer: event.pointerId };
}

const under = (event) => document.elementFromPoint(event.clientX, event.clientY);

function raise() {
    const { figure } = drag;
    drag.moves = true;
    drag.ghost = make('div', { className: `ghost ${figure.classList.contains('turned') ? 'turned' : ''}` }, figure.querySelector('svg').cloneNode(true));
    const { width, height } = figure.getBoundingClientRect();
    Object.assign(drag.ghost.style, { width: `${width}px`, height: `${height}px` });
    document.body.append(drag.ghost);
    figure.classList.add('carried');
}

function carry(event) {
    if (!drag || event.pointerId !== drag.pointer) return;
    const distance = Math.hypot(event.clientX - drag.x, event.clientY - drag.y);
    if (!drag.moves && distance < 5) return;
    if (!drag.moves) raise();
    drag.ghost.style.left = `${event.clientX}px`;
    drag.ghost.style.top = `${event.clientY}px`;
    const over = under(event)?.closest('.square')?.dataset.at;
    document.querySelector('.square.over')?.classList.remove('over');
    if (over) squareAt(over)?.classList.add('over');
    event.preventDefault();
}

function drop(event) {
    if (!drag || event.pointerId !== drag.pointer) return;
    const { ghost, figure, moves, done } = drag;
    drag = null;
    ghost?.remove();
    figure.classList.remove('carried');
    document.querySelector('.square.over')?.classList.remove('over');
    if (moves) {
        hasJustDropped = true;
        setTimeout(() => { hasJustDropped = false; }, 0);
    }
    done(event.type === 'pointerup' ? under(event) : null, moves);
}

document.addEventListener('pointermove', carry, { passive: false });
document.addEventListener('pointerup', drop);
document.addEventListener('pointercancel', drop);
