import type { SendType } from '@lobby/shared/modules/announcement.ts';
import type { Reach } from '@lobby/shared/modules/announcement-reach.ts';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';

/** Number of recipients by channel, as lines of text. */
export const reachLines = (
  t: TFunction,
  { people, units, app, email, sms, nobody }: Reach,
  types: readonly SendType[],
): string[] =>
  [
    t('reach.people', { people, units }),
    types.includes('APP') && t('reach.app', { count: app }),
    types.includes('EMAIL') && t('reach.email', { count: email }),
    types.includes('SMS') && t('reach.sms', { count: sms }),
    nobody > 0 && t('reach.nobody', { count: nobody }),
  ].filter(line => typeof line === 'string');

export function ReachLine({ reach, types }: { reach: Reach; types: readonly SendType[] }) {
  const { t } = useTranslation('announcement');
  return <p role="status">{reachLines(t, reach, types).join(' · ')}</p>;
}
