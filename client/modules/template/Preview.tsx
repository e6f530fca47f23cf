import { template } from '@lobby/shared/modules/template.ts';
import { unit } from '@lobby/shared/modules/unit.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { request } from '../../kit/http/api.ts';
import { useFormats } from '../../kit/i18n/formats.ts';
import { useQuery } from '../../kit/live/useQuery.ts';
import { Combobox } from '../../kit/ui/controls/Combobox.tsx';
import { Field } from '../../kit/ui/controls/Field.tsx';
import { Segment } from '../../kit/ui/controls/Segment.tsx';
import { nameOf, useRefLoad, useRefs } from '../../kit/ui/form/inputs/ref-options.ts';
import { MailFrame } from '../../kit/ui/layout/MailFrame.tsx';
import { styleClass } from '../../theme/classes.ts';
import { useSettled } from './useSettled.ts';
import type { Words } from './words.ts';

interface Shown {
  unitId: string | null;
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
  faults: { field: string; code: string; params: Record<string, unknown> }[];
}

const boxClass = styleClass({
  display: 'grid',
  gap: '3',
  '& > article': { p: '3', borderRadius: 'lg', bg: 'bg.muted', whiteSpace: 'pre-line', overflowWrap: 'anywhere' },
  '& > small, & > ul': { color: 'fg.muted' },
  '& > b': { fontWeight: 'semibold' },
});

/** Views of an email: desktop width, phone width, plain text. */
const LOOKS = ['desk', 'phone', 'plain'] as const;
/** More SMS segments than this get a cost warning. */
const MANY = 3;

/** Preview of a message with the data of a real unit. */
export function Preview({ words }: { words: Words }) {
  const { t } = useTranslation(['template', 'errors']);
  const [unitId, setUnitId] = useState('');
  const [look, setLook] = useState<(typeof LOOKS)[number]>('desk');
  const settled = useSettled(words);
  const empty = (settled.channel === 'EMAIL' ? settled.body : settled.text).trim() === '';
  const { data, error } = useQuery<Shown>(empty ? null : `${template.path}/preview`, {
    query: { ...settled, unitId },
    read: async (path, { query = {}, ...call }) => {
      const body = Object.fromEntries(Object.entries(query).filter(([, value]) => value !== ''));
      return (await request<Shown>('POST', path, { ...call, body })).data;
    },
  });
  const load = useRefLoad(unit.name);
  const shown = unitId || (data?.unitId ?? '');
  const [ref] = useRefs(unit.name, shown ? [shown] : []);
  return (
    <section className={boxClass()} aria-label={t('preview.title')} data-wide="">
      <Field label={t('preview.unit')} help={t('preview.help')}>
        <Combobox
          load={load}
          value={shown ? { value: shown, label: nameOf(ref) } : null}
          onChange={option => setUnitId(option?.value ?? '')}
        />
      </Field>
      {empty && <small>{t('preview.empty')}</small>}
      {!empty && error && <small role="status">{error.message}</small>}
      {!empty && !error && data && data.faults.length > 0 && (
        <ul role="status">
          {data.faults.map(({ field, code, params }) => (
            <li key={field}>{t(`errors:${code}`, params)}</li>
          ))}
        </ul>
      )}
      {!empty && !error && data?.faults.length === 0 && data.unitId === null && <small>{t('preview.none')}</small>}
      {!empty && !error && data?.subject && <b>{data.subject}</b>}
      {!empty && !error && data?.html && (
        <>
          <Segment
            label={t('preview.width')}
            choices={LOOKS.map(value => ({ value, label: t(`preview.${value}`) }))}
            value={look}
            onChange={setLook}
          />
          {look === 'plain' ? (
            <article>{data.text}</article>
          ) : (
            <MailFrame title={t('preview.title')} html={data.html} phone={look === 'phone'} />
          )}
        </>
      )}
      {!empty && !error && data && !data.html && data.text && <article>{data.text}</article>}
      {!empty && !error && data?.sms && <Size sms={data.sms} />}
    </section>
  );
}

/** Length, segments and cost of an SMS. */
function Size({ sms }: { sms: NonNullable<Shown['sms']> }) {
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
