// Tries mate problems on the board of `kumataka board`: files of several formats, what somebody means by them, moves that
// are taken back, keys alone and a small screen.
//   node problems.mjs BROWSER PROGRAM FOLDER
import assert from 'node:assert/strict';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { argv } from 'node:process';
import { after, before, test } from 'node:test';
import { SMALL, action, begin, behind, drop, judgeOpen, move, open as openPage, press, rows, said, saidAtTask, square } from './board-page.mjs';
import { launch } from './browser.mjs';
import { start } from './program.mjs';

const [, , executable, program, folder] = argv;
const MATE = '4k4/9/4P4/9/9/9/9/9/9 b G 1';
const FIVE = '7nl/5B1k1/6Ppp/5+R3/9/9/9/9/9 b S 1';
const HISSHI = '6pk1/9/9/6G1g/9/9/9/9/9 b GP 1';
const EMPTY = '| ・ ・ ・ ・ ・ ・ ・ ・ ・|';
const KIF = [
    '後手の持駒：なし', '+---------------------------+', '| ・ ・ ・ ・v玉 ・ ・ ・ ・|', EMPTY, '| ・ ・ ・ ・ 歩 ・ ・ ・ ・|',
    ...Array(6).fill(EMPTY), '+---------------------------+', '先手の持駒：金', '*作意', '   1 ５二金打', '   2 詰み', '',
].join('\n');
const CSA = 'V2.2\nP1 *  *  *  * -OU *  *  *  * \nP3 *  *  *  * +FU *  *  *  * \nP+00KI\n+\n+0052KI\n%TSUMI\n';

const faults = [];
const open = (options) => openPage(browser, address, faults, options);
let child;
let address;
let browser;

before(async () => {
    ({ child, address } = await start(program, `${folder}/problems`));
    browser = await launch(executable);
});
after(async () => {
    await browser.close();
    child.kill('SIGINT');
    assert.deepEqual(faults, []);
});

const posed = (page, number) => page.waitForFunction((number) => document.querySelector('.drilling .task')
    && (document.querySelectorAll('[data-task]').length || 1) === number && !/Looking/.test(document.querySelector('#drill').textContent), {}, number);

test('problems that are dropped, tried and solved; the composer\'s report', async () => {
    const page = await open();
    await behind(page, () => drop(page, { 'mates.sfen': `${MATE}\n${FIVE}\n` }));
    await page.waitForSelector('.drilling .square.mine, .drilling .held.mine');
    await move(page, 'G*', '4b');
    assert.match(await saidAtTask(page, 'wrong'), /no mate any more/);
    await action(page, 'Try again');
    await move(page, 'G*', '5b');
    assert.match(await saidAtTask(page, 'good'), /solved/);
    await action(page, 'Next');
    await page.waitForFunction(() => document.querySelector('.task')?.textContent === 'mate in 5');
    await action(page, 'Solution');
    await page.waitForFunction(() => document.querySelectorAll('.list > button').length === 6);
    await action(page, 'Leave');
    await behind(page, () => drop(page, { 'five.usi': `sfen ${FIVE}\n` }));
    await posed(page, 1);
    await action(page, 'Leave');
    await page.waitForSelector('.studying:not(.drilling)');
    await page.click('[data-key="ask_solution"]');
    await page.waitForFunction(() => /^mate 5 /.test(document.querySelector('#status').textContent), { timeout: 120_000 });
    await page.waitForFunction(() => document.querySelectorAll('.list > button').length > 5);
    // The tree as composers publish it: a check that fails beside the solution, and its comment.
    assert.match(await page.$eval('.comment', ({ textContent }) => textContent), /^solution: mate in 5 plies/);
    const beside = await page.$$eval('.variations button', (buttons) => buttons.map(({ textContent, dataset }) => [textContent, dataset.node]));
    const fails = beside.find(([text]) => text.endsWith('P-3b+'));
    assert.ok(fails, `${beside}`);
    await press(page, `.variations [data-node="${fails[1]}"]`);
    await page.waitForFunction(() => /^try/.test(document.querySelector('.comment')?.textContent));
    await behind(page, () => drop(page, { 'hisshi.usi': `sfen ${HISSHI}\n` }));
    await posed(page, 1);
    await page.waitForFunction(() => document.querySelector('.task')?.textContent === 'hisshi in 1 move');
    await move(page, '3d', '2c');
    assert.match(await saidAtTask(page, 'good'), /solved/);
    await action(page, 'Leave');
    await page.waitForSelector('.studying:not(.drilling)');
    await page.click('[data-key="ask_hisshi"]');
    await page.waitForFunction(() => /^hisshi 1 G-2c, also G-3c/.test(document.querySelector('#status').textContent), { timeout: 120_000 });
    await page.waitForFunction(() => [...document.querySelectorAll('.list .text')].some(({ textContent }) => textContent === 'G-2c'));
    await page.click('#actions button');
    await page.waitForFunction(() => !document.body.classList.contains('studying'));
    await page.close();
});

