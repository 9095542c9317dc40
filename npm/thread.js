// The engine in a worker thread of Node, which may ask for messages at any time, and so while the engine searches.

import { setFlagsFromString } from 'node:v8';
import { parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads';
import { MESSAGES, start } from './program.js';

// Node 20 crashes now and then when a long call of WebAssembly returns to a script, unless the script keeps its bytecode.
setFlagsFromString('--no-flush-bytecode');

const lines = [];
const say = (message) => parentPort.postMessage(message);

function take() {
    for (let next = receiveMessageOnPort(parentPort); next; next = receiveMessageOnPort(parentPort)) lines.push(next.message);
}

function give() {
    take();
    // Lines that the engine has taken before this search may end it too.
    engine.usi_hear();
    return 0;
}

const engine = await start(workerData, { lines, say, give, reach: MESSAGES });
say({ ready: { hears: true } });
parentPort.on('message', (line) => {
    lines.push(line);
    take();
    if (!engine.usi_hear()) say({ ended: true });
});
