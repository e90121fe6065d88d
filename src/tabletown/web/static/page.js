/* Small services of every page: copy and share links, send orders to the server, watch a waiting room. */

import "./settings.js";
import { Live, send } from "./live.js";
import { patch } from "./patch.js";

document.addEventListener("click", async (event) => {
  const button = event.target.closest?.("[data-copy], [data-share], [data-post], [data-close]");
  if (!button) return;
  if (button.dataset.close !== undefined) return button.closest("dialog, [popover]")?.[button.closest("dialog") ? "close" : "hidePopover"]();
  if (button.dataset.copy) return copy(button, button.dataset.copy);
  if (button.dataset.share) {
    const link = { title: document.title, url: button.dataset.share };
    return navigator.share ? navigator.share(link).catch(() => {}) : copy(button, button.dataset.share);
  }
  button.setAttribute("aria-disabled", "true");
  const answer = await send(button.dataset.post, JSON.parse(button.dataset.body ?? "{}"));
  if (answer.ok) location.href = button.dataset.then ?? answer.url ?? `/table/${answer.id}`;
  else say(answer.error);
  button.removeAttribute("aria-disabled");
});

async function copy(button, text) {
  try {
    await navigator.clipboard.writeText(new URL(text, location).href);
    say("The link is copied.");
  } catch {
    const field = button.closest(".link-box")?.querySelector("input");
    field?.select();
    say("Press Ctrl+C to copy the link.");
  }
}

function say(sentence) {
  const line = document.getElementById("said");
  line.textContent = sentence;
  line.hidden = false;
  clearTimeout(say.timer);
  say.timer = setTimeout(() => (line.hidden = true), 3500);
}

for (const form of document.querySelectorAll("form[data-kinds]")) seatForm(form);

/** Of a seat's card only that part shows which belongs to the chosen kind of player. */
function seatForm(form) {
  const show = () => {
    for (const seat of form.querySelectorAll(".seat[data-seat]")) {
      const kind = seat.querySelector("input[name^=kind]:checked")?.value ?? "me";
      seat.dataset.kind = kind;
      for (const part of seat.querySelectorAll("[data-when]")) part.hidden = !part.dataset.when.split(" ").includes(kind);
    }
  };
  form.addEventListener("change", show);
  show();
}

const room = document.querySelector("[data-room]");
if (room) watch(room);

/** A waiting room: whenever something happens, fetch the page again and patch it in place. */
function watch(main) {
  const url = new URL(`/api/tables/${main.dataset.room}`, location).href;
  let seen = null;
  new Live(url, "desktop", async (frame) => {
    const state = JSON.stringify(frame.table ?? {});
    if (frame.table?.status && frame.table.status !== "waiting") return location.reload();
    if (seen === null || seen === state) return void (seen = state);
    seen = state;
    const text = await (await fetch(location.href)).text();
    const fresh = new DOMParser().parseFromString(text, "text/html").querySelector("[data-room]");
    if (fresh) patch(main, [...document.importNode(fresh, true).childNodes]);
    else location.reload();
  }, () => {});
}

const steps = document.querySelector("[data-replay]");
if (steps) import("./replay.js");
