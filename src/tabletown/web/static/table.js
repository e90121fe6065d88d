/* A table: shows frames, lets pointer, keyboard and screen reader play every legal move. Holds no rules. */

import { badge, fanfare, ring } from "./bell.js";
import { placeClocks, showClocks } from "./clock.js";
import { coach } from "./coach.js";
import { watchCompilation } from "./compiling.js";
import { showError } from "./complaint.js";
import { fly, landAll, snapshot } from "./flight.js";
import { handleKeys, nearestTo } from "./keyboard.js";
import { lesson } from "./lesson.js";
import { Live, send } from "./live.js";
import { Log } from "./log.js";
import { loupe } from "./loupe.js";
import { patch, svgElements } from "./patch.js";
import { previews } from "./previews.js";
import { Stage } from "./scenes.js";
import { isOn, pace, touch } from "./settings.js";
import { tips } from "./tips.js";

const byId = (id) => document.getElementById(id);
const board = byId("board");
const api = new URL(`/api/tables/${board.dataset.table}`, location).href;
const narrow = matchMedia("(max-width: 1000px), (max-height: 520px), (max-aspect-ratio: 1/1)");
const slim = matchMedia("(max-width: 640px)");
const layout = () => (slim.matches ? "phone" : narrow.matches ? "tablet" : "desktop");
const log = new Log(byId("log-lines"), byId("recap-lines"), byId("announce"));

let received = null; // what the server said last
let frame = null; // what is shown: behind `received` while scenes are played
let chosen = null; // a move that waits to be confirmed
let busy = false;
let curtainSeat = null; // the seat for which the curtain was opened
let painted = {}; // the markup of every region on the board
let shownAdvice = null; // an advice that is shown in place of the table
let lastMover = null; // the seat that moved last, as far as scenes told
let lineTold = null; // the line of a scene that was told last
let unsaid = ""; // what is to be done, to be read out once the scenes have been told
let focusSpot = null; // where the focus was on the board

// ---------------------------------------------------------------- frames

const stage = new Stage(board, { show: showStep, tell: tellLine, update: updateStage });
const live = new Live(api, layout(), receive, showConnection);
for (const size of [narrow, slim]) size.addEventListener("change", () => live.restart(layout()));

function receive(next) {
  if (next.table && next.table.status === "waiting") return location.reload();
  const before = received;
  const regions = next.full ? next.regions : { ...before?.regions, ...next.regions };
  const story = [...(next.full ? [] : before?.story ?? []).filter((entry) => entry.ply < next.log_from), ...(next.log ?? [])]; // what was taken back is not told
  received = { ...before, ...next, regions, story };
  if (!before && received.players?.some((player) => player.bot)) watchCompilation(board.dataset.game, byId("compiling"));
  const steps = stepsOf(next.scenes ?? [], before?.regions ?? {}, received);
  if (before && !next.full) stage.add(steps);
  else {
    stage.finish();
    showStep(steps.at(-1));
  }
}

/** What is to be shown: a picture for each scene, the last of them with the frame itself. */
function stepsOf(scenes, regions, last) {
  const steps = scenes.map((scene) => {
    if (scene.picture) regions = { ...regions, ...scene.picture.regions };
    const about = scene.lines.find((line) => line.seat !== null)?.seat ?? scene.seat;
    const theirs = about !== last.viewer;
    const lines = scene.lines.map((line) => ({ ...line, theirs: theirs || line.seat !== last.viewer }));
    return { ply: scene.ply, lines, seat: scene.seat, picture: scene.picture, regions, theirs };
  });
  for (const [index, step] of steps.entries()) step.unasked = !step.theirs && step.seat === null && (steps[index - 1]?.seat ?? lastMover) !== last.viewer;
  lastMover = steps.findLast((step) => step.seat !== null)?.seat ?? lastMover;
  if (steps.length) Object.assign(steps.at(-1), { frame: last, picture: last, regions: last.regions });
  else steps.push({ lines: [], seat: null, frame: last, picture: last, regions: last.regions, theirs: false });
  return steps;
}

function showStep(step) {
  if (!step.frame) {
    choose(null);
    closeAdvice();
    paint(step.picture, step.regions);
    if (!step.past) byId("sentence").textContent = step.picture.sentence ?? "";
    return;
  }
  const before = frame;
  frame = step.frame;
  const still = before && !step.lines.length && !stage.active && stage.moves ? snapshot(board) : null;
  if (step.past) return paint(frame, frame.regions);
  choose(null);
  closeAdvice();
  paint(frame, frame.regions);
  if (still && before.ply !== frame.ply) fly(board, still);
  board.dataset.version = frame.version;
  log.update(frame);
  update(before);
}

