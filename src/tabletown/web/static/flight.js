/* What moves on the table: pieces fly, dice tumble, cards light up, numbers count. Only transform and opacity are animated. */

import { isOn, reducedMotion } from "./settings.js";

const SVG = "http://www.w3.org/2000/svg";
const MOST_FLIGHTS = 12; // of elements that only shifted
const MOST_PIECES = 5; // that fly for one amount
const NEAR = 40; // pixels that something slides; further off it flies
const STILL = 7; // pixels that a frame or a flag around something may add to its box
const NAMES = ["id", "tabindex", "role", "aria-label", "data-count", "data-tip"];
const running = new Set();

const byId = (id) => (id ? document.getElementById(id) : null);
const center = (box) => [box.x + box.width / 2, box.y + box.height / 2];
const boxOf = (element) => element.getBoundingClientRect();

/** Where everything lies and what every counter shows, before the table changes. */
export function snapshot(board) {
  const found = { boxes: new Map(), counts: new Map() };
  for (const element of board.querySelectorAll("[id]:not(.region):not(defs *)")) {
    found.boxes.set(element.id, boxOf(element));
    if (element.dataset.count !== undefined) found.counts.set(element.id, Number(element.dataset.count));
  }
  return found;
}

/** Everything lands at once: before the next change, or because the player can't wait. */
export function landAll() {
  for (const motion of [...running]) motion.finish();
}

/** A moment before something starts, which ends early like any motion. */
function moment(duration) {
  const motion = new Animation(new KeyframeEffect(null, null, { duration }), document.timeline);
  running.add(motion);
  return new Promise((resolve) => {
    motion.onfinish = () => {
      running.delete(motion);
      resolve();
    };
    motion.play();
  });
}

/** Run an animation; done when it ended or was ended. */
const run = (element, frames, options, end) => begin(element, frames, options, end).done;

/** An animation that runs, and the promise of its end. */
function begin(element, frames, options, end = () => {}) {
  const motion = element.animate(frames, { easing: "cubic-bezier(.3, .8, .3, 1)", fill: "backwards", ...options });
  running.add(motion);
  const done = new Promise((resolve) => {
    motion.onfinish = motion.oncancel = () => {
      running.delete(motion);
      end();
      resolve();
    };
  });
  return { motion, done };
}

/** Where an element lies on the board. Asked of all that will move before anything is added: to ask afterwards means a new layout each time. */
function measured(board, element) {
  const origin = board.getScreenCTM();
  return { origin, own: center(boxOf(element)), here: origin.inverse().multiply(element.parentNode.getScreenCTM()) };
}

/** A copy of an element that lies exactly over it, above the whole table, and can be moved. */
function copyOf(board, element, place = measured(board, element)) {
  const { origin, own: [x, y], here } = place;
  const copy = element.cloneNode(true);
  for (const named of [copy, ...copy.querySelectorAll("*")]) for (const name of NAMES) named.removeAttribute(name);
  const inner = document.createElementNS(SVG, "g");
  inner.setAttribute("transform", `matrix(${here.a} ${here.b} ${here.c} ${here.d} ${here.e} ${here.f})`);
  inner.append(copy);
  const outer = document.createElementNS(SVG, "g");
  outer.setAttribute("class", "traveller");
  outer.setAttribute("aria-hidden", "true");
  outer.append(inner);
  board.append(outer);
  const scale = origin.a;
  outer.style.transformOrigin = `${(x - origin.e) / scale}px ${(y - origin.f) / scale}px`; // turns and grows about its own middle
  return { outer, scale };
}

/** Let an element, or a copy of a piece, go from one place of the screen to another. */
function travel(board, element, from, to, duration, { hide = false, place = measured(board, element), fade = "" } = {}) {
  const start = center(from);
  const end = center(to);
  const { own } = place;
  const distance = Math.hypot(end[0] - start[0], end[1] - start[1]);
  const { outer, scale } = copyOf(board, element, place);
  const at = (point) => `${(point[0] - own[0]) / scale}px, ${(point[1] - own[1]) / scale}px`;
  const lift = distance < NEAR ? 0 : Math.min(46, distance / scale / 5);
  const middle = [(start[0] + end[0]) / 2, (start[1] + end[1]) / 2 - lift * scale];
  if (hide) element.classList.add("aloft");
  return run(
    outer,
    [
      { transform: `translate(${at(start)})`, opacity: fade === "in" ? 0 : 1 },
      { transform: `translate(${at(middle)})`, opacity: 1, offset: 0.5 },
      { transform: `translate(${at(end)})`, opacity: fade === "out" ? 0 : 1 },
    ],
    { duration, easing: "ease-in-out" },
    () => {
      outer.remove();
      if (hide) element.classList.remove("aloft");
    },
  );
}

