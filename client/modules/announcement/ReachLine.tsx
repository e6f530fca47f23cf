import type { SendType } from '@lobby/shared/modules/announcement.ts';
import { useTranslation } from 'react-i18next';

export interface Reach {
  units: number;
  people: number;
  app: number;
  email: number;
  sms: number;
  /** Whom none of the chosen ways reaches. */
  nobody: number;
  /** Until when SMS would wait now. */
  smsAt: string | null;
}

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
