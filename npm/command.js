#!/usr/bin/env node
// The engine as a program that speaks USI on its standard streams.

import { stdin, stdout } from 'node:process';
import { createInterface } from 'node:readline';
import createEngine from './kumataka.js';

const engine = await createEngine();
engine.addMessageListener((line) => stdout.write(`${line}\n`));
const input = createInterface({ input: stdin });
input.on('line', (line) => {
    if (line.trim() === 'quit') input.close();
    else engine.postMessage(line);
});
// A program that writes to nobody ends.
stdout.on('error', () => engine.terminate());
input.on('close', () => engine.end());
