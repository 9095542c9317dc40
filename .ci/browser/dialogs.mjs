// Has axe-core judge every dialog of `kumataka board`, and what stands over or beside the board, in light and dark colours,
// on wide and on small screens. PICTURES is a folder for what they look like.
//   node dialogs.mjs BROWSER PROGRAM FOLDER [PICTURES]
import assert from 'node:assert/strict';
import { argv } from 'node:process';
import { after, before, test } from 'node:test';
import { SMALL, action, begin, behind, drop, judgeOpen, open as openPage, press, square } from './board-page.mjs';
import { WIDE, launch } from './browser.mjs';
import { act, start } from './program.mjs';

const [, , executable, program, folder, pictures] = argv;

const faults = [];
let child;
let address;
let browser;

before(async () => {
    ({ child, address } = await start(program, `${folder}/dialogs`));
    browser = await launch(executable);
});
after(async () => {
    await browser.close();
    child.kill('SIGINT');
    assert.deepEqual(faults, []);
});

const ENTERED = '4K4/9/9/9/9/9/9/9/4k4 b 2R2B4G4S4N4L18P 1';
const menu = (page, title) => press(page, `#menu button[title="${title}"]`);
const doing = (page, title) => press(page, `#actions button[title="${title}"]:not(:disabled)`);
const playing = async (page) => {
    await begin(page, { game: 'shogi' });
    for (const at of ['7g', '7f']) await press(page, square(at));
    await page.waitForSelector('#actions button[title="Resign"]:not(:disabled)');
};
const toast = (page) => page.waitForSelector('#toast:not([hidden])');

// The way to each dialog, from any state of the board.
const DIALOGS = {
    'new game': (page) => menu(page, 'New game'),
    'new game to watch': async (page) => {
        await menu(page, 'New game');
        await page.select('#field-you_play', 'neither');
        await page.evaluate(() => document.querySelectorAll('dialog details').forEach((more) => { more.open = true; }));
    },
    'a record to open': (page) => menu(page, 'Open a record'),
    'a record to save': (page) => menu(page, 'Save the record'),
    lessons: (page) => menu(page, 'Learn'),
    rules: async (page) => {
        await menu(page, 'Learn');
        await page.locator('dialog ::-p-text(Rules and pieces)').click();
        await page.waitForSelector('dialog .cards svg');
    },
    settings: (page) => menu(page, 'Settings'),
    resignation: async (page) => {
        await playing(page);
        await doing(page, 'Resign');
    },
    'an offered draw': async (page) => {
        await playing(page);
        await doing(page, 'Offer a draw');
    },
    'an offered impasse': async (page) => {
        await begin(page, { game: 'shogi', sfen: ENTERED });
        await page.waitForSelector('#impasse:not([hidden])');
        await doing(page, 'Offer an impasse');
    },
    'play from here': async (page) => {
        await behind(page, () => drop(page, { 'a.usi': 'startpos moves 7g7f\n' }));
        await page.waitForSelector('.studying:not(.drilling)');
        await doing(page, 'Play from here');
    },
};

// What stands over or beside the board without being a dialog.
const OTHERS = {
    'a choice of promotion': async (page) => {
        await begin(page, { game: 'shogi', sfen: '4k4/9/9/4S4/9/9/9/9/4K4 b - 1' });
        for (const at of ['5d', '5c']) await press(page, square(at));
        await page.waitForSelector('#choice');
    },
    'an illegal try': async (page) => {
        await begin(page, { game: 'shogi' });
        for (const at of ['7g', '7e']) await press(page, square(at));
        await toast(page);
    },
    'a position that is set up': async (page) => {
        await menu(page, 'Set up a position');
        await page.waitForSelector('#editor');
    },
    'a game that is over': async (page) => {
        await playing(page);
        await doing(page, 'Resign');
        await press(page, 'dialog button.main');
        await page.waitForSelector('#status.over');
    },
    'two files with a broken one': async (page) => {
        await behind(page, () => drop(page, { 'a.usi': 'startpos moves 7g7f\n', 'b.kif': '手合割：平手\n   1 ５五王\n', 'c.usi': 'startpos moves 2g2f\n' }));
        await page.waitForSelector('#study select');
    },
    'an analysed game': async (page) => {
        await behind(page, () => drop(page, { 'lost.usi': 'startpos moves 7g7f 3c3d 8h2b+ 4a3b 2b3c\n' }));
        await page.waitForSelector('.studying:not(.drilling)');
        await press(page, '[data-key="analyse"]');
        await page.waitForSelector('[data-key="practise-white"]', { timeout: 120_000 });
        await press(page, '.list > button:nth-child(5)');
        await page.waitForSelector('.verdict .sign');
    },
    'a problem tried wrongly': async (page) => {
        await behind(page, () => drop(page, { 'a.sfen': '4k4/9/4P4/9/9/9/9/9/9 b G 1\n7nl/5B1k1/6Ppp/5+R3/9/9/9/9/9 b S 1\n' }));
        await act(page, { act: 'task', index: 0 });
        await page.waitForSelector('[data-task="0"][aria-current]');
        await page.waitForSelector('.drilling .held[data-from="G*"]:not(:disabled)');
        await press(page, '.held[data-from="G*"]:not(:disabled)');
        await press(page, square('4b'));
        await page.waitForSelector('.said.wrong');
        await action(page, 'Solution');
        await action(page, 'Next');
        await page.waitForSelector('[data-task="1"][aria-current]');
    },
    'a connection that is lost': async (page) => {
        await begin(page, { game: 'shogi' });
        const devtools = await page.createCDPSession();
        await devtools.send('Network.emulateNetworkConditions', { offline: true, latency: 0, downloadThroughput: -1, uploadThroughput: -1 });
        for (const at of ['7g', '7f']) await press(page, square(at));
        await toast(page);
    },
};

for (const dark of [false, true]) {
    for (const [size, viewport] of [['wide', WIDE], ['small', SMALL]]) {
        test(`what axe-core says, ${dark ? 'dark' : 'light'} and ${size}`, async () => {
            for (const [what, show] of Object.entries({ ...DIALOGS, ...OTHERS })) {
                const page = await openPage(browser, address, faults, { dark, viewport });
                await act(page, { act: 'leave' });
                await show(page);
                if (what in DIALOGS) await page.waitForSelector('dialog[open]');
                await judgeOpen(page, what);
                const { width, wide } = await page.evaluate(() => ({ width: document.documentElement.scrollWidth, wide: innerWidth }));
                assert.ok(width <= wide, `${what}: ${width} of ${wide}`);
                if (pictures) await page.screenshot({ path: `${pictures}/${what.replaceAll(' ', '-')}-${dark ? 'dark' : 'light'}-${size}.png` });
                if (what in DIALOGS) {
                    await page.keyboard.press('Escape');
                    await page.waitForSelector('dialog', { hidden: true });
                }
                await page.close();
            }
        });
    }
}
