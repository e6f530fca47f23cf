import { useSyncExternalStore } from 'react';
import { go } from './path.ts';

/** A release that waits to be used. */
let waiting: ServiceWorker | null = null;
const listeners = new Set<() => void>();

function note(worker: ServiceWorker | null): void {
  waiting = worker;
  for (const tell of listeners) tell();
}

/** Calls back once a worker that is being installed waits: the first one of a browser has nothing to wait for. */
function watch(registration: ServiceWorkerRegistration): void {
  const { installing } = registration;
  installing?.addEventListener('statechange', () => {
    if (installing.state === 'installed' && navigator.serviceWorker.controller) note(installing);
  });
}

/** Begins the worker that keeps the app for a time without a network, and opens what its alerts lead to. */
export function startWorker(): void {
  if (!('serviceWorker' in navigator)) return;
  navigator.serviceWorker.addEventListener('message', ({ data }) => {
    // An alert was opened: its page, without loading the app anew.
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

/** Loads the app anew with the release that waits. */
export function takeUpdate(): void {
  navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true });
  waiting?.postMessage({ type: 'take' });
}

/** Whether a new release waits to be used. */
export const useUpdate = (): boolean =>
  useSyncExternalStore(
    listener => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    () => waiting !== null,
  );
