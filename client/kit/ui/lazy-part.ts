import { type ComponentType, type LazyExoticComponent, lazy } from 'react';
import { reached } from '../connection.ts';

/** A screen and what it reads come first. */
const AFTER_MS = 2000;

/** A part that is not there from the beginning: comes once the browser rests, at the latest when it is shown. Stands below a `Suspense`. */
export function lazyPart<P>(load: () => Promise<ComponentType<P>>): LazyExoticComponent<ComponentType<P>> {
  // Asked for without a network, a file may be refused by the browser ever after.
  const there = () => reached().then(load);
  setTimeout(() => globalThis.requestIdleCallback?.(() => void there().catch(() => undefined)), AFTER_MS);
  return lazy(async () => ({ default: await there() }));
}
