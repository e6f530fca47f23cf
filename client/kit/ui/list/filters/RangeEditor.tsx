import { chakra } from '@chakra-ui/react';
import { dayOf } from '@lobby/shared/kit/dates.ts';
import { lastDays } from '@lobby/shared/kit/list-url.ts';
import { useState } from 'react';
import { now } from '../../../http/clock.ts';
import { useFormats } from '../../../i18n/formats.ts';
import { readerOf } from '../../../session/session.ts';
import { Button } from '../../controls/Button.tsx';
import { Field } from '../../controls/Field.tsx';
import { TextInput } from '../../controls/TextInput.tsx';
import { readDay, readMonth } from '../../form/inputs/dates/days.ts';
import { readDecimal, readWhole } from '../../form/inputs/numbers.ts';
import { useListModel } from '../model/model.ts';
import { useListWords } from '../model/words.ts';
import type { EditorProps } from './editor-props.ts';

const PRESETS = [1, 7, 30] as const;

/** Edits a range of days, months or numbers, typed in the reader's notation. */
export function RangeEditor({ field, condition, onChange }: EditorProps) {
  const t = useListWords();
  const { scope } = useListModel();
  const { day, number } = useFormats();
  const isNumber = ['integer', 'money', 'percent', 'decimal'].includes(field.kind);
  const today = dayOf(new Date(now()), readerOf(scope).timeZone);
  const show = (value?: string) => (value ? (isNumber ? number(Number(value)) : day(value)) : '');
  const [typed, setTyped] = useState({ from: show(condition.from), to: show(condition.to) });
  const [wrong, setWrong] = useState<{ from?: boolean; to?: boolean }>({});

  function read(text: string): string | null {
    if (field.kind === 'percent' || field.kind === 'decimal') return readDecimal(text, number(0.5))?.toString() ?? null;
    if (isNumber) return readWhole(text)?.toString() ?? null;
    return field.kind === 'month' ? readMonth(text) : readDay(text, today);
  }

  function apply(next = typed) {
    const ends = { from: next.from.trim() && read(next.from), to: next.to.trim() && read(next.to) };
    setWrong({ from: ends.from === null, to: ends.to === null });
    if (ends.from === null || ends.to === null) return;
    onChange({ ...(ends.from && { from: ends.from }), ...(ends.to && { to: ends.to }) });
    setTyped({ from: show(ends.from), to: show(ends.to) });
  }

  const end = (name: 'from' | 'to') => (
    <Field
      label={t(`kit:filter.${name}`)}
      error={wrong[name] ? t(isNumber ? 'errors:NOT_NATURAL' : 'errors:DATE_INVALID') : undefined}
    >
      <TextInput
        inputMode="numeric"
        placeholder={isNumber ? undefined : t('kit:form.dateHint')}
        value={typed[name]}
        onChange={event => setTyped({ ...typed, [name]: event.target.value })}
        onBlur={() => apply()}
      />
    </Field>
  );
  return (
    <chakra.form
      display="flex"
      flexDirection="column"
      gap="3"
      w="280px"
      maxW="full"
      p="3"
      noValidate
      onSubmit={event => {
        event.preventDefault();
        apply();
      }}
    >
      <chakra.div display="grid" gridTemplateColumns="1fr 1fr" gap="2">
        {end('from')}
        {end('to')}
      </chakra.div>
      {!isNumber && field.kind !== 'month' && (
        <chakra.div display="flex" flexWrap="wrap" gap="1">
          {PRESETS.map(days => (
            <Button
              key={days}
              size="sm"
              onClick={() => {
                const range = lastDays(today, days);
                onChange({ days, ...range });
                setTyped({ from: day(range.from), to: day(range.to) });
                setWrong({});
              }}
            >
              {t('kit:filter.lastDays', { count: days, context: days === 1 ? 'today' : undefined })}
            </Button>
          ))}
        </chakra.div>
      )}
    </chakra.form>
  );
}
