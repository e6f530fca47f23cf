import type { announcementReach } from '@lobby/shared/modules/announcement.contract.ts';
import { type AnnouncementRow, announcement, sendTypesOf } from '@lobby/shared/modules/announcement.ts';
import { Mail } from 'lucide-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../kit/i18n/formats.ts';
import { useContract } from '../../kit/live/useContract.ts';
import { useCan } from '../../kit/session/permissions.ts';
import { Button } from '../../kit/ui/controls/Button.tsx';
import { useFormScope } from '../../kit/ui/form/form-context.ts';
import { RichText } from '../../kit/ui/RichText.tsx';
import { styleClass } from '../../theme/classes.ts';
import { ReachLine } from './ReachLine.tsx';
import { useTest } from './useTest.ts';

const partClass = styleClass({
  display: 'grid',
  gap: '2',
  textStyle: 'sm',
  '& > button': { justifySelf: 'start' },
  '& blockquote': {
    m: '0',
    p: '3',
    bg: 'bg.subtle',
    borderRadius: 'md',
    overflowWrap: 'anywhere',
    maxH: '240px',
    overflowY: 'auto',
  },
});

interface SendPartProps {
  row: Partial<AnnouncementRow> & { id: string };
  /** Sent at another time, when the recipients may differ. */
  later?: boolean;
}

/** Part of the send dialog: the text, number of recipients, and what is held back until when. */
export function SendPart({ row, later = false }: SendPartProps) {
  const { t } = useTranslation('announcement');
  const { dateTime } = useFormats();
  const { data } = useContract<typeof announcementReach>('/announcement/:id/recipients', {
    params: { id: row.id },
    follow: announcement.code,
  });
  const { give } = useFormScope();
  const mayWrite = useCan(announcement.code, 'write');
  const test = useTest();
  const expected = later ? undefined : data?.people;
  // The server refuses to send where the number has changed meanwhile.
  useEffect(() => {
    if (expected !== undefined) give?.({ expected });
  }, [give, expected]);
  const types = sendTypesOf(row);
  return (
    <div className={partClass()}>
      <blockquote>
        <strong>{row.title}</strong>
        <RichText markup={row.content ?? ''} />
      </blockquote>
      {mayWrite && (
        <Button size="sm" icon={Mail} onClick={() => void test(row.id)}>
          {t('test.send')}
        </Button>
      )}
      {data && (
        <>
          <ReachLine reach={data} types={types} />
          {!later && types.includes('SMS') && data.smsAt && <p>{t('reach.until', { time: dateTime(data.smsAt) })}</p>}
        </>
      )}
    </div>
  );
}
