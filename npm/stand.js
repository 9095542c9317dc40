// Takes the part of an engine that hears nothing while it searches, as in browsers without JavaScript Promise Integration. A
// search that is stopped loses its worker: the answer is the best line so far, and the next worker begins with an empty table.

// Files of the client stand among its lines, and are words of no kind.
const text = (item) => (typeof item === 'string' ? item : '');
const word = (item) => text(item).trim().split(/\s+/)[0];
const optionName = (item) => /^\s*setoption\s+name\s+(.+?)(?:\s+value\s.*)?\s*$/.exec(text(item))?.[1].toLowerCase();
const measured = (item) => /^\s*(?:go\s+(perft)|(bench))\b/.exec(text(item));
const isSearch = (item) => ['go', 'ponderhit', 'stop', 'bench'].includes(word(item));
const isReadyQuestion = (item) => word(item) === 'isready';
// What ends a search before it is done, and what ends a count or a bench.
const isStop = (item) => word(item) === 'stop' || /_variant$/.test(optionName(item));
const isEnd = (item) => isStop(item) || ['go', 'usinewgame', 'gameover', 'bench', 'quit'].includes(word(item));

export class Stand {
    #send;
    #say;
    #replace;
    #isBusy = false;
    // The work that the worker is at: its answer if it is stopped, or null for a search with its best line so far; and true if the
    // client wants its end.
    #search = null;
    #waiting = [];
    // What gives a new worker the state of the old one: files and options by name, and the position.
    #files = new Map();
    #options = new Map();
    #position = [];

    // `send` gives a line or a file to the worker, `say` a line to the client, and `replace` starts another worker.
    constructor({ send, say, replace }) {
        [this.#send, this.#say, this.#replace] = [send, say, replace];
    }

    // A line or a file of the client.
    take(item) {
        this.#waiting.push(item);
        this.#goOn();
    }

    // The worker has obeyed its line, and hears the next one.
    rest() {
        [this.#isBusy, this.#search] = [false, null];
        this.#goOn();
    }

    // A line of the engine.
    hear(line) {
        this.#say(line);
        if (/^(bestmove|checkmate|hisshi)\b/.test(line)) this.#search = null;
        if (this.#search) this.#note(line);
    }

    #goOn() {
        if (!this.#isBusy && this.#waiting.length > 0) this.#pass(this.#waiting.shift());
        if (this.#search) this.#lookAhead();
    }

    #pass(item) {
        const name = optionName(item);
        if (name !== undefined) this.#options.set(name, item);
        if (typeof item === 'object') this.#files.set(item.name, item);
        if (word(item) === 'position') this.#position = [item];
        if (isSearch(item)) this.#search = this.#begun(item);
        this.#isBusy = true;
        this.#send(item);
    }

    #begun(line) {
        const [, count, bench] = measured(line) ?? [];
        const stopped = (count && 'info string perft was stopped') ?? (bench && 'info string the bench was stopped');
        const [, mate] = /^\s*go\s+(mate|hisshi)\b/.exec(line) ?? [];
        const answer = stopped ?? { mate: 'checkmate timeout', hisshi: 'hisshi timeout' }[mate] ?? null;
        return { isMeasurement: stopped !== undefined, answer, best: null, isUnwanted: false };
    }

    // Does what cannot wait for the end of the search. Lines behind one that ends it are meant for a later search.
    #lookAhead() {
        const at = this.#waiting.findIndex(this.#search.isMeasurement ? isStop : isEnd);
        const near = this.#waiting.splice(0, at < 0 ? this.#waiting.length : at);
        near.filter(isReadyQuestion).forEach(() => this.#say('readyok'));
        this.#waiting.unshift(...near.filter((item) => !isReadyQuestion(item)));
        if (at < 0) return;
        this.#search.isUnwanted = true;
        this.#endIfPossible();
    }

    // Keeps the best line that the engine has found. A bound is none, nor is the second best.
    #note(line) {
        if (!line.startsWith('info ') || /\s(lower|upper)bound\s|\smultipv (?!1\s)/.test(line)) return;
        const moves = /\spv (.+)$/.exec(line)?.[1];
        if (moves !== undefined) this.#search.best = moves.split(' ');
        this.#endIfPossible();
    }

    // Answers in the place of the engine, once there is an answer.
    #endIfPossible() {
        const { answer, best, isUnwanted } = this.#search;
        if (!isUnwanted || (!answer && !best)) return;
        [this.#isBusy, this.#search] = [false, null];
        this.#replace();
        this.#waiting.unshift(...this.#files.values(), ...this.#options.values(), ...this.#position);
        this.#say(answer ?? `bestmove ${best[0]}${best[1] ? ` ponder ${best[1]}` : ''}`);
        this.#goOn();
    }
}
