/* A table: shows frames, lets pointer, keyboard and screen reader play every legal move. Holds no rules. */

import { badge, fanfare, ring } from "./bell.js";
import { watchCompilation } from "./compiling.js";
import { fly, landAll, snapshot } from "./flight.js";
import { arrows } from "./keyboard.js";
import { Live, send } from "./live.js";
import { Log } from "./log.js";
import { patch, svgElements } from "./patch.js";
import { previews } from "./previews.js";
import { on } from "./settings.js";
import { tips } from "./tips.js";

const get = (id) => document.getElementById(id);
const board = get("board");
const api = new URL(`/api/tables/${board.dataset.table}`, location).href;
const narrow = matchMedia("(max-width: 900px), (max-aspect-ratio: 1/1)");
const layout = () => (narrow.matches ? "phone" : "desktop");
const log = new Log(get("log-lines"));

let frame = null; // what the server said last
let chosen = null; // a move that waits to be confirmed
let source = ""; // the element that the last move was made on
let busy = false;
let met = null; // the seat for which the curtain was opened
let kept = {}; // the markup of every region of the last frame
let advised = null; // an advice that is shown in place of the table

// ---------------------------------------------------------------- frames

const live = new Live(api, layout(), receive, connection);
narrow.addEventListener("change", () => live.restart(layout()));

function receive(next) {
  if (next.table && next.table.status === "waiting") return location.reload();
  const before = frame;
  landAll();
  const spots = before && !next.full ? snapshot(board) : new Map();
  frame = { ...before, ...next };
  if (!before && frame.players?.some((player) => player.bot)) watchCompilation(board.dataset.game, get("compiling"));
  kept = next.full ? next.regions : { ...kept, ...next.regions };
  paint(frame, advised ? kept : next.regions ?? {});
  previews.show();
  board.dataset.version = frame.version;
  fly(board, spots, next.changes ?? [], source || `player-${before?.actor}`);
  source = "";
  log.take(next);
  settle(before);
}

/** Put a picture on the board; regions that are not given stay as they are. */
function paint(picture, regions) {
  const fresh = new Map(Object.entries(regions).map(([name, markup]) => [name, tidy(svgElements(markup)[0])]));
  patch(board, picture.order.map((name) => fresh.get(name) ?? get(`region-${name}`)).filter(Boolean));
  board.setAttribute("viewBox", `0 0 ${picture.width} ${picture.height}`);
  board.setAttribute("aria-label", picture.label);
}

/** The page speaks for the table: tips instead of titles, one live region instead of many. */
function tidy(region) {
  for (const title of region.querySelectorAll("title")) {
    const owner = title.parentNode;
    owner.dataset.tip = title.textContent;
    if (!owner.hasAttribute("aria-label")) owner.setAttribute("aria-label", title.textContent);
    if (!owner.hasAttribute("role")) owner.setAttribute("role", "img");
    title.remove();
  }
  for (const loud of region.querySelectorAll("[aria-live]")) loud.removeAttribute("aria-live");
  for (const spoken of region.querySelectorAll("g[role=log]")) spoken.removeAttribute("role");
  return region;
}

const mine = (of) => Boolean(of && !of.over && of.moves?.length);

/** All that follows from a frame besides the picture. */
function settle(before) {
  choose(null);
  setAside();
  busy = false;
  badge(mine(frame));
  if (mine(frame) && !mine(before) && before) ring();
  if (frame.over && before && !before.over) fanfare();
  get("announce").textContent = frame.announce ?? "";
  get("sentence").textContent = frame.prompt?.sentence ?? "";
  get("waiting").textContent = frame.waiting_for ? `Waiting for ${frame.waiting_for}` : "";
  get("do-undo").setAttribute("aria-disabled", String(!frame.can_undo));
  get("do-hint").setAttribute("aria-disabled", String(!mine(frame)));
  get("do-moves").setAttribute("aria-disabled", String(!mine(frame)));
  get("do-advice").hidden = !frame.advice || Boolean(get("advise")); // most tables have a key for it
  get("do-advice-label").textContent = frame.advice ?? "";
  get("hint").hidden = true;
  for (const marked of board.querySelectorAll(".advised")) marked.classList.remove("advised");
  listMoves();
  spareKeys();
  stickyBar();
  tips.follow();
  curtain();
  result();
}

