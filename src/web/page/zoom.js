// A closer look at a large board, in a box that scrolls.

import { $, make, t } from './text.js';

const STEP = 1.5;
// Sides of the largest squares, in pixels.
const LARGEST = 72;

let scale = 1;
// Width and height of the frame around the whole board.
let whole = [0, 0];

const most = () => Math.max(1, (LARGEST / $('board').querySelector('.square').offsetWidth) * scale);

// The point that a closer look begins with: the end of the last move, else the near camp.
function interest() {
    const moved = $('figures').querySelector('.moved')?.getBoundingClientRect();
    const { left, width, top, height } = moved ?? $('board').getBoundingClientRect();
    return { clientX: left + width / 2, clientY: top + (moved ? 0.5 : 0.85) * height };
}

// Brings the board to a scale; the point of the window stays where it is, else the middle of what is seen.
function set(wanted, point) {
    const [view, frame] = [$('view'), $('frame')];
    if (scale === 1) whole = [frame.offsetWidth, frame.offsetHeight];
    const before = frame.getBoundingClientRect();
    const seen = scale === 1 ? before : view.getBoundingClientRect();
    if (scale === 1) point ??= interest();
    const [x, y] = point ? [point.clientX, point.clientY] : [seen.left + seen.width / 2, seen.top + seen.height / 2];
    const [right, down] = [(x - before.left) / before.width, (y - before.top) / before.height];
    scale = Math.max(1, Math.min(wanted, most()));
    const isZoomed = scale > 1;
    $('stage').classList.toggle('zoomed', isZoomed);
    view.style.width = isZoomed ? `${whole[0]}px` : '';
    view.style.height = isZoomed ? `${whole[1]}px` : '';
    frame.style.width = isZoomed ? `${whole[0] * scale}px` : '';
    view.scrollTo(right * frame.offsetWidth - (x - seen.left), down * frame.offsetHeight - (y - seen.top));
    keepNames();
    show();
}

// The names of files and ranks stay at the edges of the box.
function keepNames() {
    const view = $('view');
    const [down, left] = scale === 1 ? [0, 0] : [view.scrollTop, view.scrollLeft + view.clientWidth - $('frame').offsetWidth];
    $('files').style.transform = `translateY(${down}px)`;
    $('ranks').style.transform = `translateX(${left}px)`;
}

// Scrolls the box so that a square is in it, with a neighbour on each side.
export function reveal(square) {
    if (scale === 1) return;
    const view = $('view');
    const [box, place] = [view.getBoundingClientRect(), square.getBoundingClientRect()];
    const beyond = (low, high, least, greatest, room) => Math.min(0, low - room - least) || Math.max(0, high + room - greatest);
    view.scrollBy(
        beyond(place.left, place.right, box.left, box.left + view.clientWidth - $('ranks').offsetWidth, place.width),
        beyond(place.top, place.bottom, box.top + $('files').offsetHeight, box.top + view.clientHeight, place.height));
}

function show() {
    const zooming = $('zoom');
    if (zooming.hidden) return;
    const [out, fit, closer] = zooming.children;
    out.disabled = scale === 1;
    fit.disabled = scale === 1;
    closer.disabled = scale >= most() - 0.01;
}

// Shows the whole board; with buttons for a closer look if it is large.
export function reset(isLarge) {
    const button = (key, sign, act) => make('button', { type: 'button', textContent: sign, title: t(key), 'aria-label': t(key), onclick: act });
    $('zoom').hidden = !isLarge;
    $('zoom').setAttribute('aria-label', t('zoom'));
    $('zoom').replaceChildren(
        button('zoom_out', '−', () => set(scale / STEP)),
        button('zoom_whole', '⤢', () => set(1)),
        button('zoom_in', '+', () => set(scale * STEP)));
    if (scale > 1) set(1);
    show();
}

$('view').addEventListener('scroll', keepNames);
addEventListener('resize', () => { if (!$('zoom').hidden) set(1); });

$('view').addEventListener('wheel', (event) => {
    if ($('zoom').hidden || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    set(scale * Math.exp(-event.deltaY / 300), event);
}, { passive: false });

addEventListener('keydown', (event) => {
    if ($('zoom').hidden || event.target.closest?.('dialog, select, input, textarea') || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === '+') set(scale * STEP);
    else if (event.key === '-') set(scale / STEP);
    else if (event.key === '0') set(1);
    else return;
    event.preventDefault();
});
