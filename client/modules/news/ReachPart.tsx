import type { newsReach } from '@lobby/shared/modules/news.contract.ts';
import { useTranslation } from 'react-i18next';
import { useContract } from '../../kit/live/useContract.ts';

/** Number of readers of an article, shown before publishing. */
export function ReachPart({ id }: { id: string }) {
  const { t } = useTranslation('news');
  const { data } = useContract<typeof newsReach>('/news/:id/reach', { params: { id } });
  return data ? <p>{t('reach', { people: data.people, units: data.units })}</p> : null;
}
