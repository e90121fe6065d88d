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
  else showMessage(answer.error);
  button.removeAttribute("aria-disabled");
});

async function copy(button, text) {
  try {
    await navigator.clipboard.writeText(new URL(text, location).href);
    showMessage("The link is copied.");
  } catch {
    const field = button.closest(".link-box")?.querySelector("input");
    field?.select();
    showMessage("Press Ctrl+C to copy the link.");
  }
}

function showMessage(sentence) {
  const line = document.getElementById("said");
  line.textContent = sentence;
  line.hidden = false;
  clearTimeout(showMessage.timer);
  showMessage.timer = setTimeout(() => (line.hidden = true), 3500);
}

/** A key that leads to another page shows at once that it was pressed; whoever comes back finds it as it was. */
addEventListener("submit", (event) => event.submitter?.classList.add("taken"));
addEventListener("pageshow", () => document.querySelectorAll(".key.taken").forEach((key) => key.classList.remove("taken")));

for (const form of document.querySelectorAll("form[data-kinds]")) seatForm(form);

/** Of a seat's card only that part shows which belongs to the chosen kind of player, and of the options only those
 * with which something can be chosen for so many players; what is hidden is not sent. */
function seatForm(form) {
  const value = (name) => form.querySelector(`input[name="${name}"]:checked`)?.value;
  const show = () => {
    let players = 0, people = 0;
    for (const seat of form.querySelectorAll(".seat[data-seat]")) {
      const kind = seat.querySelector("input[name^=kind]:checked")?.value ?? "me";
      if (kind !== "nobody") players++;
      if (kind !== "nobody" && kind !== "bot") people++;
      seat.dataset.kind = kind;
      for (const part of seat.querySelectorAll("[data-when]")) part.hidden = !part.dataset.when.split(" ").includes(kind);
    }
    for (const option of form.querySelectorAll("[data-players]")) {
      const [least, most] = option.dataset.players.split("-").map(Number);
      const wanted = !option.dataset.option || option.dataset.values.split(" ").includes(value(`o-${option.dataset.option}`));
      turn(option, players >= least && players <= most && wanted);
    }
    for (const part of form.querySelectorAll("[data-people]")) turn(part, people >= Number(part.dataset.people));
    for (const choice of form.querySelectorAll("[data-seat-value]")) {
      if (!choice.closest("[data-players]").hidden) turn(choice, Number(choice.dataset.seatValue) < players);
      const title = choice.querySelector("[data-seat-title]");
      if (title) title.textContent = calledAt(Number(choice.dataset.seatValue)) ?? title.dataset.seatTitle;
    }
  };
  const calledAt = (number) => {
    const seat = form.querySelector(`.seat[data-seat="${number}"]`);
    return number === 0 ? "You" : seat?.dataset.kind === "bot" ? seat.dataset.botName : null;
  };
  const turn = (part, shown) => {
    part.hidden = !shown;
    for (const input of part.querySelectorAll("input")) input.disabled = !shown;
  };
  form.addEventListener("change", show);
  show();
}

/** Whether there is a connection is said at once, and for as long as there is none. */
function tellConnection() {
  const line = document.getElementById("said");
  clearTimeout(showMessage.timer);
  line.hidden = navigator.onLine;
  line.textContent = navigator.onLine ? "" : "You are not connected. Nothing is lost; it goes on when the connection is back.";
}
addEventListener("offline", tellConnection);
addEventListener("online", tellConnection);
if (!navigator.onLine) tellConnection();

if (navigator.serviceWorker && isSecureContext) {
  addEventListener("load", () => setTimeout(workOffline, 1500));
}

async function workOffline() {
  try {
    await navigator.serviceWorker.register("/sw.js");
    (await navigator.serviceWorker.ready).active.postMessage("keep the guides");
  } catch { /* a browser that does not want it works with a connection only */ }
}

const carry = document.querySelector("[data-carry]");
if (carry) { // the secret of a link stands behind its #; it leaves the address as soon as it is read
  carry.elements.secret.value = location.hash.slice(1);
  history.replaceState(null, "", location.pathname);
}

const room = document.querySelector("[data-room]");
if (room) watchRoom(room);

/** A waiting room: whenever something happens, fetch the page again and patch it in place. */
function watchRoom(main) {
  const url = new URL(`/api/tables/${main.dataset.room}`, location).href;
  let lastState = null;
  new Live(url, "desktop", async (frame) => {
    const state = JSON.stringify(frame.table ?? {});
    if (frame.table?.status && frame.table.status !== "waiting") return location.reload();
    if (lastState === null || lastState === state) return void (lastState = state);
    lastState = state;
    const text = await (await fetch(location.href)).text();
    const fresh = new DOMParser().parseFromString(text, "text/html").querySelector("[data-room]");
    if (fresh) patch(main, [...document.importNode(fresh, true).childNodes]);
    else location.reload();
  }, () => {});
}

const steps = document.querySelector("[data-replay]");
if (steps) import("./replay.js");
