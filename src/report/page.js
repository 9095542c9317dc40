"use strict";
(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const { layout, kinds, held, nodes, players, words } = data;
  const element = (id) => document.getElementById(id);
  const SVG = "http://www.w3.org/2000/svg";
  const HEAD = 22;
  const A = "a".charCodeAt(0);
  // On a phone the hands lie above and below the board, which takes the whole width then.
  const phone = matchMedia("(max-width: 30rem)");
  const PHONE_GAP = 4;
  // Room for the names of files above the board and for those of ranks beside it.
  const LABELS = 30;
  const last = nodes.length - 1;
  // A browser scrolls the page to the row that the address names, away from the board, unless the row has no name.
  const rows = [...document.querySelectorAll("#moves tbody tr")];
  rows.forEach((row) => row.removeAttribute("id"));
  if (location.hash) scrollTo(0, 0);

  // `line` is null in the game, else one of the lines of the ply; `step` counts the moves of it that are made.
  const state = { ply: 0, line: null, step: 0, flipped: false };

  // The letters of a rank, counted from 0: after z comes aa.
  const rankName = (rank) => (rank < 26 ? "" : String.fromCharCode(A - 1 + Math.floor(rank / 26))) + String.fromCharCode(A + (rank % 26));
  const rankOf = (letters) => [...letters].reduce((rank, letter) => 26 * rank + letter.charCodeAt(0) - A + 1, 0) - 1;

  // Names of several letters stand between commas.
  const isLong = kinds.some((kind) => /[A-Z]{2}/.test(kind));
  const cells = isLong ? /(\d+)|(\+?[A-Za-z]+)/g : /(\d+)|(\+?[A-Za-z]['!]?)/g;

  // The pieces as {piece: {kind, black}} by the names of squares, and the counts in both hands.
  function read(sfen) {
    const [rows, , hands] = sfen.split(" ");
    const squares = {};
    rows.split("/").forEach((row, rank) => {
      let file = layout.files;
      for (const [, digits, piece] of row.matchAll(cells)) {
        if (digits) {
          file -= Number(digits);
          continue;
        }
        const black = piece === piece.toUpperCase();
        const kind = kinds.indexOf(piece.toUpperCase());
        squares[file + rankName(rank)] = { kind, black };
        file -= 1;
      }
    });
    const counts = { true: {}, false: {} };
    for (const [, digits, letter] of hands.matchAll(/(\d*)([A-Za-z])/g)) {
      const black = letter === letter.toUpperCase();
      counts[black][kinds.indexOf(letter.toUpperCase())] = Number(digits || 1);
    }
    return { squares, counts };
  }

  function draw(parent, name, attributes, text) {
    const drawn = document.createElementNS(SVG, name);
    for (const [key, value] of Object.entries(attributes)) drawn.setAttribute(key, value);
    if (text !== undefined) drawn.textContent = text;
    parent.append(drawn);
  }

  function corner(square) {
    const file = parseInt(square, 10);
    const rank = rankOf(square.replace(/^\d+/, ""));
    const column = state.flipped ? file - 1 : layout.files - file;
    const row = state.flipped ? layout.ranks - 1 - rank : rank;
    return [layout.left + column * layout.cell, layout.top + row * layout.cell];
  }

  function middle(square) {
    return corner(square).map((edge) => edge + layout.cell / 2);
  }

  const right = layout.left + layout.files * layout.cell;
  const bottom = layout.top + layout.ranks * layout.cell;

  // A point in the room for the hands: `along` it from where the hand begins.
  function handPlace(near, along) {
    if (!phone.matches) return { x: layout.hands[near ? 1 : 0], y: near ? bottom - along : layout.top + along };
    const away = PHONE_GAP + layout.cell / 2;
    const [x, y] = near ? [right - along, bottom + away] : [layout.left + along, layout.top - LABELS - away];
    return { x, y };
  }

  // The kinds in a hand, each with its middle.
  function places(counts, black) {
    const step = phone.matches ? Math.min(layout.step + 14, (right - layout.left) / held.length) : Math.min(layout.step, layout.ranks * layout.step / held.length);
    return held.filter((kind) => counts[black][kind]).map((kind, place) =>
      ({ kind, ...handPlace(black !== state.flipped, place * step + layout.cell / 2) }));
  }

  const board = element("board");
  const wideBox = board.getAttribute("viewBox");
  function frame() {
    const hand = held.length ? layout.cell + PHONE_GAP : 0;
    const [x, y] = [layout.left - 6, layout.top - LABELS - hand];
    const box = [x, y, right + LABELS + 10 - x, bottom + hand + PHONE_GAP - y].join(" ");
    board.setAttribute("viewBox", phone.matches ? box : wideBox);
  }

  // The target of a drop; else the origin, the square of a first step if there is one, and the target.
  function squaresOf(move) {
    return move.match(/\d+[a-z]+/g);
  }

  function drawPieces({ squares, counts }) {
    const pieces = element("pieces");
    pieces.replaceChildren();
    const piece = (kind, black, x, y) =>
      draw(pieces, "use", { href: `#${black !== state.flipped ? "b" : "w"}${kind}`, x, y });
    for (const [square, { kind, black }] of Object.entries(squares)) piece(kind, black, ...middle(square));
    for (const black of [true, false]) {
      for (const { kind, x, y } of places(counts, black)) {
        piece(kind, black, x, y);
        const count = counts[black][kind];
        if (count > 1) draw(pieces, "text", { x: x + 34, y: y + 20, "font-size": 18 }, count);
      }
    }
  }

  function drawMarks(move) {
    const marks = element("marks");
    marks.replaceChildren();
    for (const square of move ? squaresOf(move) : []) {
      const [x, y] = corner(square);
      draw(marks, "rect", { x, y, width: layout.cell, height: layout.cell, fill: "#e89850" });
    }
  }

  // The piece of a drop may have left the hand by the move that was played; the arrow then begins at the hand.
  function drawArrow({ move, black, name }, counts) {
    const squares = squaresOf(move);
    const to = middle(squares.at(-1));
    let from = middle(squares[0]);
    if (squares.length === 1) {
      const [letter] = move.match(/[A-Z]/);
      const place = places(counts, black).find(({ kind }) => kinds[kind] === letter);
      const { x, y } = place ?? handPlace(black !== state.flipped, layout.cell / 2);
      from = [x, y];
    }
    const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
    const length = Math.hypot(dx, dy);
    const neck = length - HEAD;
    draw(element("arrow"), "path", {
      class: name,
      transform: `translate(${from}) rotate(${(Math.atan2(dy, dx) * 180) / Math.PI})`,
      d: `M0-4H${neck}V-14L${length} 0 ${neck} 14V4H0Z`,
    });
  }

  // The next move of a line that is played through; in the game the better move and the answer to the one played.
  function arrows(node, line, blackMoves) {
    if (line) {
      const next = line.steps[state.step];
      return next ? [{ move: next.move, black: blackMoves, name: line.name }] : [];
    }
    const better = node.better ? [{ move: node.better, black: node.black, name: "line" }] : [];
    const answers = node.lines.filter(({ name }) => ["refutation", "mate"].includes(name));
    return [...better, ...answers.map(({ name, steps }) => ({ move: steps[0].move, black: blackMoves, name }))];
  }

  const labels = [...board.querySelectorAll(":scope > g > text")];
  const names = labels.map((label) => label.textContent);
  function drawLabels() {
    const files = names.slice(0, layout.files);
    const ranks = names.slice(layout.files);
    const shown = state.flipped ? [...files.reverse(), ...ranks.reverse()] : names;
    labels.forEach((label, index) => (label.textContent = shown[index]));
  }

  function button(text, action, isCurrent) {
    const made = document.createElement("button");
    made.type = "button";
    made.textContent = text;
    if (isCurrent) made.setAttribute("aria-current", "step");
    made.addEventListener("click", action);
    return made;
  }

  function showLines(node) {
    const shown = node.lines.map((line, index) => {
      const row = document.createElement("div");
      row.className = `line ${line.name}`;
      const title = document.createElement("h3");
      title.textContent = words[line.name];
      const steps = line.steps.map((step, at) =>
        button(step.text, () => enter(index, at + 1), state.line === index && state.step === at + 1));
      row.append(title, ...steps);
      return row;
    });
    if (state.line !== null) {
      const row = document.createElement("p");
      row.append(button(`↩ ${words.back}`, () => go(state.ply)));
      shown.push(row);
    }
    element("lines").replaceChildren(...shown);
  }

  function paragraph(text) {
    const made = document.createElement("p");
    made.textContent = text;
    return made;
  }

  function tell(node) {
    const told = element("told");
    const title = document.createElement("p");
    title.className = node.class;
    const move = document.createElement("strong");
    move.textContent = state.ply ? `${state.ply} ${node.text} ` : words.start;
    const sign = document.createElement("b");
    sign.className = "sign";
    sign.textContent = node.sign;
    title.append(move, sign);
    const [note, names] = [node.note, node.names].map(paragraph);
    names.className = "names";
    told.replaceChildren(title, note, names);
    const comments = element("comments");
    comments.replaceChildren(...(node.comments ?? []).map(paragraph));
    comments.hidden = !node.comments;
    comments.scrollTop = 0;
  }

  function markRow() {
    rows.forEach((row) => row.removeAttribute("aria-current"));
    const row = rows[state.ply];
    row.setAttribute("aria-current", "true");
    // Only the list scrolls, never the page.
    const list = row.closest(".list");
    const above = row.offsetTop - list.querySelector("thead").offsetHeight;
    const below = row.offsetTop + row.offsetHeight - list.clientHeight;
    if (list.scrollTop > above) list.scrollTop = above;
    if (list.scrollTop < below) list.scrollTop = below;
  }

  function show() {
    const node = nodes[state.ply];
    const line = state.line === null ? null : node.lines[state.line];
    const shown = line && state.step ? line.steps[state.step - 1] : line ? nodes[line.ply] : node;
    const position = read(shown.sfen);
    const blackMoves = shown.sfen.split(" ")[1] === "b";
    frame();
    drawMarks(shown.move);
    drawPieces(position);
    element("arrow").replaceChildren();
    arrows(node, line, blackMoves).forEach((arrow) => drawArrow(arrow, position.counts));
    drawLabels();
    tell(node);
    showLines(node);
    markRow();
    for (const [place, black] of [["far", state.flipped], ["near", !state.flipped]]) {
      element(place).textContent = players[black ? 0 : 1];
      element(place).classList.toggle("turn", black === blackMoves);
    }
    element("ply").value = state.ply;
    element("ply").setAttribute("aria-valuetext", `${state.ply} ${node.text || words.start}`);
    board.setAttribute("aria-label", `${shown.text || words.start} – ${shown.sfen}`);
    element("cursor").setAttribute("d", `M${state.ply * 10} 0V100`);
  }

  function go(ply) {
    state.ply = Math.min(Math.max(ply, 0), last);
    state.line = null;
    state.step = 0;
    show();
  }

  function enter(line, step) {
    const steps = nodes[state.ply].lines[line]?.steps;
    if (!steps) return;
    if (step < 0) return go(state.ply);
    state.line = line;
    state.step = Math.min(step, steps.length);
    show();
  }

  const isJudged = (node) => ["inaccuracy", "mistake", "blunder", "mate"].includes(node.class);
  function judged(direction) {
    for (let ply = state.ply + direction; ply >= 0 && ply <= last; ply += direction) {
      if (isJudged(nodes[ply])) return go(ply);
    }
  }

  const actions = {
    start: () => go(0),
    end: () => go(last),
    back: () => (state.line === null ? go(state.ply - 1) : enter(state.line, state.step - 1)),
    on: () => (state.line === null ? go(state.ply + 1) : enter(state.line, state.step + 1)),
    worse: () => judged(-1),
    worst: () => judged(1),
    best: () => (state.line === null ? enter(0, 1) : go(state.ply)),
    flip: () => {
      state.flipped = !state.flipped;
      show();
    },
  };
  const keys = {
    ArrowLeft: "back", ArrowRight: "on", Home: "start", End: "end", p: "worse", n: "worst", b: "best", f: "flip",
  };

  for (const control of document.querySelectorAll("[data-go]")) {
    control.addEventListener("click", () => actions[control.dataset.go]());
  }
  element("ply").addEventListener("input", (event) => go(Number(event.target.value)));
  document.addEventListener("click", (event) => {
    const link = event.target.closest('a[href^="#p"]');
    if (!link) return;
    event.preventDefault();
    go(Number(link.getAttribute("href").slice(2)));
  });
  phone.addEventListener("change", show);
  document.addEventListener("keydown", (event) => {
    const action = keys[event.key];
    if (!action || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    actions[action]();
  });

  document.documentElement.classList.add("js");
  go(Number(/^#p(\d+)$/.exec(location.hash)?.[1] ?? 0));
})();
