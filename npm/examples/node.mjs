// A search in Node that is stopped after a second:
//   node node_modules/kumataka/examples/node.mjs
import createEngine from 'kumataka';

const engine = await createEngine();
engine.addMessageListener((line) => {
    console.log(line);
    if (line === 'readyok') {
        engine.postMessage('position startpos moves 7g7f 3c3d');
        engine.postMessage('go infinite');
        setTimeout(() => engine.postMessage('stop'), 1000);
    }
    if (line.startsWith('bestmove')) engine.terminate();
});
engine.postMessage('usi');
engine.postMessage('isready');
