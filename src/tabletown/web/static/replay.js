/* A replay: steps through a finished or running game; every moment has its own address. */

import { fly, landAll, snapshot } from "./flight.js";
import { patch } from "./patch.js";
import { layout, onLayout } from "./screen.js";

const range = document.getElementById("ply");
const playButton = document.getElementById("replay-play");
let timer = 0;
let lastRequest = 0;

async function show(ply) {
  const request = ++lastRequest;
  const url = new URL(location.href);
  url.searchParams.set("ply", ply);
  const shown = new URL(url);
  shown.searchParams.set("layout", layout());
  const text = await (await fetch(shown)).text();
  if (request !== lastRequest) return; // the reader is further already
  const fresh = new DOMParser().parseFromString(text, "text/html");
  const board = document.getElementById("board");
  landAll();
  const positions = snapshot(board);
  for (const id of ["board", "replay-side", "replay-bar", "replay-chart"]) {
    const old = document.getElementById(id);
    const now = fresh.getElementById(id);
    if (old && now) patch(old, [...document.importNode(now, true).childNodes]);
  }
  document.getElementById("board").setAttribute("viewBox", fresh.getElementById("board").getAttribute("viewBox"));
  fly(board, positions, [], "");
  showLine();
  history.replaceState(null, "", url);
  document.getElementById("ply").value = ply;
}

/** Scroll the list, and nothing else, so that the current line stands in its middle. */
function showLine() {
  const list = document.getElementById("replay-lines");
  const line = list.querySelector("[aria-current]");
  if (line) list.scrollTop = line.offsetTop - list.offsetTop - (list.clientHeight - line.offsetHeight) / 2;
}

const currentPly = () => Number(document.getElementById("ply").value);
const lastPly = () => Number(document.getElementById("ply").max);

document.addEventListener("click", (event) => {
  const link = event.target.closest?.("a[data-ply]");
  if (!link || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  if (link.getAttribute("aria-disabled") !== "true") show(Number(link.dataset.ply));
});
document.addEventListener("change", (event) => event.target.id === "ply" && show(currentPly()));
addEventListener("keydown", (event) => {
  if (event.target.matches("input:not([type=range]), textarea") || event.target.id === "ply") return;
  if (event.key === "ArrowRight" && currentPly() < lastPly()) show(currentPly() + 1);
  if (event.key === "ArrowLeft" && currentPly() > 0) show(currentPly() - 1);
});

function delay() {
  return 1500 / Number(document.querySelector("input[name=speed]:checked")?.value ?? 1);
}

async function playOn() {
  if (currentPly() >= lastPly()) return stop();
  await show(currentPly() + 1);
  timer = setTimeout(playOn, delay());
}

function stop() {
  clearTimeout(timer);
  timer = 0;
  playButton.setAttribute("aria-pressed", "false");
}

playButton.addEventListener("click", () => {
  if (timer) return stop();
  playButton.setAttribute("aria-pressed", "true");
  timer = setTimeout(playOn, 1);
});
range.addEventListener("input", () => stop());
onLayout(() => show(currentPly()));
showLine();
if (layout() !== "desktop") show(currentPly());
