// Pages of `kumataka board` in a browser.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { WIDE } from './browser.mjs';
import { act } from './program.mjs';

const AXE = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

export const SMALL = { width: 360, height: 740, isMobile: true, hasTouch: true, deviceScaleFactor: 2 };

// The browser reports requests that are refused or made off line, as tests want them.
const EXPECTED = /409|ERR_INTERNET_DISCONNECTED/;

// Opens the board. `faults` gathers what a page should never do.
export async function open(browser, address, faults, { viewport = WIDE, dark = false } = {}) {
    const page = await browser.newPage();
    page.on('console', (message) => {
        if (['error', 'warn'].includes(message.type()) && !EXPECTED.test(message.text())) faults.push(`console: ${message.text()}`);
    });
    page.on('pageerror', (error) => faults.push(`script: ${error}`));
    page.on('request', (request) => {
        if (!request.url().startsWith(address) && !request.url().startsWith('data:')) faults.push(`request: ${request.url()}`);
    });
    await page.emulateMediaFeatures([
        { name: 'prefers-color-scheme', value: dark ? 'dark' : 'light' },
        { name: 'prefers-reduced-motion', value: 'reduce' },
    ]);
    await page.setViewport(viewport);
    await page.goto(address);
    await page.waitForSelector('.figure');
    return page;
}

// Waits until the page shows something new behind `change`.
export async function behind(page, change) {
    const before = await page.evaluate(() => document.body.dataset.turn);
    await change();
    await page.waitForFunction((before) => document.body.dataset.turn !== before, {}, before);
}

// Begins a game by a message of the page itself.
export const begin = (page, values) => behind(page, () => act(page, { act: 'new', side: 'both', level: -10, ...values }));

// The names of all games, as the dialog of a new game offers them.
export const gameNames = (page) => page.evaluate(() => {
    document.querySelector('#menu button').click();
    const names = [...document.querySelector('#field-game').options].map(({ value }) => value);
    document.querySelector('dialog').close();
    return names;
});

export const press = (page, selector) => (page.viewport().hasTouch ? page.tap(selector) : page.click(selector));

export const square = (at) => `.square[data-at="${at}"]`;
export const held = (from) => `.held[data-from="${from}"]:not(:disabled)`;
export const said = (page, at) => page.$eval(square(at), (element) => element.getAttribute('aria-label'));
export const rows = (page) => page.$$eval('.list > button .text', (elements) => elements.map((element) => element.textContent));

// Moves by pressing each place in turn; a number presses one of the faces that are offered.
export const move = (page, ...places) => behind(page, async () => {
    for (const place of places) {
        if (typeof place === 'number') {
            await page.waitForSelector('#choice');
            await press(page, `#choice button:nth-child(${place})`);
        } else {
            await press(page, place.endsWith('*') ? held(place) : square(place));
        }
    }
});

// Has axe-core judge the page as it is.
export async function judgeOpen(page, what) {
    await page.evaluate(AXE);
    const found = await page.evaluate(() => globalThis.axe.run({ resultTypes: ['violations'] }));
    const told = found.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html, failureSummary }) => `${html.slice(0, 160)} ${failureSummary}`).join('\n')}`);
    assert.deepEqual(told, [], `axe-core: ${what}`);
}

// Drops files, by their names and texts, on the page.
export const drop = (page, files) => page.evaluate((named) => {
    const files = new DataTransfer();
    for (const [name, text] of Object.entries(named)) files.items.add(new File([text], name));
    document.body.dispatchEvent(new DragEvent('drop', { dataTransfer: files, bubbles: true, cancelable: true }));
}, files);

// Presses the button of a title below the state of the game, once the program lets people do so.
export async function action(page, title) {
    const button = `#actions button[title="${title}"]:not(:disabled)`;
    await page.waitForSelector(button);
    await behind(page, () => press(page, button));
}

export const saidAtTask = (page, kind) => page.waitForSelector(`#drill .said.${kind}`).then(() => page.$eval('#drill .said', (said) => said.textContent));