/** How far something went: what only grew, as by a flag at its corner, has not gone anywhere. */
function gone(start, end) {
  const step = (one, other) => (one * other <= 0 ? 0 : Math.abs(one) < Math.abs(other) ? one : other);
  return Math.hypot(step(end.left - start.left, end.right - start.right), step(end.top - start.top, end.bottom - start.bottom));
}

/** What lies elsewhere than before flies there, but for what moves in a way of its own, by id. */
export function shift(board, before, duration, others = new Set()) {
  const flown = [];
  const flights = [];
  for (const element of board.querySelectorAll("[id]:not(.region):not(defs *)")) {
    if (flown.length >= MOST_FLIGHTS) break;
    const start = before.boxes.get(element.id);
    if (!start?.width || others.has(element.id) || flown.some((other) => other.contains(element))) continue;
    const end = boxOf(element);
    if (!end.width || gone(start, end) < STILL) continue;
    flown.push(element);
    flights.push([start, end, measured(board, element)]);
  }
  const jobs = flown.map((element, index) => {
    const [start, end, place] = flights[index];
    return travel(board, element, start, end, duration, { hide: true, place });
  });
  return { flown, done: Promise.all(jobs) };
}

/** What lies elsewhere than before flies there, in half a second at most; unless the player wants no motion. */
export function fly(board, before) {
  if (!reducedMotion.matches && isOn("motion") && !document.hidden) shift(board, before, 420);
}

const RIDE = 5.2; // milliseconds for a unit of the way
const LONGEST_RIDE = 1700;

/** Something that follows a way of its own, as a cart does its rails: it waits at the beginning until it is let go. */
export function ride(board, element, pace) {
  const way = document.createElementNS(SVG, "path");
  way.setAttribute("d", element.dataset.way);
  const length = way.getTotalLength();
  const steps = Math.max(2, Math.min(48, Math.round(length / 7)));
  const points = Array.from({ length: steps + 1 }, (_, index) => way.getPointAtLength((length * index) / steps));
  const { outer } = copyOf(board, element);
  const end = points.at(-1);
  const duration = Math.max(380, Math.min(LONGEST_RIDE, length * RIDE)) * pace;
  const options = { duration, easing: "cubic-bezier(.45, .1, .4, 1)", fill: "both" };
  element.classList.add("aloft");
  const moving = begin(outer, points.map(({ x, y }) => ({ transform: `translate(${x - end.x}px, ${y - end.y}px)` })), options, () => {
    outer.remove();
    element.classList.remove("aloft");
  });
  const motions = [moving.motion, ...[...outer.querySelectorAll(".nose")].map((nose) => begin(nose, turnsAlong(points), options).motion)];
  for (const motion of motions) motion.pause();
  return () => {
    for (const motion of motions) if (motion.playState === "paused") motion.play();
    return moving.done;
  };
}

/** Where something that goes along these points looks, without a jump from 180 to -180 degrees. */
function turnsAlong(points) {
  let angle = 0;
  return points.map((_, index) => {
    const [from, to] = points.slice(Math.min(index, points.length - 2));
    const next = (Math.atan2(to.y - from.y, to.x - from.x) * 180) / Math.PI;
    angle = index ? angle + ((((next - angle) % 360) + 540) % 360) - 180 : next;
    return { transform: `rotate(${angle}deg)` };
  });
}

