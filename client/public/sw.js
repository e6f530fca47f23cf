// Opens the back office from what was loaded before, where there is no network, for those who asked for that (client/kit/offline/shell.ts).
const SHELL = 'office-shell';
const PAGE = '/';

/** Keeps the page with the files that it is made of; those of earlier releases go. */
async function keep(urls) {
  const cache = await caches.open(SHELL);
  const wanted = new Set(urls.map(url => new URL(url, self.location.origin).href));
  const kept = await cache.keys();
  const known = new Set(kept.map(({ url }) => url));
  await cache.add(new Request(PAGE, { cache: 'reload' }));
  await Promise.all([...wanted].filter(url => !known.has(url)).map(url => cache.add(url).catch(() => null)));
  const gone = kept.filter(({ url }) => new URL(url).pathname !== PAGE && !wanted.has(url));
  await Promise.all(gone.map(request => cache.delete(request)));
}

/** The page from the network; without one, as it was kept. */
async function page(request) {
  try {
    return await fetch(request);
  } catch (error) {
    const kept = await caches.match(PAGE, { cacheName: SHELL });
    if (kept) return kept;
    throw error;
  }
}

/** A file with a digest in its name never changes; what is loaded later is kept beside the others. */
async function file(request) {
  const kept = await caches.match(request, { cacheName: SHELL });
  if (kept) return kept;
  const answer = await fetch(request);
  if (answer.ok && (await caches.has(SHELL))) await (await caches.open(SHELL)).put(request, answer.clone());
  return answer;
}

self.addEventListener('message', event => {
  const { type, urls } = event.data ?? {};
  if (type === 'keep') event.waitUntil(keep(urls));
  if (type === 'forget') event.waitUntil(caches.delete(SHELL));
});
self.addEventListener('fetch', event => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== self.location.origin) return;
  const inOffice = pathname === PAGE || pathname.startsWith('/projects/') || pathname.startsWith('/direction');
  if (request.mode === 'navigate' && inOffice) event.respondWith(page(request));
  else if (pathname.startsWith('/assets/')) event.respondWith(file(request));
});

// Shows every push, and opens what it leads to: browsers take the permission from a worker that keeps one to itself.
async function show({ title, body, tag, url, projectId, id, clear = [] }) {
  const shown = await self.registration.getNotifications();
  // What was read meanwhile, here or elsewhere.
  for (const one of shown) if (clear.includes(one.data?.id)) one.close();
  await self.registration.showNotification(title, {
    body,
    tag,
    renotify: true,
    icon: '/favicon.svg',
    data: { url, projectId, id },
  });
}

async function open(url) {
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const own = windows.filter(client => !new URL(client.url).pathname.startsWith('/resident'));
  const one = own.find(client => client.url.includes('/projects/')) ?? own[0];
  if (!one) return self.clients.openWindow(url);
  await one.focus();
  one.postMessage({ type: 'open', url });
}

self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', event => event.waitUntil(self.clients.claim()));
self.addEventListener('push', event => {
  const said = event.data?.json();
  if (said) event.waitUntil(show(said));
});
self.addEventListener('notificationclick', event => {
  event.notification.close();
  event.waitUntil(open(event.notification.data?.url ?? '/'));
});
// A page that is open tells the server of the new subscription; else the next start does.
self.addEventListener('pushsubscriptionchange', event => {
  event.waitUntil(
    self.clients.matchAll({ type: 'window', includeUncontrolled: true }).then(windows => {
      for (const one of windows) one.postMessage({ type: 'renew' });
    }),
  );
});
