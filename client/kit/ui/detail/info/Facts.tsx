import { chakra } from '@chakra-ui/react';
import type { Definition } from '@lobby/shared/kit/definition.ts';
import type { Row } from '../../../base/matches.ts';
import { now } from '../../../http/clock.ts';
import type { Formats } from '../../../i18n/format.ts';
import { useFormats } from '../../../i18n/formats.ts';
import { FieldValue } from '../../form/FieldValue.tsx';
import { isNone } from '../../form/shown.ts';
import type { Fact } from '../money/money-parts.ts';

/** What distinguishes a record at its head: unit, hours, people, amount. */
export function Facts({ definition, facts, row }: { definition: Definition; facts: readonly Fact[]; row: Row }) {
  const formats = useFormats();
  return facts.map(fact => {
    const [name, end] = typeof fact === 'string' ? [fact] : fact;
    const [field, value, until] = [definition.fields[name], row[name], end && row[end]];
    if (!field || isNone(value) || value === 0) return null;
    return (
      <chakra.span key={name} color="fg" whiteSpace="nowrap">
        {field.kind === 'instant' ? (
          spanText(formats, now(), String(value), until ? String(until) : undefined)
        ) : (
          <FieldValue linked definition={definition} name={name} field={field} value={value} />
        )}
      </chakra.span>
    );
  });
}

/** `12:40`, `30/11 12:40`, and until when; the day once where it is the same. */
function spanText({ when, time }: Formats, at: number, from: string, to?: string): string {
  const of = (instant: string) => [...new Set([when(instant, at), time(instant)])].join(' ');
  if (!to) return of(from);
  return `${of(from)} – ${when(from, at) === when(to, at) || when(to, at) === time(to) ? time(to) : of(to)}`;
}
