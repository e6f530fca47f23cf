import { useTranslation } from 'react-i18next';
import { Drawer } from '../../overlay/Drawer.tsx';
import { DetailSkeleton } from './DetailSkeleton.tsx';
import type { DetailNav } from './nav.ts';

/** Placeholder of a loading drawer. */
export function DrawerSkeleton({ nav }: { nav: DetailNav }) {
  const { t } = useTranslation('common');
  return (
    <Drawer label={t('state.loading')} head={null} onClose={nav.close}>
      <DetailSkeleton />
    </Drawer>
  );
}
