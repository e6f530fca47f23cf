import { type ComponentType, Suspense, use } from 'react';
import { reached } from '../../live/connection.ts';

/** Delay in ms, so that screens and their data load first. */
const AFTER_MS = 2000;

/** A lazy component, loaded when the browser is idle or at the latest when rendered; `Awaited` is its fallback. */
export function lazyPart<P extends object>(
  load: () => Promise<ComponentType<P>>,
  Awaited: ComponentType<P> | null = null,
): ComponentType<P> {
  let asked: Promise<ComponentType<P>> | null = null;
  const there = () => {
    // Browsers may cache a failed module import without network forever, so it waits for a connection.
    asked ??= reached().then(load);
    return asked;
  };
  const inAdvance = () =>
    there().catch(() => {
      asked = null;
    });
  setTimeout(() => globalThis.requestIdleCallback?.(inAdvance), AFTER_MS);
  return props => (
    <Suspense fallback={Awaited && <Awaited {...props} />}>
      <Loaded there={there} props={props} />
    </Suspense>
  );
}

function Loaded<P extends object>({ there, props }: { there: () => Promise<ComponentType<P>>; props: P }) {
  const Part = use(there());
  // Texts loaded later suspend the part; its fallback must not appear again.
  return (
    <Suspense fallback={null}>
      <Part {...props} />
    </Suspense>
  );
}
