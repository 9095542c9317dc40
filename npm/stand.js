// Takes the part of an engine that hears nothing while it searches, as in browsers without JavaScript Promise Integration. A
// search that is stopped loses its worker: the answer is the best line so far, and the next worker begins with an empty table.

const word = (line) => line.trim().split(/\s+/)[0];
const optionName = (line) => /^\s*setoption\s+name\s+(.+?)(?:\s+value\s.*)?\s*$/.exec(line)?.[1].toLowerCase();
const isMeasurement = (line) => /^\s*(go\s+perft|bench)\b/.test(line);
const isSearch = (line) => ['go', 'ponderhit', 'stop'].includes(word(line)) && !isMeasurement(line);
const isReadyQuestion = (line) => word(line) === 'isready';
// What ends a search before it is done.
const isEnd = (line) => ['stop', 'go', 'usinewgame', 'gameover', 'bench', 'quit'].includes(word(line)) || /_variant$/.test(optionName(line));

export class Stand {
    #send;
    #say;
    #replace;
    #isBusy = false;
    // The search that the worker is at: one for mate or not, its best line so far, and true if the client wants its end.
    #search = null;
    #waiting = [];
    // The lines that give a new worker the state of the old one: options by name, and the position.
    #options = new Map();
    #position = [];

    // `send` gives a line to the worker, `say` one to the client, and `replace` starts another worker.
    constructor({ send, say, replace }) {
        [this.#send, this.#say, this.#replace] = [send, say, replace];
    }

    // A line of the client.
    take(line) {
        this.#waiting.push(line);
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
        if (/^(bestmove|checkmate)\b/.test(line)) this.#search = null;
        if (this.#search) this.#note(line);
    }

    #goOn() {
        if (!this.#isBusy && this.#waiting.length > 0) this.#pass(this.#waiting.shift());
        if (this.#search) this.#lookAhead();
    }

    #pass(line) {
        const name = optionName(line);
        if (name !== undefined) this.#options.set(name, line);
        if (word(line) === 'position') this.#position = [line];
        if (isSearch(line)) this.#search = { isForMate: /^\s*go\s+mate\b/.test(line), best: null, isUnwanted: false };
        this.#isBusy = true;
        this.#send(line);
    }

    // Does what cannot wait for the end of the search. Lines behind one that ends it are meant for a later search.
    #lookAhead() {
        const at = this.#waiting.findIndex(isEnd);
        const near = this.#waiting.splice(0, at < 0 ? this.#waiting.length : at);
        near.filter(isReadyQuestion).forEach(() => this.#say('readyok'));
        this.#waiting.unshift(...near.filter((line) => !isReadyQuestion(line)));
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
        const { isForMate, best, isUnwanted } = this.#search;
        if (!isUnwanted || (!isForMate && !best)) return;
        [this.#isBusy, this.#search] = [false, null];
        this.#replace();
        this.#waiting.unshift(...this.#options.values(), ...this.#position);
        this.#say(isForMate ? 'checkmate timeout' : `bestmove ${best[0]}${best[1] ? ` ponder ${best[1]}` : ''}`);
        this.#goOn();
    }
}
