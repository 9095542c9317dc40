// Tries the static site that `.ci/site` has written: whole games by clicks, a record, a mate, a reload in mid-game, no
// network, what axe-core says, and the time until something is seen.
//   node site.mjs BROWSER FOLDER [PICTURES]
import assert from 'node:assert/strict';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { argv } from 'node:process';
import { after, before, test } from 'node:test';
import { SMALL, judgeOpen } from './board-page.mjs';
import { PHONE, WIDE, launch, savedRecord } from './browser.mjs';
import { host } from './host.mjs';

const [, , executable, folder, pictures] = argv;
const LONG = { timeout: 120_000 };

const faults = [];
let site;
let browser;

before(async () => {
    site = await host(folder, '/some/where/');
    browser = await launch(executable);
});
after(async () => {
    await browser.close();
    await site.close();
    assert.deepEqual(faults, []);
});

// A page in a browser profile of its own, which knows nothing of others.
async function open({ viewport = WIDE, dark = false, at = site.address } = {}) {
    const context = await browser.createBrowserContext();
    const page = await context.newPage();
    page.on('console', (message) => {
        if (['error', 'warn'].includes(message.type()) && !message.text().includes('409')) faults.push(`console: ${message.text()}`);
    });
    page.on('pageerror', (error) => faults.push(`script: ${error}`));
    page.on('request', (request) => {
        if (!request.url().startsWith(at) && !/^(data|blob):/.test(request.url())) faults.push(`request: ${request.url()}`);
    });
    await page.emulateMediaFeatures([
        { name: 'prefers-color-scheme', value: dark ? 'dark' : 'light' },
        { name: 'prefers-reduced-motion', value: 'reduce' },
    ]);
    await page.setViewport(viewport);
    await page.goto(at);
    await page.waitForSelector('.figure', LONG);
    return page;
}

const close = (page) => page.browserContext().close();
const square = (at) => `.square[data-at="${at}"]`;
const press = (page, selector) => page.locator(selector).click();
const turn = (page) => page.evaluate(() => document.body.dataset.turn);
const rows = (page) => page.$$eval('.list > button .text', (elements) => elements.map((element) => element.textContent));
const status = (page) => page.$eval('#status', (element) => element.textContent);

// Waits until the page shows something new behind `change`.
async function behind(page, change) {
    const before = await turn(page);
    await change();
    await page.waitForFunction((before) => document.body.dataset.turn !== before, LONG, before);
}

async function begin(page, game, level, side = 'black') {
    await press(page, '#menu button[title="New game"]');
    await page.waitForSelector('#field-game');
    await page.select('#field-game', game);
    await page.select('#field-level', String(level));
    await page.select('#field-you_play', side);
    await behind(page, () => press(page, 'dialog button.main'));
    await page.waitForFunction((game) => document.body.dataset.game === game, {}, game);
}

// Waits until a person may move or the game is over; true if it goes on.
async function goesOn(page) {
    await page.waitForFunction(() => document.querySelector('.square.mine') || document.querySelector('#status.over'), LONG);
    return !(await page.$('#status.over'));
}

// Plays any move by clicks: a piece that can go somewhere, to one of its squares.
async function playAny(page, ply) {
    const mine = await page.$$eval('.square.mine, .held:not(:disabled)', (elements) => elements.map(({ dataset }) => (dataset.at ? `.square[data-at="${dataset.at}"]` : `.held[data-from="${dataset.from}"]:not(:disabled)`)));
    for (let i = 0; i < mine.length; i += 1) {
        await press(page, mine[(7 * ply + i) % mine.length]);
        const targets = await page.$$eval('.square.target', (squares) => squares.map(({ dataset }) => dataset.at));
        if (targets.length > 0) {
            await behind(page, async () => {
                await press(page, square(targets[ply % targets.length]));
                if (await page.$('#choice')) await press(page, '#choice button');
            });
            return;
        }
        await page.keyboard.press('Escape');
    }
    assert.fail('no piece can move');
}

async function playToTheEnd(page) {
    let ply = 0;
    for (; await goesOn(page); ply += 1) {
        // The offer of the page itself, where chance has come to no end.
        if (ply === 60) await resign(page);
        else await playAny(page, ply);
    }
    assert.match(await status(page), /You (win|lose)|drawn/);
    return ply;
}

async function resign(page) {
    await press(page, '#actions button[title="Resign"]');
    await press(page, 'dialog button.main');
}

test('the page is seen within a second, and the program is small', async () => {
    const { size } = await stat(join(folder, 'kumataka.wasm.gz'));
    assert.ok(size < 8e6, `${size} bytes`);
    const page = await open();
    const [{ startTime }] = await page.evaluate(() => performance.getEntriesByName('first-contentful-paint').map((entry) => entry.toJSON()));
    console.log(`first contentful paint: ${Math.round(startTime)} ms; program: ${(size / 1e6).toFixed(2)} MB`);
    assert.ok(startTime < 1000, `${startTime} ms`);
    await close(page);
});

