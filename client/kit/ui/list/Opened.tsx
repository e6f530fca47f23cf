import { type ReactNode, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Drawer } from '../Drawer.tsx';
import { DetailSkeleton } from '../detail/DetailSkeleton.tsx';
import { type Nav, useNav } from './useNav.ts';

/** The open record beside its list; its place is there while the rest of it is on its way. */
export function Opened({ id, drawer }: { id: string; drawer: (id: string, nav: Nav) => ReactNode }) {
  const nav = useNav();
  const { t } = useTranslation('common');
  // What of the detail is on its way must not take the list from the screen.
  const awaited = (
    <Drawer label={t('state.loading')} head={null} onClose={nav.close}>
      <DetailSkeleton />
    </Drawer>
  );
  return <Suspense fallback={awaited}>{drawer(id, nav)}</Suspense>;
}
