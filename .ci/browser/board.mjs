// Tries `kumataka board` in a browser: games by clicks, drags, touch and keys, a record, small and wide screens, what
// axe-core says, and that nothing is asked of the network.
//   node board.mjs BROWSER PROGRAM FOLDER
import assert from 'node:assert/strict';
import { argv } from 'node:process';
import { after, before, test } from 'node:test';
import { SMALL, action, begin, behind, drop, gameNames, held, judgeOpen, move, open as openPage, press, rows, said, saidAtTask, square } from './board-page.mjs';
import { PHONE, launch, savedRecord } from './browser.mjs';
import { act, start } from './program.mjs';

const [, , executable, program, folder] = argv;

const faults = [];

const open = (browser, address, options) => openPage(browser, address, faults, options);

async function judge(browser, address, options, prepare, what) {
    const page = await open(browser, address, options);
    await prepare(page);
    await judgeOpen(page, what);
    await page.close();
}

let child;
let address;
let browser;

before(async () => {
    ({ child, address } = await start(program, folder));
    browser = await launch(executable);
});
after(async () => {
    await browser.close();
    child.kill('SIGINT');
    assert.deepEqual(faults, []);
});

test('shogi by clicks, with a promotion and a drop', async () => {
    const page = await open(browser, address);
    await begin(page, { game: 'shogi' });
    await page.click(square('7g'));
    const dots = await page.$$eval('.square.target', (squares) => squares.map(({ dataset }) => dataset.at));
    assert.deepEqual(dots, ['7f']);
    await page.keyboard.press('Escape');
    await move(page, '7g', '7f');
    await move(page, '3c', '3d');
    await move(page, '8h', '2b', 1);
    assert.match(await said(page, '2b'), /horse, last move/);
    await move(page, '3a', '2b');
    await move(page, 'B*', '5e');
    assert.match(await said(page, '5e'), /Black bishop/);
    assert.deepEqual(await rows(page), ['Start of the game', 'P-7f', 'P-3d', 'Bx2b+', 'Sx2b', 'B*5e']);
    await page.click(square('5a'));
    await page.click(square('5d'));
    await page.waitForSelector('#toast:not([hidden])');
    assert.equal(await page.$eval('#toast', (toast) => toast.textContent), 'The piece does not move that way.');
    await behind(page, () => page.click('#actions button[title="Take back"]'));
    assert.equal((await rows(page)).length, 5);
    await page.reload();
    await page.waitForSelector('.figure');
    assert.equal((await rows(page)).length, 5, 'a reload loses nothing');
    const { name, text } = await savedRecord(page, 'usi');
    assert.equal(name, 'kumataka.usi');
    assert.match(text, /startpos moves 7g7f 3c3d 8h2b\+ 3a2b\s/);
    await page.close();
});

test('a drag, and one of a held piece', async () => {
    const page = await open(browser, address);
    await begin(page, { game: 'shogi', sfen: '4k4/9/9/9/9/9/9/4P4/4K4 b G 1' });
    const middle = async (selector) => {
        const { x, y, width, height } = await (await page.$(selector)).boundingBox();
        return [x + width / 2, y + height / 2];
    };
    const drag = (from, to) => behind(page, async () => {
        await page.mouse.move(...(await middle(from)));
        await page.mouse.down();
        await page.mouse.move(...(await middle(to)), { steps: 8 });
        await page.mouse.up();
    });
    await drag(square('5h'), square('5g'));
    await drag(square('5a'), square('4b'));
    await drag(held('G*'), square('4c'));
    assert.match(await said(page, '4c'), /gold/);
    assert.match(await said(page, '4b'), /Check/);
    await page.close();
});

test('chu shogi by clicks: a lion that captures and goes on, a promotion', async () => {
    const page = await open(browser, address);
    await begin(page, { game: 'chushogi', sfen: '5k6/12/12/12/12/5p6/6N5/12/12/12/12/6K5 b - 1' });
    await move(page, '6g', '7f', '8e');
    assert.match(await said(page, '8e'), /lion/);
    assert.match(await said(page, '7f'), /empty/);
    await begin(page, { game: 'chushogi', sfen: '5k6/12/12/12/5P6/12/12/12/12/12/12/6K5 b - 1' });
    await move(page, '7e', '7d', 1);
    assert.match(await said(page, '7d'), /Black/);
    await page.close();
});

