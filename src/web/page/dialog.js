// Questions over the page: a record to open, whether to resign.

import { act } from './program.js';
import { make, t, toast } from './text.js';

const LARGEST = 16 << 20;

let greeting = null;

export function useGreeting(hello) {
    greeting = hello;
}

// Opens a dialog with a title; it is gone once it is closed.
export function open(title, ...children) {
    const close = make('button', { type: 'button', className: 'close', 'aria-label': t('close'), title: t('close'), textContent: '×', onclick: () => dialog.close() });
    const head = make('header', {}, make('h2', { id: 'dialog-title', textContent: title }), close);
    const dialog = make('dialog', { 'aria-labelledby': 'dialog-title' }, head, ...children);
    dialog.addEventListener('close', () => dialog.remove());
    dialog.addEventListener('click', (event) => { if (event.target === dialog) dialog.close(); });
    document.body.append(dialog);
    dialog.showModal();
    return dialog;
}

export function field(key, control) {
    control.id = `field-${key}`;
    return make('div', { className: 'field' }, make('label', { htmlFor: control.id, textContent: t(key) }), control);
}

export function select(options, chosen, change = () => {}) {
    const list = options.map(([value, text]) => make('option', { value, textContent: text, selected: String(value) === String(chosen) }));
    return make('select', { onchange: (event) => change(event.target.value) }, ...list);
}

// Asks whether to do something that nobody takes back.
function sure(key, question, done) {
    const yes = make('button', { type: 'button', className: 'main', textContent: t(key), onclick: () => { dialog.close(); done(); } });
    const no = make('button', { type: 'button', textContent: t('keep_playing'), onclick: () => dialog.close() });
    const dialog = open(question, make('div', { className: 'tools' }, yes, no));
    no.focus();
}

export const resign = (done) => sure('resign', t('resign_sure'), done);

// Asks the other person at the board about a draw or an impasse.
export const agree = (offer, done) => sure(`${offer}_agreed`, t(`${offer}_sure`), done);

// The bytes of a file in base 64; none of one that cannot be read, as a folder.
const bytesOf = (file) => new Promise((done) => {
    const reader = new FileReader();
    reader.onload = () => done(reader.result.slice(reader.result.indexOf(',') + 1));
    reader.onerror = () => done(null);
    reader.readAsDataURL(file);
});

// Sends files to the program, which finds out what they are unless it is said.
async function openFiles(files, as) {
    const all = [...files];
    if (all.reduce((sum, { size }) => sum + size, 0) > LARGEST) return toast(t('too_large'));
    const read = await Promise.all(all.map(async (file) => ({ name: file.name, bytes: await bytesOf(file) })));
    if (read.some(({ bytes }) => bytes === null)) return toast(t('unreadable'));
    return act('open', { files: read, ...(as && { as }) });
}

const openText = (text, as) => openFiles([new File([text], '')], as);

export function openRecord() {
    const as = select([['', t('open_as_shown')], ['record', t('open_as_record')], ['problems', t('open_as_problems')]], '');
    const chooser = make('input', { type: 'file', id: 'field-file', multiple: true, 'aria-label': t('choose_file') });
    chooser.onchange = async () => { if (chooser.files[0] && await openFiles(chooser.files, as.value)) dialog.close(); };
    const text = make('textarea', { rows: 6, spellcheck: false });
    const go = make('button', { type: 'submit', className: 'main', textContent: t('open') });
    const form = make('form', {}, field('open_as', as), chooser, field('paste', text), go);
    form.addEventListener('submit', async (event) => {
        event.preventDefault();
        const isOpen = text.value.trim() ? openText(text.value, as.value) : chooser.files[0] && openFiles(chooser.files, as.value);
        if (await isOpen) dialog.close();
    });
    const dialog = open(t('open'), form);
}

// Asks for the form in which `write` is to save the game; a page takes an analysis.
export function save(write, isAnalysed) {
    const records = greeting.formats.map(([name, extension]) => [name, `${name} (.${extension})`]);
    const pictures = ['svg', 'png'].map((name) => [name, `${t('picture')} (.${name})`]);
    const page = isAnalysed ? [['html', `${t('one_page')} (.html)`]] : [];
    const format = select([...records, ...pictures, ...page], 'kif');
    const go = make('button', { type: 'submit', className: 'main', textContent: t('save') });
    const form = make('form', { method: 'dialog' }, field('format', format), go);
    form.addEventListener('submit', () => { write(format.value); });
    open(t('save'), form);
}

// What there is to learn of the game on the board: lessons, exercises, rules; and exercises of other games that are due.
export function learning(game, { lessons, hasMates, due }, rules) {
    const entry = (text, done, properties = {}) => make('button', { type: 'button', textContent: text, onclick: () => { dialog.close(); done(); }, ...properties });
    const course = lessons.map((title, number) => make('li', {}, entry(title, () => act('lesson', { number }), { 'data-lesson': number })));
    const mates = hasMates ? [entry(t('mates'), () => act('mates'))] : [];
    const own = due.find((known) => known.game === game);
    const exercises = own ? t('exercises_due', own.count) : t('exercises');
    const others = due.filter((known) => known !== own).map(({ game, title, count }) => entry(t('exercises_of', title, count), () => act('exercises', { game }), { 'data-due': game }));
    const more = make('div', { className: 'tools' }, ...mates, entry(exercises, () => act('exercises'), { 'data-due': game }), ...others, entry(t('handbook'), rules));
    const dialog = open(t('learn'), make('ol', { className: 'lessons', 'aria-label': t('lessons') }, ...course), more);
}

// Shows the rules of a game and the moves of its pieces.
export function handbook({ title, rules, cards }) {
    const paragraphs = rules.flatMap(({ heading, text }) => [make('dt', { textContent: heading }), make('dd', { textContent: text })]);
    const picture = make('div', { className: 'cards', role: 'img', 'aria-label': t('pieces') });
    picture.innerHTML = cards;
    const dialog = open(title, make('dl', { className: 'rules' }, ...paragraphs), picture);
    dialog.classList.add('wide');
}

// Files that are dropped anywhere, and text that is pasted outside a field, are opened.
addEventListener('dragover', (event) => {
    if (!event.dataTransfer.types.includes('Files')) return;
    event.preventDefault();
    document.body.classList.add('dropping');
});
addEventListener('dragleave', (event) => { if (!event.relatedTarget) document.body.classList.remove('dropping'); });
addEventListener('drop', (event) => {
    document.body.classList.remove('dropping');
    const { files } = event.dataTransfer;
    if (files.length === 0) return;
    event.preventDefault();
    openFiles(files);
});
addEventListener('paste', (event) => {
    if (event.target.closest?.('textarea, input')) return;
    const { files } = event.clipboardData;
    const text = event.clipboardData.getData('text');
    if (files.length > 0) openFiles(files);
    else if (text.trim()) openText(text);
});
