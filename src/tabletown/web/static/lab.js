/* The Lab: the bench, where cards are picked up and numbers changed, and answers that come while games are played. */

import { patch } from "./patch.js";

const bench = document.querySelector("[data-bench]");
if (bench) workAt(bench);

/** One card is picked up at a time; what is changed shows on its card, in the question and in the address. */
function workAt(form) {
  const editors = [...form.querySelectorAll("[data-editor]")];
  const cards = [...form.querySelectorAll("[data-thing]")];
  const inputs = [...form.querySelectorAll("input[data-printed]")];
  const title = form.querySelector("#question");
  for (const knob of form.querySelectorAll("[data-step]")) knob.hidden = false;

  const open = (thing) => {
    for (const editor of editors) editor.hidden = editor.dataset.editor !== thing;
    for (const card of cards) {
      if (card.dataset.thing === thing) card.setAttribute("aria-current", "true");
      else card.removeAttribute("aria-current");
    }
  };

  const show = () => {
    const changed = inputs.filter((input) => input.value !== "" && input.value !== input.dataset.printed);
    for (const input of inputs) {
      const differs = changed.includes(input);
      const value = input.closest(".value");
      value.classList.toggle("changed", differs);
      value.querySelector("[data-was]").textContent = differs ? `printed ${input.dataset.printed}` : "as printed";
      const flag = form.querySelector(`[data-flag="${CSS.escape(input.name)}"]`);
      flag.hidden = !differs;
      flag.firstElementChild.textContent = input.value;
    }
    say(title, changed, form.dataset.printed);
    const printed = form.querySelector("#as-printed");
    if (printed) printed.hidden = !changed.length;
    const times = JSON.parse(form.dataset.times);
    const chosen = (name) => form.querySelector(`input[name="${name}"]:checked`)?.value;
    const time = form.querySelector("#time");
    if (time) time.textContent = times[chosen("who")]?.[chosen("precision")] ?? "";
    form.querySelector("#as-file-panel").hidden = !changed.length;
    form.querySelector("#toml").textContent = ["[change]", ...changed.map((input) => `${input.name} = ${input.value}`)].join("\n");
    const query = new URLSearchParams(changed.map((input) => [input.name, input.value]));
    for (const name of ["players", "who", "precision"]) query.set(name, chosen(name));
    for (const tick of form.querySelectorAll('input[name="ask"]:checked')) query.append("ask", tick.value);
    form.querySelector("#share-question").dataset.share = `${location.pathname}?${query}`;
  };

  form.addEventListener("click", (event) => {
    const card = event.target.closest("[data-thing]");
    const knob = event.target.closest("[data-step]");
    if (card) {
      event.preventDefault();
      open(card.dataset.thing);
    }
    if (knob) {
      const input = knob.closest(".stepper").querySelector("input");
      const wanted = Number(input.value) + Number(knob.dataset.step);
      input.value = Math.min(Number(input.max), Math.max(Number(input.min), wanted));
      show();
    }
  });
  form.addEventListener("input", show);
  open(cards.find((card) => card.hasAttribute("aria-current"))?.dataset.thing);
  show();
}

/** The question as a sentence, its new numbers marked. */
function say(title, changed, printed) {
  const number = (text) => {
    const mark = document.createElement("span");
    mark.className = "now-value";
    mark.textContent = text;
    return mark;
  };
  if (!changed.length) return title.replaceChildren(printed);
  if (changed.length > 2) return title.replaceChildren("What if ", number(changed.length), " numbers were others?");
  const parts = ["What if "];
  changed.forEach((input, index) => {
    const [before, after] = input.dataset.clause.split("{n}");
    parts.push((index ? " and " : "") + before, number(input.value), after);
  });
  title.replaceChildren(...parts, "?");
}

const page = document.querySelector("[data-experiment]");
if (page && page.querySelector("#lab-now").dataset.over === "no") follow(page);

const PAUSE = 250; // milliseconds: at most four pictures a second

/** Wait for news of an experiment and put the fresh picture in place of the old one. */
async function follow(page) {
  const name = page.dataset.experiment;
  for (let failures = 0; failures < 20; ) {
    const now = page.querySelector("#lab-now");
    if (now.dataset.over === "yes") return;
    try {
      const news = await fetch(`/api/lab/experiments/${name}?since=${now.dataset.version}&wait=25`);
      if (!news.ok) throw new Error(String(news.status));
      const told = await news.json();
      if (told.version <= Number(now.dataset.version) && !["done", "stopped", "failed"].includes(told.status)) continue;
      const text = await (await fetch(`/lab/r/${name}?live`)).text();
      const fresh = new DOMParser().parseFromString(text, "text/html");
      patch(page, [...document.importNode(fresh.body, true).children]);
      failures = 0;
      await new Promise((resolve) => setTimeout(resolve, PAUSE));
    } catch {
      failures++;
      await new Promise((resolve) => setTimeout(resolve, Math.min(8000, 400 * 2 ** failures)));
    }
  }
}
