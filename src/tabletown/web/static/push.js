/* The switch for notifications outside the page. Off until somebody turns it on; it holds for this browser and all of
 * its tables. */

import { showError } from "./complaint.js";
import { keep, setting } from "./settings.js";

const box = document.getElementById("push-choice");
const input = box?.querySelector("input");
const note = box?.querySelector("small");
const usual = note?.textContent;

if (box && isSecureContext && "PushManager" in window && navigator.serviceWorker) begin();

async function begin() {
  box.hidden = false;
  input.addEventListener("change", () => turn(input.checked));
  const subscription = await (await navigator.serviceWorker.getRegistration())?.pushManager.getSubscription();
  input.checked = Boolean(subscription && setting("push"));
  describe();
  if (input.checked) refresh(subscription);
}

function describe() {
  const refused = Notification.permission === "denied";
  input.disabled = refused;
  note.textContent = refused ? "your browser blocks notifications of this page" : usual;
}

async function turn(on) {
  input.disabled = true;
  try {
    await (on ? subscribe() : unsubscribe());
    input.checked = on;
  } catch (error) {
    input.checked = !on;
    showError(error.message || "Notifications can't be turned on here.");
  }
  input.disabled = false;
  describe();
}

async function subscribe() {
  if ((await Notification.requestPermission()) !== "granted") throw new Error("Your browser does not allow notifications of this page.");
  await navigator.serviceWorker.register("/sw.js");
  const { pushManager } = await navigator.serviceWorker.ready;
  const subscription = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: await serverKey() });
  const { endpoint, keys } = subscription.toJSON();
  const answer = await ask("POST", "/api/push", { endpoint, keys });
  if (!answer.id) {
    await subscription.unsubscribe();
    throw new Error(answer.error);
  }
  keep("push", answer.id);
}

async function unsubscribe() {
  const subscription = await (await navigator.serviceWorker.getRegistration())?.pushManager.getSubscription();
  await subscription?.unsubscribe();
  const name = setting("push");
  keep("push", "");
  if (name) await ask("DELETE", `/api/push/${name}`);
}

async function serverKey() {
  const { key, error } = await ask("GET", "/api/push");
  if (!key) throw new Error(error);
  const text = atob(key.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(text, (letter) => letter.charCodeAt(0));
}

/** A server that was set up anew has another key; what was meant for the old one does not arrive any more. */
async function refresh(subscription) {
  try {
    const now = await serverKey();
    const then = new Uint8Array(subscription.options.applicationServerKey ?? []);
    if (now.length === then.length && now.every((byte, index) => byte === then[index])) return;
    await subscription.unsubscribe();
    await subscribe();
  } catch { /* it is tried again when a table is opened next */ }
}

async function ask(method, url, body) {
  const answer = await fetch(url, { method, headers: { "Content-Type": "application/json" }, body: body && JSON.stringify(body) });
  return answer.status === 204 ? {} : answer.json();
}
