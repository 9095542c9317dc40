// Draws the pictures of the board in the READMEs, in light and in dark colours, as a browser shows it:
//   node .ci/browser/board-picture.mjs BROWSER PROGRAM FOLDER TARGET
import path from 'node:path';
import { argv } from 'node:process';
import { launch } from './browser.mjs';
import { act, start } from './program.mjs';

const [, , executable, program, folder, target] = argv;
// Sharp on a screen of fine pixels at the width of a README.
const VIEWPORT = { width: 1180, height: 800, deviceScaleFactor: 1.25 };
const QUALITY = 60;
const MOVES = '7g7f 8c8d 2g2f 4a3b 6g6f 8d8e 8h7g 3c3d 7i6h 7a6b 6h6g 5a4b 2h6h 4b3a 5i4h 5c5d 4h3h'.split(' ');

const { child, address } = await start(program, folder);
const browser = await launch(executable);
try {
    const page = await browser.newPage();
    await page.setViewport(VIEWPORT);
    await page.goto(address);
    await page.waitForSelector('.figure');
    await act(page, { act: 'new', game: 'shogi', side: 'both' });
    for (const [ply, move] of MOVES.entries()) {
        const turn = await page.waitForFunction(
            (ply) => document.querySelectorAll('.list [data-node]').length === ply + 1 && Number(document.body.dataset.turn), {}, ply,
        );
        await act(page, { act: 'move', move, turn: await turn.jsonValue() });
    }
    for (const dark of [false, true]) {
        await page.emulateMediaFeatures([
            { name: 'prefers-color-scheme', value: dark ? 'dark' : 'light' },
            { name: 'prefers-reduced-motion', value: 'reduce' },
        ]);
        await page.waitForSelector('.square[data-at="3h"].last');
        await page.click('.square[data-at="8b"]');
        const name = `board-${dark ? 'dark' : 'light'}.webp`;
        await page.screenshot({ path: path.join(target, name), type: 'webp', quality: QUALITY });
        await page.keyboard.press('Escape');
    }
} finally {
    await browser.close();
    child.kill('SIGINT');
}
