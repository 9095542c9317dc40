// Pages of `kumataka board` in a browser.
import { WIDE } from './browser.mjs';
import { act } from './program.mjs';

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
