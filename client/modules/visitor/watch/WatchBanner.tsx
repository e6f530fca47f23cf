import type { watchEntries } from '@lobby/shared/modules/visitor.contract.ts';
import { ShieldAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../../kit/i18n/formats.ts';
import { useContract } from '../../../kit/live/useContract.ts';
import { Banner } from '../../../kit/ui/states/Banner.tsx';
import { nextAct, type Visit } from '../visits.ts';

/** Why a guest is on the watch list, before anything else is read about the visit. */
export function WatchBanner({ visit }: { visit: Visit }) {
  const { t } = useTranslation(['visitor', 'watch-entry']);
  const { day } = useFormats();
  // Also while the guest is inside.
  const warned = visit.watched === true && nextAct(visit) !== null;
  const watch = useContract<typeof watchEntries>('/visitor/:id/watch', warned && { params: { id: visit.id } });
  if (!warned) return null;
  // The banner itself says that there is a warning, also where its reason could not be read.
  const { data } = watch.error ? { data: null } : watch;
  const level = data && t(`watch-entry:options.level.${data.level}`);
  return (
    <Banner tone="bad" icon={ShieldAlert} title={[t('visitor:fields.watched'), level].filter(Boolean).join(' · ')}>
      {data && [data.reason, t('visitor:watch.until', { day: day(data.until) })].filter(Boolean).join(' · ')}
    </Banner>
  );
}