// ---------------------------------------------------------------- moves

board.addEventListener("click", (event) => {
  const element = event.target.closest?.(".target, .page-button");
  if (element && board.contains(element)) touch(element);
});

function touch(element) {
  if (element.id === "help") return sheet();
  if (element.id === "advise") return advice();
  if (element.classList.contains("page-button")) return get("leaving").togglePopover();
  if (!element.classList.contains("legal")) return tips.show(element);
  const here = frame.moves.filter((move) => move.target === element.id);
  const own = frame.moves.find((move) => move.id === Number(element.dataset.move));
  if (here.length > 1) offer(here, element);
  else attempt(own ?? here[0], element.id);
}

/** Several moves begin at one element: which one? */
function offer(moves, element) {
  const list = get("chooser-list");
  list.replaceChildren(...moves.map((move) => moveButton(move, element.id)));
  get("chooser").showModal();
}

function moveButton(move, from = move.target) {
  const button = document.createElement("button");
  button.className = "key";
  button.type = "button";
  button.dataset.move = move.id;
  button.textContent = move.label || move.text;
  button.addEventListener("click", () => {
    button.closest("dialog")?.close();
    attempt(move, from);
  });
  return button;
}

/** On a phone a finger may miss what is smaller than a fingertip: such a move asks once more. */
function tiny(id) {
  const box = layout() === "phone" && get(id)?.getBoundingClientRect();
  return Boolean(box) && Math.min(box.width, box.height) < 43;
}

async function attempt(move, from) {
  if (!move || busy || advised) return;
  const { version } = frame;
  const asks = chosen?.id !== move.id && (tiny(from) || (on("confirm") && (await final(move))));
  if (frame.version !== version) return;
  if (asks) choose(move, from);
  else play(move, from);
}

/** Whether a move could not be taken back. If that can't be found out, better ask. */
async function final(move) {
  try {
    const answer = await fetch(`${api}/moves/${move.id}`);
    return !answer.ok || (await answer.json()).final;
  } catch {
    return true;
  }
}

function choose(move, from = "") {
  for (const marked of board.querySelectorAll(".chosen")) marked.classList.remove("chosen");
  chosen = move;
  previews.choose(move ? from : "");
  get("confirm").hidden = !move;
  if (!move) return;
  get(from)?.classList.add("chosen");
  get("confirm-label").textContent = move.label || move.text;
  get("confirm-yes").onclick = () => play(move, from);
}

get("confirm-no").addEventListener("click", () => choose(null));

async function play(move, from) {
  if (busy) return;
  busy = true;
  source = from;
  log.played = frame.ply;
  get("confirm").hidden = true;
  const answer = await send(`${api}/moves`, { move: move.id, version: frame.version, seat: frame.viewer });
  if (answer.ok) return;
  busy = false;
  source = "";
  complain(answer.status === 409 ? "The table had moved on; look and choose again." : answer.error);
  if (answer.status === 409) live.restart();
}

async function undo() {
  if (get("do-undo").getAttribute("aria-disabled") === "true") return complain("There is nothing of yours to take back.");
  const answer = await send(`${api}/undo`, { version: frame.version, seat: frame.viewer });
  if (!answer.ok) complain(answer.error);
}

async function hint() {
  if (!mine(frame)) return complain("It is not your turn.");
  const answer = await send(`${api}/hint`);
  if (!answer.ok) return complain(answer.error);
  const move = frame.moves.find((one) => one.id === (answer.move?.id ?? answer.move));
  if (!move) return;
  get("hint-move").textContent = move.label || move.text;
  get("hint-why").textContent = answer.reason ?? answer.why ?? "";
  get("hint").hidden = false;
  (get(move.target) ?? board.querySelector(`[data-move="${move.id}"]`))?.classList.add("advised");
}

