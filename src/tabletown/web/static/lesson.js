/* A lesson: the sentence of the step, what to touch, and answers to other moves. The server knows the lesson. */

import { send } from "./live.js";
import { keep } from "./settings.js";
import { tips } from "./tips.js";

const byId = (id) => document.getElementById(id);
const board = byId("board");
const panel = byId("lesson");
const api = `/api/tables/${board.dataset.table}`;

let told = null; // what the last frame said of the lesson
let version = 0;
let sending = false;
let closed = false; // the last sentence was read
let frames = []; // what is marked: elements, and how
let settled = 0; // when pieces have come to rest

const SETTLING = 1500;

const element = (id) => (id ? byId(id) : null);
const isOpen = () => Boolean(document.querySelector("dialog:modal, [popover]:popover-open"));

/** The elements on which the one thing that is asked for is done. */
function targets() {
  if (told.kind === "help") return [byId("advise") ?? byId("do-advice")];
  const found = told.targets.map((id, number) => element(id) ?? board.querySelector(`.legal[data-move="${told.moves[number]}"]`));
  return found.filter(Boolean);
}

/** Called with every frame, when the table shows it. */
function show(frame) {
  const before = told;
  told = frame.lesson ?? null;
  version = frame.version;
  if (told?.done) keep(`learned-${board.dataset.game}`, "on");
  if (frame.over) keep(`learned-${board.dataset.game}`, "on"); // whoever has played it needs no lesson
  const visible = Boolean(told) && !(told.done && closed);
  panel.hidden = !visible;
  document.body.classList.toggle("in-lesson", visible && !told.done);
  document.body.classList.toggle("with-lesson", visible);
  if (!visible) return mark();
  const isNew = before?.id !== told.id || before?.done !== told.done;
  if (isNew) answer("");
  byId("lesson-say").textContent = told.say;
  byId("lesson-figure").setAttribute("href", `#p-meeple-${frame.viewer ?? 0}`);
  byId("lesson-back").hidden = byId("lesson-where").hidden = byId("lesson-count").hidden = told.done;
  byId("lesson-back").disabled = told.step === 1;
  byId("lesson-end").hidden = !told.done;
  if (!told.done) count();
  mark();
  if (isNew) requestAnimationFrame(begin);
}

function count() {
  const chapter = told.chapter ? `${told.chapter} · ` : "";
  byId("lesson-number").textContent = `${chapter}Step ${told.step} of ${told.of}`;
  byId("lesson-dots").replaceChildren(...Array.from({ length: told.of }, (_, number) => {
    const dot = document.createElement("i");
    dot.className = number + 1 < told.step ? "walked" : number + 1 === told.step ? "reached" : "";
    return dot;
  }));
}

/** Mark what the step speaks of; a piece that is to be touched can be reached by keyboard. */
function mark(pulsing = "") {
  const goals = told && !told.done ? targets() : [];
  const shown = told && !told.done ? told.show.map(element).filter((one) => one && !goals.includes(one)) : [];
  frames = [...shown.map((one) => [one, "shown"]), ...goals.map((one) => [one, "goal"])];
  byId("lesson-marks").replaceChildren(...frames.map(([, kind]) => {
    const ring = document.createElement("div");
    ring.className = `lesson-mark ${kind}${kind === pulsing ? " pulsing" : ""}`;
    return ring;
  }));
  settled = performance.now() + SETTLING;
  place();
  if (!goals.length) return;
  const piece = told.kind === "tap" && element(told.targets[0]);
  if (piece && !piece.hasAttribute("tabindex")) {
    piece.setAttribute("tabindex", "0");
    piece.setAttribute("role", "button");
  }
}

/** The marks lie above the table, so that nothing drawn later covers them; they follow what they mark. */
function place() {
  for (const [number, ring] of [...byId("lesson-marks").children].entries()) {
    const box = frames[number][0].getBoundingClientRect();
    const room = ring.classList.contains("goal") ? 8 : 3;
    ring.hidden = !box.width;
    const edges = { left: box.x - room, top: box.y - room, width: box.width + 2 * room, height: box.height + 2 * room };
    for (const [name, value] of Object.entries(edges)) ring.style[name] = `${value}px`;
  }
  if (performance.now() < settled) requestAnimationFrame(place);
}

for (const event of ["scroll", "resize"]) addEventListener(event, place, { passive: true });

/** A step begins: its target has the focus, and can be seen. */
function begin() {
  if (!told || told.done) return;
  const [target] = targets();
  bringIntoView(target ?? element(told.show[0]));
  if (!target && board.contains(document.activeElement)) document.activeElement.blur(); // it is to be found
  if (!target) return;
  if (isOpen()) return;
  target.focus({ preventScroll: true });
  tips.hide(); // the sentence says enough
}

/** Scroll only if an element lies outside of what can be seen between the top and the panel. */
function bringIntoView(target) {
  if (!target) return;
  const box = target.getBoundingClientRect();
  const lower = panel.getBoundingClientRect();
  const isBelow = lower.top > innerHeight / 2;
  const [top, bottom] = isBelow ? [8, lower.top - 8] : [lower.bottom + 4, innerHeight - 4];
  if (box.top >= top && box.bottom <= bottom) return;
  const middle = (top + bottom) / 2;
  scrollBy({ top: box.top + Math.min(box.height, bottom - top) / 2 - middle, behavior: "auto" });
}

/** What is said to something else than what was asked for. */
function answer(sentence) {
  byId("lesson-answer").textContent = sentence;
  panel.classList.toggle("answered", Boolean(sentence));
}

/** The server did not play a move, and says why; now the target is shown even if it was to be found. */
function tell({ said, show: where, moves }) {
  answer(said);
  if (told && !told.done && where?.length) [told.targets, told.moves] = [where, moves];
  mark("goal");
  bringIntoView(told && !told.done ? targets()[0] : null);
}

async function act(body) {
  if (sending) return;
  sending = true;
  const reply = await send(`${api}/lesson`, { version, ...body });
  sending = false;
  if (!reply.ok) answer(reply.error);
}

/** Whether an event is about an element: on it, or for a pointer anywhere within its mark. */
function isOn(target, event) {
  if (target.contains(event.target)) return true;
  const box = target.getBoundingClientRect();
  const { clientX: x, clientY: y } = event;
  return x >= box.left && x <= box.right && y >= box.top && y <= box.bottom;
}

function touch(event) {
  if (told?.kind !== "tap" || told.done) return;
  const [id] = told.targets;
  if (!element(id) || !isOn(element(id), event)) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  act({ tap: id });
}

board.addEventListener("click", touch, true);
board.addEventListener("keydown", (event) => (event.key === "Enter" || event.key === " ") && touch(event), true);
byId("lesson-back").addEventListener("click", () => act({ back: true }));
byId("lesson-where").addEventListener("click", () => {
  const [target] = targets();
  mark(target ? "goal" : "shown");
  bringIntoView(target ?? element(told.show[0]));
  target?.focus({ preventScroll: true });
});
byId("lesson-end").addEventListener("click", () => {
  closed = true;
  panel.hidden = true;
  document.body.classList.remove("with-lesson");
});

export const lesson = { show, tell };