test('dōbutsu shōgi by touch: capture, drop, promotion, the end', async () => {
    const page = await open(browser, address, { viewport: PHONE });
    await begin(page, { game: 'dobutsu' });
    await move(page, '2c', '2b');
    await move(page, '1a', '2b');
    await move(page, 'P*', '2c');
    assert.match(await said(page, '2c'), /Black chick/);
    await begin(page, { game: 'dobutsu', sfen: '2k/P2/3/K2 b - 1' });
    await move(page, '3b', '3a');
    assert.match(await said(page, '3a'), /hen/);
    await page.close();
});

test('keys alone', async () => {
    const page = await open(browser, address);
    await begin(page, { game: 'shogi', sfen: '4k4/9/9/4S4/9/9/9/9/4K4 b - 1' });
    await page.focus('.square[tabindex="0"]');
    const walk = async (from, to) => {
        const [fx, fy] = [9 - from[0], from.charCodeAt(1) - 97];
        const [tx, ty] = [9 - to[0], to.charCodeAt(1) - 97];
        for (let i = 0; i < Math.abs(tx - fx); i += 1) await page.keyboard.press(tx > fx ? 'ArrowRight' : 'ArrowLeft');
        for (let i = 0; i < Math.abs(ty - fy); i += 1) await page.keyboard.press(ty > fy ? 'ArrowDown' : 'ArrowUp');
        const here = await page.evaluate(() => document.activeElement.dataset.at);
        assert.equal(here, to);
    };
    await walk('9a', '5d');
    await page.keyboard.press('Enter');
    await walk('5d', '5c');
    await page.keyboard.press('Enter');
    await page.waitForSelector('#choice');
    await page.keyboard.press('Escape');
    assert.equal(await page.$('#choice'), null);
    assert.equal(await page.evaluate(() => document.activeElement.dataset.at), '5d');
    await page.keyboard.press('Enter');
    await walk('5d', '5c');
    await page.keyboard.press('Enter');
    await page.waitForSelector('#choice');
    await behind(page, () => page.keyboard.press('Enter'));
    assert.match(await said(page, '5c'), /promoted silver/);
    assert.match(await page.$eval('#heard', (heard) => heard.textContent), /S-5c\+/);
    await page.close();
});

test('a laptop that sleeps: the page wakes up in the game as it is, and clocks have run on', async () => {
    const page = await open(browser, address);
    await begin(page, { game: 'shogi', clock: { main: 600 } });
    const devtools = await page.createCDPSession();
    const network = (offline) => devtools.send('Network.emulateNetworkConditions', { offline, latency: 0, downloadThroughput: -1, uploadThroughput: -1 });
    const seconds = () => page.$eval('#clock-near', ({ textContent }) => textContent.split(':').reduce((all, part) => 60 * all + Number(part), 0));
    const turn = Number(await page.evaluate(() => document.body.dataset.turn));
    await network(true);
    // Only a page that nobody sees freezes.
    const front = await browser.newPage();
    await front.bringToFront();
    await devtools.send('Page.setWebLifecycleState', { state: 'frozen' });
    // Somebody moves elsewhere while this page sleeps.
    for (const [index, usi] of ['7g7f', '3c3d'].entries()) {
        const body = JSON.stringify({ act: 'move', move: usi, turn: turn + index });
        const answer = await fetch(`${address}act`, { method: 'POST', body, headers: { Origin: new URL(address).origin } });
        assert.equal(answer.status, 200);
    }
    await new Promise((done) => { setTimeout(done, 4000); });
    await devtools.send('Page.setWebLifecycleState', { state: 'active' });
    await network(false);
    await front.close();
    await page.bringToFront();
    await page.waitForFunction(() => document.querySelectorAll('.list > button').length === 3);
    await page.waitForFunction(() => !document.body.classList.contains('alone'));
    assert.ok(await seconds() <= 597, `${await seconds()} s of 600 are left`);
    await move(page, '2g', '2f');
    assert.equal((await rows(page)).length, 4);
    // A page that is off line for some time says so, and keeps nothing from the game.
    await network(true);
    await page.click(square('8c'));
    await page.click(square('8d'));
    await page.waitForFunction(() => /connection|lost/i.test(document.querySelector('#toast').textContent));
    const connects = page.waitForRequest((request) => request.url().includes('/events'));
    await network(false);
    await connects;
    await move(page, '8c', '8d');
    assert.equal((await rows(page)).length, 5);
    await page.close();
});

