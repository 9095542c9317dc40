// Runs a program for WebAssembly (WASI preview 1) under node, with its arguments, the standard streams and the files
// below the working folder:
//   node .ci/wasm.mjs PROGRAM.wasm [ARGUMENT...]
import { readFile } from 'node:fs/promises';
import { argv, cwd, env, exit } from 'node:process';
import { setFlagsFromString } from 'node:v8';
import { WASI } from 'node:wasi';

// Node 20 crashes now and then when a long call of WebAssembly returns to a script, unless the script keeps its bytecode.
setFlagsFromString('--no-flush-bytecode');

const [, , program, ...rest] = argv;
if (program === undefined) {
    console.error('usage: node .ci/wasm.mjs PROGRAM.wasm [ARGUMENT...]');
    exit(2);
}
const preopens = { '.': cwd() };
const wasi = new WASI({ version: 'preview1', args: ['kumataka', ...rest], env, preopens });
const module = await WebAssembly.compile(await readFile(program));
const instance = await WebAssembly.instantiate(module, wasi.getImportObject());
exit(wasi.start(instance));
