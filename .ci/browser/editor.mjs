// Tries the editor of positions of `kumataka board`: by clicks, drags, touch and keys, and the way back to what was open.
//   node editor.mjs BROWSER PROGRAM FOLDER
import assert from 'node:assert/strict';
import { argv } from 'node:process';
import { after, before, test } from 'node:test';
import { action, begin, behind, drop, judgeOpen, open as openPage, press, said, square } from './board-page.mjs';
import { PHONE, launch } from './browser.mjs';
import { start } from './program.mjs';

const [, , executable, program, folder] = argv;
const START = '4k4/9/4+P4/9/9/9/9/9/4K4 b RG 1';
const MATE = '4k4/9/4P4/9/9/9/9/9/9 b G 1';

const faults = [];
let child;
let address;
let browser;

before(async () => {
    ({ child, address } = await start(program, `${folder}/editor`));
    browser = await launch(executable);
});
after(async () => {
    await browser.close();
    child.kill('SIGINT');
    assert.deepEqual(faults, []);
});

const stand = (side) => `.hand[data-side="${side}"]`;
const onStand = (page, side) => page.$$eval(`${stand(side)} .held`, (pieces) => pieces.map((piece) => piece.getAttribute('aria-label')));
const heldBy = (side, from) => `${stand(side)} .held[data-from="${from}"]`;
const tool = (page, text) => page.locator(`#editor ::-p-text(${text})`).click();

async function edit(options) {
    const page = await openPage(browser, address, faults, options);
    await begin(page, { game: 'shogi', sfen: START });
    await press(page, '#menu button[title="Set up a position"]');
    await page.waitForSelector('#editor');
    return page;
}

const done = (page) => behind(page, () => press(page, '#editor .main'));

for (const [how, options] of [['clicks', {}], ['touch', { viewport: PHONE }]]) {
    test(`pieces go from squares to stands and back by ${how}`, async () => {
        const page = await edit(options);
        await press(page, heldBy('black', 'R*'));
        await press(page, square('2h'));
        assert.match(await said(page, '2h'), /Black rook/);
        assert.deepEqual(await onStand(page, 'black'), ['Black gold']);
        // A promoted piece lies on a stand as it was, and on that of the other side as one of theirs.
        await press(page, square('5c'));
        await press(page, stand('white'));
        assert.match(await said(page, '5c'), /empty/);
        assert.deepEqual(await onStand(page, 'white'), ['White pawn']);
        await press(page, heldBy('black', 'G*'));
        await press(page, `${stand('white')} .lay`);
        assert.deepEqual(await onStand(page, 'white'), ['White gold', 'White pawn']);
        await press(page, square('5i'));
        await press(page, square('5h'));
        assert.match(await said(page, '5h'), /Black king/);
        await press(page, square('5h'));
        await press(page, stand('black'));
        await page.waitForFunction(() => /cannot lie in a hand/.test(document.querySelector('#toast:not([hidden])')?.textContent));
        assert.match(await said(page, '5h'), /Black king/);
        await judgeOpen(page, `the editor, ${how}`);
        await done(page);
        await page.waitForSelector('.studying');
        assert.match(await said(page, '2h'), /Black rook/);
        assert.deepEqual(await onStand(page, 'white'), ['White gold', 'White pawn']);
        await page.close();
    });
}

test('pieces are dragged between squares and stands, and left where they are elsewhere', async () => {
    const page = await edit();
    const middle = async (selector) => {
        const { x, y, width, height } = await (await page.$(selector)).boundingBox();
        return [x + width / 2, y + height / 2];
    };
    const drag = async (from, to) => {
        await page.mouse.move(...(await middle(from)));
        await page.mouse.down();
        await page.mouse.move(...(await middle(to)), { steps: 8 });
        await page.mouse.up();
    };
    await drag(heldBy('black', 'R*'), square('2h'));
    assert.match(await said(page, '2h'), /Black rook/);
    await drag(square('2h'), stand('black'));
    assert.deepEqual(await onStand(page, 'black'), ['Black rook', 'Black gold']);
    await drag(square('5c'), square('4c'));
    assert.match(await said(page, '4c'), /Black tokin/);
    await drag(square('4c'), '#editor');
    assert.match(await said(page, '4c'), /Black tokin/);
    await page.close();
});

test('the tools, and pieces from beside the board', async () => {
    const page = await edit();
    await page.click('.brush[aria-label="Black pawn"]');
    await page.click(square('5d'));
    await page.click(stand('black'));
    assert.match(await said(page, '5d'), /Black pawn/);
    assert.deepEqual(await onStand(page, 'black'), ['Black rook', 'Black gold', 'Black pawn']);
    await page.click(square('5d'));
    assert.match(await said(page, '5d'), /empty/);
    await tool(page, 'Remove');
    await page.click(square('5c'));
    assert.match(await said(page, '5c'), /empty/);
    await page.click(heldBy('black', 'R*'));
    assert.deepEqual(await onStand(page, 'black'), ['Black gold', 'Black pawn']);
    await tool(page, 'Clear the board');
    assert.deepEqual(await onStand(page, 'black'), []);
    await page.close();
});

test('keys alone', async () => {
    const page = await edit();
    await page.focus(heldBy('black', 'R*'));
    await page.keyboard.press('Enter');
    assert.equal(await page.$eval(heldBy('black', 'R*'), (held) => held.getAttribute('aria-pressed')), 'true');
    await page.focus(square('2h'));
    await page.keyboard.press('Enter');
    assert.match(await said(page, '2h'), /Black rook/);
    await page.keyboard.press('Enter');
    await page.keyboard.press('Escape');
    await page.keyboard.press(' ');
    await page.focus(`${stand('white')} .lay`);
    await page.keyboard.press('Enter');
    assert.deepEqual(await onStand(page, 'white'), ['White rook']);
    assert.equal(await page.evaluate(() => document.activeElement.className), 'lay', 'the focus stays');
    assert.match(await said(page, '2h'), /empty/);
    await page.close();
});

test('from a position that was set up back to the problems', async () => {
    const page = await openPage(browser, address, faults);
    await behind(page, () => drop(page, { 'two.sfen': `${MATE}\n${MATE}\n` }));
    await page.waitForSelector('.drilling [data-task="1"]');
    await press(page, '#menu button[title="Set up a position"]');
    await press(page, '.brush[aria-label="Black king"]');
    await press(page, square('5i'));
    await done(page);
    await page.waitForSelector('.studying:not(.drilling)');
    await action(page, 'Back to the problems');
    await page.waitForSelector('.drilling [data-task="1"]');
    await page.close();
});
