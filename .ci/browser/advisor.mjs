// The engine of the program over USI, for moves that end a game.
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

const NODES = 2000;

// Starts the engine. `move` gives its move in a game behind a line `position` of USI.
export function advisor(program) {
    const child = spawn(program, [], { stdio: ['pipe', 'pipe', 'inherit'] });
    const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
    const say = (line) => child.stdin.write(`${line}\n`);
    let playing = null;
    const hear = async (word) => {
        for (;;) {
            const { value, done } = await lines.next();
            if (done) throw new Error(`the engine has ended before ${word}`);
            if (value.startsWith(word)) return value;
        }
    };
    const move = async (game, position) => {
        if (playing !== game) {
            ['usi', `setoption name USI_Variant value ${game}`, 'isready'].forEach(say);
            await hear('readyok');
            playing = game;
        }
        say(position);
        say(`go nodes ${NODES}`);
        return (await hear('bestmove')).split(' ')[1];
    };
    return { move, quit: () => say('quit') };
}
