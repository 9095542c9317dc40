// The way to the program of a static site: a worker has it, and this page keeps its files.

// The browser keeps files of the program under names that begin so.
const KEPT = 'file ';

// One tab has the board: two would overwrite each other's games.
const LOCK = 'kumataka board';
const ELSEWHERE = {
    en: ['The board is open in another tab.', 'Go on here'],
    ja: ['別のタブで盤を開いています。', 'ここで続ける'],
};

const asked = new Map();
let worker = null;
let number = 0;
let isThere = false;
let hear = () => {};
let listens = false;
let language = navigator.language.slice(0, 2);

const take = {
    event({ name, data }) {
        isThere = true;
        hear(name, data);
    },
    keep({ path, text }) {
        if (text === null) localStorage.removeItem(KEPT + path);
        else localStorage.setItem(KEPT + path, text);
    },
    answer({ id, status, kind, file, body }) {
        const headers = { 'Content-Type': kind, ...(file && { 'Content-Disposition': `attachment; filename="${file}"` }) };
        const bytes = Uint8Array.from(atob(body), (letter) => letter.charCodeAt(0));
        asked.get(id)?.done(new Response(bytes, { status, headers }));
        asked.delete(id);
    },
    // The program is lost, or has never been there.
    failed(reason) {
        console.error(reason);
        abandon(reason);
        if (isThere) hear('bye');
        else document.getElementById('status').textContent = `This browser cannot run Kumataka. このブラウザでは動きません。(${reason})`;
    },
};

// Leaves all questions without an answer.
function abandon(reason) {
    for (const { failed } of asked.values()) failed(new Error(reason));
    asked.clear();
}

const post = (message) => worker?.postMessage(message);
const postListen = () => post({ message: 'listen', lang: language });

// Starts the program with the files as they are now.
function start() {
    worker = new Worker(new URL('worker.js', import.meta.url), { type: 'module' });
    worker.onmessage = ({ data }) => Object.entries(data).forEach(([name, value]) => take[name](value));
    worker.onerror = (event) => take.failed(event.message ?? 'the worker cannot be loaded');
    const kept = Object.entries(localStorage).filter(([name]) => name.startsWith(KEPT));
    post(Object.fromEntries(kept.map(([name, text]) => [name.slice(KEPT.length), text])));
    if (listens) postListen();
}

// Ends the program without another word to its files.
function stop() {
    worker?.terminate();
    worker = null;
    abandon('another tab has the board');
}

// Takes the board, and offers to do so where another tab has it. Pages without encryption have no locks.
async function claim(options) {
    if (!navigator.locks) return start();
    try {
        await navigator.locks.request(LOCK, options, () => {
            start();
            // The lock lasts as long as the tab, or until another one takes it.
            return new Promise(() => {});
        });
    } catch (error) {
        if (!['AbortError', 'TimeoutError'].includes(error.name)) throw error;
        stop();
        offer();
    }
    return undefined;
}

// Offers to go on in this tab.
function offer() {
    const lang = language === 'ja' ? 'ja' : 'en';
    const [told, go] = ELSEWHERE[lang];
    const dialog = Object.assign(document.createElement('dialog'), { id: 'elsewhere', lang });
    const text = Object.assign(document.createElement('p'), { textContent: told });
    const button = Object.assign(document.createElement('button'), { type: 'button', className: 'main', textContent: go });
    dialog.setAttribute('aria-label', told);
    button.onclick = () => {
        dialog.remove();
        claim({ steal: true });
    };
    const form = document.createElement('form');
    form.append(text, button);
    dialog.append(form);
    // Escape leaves nothing to do here.
    dialog.addEventListener('close', () => dialog.isConnected && dialog.showModal());
    document.body.append(dialog);
    dialog.showModal();
}

// A page that is loaded anew may have to wait for itself.
claim({ signal: AbortSignal.timeout(1000) });

// Listens to events: `wanted` takes the name of each with its data. The program is always there.
export function listen(query, wanted) {
    hear = wanted;
    language = query.get('lang') ?? language;
    listens = true;
    postListen();
}

// Listens no longer.
export function leave() {
    listens = false;
    post({ message: 'leave' });
}

// The answer to a question, or to an act.
export function ask(name, query, act) {
    number += 1;
    const id = number;
    return new Promise((done, failed) => {
        if (!worker) return failed(new Error('another tab has the board'));
        asked.set(id, { done, failed });
        post({ message: 'ask', id, name, query: Object.fromEntries(query), act });
        return undefined;
    });
}

// A browser without service workers, or a page opened in private, works as long as there is a network.
navigator.serviceWorker?.register(new URL('offline.js', import.meta.url)).catch(() => {});
