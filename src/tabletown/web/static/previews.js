/* What would come of a move, as the game has drawn it ahead: shown while the move's target is pointed at, chosen or focused. */

const board = document.getElementById("board");
const active = { pointed: "", chosen: "", focused: "" };

const targetOf = (event) => event.target.closest?.(".target.legal")?.id ?? "";

let told = ""; // the target that listeners know of
let listener = () => {};
let nameOf = (id) => id; // whose drawing an element shows

function setActive(kind, id) {
  active[kind] = id;
  show();
  if (kind === "chosen" || current() === told) return;
  told = current();
  listener(told);
}

/** The legal target that is pointed at, or else focused. */
function current() {
  return [active.pointed, active.focused].find((one) => one && document.getElementById(one)?.classList.contains("legal")) ?? "";
}

/** Of several the one that is pointed at counts first. Also for a picture that has just come. */
function show() {
  const id = [active.pointed, active.chosen, active.focused].find((one) => one && document.getElementById(one)?.classList.contains("legal"));
  const name = id && nameOf(id);
  for (const drawing of board.querySelectorAll(".preview")) drawing.classList.toggle("shown", drawing.dataset.for === name);
}

board.addEventListener("pointerover", (event) => setActive("pointed", event.pointerType === "mouse" ? targetOf(event) : ""));
board.addEventListener("pointerleave", () => setActive("pointed", ""));
board.addEventListener("focusin", (event) => setActive("focused", event.target.matches(":focus-visible") ? targetOf(event) : ""));
board.addEventListener("focusout", () => setActive("focused", ""));

export const previews = {
  show,
  current,
  choose: (id) => setActive("chosen", id),
  /** `heard(id)` is told which target is pointed at or focused, "" for none; `named(id)` says whose drawing it shows. */
  listen: (heard, named) => ([listener, nameOf] = [heard, named]),
};
