// The engine behind USI, in a worker of the page or of Node: the shape `shogihome-wasm-engine/1` of ShogiHome.

import { Conversation } from './conversation.js';

const isNode = typeof process !== 'undefined' && Boolean(process.versions?.node);

// Starts an engine. `locateFile` gives the address of a file of this package, `printErr` takes what the engine writes to the
// standard error, `language` is that of its messages.
export default async function createEngine({ locateFile, printErr = console.error, language } = {}) {
    const host = await (isNode ? import('./node.js') : import('./browser.js'));
    const program = String(locateFile?.('kumataka.wasm', '') ?? new URL('kumataka.wasm', import.meta.url));
    const module = await host.compile(program);
    const conversation = new Conversation((hear) => host.open({ module, language: language ?? host.language() }, hear), printErr);
    await conversation.started;
    return {
        postMessage: (command) => String(command).split('\n').forEach((line) => conversation.take(line)),
        addMessageListener: (listener) => { conversation.listeners.add(listener); },
        removeMessageListener: (listener) => { conversation.listeners.delete(listener); },
        terminate: () => conversation.close(),
        end: () => conversation.end(),
    };
}
