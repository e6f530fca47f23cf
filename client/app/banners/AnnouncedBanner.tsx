import { useAtomValue } from 'jotai';
import { Hammer } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../kit/i18n/formats.ts';
import { maintenanceAtom } from '../../kit/session/maintenance.ts';
import { Banner } from '../../kit/ui/states/Banner.tsx';

/** Announces the start of maintenance. */
export function AnnouncedBanner() {
  const { t } = useTranslation('installation');
  const { dateTime } = useFormats();
  const { maintenance, from, until, message } = useAtomValue(maintenanceAtom);
  if (maintenance || !from) return null;
  return (
    <Banner tone="waiting" icon={Hammer} title={t('announced.title', { at: dateTime(from) })}>
      {message} {until && t('announced.until', { at: dateTime(until) })}
    </Banner>
  );
}