/** Put a picture on the board; only what looks different is touched. */
function paint(picture, regions) {
  const fresh = new Map();
  for (const name of picture.order) if (painted[name] !== regions[name]) fresh.set(name, svgElements(regions[name])[0]);
  patch(board, picture.order.map((name) => fresh.get(name) ?? byId(`region-${name}`)).filter(Boolean));
  board.append(...board.querySelectorAll(":scope > .traveller, :scope > .lit"));
  painted = Object.fromEntries(picture.order.map((name) => [name, regions[name]]));
  board.setAttribute("viewBox", `0 0 ${picture.width} ${picture.height}`);
  board.setAttribute("aria-label", picture.label);
  previews.show();
  coach.redraw(frame?.version);
  placeClocks();
}

const isMyTurn = (of) => Boolean(of && !of.over && of.moves?.length);

/** All that follows from a frame besides the picture. */
function update(before) {
  busy = false;
  turned.clear();
  document.body.classList.remove("sending");
  badge(isMyTurn(frame));
  if (isMyTurn(frame) && !isMyTurn(before) && before) ring();
  if (frame.over && before && !before.over) fanfare();
  if (before) tellNotes(before);
  unsaid = frame.prompt?.sentence !== before?.prompt?.sentence && !botThinks() ? frame.prompt?.sentence ?? "" : "";
  if (!stage.active) sayPrompt();
  byId("sentence").textContent = frame.prompt?.sentence ?? "";
  byId("do-undo").setAttribute("aria-disabled", String(!frame.can_undo));
  byId("do-hint").setAttribute("aria-disabled", String(!isMyTurn(frame)));
  byId("do-moves").setAttribute("aria-disabled", String(!isMyTurn(frame)));
  byId("do-recap").setAttribute("aria-disabled", String(!log.news));
  byId("do-advice").hidden = !frame.advice || Boolean(byId("advise")); // most tables have a key for it
  byId("do-advice-label").textContent = frame.advice ?? "";
  closeHint();
  showClocks(frame, (text) => log.say(text));
  showWaiting();
  showLeaving();
  coach.look(api, frame, isMyTurn(frame));
  listMoves();
  showUnplacedMoves();
  updateStickyBar();
  keepFocus();
  tips.updateRing();
  updateCurtain();
  showResult();
  lesson.show(frame);
  if (frame.lesson?.say !== before?.lesson?.say) log.say(frame.lesson?.say ?? "");
  playOnlyMove();
}

const botThinks = () => !frame.over && !isMyTurn(frame) && Boolean(frame.players?.find((player) => player.seat === frame.actor)?.bot);

/** What is to be done is read out after all that led to it. */
function sayPrompt() {
  log.say(unsaid);
  unsaid = "";
}

/** Who came and went is read out; moves were told in their scenes. */
function tellNotes(before) {
  const known = before.story.filter((entry) => entry.note).length;
  for (const entry of frame.story.filter((one) => one.note).slice(known)) log.say(entry.text);
}

/** Who is waited for: a bot that thinks looks different from a person who is away. */
function showWaiting() {
  const seat = frame.over || isMyTurn(frame) ? null : frame.actor;
  const player = frame.players?.find((one) => one.seat === seat);
  const state = !player ? "" : player.bot ? "thinking" : player.connected ? "there" : "away";
  const words = { thinking: "is thinking", there: "is choosing", away: "is away; the game waits" }[state];
  const mark = byId("waiting");
  mark.dataset.state = state;
  mark.hidden = !state;
  byId("waiting-text").textContent = state ? `${player.name} ${words}` : "";
  const box = state && byId(`player-${seat}`)?.getBoundingClientRect();
  if (!box) return void (mark.hidden = true);
  mark.style.left = `${box.left + box.width * (frame.clock ? 0.3 : 0.5)}px`; // a clock is on the right
  mark.style.top = `${box.top}px`;
}

/** In the menu: leaving, or coming back to a seat that a bot plays. */
function showLeaving() {
  const leave = byId("do-leave");
  if (!leave) return;
  const left = Boolean(frame.players?.find((player) => player.seat === Number(leave.dataset.seat))?.left);
  leave.hidden = left;
  byId("do-return").hidden = !left;
}

