import { type NoticeDeliveryRow, noticeDelivery } from '@lobby/shared/modules/notice-delivery.ts';
import { useAtomValue } from 'jotai';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useQuery } from '../../kit/live/useQuery.ts';
import { refAtom } from '../../kit/refs/refs.ts';
import { DetailBody } from '../../kit/ui/detail/DetailBody.tsx';
import { SkeletonRows } from '../../kit/ui/Skeleton.tsx';
import { styleClass } from '../../theme/classes.ts';

const textClass = styleClass({ whiteSpace: 'pre-line', '& h3': { mb: '2', fontWeight: 'semibold' } });

/** What a household was told, as it went out. */
export function TextTab({ id }: { id: string }) {
  const { t, i18n } = useTranslation('notice-delivery');
  const { data } = useQuery<NoticeDeliveryRow>(`${noticeDelivery.path}/${id}`, {
    follow: noticeDelivery.code,
    delay: 500,
  });
  const residentId = data?.residentId ?? '';
  const payer = useAtomValue(useMemo(() => refAtom('resident', residentId), [residentId]));
  if (!data) return <SkeletonRows />;
  // The name is asked for rather than kept: it goes with its person.
  const filled = (words: string | null) => (words ?? '').replaceAll('{{payer}}', payer?.name ?? '–');
  return (
    <DetailBody>
      <div className={textClass()}>
        {data.subject && <h3>{filled(data.subject)}</h3>}
        {data.problem && i18n.exists(`notice-delivery:todo.${data.problem}`) && <p>{t(`todo.${data.problem}`)}</p>}
        <p>{data.content ? filled(data.content) : t('text.none')}</p>
      </div>
    </DetailBody>
  );
}
