// A host of static files, as simple as any: no headers but types and lengths.
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';

const TYPES = {
    '.html': 'text/html', '.js': 'text/javascript', '.mjs': 'text/javascript', '.css': 'text/css', '.svg': 'image/svg+xml', '.otf': 'font/otf',
    '.gz': 'application/gzip', '.webmanifest': 'application/manifest+json',
};

// Serves a folder below a path; returns the address, and a function that takes the host away. `change` may change files.
export async function host(folder, path, change = (name, bytes) => bytes) {
    const server = createServer(async (request, response) => {
        const { pathname } = new URL(request.url, 'http://localhost');
        const name = normalize(pathname.slice(path.length) || 'index.html');
        try {
            if (!pathname.startsWith(path) || name.startsWith('..')) throw new Error('outside');
            const bytes = change(name, await readFile(join(folder, name)));
            response.writeHead(200, { 'Content-Type': TYPES[extname(name)] ?? 'application/octet-stream', 'Content-Length': bytes.length });
            response.end(bytes);
        } catch {
            response.writeHead(404).end();
        }
    });
    await new Promise((done) => { server.listen(0, '127.0.0.1', done); });
    const close = () => new Promise((done) => {
        server.close(done);
        server.closeAllConnections();
    });
    return { address: `http://127.0.0.1:${server.address().port}${path}`, close };
}
