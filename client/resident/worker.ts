import { useSyncExternalStore } from 'react';
import { go } from './path.ts';

/** A new release that waits to be activated. */
let waiting: ServiceWorker | null = null;
const listeners = new Set<() => void>();

function note(worker: ServiceWorker | null): void {
  waiting = worker;
  for (const tell of listeners) tell();
}

/** Reports when an installed worker is waiting; the first worker of a browser activates at once. */
function watch(registration: ServiceWorkerRegistration): void {
  const { installing } = registration;
  installing?.addEventListener('statechange', () => {
    if (installing.state === 'installed' && navigator.serviceWorker.controller) note(installing);
  });
}

/** Starts the service worker, which makes the app available offline, and opens the pages of notifications. */
export function startWorker(): void {
  if (!('serviceWorker' in navigator)) return;
  navigator.serviceWorker.addEventListener('message', ({ data }) => {
    // A notification was opened: navigates without reloading the app.
    if (data?.type === 'open') go(String(data.url).replace(/^\/resident/, '') || '/');
  });
  void navigator.serviceWorker.register('/resident/sw.js', { scope: '/resident/' }).then(
    registration => {
      if (registration.waiting && navigator.serviceWorker.controller) note(registration.waiting);
      watch(registration);
      registration.addEventListener('updatefound', () => watch(registration));
    },
    () => null,
  );
}

/** Reloads the app with the waiting release. */
export function takeUpdate(): void {
  navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true });
  waiting?.postMessage({ type: 'take' });
}

/** Whether a new release is waiting. */
export const useUpdate = (): boolean =>
  useSyncExternalStore(
    listener => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    () => waiting !== null,
  );
