import type { SendType } from '@lobby/shared/modules/announcement.ts';
import type { Reach } from '@lobby/shared/modules/announcement-reach.ts';
import { useTranslation } from 'react-i18next';

/** How many people an announcement reaches by each of its ways, in one line. */
export function ReachLine({ reach, types }: { reach: Reach; types: readonly SendType[] }) {
  const { t } = useTranslation('announcement');
  const { people, units, app, email, sms, nobody } = reach;
  return (
    <p role="status">
      {[
        t('reach.people', { people, units }),
        types.includes('APP') && t('reach.app', { count: app }),
        types.includes('EMAIL') && t('reach.email', { count: email }),
        types.includes('SMS') && t('reach.sms', { count: sms }),
        nobody > 0 && t('reach.nobody', { count: nobody }),
      ]
        .filter(Boolean)
        .join(' · ')}
    </p>
  );
}
