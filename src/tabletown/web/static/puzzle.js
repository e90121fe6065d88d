/* Puzzles: tries are sent to the server, which alone knows the answer. What was solved stays in this browser; without
   storage everything works but nothing is remembered. */

import { send } from "./live.js";

const KEY = "tabletown-puzzles";
const DAY = 86_400_000;
const byId = (id) => document.getElementById(id);
const today = () => Math.floor(Date.now() / DAY);
const root = document.querySelector("[data-solve]");
const shelf = document.querySelector("[data-shelf]");
const narrow = matchMedia("(max-width: 900px), (max-aspect-ratio: 1/1)");
let tries = 0;

function remembered() {
  try {
    return { solved: {}, row: 0, longest: 0, last: 0, ...JSON.parse(localStorage.getItem(KEY) ?? "{}") };
  } catch {
    return { solved: {}, row: 0, longest: 0, last: 0 };
  }
}

/** Note a puzzle that was solved; a row are days in succession on which the day's puzzle was solved. */
function remember(id, isToday) {
  const kept = remembered();
  kept.solved[id] ??= tries;
  if (isToday && kept.last !== today()) {
    kept.row = kept.last === today() - 1 ? kept.row + 1 : 1;
    kept.last = today();
    kept.longest = Math.max(kept.longest, kept.row);
  }
  try {
    localStorage.setItem(KEY, JSON.stringify(kept));
  } catch {
    // it is not remembered
  }
}

function say(text, css, why = []) {
  byId("puzzle-said").textContent = text;
  byId("puzzle-said").className = `found ${css}`;
  byId("puzzle-why").textContent = why.join(" ");
}

async function attempt(move) {
  tries += 1;
  const answer = await send(`/api/puzzles/${root.dataset.solve}`, { move });
  if (!answer.ok) return say(answer.error, "wrong");
  say(answer.sentence, answer.right ? "right" : "wrong", answer.why);
  root.querySelector(`.tries [data-move="${move}"]`)?.classList.add(answer.right ? "is-right" : "is-wrong");
  if (answer.right) remember(root.dataset.solve, "today" in root.dataset);
}

function onBoard(event) {
  const element = event.target.closest?.(".legal");
  if (!element) return;
  const here = [...root.querySelectorAll(".tries [data-move]")].filter((button) => button.dataset.target === element.id);
  const own = element.dataset.move ?? (here.length === 1 ? here[0].dataset.move : null);
  if (here.length > 1) return here[0].focus();
  if (own) attempt(Number(own));
}

if (root) {
  root.addEventListener("click", (event) => {
    const button = event.target.closest?.(".tries [data-move]");
    if (button) attempt(Number(button.dataset.move));
  });
  byId("board").addEventListener("click", onBoard);
  byId("board").addEventListener("keydown", (event) => ["Enter", " "].includes(event.key) && (event.preventDefault(), onBoard(event)));
  byId("puzzle-answer").addEventListener("click", async () => {
    const answer = await send(`/api/puzzles/${root.dataset.solve}/answer`);
    if (!answer.ok) return say(answer.error, "wrong");
    say(`${answer.label} wins ${Math.round(100 * answer.value)}%.`, "right", answer.why);
    root.querySelector(`.tries [data-move="${answer.move}"]`)?.classList.add("is-right");
  });
  if (narrow.matches && !location.search.includes("layout=phone")) {
    const text = await (await fetch(`${location.pathname}?layout=phone`)).text();
    const fresh = new DOMParser().parseFromString(text, "text/html").getElementById("board");
    if (fresh) byId("board").replaceWith(document.importNode(fresh, true));
    byId("board").addEventListener("click", onBoard);
  }
}

if (shelf) {
  const kept = remembered();
  for (const link of shelf.querySelectorAll("[data-puzzle]")) if (kept.solved[link.dataset.puzzle]) link.dataset.solved = "";
  const count = Object.keys(kept.solved).length;
  const row = kept.last >= today() - 1 ? kept.row : 0;
  if (byId("streak") && count) byId("streak").textContent = `Solved: ${count}. Days in a row: ${row}, at most ${kept.longest}.`;
}