/** A frame of light around something: it pays, or it is new. */
export function light(board, element, duration) {
  if (!element) return Promise.resolve();
  const matrix = board.getScreenCTM().inverse();
  const box = boxOf(element);
  const [x, y] = [matrix.a * box.x + matrix.e, matrix.d * box.y + matrix.f];
  const frame = document.createElementNS(SVG, "g");
  frame.setAttribute("class", "lit");
  frame.setAttribute("aria-hidden", "true");
  for (const glow of ["wide", "narrow"]) {
    const ring = document.createElementNS(SVG, "rect");
    const values = { x: x - 3, y: y - 3, width: box.width * matrix.a + 6, height: box.height * matrix.d + 6, rx: 10, class: glow };
    for (const [name, value] of Object.entries(values)) ring.setAttribute(name, value);
    frame.append(ring);
  }
  board.append(frame);
  return run(frame, [{ opacity: 0 }, { opacity: 1, offset: 0.25 }, { opacity: 1, offset: 0.7 }, { opacity: 0 }], { duration }, () => frame.remove());
}

/** A die goes up, turns over several times and comes to rest on its face. */
export function tumble(board, element, duration) {
  const { outer, scale } = copyOf(board, element);
  const high = boxOf(element).height / scale;
  element.classList.add("aloft");
  const steps = [
    { transform: `translate(${-1.6 * high}px, ${-0.9 * high}px) rotate(-620deg) scale(1.25)`, opacity: 0.4 },
    { transform: `translate(${-0.5 * high}px, ${0.1 * high}px) rotate(-260deg) scale(1.1)`, opacity: 1, offset: 0.45 },
    { transform: `translate(${-0.2 * high}px, ${-0.35 * high}px) rotate(-110deg) scale(1.12)`, offset: 0.68 },
    { transform: "translate(0px, 0px) rotate(0deg) scale(1)" },
  ];
  return run(outer, steps, { duration, easing: "cubic-bezier(.3, .6, .4, 1)" }, () => {
    outer.remove();
    element.classList.remove("aloft");
  });
}

/** What only shows once the dice lie still. */
export function follow(board, element, duration) {
  const { outer } = copyOf(board, element);
  element.classList.add("aloft");
  const steps = [{ opacity: 0 }, { opacity: 0, offset: 0.85 }, { opacity: 1 }];
  return run(outer, steps, { duration }, () => {
    outer.remove();
    element.classList.remove("aloft");
  });
}

/** Something new: it comes from where it was, or appears in its place. */
export function arrive(board, element, from, duration) {
  if (from?.width) return travel(board, element, from, boxOf(element), duration, { hide: true });
  const { outer } = copyOf(board, element);
  element.classList.add("aloft");
  const steps = [{ transform: "scale(.6)", opacity: 0 }, { transform: "scale(1.06)", opacity: 1, offset: 0.7 }, { transform: "scale(1)", opacity: 1 }];
  return run(outer, steps, { duration }, () => {
    outer.remove();
    element.classList.remove("aloft");
  });
}

/** The piece that stands for one of what an element counts. */
export function pieceOf(element) {
  if (!element || element.dataset.count === undefined || element.classList.contains("target")) return null;
  return element.querySelector("use");
}

/** A piece of the kit by name, about as large as suits a place. */
function pieceCalled(board, name, box) {
  const piece = document.createElementNS(SVG, "use");
  const size = Math.max(9, Math.min(24, (0.4 * Math.min(box.width, box.height)) / board.getScreenCTM().a));
  for (const [key, value] of Object.entries({ href: `#p-${name}`, width: size, height: size })) piece.setAttribute(key, value);
  return piece;
}

const RISE = 34; // pixels above a place where pieces come from, or go to, that are seen nowhere else

/** An amount goes from one place to another, as a few pieces one after the other. A piece is an element to be copied, or a
 * name; named pieces that come from nowhere, or go there, are seen to come or go. `leaves(part)` is told what part of the
 * amount has left its place, `lands(part)` what has arrived. */
export async function pour(board, piece, from, to, amount, duration, { leaves = () => {}, lands = () => {} } = {}) {
  const named = typeof piece === "string";
  const flies = piece && (named ? from ?? to : from && to);
  const above = (box) => new DOMRect(box.x, box.y - RISE, box.width, box.height);
  const start = flies && (from ? boxOf(from) : above(boxOf(to)));
  const end = flies && (to ? boxOf(to) : above(start));
  const shown = flies && named ? board.appendChild(pieceCalled(board, piece, to ? end : start)) : piece;
  const options = flies && { place: measured(board, shown), fade: from ? (to ? "" : "out") : "in" };
  if (flies && named) shown.remove();
  const pieces = flies ? Math.min(MOST_PIECES, amount) : 1;
  await Promise.all(Array.from({ length: pieces }, async (_, index) => {
    const part = Math.floor((amount * (index + 1)) / pieces) - Math.floor((amount * index) / pieces);
    if (index) await moment((index * duration) / 6);
    leaves(part);
    await (flies ? travel(board, shown, start, end, duration, options) : moment(duration * 0.7));
    lands(part);
  }));
}

