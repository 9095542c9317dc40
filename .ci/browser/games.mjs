// Plays one whole game by clicks and one by touch in each game of the program, with a drop and a promotion where the game
// has them, to its end by the rules; on a giant board only its first moves. The moves come from the dots of the page, by
// chance with a fixed seed. Chance alone would take hundreds of moves to win: once a game has shown everything, the engine
// says what Black plays.
//   node games.mjs BROWSER PROGRAM FOLDER [GAME]...
import assert from 'node:assert/strict';
import { argv } from 'node:process';
import { after, before, test } from 'node:test';
import { advisor } from './advisor.mjs';
import { begin, gameNames, open, press } from './board-page.mjs';
import { PHONE, WIDE, launch } from './browser.mjs';
import { start } from './program.mjs';

const [, , executable, program, folder, ...chosen] = argv;
// Behind so many moves by chance Black plays to win.
const ENOUGH = 30;
const MOST = 600;
// Games that show everything together, at most.
const GAMES = 20;
// A board with so many squares is giant: a whole game would take many minutes.
const GIANT = 1000;
const FIRST_MOVES = 20;
// Pieces that are looked at for a capture in one turn.
const SAMPLE = 4;

const faults = [];
let child;
let address;
let browser;
let engine;

before(async () => {
    ({ child, address } = await start(program, `${folder}/games`));
    browser = await launch(executable);
    engine = advisor(program);
});
after(async () => {
    await browser.close();
    engine.quit();
    child.kill('SIGINT');
    assert.deepEqual(faults, []);
});

// Numbers below 1 (Mulberry32).
function chance(seed) {
    let state = seed;
    return () => {
        state = (state + 0x6d2b79f5) | 0;
        let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
        mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed);
        return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
    };
}

function shuffled(list, random) {
    const keyed = list.map((value) => [random(), value]);
    return keyed.sort(([a], [b]) => a - b).map(([, value]) => value);
}

const square = (at) => `.square[data-at="${at}"]`;

// The turn of the page: who moves which pieces, from the board or the hand.
const seen = (page) => page.evaluate(() => ({
    turn: document.body.dataset.turn,
    isOver: document.querySelector('#status').classList.contains('over'),
    hasHands: !document.body.classList.contains('handless'),
    mine: [...document.querySelectorAll('.square.mine')].map(({ dataset }) => dataset.at),
    held: [...document.querySelectorAll('.held:not(:disabled)')].map(({ dataset }) => dataset.from),
    isBlacks: document.querySelector('.plate.turn')?.dataset.side === '0',
}));

// The dots on the board, the lines from the far side counted as 0 and up.
const dots = (page) => page.evaluate(() => [...document.querySelectorAll('.square.target')].map((element) => ({
    at: element.dataset.at,
    isCapture: element.classList.contains('capture'),
    top: element.offsetTop,
})));

const faceOf = (page, at) => page.$eval(square(at), (element) => element.dataset.label.split(',')[0].split(' ').slice(2).join(' '));

// Chooses the move of a turn: the first drop, often a capture, else the way that goes furthest ahead. Its piece is taken.
async function choose(page, { mine, held, isBlacks }, hasDropped, random) {
    const pieces = shuffled(mine, random);
    const order = hasDropped ? [...pieces, ...held] : [...shuffled(held, random), ...pieces];
    let best = null;
    let looked = 0;
    for (const from of order) {
        await press(page, from.endsWith('*') ? `.held[data-from="${from}"]:not(:disabled)` : square(from));
        const ways = await dots(page);
        if (ways.length === 0) continue;
        const captures = ways.filter(({ isCapture }) => isCapture);
        if (from.endsWith('*')) return { from, to: shuffled(ways, random)[0].at };
        if (captures.length > 0 && random() < 0.6) return { from, to: shuffled(captures, random)[0].at };
        for (const { at, top } of ways) {
            const ahead = (isBlacks ? -top : top) + 60 * random();
            if (!best || ahead > best.ahead) best = { from, to: at, ahead };
        }
        looked += 1;
        if (looked === SAMPLE) break;
    }
    assert.ok(best, 'the page shows a way for some piece');
    if (!(await page.$(`${square(best.from)}.selected`))) await press(page, square(best.from));
    return best;
}

