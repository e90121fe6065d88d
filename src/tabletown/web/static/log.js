/* The story of the game in words, what has happened since the reader's last turn, and what is read out. */

const SVG = "http://www.w3.org/2000/svg";
const MOST_SAID = 12;

export class Log {
  /** `list` is the whole story, `recap` what the others did since the reader's last turn, `live` a polite live region. */
  constructor(list, recap, live) {
    Object.assign(this, { list, recap, live, news: 0 });
  }

  update(frame) {
    const news = frame.viewer === null ? [] : frame.story.filter((entry) => entry.ply >= frame.news_from);
    this.news = frame.news_from > 0 ? news.length : 0;
    this.list.replaceChildren(...frame.story.map((entry) => this.render(entry, news.includes(entry))).reverse());
    this.recap.replaceChildren(...news.map((entry) => this.render(entry, false)));
  }

  /** Read a sentence out after those that are still being read: nothing is overwritten. */
  say(text) {
    if (!text) return;
    const line = document.createElement("p");
    line.textContent = text;
    this.live.append(line);
    while (this.live.children.length > MOST_SAID) this.live.firstElementChild.remove();
  }

  render(entry, news) {
    const item = document.createElement("li");
    if (news) item.className = "news"; // since the reader's own last move
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
