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
