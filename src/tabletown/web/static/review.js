/* A review: shows what is judged as it comes, walks from event to event, and marks the better move on the table. */

import { patch } from "./patch.js";

const root = document.querySelector("[data-review]");
const narrow = matchMedia("(max-width: 900px), (max-aspect-ratio: 1/1)");
const PARTS = ["review-head", "review-side", "review-bar", "review-curve", "review-curve-narrow", "review-sum"];
const PAUSE = 900; // milliseconds between two looks at a page whose numbers still change
const SVG = "http://www.w3.org/2000/svg";
const byId = (id) => document.getElementById(id);
let lastRequest = 0;
let next = Number(root.dataset.next);

async function show(url, withBoard = true) {
  const request = ++lastRequest;
  const asked = new URL(url, location.href);
  if (narrow.matches) asked.searchParams.set("layout", "phone");
  const text = await (await fetch(asked)).text();
  if (request !== lastRequest) return;
  const fresh = new DOMParser().parseFromString(text, "text/html");
  for (const id of withBoard ? [...PARTS, "board"] : PARTS) {
    const old = byId(id);
    const now = fresh.getElementById(id);
    if (old && now) patch(old, [...document.importNode(now, true).childNodes]);
  }
  const board = fresh.getElementById("board");
  if (board) byId("board").setAttribute("viewBox", board.getAttribute("viewBox"));
  root.dataset.state = fresh.querySelector("[data-review]")?.dataset.state ?? root.dataset.state;
  if (withBoard) history.replaceState(null, "", url);
  if (asked.searchParams.has("exercise")) byId("event-head")?.scrollIntoView({ block: "nearest" });
  markMoves();
  showEntry();
}

/** The row of the event that is looked at, in the middle of its list; the page itself stays where it is. */
function showEntry() {
  const list = document.querySelector("#review-list .moves");
  const row = list?.querySelector("[aria-current=step]");
  if (row) list.scrollTop += row.getBoundingClientRect().top - list.getBoundingClientRect().top - list.clientHeight / 3;
}

/** Frames on the table round the better move and the one that was played. */
function markMoves() {
  const board = byId("board");
  for (const old of board.querySelectorAll(".review-frame")) old.remove();
  const rows = [...document.querySelectorAll("#review-event [data-role=best], #review-event [data-role=played]")];
  if (rows.length < 2) return;
  for (const row of rows) {
    const target = byId(row.dataset.target);
    if (target && board.contains(target)) frame(board, target, row.dataset.role === "best", row.dataset.value);
  }
}

function frame(board, target, better, value) {
  const toBoard = board.getScreenCTM().inverse();
  const box = target.getBoundingClientRect();
  const corner = new DOMPoint(box.left, box.top).matrixTransform(toBoard);
  const end = new DOMPoint(box.right, box.bottom).matrixTransform(toBoard);
  const group = document.createElementNS(SVG, "g");
  group.setAttribute("class", "review-frame");
  const colour = better ? "var(--legal-fill)" : "var(--danger)";
  const ring = make("rect", { x: corner.x - 3, y: corner.y - 3, width: end.x - corner.x + 6, height: end.y - corner.y + 6, rx: 10, fill: "none", stroke: colour, "stroke-width": 5, "stroke-dasharray": better ? "none" : "10 6" });
  const words = `${better ? "Better" : "Played"}: ${value}`;
  const width = 14 + 9.4 * words.length;
  const middle = (corner.x + end.x) / 2;
  const plate = make("rect", { x: middle - width / 2, y: end.y - 12, width, height: 25, rx: 12, fill: colour });
  const label = make("text", { x: middle, y: end.y + 6, "text-anchor": "middle", "font-size": 16, "font-weight": 700, fill: better ? "var(--legal-ink)" : "var(--danger-ink)" });
  label.textContent = words;
  group.append(ring, plate, label);
  board.append(group);
}

function make(name, values) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(values)) element.setAttribute(key, value);
  return element;
}

document.addEventListener("click", (event) => {
  const tried = event.target.closest?.("[data-try]") ?? triedOnTable(event.target);
  if (tried) return answer(tried);
  const link = event.target.closest?.("a[data-event]");
  if (!link || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  if (link.getAttribute("aria-disabled") !== "true") show(link.href);
});

/** The move of the exercise that is made on a piece of the table; of several, they get the focus in the list. */
function triedOnTable(piece) {
  for (let at = piece; at?.closest?.("#board"); at = at.parentElement) {
    const here = at.id ? [...document.querySelectorAll("[data-try]:enabled")].filter((one) => one.dataset.target === at.id) : [];
    if (here.length === 1) return here[0];
    if (here.length) return void here[0].focus();
  }
  return null;
}

/** The exercise: a move that is about as good as the best is right; then follows why. */
function answer(button) {
  if (!byId("found-why").hidden) return;
  const right = button.dataset.try === "right";
  button.classList.add(right ? "is-right" : "is-wrong");
  button.querySelector(".said-value").textContent = button.dataset.value;
  const line = byId("found");
  line.textContent = right ? "Right." : "Something else is better; try again.";
  if (!right) return;
  byId("found-why").hidden = false;
  byId("found-why").querySelector("a").focus({ preventScroll: true });
  byId("found-why").querySelector("a").scrollIntoView({ block: "nearest" });
  for (const other of document.querySelectorAll("[data-try]")) {
    other.querySelector(".said-value").textContent ||= other.dataset.value;
    if (other.dataset.was) other.dataset.role = other.dataset.was;
  }
  markMoves();
}

addEventListener("keydown", (event) => {
  if (event.target.matches("input, textarea")) return;
  const name = { ArrowRight: "go-forward", ArrowLeft: "go-back" }[event.key];
  if (name) byId(name).click();
});

/** While the review is worked out: look again whenever something was judged. */
async function follow() {
  while (!["done", "failed"].includes(root.dataset.state)) {
    const answer = await fetch(`/api/tables/${root.dataset.review}/review?since=${next}&wait=25`);
    if (!answer.ok) return setTimeout(follow, 5000);
    const news = await answer.json();
    next = news.next;
    await show(location.href, !location.search.includes("event="));
    if (news.state === "done" || news.state === "failed") root.dataset.state = news.state;
    await new Promise((resolve) => setTimeout(resolve, PAUSE));
  }
}

narrow.addEventListener("change", () => show(location.href));
if (narrow.matches) show(location.href);
else markMoves();
showEntry();
follow();
