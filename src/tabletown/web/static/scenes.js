/* Turns told as scenes: every move is shown by itself, with the picture that belongs to it, at the pace that the player likes. */

import { arrive, Counters, follow, landAll, light, Marks, pieceOf, pour, ride, shift, snapshot, tumble } from "./flight.js";
import { isOn, pace, reducedMotion } from "./settings.js";

const SPEEDS = { slow: 1.9, normal: 1, fast: 0.45, step: 1, instant: 0 };
const FLIGHT = 460;
const TUMBLE = 780;
const READING = 620;
const MANY_LINES = 7;

const byId = (id) => (id ? document.getElementById(id) : null);
const sleep = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Whether a change is what a card pays, or anything else that gives without having less of it. */
const pays = ({ amount, source }) => amount > 0 && byId(source) !== null && byId(source).dataset.count === undefined;

/** The element that gives what something gets: whoever pays, or the supply. */
function giverOf({ source, target }) {
  const [from, supply] = [byId(source), byId(byId(target)?.dataset.supply)];
  return from?.dataset.count === undefined ? supply ?? from : from;
}

/** What travels: the piece that the change names, or that of the counter that gets or gives it. */
const pieceFor = (change) => change.piece ?? pieceOf(byId(change.target)) ?? (change.amount > 0 ? pieceOf(giverOf(change)) : null);

export class Stage {
  /** `show(step)` paints the picture of a step; `tell(line, step)` says a line; `update()` is told when something about
   * the stage has changed: whether it plays, waits or is done. */
  constructor(board, { show, tell, update }) {
    Object.assign(this, { board, show, tell, update, queue: [], playing: null, paused: false, waiting: null, turn: 0, counters: null, marks: null });
    document.addEventListener("visibilitychange", () => document.hidden && this.finish());
  }

  /** Whether what the board shows is not yet the present. */
  get behind() {
    return this.queue.length > 0 || Boolean(this.playing && !this.playing.frame);
  }

  get active() {
    return Boolean(this.playing) || this.queue.length > 0;
  }

  get speed() {
    return document.hidden ? 0 : SPEEDS[pace()];
  }

  get moves() {
    return this.speed > 0 && !reducedMotion.matches && isOn("motion");
  }

  /** Steps to be shown one after another. */
  add(steps) {
    this.queue.push(...steps);
    if (!this.speed) this.finish();
    else if (!this.playing) this.run();
  }

  async run() {
    const turn = ++this.turn;
    while (this.queue.length && turn === this.turn) {
      this.throwing = this.isThrow(this.queue[0]);
      if (this.paused || this.throwing || (pace() === "step" && this.performed)) await this.untilNext();
      if (turn !== this.turn) return;
      const step = this.queue.shift();
      this.playing = step;
      this.update();
      await this.perform(step, turn);
      if (turn !== this.turn) return;
      this.performed = true;
    }
    this.end();
  }

  /** Whether a step begins with the viewer's own throw, which waits for a click. */
  isThrow(step) {
    const [line] = step.lines;
    const thrown = () => line.changes.some((change) => byId(change.target)?.dataset.motion === "tumble");
    return Boolean(step.unasked && this.moves && line && thrown());
  }

  end() {
    this.throwing = false;
    this.playing = null;
    this.performed = false;
    this.update();
  }

  untilNext() {
    return new Promise((resolve) => {
      this.waiting = resolve;
      this.update();
    });
  }

  /** The next scene now: the rest of this one is not waited for. */
  next() {
    const go = this.waiting;
    this.waiting = null;
    this.throwing = false;
    if (go) return go();
    this.hurry = true;
    landAll();
  }

  pause(on = !this.paused) {
    this.paused = on;
    if (!on) this.next();
    this.update();
  }

  /** The present at once. What was not shown is still told. */
  finish() {
    if (!this.active) return landAll();
    this.turn += 1;
    const left = this.queue.splice(0);
    this.waiting = null;
    this.paused = false;
    this.settle();
    for (const step of left) for (const line of step.lines) this.tell(line, step);
    const last = left.findLast((step) => step.frame) ?? left.at(-1);
    if (last) this.show(last);
    this.end();
  }

  settle() {
    landAll();
    this.counters?.settle();
    this.marks?.settle();
    this.counters = this.marks = null;
  }

  async perform(step, turn) {
    this.hurry = false;
    this.settle();
    const before = this.moves ? snapshot(this.board) : null;
    this.show(step);
    const speed = this.speed * (step.lines.length > MANY_LINES ? 0.5 : 1);
    if (before) await this.animate(step, before, speed, turn);
    else await this.read(step, speed, turn);
    if (turn === this.turn) this.settle();
  }

