// The way to the program of a static site: a worker has it, and this page keeps its files.

// The browser keeps files of the program under names that begin so.
const KEPT = 'file ';

const worker = new Worker(new URL('worker.js', import.meta.url), { type: 'module' });
const asked = new Map();
let number = 0;
let isThere = false;
let hear = () => {};

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
        for (const { failed } of asked.values()) failed(new Error(reason));
        asked.clear();
        if (isThere) hear('bye');
        else document.getElementById('status').textContent = `This browser cannot run Kumataka. このブラウザでは動きません。(${reason})`;
    },
};

worker.onmessage = ({ data }) => Object.entries(data).forEach(([name, value]) => take[name](value));
worker.onerror = (event) => take.failed(event.message ?? 'the worker cannot be loaded');
const kept = Object.entries(localStorage).filter(([name]) => name.startsWith(KEPT));
worker.postMessage(Object.fromEntries(kept.map(([name, text]) => [name.slice(KEPT.length), text])));

// Listens to events: `wanted` takes the name of each with its data. The program is always there.
export function listen(query, wanted) {
    hear = wanted;
    worker.postMessage({ message: 'listen', lang: query.get('lang') ?? navigator.language.slice(0, 2) });
}

// Listens no longer.
export function leave() {
    worker.postMessage({ message: 'leave' });
}

// The answer to a question, or to an act.
export function ask(name, query, act) {
    number += 1;
    const id = number;
    return new Promise((done, failed) => {
        asked.set(id, { done, failed });
        worker.postMessage({ message: 'ask', id, name, query: Object.fromEntries(query), act });
    });
}

// A browser without service workers, or a page opened in private, works as long as there is a network.
navigator.serviceWorker?.register(new URL('offline.js', import.meta.url)).catch(() => {});
