/* "It is your turn": a sound, the title of the page, a badge. */

import { isOn } from "./settings.js";

const title = document.title;
const icon = document.querySelector("link[rel=icon]");
const idleIcon = icon?.href;
let audio = null;

addEventListener("pointerdown", resumeAudio);
addEventListener("keydown", resumeAudio);

function resumeAudio() {
  audio ??= new AudioContext();
  if (audio.state === "suspended") audio.resume();
}

/** Short soft notes, each [hertz, starts at, lasts]. */
export function chime(...notes) {
  if (!audio || audio.state !== "running" || !isOn("sound")) return;
  for (const [pitch, start, length] of notes) {
    const tone = audio.createOscillator();
    const gain = audio.createGain();
    const at = audio.currentTime + start;
    tone.type = "triangle";
    tone.frequency.value = pitch;
    gain.gain.setValueAtTime(0, at);
    gain.gain.linearRampToValueAtTime(0.12, at + 0.02);
    gain.gain.exponentialRampToValueAtTime(0.0001, at + length);
    tone.connect(gain).connect(audio.destination);
    tone.start(at);
    tone.stop(at + length);
  }
}

export function ring() {
  chime([659, 0, 0.35], [880, 0.14, 0.5]);
}

export function fanfare() {
  chime([523, 0, 0.3], [659, 0.13, 0.3], [784, 0.26, 0.3], [1047, 0.4, 0.8]);
}

/** Mark or unmark the tab. */
export function badge(mine) {
  document.title = mine ? `● Your turn · ${title}` : title;
  if (icon) icon.href = mine ? icon.dataset.turn : idleIcon;
  if (mine) navigator.setAppBadge?.(1).catch(() => {});
  else navigator.clearAppBadge?.().catch(() => {});
}
