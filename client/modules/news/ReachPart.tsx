import { news } from '@lobby/shared/modules/news.ts';
import { useTranslation } from 'react-i18next';
import { useQuery } from '../../kit/live/useQuery.ts';

/** Number of readers of an article, shown before publishing. */
export function ReachPart({ id }: { id: string }) {
  const { t } = useTranslation('news');
  const { data } = useQuery<{ units: number; people: number }>(`${news.path}/${id}/reach`);
  return data ? <p>{t('reach', { people: data.people, units: data.units })}</p> : null;
}
