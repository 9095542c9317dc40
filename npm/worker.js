// The engine in a worker of a browser. With JavaScript Promise Integration it takes messages while it searches.

import { others } from './others.js';
import { MESSAGES, REPLACEMENT, start } from './program.js';

const lines = [];
const say = (message) => postMessage(message);
const hears = 'Suspending' in WebAssembly;
let engine = null;
let hear = null;
let isWorking = false;

const give = hears
    ? new WebAssembly.Suspending(async () => {
        await others();
        // Lines that the engine has taken before this search may end it too.
        engine.usi_hear();
        return 0;
    })
    : () => 0;

// Lets the engine obey all lines that there are.
async function work() {
    if (isWorking || !engine || lines.length === 0) return;
    isWorking = true;
    while (lines.length > 0) {
        if (!await hear()) say({ ended: true });
    }
    isWorking = false;
    if (!hears) say({ rests: true });
}

const fail = (error) => say({ failed: String(error) });

async function begin(settings) {
    engine = await start(settings, { lines, say, give, reach: hears ? MESSAGES : REPLACEMENT });
    hear = hears ? WebAssembly.promising(engine.usi_hear) : engine.usi_hear;
    say({ ready: { hears } });
    await work();
}

// The first message has the settings, and each other one is a line.
addEventListener('message', ({ data }) => {
    addEventListener('message', (event) => {
        lines.push(event.data);
        work().catch(fail);
    });
    begin(data).catch(fail);
}, { once: true });
