/* What a player likes, kept in this browser: look, sound, motion, confirming, shortcuts, name. */

const DEFAULTS = { theme: "auto", sound: "on", motion: "on", confirm: "off", keys: "on" };

export function setting(name) {
  try {
    return localStorage.getItem(`tabletown-${name}`) ?? DEFAULTS[name];
  } catch {
    return DEFAULTS[name];
  }
}

export const on = (name) => setting(name) === "on";

function keep(name, value) {
  try {
    localStorage.setItem(`tabletown-${name}`, value);
  } catch { /* a browser without storage forgets */ }
}

function choose(name, value) {
  keep(name, value);
  if (name !== "theme") return;
  if (value === "auto") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = value;
}

for (const input of document.querySelectorAll("#settings input")) {
  if (input.type === "radio") input.checked = setting(input.name) === input.value;
  else input.checked = on(input.name);
  input.addEventListener("change", () => choose(input.name, input.type === "radio" ? input.value : input.checked ? "on" : "off"));
}

for (const input of document.querySelectorAll("input[data-keep]")) {
  const kept = setting(input.dataset.keep);
  if (kept && (!input.value || input.dataset.keep === "name")) input.value = kept;
  input.addEventListener("input", () => {
    keep(input.dataset.keep, input.value);
    for (const twin of document.querySelectorAll(`input[data-keep="${input.dataset.keep}"]`)) twin.value = input.value;
  });
}
