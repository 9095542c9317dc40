// The worker that has the program. It gives messages of the page to the program by lines, runs its engine, and sends
// lines of the program to the page.

import { others } from './others.js';
import { wasi } from './wasi.js';

const PROGRAM = new URL('kumataka.wasm.gz', import.meta.url);

// Lines that the program has not read yet, and the functions that it exports.
const lines = [];
let program = null;
let run = null;
let isWorking = false;
let clock = 0;

function hear(line) {
    const told = JSON.parse(line);
    if (told.wake === undefined) return postMessage(told);
    clearTimeout(clock);
    clock = setTimeout(() => take({ message: 'wake' }), told.wake);
    return undefined;
}

function fail(error) {
    program = null;
    postMessage({ failed: String(error) });
}

// Lets the program take its messages and tell its news.
const turn = () => program?.turn();

// Runs the engine as long as it has work, and takes messages between two pieces of it.
async function work() {
    if (isWorking || !program) return;
    isWorking = true;
    while (program && await run()) {
        turn();
        await others();
    }
    isWorking = false;
}

function take(message) {
    lines.push(JSON.stringify(message));
    if (!program) return;
    try {
        turn();
        work().catch(fail);
    } catch (error) {
        fail(error);
    }
}

async function unpacked(answer) {
    if (!answer.ok) throw new Error(`${PROGRAM}: ${answer.status}`);
    const bytes = await answer.arrayBuffer();
    // Some hosts say that such a file is packed, and the browser has unpacked it already.
    const [first] = new Uint8Array(bytes, 0, 1);
    if (first === 0) return bytes;
    return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'))).arrayBuffer();
}

async function start(kept) {
    const suspends = 'Suspending' in WebAssembly;
    const give = suspends
        ? new WebAssembly.Suspending(async () => {
            await others();
            turn();
            return 0;
        })
        : () => {
            turn();
            return 0;
        };
    const module = await WebAssembly.compile(await unpacked(await fetch(PROGRAM)));
    const keep = (path, text) => postMessage({ keep: { path, text } });
    const system = wasi(module, { language: navigator.language, kept, keep, read: () => lines.shift(), write: hear, give });
    const instance = await WebAssembly.instantiate(module, system.imports);
    system.begin(instance);
    program = instance.exports;
    const resumable = suspends && WebAssembly.promising(program.work);
    run = suspends ? () => resumable(1) : () => program.work(0);
    turn();
    await work();
}

// The first message has the files that the page has kept.
addEventListener('message', ({ data }) => {
    addEventListener('message', (event) => take(event.data));
    start(data).catch(fail);
}, { once: true });
