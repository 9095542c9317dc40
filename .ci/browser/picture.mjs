// Draws the pictures of the READMEs, the upper part of a page in light and in dark colours, as a browser shows it:
//   node .ci/browser/picture.mjs BROWSER FOLDER TARGET
// FOLDER holds en.html and ja.html.
import path from 'node:path';
import { argv } from 'node:process';
import { launch, open } from './browser.mjs';

const [, , executable, folder, target] = argv;
// Sharp on a screen of fine pixels at the width of a README.
const VIEWPORT = { width: 1180, height: 1000, deviceScaleFactor: 1.25 };
const QUALITY = 50;

const browser = await launch(executable);
for (const language of ['en', 'ja']) {
    for (const dark of [false, true]) {
        const page = await open(browser, path.join(folder, `${language}.html`), { viewport: VIEWPORT, dark });
        // The worst move of the game, with the arrow of the better one.
        await page.click('#turning .blunder a');
        await page.evaluate(() => scrollTo(0, 0));
        const height = await page.$eval('#player', (section) => Math.ceil(section.getBoundingClientRect().bottom) + 16);
        const name = `analysis-${language}-${dark ? 'dark' : 'light'}.webp`;
        const clip = { x: 0, y: 0, width: VIEWPORT.width, height };
        await page.screenshot({ path: path.join(target, name), type: 'webp', quality: QUALITY, clip });
        await page.close();
    }
}
await browser.close();
