// The program behind the page: acts go there one by one, and events come from there.

import { t, toast } from './text.js';

let stream = null;
let language = '';
let on = null;

const at = (path, values = {}) => {
    const asked = new URLSearchParams({ ...values, ...(language && { lang: language }) });
    return `${path}?${asked}`;
};

// Listens to the events of the program; `wanted` has a function for each.
export function listen(wanted, asked) {
    on = wanted;
    language = asked;
    connect();
}

function connect() {
    stream?.close();
    stream = new EventSource(at('events'));
    for (const name of ['hello', 'state', 'live']) {
        stream.addEventListener(name, (event) => on[name](JSON.parse(event.data)));
    }
    stream.addEventListener('open', () => on.connected(true));
    stream.addEventListener('bye', () => {
        stream.close();
        on.ended();
    });
    stream.addEventListener('error', () => on.connected(false));
}

// A page that nobody sees listens no longer: browsers give all tabs six connections together.
document.addEventListener('visibilitychange', () => {
    if (!on) return;
    if (document.hidden) stream.close();
    else connect();
});

// Sends an act. True if it was done; a refusal is shown.
export async function act(name, values = {}) {
    try {
        const body = JSON.stringify({ act: name, ...values });
        const answer = await fetch(at('act'), { method: 'POST', body });
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
    const key = at('pieces', { game, set });
    if (!known.has(key)) {
        known.set(key, fetch(key).then((answer) => answer.json()));
    }
    const list = await known.get(key);
    return new Map(list.map((piece) => [piece.id, piece]));
}

// The rules of a game, and the cards of its pieces as markup.
export async function handbook(game, set) {
    const answer = await fetch(at('handbook', { game, set }));
    return answer.json();
}

// Address of the record as a file.
export const recordAddress = (format) => at('record', { format });
