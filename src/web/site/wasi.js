// The services of a system (WASI preview 1) that the program needs: clocks, chance, standard streams of lines, and files.

import { files } from './files.js';

const [SUCCESS, NO_FILE, UNKNOWN] = [0, 8, 52];
const REALTIME = 0;
const CHARACTERS = 2;

// The imports of a module. The environment has the language of its user, and the folder for what `keep` keeps. `read` gives the next
// line of the standard input or nothing, `write` takes a line of the standard output, `complain` one of the standard error, and
// `give` is called where the program gives way. `begin` takes the instance once it is there, and `lay` puts a file at a path.
export function wasi(module, { language, kept, keep, read, write, complain = console.error, give }) {
    let memory;
    const view = () => new DataView(memory.buffer);
    const bytes = (address, length) => new Uint8Array(memory.buffer, address, length);
    const put = (address, value) => view().setUint32(address, value, true);
    const decoders = new Map([[1, stream(write)], [2, stream(complain)]]);
    const text = (address, length) => new TextDecoder().decode(bytes(address, length).slice());
    const system = files({ view, bytes, put, text }, kept, keep);
    const environment = [`LANG=${language}\0`, 'XDG_STATE_HOME=/state\0'].map((value) => new TextEncoder().encode(value));
    let input = new Uint8Array(0);

    // Calls `use` with the address and the length of each part of a list.
    const each = (list, count, use) => {
        for (let part = list; part < list + 8 * count; part += 8) use(view().getUint32(part, true), view().getUint32(part + 4, true));
    };
    const known = {
        sched_yield: give,
        clock_time_get(clock, precision, time) {
            const milliseconds = clock === REALTIME ? Date.now() : performance.now();
            view().setBigUint64(time, BigInt(Math.round(milliseconds * 1e6)), true);
            return SUCCESS;
        },
        random_get(address, length) {
            const most = 65_536;
            for (let from = 0; from < length; from += most) crypto.getRandomValues(bytes(address + from, Math.min(most, length - from)));
            return SUCCESS;
        },
        environ_sizes_get(count, size) {
            put(count, environment.length);
            put(size, environment.reduce((sum, { length }) => sum + length, 0));
            return SUCCESS;
        },
        environ_get(list, address) {
            let at = address;
            environment.forEach((value, index) => {
                put(list + 4 * index, at);
                bytes(at, value.length).set(value);
                at += value.length;
            });
            return SUCCESS;
        },
        fd_fdstat_get(file, address) {
            if (file > 2) return system.functions.fd_fdstat_get(file, address);
            bytes(address, 24).fill(0);
            view().setUint8(address, CHARACTERS);
            return SUCCESS;
        },
        fd_read(file, list, count, size) {
            if (file !== 0 && !system.has(file)) return NO_FILE;
            const take = file === 0 ? hear : (part) => system.read(file, part);
            let taken = 0;
            each(list, count, (address, length) => { taken += take(bytes(address, length)); });
            put(size, taken);
            return SUCCESS;
        },
        fd_write(file, list, count, size) {
            const out = decoders.get(file) ?? (system.has(file) && ((part) => system.write(file, part)));
            if (!out) return NO_FILE;
            let written = 0;
            each(list, count, (address, length) => {
                out(bytes(address, length));
                written += length;
            });
            put(size, written);
            return SUCCESS;
        },
        proc_exit(status) {
            throw new Error(`the program has ended with status ${status}`);
        },
    };
    // Puts as much of the input as there is room for into memory.
    const hear = (room) => {
        const line = input.length === 0 ? read() : undefined;
        if (line !== undefined) input = new TextEncoder().encode(`${line}\n`);
        const part = input.subarray(0, room.length);
        room.set(part);
        input = input.subarray(part.length);
        return part.length;
    };
    const functions = WebAssembly.Module.imports(module).map(({ name }) => [name, known[name] ?? system.functions[name] ?? (() => UNKNOWN)]);
    const begin = (instance) => { memory = instance.exports.memory; };
    return { imports: { wasi_snapshot_preview1: Object.fromEntries(functions) }, begin, lay: system.lay };
}

// Bytes that come in any parts, as lines for `take`.
function stream(take) {
    const decoder = new TextDecoder();
    let rest = '';
    return (part) => {
        // A decoder may refuse memory that can grow.
        const lines = (rest + decoder.decode(part.slice(), { stream: true })).split('\n');
        rest = lines.pop();
        lines.forEach((line) => take(line));
    };
}
