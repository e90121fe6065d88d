/* The line to the server: frames by WebSocket, by long poll where sockets don't pass. Reconnects by itself. */

const REFUSED = 4400;
const RETRY_DELAYS = [300, 800, 1500, 3000, 6000, 10000];

export class Live {
  /** `onFrame(frame)` gets every frame in order; `onState(state)` is told "open", "lost" or "gone". */
  constructor(url, layout, onFrame, onState) {
    Object.assign(this, { url, layout, onFrame, onState, version: -1, failures: 0, ended: false, queue: Promise.resolve() });
    this.connect();
    addEventListener("online", () => this.reconnect());
    document.addEventListener("visibilitychange", () => document.hidden || this.socket?.readyState === 1 || this.reconnect());
  }

  /** Ask for the whole table anew, perhaps in another layout. */
  restart(layout = this.layout) {
    this.layout = layout;
    this.version = -1;
    this.reconnect();
  }

  reconnect() {
    if (this.ended) return;
    clearTimeout(this.timer);
    this.failures = 0;
    this.disconnect();
    this.connect();
  }

  disconnect() {
    this.generation = (this.generation ?? 0) + 1; // what older connections answer is ignored
    this.polling?.abort();
    const socket = this.socket;
    this.socket = null;
    socket?.close();
  }

  sinceQuery() {
    return this.version < 0 ? "" : `&since=${this.version}`;
  }

  connect() {
    const generation = (this.generation = (this.generation ?? 0) + 1);
    if (this.failures > 1) return void this.longPoll(generation);
    const where = `${this.url}/live?layout=${this.layout}${this.sinceQuery()}`;
    const socket = (this.socket = new WebSocket(where.replace(/^http/, "ws")));
    socket.binaryType = "arraybuffer";
    socket.onmessage = (event) => this.receive(generation, event.data);
    socket.onclose = (event) => this.generation === generation && this.failed(event.code);
  }

  receive(generation, data) {
    this.queue = this.queue.then(async () => {
      const frame = JSON.parse(typeof data === "string" ? data : await gunzip(data));
      if (this.generation === generation) this.accept(frame);
    }).catch((error) => console.error(error));
  }

  accept(frame) {
    if (!frame || frame.version === undefined) return;
    this.failures = 0;
    this.onState("open");
    this.version = frame.version;
    this.onFrame(frame);
  }

  /** Long polling: one question after another, each waiting for news. */
  async longPoll(generation) {
    this.polling = new AbortController();
    try {
      while (this.generation === generation) {
        const where = `${this.url}/frame?layout=${this.layout}${this.sinceQuery()}&wait=25`;
        const answer = await fetch(where, { signal: this.polling.signal });
        if (answer.status === 404 || answer.status === 403) return this.failed(REFUSED);
        if (!answer.ok) throw new Error(String(answer.status));
        this.accept(await answer.json());
      }
    } catch {
      if (this.generation === generation) this.failed(1006);
    }
  }

  failed(code) {
    if (code === REFUSED) {
      this.ended = true;
      return this.onState("gone");
    }
    const pause = RETRY_DELAYS[Math.min(this.failures++, RETRY_DELAYS.length - 1)];
    this.onState("lost", pause);
    this.timer = setTimeout(() => this.connect(), pause * (0.8 + 0.4 * Math.random()));
  }
}

async function gunzip(buffer) {
  const stream = new Blob([buffer]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Response(stream).text();
}

const PATIENCE = 1500; // milliseconds without an answer until the player is told

/** The answer to a question; while it does not come, the page is told so by the event "unanswered". */
export async function watched(question) {
  const tell = (detail) => dispatchEvent(new CustomEvent("unanswered", { detail }));
  let late = false;
  const timer = setTimeout(() => tell((late = true)), PATIENCE);
  try {
    const answer = await question;
    if (late) tell(false);
    return answer;
  } finally {
    clearTimeout(timer);
  }
}

const idempotencyKey = () => [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");

/** Send something. What is meant for one version carries a key, so that sending it twice does it once. */
export async function send(url, body = {}) {
  const message = JSON.stringify(body.version === undefined ? body : { ...body, key: idempotencyKey() });
  for (let attempt = 0; ; attempt++) {
    try {
      const asked = fetch(url, { method: "POST", headers: { "Content-Type": "application/json" }, body: message });
      const answer = await (body.version === undefined ? asked : watched(asked));
      const said = await answer.json().catch(() => ({}));
      return { ok: answer.ok, status: answer.status, ...said };
    } catch (error) {
      if (attempt >= 4) return { ok: false, status: 0, error: "The server can't be reached." };
      await new Promise((resolve) => setTimeout(resolve, 400 * 2 ** attempt));
    }
  }
}