/** What the game itself advises: the table as it would be, to be accepted or not. */
async function advice() {
  if (!frame.advice || advised) return;
  const answer = await (await fetch(`${api}/advice?layout=${layout()}`)).json();
  if (answer.error) return complain(answer.error);
  if (answer.version !== frame.version) return;
  choose(null);
  advised = answer;
  show(answer.frame, answer.frame.regions);
  get("advice-label").textContent = answer.sentence;
  get("advice-yes").hidden = !answer.moves.length;
  get("advice").hidden = false;
  get("do-advice").hidden = true;
  overBar(get("advice"));
  if (layout() === "phone") get(answer.frame.changes[0]?.target)?.scrollIntoView({ block: "center" });
  (answer.moves.length ? get("advice-yes") : get("advice-no")).focus({ preventScroll: true });
}

/** On a wide screen a question takes the place of the table's own bar, where it hides nothing. */
function overBar(element) {
  const bar = layout() === "desktop" && get("region-action")?.getBoundingClientRect();
  const place = bar ? { left: `${bar.x}px`, top: `${bar.y}px`, width: `${bar.width}px`, height: `${bar.height}px` } : { left: "", top: "", width: "", height: "" };
  Object.assign(element.style, place);
  element.classList.toggle("over-bar", Boolean(bar));
}

/** Another picture of the same table: pieces fly from where they are. */
function show(picture, regions) {
  landAll();
  const spots = snapshot(board);
  paint(picture, regions);
  fly(board, spots, [], "");
}

/** No advice is shown any more; the table itself may have to be painted again. */
function setAside(repaint = false) {
  const was = advised;
  advised = null;
  get("advice").hidden = true;
  if (!was || !repaint) return;
  show(frame, kept);
  get("do-advice").hidden = Boolean(get("advise"));
  (get("advise") ?? get("do-advice")).focus({ preventScroll: true });
}

get("advice-no").addEventListener("click", () => setAside(true));
get("advice-yes").addEventListener("click", async () => {
  if (busy) return;
  busy = true;
  log.played = frame.ply;
  const answer = await send(`${api}/advice`, { version: advised.version, seat: frame.viewer });
  if (answer.ok) return;
  busy = false;
  setAside(true);
  complain(answer.error);
});

function complain(sentence) {
  get("complaint").textContent = sentence || "That did not work.";
  get("complaint").hidden = false;
  clearTimeout(complain.timer);
  complain.timer = setTimeout(() => (get("complaint").hidden = true), 5000);
}

/** Every legal move as a numbered list: for number keys, and for those who would rather read. */
function listMoves() {
  const items = mine(frame) ? frame.moves : [];
  get("moves-list").replaceChildren(...items.map((move) => {
    const item = document.createElement("li");
    item.append(moveButton(move));
    return item;
  }));
  if (!items.length && get("moves").open) get("moves").close();
}

/** Keys for legal moves that the picture gives no place. */
function spareKeys() {
  const shown = (move) => board.querySelector(`.legal[data-move="${move.id}"]`) || get(move.target)?.classList.contains("legal");
  const spare = mine(frame) ? frame.moves.filter((move) => !shown(move)) : [];
  get("spare").replaceChildren(...spare.map((move) => moveButton(move)));
}

/** On phones: what to do now, and its keys, once the table's own bar has scrolled away. */
function stickyBar() {
  const bar = get("region-action")?.getBoundingClientRect();
  const away = bar ? bar.bottom < 60 || bar.top > innerHeight - 120 : false;
  get("now").hidden = layout() !== "phone" || !away || !frame;
  const keys = [...board.querySelectorAll("#region-action :is(.legal.button, #advise)")];
  patch(get("now-keys"), keys.map((key) => {
    const button = document.createElement("button");
    button.id = `now-${key.id}`;
    button.className = key.classList.contains("primary") ? "key gold" : "key";
    button.dataset.for = key.id;
    button.textContent = key.getAttribute("aria-label");
    return button;
  }));
}

get("now-keys").addEventListener("click", (event) => event.target.dataset.for && touch(get(event.target.dataset.for)));
addEventListener("scroll", () => frame && stickyBar(), { passive: true });

// ---------------------------------------------------------------- around the game

