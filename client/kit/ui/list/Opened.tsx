import { type ReactNode, Suspense } from 'react';
import { type Nav, useNav } from './useNav.ts';

/** The open record beside its list. */
export function Opened({ id, drawer }: { id: string; drawer: (id: string, nav: Nav) => ReactNode }) {
  const nav = useNav();
  // Words of the detail that are on their way must not take the list from the screen.
  return <Suspense fallback={null}>{drawer(id, nav)}</Suspense>;
}
