import { type ComponentType, Suspense, use, useEffect, useState } from 'react';
import { reached } from '../../live/connection.ts';

/** Delay in ms, so that screens and their data load first. */
const AFTER_MS = 2000;

/** A lazy component, loaded when the browser is idle or at the latest when rendered; `Awaited` is its fallback. */
export function lazyPart<P extends object>(
  load: () => Promise<ComponentType<P>>,
  Awaited: ComponentType<P> | null = null,
): ComponentType<P> {
  let loading: Promise<ComponentType<P>> | null = null;
  const there = () => {
    // Browsers may cache a failed module import without network forever, so it waits for a connection.
    loading ??= reached().then(load);
    return loading;
  };
  const inAdvance = () =>
    there().catch(() => {
      loading = null;
    });
  setTimeout(() => globalThis.requestIdleCallback?.(inAdvance), AFTER_MS);
  return props => (
    <Suspense fallback={Awaited && <Awaited {...props} />}>
      <Loaded there={there} props={props} Awaited={Awaited} />
    </Suspense>
  );
}

interface LoadedProps<P> {
  there: () => Promise<ComponentType<P>>;
  props: P;
  Awaited: ComponentType<P> | null;
}

function Loaded<P extends object>({ there, props, Awaited }: LoadedProps<P>) {
  const Part = use(there());
  const [isShown, setShown] = useState(false);
  // The part is awaited until its first texts are there too. Later ones suspend it as well; its fallback must not appear again.
  return (
    <Suspense fallback={!isShown && Awaited && <Awaited {...props} />}>
      <Part {...props} />
      <Shown tell={setShown} />
    </Suspense>
  );
}

/** Tells when what it stands beside is shown. */
function Shown({ tell }: { tell: (is: true) => void }) {
  useEffect(() => tell(true), [tell]);
  return null;
}
