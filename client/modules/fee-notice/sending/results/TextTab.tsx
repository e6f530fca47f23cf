import { noticeDelivery } from '@lobby/shared/modules/notice-delivery.ts';
import { useTranslation } from 'react-i18next';
import { useDetail } from '../../../../kit/live/useRows.ts';
import { DetailBody } from '../../../../kit/ui/detail/DetailBody.tsx';
import { MailFrame } from '../../../../kit/ui/layout/MailFrame.tsx';
import { SkeletonRows } from '../../../../kit/ui/states/Skeleton.tsx';
import { styleClass } from '../../../../theme/classes.ts';

const textClass = styleClass({
  '& h3': { mb: '2', fontWeight: 'semibold' },
  '& p': { whiteSpace: 'pre-line' },
});

/** Content of a delivery as sent. */
export function TextTab({ id }: { id: string }) {
  const { t, i18n } = useTranslation('notice-delivery');
  const { data } = useDetail(noticeDelivery, id, {
    follow: noticeDelivery.code,
    delay: 500,
  });
  if (!data) return <SkeletonRows />;
  return (
    <DetailBody>
      <div className={textClass()}>
        {data.subject && <h3>{data.subject}</h3>}
        {data.reason && i18n.exists(`notice-delivery:todo.${data.reason}`) && <p>{t(`todo.${data.reason}`)}</p>}
        {data.content && data.channel === 'EMAIL' ? (
          <MailFrame title={t('text.tab')} html={data.content} />
        ) : (
          <p>{data.content ?? t('text.none')}</p>
        )}
      </div>
    </DetailBody>
  );
}