function curtain() {
  const cloth = get("curtain");
  const drawn = Boolean(frame.curtain) && met !== frame.viewer;
  if (!frame.curtain) met = frame.viewer;
  const name = frame.players?.find((player) => player.seat === frame.viewer)?.name ?? "";
  get("curtain-name").textContent = name;
  get("curtain-figure").setAttribute("href", `#p-meeple-${frame.viewer ?? 0}`);
  get("curtain-yes").textContent = `I am ${name}`;
  board.classList.toggle("behind-curtain", drawn);
  if (drawn && !cloth.open) cloth.showModal();
  if (!drawn && cloth.open) cloth.close();
}

get("curtain").addEventListener("cancel", (event) => event.preventDefault());
get("curtain-yes").addEventListener("click", () => {
  met = frame.viewer;
  curtain();
});

function result() {
  get("result").hidden = !frame.over;
  get("result-sentence").textContent = frame.prompt?.sentence ?? "";
  const again = frame.table?.rematch;
  get("rematch-link").hidden = !again;
  get("do-rematch").hidden = Boolean(again) || frame.viewer === null;
  if (again) get("rematch-link").href = `/table/${again}`;
}

get("do-rematch").addEventListener("click", async () => {
  const answer = await send(`${api}/rematch`);
  if (answer.ok) location.href = answer.url ?? `/table/${answer.id}`;
  else complain(answer.error);
});

/** The reference: all that lies on the table and has more to say than its name, with what is left of it. */
async function sheet() {
  listComponents(lyingOpen());
  if (!get("sheet").open) get("sheet").showModal();
  const answer = await fetch(`${api}/reference`).catch(() => null);
  const lines = answer?.ok ? (await answer.json()).lines : [];
  if (lines.length) listComponents(lines, "All there is, and what is left");
}

/** What the table itself says; some games know of more than lies on it. */
function lyingOpen() {
  const said = [...board.querySelectorAll(".target")].map((element) => {
    const move = frame.moves.find((one) => one.id === Number(element.dataset.move));
    const text = element.dataset.tip ?? element.getAttribute("aria-label") ?? "";
    return move && text.startsWith(`${move.label}. `) ? text.slice(move.label.length + 2) : text;
  });
  return [...new Set(said)].filter((text) => /\. | left/.test(text));
}

function listComponents(lines, heading = "On the table now") {
  get("sheet-head-now").hidden = !lines.length;
  get("sheet-head-now").textContent = heading;
  get("sheet-now").replaceChildren(...lines.map((text) => {
    const item = document.createElement("li");
    const name = document.createElement("b");
    name.textContent = text.match(/^[^,.:(]+/)?.[0] ?? "";
    item.append(name, text.slice(name.textContent.length));
    return item;
  }));
}

function drawer() {
  const panel = get("log");
  if (panel.open) panel.close();
  else panel.show();
}

function openMoves() {
  if (!mine(frame)) return complain("It is not your turn.");
  get("moves").showModal();
}

const TOOLS = { undo, hint, advice, moves: openMoves, log: drawer, sheet };
for (const [name, work] of Object.entries(TOOLS)) get(`do-${name}`).addEventListener("click", work);

arrows(board, {
  number: (digit) => mine(frame) && frame.moves[digit] && attempt(frame.moves[digit], frame.moves[digit].target),
  confirm: () => chosen && play(chosen, chosen.target),
  cancel: () => (advised ? setAside(true) : choose(null)),
  letters: { u: undo, h: hint, a: advice, m: openMoves, l: drawer, "?": sheet },
  touch,
});

function connection(state, pause) {
  const line = get("line");
  if (state === "open" && line.dataset.state === "lost") setTimeout(() => (line.hidden = true), 1500);
  if (state !== "open") line.hidden = false;
  line.dataset.state = state;
  document.body.dataset.line = state;
  get("line-text").textContent = {
    open: "Back again.",
    lost: pause > 1000 ? "Connection lost. Your moves are safe; trying again." : "Reconnecting.",
    gone: "This table is gone.",
  }[state];
}

get("line-now").addEventListener("click", () => live.now());