test('a program that sleeps: the clocks stand until a person goes on', async () => {
    const page = await open(browser, address);
    await begin(page, { game: 'shogi', clock: { main: 600 } });
    const status = () => page.$eval('#status', ({ textContent }) => textContent);
    const clock = () => page.$eval('#clock-near', ({ textContent }) => textContent);
    const sleep = async () => {
        child.kill('SIGSTOP');
        await new Promise((done) => { setTimeout(done, 8000); });
        child.kill('SIGCONT');
        await page.waitForFunction(() => /asleep/.test(document.querySelector('#status').textContent));
    };
    await sleep();
    const before = await clock();
    await new Promise((done) => { setTimeout(done, 2500); });
    assert.equal(await clock(), before, 'the clock stands');
    assert.match(before, /^(10:00|9:5)/, 'the sleep was free of charge');
    await judgeOpen(page, 'a paused game');
    await action(page, 'Go on');
    assert.equal(await status(), 'Black to move');
    await page.waitForFunction((before) => document.querySelector('#clock-near').textContent !== before, {}, before);
    await sleep();
    await move(page, '7g', '7f');
    assert.equal(await status(), 'White to move');
    await page.close();
});

test('a game against the weakest level', async () => {
    const page = await open(browser, address);
    await page.click('#menu button[title="New game"]');
    await page.select('#field-game', 'dobutsu');
    await page.select('#field-level', '-10');
    await page.select('#field-you_play', 'white');
    await behind(page, () => page.click('dialog button.main'));
    assert.equal(await page.evaluate(() => document.body.classList.contains('flipped')), true, 'White sits at the near side');
    for (let ply = 0; ply < 200; ply += 1) {
        await page.waitForFunction(() => document.querySelector('.square.mine') || document.querySelector('#status.over'));
        if (await page.$('#status.over')) break;
        const turn = await page.evaluate(() => document.body.dataset.turn);
        // Any piece that can go somewhere, to its first target.
        const mine = await page.$$eval('.square.mine', (squares) => squares.map(({ dataset }) => dataset.at));
        for (const at of mine.sort(() => ply % 3 - 1)) {
            await page.click(square(at));
            const [target] = await page.$$eval('.square.target', (squares) => squares.map(({ dataset }) => dataset.at));
            if (!target) {
                await page.keyboard.press('Escape');
                continue;
            }
            await page.click(square(target));
            break;
        }
        await page.waitForFunction((turn) => document.body.dataset.turn !== turn || document.querySelector('#status.over'), {}, turn);
    }
    assert.match(await page.$eval('#status', (status) => status.textContent), /You (win|lose)|drawn/);
    await page.close();
});

test('engines, handicaps by grades and lots, by the dialog', async () => {
    const engines = await start(program, `${folder}/engines`, '--engine', 'Sable=self,USI_Hash=1', '--engine', 'Argent=self,USI_Hash=1');
    try {
        const page = await open(browser, engines.address);
        const ask = async (values) => {
            await page.click('#menu button[title="New game"]');
            for (const [name, value] of values) await page.select(`#field-${name}`, value);
        };
        const go = () => behind(page, () => page.click('dialog button.main'));
        await ask([['game', 'dobutsu'], ['you_play', 'neither'], ['player_black', 'engine Sable'], ['player_white', 'engine Argent']]);
        assert.equal(await page.$eval('#field-level', (level) => level.checkVisibility()), false);
        await go();
        const names = () => page.$$eval('.plate .name', (elements) => elements.map((element) => element.textContent));
        assert.deepEqual(await names(), ['Argent', 'Sable']);
        await page.waitForFunction(() => /^(Sable|Argent) is thinking …$/.test(document.querySelector('#status').textContent));
        await page.waitForFunction(() => document.querySelectorAll('.list > button').length > 2);
        await ask([['game', 'shogi'], ['you_play', 'black'], ['level', '20'], ['own_grade', '9k']]);
        await page.waitForFunction(() => document.querySelector('#field-handicap').value === '6-piece');
        await judgeOpen(page, 'new game with handicap');
        await go();
        await page.waitForFunction(() => document.querySelectorAll('#figures > *').length === 34);
        await ask([['game', 'shogi'], ['own_grade', ''], ['you_play', 'lot'], ['level', 'engine Sable']]);
        await go();
        await page.waitForFunction(() => document.querySelectorAll('#lots .piece').length === 5);
        assert.match(await page.$eval('#lots > span:last-child', (lots) => lots.textContent), /^Furigoma: .* You play (Black|White)\.$/);
        await page.close();
    } finally {
        engines.child.kill('SIGINT');
    }
});

