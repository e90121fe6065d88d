/* Who is at the table: spectators are told that they watch, absent players can be nudged or replaced, and six pictures
 * go round. The server is asked every few seconds, and seldom while nobody looks at the page. */

import { ring } from "./bell.js";
import { setTime } from "./clock.js";
import { showError } from "./complaint.js";
import { send, watched } from "./live.js";

const byId = (id) => document.getElementById(id);
const box = byId("company");
const api = `/api/tables/${box.dataset.company}`;
const OFTEN = 3000, SELDOM = 15000, SHOWN = 4000, LONGEST = 10000;
let last = null;
let told = "";

async function look() {
  const asked = Date.now();
  try {
    const question = `${api}/company${last === null ? "" : `?since=${last}`}`;
    const answer = await watched(fetch(question, { signal: AbortSignal.timeout(LONGEST) }));
    const answered = Date.now();
    if (answer.ok) {
      const company = await answer.json();
      setTime(company.now, asked, answered);
      show(company);
    }
    else if (answer.status === 404) return;
  } catch { /* the page says itself that there is no connection */ }
  setTimeout(look, document.hidden ? SELDOM : OFTEN);
}

function show(company) {
  last = company.last;
  const people = company.seats.filter((seat) => seat.kind === "person");
  const others = people.filter((seat) => !seat.you);
  const mine = company.seats.filter((seat) => seat.you).map((seat) => seat.seat);
  byId("company-watching").hidden = !company.watching;
  byId("company-react").hidden = company.watching || others.length === 0;
  const absent = people.filter((seat) => seat.left || (!seat.you && seat.away !== null));
  const now = JSON.stringify([absent.map((seat) => [seat.seat, seat.left, seat.late, minutes(seat.away), seat.replaceable]), mine, company.to_move]);
  if (now !== told) {
    told = now;
    byId("company-absent").replaceChildren(...absent.map((seat) => absence(seat, company)));
  }
  box.hidden = !company.watching && others.length === 0 && absent.length === 0;
  for (const sign of company.signs) receive(sign, company.seats, mine);
}

const minutes = (seconds) => (seconds === null ? null : Math.floor(seconds / 60));

function absence(seat, { watching, to_move: toMove }) {
  const item = document.createElement("li");
  item.className = "chip";
  const words = document.createElement("span");
  const away = minutes(seat.away);
  const [whose, who] = seat.you ? ["Your time", "You have"] : [`The time of ${seat.name}`, `${seat.name} has`];
  const gone = seat.late ? `${whose} has run out; a bot plays on` : `${who} left; a bot plays on`;
  words.textContent = seat.left ? gone : `${seat.name} is away${away ? ` for ${away} min` : ""}`;
  item.append(words);
  if (seat.left && seat.you) item.append(key("Come back", () => send(`${api}/claim`, { seat: seat.seat })));
  if (!watching && !seat.left && seat.seat === toMove) {
    item.append(key("Nudge", () => send(`${api}/nudges`, { seat: seat.seat })));
    if (seat.replaceable) item.append(key("Let a bot play", () => send(`${api}/substitutes`, { seat: seat.seat })));
  }
  return item;
}

function key(label, action) {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "key small";
  button.textContent = label;
  button.addEventListener("click", async () => {
    button.disabled = true;
    const answer = await action();
    button.disabled = false;
    if (answer.ok) byId("company-said").textContent = `${label}: done.`;
    else showError(answer.error);
  });
  return button;
}

function receive(sign, seats, mine) {
  const from = seats[sign.seat]?.name ?? "Somebody";
  if (sign.kind === "nudge") {
    if (!mine.includes(sign.to)) return;
    ring();
    return float(from, null, `${from} nudges you: it is your turn.`);
  }
  const picture = document.querySelector(`[data-reaction="${sign.picture}"] svg`);
  float(from, picture, `${from}: ${sign.picture.replace("-", " ")}`);
}

/** A sign floats over the table for a moment. */
function float(from, picture, said) {
  const bubble = document.createElement("p");
  bubble.className = "bubble";
  bubble.append(picture ? picture.cloneNode(true) : said);
  if (picture) bubble.append(from);
  byId("company-said").textContent = said;
  box.append(bubble);
  setTimeout(() => bubble.remove(), SHOWN);
}

for (const button of document.querySelectorAll("[data-reaction]")) {
  button.addEventListener("click", async () => {
    byId("reactions").hidePopover();
    const answer = await send(`${api}/reactions`, { picture: button.dataset.reaction });
    if (answer.ok) float("You", button.querySelector("svg"), `You: ${button.getAttribute("aria-label")}`), (last = answer.last);
  });
}

look();