// Takes the piece of the move that the engine advises; none where it would end the game without a move.
async function follow(page, game) {
    const record = await page.evaluate(async () => (await fetch('file?as=usi')).text());
    const move = await engine.move(game, record.trim());
    if (['resign', 'win'].includes(move)) return null;
    const [from, ...places] = move.match(/^\+?[A-Z]+\*|\d+[a-z]+/g);
    await press(page, from.endsWith('*') ? `.held[data-from="${from}"]:not(:disabled)` : square(from));
    return { from, to: places[0], further: places.slice(1), keepsFace: !move.endsWith('+') };
}

// Puts the taken piece down, step by step where it goes on, on its new face where there is a choice. Returns the places.
async function put(page, turn, { to, further = [], keepsFace = false }, random) {
    const places = [to];
    await press(page, square(to));
    for (;;) {
        const { isAsked, ways, hasMoved } = await page.evaluate((turn) => ({
            isAsked: Boolean(document.querySelector('#choice')),
            ways: [...document.querySelectorAll('.square.target')].map(({ dataset }) => dataset.at),
            hasMoved: document.body.dataset.turn !== turn,
        }), turn);
        if (hasMoved) break;
        if (isAsked) await press(page, `#choice button:${keepsFace ? 'last' : 'first'}-child`);
        else if (ways.length > 0) {
            const next = further.shift() ?? (ways.includes(to) ? to : shuffled(ways, random)[0]);
            places.push(next);
            await press(page, square(next));
        } else {
            await page.waitForFunction((turn) => document.body.dataset.turn !== turn, {}, turn);
            break;
        }
    }
    return places;
}

// Plays until the game is over; by chance alone until a drop and a promotion have been shown.
async function play(page, game, random, shown) {
    for (let ply = 0; ply < MOST; ply += 1) {
        const now = await seen(page);
        if (now.isOver) return ply;
        const isComplete = (shown.drop || !now.hasHands) && shown.promotion && ply >= ENOUGH;
        const advised = isComplete && now.isBlacks && await follow(page, game);
        await move(page, now, advised || await choose(page, now, shown.drop, random), random, shown);
    }
    return assert.fail(`${game}: no end behind ${MOST} moves`);
}

// Plays the move whose piece is taken, and notes what it shows.
async function move(page, now, way, random, shown) {
    const face = way.from.endsWith('*') ? null : await faceOf(page, way.from);
    const places = await put(page, now.turn, way, random);
    const faces = await Promise.all(places.map((at) => faceOf(page, at)));
    if (face === null) shown.drop = true;
    else if (!faces.includes(face)) shown.promotion = true;
}

async function playFirstMoves(page, game) {
    const [random, shown] = [chance(1), {}];
    for (let ply = 0; ply < FIRST_MOVES; ply += 1) {
        const now = await seen(page);
        await move(page, now, await choose(page, now, true, random), random, shown);
    }
    const record = await page.evaluate(async () => (await fetch('file?as=usi')).text());
    assert.equal(record.trim().split(/ moves /)[1].split(' ').length, FIRST_MOVES);
    console.log(`${game}: the first ${FIRST_MOVES} moves.`);
}

async function playWhole(page, game) {
    const shown = { drop: false, promotion: false };
    // A game that ends before it has shown everything is followed by another one.
    for (let seed = 1; seed <= GAMES; seed += 1) {
        await begin(page, { game });
        if ((await page.$$('.square')).length >= GIANT) {
            await playFirstMoves(page, game);
            return;
        }
        const plies = await play(page, game, chance(seed), shown);
        const result = await page.$eval('#status', ({ textContent }) => textContent);
        assert.match(result, /wins|draw/i);
        assert.doesNotMatch(result, /resignation/);
        console.log(`${game}: ${plies} moves. ${result}`);
        const hasHands = await page.evaluate(() => !document.body.classList.contains('handless'));
        if (shown.promotion && (shown.drop || !hasHands)) return;
    }
    assert.fail(`${game}: ${JSON.stringify(shown)}`);
}

for (const [how, viewport] of [['clicks', WIDE], ['touch', PHONE]]) {
    test(`whole games by ${how}`, async () => {
        const page = await open(browser, address, faults, { viewport });
        const games = chosen.length ? chosen : await gameNames(page);
        for (const game of games) await playWhole(page, game);
        await page.close();
    });
}