for (const game of ['dobutsu', 'shogi']) {
    test(`a game of ${game} by clicks against the weakest level`, async () => {
        const page = await open({ viewport: game === 'shogi' ? WIDE : PHONE });
        await begin(page, game, -10);
        await playToTheEnd(page);
        await close(page);
    });
}

test('every game is there, and the program moves in it', async () => {
    const page = await open();
    await press(page, '#menu button[title="New game"]');
    const games = await page.$$eval('#field-game option', (options) => options.map(({ value }) => value));
    await page.keyboard.press('Escape');
    assert.ok(games.length > 12);
    for (const game of games) {
        await begin(page, game, -10, 'white');
        await page.waitForFunction(() => document.querySelectorAll('.list > button').length === 2, LONG);
    }
    await close(page);
});

test('a reload in mid-game loses nothing', async () => {
    const page = await open();
    await begin(page, 'minishogi', -10, 'white');
    for (let ply = 0; ply < 2; ply += 1) {
        await goesOn(page);
        await playAny(page, ply);
    }
    await goesOn(page);
    const before = await rows(page);
    assert.ok(before.length >= 5);
    await page.reload();
    await page.waitForSelector('.square.mine', LONG);
    assert.deepEqual(await rows(page), before);
    await playAny(page, 3);
    // Nor does a file that is broken keep the page from its board.
    await page.evaluate(() => Object.keys(localStorage).filter((name) => name.startsWith('file ')).forEach((name) => localStorage.setItem(name, '{')));
    await page.reload();
    await page.waitForSelector('.square.mine', LONG);
    await close(page);
});

const drop = (page, name, text) => page.evaluate((name, text) => {
    const files = new DataTransfer();
    files.items.add(new File([text], name));
    document.body.dispatchEvent(new DragEvent('drop', { dataTransfer: files, bubbles: true, cancelable: true }));
}, name, text);

test('a record that is dropped: live lines that stop at once, the whole game, a better line, a file', async () => {
    const page = await open();
    await drop(page, 'lost.usi', 'startpos moves 7g7f 3c3d 8h2b+ 4a3b 2b3c\n');
    await page.waitForSelector('.studying #study');
    await press(page, '[data-key="live"]');
    await page.waitForSelector('.live .line', LONG);
    // A long slice is under way, and the page goes on nevertheless.
    await new Promise((done) => { setTimeout(done, 3000); });
    await page.keyboard.press('ArrowRight');
    await page.waitForFunction(() => document.querySelector('[aria-current="step"] .text').textContent === 'P-7f');
    await page.waitForSelector('.live .line', LONG);
    await press(page, '[data-key="live"]');
    await page.waitForSelector('.live', { hidden: true });
    await press(page, '[data-key="analyse"]');
    await page.waitForFunction(() => /Accuracy/.test(document.querySelector('figcaption')?.textContent ?? ''), LONG);
    await press(page, '.list > button:nth-child(5)');
    await page.waitForSelector('.verdict .sign.blunder');
    await press(page, '[data-key="better"]');
    await page.waitForSelector('.variations button');
    await press(page, '[data-key="practise-white"]');
    await page.waitForSelector('body.drilling');
    for (const at of ['3a', '2b']) await press(page, square(at));
    await page.waitForFunction(() => /good/.test(document.querySelector('#side').textContent), LONG);
    // The browser keeps the exercise for another day.
    const files = await page.evaluate(() => Object.keys(localStorage).filter((name) => name.startsWith('file ')));
    assert.ok(files.some((name) => /exercises-shogi\.json$/.test(name)), files.join());
    await page.locator('#actions ::-p-text(Leave)').click();
    await page.waitForSelector('.studying:not(.drilling)');
    const { name, text } = await savedRecord(page, 'usi');
    assert.equal(name, 'kumataka.usi');
    assert.match(text, /startpos moves 7g7f 3c3d 8h2b\+/);
    await close(page);
});

test('a position that is set up, and its mate', async () => {
    const page = await open();
    await press(page, '#menu button[title="Set up a position"]');
    await page.locator('#editor ::-p-text(Clear the board)').click();
    for (const [piece, place] of [['White king', square('5a')], ['Black pawn', square('5c')], ['Black gold', '#hand-near']]) {
        await press(page, `.brush[title="${piece}"]`);
        await press(page, place);
    }
    await press(page, '#editor button.main');
    await page.waitForSelector('.studying #study');
    await press(page, '[data-key="ask_mate"]');
    await page.waitForFunction(() => /Mate in 1|mate 1/.test(document.querySelector('#status').textContent), LONG);
    await page.waitForFunction(() => [...document.querySelectorAll('.list .text')].some((text) => text.textContent === 'G*5b'));
    await close(page);
});