/** Focus stays where it was, also when the thing that had it is gone or can't be touched any more. */
function keepFocus() {
  if (!focusSpot || document.activeElement !== document.body) return;
  const same = byId(focusSpot.id);
  const next = same?.tabIndex === 0 ? same : nearestTo(board.querySelectorAll(".target.legal"), focusSpot);
  next?.focus({ preventScroll: true });
}

board.addEventListener("focusin", (event) => {
  const box = event.target.getBoundingClientRect();
  focusSpot = { id: event.target.id, x: box.x + box.width / 2, y: box.y + box.height / 2 };
});
addEventListener("pointerdown", () => (focusSpot = null), true);

// ---------------------------------------------------------------- scenes

/** A line is read out and, if it is about others, stands where the player looks. */
function tellLine(line, step) {
  if (!line.text) return;
  if (!step.past) log.say(line.text);
  lineTold = line;
  if (!line.theirs && !step.past && !stage.behind) return showBar(); // one's own move, with nothing else to be told
  byId("scene-text").textContent = line.text;
  byId("scene-mark").setAttribute("href", line.seat === null ? "" : `#p-seat-${line.seat}`);
  showBar();
}

/** The bar lies where one looks while others move; a step of which nothing is told shows none. */
function showBar() {
  const step = stage.playing;
  const seen = Boolean(stage.waiting) || Boolean(step && (lineTold?.theirs || step.past || stage.behind));
  const bar = byId("scene");
  const shown = seen && (Boolean(stage.waiting) || byId("scene-text").textContent !== "");
  if (shown && bar.hidden) coverActionBar(bar);
  if (!seen) byId("scene-text").textContent = "";
  bar.hidden = !shown;
}

function updateStage() {
  if (!stage.active && frame) sayPrompt();
  const bar = byId("scene");
  showBar();
  document.body.classList.toggle("scene-plays", stage.behind);
  const waits = Boolean(stage.waiting);
  byId("scene-next").hidden = !waits && pace() !== "step";
  byId("scene-pause").hidden = waits || pace() === "step";
  byId("scene-next").classList.toggle("gold", waits);
  byId("scene-next-label").textContent = stage.throwing ? "Roll the die" : "Next";
  if (!stage.throwing || bar.dataset.throwing) return void (stage.throwing || delete bar.dataset.throwing);
  bar.dataset.throwing = "yes";
  byId("scene-text").textContent = "Your roll";
  byId("scene-mark").setAttribute("href", `#p-seat-${frame.viewer}`);
  log.say("Your roll: Enter throws the die.");
  badge(true);
  ring();
}

byId("scene-next").addEventListener("click", () => (stage.paused ? stage.pause(false) : stage.next()));
byId("scene-pause").addEventListener("click", () => stage.pause());
byId("scene-skip").addEventListener("click", () => stage.finish());

/** A click or a key that comes while others still move means: go on. It plays nothing. */
let swallow = false;
addEventListener("pointerdown", (event) => {
  swallow = false;
  if (event.target.closest?.("#scene, dialog, [popover], .dock")) return;
  swallow = stage.behind && board.contains(event.target);
  if (swallow && (pace() === "step" || stage.throwing)) stage.next();
  else stage.finish();
}, true);
addEventListener("click", (event) => {
  if (!swallow || !board.contains(event.target)) return;
  swallow = false;
  event.stopImmediatePropagation();
}, true);
addEventListener("keydown", (event) => {
  if (!stage.active || ["Shift", "Control", "Alt", "Meta", "Tab"].includes(event.key) || event.target.closest?.("#scene, dialog")) return;
  if (["Enter", " "].includes(event.key) && stage.throwing) {
    event.preventDefault();
    event.stopImmediatePropagation();
    return stage.next();
  }
  if (event.key === " " && stage.behind) {
    event.preventDefault();
    event.stopImmediatePropagation();
    return stage.paused ? stage.pause(false) : stage.next();
  }
  stage.finish();
}, true);

