// Opens the residents' app from what was loaded before, where there is no network; what the app reads is kept by its pages.
const SHELL = 'resident-shell';
const PAGE = '/resident/';
const FILES = '/resident/files.json';

self.addEventListener('install', event => event.waitUntil(keepAll()));
self.addEventListener('activate', event => event.waitUntil(takeOver()));
// A new release waits until the app is opened anew, or until somebody asks for it: nothing is loaded anew over what is typed.
self.addEventListener('message', ({ data }) => {
  if (data?.type === 'take') self.skipWaiting();
});

/** The files of this release, those of pages that were never opened too, and the name under which they are kept: those of another stay beside them. */
async function release() {
  const parts = Object.values(await (await fetch(FILES, { cache: 'no-cache' })).json());
  const files = [...new Set(parts.flatMap(({ file, css = [] }) => [file, ...css]))].sort();
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(files.join())));
  const name = [...digest.slice(0, 8)].map(byte => byte.toString(16).padStart(2, '0')).join('');
  return { name: `${SHELL}-${name}`, files: files.map(file => `/resident/${file}`) };
}

async function keepAll() {
  const { name, files } = await release();
  const cache = await caches.open(name);
  await cache.addAll([PAGE, ...files]);
}

/** From here on no page asks for what earlier releases had. */
async function takeOver() {
  const { name } = await release().catch(() => ({ name: '' }));
  const others = (await caches.keys()).filter(one => one.startsWith(SHELL) && one !== name);
  if (name) await Promise.all(others.map(one => caches.delete(one)));
  await self.clients.claim();
}

/** From the network; without one, what was kept. */
async function fresh(request, key) {
  try {
    return await fetch(request);
  } catch (error) {
    const kept = await caches.match(key);
    if (kept) return kept;
    throw error;
  }
}

/** Files with a digest in their names never change. */
const kept = async request => (await caches.match(request)) ?? fetch(request);

self.addEventListener('fetch', event => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== self.location.origin) return;
  if (request.mode === 'navigate' && pathname.startsWith('/resident')) event.respondWith(fresh(request, PAGE));
  else if (pathname.startsWith('/resident/assets/')) event.respondWith(kept(request));
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
