// Conversations that the engine has to have under Node and in a page alike. Each takes a function that starts an engine.

import { Client } from './client.mjs';

const MOVE = /^bestmove [1-9PLNSGBR]/;

function check(holds, words) {
    if (!holds) throw new Error(words);
}

async function begun(create, ...options) {
    const client = new Client(await create());
    client.send('setoption name USI_OwnBook value false', ...options, 'isready');
    await client.until(/^readyok$/);
    return client;
}

const pause = (milliseconds) => new Promise((done) => { setTimeout(done, milliseconds); });

export const conversations = {
    async 'an introduction with the usual table of 16 MB'(create) {
        const client = new Client(await create());
        client.send('usi');
        check(/type spin default 16 min 1 max 2048$/.test(await client.until(/name USI_Hash /)), 'another table');
        await client.until(/^usiok$/);
        client.engine.terminate();
    },

    async 'a search without end is stopped'(create) {
        const client = await begun(create);
        client.send('position startpos', 'go infinite');
        await client.until(/^info depth 5 /);
        client.send('isready');
        await client.until(/^readyok$/);
        check(!client.lines.some((line) => line.startsWith('bestmove')), 'an answer that nobody asked for');
        client.send('stop');
        check(MOVE.test(await client.until(/^bestmove/)), 'no move');
        client.send('position startpos moves 7g7f', 'go nodes 1000');
        await client.until(MOVE);
        client.engine.terminate();
    },

    async 'a stop at once'(create) {
        const client = await begun(create);
        client.send('position startpos', 'go btime 600000 wtime 600000 byoyomi 300000', 'stop');
        await client.until(MOVE);
        client.engine.terminate();
    },

    async 'a go ends the search before it, and each has its answer'(create) {
        const client = await begun(create);
        client.send('position startpos', 'go infinite');
        await client.until(/^info depth 3 /);
        client.send('position sfen 4k4/9/4P4/9/9/9/9/9/9 b G 1', 'go infinite', 'stop');
        await client.until(MOVE);
        check(/^bestmove G\*5b/.test(await client.until(/^bestmove/)), 'not the mate');
        client.engine.terminate();
    },

    async 'pondering ends with the clock that its hit starts, or with a stop'(create) {
        const client = await begun(create);
        for (const word of ['ponderhit', 'ponderhit btime 0 wtime 0 byoyomi 200', 'stop']) {
            client.send('position startpos moves 7g7f 3c3d', 'go ponder btime 0 wtime 0 byoyomi 300');
            await pause(500);
            check(!client.lines.some((line) => line.startsWith('bestmove')), 'an answer before the hit');
            client.send(word);
            await client.until(MOVE);
        }
        client.engine.terminate();
    },

    async 'a mate is found, and a search for one stopped'(create) {
        const client = await begun(create);
        client.send('position sfen 4k4/9/4P4/9/9/9/9/9/9 b G 1', 'go mate infinite');
        check(await client.until(/^checkmate/) === 'checkmate G*5b', 'another mate');
        client.send('position sfen lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b 9r9b 1', 'position startpos', 'go mate infinite');
        await pause(200);
        client.send('stop');
        await client.until(/^checkmate (timeout|nomate)$/);
        client.engine.terminate();
    },

    async 'a hisshi is found, and a search for one stopped'(create) {
        const client = await begun(create);
        client.send('position sfen 6pk1/9/9/6G1g/9/9/9/9/9 b GP 1', 'go hisshi 1');
        check(await client.until(/^hisshi/) === 'hisshi 3d2c', 'another hisshi');
        client.send('position sfen 4k4/9/9/9/9/9/9/9/9 b B4G2S9P2rb2s4n4l9p 1', 'go hisshi infinite');
        await pause(200);
        client.send('stop');
        await client.until(/^hisshi timeout$/);
        client.engine.terminate();
    },

    async 'a count and a bench are stopped, and the engine goes on'(create) {
        const client = await begun(create);
        for (const [work, stopped] of [['go perft 9', 'perft was stopped'], ['bench', 'the bench was stopped']]) {
            client.send('position startpos', work);
            await pause(300);
            client.send('isready');
            await client.until(/^readyok$/);
            client.send('stop');
            check(await client.until(/^(info string|Nodes searched)/) === `info string ${stopped}`, 'another end');
        }
        client.send('position startpos', 'go perft 2');
        await client.until(/^Nodes searched: 900$/);
        client.engine.terminate();
    },

    async 'a book of the client, and a network that is none'(create) {
        const client = await begun(create);
        const book = '#YANEURAOU-DB2016 1.00\nsfen lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1\n9g9f none 0 1 1\n';
        client.engine.addFile('books/mine.db', new TextEncoder().encode(book));
        client.send('setoption name BookFile value books/mine.db', 'setoption name USI_OwnBook value true', 'isready');
        await client.until(/^readyok$/);
        // A search that is stopped must not lose the book.
        client.send('position startpos', 'go infinite');
        await client.until(/^info depth 2 /);
        client.send('stop');
        await client.until(MOVE);
        client.send('position startpos', 'go btime 60000 wtime 60000');
        check(/^bestmove 9g9f\b/.test(await client.until(/^bestmove/)), 'not the move of the book');

        client.engine.addFile('faulty.bin', Uint8Array.of(1, 2, 3).buffer);
        client.send('setoption name EvalFile value faulty.bin', 'isready');
        await client.until(/^info string .*faulty\.bin/);
        await client.until(/^readyok$/);
        for (const name of ['', '/', '..']) {
            let error = null;
            try { client.engine.addFile(name, new Uint8Array(1)); } catch (thrown) { error = thrown; }
            check(error instanceof TypeError, `a file named "${name}"`);
        }
        client.engine.terminate();
    },

    async 'the build without vectors'(create) {
        const client = await begun(() => create({ simd: false }));
        client.send('position startpos', 'go nodes 1000');
        await client.until(MOVE);
        client.engine.terminate();
    },

    async 'another game in the same engine'(create) {
        const client = await begun(create);
        for (const [game, move] of [['torishogi', /^bestmove \S+/], ['chushogi', /^bestmove \S+/], ['shogi', MOVE]]) {
            client.send(`setoption name USI_Variant value ${game}`, 'usinewgame', 'isready', 'position startpos', 'go nodes 500');
            await client.until(/^readyok$/);
            await client.until(move);
        }
        client.engine.terminate();
    },

    async 'two engines side by side'(create) {
        const [first, second] = [await begun(create), await begun(create, 'setoption name USI_Variant value minishogi')];
        first.send('position startpos', 'go infinite');
        await first.until(/^info depth 3 /);
        second.send('position startpos', 'go nodes 1000');
        await second.until(/^bestmove [1-5]/);
        first.send('stop');
        await first.until(MOVE);
        [first, second].forEach(({ engine }) => engine.terminate());
    },

    async 'silence behind quit and terminate in mid-search'(create) {
        for (const end of [(engine) => engine.terminate(), (engine) => engine.postMessage('quit')]) {
            const client = await begun(create);
            client.send('position startpos', 'go infinite');
            await client.until(/^info depth 2 /);
            end(client.engine);
            client.lines.length = 0;
            client.send('usi', 'stop');
            await pause(300);
            check(client.lines.length === 0, client.lines.join());
        }
    },

    async 'an end behind the last answer'(create) {
        const client = await begun(create);
        client.send('position startpos', 'go infinite');
        await client.until(/^info depth 2 /);
        await client.engine.end();
        check(client.lines.some((line) => MOVE.test(line)), 'no answer');
    },

    async 'wrong input is answered, and the engine goes on'(create) {
        const client = await begun(create);
        client.send('position startpos moves 5a5b', 'go infinite', 'stop');
        await client.until(/^info string .*5a5b/);
        check(await client.until(/^bestmove/) === 'bestmove resign', 'a move from nowhere');
        client.send('nonsense', 'setoption name Nobody value 1', 'position startpos', 'go ponder btime 0 wtime 0 byoyomi 100', 'ponderhit btime much', '\u0000\ufffd', 'stop');
        await client.until(/^bestmove [1-9]/);
        client.send('', 'position startpos\ngo nodes 100');
        await client.until(MOVE);
        client.engine.terminate();
    },
};
