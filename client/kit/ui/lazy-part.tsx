import { type ComponentType, Suspense, use } from 'react';
import { reached } from '../connection.ts';

/** A screen and what it reads come first. */
const AFTER_MS = 2000;

/** A part that is not there from the beginning: comes once the browser rests, at the latest when it is shown; `Awaited` stands in its place until it is there. */
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
  // Words that it asks for later hide it for a moment: they must not bring back what stood for it.
  return (
    <Suspense fallback={null}>
      <Part {...props} />
    </Suspense>
  );
}
