// The way to the program: questions are requests, and events a stream. A static site has another file of this name.

let stream = null;

// Listens to events: `hear` takes the name of each with its data, and `connected` whether the program is there.
export function listen(query, hear, connected) {
    leave();
    stream = new EventSource(`events?${query}`);
    for (const name of ['hello', 'state', 'live']) {
        stream.addEventListener(name, (event) => hear(name, JSON.parse(event.data)));
    }
    stream.addEventListener('open', () => connected(true));
    stream.addEventListener('bye', () => {
        leave();
        hear('bye');
    });
    stream.addEventListener('error', () => connected(false));
}

// Listens no longer.
export function leave() {
    stream?.close();
}

// The answer to a question, or to an act.
export const ask = (name, query, act) => fetch(`${name}?${query}`, act && { method: 'POST', body: act });
