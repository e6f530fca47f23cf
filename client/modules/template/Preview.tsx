import { template } from '@lobby/shared/modules/template.ts';
import { unit } from '@lobby/shared/modules/unit.ts';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { request } from '../../kit/http/api.ts';
import { debounce } from '../../kit/http/debounce.ts';
import { useFormats } from '../../kit/i18n/formats.ts';
import { useQuery } from '../../kit/live/useQuery.ts';
import { Combobox } from '../../kit/ui/Combobox.tsx';
import { Field } from '../../kit/ui/Field.tsx';
import { nameOf, useRefLoad, useRefs } from '../../kit/ui/form/ref-options.ts';
import { styleClass } from '../../theme/classes.ts';

export interface Words {
  channel: string;
  language: string;
  subject: string;
  content: string;
}
interface Shown {
  unitId: string;
  subject: string;
  content: string;
  html: string | null;
  sms: { encoding: string; length: number; segments: number; cost: number | null } | null;
}

const boxClass = styleClass({
  display: 'grid',
  gap: '3',
  '& > iframe': {
    w: 'full',
    h: '440px',
    borderWidth: '1px',
    borderColor: 'border',
    borderRadius: 'md',
    // A mail is light, whatever the screen is.
    bg: '#F4F6F7',
    colorScheme: 'light',
  },
  '& > article': { p: '3', borderRadius: 'lg', bg: 'bg.muted', whiteSpace: 'pre-line', overflowWrap: 'anywhere' },
  '& > small': { color: 'fg.muted' },
});

/** What it is asked for, once nothing was typed for a moment. */
function useSettled(words: Words): Words {
  const [settled, setSettled] = useState(words);
  const key = JSON.stringify(words);
  useEffect(() => {
    const soon = debounce(() => setSettled(JSON.parse(key)), 400, 2000);
    soon.soon();
    return soon.cancel;
  }, [key]);
  return settled;
}

/** Words as a real household would read them. */
export function Preview({ words }: { words: Words }) {
  const { t } = useTranslation('template');
  const { number, money } = useFormats();
  const [unitId, setUnitId] = useState('');
  const { channel, language, subject, content } = useSettled(words);
  const empty = content.trim() === '' || (channel === 'EMAIL' && subject.trim() === '');
  const { data, error } = useQuery<Shown>(empty ? null : `${template.path}/preview`, {
    query: { channel, language, subject, content, unitId },
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
      {!empty && !error && data?.html && <iframe title={t('preview.title')} sandbox="" srcDoc={data.html} />}
      {!empty && !error && data && !data.html && <article>{data.content}</article>}
      {!empty && data?.sms && (
        <small>
          {t('preview.size', { length: number(data.sms.length), count: data.sms.segments })}
          {data.sms.cost !== null && ` · ${money(data.sms.cost)}`}
          {data.sms.encoding === 'UCS2' && ` · ${t('preview.accents')}`}
        </small>
      )}
    </section>
  );
}