test('a record that is dropped, walked through and analysed', async () => {
    const page = await open(browser, address);
    await page.evaluate(() => {
        const files = new DataTransfer();
        files.items.add(new File(['startpos moves 7g7f 3c3d 8h2b+ 4a3b 2b3c\n'], 'lost.usi'));
        document.body.dispatchEvent(new DragEvent('drop', { dataTransfer: files, bubbles: true, cancelable: true }));
    });
    await page.waitForSelector('.studying #study');
    await page.keyboard.press('ArrowRight');
    await page.waitForFunction(() => document.querySelector('[aria-current="step"] .text').textContent === 'P-7f');
    await page.click('[data-key="live"]');
    await page.waitForSelector('.live .line');
    await page.waitForSelector('#arrows .arrow.best');
    await page.click('[data-key="live"]');
    await page.waitForSelector('[data-key="live"][aria-pressed="false"]');
    await page.click('[data-key="analyse"]');
    await page.waitForFunction(() => /Accuracy/.test(document.querySelector('figcaption')?.textContent ?? ''), { timeout: 120_000 });
    await page.click('.list > button:nth-child(5)');
    await page.waitForSelector('.verdict .sign.blunder');
    await page.click('[data-key="better"]');
    await page.waitForSelector('.variations button');
    await page.click('#actions button');
    await page.waitForFunction(() => !document.body.classList.contains('studying'));
    await page.close();
});

test('a mistake that is practised until it is mended', async () => {
    const page = await open(browser, address);
    await drop(page, { 'lost.usi': 'startpos moves 7g7f 3c3d 8h2b+ 4a3b 2b3c\n' });
    await page.waitForSelector('.studying #study');
    await page.click('[data-key="analyse"]');
    await page.waitForSelector('[data-key="practise-white"]', { timeout: 120_000 });
    await behind(page, () => page.click('[data-key="practise-white"]'));
    await page.waitForSelector('body.flipped.drilling');
    await move(page, '4a', '3b');
    assert.match(await saidAtTask(page, 'wrong'), /Try again/);
    assert.ok((await rows(page)).length > 2, 'the refutation can be walked through');
    await action(page, 'Try again');
    await action(page, 'Hint');
    await page.waitForSelector('#arrows .ring');
    await move(page, '3a', '2b');
    assert.match(await saidAtTask(page, 'good'), /good/);
    await action(page, 'Leave');
    await page.waitForSelector('.studying:not(.drilling)');
    await page.click('#actions button');
    await page.waitForFunction(() => !document.body.classList.contains('studying'));
    await page.close();
});

test('a lesson by touch, the card of a piece, and the next lesson', async () => {
    const page = await open(browser, address, { viewport: PHONE });
    await begin(page, { game: 'dobutsu' });
    await press(page, '#menu button[title="Learn"]');
    await page.waitForSelector('dialog .lessons');
    assert.equal((await page.$$('dialog .lessons button')).length, 5);
    await behind(page, () => press(page, '[data-lesson="1"]'));
    await page.waitForSelector('.drilling .square.goal');
    const goal = await page.$eval('.square.goal', ({ dataset }) => dataset.at);
    assert.match(await said(page, goal), /White chick, marked/);
    await press(page, square(goal));
    await page.waitForSelector('#card:not([hidden]) svg');
    assert.ok(await page.$('.square.reach'), 'the squares of a piece that is not mine');
    await press(page, '#card .close');
    await page.waitForSelector('#card[hidden]');
    const mine = await page.$$eval('.square.mine', (squares) => squares.map(({ dataset }) => dataset.at));
    for (const at of mine) {
        await press(page, square(at));
        if (await page.$(`${square(goal)}.target`)) break;
    }
    await behind(page, () => press(page, square(goal)));
    assert.match(await saidAtTask(page, 'good'), /good/);
    await action(page, 'Next');
    await page.waitForSelector('[data-task="1"][aria-current]');
    await action(page, 'Leave');
    await page.close();
});

test('the card of a piece by keys', async () => {
    const page = await open(browser, address);
    await begin(page, { game: 'shogi' });
    await page.focus(square('3c'));
    await page.keyboard.press('i');
    await page.waitForSelector('#card:not([hidden]) svg');
    assert.deepEqual(await page.$$eval('.square.reach', (squares) => squares.map(({ dataset }) => dataset.at)), ['3d']);
    assert.match(await page.$eval('#heard', (heard) => heard.textContent), /can go to 3d/);
    await page.keyboard.press('Escape');
    await page.waitForSelector('#card[hidden]');
    await page.close();
});

test('small screens, and every game on them', async () => {
    const page = await open(browser, address, { viewport: SMALL });
    const games = await gameNames(page);
    assert.ok(games.length > 12);
    for (const game of games) {
        await begin(page, { game });
        await page.waitForFunction((game) => document.body.dataset.game === game, {}, game);
        const { width, wide, board } = await page.evaluate(() => ({
            width: document.documentElement.scrollWidth, wide: innerWidth, board: document.querySelector('#board').getBoundingClientRect().width,
        }));
        assert.ok(width <= wide && board > 250, `${game}: ${width} of ${wide}, board ${board}`);
    }
    await page.close();
});

