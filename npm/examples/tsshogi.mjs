// Ten moves of the engine against itself, kept by tsshogi, which writes them as KIF:
//   npm install kumataka tsshogi && node node_modules/kumataka/examples/tsshogi.mjs
import createEngine from 'kumataka';
import { Record, exportKIF } from 'tsshogi';

const engine = await createEngine();

// The next line of the engine that begins with a word.
const heard = (word) => new Promise((resolve) => {
    engine.addMessageListener(function listen(line) {
        if (line.split(' ')[0] !== word) return;
        engine.removeMessageListener(listen);
        resolve(line);
    });
});

engine.postMessage('isready');
await heard('readyok');
const record = new Record();
for (let ply = 0; ply < 10; ply += 1) {
    engine.postMessage(record.usi);
    engine.postMessage('go nodes 10000');
    const [, text] = (await heard('bestmove')).split(' ');
    const move = record.position.createMoveByUSI(text);
    if (!move) break;
    record.append(move);
}
engine.terminate();
console.log(exportKIF(record));