test('records of problems are posed, above their solution', async () => {
    const page = await open();
    for (const [files, number] of [[{ 'a.kif': KIF }, 1], [{ 'a.csa': CSA }, 1], [{ 'a.kif': KIF, 'b.csa': CSA, 'c.sfen': `${MATE}\n${FIVE}\n` }, 4]]) {
        await behind(page, () => drop(page, files));
        await posed(page, number);
        await action(page, 'Leave');
        await page.waitForSelector('.studying:not(.drilling)');
    }
    await behind(page, () => drop(page, { 'a.kif': KIF }));
    await posed(page, 1);
    await move(page, 'G*', '5b');
    await saidAtTask(page, 'good');
    await action(page, 'Leave');
    await page.waitForSelector('.comment');
    assert.equal(await page.$eval('.comment', ({ textContent }) => textContent), '作意');
    assert.equal((await rows(page)).length, 3);
    await page.close();
});

// Opens a file by the dialog, as what is chosen there.
async function choose(page, as, name, text) {
    const path = `${await mkdtemp(`${folder}/chosen-`)}/${name}`;
    await writeFile(path, text);
    await press(page, '#menu button[title="Open a record"]');
    await page.select('#field-open_as', as);
    const chooser = await page.$('#field-file');
    await behind(page, () => chooser.uploadFile(path));
    await page.waitForSelector('dialog', { hidden: true });
}

test('the dialog opens a file as what somebody means by it', async () => {
    const page = await open();
    await choose(page, 'record', 'a.kif', KIF);
    await page.waitForSelector('.studying:not(.drilling)');
    const twoKings = 'sfen 4k4/9/4P4/9/9/9/9/9/4K4 b G 1\n';
    await choose(page, '', 'a.usi', twoKings);
    await page.waitForSelector('.studying:not(.drilling)');
    await choose(page, 'problems', 'a.usi', twoKings);
    await posed(page, 1);
    await press(page, '#menu button[title="Open a record"]');
    await page.type('dialog textarea', twoKings);
    await page.select('#field-open_as', 'record');
    await behind(page, () => press(page, 'dialog button.main'));
    await page.waitForSelector('.studying:not(.drilling)');
    // What cannot be read leaves the dialog open, with the reason.
    await press(page, '#menu button[title="Open a record"]');
    await page.type('dialog textarea', 'nonsense');
    await page.select('#field-open_as', 'problems');
    await press(page, 'dialog button.main');
    await page.waitForFunction(() => /no position/.test(document.querySelector('#toast').textContent));
    assert.ok(await page.$('dialog[open]'));
    await page.close();
});

test('moves are taken back inside a problem', async () => {
    const page = await open();
    await behind(page, () => drop(page, { 'five.sfen': `${FIVE}\n` }));
    await posed(page, 1);
    const back = '#actions button[title="Take back"]';
    assert.equal(await page.$(back), null, 'nothing to take back');
    const at = () => page.$eval('[aria-current="step"]', ({ dataset }) => Number(dataset.node));
    const defended = (node) => page.waitForFunction((node) => document.querySelector('[aria-current="step"]')?.dataset.node === `${node}`, {}, node);
    await move(page, '4b', '3a', 2);
    await defended(2);
    assert.match(await said(page, '3a'), /White king, last move/);
    await behind(page, () => press(page, back));
    assert.equal(await at(), 0);
    assert.match(await said(page, '4b'), /Black bishop/);
    assert.equal(await page.$(back), null);
    // Behind a hint, too, and with the same move once more.
    await action(page, 'Hint');
    await page.waitForSelector('#arrows .ring');
    await move(page, '4b', '3a', 2);
    await defended(2);
    await page.waitForSelector(back);
    await page.reload();
    await page.waitForSelector(back);
    await behind(page, () => press(page, back));
    assert.equal(await at(), 0, 'a reload keeps what can be taken back');
    await action(page, 'Leave');
    await page.close();
});

