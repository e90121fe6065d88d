/* What moves on the table: pieces fly, dice tumble, cards light up, numbers count. Only transform and opacity are animated. */

import { isOn, reducedMotion } from "./settings.js";

const SVG = "http://www.w3.org/2000/svg";
const MOST_FLIGHTS = 12; // of elements that only shifted
const MOST_PIECES = 5; // that fly for one amount
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
function travel(board, element, from, to, duration, { hide = false, delay = 0, place = measured(board, element) } = {}) {
  const start = center(from);
  const end = center(to);
  const { own } = place;
  const distance = Math.hypot(end[0] - start[0], end[1] - start[1]);
  const { outer, scale } = copyOf(board, element, place);
  const at = (point) => `${(point[0] - own[0]) / scale}px, ${(point[1] - own[1]) / scale}px`;
  const lift = Math.min(46, distance / scale / 5);
  const middle = [(start[0] + end[0]) / 2, (start[1] + end[1]) / 2 - lift * scale];
  if (hide) element.classList.add("aloft");
  return run(
    outer,
    [
      { transform: `translate(${at(start)})` },
      { transform: `translate(${at(middle)})`, offset: 0.5 },
      { transform: `translate(${at(end)})` },
    ],
    { duration, delay, easing: "ease-in-out" },
    () => {
      outer.remove();
      if (hide) element.classList.remove("aloft");
    },
  );
}

/** What lies elsewhere than before flies there, but for what rides on a way of its own. */
export function shift(board, before, duration, riders = new Map()) {
  const flown = [];
  const flights = [];
  for (const element of board.querySelectorAll("[id]:not(.region):not(defs *)")) {
    if (flown.length >= MOST_FLIGHTS) break;
    const start = before.boxes.get(element.id);
    if (!start?.width || riders.has(element.id) || flown.some((other) => other.contains(element))) continue;
    const end = boxOf(element);
    const [a, b] = [center(start), center(end)];
    if (!end.width || Math.hypot(a[0] - b[0], a[1] - b[1]) < 4) continue;
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

/** An amount goes from one place to another, as a few pieces one after the other. */
export function pour(board, piece, from, to, amount, duration) {
  if (!piece || !from || !to) return Promise.resolve();
  const [start, end] = [boxOf(from), boxOf(to)];
  const pieces = Math.min(MOST_PIECES, Math.abs(amount));
  const place = measured(board, piece);
  return Promise.all(Array.from({ length: pieces }, (_, index) => travel(board, piece, start, end, duration, { delay: (index * duration) / 6, place })));
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

/** The counters of a picture while its changes are being shown: each still says what it said before. */
export class Counters {
  constructor(before) {
    this.before = before.counts;
    this.shown = new Map();
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

  add(id, amount) {
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
    this.shown.clear();
  }
}
