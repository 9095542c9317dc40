// The services of a system (WASI preview 1) that the program needs: clocks, chance, and standard streams of lines. There
// are no files, and what a program asks of them fails.

const [SUCCESS, NO_FILE, UNKNOWN] = [0, 8, 52];
const REALTIME = 0;
const CHARACTERS = 2;

// The imports of a module. The environment has the language of its user. `read` gives the next line of the standard input or nothing, `write` takes a line of the
// standard output, and `give` is called where the program gives way. `begin` takes the instance once it is there.
export function wasi(module, { language, read, write, give }) {
    let memory;
    const view = () => new DataView(memory.buffer);
    const bytes = (address, length) => new Uint8Array(memory.buffer, address, length);
    const put = (address, value) => view().setUint32(address, value, true);
    const decoders = new Map([[1, stream(write)], [2, stream(console.error)]]);
    const environment = new TextEncoder().encode(`LANG=${language}\0`);
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
            put(count, 1);
            put(size, environment.length);
            return SUCCESS;
        },
        environ_get(list, address) {
            put(list, address);
            bytes(address, environment.length).set(environment);
            return SUCCESS;
        },
        fd_prestat_get: () => NO_FILE,
        fd_fdstat_get(file, address) {
            if (file > 2) return NO_FILE;
            bytes(address, 24).fill(0);
            view().setUint8(address, CHARACTERS);
            return SUCCESS;
        },
        fd_read(file, list, count, size) {
            if (file !== 0) return NO_FILE;
            let taken = 0;
            each(list, count, (address, length) => {
                if (input.length === 0) input = next();
                const part = input.subarray(0, length);
                bytes(address, part.length).set(part);
                input = input.subarray(part.length);
                taken += part.length;
            });
            put(size, taken);
            return SUCCESS;
        },
        fd_write(file, list, count, size) {
            const out = decoders.get(file);
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
    const next = () => {
        const line = read();
        return line === undefined ? new Uint8Array(0) : new TextEncoder().encode(`${line}\n`);
    };
    const functions = WebAssembly.Module.imports(module).map(({ name }) => [name, known[name] ?? (() => UNKNOWN)]);
    const begin = (instance) => { memory = instance.exports.memory; };
    return { imports: { wasi_snapshot_preview1: Object.fromEntries(functions) }, begin };
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