test('two tabs: the second asks, and the first gives way', async () => {
    const first = await open();
    await begin(first, 'minishogi', -10, 'both');
    await playAny(first, 0);
    const second = await first.browserContext().newPage();
    await second.goto(site.address);
    await second.waitForSelector('#elsewhere[open]', LONG);
    assert.equal(await second.$('.figure'), null, 'no program runs there');
    await press(second, '#elsewhere button');
    await second.waitForSelector('.square.mine', LONG);
    assert.equal((await rows(second)).length, 2);
    await playAny(second, 1);
    await first.bringToFront();
    await first.waitForSelector('#elsewhere[open]', LONG);
    await first.keyboard.press('Escape');
    await press(first, '#elsewhere button');
    await first.waitForFunction(() => document.querySelectorAll('.list > button').length === 3, LONG);
    await playAny(first, 2);
    await first.reload();
    await first.waitForSelector('.square.mine', LONG);
    assert.equal((await rows(first)).length, 4);
    await close(first);
});

const saidAtTask = (page, kind) => page.waitForSelector(`#drill .said.${kind}`, LONG);
const action = (page, title) => behind(page, () => press(page, `#actions button[title="${title}"]:not(:disabled)`));

test('a lesson, and problems that are tried and solved', async () => {
    const page = await open({ viewport: PHONE });
    await begin(page, 'dobutsu', -10, 'both');
    await press(page, '#menu button[title="Learn"]');
    await behind(page, () => press(page, '[data-lesson="1"]'));
    await page.waitForSelector('.drilling .square.goal', LONG);
    const goal = await page.$eval('.square.goal', ({ dataset }) => dataset.at);
    for (const at of await page.$$eval('.square.mine', (squares) => squares.map(({ dataset }) => dataset.at))) {
        await press(page, square(at));
        if (await page.$(`${square(goal)}.target`)) break;
    }
    await behind(page, () => press(page, square(goal)));
    await saidAtTask(page, 'good');
    await action(page, 'Leave');
    await drop(page, 'mates.sfen', '4k4/9/4P4/9/9/9/9/9/9 b G 1\n');
    await page.waitForSelector('.drilling .held:not(:disabled)', LONG);
    for (const [to, kind] of [['4b', 'wrong'], ['5b', 'good']]) {
        await press(page, '.held[data-from="G*"]:not(:disabled)');
        await behind(page, () => press(page, square(to)));
        await saidAtTask(page, kind);
        if (kind === 'wrong') await action(page, 'Try again');
    }
    await page.reload();
    await page.waitForSelector('.figure', LONG);
    await drop(page, 'mates.sfen', '4k4/9/4P4/9/9/9/9/9/9 b G 1\n');
    await page.waitForSelector('.drilling .task', LONG);
    const kept = await page.evaluate(() => Object.entries(localStorage).filter(([name]) => /problems-shogi/.test(name)).map(([, text]) => text));
    assert.match(kept.join(), /WithHelp/, 'the mark is kept');
    await close(page);
});

test('a browser that cannot suspend a program', async () => {
    const change = (name, bytes) => (name === 'worker.js' ? Buffer.concat([Buffer.from('delete WebAssembly.Suspending;'), bytes]) : bytes);
    const poor = await host(folder, '/', change);
    const page = await open({ at: poor.address });
    await goesOn(page);
    await playAny(page, 0);
    await goesOn(page);
    assert.equal((await rows(page)).length, 3);
    await press(page, '#actions button[title="Study"]');
    await press(page, '[data-key="live"]');
    await page.waitForSelector('.live .line', LONG);
    await page.keyboard.press('ArrowLeft');
    await page.waitForFunction(() => document.querySelector('[aria-current="step"]').dataset.node === '1', LONG);
    await press(page, '[data-key="live"]');
    await page.waitForSelector('.live', { hidden: true });
    // Clicks are heard between two moves of an analysis.
    await drop(page, 'long.usi', `startpos moves ${'2h3h 8b7b 3h2h 7b8b '.repeat(3)}7g7f 3c3d 8h2b+ 4a3b 2b3c 2a3c\n`);
    await page.waitForFunction(() => document.querySelectorAll('.list > button').length === 19, LONG);
    await press(page, '[data-key="analyse"]');
    await page.waitForFunction(() => /^Analysing: move [1-9]/.test(document.querySelector('figcaption')?.textContent), LONG);
    await page.keyboard.press('ArrowRight');
    await page.waitForFunction(() => document.querySelector('[aria-current="step"]').dataset.node === '1', LONG);
    assert.match(await page.$eval('figcaption', ({ textContent }) => textContent), /^Analysing/, 'the analysis goes on');
    await press(page, '[data-key="analyse"]');
    await page.waitForFunction(() => /Accuracy/.test(document.querySelector('figcaption')?.textContent ?? ''), LONG);
    const judged = await page.$eval('.graph .course', (course) => course.getAttribute('d').split('L').length - 1);
    assert.ok(judged > 0 && judged < 18, `${judged} of 18 moves`);
    await close(page);
    await poor.close();
});

