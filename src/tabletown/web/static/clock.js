/* The clocks of a table, one at each player's panel. The server says how much time is left and when it ends; here it
 * only ticks. A screen reader can ask each clock, and is told by itself at a few moments of one's own time. */

const SECOND = 1000, MINUTE = 60 * SECOND, HOUR = 60 * MINUTE, DAY = 24 * HOUR;
const TOLD = [[DAY, "One day"], [HOUR, "One hour"], [5 * MINUTE, "Five minutes"], [MINUTE, "One minute"], [30 * SECOND, "Thirty seconds"], [10 * SECOND, "Ten seconds"]];
const SHORT = 30 * SECOND;
const place = document.getElementById("clocks");
const board = document.getElementById("board");
let ahead = 0; // how much the server's time is ahead of this computer's
let shown = null; // the clock of the frame that is shown
let say = () => {};
let before = Infinity; // what was left of one's own time a tick ago

/** What the server's time was while it answered a question that was asked and answered at these times. */
export function setTime(now, asked, answered) {
  ahead = now - (asked + answered) / 2;
}

/** Show the clock of a frame; `tell` reads something out. */
export function showClocks(frame, tell) {
  say = tell;
  if (shown?.running !== frame.clock?.running || frame.viewer !== shown?.viewer) before = Infinity;
  shown = frame.clock && { ...frame.clock, viewer: frame.viewer };
  place.hidden = !shown;
  if (!shown) return;
  place.replaceChildren(...shown.left.map((left, seat) => (left === null ? null : clockOf(frame.players[seat]))).filter(Boolean));
  placeClocks();
  tick();
}

function clockOf(player) {
  const clock = document.createElement("span");
  clock.className = "clock";
  clock.dataset.seat = player.seat;
  clock.setAttribute("role", "timer");
  clock.setAttribute("aria-label", `Time of ${player.name}`);
  return clock;
}

/** Each clock sits on the upper edge of its player's panel. */
export function placeClocks() {
  if (!shown) return;
  const stage = place.parentElement.getBoundingClientRect();
  for (const clock of place.children) {
    const seat = clock.dataset.seat;
    const box = (document.getElementById(`player-${seat}`) ?? document.getElementById(`plate-${seat}`))?.getBoundingClientRect();
    clock.hidden = !box;
    if (!box) continue;
    clock.style.left = `${box.right - stage.left - 10}px`;
    clock.style.top = `${box.top - stage.top}px`;
  }
}

new ResizeObserver(placeClocks).observe(board);

function tick() {
  clearTimeout(tick.timer);
  if (!shown) return;
  const now = Date.now() + ahead;
  for (const clock of place.children) {
    const seat = Number(clock.dataset.seat), runs = seat === shown.running;
    const left = runs ? Math.max(0, shown.deadline - now) : shown.left[seat];
    const words = inWords(left);
    if (clock.textContent !== words) clock.textContent = words;
    clock.classList.toggle("runs", runs);
    clock.classList.toggle("short", runs && left < SHORT);
    if (runs && seat === shown.viewer) tellOwn(left);
  }
  const left = shown.deadline - now;
  if (left > 0) tick.timer = setTimeout(tick, (left % SECOND) + 5); // when the next second is over
}

/** "Ten seconds left.": when it is so, and not what one sat down to. */
function tellOwn(left) {
  const passed = TOLD.findLast(([limit]) => left <= limit && before > limit);
  if (passed && before !== Infinity) say(`${passed[1]} left.`);
  before = left;
}

const two = (number) => String(number).padStart(2, "0");

/** 9:42 for minutes and seconds, 1:09:42 with hours, 2 d 5 h for days. */
function inWords(left) {
  if (left >= DAY) return `${Math.floor(left / DAY)} d ${Math.floor((left % DAY) / HOUR)} h`;
  const seconds = Math.ceil(left / SECOND), minutes = Math.floor(seconds / 60);
  return minutes < 60 ? `${minutes}:${two(seconds % 60)}` : `${Math.floor(minutes / 60)}:${two(minutes % 60)}:${two(seconds % 60)}`;
}
