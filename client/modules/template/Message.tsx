import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../kit/i18n/formats.ts';
import { Segment } from '../../kit/ui/controls/Segment.tsx';
import { MailFrame } from '../../kit/ui/layout/MailFrame.tsx';
import { styleClass } from '../../theme/classes.ts';

export interface MessageProps {
  subject: string;
  html: string | null;
  text: string;
  sms: {
    text: string;
    encoding: string;
    units: number;
    segments: number;
    cost: number | null;
    wide: string | null;
  } | null;
}

const messageClass = styleClass({
  display: 'grid',
  gap: '3',
  '& > article': { p: '3', borderRadius: 'lg', bg: 'bg.muted', whiteSpace: 'pre-line', overflowWrap: 'anywhere' },
  '& > small': { color: 'fg.muted' },
  '& > b': { fontWeight: 'semibold' },
});

/** Views of an email: desktop width, phone width, plain text. */
const LOOKS = ['desk', 'phone', 'plain'] as const;
/** More SMS segments than this get a cost warning. */
const MANY = 3;

/** A filled message as its reader sees it. */
export function Message({ subject, html, text, sms }: MessageProps) {
  const { t } = useTranslation('template');
  const [look, setLook] = useState<(typeof LOOKS)[number]>('desk');
  return (
    <div className={messageClass()}>
      {subject && <b>{subject}</b>}
      {html && (
        <>
          <Segment
            label={t('preview.width')}
            choices={LOOKS.map(value => ({ value, label: t(`preview.${value}`) }))}
            value={look}
            onChange={setLook}
          />
          {look === 'plain' ? (
            <article>{text}</article>
          ) : (
            <MailFrame title={t('preview.title')} html={html} phone={look === 'phone'} />
          )}
        </>
      )}
      {!html && text && <article>{text}</article>}
      {sms && <Size sms={sms} />}
    </div>
  );
}

/** Length, segments and cost of an SMS. */
function Size({ sms }: { sms: NonNullable<MessageProps['sms']> }) {
  const { t } = useTranslation('template');
  const { number, money } = useFormats();
  const parts = [
    t('preview.size', { units: number(sms.units), count: sms.segments }),
    sms.cost === null ? '' : money(sms.cost),
    sms.wide === null ? '' : t('preview.wide', { letter: sms.wide }),
    sms.segments > MANY ? t('preview.many') : '',
  ];
  return <small>{parts.filter(Boolean).join(' · ')}</small>;
}
