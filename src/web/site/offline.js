// The service worker: it keeps the files of the site, so that the page works without a network. A new version of the site
// is fetched beside the old one, and takes its place when no page of it is open any more. `.ci/site` writes the names of
// the files and their version before this line: not every browser lets a service worker import them.
/* global FILES, VERSION */

const NAME = `kumataka ${registration.scope} `;
const CACHE = NAME + VERSION;

addEventListener('install', (event) => {
    const fetched = FILES.map((file) => new Request(file, { cache: 'no-cache' }));
    event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(fetched)));
});

addEventListener('activate', (event) => {
    const forget = async () => {
        const old = (await caches.keys()).filter((name) => name.startsWith(NAME) && name !== CACHE);
        await Promise.all(old.map((name) => caches.delete(name)));
        // The first visit needs no second one to work without a network.
        await clients.claim();
    };
    event.waitUntil(forget());
});

addEventListener('fetch', (event) => {
    const answer = async () => {
        const cache = await caches.open(CACHE);
        return await cache.match(event.request, { ignoreSearch: true }) ?? fetch(event.request);
    };
    if (event.request.method === 'GET' && event.request.url.startsWith(registration.scope)) event.respondWith(answer());
});
