// The files of the program: they are in memory, and the page keeps them. Paths are those below the only folder that a
// program finds open, the root.

export const ROOT = 3;

const [SUCCESS, NO_FILE, EXISTS, IS_FOLDER, INVALID, ABSENT, NO_FOLDER] = [0, 8, 20, 31, 28, 44, 54];
const [FOLDER, FILE] = [3, 4];
const [CREATE, MUST_BE_FOLDER, MUST_BE_NEW, EMPTY] = [1, 2, 4, 8];
const APPEND = 1;

const parent = (path) => path.slice(0, Math.max(0, path.lastIndexOf('/')));
const isHidden = (path) => path.slice(path.lastIndexOf('/') + 1).startsWith('.');
const normal = (path) => path.split('/').filter((part) => part && part !== '.').join('/');

// The functions of WASI for files. `kept` has the text of each file that the page has kept, by path; `keep` takes the path
// and the text of one that has changed, or null for one that is gone. `memory` reads and writes the program's memory.
export function files(memory, kept, keep) {
    const { view, bytes, put, text } = memory;
    const nodes = new Map([['', { folder: true }]]);
    const opened = new Map([[ROOT, { path: '', node: nodes.get('') }]]);
    let last = ROOT;

    const folder = (path) => {
        if (!nodes.has(path)) nodes.set(path, { folder: true });
        if (path) folder(parent(path));
    };
    for (const [path, content] of Object.entries(kept)) {
        folder(parent(path));
        nodes.set(path, { data: new TextEncoder().encode(content) });
    }
    // Puts a file of the host at a path.
    const lay = (name, data) => {
        const path = normal(name);
        folder(parent(path));
        nodes.set(path, { data });
    };
    const changed = (path) => {
        if (isHidden(path)) return;
        const node = nodes.get(path);
        keep(path, node ? new TextDecoder().decode(node.data) : null);
    };
    const below = (path) => [...nodes.keys()].filter((name) => name && parent(name) === path);
    const place = (file, address, length) => normal(`${opened.get(file)?.path ?? ''}/${text(address, length)}`);
    const describe = (node, address) => {
        bytes(address, 64).fill(0);
        view().setUint8(address + 16, node.folder ? FOLDER : FILE);
        view().setBigUint64(address + 24, 1n, true);
        view().setBigUint64(address + 32, BigInt(node.data?.length ?? 0), true);
        return SUCCESS;
    };
    const resize = (node, length) => {
        const data = new Uint8Array(length);
        data.set(node.data.subarray(0, length));
        node.data = data;
    };

    const functions = {
        fd_prestat_get(file, address) {
            if (file !== ROOT) return NO_FILE;
            put(address, 0);
            put(address + 4, 1);
            return SUCCESS;
        },
        fd_prestat_dir_name(file, address) {
            bytes(address, 1).set([0x2f]);
            return SUCCESS;
        },
        fd_close(file) {
            const open = opened.get(file);
            if (!open) return NO_FILE;
            opened.delete(file);
            if (open.isChanged && nodes.get(open.path) === open.node) changed(open.path);
            return SUCCESS;
        },
        fd_sync: () => SUCCESS,
        fd_fdstat_get(file, address) {
            const open = opened.get(file);
            if (!open) return NO_FILE;
            bytes(address, 8).fill(0);
            bytes(address + 8, 16).fill(0xff);
            view().setUint8(address, open.node.folder ? FOLDER : FILE);
            return SUCCESS;
        },
        fd_filestat_get: (file, address) => (opened.has(file) ? describe(opened.get(file).node, address) : NO_FILE),
        fd_seek(file, offset, whence, address) {
            const open = opened.get(file);
            if (!open) return NO_FILE;
            open.at = [0, open.at, open.node.data.length][whence] + Number(offset);
            view().setBigUint64(address, BigInt(open.at), true);
            return SUCCESS;
        },
        fd_readdir(file, address, length, cookie, used) {
            const open = opened.get(file);
            if (!open?.node.folder) return NO_FOLDER;
            const entries = below(open.path).slice(Number(cookie)).map((path, index) => {
                const name = new TextEncoder().encode(path.slice(path.lastIndexOf('/') + 1));
                const entry = new Uint8Array(24 + name.length);
                const head = new DataView(entry.buffer);
                head.setBigUint64(0, cookie + BigInt(index + 1), true);
                head.setUint32(16, name.length, true);
                head.setUint8(20, nodes.get(path).folder ? FOLDER : FILE);
                entry.set(name, 24);
                return [...entry];
            });
            const all = Uint8Array.from(entries.flat()).subarray(0, length);
            bytes(address, all.length).set(all);
            put(used, all.length);
            return SUCCESS;
        },
        path_open(file, follow, address, length, how, rights, inherited, flags, handle) {
            const path = place(file, address, length);
            if (nodes.has(path) && how & MUST_BE_NEW) return EXISTS;
            if (!nodes.has(path)) {
                if (!(how & CREATE) || !nodes.get(parent(path))?.folder) return ABSENT;
                nodes.set(path, { data: new Uint8Array(0) });
            }
            const node = nodes.get(path);
            if (how & MUST_BE_FOLDER && !node.folder) return NO_FOLDER;
            if (how & EMPTY) node.data = new Uint8Array(0);
            last += 1;
            opened.set(last, { path, node, at: 0, appends: flags & APPEND, isChanged: Boolean(how & EMPTY) });
            put(handle, last);
            return SUCCESS;
        },
        path_filestat_get(file, follow, address, length, found) {
            const node = nodes.get(place(file, address, length));
            return node ? describe(node, found) : ABSENT;
        },
        path_create_directory(file, address, length) {
            const path = place(file, address, length);
            if (nodes.has(path)) return EXISTS;
            if (!nodes.get(parent(path))?.folder) return ABSENT;
            folder(path);
            return SUCCESS;
        },
        path_rename(file, address, length, other, target, size) {
            const [from, to] = [place(file, address, length), place(other, target, size)];
            if (!nodes.has(from)) return ABSENT;
            if (nodes.get(to)?.folder) return IS_FOLDER;
            nodes.set(to, nodes.get(from));
            nodes.delete(from);
            changed(from);
            changed(to);
            return SUCCESS;
        },
        path_link(file, follow, address, length, other, target, size) {
            const [from, to] = [place(file, address, length), place(other, target, size)];
            if (!nodes.has(from)) return ABSENT;
            if (nodes.has(to)) return EXISTS;
            nodes.set(to, nodes.get(from));
            changed(to);
            return SUCCESS;
        },
        path_unlink_file(file, address, length) {
            const path = place(file, address, length);
            if (!nodes.has(path)) return ABSENT;
            nodes.delete(path);
            changed(path);
            return SUCCESS;
        },
        path_readlink: () => INVALID,
    };

    // Reads from a file into a part of memory; the number of bytes.
    const read = (file, part) => {
        const open = opened.get(file);
        const data = open.node.data.subarray(open.at, open.at + part.length);
        part.set(data);
        open.at += data.length;
        return data.length;
    };
    const write = (file, part) => {
        const open = opened.get(file);
        if (open.appends) open.at = open.node.data.length;
        if (open.at + part.length > open.node.data.length) resize(open.node, open.at + part.length);
        open.node.data.set(part, open.at);
        open.at += part.length;
        open.isChanged = true;
    };
    const has = (file) => Boolean(opened.get(file)?.node.data);
    return { functions, has, lay, read, write };
}
