// Tries the npm package in a page: the conversations of `npm/test`, with JavaScript Promise Integration and without, and the
// example.
//   node npm.mjs BROWSER FOLDER
import assert from 'node:assert/strict';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { argv } from 'node:process';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { conversations } from '../../npm/test/conversations.mjs';
import { launch } from './browser.mjs';
import { host } from './host.mjs';

const [, , executable, folder] = argv;
const TESTS = join(dirname(fileURLToPath(import.meta.url)), '../../npm/test');
const LONG = { timeout: 180_000 };
// An older browser, as the worker sees it.
const older = (name, bytes) => (name.endsWith('/worker.js') ? Buffer.concat([Buffer.from('delete WebAssembly.Suspending;\n'), bytes]) : bytes);

let root;
let browser;
const hosts = {};

before(async () => {
    root = await mkdtemp(join(tmpdir(), 'npm-'));
    await cp(folder, join(root, 'package'), { recursive: true });
    await cp(TESTS, join(root, 'test'), { recursive: true });
    hosts['a browser of today'] = await host(root, '/some/where/');
    hosts['a browser without JavaScript Promise Integration'] = await host(root, '/some/where/', older);
    browser = await launch(executable);
});
after(async () => {
    await browser.close();
    await Promise.all(Object.values(hosts).map(({ close }) => close()));
    await rm(root, { recursive: true });
});

async function open(kind, name) {
    const page = await browser.newPage();
    page.on('pageerror', (error) => assert.fail(String(error)));
    await page.goto(`${hosts[kind].address}${name}`);
    return page;
}

for (const kind of ['a browser of today', 'a browser without JavaScript Promise Integration']) {
    for (const name of Object.keys(conversations)) {
        test(`${kind}: ${name}`, LONG, async () => {
            const page = await open(kind, 'package/examples/page.html');
            await page.evaluate(async (name) => {
                const { default: createEngine } = await import('../kumataka.js');
                const { conversations } = await import('../../test/conversations.mjs');
                await conversations[name](createEngine);
            }, name);
            await page.close();
        });
    }
}

test('the example of a page', LONG, async () => {
    const page = await open('a browser of today', 'package/examples/page.html');
    const shows = (text) => page.waitForFunction((text) => document.querySelector('#lines').textContent.includes(text), {}, text);
    await shows('readyok');
    await page.click('#go');
    await shows('info depth 3');
    await page.click('#stop');
    await shows('bestmove');
    await page.close();
});
