// A client of the engine for tests: it sends lines, and waits for lines.

const PATIENCE = 40_000;

export class Client {
    lines = [];
    #wake = () => {};

    constructor(engine) {
        this.engine = engine;
        engine.addMessageListener((line) => {
            this.lines.push(line);
            this.#wake();
        });
    }

    send(...lines) {
        lines.forEach((line) => this.engine.postMessage(line));
    }

    // The next line that matches; those before it are dropped.
    async until(pattern) {
        const deadline = Date.now() + PATIENCE;
        for (;;) {
            const at = this.lines.findIndex((line) => pattern.test(line));
            if (at >= 0) return this.lines.splice(0, at + 1).at(-1);
            if (Date.now() > deadline) throw new Error(`no ${pattern} among: ${this.lines.slice(-9).join(' / ')}`);
            await new Promise((done) => {
                this.#wake = done;
                setTimeout(done, 1000);
            });
        }
    }
}
