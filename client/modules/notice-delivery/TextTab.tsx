import { type NoticeDeliveryRow, noticeDelivery } from '@lobby/shared/modules/notice-delivery.ts';
import { useTranslation } from 'react-i18next';
import { useQuery } from '../../kit/live/useQuery.ts';
import { DetailBody } from '../../kit/ui/detail/DetailBody.tsx';
import { SkeletonRows } from '../../kit/ui/Skeleton.tsx';
import { styleClass } from '../../theme/classes.ts';

const textClass = styleClass({
  '& h3': { mb: '2', fontWeight: 'semibold' },
  '& p': { whiteSpace: 'pre-line' },
  '& iframe': {
    w: 'full',
    h: '440px',
    borderWidth: '1px',
    borderColor: 'border',
    borderRadius: 'md',
    // A mail is light, whatever the screen is.
    bg: '#F4F6F7',
    colorScheme: 'light',
  },
});

/** What a household was told, as it went out. */
export function TextTab({ id }: { id: string }) {
  const { t, i18n } = useTranslation('notice-delivery');
  const { data } = useQuery<NoticeDeliveryRow>(`${noticeDelivery.path}/${id}`, {
    follow: noticeDelivery.code,
    delay: 500,
  });
  if (!data) return <SkeletonRows />;
  return (
    <DetailBody>
      <div className={textClass()}>
        {data.subject && <h3>{data.subject}</h3>}
        {data.problem && i18n.exists(`notice-delivery:todo.${data.problem}`) && <p>{t(`todo.${data.problem}`)}</p>}
        {data.content && data.channel === 'EMAIL' ? (
          <iframe title={t('text.tab')} sandbox="" srcDoc={data.content} />
        ) : (
          <p>{data.content ?? t('text.none')}</p>
        )}
      </div>
    </DetailBody>
  );
}