/** What the others did since the reader's last turn, once more. */
async function replayNews() {
  byId("recap").close();
  stage.finish();
  const answer = await fetch(`${api}/scenes?start=${frame.news_from}&layout=${layout()}`).catch(() => null);
  if (!answer?.ok) return showError("That can't be shown again just now.");
  const past = await answer.json();
  if (past.version !== frame.version || stage.active) return;
  const heading = { seat: null, text: byId("recap-head").textContent, changes: [], theirs: true };
  const first = { lines: [heading], seat: null, picture: past.first, regions: past.first.regions, past: true };
  const steps = stepsOf(past.scenes, past.first.regions, frame);
  for (const step of steps) step.past = true;
  stage.add([first, ...steps]);
}

byId("recap-again").addEventListener("click", replayNews);

function openRecap() {
  if (!log.news) return showError("Nobody else has moved since your last turn.");
  byId("recap").showModal();
}

// ---------------------------------------------------------------- moves

board.addEventListener("click", (event) => {
  const element = event.target.closest?.(".target, .page-button");
  if (element && board.contains(element)) activate(element);
});

function activate(element) {
  if (element.id === "help") return showReference();
  if (element.id === "advise") return advice();
  if (element.classList.contains("page-button")) return byId("leaving").togglePopover();
  if (!element.classList.contains("legal")) return tips.show(element);
  if (element.dataset.moves) return tryTurned(element);
  const here = frame.moves.filter((move) => move.target === element.id);
  const own = frame.moves.find((move) => move.id === Number(element.dataset.move));
  if (here.length > 1) chooseAmong(here, element);
  else tryMove(own ?? here[0], element.id);
}

// What goes to some places can be turned: such an element stands for several moves, one after another.

const turned = new Map(); // by element, how far

const movesOf = (element) => (element?.dataset.moves ?? "").split(" ").filter(Boolean).map(Number);

/** The move that an element stands for as things are turned now. */
function moveAt(id) {
  const ids = movesOf(byId(id));
  const wanted = ids[(turned.get(id) ?? 0) % ids.length];
  return frame.moves.find((move) => move.id === wanted);
}

const placeOf = (move) => [...board.querySelectorAll("[data-moves]")].find((element) => movesOf(element).includes(move?.id));

/** The first touch shows what would lie there, the second plays it. */
function tryTurned(element) {
  const move = moveAt(element.id);
  if (!move || busy || shownAdvice) return;
  if (stage.behind) return stage.finish();
  if (chosen?.id === move.id) return playIfSure(move, element.id);
  choose(move, element.id);
}

/** The next way round of what is chosen, or else of what is pointed at or focused. */
function turn() {
  const element = placeOf(chosen) ?? byId(previews.current());
  if (!element?.dataset.moves || busy) return;
  turned.set(element.id, (turned.get(element.id) ?? 0) + 1);
  const move = moveAt(element.id);
  choose(move, element.id);
  log.say(move.label);
}

byId("confirm-turn").addEventListener("click", turn);

/** Several moves begin at one element: which one? */
function chooseAmong(moves, element) {
  const list = byId("chooser-list");
  list.replaceChildren(...moves.map((move) => moveButton(move, element.id)));
  byId("chooser").showModal();
}

function moveButton(move, from = move.target) {
  const button = document.createElement("button");
  button.className = "key";
  button.type = "button";
  button.dataset.move = move.id;
  button.append(move.label || move.text, coach.chip(move.id));
  button.addEventListener("click", () => {
    button.closest("dialog")?.close();
    tryMove(move, from);
  });
  return button;
}

/** On a phone a finger may miss what is smaller than a fingertip: such a move asks once more. */
function isSmall(id) {
  const box = layout() !== "desktop" && byId(id)?.getBoundingClientRect();
  return Boolean(box) && Math.min(box.width, box.height) < 43;
}

const weighed = new Map(); // what is known of moves of this version, by move

/** What a move would do: in words, as a picture, and whether it could be taken back. Null if that can't be found out. */
function weigh(move) {
  const key = `${frame.version} ${layout()} ${frame.viewer} ${move.id}`;
  if (!weighed.has(key)) {
    if (weighed.size > 60) weighed.clear();
    weighed.set(key, fetch(`${api}/moves/${move.id}?layout=${layout()}`).then((answer) => (answer.ok ? answer.json() : null)).catch(() => null));
  }
  return weighed.get(key);
}

/** Play a move, or first show what it would do: what is final asks if the player wants that, and always if a mere
 * number named it; a finger first looks. */
