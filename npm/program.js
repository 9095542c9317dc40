// An instance of the engine, whose input are the lines of an array. Files of the client stand among them.

import { wasi } from './wasi.js';

// What the engine is to know of its host: see `usi_begin`.
export const REPLACEMENT = 1;
export const MESSAGES = 2;

// Starts the engine. `say` takes its messages to the client, `give` is called where it gives way, and may be suspending.
export async function start({ module, language }, { lines, say, give, reach }) {
    const read = () => {
        let next = lines.shift();
        for (; typeof next === 'object'; next = lines.shift()) system.lay(next.name, next.bytes);
        return next;
    };
    const system = wasi(module, {
        language,
        kept: {},
        keep() {},
        read,
        write: (line) => say({ line }),
        complain: (error) => say({ error }),
        give,
    });
    const instance = await WebAssembly.instantiate(module, system.imports);
    system.begin(instance);
    instance.exports.usi_begin(reach);
    return instance.exports;
}
