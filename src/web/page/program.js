// The program behind the page: acts go there one by one, and events come from there.

import { make, t, toast } from './text.js';
import * as transport from './transport.js';

let language = '';
let on = null;

const query = (values = {}) => new URLSearchParams({ ...values, ...(language && { lang: language }) });
const ask = (name, values, act) => transport.ask(name, query(values), act);

// Listens to the events of the program; `wanted` has a function for each.
export function listen(wanted, asked) {
    on = wanted;
    language = asked;
    connect();
}

function connect() {
    transport.listen(query(), (name, data) => (name === 'bye' ? on.ended() : on[name](data)), on.connected);
}

// A page that nobody sees listens no longer: browsers give all tabs six connections together.
document.addEventListener('visibilitychange', () => {
    if (!on) return;
    if (document.hidden) transport.leave();
    else connect();
});

// Connections die without a word while a machine sleeps or changes its network: they are made anew behind that.
function wake() {
    if (on && !document.hidden) connect();
}

const SECOND = 1000;
// Timers of a page that is awake and seen are late by less than this.
const ASLEEP = 10 * SECOND;
let awake = Date.now();
setInterval(() => {
    const now = Date.now();
    if (now - awake > ASLEEP) wake();
    awake = now;
}, SECOND);
addEventListener('online', wake);
document.addEventListener('resume', wake);

// Sends an act. True if it was done; a refusal is shown.
export async function act(name, values = {}) {
    try {
        const answer = await ask('act', {}, JSON.stringify({ act: name, ...values }));
        const { refused } = await answer.json();
        if (refused) toast(refused);
        return !refused;
    } catch {
        toast(t('lost'));
        return false;
    }
}

const known = new Map();

// The pieces of a game in a set, by their names in messages.
export async function pieces(game, set) {
    const key = `${query({ game, set })}`;
    if (!known.has(key)) {
        known.set(key, ask('pieces', { game, set }).then((answer) => answer.json()));
    }
    const list = await known.get(key);
    return new Map(list.map((piece) => [piece.id, piece]));
}

// Cards that stand side by side on a narrow screen.
const FEW = 2;

// The rules of a game, and the cards of its pieces as markup.
export async function handbook(game, set) {
    const isNarrow = matchMedia('(max-width: 34rem)').matches;
    const answer = await ask('handbook', { game, set, ...(isNarrow && { beside: FEW }) });
    return answer.json();
}

// The handicap for a grade and a level, and the side of the person; null in a game without handicaps.
export async function offer(game, grade, level) {
    const answer = await ask('offer', { game, grade, level });
    return answer.json();
}

// Has the browser save the record, a picture or a page of it, by the name of a format.
export async function save(format, set) {
    const answer = await ask('file', { as: format, set });
    if (!answer.ok) return toast(await answer.text());
    const [, name] = /filename="(.*)"/.exec(answer.headers.get('Content-Disposition'));
    const address = URL.createObjectURL(await answer.blob());
    make('a', { href: address, download: name }).click();
    return setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

// The squares that the piece on a square can go to, and its card as markup; null on an empty square.
export async function card(square, set) {
    const answer = await ask('card', { at: square, set });
    return answer.ok ? answer.json() : null;
}