  /** Without motion: every line stays for as long as it takes to read it. */
  async read(step, speed, turn) {
    for (const line of step.lines) {
      if (turn !== this.turn) return;
      this.tell(line, step);
      if (line.text && !this.hurry) await sleep(READING * speed);
    }
  }

  async animate(step, before, speed, turn) {
    const changes = step.lines.flatMap((line) => line.changes);
    const counters = (this.counters = new Counters(before));
    for (const change of changes) if (change.amount) counters.hold(change.target);
    for (const change of changes) if (change.amount > 0) counters.conceal(change.target, pieceFor(change), change.amount);
    this.marks = new Marks(this.board, step, [...changes.map(({ target }) => target), ...changes.filter(pays).map(({ source }) => source)]);
    const riders = this.ridersOf(changes, before, speed);
    const thrown = changes.map(({ target }) => target).filter((id) => byId(id)?.dataset.motion);
    const shifted = shift(this.board, before, FLIGHT * speed, new Set([...riders.keys(), ...thrown]));
    const seen = new Set(shifted.flown.map((element) => element.id));
    for (const line of step.lines) {
      if (turn !== this.turn) return;
      this.tell(line, step);
      this.marks.show(line);
      if (this.hurry) continue;
      const rides = line.changes.filter((change) => riders.has(change.target));
      const others = line.changes.filter((change) => !riders.has(change.target));
      await Promise.all([
        ...others.map((change) => this.act(change, line, before, counters, seen, FLIGHT * speed)),
        sleep(line.text && line.theirs ? READING * speed : 0), // also where the table shows nothing of it
      ]);
      await Promise.all(rides.map((change) => riders.get(change.target)())); // a cart rolls when its tile lies there
      for (const { target } of turn === this.turn ? line.changes : []) this.marks.tell(target);
    }
    if (!this.hurry) await shifted.done;
  }

  /** What will ride on a way of its own in this step, waiting where it was: by id, how to let it go. */
  ridersOf(changes, before, speed) {
    const riders = new Map();
    for (const { target } of changes) {
      const element = byId(target);
      const [was, is] = [before.boxes.get(target), element?.dataset.way && element.getBoundingClientRect()];
      if (riders.has(target) || !was || !is || Math.hypot(was.x - is.x, was.y - is.y) < 4) continue;
      riders.set(target, ride(this.board, element, speed));
    }
    return riders;
  }

  /** One change on the table. Where it comes from, the drawing or the change itself says. */
  async act(change, line, before, counters, seen, duration) {
    const { board } = this;
    const target = byId(change.target);
    if (!target) return;
    if (change.amount) return this.count(change, line, target, counters, duration);
    const falling = (duration / FLIGHT) * TUMBLE;
    if (target.dataset.motion === "tumble") return tumble(board, target, falling);
    if (target.dataset.motion === "follow") return follow(board, target, falling);
    if (seen.has(target.id)) return;
    seen.add(target.id);
    const source = change.source && (byId(change.source)?.getBoundingClientRect() ?? before.boxes.get(change.source));
    if (source) return arrive(board, target.querySelector(":scope > .piece") ?? target, source, duration);
    const fresh = before.boxes.has(target.id) ? [...target.querySelectorAll("[id]")].find((inner) => !before.boxes.has(inner.id)) : target;
    if (!fresh) return light(board, target, duration);
    return arrive(board, fresh, byId(fresh.dataset.from)?.getBoundingClientRect(), duration);
  }

  /** Pieces go from whoever gives to whoever gets, and both count along. */
  async count(change, line, target, counters, duration) {
    const { board } = this;
    const piece = pieceFor(change);
    if (change.amount < 0) {
      const paired = line.changes.some((other) => other.amount > 0 && other.source === change.target);
      const leaves = (part) => counters.add(change.target, -part);
      if (!paired) await pour(board, piece, target, byId(target.dataset.supply), -change.amount, duration, { leaves });
      return;
    }
    const card = pays(change) ? byId(change.source) : null; // lights up; the bank gives
    if (card) this.marks?.tell(change.source);
    const lit = card && light(board, card, duration * 1.5);
    const paid = line.changes.some((other) => other.amount < 0 && other.target === change.source);
    const leaves = paid ? (part) => counters.add(change.source, -part) : undefined;
    const lands = (part) => counters.add(change.target, part);
    await pour(board, piece, giverOf(change), target, change.amount, duration, { leaves, lands });
    await Promise.all([lit, light(board, target, duration * 0.8)]);
  }
}
