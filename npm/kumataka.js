// The engine behind USI, in a worker of the page or of Node: the shape `shogihome-wasm-engine/1` of ShogiHome.

import { Conversation } from './conversation.js';

const isNode = typeof process !== 'undefined' && Boolean(process.versions?.node);

// A module with a function that counts the bits of a vector: hosts without vectors of 128 bits refuse it.
const VECTORS = [0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11];
const hasVectors = () => WebAssembly.validate(Uint8Array.from(VECTORS));

// The name of a file as the engine takes it.
function path(name) {
    if (!/[^/.]/.test(String(name))) throw new TypeError(`${JSON.stringify(name)} is no name of a file`);
    return String(name);
}

// Starts an engine. `locateFile` gives the address of a file of this package, `printErr` takes what the engine writes to the
// standard error, `language` is that of its messages, and `simd` chooses between the two builds.
export default async function createEngine({ locateFile, printErr = console.error, language, simd = hasVectors() } = {}) {
    const host = await (isNode ? import('./node.js') : import('./browser.js'));
    const name = simd ? 'kumataka.wasm' : 'kumataka-plain.wasm';
    const module = await host.compile(String(locateFile?.(name, '') ?? new URL(name, import.meta.url)));
    const conversation = new Conversation((hear) => host.open({ module, language: language ?? host.language() }, hear), printErr);
    await conversation.started;
    return {
        postMessage: (command) => String(command).split('\n').forEach((line) => conversation.take(line)),
        addFile: (name, bytes) => conversation.add(path(name), new Uint8Array(bytes)),
        addMessageListener: (listener) => { conversation.listeners.add(listener); },
        removeMessageListener: (listener) => { conversation.listeners.delete(listener); },
        terminate: () => conversation.close(),
        end: () => conversation.end(),
    };
}
