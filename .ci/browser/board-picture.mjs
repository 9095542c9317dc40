// Draws the pictures of the board in the READMEs as a browser shows it: play in light and in dark colours, study, a lesson.
//   node .ci/browser/board-picture.mjs BROWSER PROGRAM FOLDER TARGET
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { argv } from 'node:process';
import { launch } from './browser.mjs';
import { act, start } from './program.mjs';

const [, , executable, program, folder, target] = argv;
// Sharp on a screen of fine pixels at the width of a README.
const VIEWPORT = { width: 1180, height: 800, deviceScaleFactor: 1.25 };
const QUALITY = 50;
const GAME = 'docs/images/analysis.csa';
const MOVES = '7g7f 8c8d 2g2f 4a3b 6g6f 8d8e 8h7g 3c3d 7i6h 7a6b 6h6g 5a4a 2h6h 5c5d 5i4h 6b5c 4h3h'.split(' ');

const turn = (page) => page.evaluate(() => Number(document.body.dataset.turn));

const dress = (page, dark) => page.emulateMediaFeatures([
    { name: 'prefers-color-scheme', value: dark ? 'dark' : 'light' },
    { name: 'prefers-reduced-motion', value: 'reduce' },
]);

// Sends an act, and waits until the page shows what comes of it.
async function behind(page, values) {
    const before = await turn(page);
    await act(page, values);
    await page.waitForFunction((before) => Number(document.body.dataset.turn) !== before, {}, before);
}

// A piece that is taken, with the squares that it can go to.
async function play(page, save) {
    await behind(page, { act: 'new', game: 'shogi', side: 'both' });
    for (const move of MOVES) await behind(page, { act: 'move', move, turn: await turn(page) });
    await page.waitForSelector('.square[data-at="3h"].last');
    for (const dark of [true, false]) {
        await dress(page, dark);
        await page.click('.square[data-at="8b"]');
        await save(dark ? 'dark' : 'light');
        await page.keyboard.press('Escape');
    }
}

// A game with its verdicts, at the last of its blunders.
async function study(page, save) {
    await behind(page, { act: 'open', name: path.basename(GAME), bytes: (await readFile(GAME)).toString('base64') });
    await act(page, { act: 'analyse', on: true });
    await page.waitForFunction(() => /%/.test(document.querySelector('figcaption')?.textContent), { timeout: 240_000 });
    const blunders = await page.$$eval('.list .sign.blunder', (signs) => signs.map((sign) => Number(sign.closest('[data-node]').dataset.node)));
    await act(page, { act: 'look', node: blunders.at(-1) });
    await page.waitForSelector('.verdict p');
    await save('study');
}

async function learn(page, save) {
    await act(page, { act: 'lesson', game: 'chushogi', number: 2 });
    await page.waitForSelector('body[data-game="chushogi"] #drill:not([hidden]) h2');
    await save('lesson');
}

const browser = await launch(executable);
for (const language of ['en', 'ja']) {
    const { child, address } = await start(program, folder, '--lang', language);
    try {
        const page = await browser.newPage();
        await page.setViewport(VIEWPORT);
        await page.goto(address);
        await page.waitForSelector('.figure');
        const save = (name) => page.screenshot({ path: path.join(target, `board-${language}-${name}.webp`), type: 'webp', quality: QUALITY });
        await play(page, save);
        await study(page, save);
        await learn(page, save);
    } finally {
        child.kill('SIGINT');
    }
}
await browser.close();
