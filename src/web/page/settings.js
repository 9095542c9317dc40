// What a reader likes: pieces, colours, sounds and language. The browser keeps it.

import { field, open, select } from './dialog.js';
import { t } from './text.js';

const USUAL = { set: 'usual', board: 'wood', theme: 'auto', sounds: 'off', language: '' };

export const liking = { ...USUAL, ...JSON.parse(localStorage.getItem('liking') ?? '{}') };

export function apply() {
    document.documentElement.dataset.board = liking.board;
    document.documentElement.dataset.theme = liking.theme;
}

function like(key, value, changed) {
    liking[key] = value;
    localStorage.setItem('liking', JSON.stringify(liking));
    apply();
    changed(key);
}

export function ask(greeting, changed) {
    const choice = (label, key, options) => field(label, select(options, liking[key] || greeting[key], (value) => like(key, value, changed)));
    open(t('settings'),
        choice('pieces', 'set', ['usual', ...greeting.sets].map((set) => [set, t(`set_${set}`)])),
        choice('board_look', 'board', [['wood', t('theme_wood')], ['plain', t('theme_plain')]]),
        choice('theme', 'theme', ['auto', 'light', 'dark'].map((name) => [name, t(`theme_${name}`)])),
        choice('sounds', 'sounds', [['off', t('off')], ['on', t('on')]]),
        choice('language', 'language', [['en', 'English'], ['ja', '日本語']]));
}

let audio;

// A piece is put on the board: a short knock.
export function knock() {
    if (liking.sounds !== 'on') return;
    audio ??= new AudioContext();
    const length = Math.floor(audio.sampleRate * 0.06);
    const buffer = audio.createBuffer(1, length, audio.sampleRate);
    const samples = buffer.getChannelData(0);
    for (let i = 0; i < length; i += 1) samples[i] = (Math.random() * 2 - 1) * Math.exp((-i / length) * 9);
    const source = new AudioBufferSourceNode(audio, { buffer });
    const wood = new BiquadFilterNode(audio, { type: 'bandpass', frequency: 1400, Q: 1.2 });
    source.connect(wood).connect(audio.destination);
    source.start();
}
