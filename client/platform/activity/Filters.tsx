import { dayOf } from '@lobby/shared/kit/dates.ts';
import { holds } from '@lobby/shared/kit/permissions.ts';
import { useAtomValue } from 'jotai';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { now } from '../../kit/http/clock.ts';
import { useFormats } from '../../kit/i18n/formats.ts';
import { permissionsAtom } from '../../kit/session/permissions.ts';
import { projectIdAtom, readerOf, scopeNow } from '../../kit/session/session.ts';
import { Button } from '../../kit/ui/controls/Button.tsx';
import { Combobox } from '../../kit/ui/controls/Combobox.tsx';
import { Select } from '../../kit/ui/controls/Select.tsx';
import { TextInput } from '../../kit/ui/controls/TextInput.tsx';
import { useRefLoad, useRefs } from '../../kit/ui/form/inputs/choices/ref-options.ts';
import { readDay } from '../../kit/ui/form/inputs/dates/days.ts';
import { Chip } from '../../kit/ui/marks/Chip.tsx';
import { CODES } from '../../shell/registry.ts';
import { styleClass } from '../../theme/classes.ts';
import type { HistoryQuery, useHistoryQuery } from './history-query.ts';

const barClass = styleClass({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fit, minmax(min(150px, 100%), max-content))',
  alignItems: 'center',
  gap: '2',
  px: '4',
  pb: '2.5',
  flex: 'none',
  borderBottomWidth: '1px',
  borderColor: 'border',
  '& > *': { minW: '0' },
});

type FiltersProps = ReturnType<typeof useHistoryQuery>;

/** Filters of the history: person, module, period, record. */
export function Filters({ asked, ask, narrowed }: FiltersProps) {
  const { t } = useTranslation(['activity', 'modules']);
  const held = useAtomValue(permissionsAtom(useAtomValue(projectIdAtom) ?? ''));
  const codes = CODES.filter(code => held !== null && holds(held, code, 'read'));
  const modules = codes.map(code => ({ value: code, label: t(`modules:${code}`) }));
  return (
    <search className={barClass()} aria-label={t('plural')}>
      <Person asked={asked} ask={ask} />
      <Select
        aria-label={t('module')}
        value={asked.module}
        choices={[{ value: '', label: t('anyModule') }, ...modules]}
        onChange={event => ask({ module: event.target.value })}
      />
      <DayInput key={`from ${asked.from}`} name="from" asked={asked} ask={ask} />
      <DayInput key={`to ${asked.to}`} name="to" asked={asked} ask={ask} />
      {asked.record && (
        <Chip label={t('record')} value="" onClick={() => ask({ record: '' })} onRemove={() => ask({ record: '' })} />
      )}
      {narrowed && (
        <Button look="ghost" onClick={() => ask({ person: '', module: '', from: '', to: '', record: '' })}>
          {t('clear')}
        </Button>
      )}
    </search>
  );
}

function Person({ asked, ask }: Pick<FiltersProps, 'asked' | 'ask'>) {
  const { t } = useTranslation('activity');
  const load = useRefLoad('employee');
  const [person] = useRefs('employee', asked.person ? [asked.person] : []);
  const value = asked.person ? { value: asked.person, label: person?.name ?? '…' } : null;
  return (
    <Combobox
      aria-label={t('person')}
      placeholder={t('anyone')}
      load={load}
      value={value}
      onChange={option => ask({ person: option?.value ?? '' })}
    />
  );
}

function DayInput({ name, asked, ask }: Pick<FiltersProps, 'asked' | 'ask'> & { name: 'from' | 'to' }) {
  const { t } = useTranslation(['activity', 'kit', 'errors']);
  const { day } = useFormats();
  const [typed, setTyped] = useState(asked[name] ? day(asked[name]) : '');
  const [wrong, setWrong] = useState(false);
  const apply = () => {
    const today = dayOf(new Date(now()), readerOf(scopeNow()).timeZone);
    const read = typed.trim() ? readDay(typed, today) : '';
    setWrong(read === null);
    const change: Partial<HistoryQuery> = { [name]: read ?? '' };
    if (read !== null && read !== asked[name]) ask(change);
  };
  return (
    <TextInput
      aria-label={t(name)}
      aria-invalid={wrong || undefined}
      title={wrong ? t('errors:DATE_INVALID') : undefined}
      placeholder={`${t(name)}: ${t('kit:form.dateHint')}`}
      inputMode="numeric"
      value={typed}
      onChange={event => setTyped(event.target.value)}
      onBlur={apply}
      onKeyDown={event => event.key === 'Enter' && apply()}
    />
  );
}
