/* What did not work, in a sentence, for a few seconds. */

const line = document.getElementById("complaint");
let timer = 0;

export function showError(sentence) {
  line.textContent = sentence || "That did not work.";
  line.hidden = false;
  clearTimeout(timer);
  timer = setTimeout(() => (line.hidden = true), 5000);
}
