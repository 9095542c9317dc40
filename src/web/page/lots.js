// Furigoma: the pawns that were thrown for the sides.

import { drawAlone } from './board.js';
import { pieces } from './program.js';
import { $, make } from './text.js';

let shown = null;

// Shows lots with faces of a set, or none.
export async function show(lots, set) {
    shown = lots;
    const known = lots && await pieces('shogi', set);
    // Another state may have come while the pieces did.
    if (shown !== lots) return;
    const box = $('lots');
    box.hidden = !lots;
    if (!lots) return;
    const thrown = make('span', { className: 'thrown' }, ...lots.pawns.map((id) => drawAlone(known.get(id))));
    box.replaceChildren(thrown, make('span', { textContent: lots.text }));
}
