// The program behind `kumataka board`.
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

// Starts the program, which keeps its games in the folder; returns its process and the address of its page.
export async function start(program, folder, ...more) {
    const env = { ...process.env, XDG_STATE_HOME: `${folder}/state`, LC_ALL: 'C.UTF-8' };
    const child = spawn(program, ['board', '--no-open', ...more], { env, stdio: ['ignore', 'pipe', 'inherit'] });
    for await (const line of createInterface({ input: child.stdout })) {
        child.stdout.resume();
        return { child, address: line.trim() };
    }
    throw new Error('the program has printed no address');
}

// Sends an act of the page, as a page of the program would.
export const act = (page, values) => page.evaluate((body) => fetch('act', { method: 'POST', body }), JSON.stringify(values));
