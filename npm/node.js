// Node as the host of the engine.

import { readFile } from 'node:fs/promises';
import { env } from 'node:process';
import { Worker } from 'node:worker_threads';

export const language = () => env.LC_ALL || env.LC_MESSAGES || env.LANG || 'C';

export async function compile(address) {
    return WebAssembly.compile(await readFile(address.startsWith('file:') ? new URL(address) : address));
}

// Starts a worker thread with the engine.
export function open(settings, hear) {
    const worker = new Worker(new URL('./thread.js', import.meta.url), { workerData: settings });
    worker.on('message', hear);
    worker.on('error', (error) => hear({ failed: String(error) }));
    return { send: (line) => worker.postMessage(line), close: () => { worker.terminate(); } };
}