test('a browser without WebAssembly says so', async () => {
    const poor = await host(folder, '/', (name, bytes) => (name === 'kumataka.wasm.gz' ? Buffer.from('nonsense') : bytes));
    const page = await (await browser.createBrowserContext()).newPage();
    await page.goto(poor.address);
    await page.waitForFunction(() => /cannot run Kumataka/.test(document.querySelector('#status').textContent));
    await close(page);
    await poor.close();
});

test('a new version takes the place of the old one at the next visit', async () => {
    const mark = '/* new */';
    let isNew = false;
    const changed = (name, bytes) => (name === 'offline.js' ? String(bytes).replace(/(VERSION = ').{6}/, '$1newest') : bytes + mark);
    const change = (name, bytes) => (isNew && ['offline.js', 'board.css'].includes(name) ? Buffer.from(changed(name, bytes)) : bytes);
    const growing = await host(folder, '/', change);
    const page = await open({ at: growing.address });
    const style = (page) => page.evaluate(async () => (await fetch('board.css')).text());
    await page.waitForFunction(() => navigator.serviceWorker.controller);
    isNew = true;
    await page.evaluate(async () => (await navigator.serviceWorker.ready).update());
    await page.waitForFunction(async () => (await navigator.serviceWorker.ready).waiting);
    await page.reload();
    assert.ok(!(await style(page)).includes(mark), 'no page has files of two versions');
    const next = await page.browserContext().newPage();
    await page.close();
    // The browser takes a moment to see that no page is open any more.
    do {
        await next.goto('about:blank');
        await next.goto(growing.address);
        await next.waitForSelector('.figure', LONG);
    } while (!(await style(next)).includes(mark));
    assert.equal(await next.evaluate(async () => (await caches.keys()).length), 1, 'the old files are forgotten');
    await close(next);
    await growing.close();
});

test('what axe-core says', async () => {
    for (const [viewport, dark] of [[WIDE, false], [PHONE, true]]) {
        const page = await open({ viewport, dark });
        await press(page, square('7g'));
        await judgeOpen(page, `play, ${dark ? 'dark' : 'light'}`);
        await close(page);
    }
});

test('what axe-core says of a second tab', async () => {
    for (const dark of [false, true]) {
        const first = await open({ dark });
        for (const [size, viewport] of [['wide', WIDE], ['small', SMALL]]) {
            const second = await first.browserContext().newPage();
            await second.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: dark ? 'dark' : 'light' }]);
            await second.setViewport(viewport);
            await second.goto(site.address);
            await second.waitForSelector('#elsewhere[open]', LONG);
            await judgeOpen(second, `another tab has the board, ${size}, ${dark ? 'dark' : 'light'}`);
            const { width, wide } = await second.evaluate(() => ({ width: document.documentElement.scrollWidth, wide: innerWidth }));
            assert.ok(width <= wide, `${width} of ${wide}`);
            if (pictures) await second.screenshot({ path: `${pictures}/second-tab-${dark ? 'dark' : 'light'}-${size}.png` });
            await second.close();
        }
        // The tab that has lost the board has a game below the question.
        const second = await first.browserContext().newPage();
        await second.goto(site.address);
        await press(second, '#elsewhere button');
        await second.waitForSelector('.square.mine', LONG);
        await first.bringToFront();
        await first.waitForSelector('#elsewhere[open]', LONG);
        await judgeOpen(first, `another tab has taken the board, ${dark ? 'dark' : 'light'}`);
        await close(first);
    }
});

test('without the server', async () => {
    const page = await open();
    await begin(page, 'torishogi', -10);
    await goesOn(page);
    await playAny(page, 0);
    await goesOn(page);
    const before = await rows(page);
    await page.evaluate(() => navigator.serviceWorker.ready);
    await site.close();
    await page.reload();
    await page.waitForSelector('.square.mine', LONG);
    assert.deepEqual(await rows(page), before);
    await playAny(page, 1);
    await goesOn(page);
    assert.ok((await rows(page)).length > before.length);
    assert.equal(await page.evaluate(() => document.fonts.check('20px Pieces')), true);
    await close(page);
});