async function tryMove(move, from, { byNumber = false } = {}) {
  if (!move || busy || shownAdvice) return;
  if (stage.behind) return stage.finish();
  if (chosen?.id === move.id) return byNumber ? undefined : playIfSure(move, from);
  if (frame.lesson && !frame.lesson.done) return play(move, from); // what a lesson does not ask for is not played
  const { version } = frame;
  if (isSmall(from)) return choose(move, from);
  if (isOn("confirm") || byNumber) {
    const taken = byId(from);
    taken?.classList.add("taken"); // it is seen at once that the click was taken, also while the server is asked
    const known = await weigh(move);
    taken?.classList.remove("taken");
    if (frame.version !== version || busy) return;
    if (!known || known.final || (!byNumber && touch.matches && known.outlook && !known.foretold)) {
      choose(move, from);
      if (byNumber) byId("confirm-yes").focus({ preventScroll: true }); // Enter plays it, Escape goes back
      return;
    }
  }
  playIfSure(move, from);
}

/** The coach, where there is one, may ask whether the player is sure. */
async function playIfSure(move, from) {
  if (await coach.allows(api, frame, move)) play(move, from);
}

/** Choose a move: it stands in the action bar with its gold key, and the table shows what would come of it. */
async function choose(move, from = "") {
  const was = chosen;
  chosen = move;
  const place = placeOf(move);
  if (place) turned.set(place.id, movesOf(place).indexOf(move.id));
  byId("confirm-turn").hidden = movesOf(place).length < 2;
  previews.choose(place ? move.target : move ? from : "");
  byId("confirm").hidden = !move;
  if (!move && was) paint(frame, frame.regions);
  if (!move) return loupe.hide();
  closeHint();
  byId("confirm-label").textContent = move.label || move.text;
  byId("confirm-why").textContent = "";
  byId("confirm-yes").onclick = () => playIfSure(move, from);
  coverActionBar(byId("confirm"));
  magnify(from);
  if (layout() !== "desktop") place?.scrollIntoView({ block: "center", behavior: stage.moves ? "smooth" : "auto" });
  tips.hide();
  const known = await weigh(move);
  if (chosen !== move || !known || known.version !== frame.version) return;
  byId("confirm-why").textContent = known.outlook;
  paintPreview(known.picture, (name) => name !== "action");
  magnify(from);
}

/** Where a finger may have missed, what is chosen is shown large: another place can be touched there. */
function magnify(id) {
  if (isSmall(id)) loupe.show(byId(id), activate);
  else loupe.hide();
}

/** The table with a move chosen, as far as `wanted` says. */
function paintPreview(picture, wanted) {
  const shown = Object.fromEntries(Object.entries(picture.regions).filter(([name]) => wanted(name)));
  const order = picture.order.filter((name) => name in shown || name in frame.regions);
  paint({ ...picture, order }, { ...frame.regions, ...shown });
}

byId("confirm-no").addEventListener("click", () => {
  choose(null);
  keepFocus();
});

/** While a target is pointed at or focused: what its move would do, in the bar and around the target. */
previews.listen(async (id) => {
  if (!frame || busy || chosen || shownAdvice || stage.active) return;
  const here = movesOf(byId(id)).length ? [moveAt(id)] : id ? frame.moves.filter((move) => move.target === id) : [];
  if (here.length !== 1) return paint(frame, frame.regions);
  const { version } = frame;
  await new Promise((resolve) => setTimeout(resolve, 110));
  if (previews.current() !== id || frame.version !== version || busy) return;
  const known = await weigh(here[0]);
  if (!known?.outlook || previews.current() !== id || frame.version !== version || chosen || shownAdvice || stage.active) return;
  const own = byId(id)?.closest(".region")?.id;
  paintPreview(known.picture, (name) => `region-${name}` !== own);
  if (layout() === "desktop") tips.hide(`${here[0].label} ${known.outlook}`);
}, (id) => (frame && moveAt(id)?.target) || id);

async function play(move, from) {
  if (busy) return;
  busy = true;
  byId("confirm").hidden = true;
  byId(from)?.classList.add("taken");
  document.body.classList.add("sending"); // it is seen at once that the click was taken
  const answer = await send(`${api}/moves`, { move: move.id, version: frame.version, seat: frame.viewer });
  if (answer.said) return notPlayed(answer);
  if (answer.ok) return;
  busy = false;
  document.body.classList.remove("sending");
  byId(from)?.classList.remove("taken");
  showError(answer.status === 409 ? "The table had moved on; look and choose again." : answer.error);
  if (answer.status === 409) live.restart();
}

