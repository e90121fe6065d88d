/* Without a connection: the home page as it was last seen, the guides, and a page that says what can be done.
 * The server puts VERSION and PAGES before this. Tables and everything else that is personal never come from here. */

const STORE = `tabletown-${VERSION}`;
const OFFLINE = "/offline";

addEventListener("install", (event) => event.waitUntil(keep(["/", OFFLINE]).then(() => skipWaiting())));
addEventListener("activate", (event) => event.waitUntil(dropOld().then(() => clients.claim())));
addEventListener("message", (event) => event.waitUntil(keep(PAGES))); // not before: no page is answered until then

async function keep(pages) {
  const store = await caches.open(STORE);
  for (const page of pages) {
    if (await store.match(page)) continue;
    const answer = await fetch(page);
    if (!answer.ok) continue;
    const text = await answer.clone().text();
    await store.put(page, answer);
    for (const [address] of text.matchAll(/\/static\/[0-9a-f]+\/[\w.-]+/g)) {
      if (!(await store.match(address))) await store.add(address).catch(() => {});
    }
  }
}

async function dropOld() {
  for (const name of await caches.keys()) if (name.startsWith("tabletown-") && name !== STORE) await caches.delete(name);
}

addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== "GET" || url.origin !== location.origin) return;
  if (url.pathname.startsWith(`/static/${VERSION}/`)) return event.respondWith(keptOrFetched(event.request));
  if (event.request.mode === "navigate") event.respondWith(fetchedOrKept(event.request, url.pathname));
});

async function keptOrFetched(request) {
  return (await caches.match(request)) ?? fetch(request);
}

async function fetchedOrKept(request, path) {
  try {
    const answer = await fetch(request);
    if (answer.ok && PAGES.includes(path)) (await caches.open(STORE)).put(path, answer.clone());
    return answer;
  } catch {
    return (PAGES.includes(path) && (await caches.match(path))) || (await caches.match(OFFLINE)) || Response.error();
  }
}

/* Notifications: what the server tells while no page is looked at. One for each table; a later one replaces it. */
addEventListener("push", (event) => event.waitUntil(tell(event.data?.json())));

async function tell(notice) {
  if (!notice?.url) return;
  const pages = await clients.matchAll({ type: "window", includeUncontrolled: true });
  if (pages.some((page) => page.visibilityState === "visible" && new URL(page.url).pathname === notice.url)) return;
  const { title, body, url, table } = notice;
  await registration.showNotification(title, { body, tag: table, renotify: true, icon: "/icon-192.png", data: { url } });
}

addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(openTable(event.notification.data.url));
});

async function openTable(path) {
  const address = new URL(path, location.origin);
  if (address.origin !== location.origin) return;
  const pages = await clients.matchAll({ type: "window", includeUncontrolled: true });
  const open = pages.find((page) => new URL(page.url).pathname === address.pathname);
  return open ? open.focus() : clients.openWindow(address.href);
}