// ---------------------------------------------------------------- counting

const NUMBER = /^(×?)([−-]?\d+)$/;

function figureOf(element, count) {
  if (element.classList.contains("target")) return null; // a place that holds pieces: other numbers stand there
  return [...element.querySelectorAll("text")].find((text) => {
    const found = NUMBER.exec(text.textContent);
    return found && Number(found[2].replace("−", "-")) === count;
  });
}

/** The counters of a picture while its changes are being shown: each still says what it said before, and a place that
 * holds pieces shows those that it held. */
export class Counters {
  constructor(before) {
    this.before = before.counts;
    this.shown = new Map();
    this.hidden = new Map(); // pieces that are still on their way, by place
  }

  /** Put a counter back to what it showed. */
  hold(id) {
    const element = byId(id);
    const old = this.before.get(id);
    if (old === undefined || element?.dataset.count === undefined || this.shown.has(id)) return;
    const figure = figureOf(element, Number(element.dataset.count));
    if (!figure) return;
    this.shown.set(id, { figure, amount: old, text: figure.textContent });
    this.write(id);
  }

  /** Hide the pieces that are still to arrive at a place; a counter has a figure for that. */
  conceal(id, piece, amount) {
    const kind = typeof piece === "string" ? `#p-${piece}` : piece?.getAttribute("href");
    if (this.shown.has(id) || !kind) return;
    const pieces = [...byId(id)?.querySelectorAll(`use[href="${kind}"]:not(.aloft)`) ?? []].slice(-amount);
    for (const one of pieces) one.classList.add("aloft");
    this.hidden.set(id, [...(this.hidden.get(id) ?? []), ...pieces]);
  }

  add(id, amount) {
    if (amount > 0) for (const arrived of this.hidden.get(id)?.splice(0, amount) ?? []) arrived.classList.remove("aloft");
    const held = this.shown.get(id);
    if (!held) return;
    held.amount += amount;
    this.write(id);
  }

  write(id) {
    const { figure, amount, text } = this.shown.get(id);
    figure.textContent = `${text.startsWith("×") ? "×" : ""}${String(amount).replace("-", "−")}`;
  }

  /** Every counter says what the picture says. */
  settle() {
    for (const { figure, text } of this.shown.values()) figure.textContent = text;
    for (const id of this.hidden.keys()) this.add(id, Infinity);
    this.shown.clear();
  }
}

// ---------------------------------------------------------------- marks

/** What a picture says of a step before it has been told: flags and frames around what is new, and lines of the story.
 * Each is hidden until its time has come. */
export class Marks {
  /** `named` are the elements that the lines of the step name, each as often as it is named. */
  constructor(board, step, named) {
    this.left = new Map();
    this.about = new Map(); // by mark, what it is about
    for (const id of named) this.left.set(id, (this.left.get(id) ?? 0) + 1);
    for (const mark of board.querySelectorAll(".flag, .fresh")) {
      const about = mark.dataset.of ?? mark.closest("[id]:not(.region)")?.id;
      if (this.left.has(about)) this.hide(mark, about);
    }
    const lines = step.lines.filter((line) => line.text).reverse();
    for (const [index, entry] of [...board.querySelectorAll(`[data-ply="${step.ply}"]`)].entries()) if (lines[index]) this.hide(entry, lines[index]);
  }

  hide(mark, about) {
    mark.classList.add("untold");
    this.about.set(mark, about);
  }

  /** What an element was named for has been told; a mark sums up all that it was named for. */
  tell(id) {
    this.left.set(id, this.left.get(id) - 1);
    if (this.left.get(id) === 0) this.show(id);
  }

  show(about) {
    for (const [mark, what] of this.about) if (what === about) mark.classList.remove("untold");
  }

  settle() {
    for (const mark of this.about.keys()) mark.classList.remove("untold");
  }
}
