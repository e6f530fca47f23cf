import { type ComponentType, type LazyExoticComponent, lazy } from 'react';

/** A screen and what it reads come first. */
const AFTER_MS = 2000;

/** A part that is not there from the beginning: comes once the browser rests, at the latest when it is shown. Stands below a `Suspense`. */
export function lazyPart<P>(load: () => Promise<ComponentType<P>>): LazyExoticComponent<ComponentType<P>> {
  setTimeout(() => globalThis.requestIdleCallback?.(() => void load().catch(() => undefined)), AFTER_MS);
  return lazy(async () => ({ default: await load() }));
}
