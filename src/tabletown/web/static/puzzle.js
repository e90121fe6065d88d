/* Puzzles: tries are sent to the server, which alone knows the answer. A right move is played on the table, and the
   puzzle goes on until the turn ends. What was solved stays in this browser; without storage everything works but
   nothing is remembered. */

import { send } from "./live.js";

const KEY = "tabletown-puzzles";
const nothing = () => ({ solved: {}, shown: {}, row: 0, longest: 0, last: 0 });
const DAY = 86_400_000;
const byId = (id) => document.getElementById(id);
const today = () => Math.floor(Date.now() / DAY);
const root = document.querySelector("[data-solve]");
const list = document.querySelector("[data-puzzles]");
const narrow = matchMedia("(max-width: 900px), (max-aspect-ratio: 1/1)");
let tries = 0;
let made = []; // the right moves of this turn, in order
let busy = false;

function remembered() {
  try {
    return { ...nothing(), ...JSON.parse(localStorage.getItem(KEY) ?? "{}") };
  } catch {
    return nothing();
  }
}

/** Note a puzzle whose answer was shown before it was solved: it counts no more. */
function noteShown(id) {
  const kept = remembered();
  if (kept.solved[id] === undefined) kept.shown[id] = true;
  keep(kept);
}

/** Note a puzzle that was solved; a row are days in succession on which the day's puzzle was solved. */
function remember(id, isToday) {
  const kept = remembered();
  if (kept.shown[id]) return;
  kept.solved[id] ??= tries;
  if (isToday && kept.last !== today()) {
    kept.row = kept.last === today() - 1 ? kept.row + 1 : 1;
    kept.last = today();
    kept.longest = Math.max(kept.longest, kept.row);
  }
  keep(kept);
  showWeek();
}

function keep(kept) {
  try {
    localStorage.setItem(KEY, JSON.stringify(kept));
  } catch {
    // it is not remembered
  }
}

const layout = () => (narrow.matches ? "phone" : "desktop");

function say(text, css, why = []) {
  byId("puzzle-said").textContent = text;
  byId("puzzle-said").className = `found ${css}`;
  byId("puzzle-why").textContent = why.join("\n");
  if (narrow.matches && text) byId("puzzle-said").scrollIntoView({ block: "center" });
}

function mark(move, css) {
  const button = root.querySelector(`.tries [data-move="${move}"]`);
  button?.classList.add(css);
  byId(button?.dataset.target)?.classList.add(css);
}

/** The table after a right move, with what may be done next. */
function show(frame) {
  const board = byId("board");
  board.setAttribute("viewBox", `0 0 ${frame.width} ${frame.height}`);
  board.setAttribute("aria-label", frame.label);
  board.innerHTML = frame.order.map((name) => frame.regions[name]).join("");
  byId("puzzle-prompt").textContent = frame.moves.length ? frame.prompt.sentence : "";
  byId("puzzle-count").textContent = frame.moves.length || "";
  const tried = frame.moves.map((move) => {
    const item = document.createElement("li");
    const button = document.createElement("button");
    Object.assign(button, { type: "button", className: "key", textContent: move.label });
    Object.assign(button.dataset, { move: move.id, target: move.target });
    item.append(button);
    return item;
  });
  root.querySelector(".tries").replaceChildren(...tried);
  byId("puzzle-moves").hidden = !frame.moves.length;
}

async function attempt(move) {
  if (busy || "solved" in root.dataset) return;
  busy = true;
  tries += 1;
  const answer = await send(`/api/puzzles/${root.dataset.solve}`, { moves: [...made, move], layout: layout() });
  busy = false;
  if (!answer.ok) return say(answer.error, "wrong");
  say(answer.sentence, answer.right ? "right" : "wrong", answer.why);
  if (!answer.right) return mark(move, "is-wrong");
  made.push(move);
  show(answer.frame);
  if (answer.solved) end();
}

function end() {
  root.dataset.solved = "";
  byId("puzzle-answer").hidden = byId("puzzle-hint").hidden = true;
  byId("puzzle-next").classList.add("gold");
  byId("puzzle-next").focus({ preventScroll: true });
  remember(root.dataset.solve, "today" in root.dataset);
}

function onBoard(event) {
  const element = event.target.closest?.(".legal");
  if (!element) return;
  const here = [...root.querySelectorAll(".tries [data-move]")].filter((button) => button.dataset.target === element.id);
  const own = element.dataset.move ?? (here.length === 1 ? here[0].dataset.move : null);
  if (here.length > 1) return here[0].focus();
  if (own) attempt(Number(own));
}

async function showHint() {
  const answer = await send(`/api/puzzles/${root.dataset.solve}/hint`, { moves: made });
  say(answer.ok ? answer.sentence : answer.error, answer.ok ? "" : "wrong");
}

async function showAnswer() {
  const answer = await send(`/api/puzzles/${root.dataset.solve}/answer`, { moves: made });
  if (!answer.ok) return say(answer.error, "wrong");
  noteShown(root.dataset.solve);
  showWeek();
  say(`${answer.line.join(", then ")}: this wins ${Math.round(100 * answer.value)}%.`, "right", answer.why);
  mark(answer.move, "is-right");
}

/** The days of this week: what was solved and how, and the row of days. */
function showWeek() {
  const kept = remembered();
  for (const link of document.querySelectorAll("[data-week] [data-puzzle]")) {
    const tried = kept.solved[link.dataset.puzzle];
    const state = tried !== undefined ? (tried === 1 ? "1 try" : `${tried} tries`) : kept.shown[link.dataset.puzzle] ? "shown" : "open";
    link.querySelector(".state").textContent = state;
    link.dataset.state = tried === undefined ? state : "solved";
  }
  const row = kept.last >= today() - 1 ? kept.row : 0;
  if (byId("streak") && kept.longest) byId("streak").textContent = `${row === 1 ? "1 day" : `${row} days`} in a row; longest ${kept.longest}`;
}

showWeek();

if (root) {
  root.addEventListener("click", (event) => {
    const button = event.target.closest?.(".tries [data-move]");
    if (button) attempt(Number(button.dataset.move));
  });
  const stage = byId("board").parentElement; // the board itself may be replaced
  stage.addEventListener("click", onBoard);
  stage.addEventListener("keydown", (event) => ["Enter", " "].includes(event.key) && (event.preventDefault(), onBoard(event)));
  byId("puzzle-answer").addEventListener("click", showAnswer);
  byId("puzzle-hint").addEventListener("click", showHint);
  if (narrow.matches && !location.search.includes("layout=phone")) {
    const text = await (await fetch(`${location.pathname}?layout=phone`)).text();
    const fresh = new DOMParser().parseFromString(text, "text/html").getElementById("board");
    if (fresh) byId("board").replaceWith(document.importNode(fresh, true));
  }
}

if (list) {
  const kept = remembered();
  for (const link of list.querySelectorAll("[data-game] [data-puzzle]")) {
    if (kept.solved[link.dataset.puzzle] === undefined) continue;
    link.dataset.solved = "";
    if (link.href) link.setAttribute("aria-label", `${link.getAttribute("aria-label")}, solved`);
  }
  for (const game of list.querySelectorAll("[data-game]")) {
    const solved = game.querySelectorAll("[data-solved]").length;
    game.querySelector(".count").textContent = `${solved ? `${solved} of ` : ""}${game.querySelectorAll("[data-puzzle]").length}${solved ? " solved" : ""}`;
    const open = game.querySelector("[data-puzzle]:not([data-solved])");
    const following = game.querySelector("[data-next]");
    if (open && following) following.href = `/puzzles/${open.dataset.puzzle}`;
  }
}
