// A pause in which a worker takes its messages. A timer would wait for at least four milliseconds.

const channel = new MessageChannel();
const waiting = [];
channel.port1.onmessage = () => waiting.shift()();

// Lets the worker take messages, and goes on behind them.
export const others = () => new Promise((done) => {
    waiting.push(done);
    channel.port2.postMessage(null);
});
