// Writes what the engine says of itself into the package in FOLDER: the manifest `engine.json` for ShogiHome, and the version.
//   node manifest.mjs FOLDER VERSION
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { argv } from 'node:process';
import { pathToFileURL } from 'node:url';

const [, , folder, version] = argv;

// The levels that a front-end offers beside full strength. An identifier stands in settings of users and never changes.
const LEVELS = [-5, 0, 5, 10, 15];
const presets = [
    { id: 'kumataka-v1', displayName: 'Kumataka' },
    ...LEVELS.map((level) => ({ id: `kumataka-skill-${level}-v1`, displayName: `Kumataka (Skill ${level})`, values: { Skill_Level: level } })),
];

// The answer to `usi`.
async function introduction() {
    const { default: createEngine } = await import(pathToFileURL(join(folder, 'kumataka.js')).href);
    const engine = await createEngine();
    const lines = [];
    await new Promise((done) => {
        engine.addMessageListener((line) => (line === 'usiok' ? done() : lines.push(line)));
        engine.postMessage('usi');
    });
    engine.terminate();
    return lines;
}

// An `option` line as ShogiHome keeps it.
function option(line) {
    const [, name, type, rest] = /^option name (.+?) type (\w+)(.*)$/.exec(line);
    const value = (word) => new RegExp(` ${word} (\\S+)`).exec(rest)?.[1];
    const vars = [...rest.matchAll(/ var (\S+)/g)].map(([, name]) => name);
    if (type === 'spin') return { name, type, default: Number(value('default')), min: Number(value('min')), max: Number(value('max')) };
    return { name, type, ...(type === 'button' ? {} : { default: value('default') }), ...(vars.length > 0 ? { vars } : {}) };
}

const lines = await introduction();
const told = (word) => lines.find((line) => line.startsWith(`id ${word} `)).slice(`id ${word} `.length);
const manifest = {
    abi: 'shogihome-wasm-engine/1',
    module: 'kumataka.js',
    moduleFormat: 'esm',
    name: told('name'),
    author: told('author'),
    options: lines.filter((line) => line.startsWith('option ')).map(option),
    presets,
};
const settings = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
await writeFile(join(folder, 'engine.json'), `${JSON.stringify(manifest, null, 2)}\n`);
await writeFile(join(folder, 'package.json'), `${JSON.stringify({ name: settings.name, version, ...settings }, null, 2)}\n`);
