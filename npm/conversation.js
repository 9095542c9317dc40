// What a client and the engine say to each other, and the workers that have the engine, one after the other.

import { Stand } from './stand.js';

export class Conversation {
    listeners = new Set();
    #open;
    #complain;
    #worker;
    #isClosed = false;
    #ended = null;
    // Takes the part of an engine that hears nothing while it searches; none for one that hears.
    #stand = null;

    // `open` starts a worker that gives its messages to a function.
    constructor(open, complain) {
        this.#open = open;
        this.#complain = complain;
        this.started = new Promise((resolve, reject) => this.#start({ resolve, reject }));
    }

    // Gives a line of the client to the engine.
    take(line) {
        if (this.#isClosed || line.trim() === '') return;
        if (line.trim() === 'quit') this.close();
        else this.#give(line);
    }

    // Gives a file of the client to the engine.
    add(name, bytes) {
        if (!this.#isClosed) this.#give({ name, bytes });
    }

    // Ends the engine at once: it says nothing more.
    close() {
        if (this.#isClosed) return;
        this.#isClosed = true;
        this.#worker.close();
        this.#ended?.();
    }

    // Ends the engine as `quit` ends a program: a search ends with its answer, and a count with its result.
    end() {
        if (this.#isClosed) return Promise.resolve();
        const ended = new Promise((resolve) => { this.#ended = resolve; });
        this.#give('quit');
        return ended;
    }

    #give(item) {
        if (this.#stand) this.#stand.take(item);
        else this.#worker.send(item);
    }

    #start({ resolve, reject }) {
        const worker = this.#open((message) => {
            // A worker that is replaced may have said more.
            if (this.#isClosed || worker !== this.#worker) return;
            if (message.line !== undefined) this.#hear(message.line);
            else if (message.error !== undefined) this.#complain(message.error);
            else if (message.ready !== undefined) resolve(this.#ready(message.ready));
            else if (message.rests) this.#stand.rest();
            else if (message.ended) this.close();
            else this.#fail(message.failed, reject);
        });
        this.#worker = worker;
    }

    #ready({ hears }) {
        if (hears || this.#stand) return;
        this.#stand = new Stand({
            send: (line) => this.#worker.send(line),
            say: (line) => this.#say(line),
            replace: () => this.#replace(),
        });
    }

    #replace() {
        this.#worker.close();
        this.#start({ resolve() {}, reject() {} });
    }

    #hear(line) {
        if (this.#stand) this.#stand.hear(line);
        else this.#say(line);
    }

    #say(line) {
        [...this.listeners].forEach((listener) => listener(line));
    }

    #fail(fault, reject) {
        const error = new Error(`the engine has failed: ${fault}`);
        reject(error);
        this.#complain(error.message);
        this.close();
    }
}
