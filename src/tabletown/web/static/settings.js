/* What a player likes, kept in this browser: look, sound, motion, pace, confirming, shortcuts, name. */

export const reducedMotion = matchMedia("(prefers-reduced-motion: reduce)");
export const touch = matchMedia("(pointer: coarse)");

const DEFAULTS = { theme: "auto", sound: "on", motion: "on", keys: "on", passing: "off", push: "" };

export function setting(name) {
  try {
    return localStorage.getItem(`tabletown-${name}`) ?? usual(name);
  } catch {
    return usual(name);
  }
}

/** What holds until the player has chosen: a finger may miss, and who wants no motion wants no scenes either. */
function usual(name) {
  if (name === "confirm") return touch.matches ? "on" : "off";
  if (name === "pace") return reducedMotion.matches ? "instant" : "normal";
  return DEFAULTS[name];
}

export const isOn = (name) => setting(name) === "on";
export const pace = () => setting("pace");

/** Keep something in this browser. */
export function keep(name, value) {
  try {
    localStorage.setItem(`tabletown-${name}`, value);
  } catch { /* a browser without storage forgets */ }
}

function applySetting(name, value) {
  keep(name, value);
  dispatchEvent(new CustomEvent("setting", { detail: { name, value } }));
  if (name !== "theme") return;
  if (value === "auto") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = value;
}

for (const input of document.querySelectorAll("#settings input")) {
  if (input.type === "radio") input.checked = setting(input.name) === input.value;
  else input.checked = isOn(input.name);
  input.addEventListener("change", () => applySetting(input.name, input.type === "radio" ? input.value : input.checked ? "on" : "off"));
}

for (const input of document.querySelectorAll("input[data-keep]")) {
  const kept = setting(input.dataset.keep);
  if (kept && (!input.value || input.dataset.keep === "name")) input.value = kept;
  input.addEventListener("input", () => {
    keep(input.dataset.keep, input.value);
    for (const twin of document.querySelectorAll(`input[data-keep="${input.dataset.keep}"]`)) twin.value = input.value;
  });
}

for (const offer of document.querySelectorAll("[data-learn]")) offer.hidden = isOn(`learned-${offer.dataset.learn}`);
