/* A replay: steps through a finished or running game; every moment has its own address. */

import { fly, landAll, snapshot } from "./flight.js";
import { patch } from "./patch.js";

const range = document.getElementById("ply");
const playing = document.getElementById("replay-play");
let timer = 0;

const narrow = matchMedia("(max-width: 900px), (max-aspect-ratio: 1/1)");
let asked = 0;

async function show(ply) {
  const turn = ++asked;
  const url = new URL(location.href);
  url.searchParams.set("ply", ply);
  const shown = new URL(url);
  if (narrow.matches) shown.searchParams.set("layout", "phone");
  const text = await (await fetch(shown)).text();
  if (turn !== asked) return; // the reader is further already
  const fresh = new DOMParser().parseFromString(text, "text/html");
  const board = document.getElementById("board");
  landAll();
  const spots = snapshot(board);
  for (const id of ["board", "replay-side", "replay-bar"]) {
    const old = document.getElementById(id);
    const now = fresh.getElementById(id);
    if (old && now) patch(old, [...document.importNode(now, true).childNodes]);
  }
  document.getElementById("board").setAttribute("viewBox", fresh.getElementById("board").getAttribute("viewBox"));
  fly(board, spots, [], "");
  history.replaceState(null, "", url);
  document.getElementById("ply").value = ply;
}

const now = () => Number(document.getElementById("ply").value);
const last = () => Number(document.getElementById("ply").max);

document.addEventListener("click", (event) => {
  const link = event.target.closest?.("a[data-ply]");
  if (!link || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  if (link.getAttribute("aria-disabled") !== "true") show(Number(link.dataset.ply));
});
document.addEventListener("change", (event) => event.target.id === "ply" && show(now()));
addEventListener("keydown", (event) => {
  if (event.target.matches("input:not([type=range]), textarea") || event.target.id === "ply") return;
  if (event.key === "ArrowRight" && now() < last()) show(now() + 1);
  if (event.key === "ArrowLeft" && now() > 0) show(now() - 1);
});

function pace() {
  return 1500 / Number(document.querySelector("input[name=speed]:checked")?.value ?? 1);
}

async function run() {
  if (now() >= last()) return stop();
  await show(now() + 1);
  timer = setTimeout(run, pace());
}

function stop() {
  clearTimeout(timer);
  timer = 0;
  playing.setAttribute("aria-pressed", "false");
}

playing.addEventListener("click", () => {
  if (timer) return stop();
  playing.setAttribute("aria-pressed", "true");
  timer = setTimeout(run, 1);
});
range.addEventListener("input", () => stop());
narrow.addEventListener("change", () => show(now()));
if (narrow.matches) show(now());
