import { template } from '@lobby/shared/modules/template.ts';
import { unit } from '@lobby/shared/modules/unit.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { request } from '../../kit/http/api.ts';
import { useQuery } from '../../kit/live/useQuery.ts';
import { Combobox } from '../../kit/ui/controls/Combobox.tsx';
import { Field } from '../../kit/ui/controls/Field.tsx';
import { nameOf, useRefLoad, useRefs } from '../../kit/ui/form/inputs/choices/ref-options.ts';
import { styleClass } from '../../theme/classes.ts';
import { Message, type MessageProps } from './Message.tsx';
import { useSettled } from './useSettled.ts';
import type { Words } from './words.ts';

interface Shown extends MessageProps {
  unitId: string | null;
  faults: { field: string; code: string; params: Record<string, unknown> }[];
}

const boxClass = styleClass({
  display: 'grid',
  gap: '3',
  '& > small, & > ul': { color: 'fg.muted' },
});

/** Preview of a message with the data of a real unit. */
export function Preview({ words }: { words: Words }) {
  const { t } = useTranslation(['template', 'errors']);
  const [unitId, setUnitId] = useState('');
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
      {!empty && !error && data && <Message {...data} />}
    </section>
  );
}
