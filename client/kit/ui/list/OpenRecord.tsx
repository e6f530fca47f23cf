import { type ReactNode, Suspense } from 'react';
import { DrawerSkeleton } from '../detail/drawer/DrawerSkeleton.tsx';
import { type Nav, useNav } from './useNav.ts';

/** The open record beside its list, with a placeholder while its texts load. */
export function OpenRecord({ id, drawer }: { id: string; drawer: (id: string, nav: Nav) => ReactNode }) {
  const nav = useNav();
  return <Suspense fallback={<DrawerSkeleton nav={nav} />}>{drawer(id, nav)}</Suspense>;
}
