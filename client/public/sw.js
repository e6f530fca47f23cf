// Shows pushes where no window of the product is being looked at, and opens what they lead to.
const isLookedAt = async () => {
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  return windows.some(one => one.focused);
};

/** Pushes with one tag stand as one on the device, with their number. */
async function show({ title, body, tag, more, url, projectId }) {
  // The bell of the open window tells.
  if (await isLookedAt()) return;
  const [before] = await self.registration.getNotifications({ tag });
  const count = (before?.data?.count ?? 0) + 1;
  await self.registration.showNotification(title, {
    body: count > 1 ? `${more} (${count})\n${body}` : body,
    tag,
    renotify: true,
    icon: '/favicon.svg',
    data: { url, projectId, count },
  });
}

async function open(url) {
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const one = windows.find(client => client.url.includes('/projects/')) ?? windows[0];
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