/** A lesson asks for something else: nothing has changed. */
function notPlayed(answer) {
  busy = false;
  document.body.classList.remove("sending");
  for (const taken of board.querySelectorAll(".taken")) taken.classList.remove("taken");
  choose(null);
  closeAdvice(true);
  lesson.tell(answer);
}

/** Where only one thing can be done and the player wants it so, it is done after a moment. Where all else is impossible
 * that is said, with an offer to have it done so from now on. */
function playOnlyMove() {
  clearTimeout(playOnlyMove.timer);
  const only = isMyTurn(frame) && frame.moves.length === 1 ? frame.moves[0] : null;
  const taught = frame.lesson && !frame.lesson.done; // its step has said what is to be done
  const stuck = only !== null && !taught && Object.keys(frame.reasons ?? {}).length > 0;
  byId("only").hidden = !stuck || isOn("passing");
  if (stuck) {
    byId("only-text").textContent = `Nothing else can be done: ${only.label || only.text}.`;
    log.say(byId("only-text").textContent);
  }
  if (!only || !isOn("passing")) return;
  const { version } = frame;
  playOnlyMove.timer = setTimeout(() => frame.version === version && !chosen && !document.querySelector("dialog:modal") && play(frame.moves[0], frame.moves[0].target), 900);
}

byId("only-always").addEventListener("click", () => {
  document.querySelector("#settings [name=passing]").click(); // the switch in the settings, where it can be undone
  playOnlyMove();
});

async function undo() {
  if (byId("do-undo").getAttribute("aria-disabled") === "true") return showError("There is nothing of yours to take back.");
  if (frame.undo_turn && !frame.table?.retried) return askTakeback();
  takeBack();
}

async function takeBack() {
  choose(null);
  document.body.classList.add("sending");
  const answer = await send(`${api}/undo`, { version: frame.version, seat: frame.viewer });
  if (answer.ok) return;
  document.body.classList.remove("sending");
  showError(answer.error);
}

/** The first whole turn that is taken back changes what the game counts for: that is said before. */
function askTakeback() {
  choose(null);
  byId("confirm-label").textContent = "Take back your last turn?";
  byId("confirm-why").textContent = "Chance is drawn anew, and this game is no best result any more.";
  byId("confirm-yes").onclick = takeBack;
  byId("confirm").hidden = false;
  coverActionBar(byId("confirm"));
  byId("confirm-yes").focus({ preventScroll: true });
}

async function hint() {
  if (!isMyTurn(frame)) return showError("It is not your turn.");
  if (document.body.classList.contains("hint-thinks")) return;
  const { version } = frame;
  document.body.classList.add("hint-thinks");
  byId("hint-move").textContent = "Thinking …";
  byId("hint-why").textContent = "A strong bot looks at the table as you see it.";
  byId("hint").hidden = false;
  const answer = await send(`${api}/hint`);
  document.body.classList.remove("hint-thinks");
  if (!answer.ok || frame.version !== version) {
    closeHint();
    return answer.ok ? undefined : showError(answer.error);
  }
  const move = frame.moves.find((one) => one.id === (answer.move?.id ?? answer.move));
  if (!move) return closeHint();
  byId("hint-move").textContent = move.label || move.text;
  byId("hint-why").textContent = answer.reason ?? "";
  (byId(move.target) ?? board.querySelector(`[data-move="${move.id}"]`))?.classList.add("advised");
}

function closeHint() {
  byId("hint").hidden = true;
  for (const marked of board.querySelectorAll(".advised")) marked.classList.remove("advised");
}

byId("hint-close").addEventListener("click", closeHint);

/** What the game itself advises: the table as it would be, to be accepted or not. */
async function advice() {
  if (!frame.advice || shownAdvice) return;
  const answer = await (await fetch(`${api}/advice?layout=${layout()}`)).json();
  if (answer.error) return showError(answer.error);
  if (answer.version !== frame.version) return;
  choose(null);
  shownAdvice = answer;
  showPicture(answer.frame, answer.frame.regions);
  byId("advice-label").textContent = answer.sentence;
  byId("advice-yes").hidden = !answer.moves.length;
  byId("advice").hidden = false;
  byId("do-advice").hidden = true;
  coverActionBar(byId("advice"));
  if (layout() !== "desktop") byId(answer.frame.changes[0]?.target)?.scrollIntoView({ block: "center" });
  (answer.moves.length ? byId("advice-yes") : byId("advice-no")).focus({ preventScroll: true });
}

