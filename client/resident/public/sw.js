// Opens the residents' app from what was loaded before, where there is no network; its data comes from the server alone.
const SHELL = 'resident-shell';
const PAGE = '/resident/';
const FILES = '/resident/files.json';

self.addEventListener('install', event => {
  self.skipWaiting();
  event.waitUntil(keepAll());
});
self.addEventListener('activate', event => event.waitUntil(self.clients.claim()));

/** Keeps the page and all files of this release, those of pages that were never opened too, and no others. */
async function keepAll() {
  const cache = await caches.open(SHELL);
  const parts = Object.values(await (await fetch(FILES, { cache: 'no-cache' })).json());
  const files = new Set(parts.flatMap(({ file, css = [] }) => [file, ...css]).map(file => `/resident/${file}`));
  for (const kept of await cache.keys())
    if (new URL(kept.url).pathname.includes('/assets/') && !files.has(new URL(kept.url).pathname))
      await cache.delete(kept);
  await cache.addAll([PAGE, ...files]);
}

/** From the network, kept for later; without one, what was kept. */
async function fresh(request, key) {
  const cache = await caches.open(SHELL);
  try {
    const answer = await fetch(request);
    if (answer.ok) await cache.put(key, answer.clone());
    return answer;
  } catch (error) {
    const kept = await cache.match(key);
    if (kept) return kept;
    throw error;
  }
}

/** Files with a digest in their names never change. */
async function kept(request) {
  const cache = await caches.open(SHELL);
  return (await cache.match(request)) ?? fresh(request, request);
}

self.addEventListener('fetch', event => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== self.location.origin) return;
  if (request.mode === 'navigate' && pathname.startsWith('/resident')) event.respondWith(fresh(request, PAGE));
  else if (pathname.startsWith('/resident/assets/')) event.respondWith(kept(request));
  else if (pathname === '/favicon.svg') event.respondWith(fresh(request, request));
});

/** Shows every push: browsers take the permission from a worker that keeps one to itself. What was read meanwhile goes. */
async function show({ title, body, tag, url, id, clear = [] }) {
  const shown = await self.registration.getNotifications();
  for (const one of shown) if (clear.includes(one.data?.id)) one.close();
  await self.registration.showNotification(title, {
    body,
    tag,
    renotify: true,
    icon: '/resident/icon-180.png',
    data: { url, id },
  });
}

async function openAt(url) {
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const one = windows.find(client => new URL(client.url).pathname.startsWith('/resident'));
  if (!one) return self.clients.openWindow(url);
  await one.focus();
  one.postMessage({ type: 'open', url });
}

self.addEventListener('push', event => {
  const said = event.data?.json();
  if (said) event.waitUntil(show(said));
});
self.addEventListener('notificationclick', event => {
  event.notification.close();
  event.waitUntil(openAt(event.notification.data?.url ?? '/resident/'));
});
self.addEventListener('pushsubscriptionchange', event => {
  event.waitUntil(
    self.clients.matchAll({ type: 'window', includeUncontrolled: true }).then(windows => {
      for (const one of windows) one.postMessage({ type: 'renew' });
    }),
  );
});