test('a problem by keys alone, and on a small screen', async () => {
    const page = await open();
    await behind(page, () => drop(page, { 'mate.kif': KIF }));
    await posed(page, 1);
    await page.focus('.held');
    await page.keyboard.press('Enter');
    await page.focus(square('5b'));
    await behind(page, () => page.keyboard.press('Enter'));
    await saidAtTask(page, 'good');
    await page.close();
    for (const dark of [false, true]) {
        const phone = await open({ viewport: SMALL, dark });
        await behind(phone, () => drop(phone, { 'a.kif': KIF, 'b.sfen': `${MATE}\n${FIVE}\n` }));
        await posed(phone, 3);
        const { width, wide } = await phone.evaluate(() => ({ width: document.documentElement.scrollWidth, wide: innerWidth }));
        assert.ok(width <= wide, `${width} of ${wide}`);
        await judgeOpen(phone, `problems, ${dark ? 'dark' : 'light'}`);
        await begin(phone, { game: 'shogi' });
        await phone.close();
    }
});

test('many problems, too many bytes, and files that are none', async () => {
    const page = await open({ viewport: SMALL });
    await behind(page, () => drop(page, { 'many.sfen': `${MATE}\n`.repeat(450) }));
    await page.waitForSelector('[data-task="0"][aria-current]');
    const tasks = () => page.$$eval('.tasks button', (buttons) => buttons.map(({ dataset }) => Number(dataset.task)));
    assert.deepEqual((await tasks()).slice(-2), [199, 200]);
    for (const [to, first, last] of [[200, 199, 400], [400, 399, 449], [399, 199, 400]]) {
        await behind(page, () => press(page, `[data-task="${to}"]`));
        await page.waitForSelector(`[data-task="${to}"][aria-current]`);
        const shown = await tasks();
        assert.deepEqual([shown[0], shown.at(-1)], [first, last]);
        const isSeen = await page.$eval('.tasks [aria-current]', (task) => {
            const [list, button] = [task.parentElement, task].map((element) => element.getBoundingClientRect());
            return task === document.activeElement && button.top > list.top - 1 && button.bottom < list.bottom + 1;
        });
        assert.ok(isSeen, `task ${to} is seen and has the focus`);
    }
    assert.match(await page.$eval('#drill h2', ({ textContent }) => textContent), /^400\/450 /);
    await judgeOpen(page, 'many problems');
    await behind(page, () => drop(page, { 'many.usi': 'startpos moves 7g7f\n'.repeat(450) }));
    await page.waitForFunction(() => document.querySelectorAll('#study select option').length === 201);
    await page.select('#study select', '200');
    await page.waitForFunction(() => document.querySelector('#study select').value === '200' && document.querySelectorAll('#study option').length === 202);
    const told = (words) => page.waitForFunction((words) => document.querySelector('#toast:not([hidden])')?.textContent.includes(words), {}, words);
    await page.evaluate(() => {
        const files = new DataTransfer();
        files.items.add(new File([new Uint8Array(17 << 20)], 'huge.kif'));
        document.body.dispatchEvent(new DragEvent('drop', { dataTransfer: files, bubbles: true, cancelable: true }));
    });
    await told('more than 16 MB');
    await drop(page, { 'a.kif': '<script>alert(1)</script>', '"><img src=x>.csa': '\0\0' });
    await told('no game record');
    await drop(page, { 'empty.kif': '' });
    await page.waitForSelector('#study select');
    await page.close();
});

test('two tabs at one problem', async () => {
    const [first, second] = [await open(), await open()];
    await first.bringToFront();
    await behind(first, () => drop(first, { 'five.usi': `sfen ${FIVE}\n` }));
    await posed(first, 1);
    await move(first, '4b', '3a', 2);
    await second.bringToFront();
    const back = '#actions button[title="Take back"]';
    await second.waitForSelector(back);
    await behind(second, () => press(second, back));
    await first.bringToFront();
    // A page that was hidden has drawn nothing yet, for which puppeteer would wait.
    await first.waitForFunction(() => document.querySelector('[aria-current="step"]')?.dataset.node === '0', { polling: 100 });
    // Both move at once: one of them is refused, and both show the same.
    const tries = ['4b3a', '4d4c'].map((usi, index) => [first, second][index].evaluate(async (usi) => {
        const answer = await fetch('act', { method: 'POST', body: JSON.stringify({ act: 'move', move: usi, turn: Number(document.body.dataset.turn) }) });
        return answer.status;
    }, usi));
    assert.deepEqual((await Promise.all(tries)).sort(), [200, 409]);
    await first.close();
    await second.close();
});
