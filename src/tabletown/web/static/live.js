/* The line to the server: frames by WebSocket, by long poll where sockets don't pass. Reconnects by itself. */

const REFUSED = 4400;
const PAUSES = [300, 800, 1500, 3000, 6000, 10000];

export class Live {
  /** `take(frame)` gets every frame in order; `tell(state)` is told "open", "lost" or "gone". */
  constructor(url, layout, take, tell) {
    Object.assign(this, { url, layout, take, tell, version: -1, failures: 0, ended: false, queue: Promise.resolve() });
    this.connect();
    addEventListener("online", () => this.now());
    document.addEventListener("visibilitychange", () => document.hidden || this.socket?.readyState === 1 || this.now());
  }

  /** Ask for the whole table anew, perhaps in another layout. */
  restart(layout = this.layout) {
    this.layout = layout;
    this.version = -1;
    this.now();
  }

  now() {
    if (this.ended) return;
    clearTimeout(this.timer);
    this.failures = 0;
    this.drop();
    this.connect();
  }

  stop() {
    this.ended = true;
    clearTimeout(this.timer);
    this.drop();
  }

  drop() {
    this.turn = (this.turn ?? 0) + 1; // answers to older turns are not heard any more
    this.poll?.abort();
    const socket = this.socket;
    this.socket = null;
    socket?.close();
  }

  since() {
    return this.version < 0 ? "" : `&since=${this.version}`;
  }

  connect() {
    const turn = (this.turn = (this.turn ?? 0) + 1);
    if (this.failures > 1) return void this.listen(turn);
    const where = `${this.url}/live?layout=${this.layout}${this.since()}`;
    const socket = (this.socket = new WebSocket(where.replace(/^http/, "ws")));
    socket.binaryType = "arraybuffer";
    socket.onmessage = (event) => this.hear(turn, event.data);
    socket.onclose = (event) => this.turn === turn && this.failed(event.code);
  }

  hear(turn, data) {
    this.queue = this.queue.then(async () => {
      const frame = JSON.parse(typeof data === "string" ? data : await unzipped(data));
      if (this.turn === turn) this.accept(frame);
    }).catch((error) => console.error(error));
  }

  accept(frame) {
    if (!frame || frame.version === undefined) return;
    this.failures = 0;
    this.tell("open");
    this.version = frame.version;
    this.take(frame);
  }

  /** Long polling: one question after another, each waiting for news. */
  async listen(turn) {
    this.poll = new AbortController();
    try {
      while (this.turn === turn) {
        const where = `${this.url}/frame?layout=${this.layout}${this.since()}&wait=25`;
        const answer = await fetch(where, { signal: this.poll.signal });
        if (answer.status === 404 || answer.status === 403) return this.failed(REFUSED);
        if (!answer.ok) throw new Error(String(answer.status));
        this.accept(await answer.json());
      }
    } catch {
      if (this.turn === turn) this.failed(1006);
    }
  }

  failed(code) {
    if (code === REFUSED) {
      this.ended = true;
      return this.tell("gone");
    }
    const pause = PAUSES[Math.min(this.failures++, PAUSES.length - 1)];
    this.tell("lost", pause);
    this.timer = setTimeout(() => this.connect(), pause * (0.8 + 0.4 * Math.random()));
  }
}

async function unzipped(buffer) {
  const stream = new Blob([buffer]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Response(stream).text();
}

const key = () => [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");

/** Send something. What is meant for one version carries a key, so that sending it twice does it once. */
export async function send(url, body = {}) {
  const message = JSON.stringify(body.version === undefined ? body : { ...body, key: key() });
  for (let attempt = 0; ; attempt++) {
    try {
      const answer = await fetch(url, { method: "POST", headers: { "Content-Type": "application/json" }, body: message });
      const said = await answer.json().catch(() => ({}));
      return { ok: answer.ok, status: answer.status, ...said };
    } catch (error) {
      if (attempt >= 4) return { ok: false, status: 0, error: "The server can't be reached." };
      await new Promise((resolve) => setTimeout(resolve, 400 * 2 ** attempt));
    }
  }
}