test('many kinds in hand stay on a small screen', async () => {
    const page = await open(browser, address, { viewport: SMALL });
    const held = '3SP,2OC,FC,SO,LH,FGS,VST,SC,BDG,CM,RR,SW,CE';
    await begin(page, { game: 'wadrops', sfen: `5,ck,5/11/11/11/11/11/11/11/11/11/5,CK,5 b ${held} 1` });
    const edges = await page.$$eval('#hand-near .held', (pieces) => pieces.map((piece) => piece.getBoundingClientRect().right));
    assert.equal(edges.length, held.split(',').length);
    assert.ok(Math.max(...edges) <= SMALL.width, `${edges} of ${SMALL.width}`);
    await page.close();
});

test('stands have their place beside the board at any width', async () => {
    const page = await open(browser, address);
    for (const width of [970, 1100, 1280, 1600, 2200]) {
        await page.setViewport({ width, height: 900 });
        for (const game of ['shogi', 'dobutsu']) {
            await begin(page, { game });
            await page.waitForFunction((game) => document.body.dataset.game === game, {}, game);
            const places = await page.evaluate(() => ['far', 'near'].map((end) => document.querySelector(`#hand-${end}`).getBoundingClientRect()).concat(document.querySelector('#side').getBoundingClientRect()).map(({ left, right }) => [left, right]));
            const [[far], [, near], [left, right]] = places;
            assert.ok(far >= 0 && near <= left && right <= width, `${game} at ${width}: ${places.join(' ')}`);
        }
    }
    await page.close();
});

test('Japanese, by the settings', async () => {
    const page = await open(browser, address);
    await page.click('#menu button[title="Settings"]');
    await page.select('#field-language', 'ja');
    await page.waitForFunction(() => document.documentElement.lang === 'ja');
    await page.waitForFunction(() => document.querySelector('.go button').title === '最初へ');
    await page.evaluate(() => { localStorage.clear(); });
    await page.close();
});

test('what axe-core says', async () => {
    for (const dark of [false, true]) {
        const how = dark ? 'dark' : 'light';
        const play = async (page) => {
            await begin(page, { game: 'shogi', sfen: 'lnsgk1snl/1r4gb1/p1pppp2p/6pp1/1p5P1/2P6/PPSPPPP1P/7R1/LN1GKGSNL b - 17' });
            await page.click(square('2h'));
        };
        await judge(browser, address, { dark }, play, `play, ${how}`);
        await judge(browser, address, { dark, viewport: SMALL }, play, `play on a phone, ${how}`);
        await judge(browser, address, { dark }, (page) => page.click('#menu button[title="New game"]'), `new game, ${how}`);
        await judge(browser, address, { dark, viewport: SMALL }, async (page) => {
            await behind(page, () => act(page, { act: 'lesson', game: 'shogi', number: 1 }));
            await page.waitForSelector('.square.goal');
            await page.tap(square(await page.$eval('.square.goal', ({ dataset }) => dataset.at)));
            await page.waitForSelector('#card:not([hidden]) svg');
            await act(page, { act: 'leave' });
        }, `a lesson and a card, ${how}`);
        await judge(browser, address, { dark }, async (page) => {
            await act(page, { act: 'study' });
            await page.waitForSelector('.studying #study');
            await page.click('[data-key="live"]');
            await page.waitForSelector('.live .line');
        }, `study, ${how}`);
    }
});

test('a large board has its pieces by name and a closer look, which follows the moves', async () => {
    const page = await open(browser, address);
    await begin(page, { game: 'taikyokushogi' });
    assert.equal(await page.$eval(square('36aj'), (element) => element.title), '36aj Black lance');
    const width = () => page.$eval(square('1a'), (element) => element.offsetWidth);
    const whole = await width();
    await move(page, '1z', '1y');
    for (let i = 0; i < 3; i += 1) await page.click('#zoom button:last-child');
    assert.ok((await width()) > 3 * whole);
    await move(page, '36k', '36l');
    const isSeen = await page.evaluate(() => {
        const { left, top } = document.querySelector('.square[data-at="36l"]').getBoundingClientRect();
        return document.elementFromPoint(left + 2, top + 2)?.dataset.at;
    });
    assert.equal(isSeen, '36l');
    await judgeOpen(page, 'a closer look');
    await page.keyboard.press('0');
    assert.equal(await width(), whole);
    await page.close();
});
