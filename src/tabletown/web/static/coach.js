/* The coach, for somebody who plays with bots alone: off, gentle (warns of clear mistakes) or full (chances on every
   choice). The table keeps its level. It never holds a move back for long: if it is late, the move is played. */

import { send } from "./live.js";

const PATIENCE = 1000; // milliseconds
const WARNS_OF = ["mistake", "blunder"];
const byId = (id) => document.getElementById(id);
const SVG = "http://www.w3.org/2000/svg";

const choice = byId("coach-level");
let level = "off";
let judged = null; // the version for which the position was judged
let verdict = null; // what is said to it, once it comes
let shown = null; // the verdict whose chances stand on the choices
let looks = 0;
let told = new Map(); // by move: what it is worth
let allowed = null; // a move that was chosen although the coach warned

async function ask(api, version, move) {
  const query = move === undefined ? "" : `&move=${move}`;
  const answer = await fetch(`${api}/coach?version=${version}${query}`).catch(() => null);
  return answer?.ok ? answer.json() : null;
}

const late = () => new Promise((resolve) => setTimeout(() => resolve(null), PATIENCE));

function chance(row, unit) {
  return unit === "points" ? row.value.toFixed(0) : `${Math.round(100 * row.value)}%`;
}

function clear() {
  told.clear();
  shown = null;
  for (const old of document.querySelectorAll(".coach-chance")) old.remove();
}

function close() {
  if (byId("coach")) byId("coach").hidden = true;
}

/** The chances on the choices themselves, and beside each move in the list of all moves. */
function showChances(answer) {
  shown = answer;
  told = new Map(answer.candidates.map((row) => [row.move, { text: chance(row, answer.unit), best: row.move === answer.best }]));
  for (const row of answer.candidates) {
    for (const button of document.querySelectorAll(`:is(#moves-list, #spare) [data-move="${row.move}"]`)) button.append(coach.chip(row.move));
  }
  drawChances(byId("board"));
}

/** The chances on the choices: the best of each. */
function drawChances(board) {
  for (const old of board.querySelectorAll(".coach-chance")) old.remove();
  const best = new Map();
  for (const row of shown.candidates) if (!best.has(row.target)) best.set(row.target, row);
  const toBoard = board.getScreenCTM().inverse();
  for (const [target, row] of best) {
    const element = byId(target);
    if (element && board.contains(element)) board.append(plate(element.getBoundingClientRect(), toBoard, row, shown));
  }
}

/** A chance on the lower edge of a choice. */
function plate(box, toBoard, row, answer) {
  const at = new DOMPoint(box.x + box.width / 2, box.bottom).matrixTransform(toBoard);
  const words = chance(row, answer.unit);
  const room = (box.width * 1.05 * toBoard.a) / (16 + 9.5 * words.length);
  const size = 15 * Math.min(1, room); // what is small gets a small one
  const [width, height] = [(16 + 9.5 * words.length) * (size / 15), 1.47 * size];
  const [fill, ink] = row.move === answer.best ? ["var(--legal-fill)", "var(--legal-ink)"] : ["var(--card)", "var(--ink)"];
  const group = svg("g", { class: "coach-chance", "pointer-events": "none", "aria-hidden": "true" });
  const label = svg("text", { x: at.x, y: at.y - 4 + size / 3, "text-anchor": "middle", "font-size": size, "font-weight": 700, fill: ink });
  label.textContent = words;
  group.append(svg("rect", { x: at.x - width / 2, y: at.y - 4 - height / 2, width, height, rx: height / 2, fill, stroke: "var(--ink-soft)", "stroke-width": 1.2 }), label);
  return group;
}

function svg(name, attributes) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  return element;
}

export const coach = {
  /** What a move is worth, to stand on its button; nothing where that is not told. */
  chip(move) {
    const found = told.get(move);
    if (!found) return "";
    const chip = document.createElement("span");
    chip.className = `coach-chance chip${found.best ? " good" : ""}`;
    chip.textContent = found.text;
    return chip;
  },

  /** Judge the position while the player thinks; a picture that comes anew for the same position is asked nothing. */
  async look(api, frame, mine) {
    const look = ++looks;
    clear();
    if (judged !== frame.version) {
      close();
      allowed = null;
    }
    level = frame.table?.coach ?? "off";
    if (choice && document.activeElement !== choice) choice.value = level;
    if (level === "off" || !choice || !mine) return;
    if (judged !== frame.version) [judged, verdict] = [frame.version, ask(api, frame.version)];
    const answer = await verdict;
    if (answer && level === "full" && look === looks) showChances(answer);
  },

  /** The picture of a version was drawn anew: what stood on it stands there again. */
  redraw(version) {
    if (shown && shown.version === version) drawChances(byId("board"));
  },

  /** Whether a move may be played: asked of the player if it gives much away. */
  async allows(api, frame, move) {
    if (level === "off" || !choice || allowed === move.id || !frame.moves || frame.moves.length < 2) return true;
    const answer = await Promise.race([ask(api, frame.version, move.id), late()]);
    if (!answer || !WARNS_OF.includes(answer.mark)) return true;
    byId("coach-label").textContent = answer.sentence;
    byId("coach-why").textContent = answer.why.join("\n");
    byId("coach").hidden = false;
    byId("coach-again").focus({ preventScroll: true });
    return new Promise((resolve) => {
      byId("coach-anyway").onclick = () => (close(), (allowed = move.id), resolve(true));
      byId("coach-again").onclick = () => (close(), resolve(false));
      byId("coach").onkeydown = (event) => event.key === "Escape" && (event.stopPropagation(), close(), resolve(false));
    });
  },
};

choice?.addEventListener("change", async () => {
  const answer = await send(`/api/tables/${byId("board").dataset.table}/coach`, { level: choice.value });
  if (!answer.ok) choice.value = level;
  byId("coach-note").textContent = answer.ok ? "" : answer.error;
});
