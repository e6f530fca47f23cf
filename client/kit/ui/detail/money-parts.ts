import type { Definition } from '@lobby/shared/kit/definition.ts';
import { type Field, isAsked } from '@lobby/shared/kit/fields.ts';
import { MONEY_PARTS, type MoneyPart, type MoneyShape, saidInHead } from '@lobby/shared/kit/money.ts';
import type { Row } from '../../base/matches.ts';
import { isBehind, isNone } from '../form/shown.ts';

/** Whether a field says something: not unset values, zero amounts, the choice OTHER, and plain "no". */
function says(field: Field | undefined, value: unknown, row: Row): field is Field {
  if (!field || isBehind(field) || isNone(value) || !isAsked(field, row)) return false;
  if (field.kind === 'choice' && value === 'OTHER') return false;
  return !(field.kind === 'flag' ? value === false : (field.readOnly || field.kind === 'money') && value === 0);
}

/** Fields of the whole record that its lines repeat. */
function saidInLines({ fields, parts = [] }: Definition, row: Row): ReadonlySet<string> {
  const there = parts.filter(one => !isNone(row[one.in]));
  return new Set(
    there.flatMap(({ in: name, by = {}, as = {} }) => {
      const lines = fields[name];
      const own = lines?.kind === 'lines' ? Object.keys(lines.of) : [];
      return [...Object.keys(by), ...Object.keys(as), ...own];
    }),
  );
}

/**
 * Non-empty fields by section, and those in no section; a record with its own title repeats in the sections what a money
 * head would show.
 */
export function partsOf(
  definition: Definition,
  whole: MoneyShape,
  row: Row,
  isTitled = false,
): [MoneyPart | 'more', string[]][] {
  const { fields } = definition;
  const amounts = [...(whole.parts.amounts ?? []), ...whole.amount];
  const shape = isTitled ? { ...whole, parts: { ...whole.parts, amounts } } : whole;
  const named = new Set(Object.values(shape.parts).flat());
  const inHead = isTitled ? new Set<string>() : saidInHead(shape);
  const inLines = saidInLines(definition, row);
  const more = Object.keys(fields).filter(name => !named.has(name) && !inHead.has(name));
  const all = [...MONEY_PARTS.map(part => [part, shape.parts[part] ?? []] as const), ['more', more] as const];
  const isNew = (name: string) => !inLines.has(name) && says(fields[name], row[name], row);
  return all.map(([part, names]) => [part, names.filter(isNew)]);
}
