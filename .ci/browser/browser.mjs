// The browser, and pages in it.
import puppeteer from 'puppeteer-core';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getuid } from 'node:process';
import { pathToFileURL } from 'node:url';

// Starts the browser without a window. It keeps its own walls between processes unless it runs as root, which it refuses
// otherwise.
export function launch(executablePath) {
    const args = ['--hide-scrollbars', '--force-color-profile=srgb', '--font-render-hinting=none'];
    if (getuid?.() === 0) args.push('--no-sandbox');
    return puppeteer.launch({ executablePath, args });
}

export const WIDE = { width: 1280, height: 900 };
export const PHONE = { width: 390, height: 844, isMobile: true, hasTouch: true, deviceScaleFactor: 2 };

// Opens a file in a tab of its own. `faults` gathers what the page should never do.
export async function open(browser, file, { viewport = WIDE, dark = false, scripts = true, faults = [] } = {}) {
    const page = await browser.newPage();
    const url = pathToFileURL(file).href;
    page.on('console', (message) => {
        if (['error', 'warn'].includes(message.type())) faults.push(`console: ${message.text()}`);
    });
    page.on('pageerror', (error) => faults.push(`script: ${error}`));
    page.on('request', (request) => {
        const asked = request.url();
        if (asked.split('#')[0] !== url && !asked.startsWith('data:')) faults.push(`request: ${asked}`);
    });
    await page.setJavaScriptEnabled(scripts);
    await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: dark ? 'dark' : 'light' }]);
    await page.setViewport(viewport);
    await page.goto(url);
    return page;
}

// The text of the record that the page saves in a format, and the name of its file.
export async function savedRecord(page, format) {
    const folder = await mkdtemp(join(tmpdir(), 'saved-'));
    const session = await page.createCDPSession();
    await session.send('Browser.setDownloadBehavior', {
        behavior: 'allow', browserContextId: page.browserContext().id, downloadPath: folder, eventsEnabled: true,
    });
    let name;
    session.on('Browser.downloadWillBegin', ({ suggestedFilename }) => { name = suggestedFilename; });
    const done = new Promise((done) => {
        session.on('Browser.downloadProgress', ({ state }) => { if (state === 'completed') done(); });
    });
    await page.click('#menu button[title="Save the record"]');
    await page.select('#field-format', format);
    await page.click('dialog button.main');
    await done;
    const text = await readFile(join(folder, name), 'utf8');
    await rm(folder, { recursive: true });
    return { name, text };
}
