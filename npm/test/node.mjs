// Tries the package that is installed in FOLDER, under Node.
//   node --test node.mjs, with FOLDER in the environment as KUMATAKA_PACKAGE
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { env, execPath } from 'node:process';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { Client } from './client.mjs';
import { conversations } from './conversations.mjs';

const folder = join(env.KUMATAKA_PACKAGE, 'node_modules', 'kumataka');
const address = pathToFileURL(createRequire(join(env.KUMATAKA_PACKAGE, 'index.js')).resolve('kumataka')).href;
const { default: createEngine } = await import(address);
const LONG = { timeout: 120_000 };

for (const [name, converse] of Object.entries(conversations)) test(name, LONG, () => converse(createEngine));

// What a program says to these lines, up to its end.
async function said(file, input = '') {
    const program = spawn(execPath, [file], { cwd: env.KUMATAKA_PACKAGE });
    program.stdin.end(input);
    const lines = (await program.stdout.toArray()).join('').split('\n');
    const [status] = program.exitCode === null ? await new Promise((done) => { program.on('exit', (...all) => done(all)); }) : [program.exitCode];
    assert.equal(status, 0);
    return lines;
}

test('the command speaks USI on the standard streams, to its end or to quit', LONG, async () => {
    const command = join(folder, 'command.js');
    const words = (lines) => lines.filter((line) => /^(usiok|readyok|bestmove)/.test(line)).map((line) => line.split(' ')[0]);
    assert.deepEqual(words(await said(command, 'usi\nisready\ngo infinite\n')), ['usiok', 'readyok', 'bestmove']);
    assert.deepEqual(words(await said(command, 'isready\ngo infinite\nquit\n')), ['readyok', 'bestmove']);
    assert.match((await said(command, 'go perft 3\n')).join('\n'), /25470/);
});

test('a network of the client', LONG, async () => {
    const client = new Client(await createEngine());
    client.engine.addFile('own.kmt', await readFile(new URL('../../src/variants/minishogi/network.kmt', import.meta.url)));
    client.send('setoption name USI_Variant value minishogi', 'setoption name EvalFile value <handmade>', 'isready', 'eval');
    await client.until(/^static evaluation .*\(hand-made\)$/);
    client.send('setoption name EvalFile value own.kmt', 'isready', 'eval');
    assert.doesNotMatch(await client.until(/^static evaluation/), /hand-made/);
    client.engine.terminate();
});

test('the example for Node ends with a move', LONG, async () => {
    assert.match((await said(join(folder, 'examples', 'node.mjs'))).join('\n'), /^bestmove /m);
});

test('the example with tsshogi writes a game as KIF', LONG, async () => {
    // The example asks for packages beside its own, as a program of the user does.
    const text = (await said(join(folder, 'examples', 'tsshogi.mjs'))).join('\n');
    assert.match(text, /^手合割：平手$/m);
    assert.match(text, /^ +10 \S+/m);
});

test('a program that is not there is named', LONG, async () => {
    await assert.rejects(createEngine({ locateFile: () => '/nowhere/kumataka.wasm' }), /nowhere/);
});
