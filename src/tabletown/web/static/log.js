/* The story of the game in words, and what has happened since the reader's last move. */

const SVG = "http://www.w3.org/2000/svg";

export class Log {
  constructor(list) {
    Object.assign(this, { list, entries: [], played: Infinity });
  }

  take(frame) {
    const from = frame.log_from ?? 0;
    this.entries = [...this.entries.filter((entry) => entry.ply < from), ...(frame.log ?? [])]; // what was taken back is not told
    this.list.replaceChildren(...this.entries.map((entry) => this.line(entry)).reverse());
  }

  line(entry) {
    const item = document.createElement("li");
    if (entry.ply > this.played) item.className = "news"; // since the reader's own last move
    const mark = document.createElementNS(SVG, "svg");
    mark.setAttribute("viewBox", "0 0 28 28");
    mark.setAttribute("class", "mark mark-18");
    mark.setAttribute("aria-hidden", "true");
    if (entry.seat !== null) mark.innerHTML = `<use href="#p-seat-${Number(entry.seat)}" width="28" height="28"/>`;
    const text = document.createElement("span");
    text.textContent = entry.text;
    item.append(mark, text);
    return item;
  }
}
