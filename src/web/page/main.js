// The page: it shows what the program says, and sends what people do.

import * as board from './board.js';
import * as card from './card.js';
import * as dialog from './dialog.js';
import * as drill from './drill.js';
import * as editor from './edit.js';
import * as input from './input.js';
import * as lots from './lots.js';
import * as newgame from './newgame.js';
import * as panel from './panel.js';
import * as program from './program.js';
import * as settings from './settings.js';
import * as study from './study.js';
import { $, button, learn as learnWords, t, toast } from './text.js';

let greeting = null;
let state = null;
let turned = false;
let isWhites = false;
let faces = '';

// White plays from the near side where only White is a person, and studies the game from there, too.
function isFlipped() {
    const [black, white] = state.players;
    if (!state.isStudy || state.drill) isWhites = white.isPerson && !black.isPerson;
    else if (state.study.name) isWhites = false;
    return isWhites !== turned;
}

async function show(next) {
    const before = state;
    state = next;
    if (editor.isOpen()) return;
    const { game } = next.scene;
    const wanted = `${game} ${settings.liking.set} ${greeting.language}`;
    const pieces = await program.pieces(game, settings.liking.set);
    // Another state may have come while the pieces did.
    if (state !== next) return;
    if (faces !== wanted) board.useFaces(pieces);
    faces = wanted;
    const flipped = isFlipped();
    document.body.classList.toggle('flipped', flipped);
    document.body.classList.toggle('studying', next.isStudy);
    document.body.classList.toggle('drilling', Boolean(next.drill));
    document.body.dataset.game = game;
    const mine = next.scene.moves.length > 0;
    board.draw(next.scene, { flipped, japanese: greeting.language === 'ja', mine, goals: next.drill?.targets });
    input.expect(next, mine);
    card.close();
    panel.show(next, flipped);
    lots.show(next.lots, settings.liking.set);
    study.show(next);
    drill.show(next);
    document.body.dataset.turn = next.turn;
    if (before && next.scene.last.join() !== before.scene.last.join()) settings.knock();
}

function redraw() {
    if (state) show(state);
}

function flip() {
    turned = !turned;
    redraw();
}

// Sets up a position, beginning with the one that is shown.
function edit() {
    input.expect(state, false);
    editor.begin(state.scene, {
        draw: (scene) => board.draw(scene, { flipped: isFlipped(), japanese: greeting.language === 'ja', mine: true, all: true }),
        done: async (position) => (position ? program.act('set-up', position) : redraw()),
    });
}

// Offers what there is to learn of the game.
async function learn() {
    const { game } = state.scene;
    const handbook = await program.handbook(game, settings.liking.set);
    dialog.learning(game, handbook, () => dialog.handbook(handbook));
}

function menu() {
    $('menu').replaceChildren(
        button('new', 'new', () => newgame.newGame(state.scene.game)),
        button('open', 'open', dialog.openRecord),
        button('save', 'save', () => dialog.save((format) => program.save(format, settings.liking.set), ['done', 'stopped'].includes(state.study?.progress))),
        button('edit', 'edit', edit),
        button('learn', 'book', learn),
        button('settings', 'settings', () => settings.ask(greeting, changed)));
    document.documentElement.lang = greeting.language;
    $('squares').setAttribute('aria-label', t('board'));
    $('record').setAttribute('aria-label', t('moves'));
    $('study').setAttribute('aria-label', t('study'));
    $('drill').setAttribute('aria-label', t('tasks'));
    $('card').setAttribute('aria-label', t('piece_card'));
    $('side').setAttribute('aria-label', t('game'));
    $('stage').setAttribute('aria-label', t('board'));
}

function changed(key) {
    if (key === 'language') listen();
    else redraw();
}

const on = {
    hello(next) {
        greeting = next;
        learnWords(next.words);
        dialog.useGreeting(next);
        newgame.useGreeting(next);
        menu();
    },
    state: show,
    live: study.showLive,
    connected(isThere) {
        document.body.classList.toggle('alone', !isThere);
        if (!isThere) toast(t('lost'));
    },
    ended() {
        document.body.classList.add('alone');
        toast(t('ended'));
    },
};

const listen = () => program.listen(on, settings.liking.language);

const KEYS = { ArrowLeft: -1, ArrowRight: 1, Home: -Infinity, End: Infinity };

addEventListener('keydown', (event) => {
    if (event.defaultPrevented || event.target.closest?.('dialog, select, input, textarea, .square') || event.ctrlKey || event.metaKey || event.altKey) return;
    if (KEYS[event.key]) panel.step(KEYS[event.key]);
    else if (event.key === 'f' || event.key === 'F') flip();
    else return;
    event.preventDefault();
});

panel.useDialogs({ newGame: (sfen) => newgame.newGame(state.scene.game, sfen), edit, resign: dialog.resign, agree: dialog.agree, flip });
settings.apply();
listen();
