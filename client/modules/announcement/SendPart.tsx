import { type AnnouncementRow, announcement, sendTypesOf } from '@lobby/shared/modules/announcement.ts';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../kit/i18n/formats.ts';
import { useQuery } from '../../kit/live/useQuery.ts';
import { useFormScope } from '../../kit/ui/form/form-context.ts';
import { styleClass } from '../../theme/classes.ts';
import type { Reach } from './ResultsTab.tsx';

const partClass = styleClass({
  display: 'grid',
  gap: '2',
  textStyle: 'sm',
  '& blockquote': {
    m: '0',
    p: '3',
    bg: 'bg.subtle',
    borderRadius: 'md',
    whiteSpace: 'pre-wrap',
    overflowWrap: 'anywhere',
    maxH: '240px',
    overflowY: 'auto',
  },
});

/** What goes out as an announcement is sent, to how many, and what waits until when. */
export function SendPart({ row }: { row: Partial<AnnouncementRow> & { id: string } }) {
  const { t } = useTranslation('announcement');
  const { dateTime } = useFormats();
  const { data } = useQuery<Reach>(`${announcement.path}/${row.id}/recipients`, { follow: announcement.code });
  const { give } = useFormScope();
  const expected = data?.people;
  // Sent to others than these numbers say, it is refused.
  useEffect(() => {
    if (expected !== undefined) give?.({ expected });
  }, [give, expected]);
  const types = sendTypesOf(row);
  const ways = data && [
    types.includes('APP') && t('reach.app', { count: data.app }),
    types.includes('EMAIL') && t('reach.email', { count: data.email }),
    types.includes('SMS') && t('reach.sms', { count: data.sms }),
    data.nobody > 0 && t('reach.nobody', { count: data.nobody }),
  ];
  return (
    <div className={partClass()}>
      <blockquote>
        <strong>{row.title}</strong>
        {`\n${row.content ?? ''}`}
      </blockquote>
      {data && (
        <>
          <p>
            {[t('reach.people', { people: data.people, units: data.units }), ...(ways ?? [])]
              .filter(Boolean)
              .join(' · ')}
          </p>
          {types.includes('SMS') && data.smsAt && <p>{t('reach.until', { time: dateTime(data.smsAt) })}</p>}
        </>
      )}
    </div>
  );
}
