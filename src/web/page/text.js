// Words in the reader's language, and small helpers for elements.

let words = {};

export function learn(known) {
    words = known;
}

// The words of a key, with values in the place of each {}.
export function t(key, ...values) {
    return values.reduce((text, value) => text.replace('{}', value), words[key] ?? key);
}

// A new element with properties and children; names with a hyphen become attributes.
export function make(name, properties = {}, ...children) {
    const element = document.createElement(name);
    for (const [key, value] of Object.entries(properties)) {
        if (key.includes('-') || key === 'role') element.setAttribute(key, value);
        else element[key] = value;
    }
    element.append(...children);
    return element;
}

export function svg(name, attributes = {}) {
    const element = document.createElementNS('http://www.w3.org/2000/svg', name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    return element;
}

export const $ = (id) => document.getElementById(id);

// Icons, drawn in a square of 24 units.
const ICONS = {
    new: 'M12 5v14M5 12h14',
    open: 'M4 7h6l2 2h8v10H4z',
    settings: 'M4 7h9m4 0h3M4 17h3m4 0h9M15 4v6M9 14v6',
    back: 'M9 6 4 11l5 5M4 11h10a5 5 0 0 1 0 10h-2',
    hint: 'M9 18h6M10 21h4M12 3a6 6 0 0 0-3.5 10.9c.7.6 1 1.2 1 2.1h5c0-.9.3-1.5 1-2.1A6 6 0 0 0 12 3z',
    resign: 'M6 21V4h11l-2 4 2 4H6',
    draw: 'M5 9h14M5 15h14',
    again: 'M5 4v5h5M5.5 9a7.5 7.5 0 1 1-1 5',
    flip: 'M8 4v15m0 0-4-4m4 4 4-4M16 20V5m0 0-4 4m4-4 4 4',
    study: 'M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13zM15.5 15.5 21 21',
    save: 'M12 4v11m0 0-4-4m4 4 4-4M5 20h14',
    declare: 'M5 20h14M6 17l-2-9 5 3 3-6 3 6 5-3-2 9z',
    pass: 'M6 12h.01M12 12h.01M18 12h.01',
    start: 'M6 5v14M18 6l-8 6 8 6z',
    prev: 'M15 6l-8 6 8 6z',
    next: 'M9 6l8 6-8 6z',
    end: 'M18 5v14M6 6l8 6-8 6z',
    edit: 'M4 20h4L20 8l-4-4L4 16zM13.5 6.5l4 4',
    book: 'M5 4h10a3 3 0 0 1 3 3v13H8a3 3 0 0 1-3-3zM5 17a3 3 0 0 1 3-3h10',
    live: 'M3 13h4l3-8 4 14 3-6h4',
    game: 'M4 4h16v16H4zM4 9.3h16M4 14.6h16M9.3 4v16M14.6 4v16',
};

export function icon(name) {
    const drawing = svg('svg', { viewBox: '0 0 24 24', class: 'icon', 'aria-hidden': 'true', focusable: 'false' });
    drawing.append(svg('path', { d: ICONS[name] }));
    return drawing;
}

// A button with an icon before its words.
export function button(key, drawing, act, properties = {}) {
    const text = make('span', { textContent: t(key) });
    return make('button', { type: 'button', onclick: act, title: t(key), ...properties }, icon(drawing), text);
}

// Puts elements in the place of those in a box, and leaves alone what has not changed: a press must not lose its button.
export function patch(box, wanted) {
    const known = [...box.children];
    wanted.forEach((element, index) => {
        if (!known[index]) box.append(element);
        else if (known[index].outerHTML !== element.outerHTML) known[index].replaceWith(element);
    });
    known.slice(wanted.length).forEach((element) => element.remove());
}

// Says something to those who hear the page.
export function speak(text) {
    $('heard').textContent = text;
}

let fading;

// Shows a short text over the page.
export function toast(text) {
    const box = $('toast');
    box.textContent = text;
    box.hidden = false;
    clearTimeout(fading);
    fading = setTimeout(() => { box.hidden = true; }, 2500 + 60 * text.length);
}
