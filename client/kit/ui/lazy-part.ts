import { type ComponentType, type LazyExoticComponent, lazy } from 'react';

/** A screen and what it reads come first. */
const AFTER_MS = 2000;

/** Asked for without a network, a file may be refused by the browser ever after: it is not asked for before there is one. */
const online = () =>
  new Promise<void>(done => {
    if (navigator.onLine) done();
    else addEventListener('online', () => done(), { once: true });
  });

/** A part that is not there from the beginning: comes once the browser rests, at the latest when it is shown. Stands below a `Suspense`. */
export function lazyPart<P>(load: () => Promise<ComponentType<P>>): LazyExoticComponent<ComponentType<P>> {
  const there = () => online().then(load);
  setTimeout(() => globalThis.requestIdleCallback?.(() => void there().catch(() => undefined)), AFTER_MS);
  return lazy(async () => ({ default: await there() }));
}