/** On a wide screen a question takes the place of the table's own bar, where it hides nothing. */
function coverActionBar(element) {
  const bar = layout() === "desktop" && byId("region-action")?.getBoundingClientRect();
  const place = bar ? { left: `${bar.x}px`, top: `${bar.y}px`, width: `${bar.width}px`, height: `${bar.height}px` } : { left: "", top: "", width: "", height: "" };
  Object.assign(element.style, place);
  element.classList.toggle("over-bar", Boolean(bar));
}

/** Another picture of the same table: pieces fly from where they are. */
function showPicture(picture, regions) {
  landAll();
  const positions = snapshot(board);
  paint(picture, regions);
  if (stage.moves) fly(board, positions);
}

/** No advice is shown any more; the table itself may have to be painted again. */
function closeAdvice(repaint = false) {
  const was = shownAdvice;
  shownAdvice = null;
  byId("advice").hidden = true;
  if (!was || !repaint) return;
  showPicture(frame, frame.regions);
  byId("do-advice").hidden = Boolean(byId("advise"));
  (byId("advise") ?? byId("do-advice")).focus({ preventScroll: true });
}

byId("advice-no").addEventListener("click", () => closeAdvice(true));
byId("advice-yes").addEventListener("click", async () => {
  if (busy) return;
  busy = true;
  const answer = await send(`${api}/advice`, { version: shownAdvice.version, seat: frame.viewer });
  if (answer.said) return notPlayed(answer);
  if (answer.ok) return;
  busy = false;
  closeAdvice(true);
  showError(answer.error);
});

/** Every legal move as a numbered list: for number keys, and for those who would rather read. */
function listMoves() {
  const items = isMyTurn(frame) ? frame.moves : [];
  byId("moves-list").replaceChildren(...items.map((move) => {
    const item = document.createElement("li");
    item.append(moveButton(move));
    return item;
  }));
  if (!items.length && byId("moves").open) byId("moves").close();
}

/** Keys for legal moves that the picture gives no place. */
function showUnplacedMoves() {
  const shown = (move) => board.querySelector(`.legal[data-move="${move.id}"]`) || byId(move.target)?.classList.contains("legal");
  const spare = isMyTurn(frame) ? frame.moves.filter((move) => !shown(move)) : [];
  byId("spare").replaceChildren(...spare.map((move) => moveButton(move)));
}

/** On phones: what to do now, and its keys, once the table's own bar has scrolled away. */
function updateStickyBar() {
  if (layout() === "desktop" || !frame) return void (byId("now").hidden = true); // to ask where things lie is slow
  const bar = byId("region-action")?.getBoundingClientRect();
  byId("now").hidden = !(bar && (bar.bottom < 60 || bar.top > innerHeight - 120));
  const keys = [...board.querySelectorAll("#region-action :is(.legal.button, #advise)")];
  patch(byId("now-keys"), keys.map((key) => {
    const button = document.createElement("button");
    button.id = `now-${key.id}`;
    button.className = key.classList.contains("primary") ? "key gold" : "key";
    button.dataset.for = key.id;
    button.textContent = key.getAttribute("aria-label");
    return button;
  }));
}

byId("now-keys").addEventListener("click", (event) => event.target.dataset.for && activate(byId(event.target.dataset.for)));
addEventListener("scroll", () => frame && updateStickyBar(), { passive: true });

// ---------------------------------------------------------------- around the game

function updateCurtain() {
  const cloth = byId("curtain");
  const drawn = Boolean(frame.curtain) && curtainSeat !== frame.viewer;
  if (!frame.curtain) curtainSeat = frame.viewer;
  const name = frame.players?.find((player) => player.seat === frame.viewer)?.name ?? "";
  byId("curtain-name").textContent = name;
  byId("curtain-figure").setAttribute("href", `#p-meeple-${frame.viewer ?? 0}`);
  byId("curtain-yes").textContent = `I am ${name}`;
  board.classList.toggle("behind-curtain", drawn);
  if (drawn && !cloth.open) cloth.showModal();
  if (!drawn && cloth.open) cloth.close();
}

byId("curtain").addEventListener("cancel", (event) => event.preventDefault());
byId("curtain-yes").addEventListener("click", () => {
  curtainSeat = frame.viewer;
  updateCurtain();
});

