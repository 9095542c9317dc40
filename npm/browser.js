// A browser as the host of the engine.

export const language = () => navigator.language;

export async function compile(address) {
    const answer = await fetch(address);
    if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
    // Some hosts give the file another type than `application/wasm`, which only the slower way takes.
    return WebAssembly.compile(await answer.arrayBuffer());
}

// Starts a worker with the engine.
export function open(settings, hear) {
    const worker = new Worker(new URL('./worker.js', import.meta.url), { type: 'module' });
    worker.onmessage = ({ data }) => hear(data);
    worker.onerror = ({ message }) => hear({ failed: message ?? 'its worker has not started' });
    worker.postMessage(settings);
    return { send: (line) => worker.postMessage(line), close: () => worker.terminate() };
}
