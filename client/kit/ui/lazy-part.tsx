import { type ComponentType, Suspense, use } from 'react';
import { reached } from '../live/connection.ts';

/** Screens and their data load first. */
const AFTER_MS = 2000;

/** A lazily loaded component: loaded when the browser is idle, at the latest when it is rendered; `Awaited` is its fallback. */
export function lazyPart<P extends object>(
  load: () => Promise<ComponentType<P>>,
  Awaited: ComponentType<P> | null = null,
): ComponentType<P> {
  let asked: Promise<ComponentType<P>> | null = null;
  const there = () => {
    // Asked for without a network, a file may be refused by the browser ever after.
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
  // Texts that it loads later suspend it: the fallback must not appear again.
  return (
    <Suspense fallback={null}>
      <Part {...props} />
    </Suspense>
  );
}