/** What helped the player, as a remark on the result. */
function helped(table) {
  const found = [table?.retried && "turns taken back", table?.coached && "a coach"].filter(Boolean);
  return found.length ? ` (with ${found.join(" and ")})` : "";
}

function showResult() {
  byId("result").hidden = !frame.over;
  byId("result-sentence").textContent = `${frame.prompt?.sentence ?? ""}${helped(frame.table)}`;
  const again = frame.table?.rematch;
  byId("rematch-link").hidden = !again;
  byId("do-rematch").hidden = Boolean(again) || frame.viewer === null;
  if (again) byId("rematch-link").href = `/table/${again}`;
}

byId("do-rematch").addEventListener("click", async () => {
  const answer = await send(`${api}/rematch`);
  if (answer.ok) location.href = answer.url ?? `/table/${answer.id}`;
  else showError(answer.error);
});

/** The reference: all components with what is left of each, or else what lies on the table. */
async function showReference() {
  if (!byId("sheet").open) byId("sheet").showModal();
  const answer = await fetch(`${api}/reference`).catch(() => null);
  if (!answer?.ok) return showError("The list of components can't be loaded.");
  const { lines, table } = await answer.json();
  if (lines.length) listComponents(lines, "All there is, and what is left");
  else listComponents(table, "On the table now");
}

function listComponents(lines, heading) {
  byId("sheet-head-now").hidden = !lines.length;
  byId("sheet-head-now").textContent = heading;
  byId("sheet-now").replaceChildren(...lines.map((text) => {
    const item = document.createElement("li");
    const name = document.createElement("b");
    name.textContent = text.match(/^[^,.:(]+/)?.[0] ?? "";
    item.append(name, text.slice(name.textContent.length));
    return item;
  }));
}

function toggleLog() {
  const panel = byId("log");
  if (panel.open) panel.close();
  else panel.show();
}

function openMoves() {
  if (!isMyTurn(frame)) return showError("It is not your turn.");
  byId("moves").showModal();
}

const TOOLS = { undo, hint, advice, moves: openMoves, recap: openRecap, log: toggleLog, sheet: showReference };
for (const [name, work] of Object.entries(TOOLS)) byId(`do-${name}`).addEventListener("click", work);

/** Where there is room beside the table, the story lies there. */
const roomy = matchMedia("(min-aspect-ratio: 2/1) and (min-height: 521px)");
function layLog() {
  byId("log").classList.toggle("beside", roomy.matches);
  if (roomy.matches && !byId("log").open) byId("log").show();
  else if (!roomy.matches && byId("log").open) byId("log").close();
}
roomy.addEventListener("change", layLog);
layLog();

handleKeys(board, {
  number: (digit) => isMyTurn(frame) && frame.moves[digit] && tryMove(frame.moves[digit], frame.moves[digit].target, { byNumber: true }),
  confirm: () => chosen && play(chosen, chosen.target),
  cancel: closeWhatIsOpen,
  letters: { u: undo, h: hint, t: turn, a: advice, m: openMoves, r: openRecap, l: toggleLog, "?": showReference },
  activate,
});

/** Escape closes what is open, the latest first: a tip, an advice, a chosen move, a hint, the story. */
function closeWhatIsOpen() {
  tips.hide();
  if (shownAdvice) closeAdvice(true);
  else if (!byId("confirm").hidden) byId("confirm-no").click();
  else if (!byId("hint").hidden) closeHint();
  else if (byId("log").open && !roomy.matches) byId("log").close();
}

function showConnection(state, pause) {
  const line = byId("line");
  if (state === "open" && line.dataset.state === "lost") setTimeout(() => (line.hidden = true), 1500);
  if (state !== "open") line.hidden = false;
  line.dataset.state = state;
  document.body.dataset.line = state;
  byId("line-text").textContent = {
    open: "Back again.",
    lost: pause > 1000 ? "Connection lost. Your moves are safe; trying again." : "Reconnecting.",
    gone: "This table is gone.",
  }[state];
}

/** Something was sent and no answer comes: that is said, until one comes or the line is known to be lost. */
addEventListener("unanswered", ({ detail: late }) => {
  const line = byId("line");
  if (line.dataset.state === "lost" || line.dataset.state === "gone") return;
  line.dataset.state = late ? "slow" : "open";
  line.hidden = !late;
  byId("line-text").textContent = late ? "No answer yet. Nothing is lost; what you did is sent again." : "";
});

byId("line-now").addEventListener("click", () => live.reconnect());
