import type { Definition } from '@lobby/shared/kit/definition.ts';
import { type Field, isAsked } from '@lobby/shared/kit/fields.ts';
import { MONEY_PARTS, type MoneyPart, type MoneyShape, moneyOf, saidInHead } from '@lobby/shared/kit/money.ts';
import { headOf } from '@lobby/shared/kit/nouns.ts';
import type { Row } from '../../../base/matches.ts';
import { isBehind, isNone } from '../../form/shown.ts';

/** What the head of a record says: a field, or a span of two. */
export type Fact<N extends string = string> = N | readonly [from: N, to: N];
/** A titled section of its information. */
export type Section<N extends string = string> = readonly [
  part: 'who' | 'when' | 'what' | 'amounts' | 'handled',
  names: readonly N[],
];

/** Whether a field says something: not unset values, zero amounts, the choice OTHER, what nobody chose, and plain "no". */
function says(field: Field | undefined, value: unknown, row: Row): field is Field {
  if (!field || isBehind(field) || isNone(value) || !isAsked(field, row)) return false;
  if (field.kind === 'choice' && (value === 'OTHER' || (field.readOnly && !field.states && value === field.initial)))
    return false;
  return !(field.kind === 'flag' ? value === false : (field.readOnly || field.kind === 'money') && value === 0);
}

/** Fields of the whole record that its lines repeat. */
function saidInLines({ fields, parts = [] }: Definition, row: Row): ReadonlySet<string> {
  const there = parts.filter(part => !isNone(row[part.in]));
  return new Set(
    there.flatMap(({ in: name, by = {}, as = {} }) => {
      const lines = fields[name];
      const ofLines = lines?.kind === 'lines' ? Object.keys(lines.of) : [];
      return [...Object.keys(by), ...Object.keys(as), ...ofLines];
    }),
  );
}

type Group = [MoneyPart | 'more', string[]];
interface PartsOptions {
  /** The head shows the record's own title instead of money. */
  isTitled?: boolean;
  /** Sections that its module draws. */
  drawn?: readonly string[];
}

/**
 * Non-empty fields by section, and those in no section; a record with its own title repeats in the sections what a money
 * head would show.
 */
export function partsOf(
  definition: Definition,
  whole: MoneyShape,
  row: Row,
  { isTitled = false, drawn = [] }: PartsOptions = {},
): Group[] {
  const { fields } = definition;
  const hasUnit = 'unitId' in fields;
  const amounts = [...(whole.parts.amounts ?? []), ...whole.amount];
  const shape = isTitled ? { ...whole, parts: { ...whole.parts, amounts } } : whole;
  const named = new Set(Object.values(shape.parts).flat());
  const inHead = isTitled ? new Set<string>() : saidInHead(shape);
  const inLines = saidInLines(definition, row);
  const more = Object.keys(fields).filter(
    name => !named.has(name) && !inHead.has(name) && !(hasUnit && isPlace(fields[name])),
  );
  const all = [...MONEY_PARTS.map(part => [part, shape.parts[part] ?? []] as const), ['more', more] as const];
  const { amount } = moneyOf(shape, row);
  // A lone amount that the head says already.
  const repeats = (part: MoneyPart | 'more', [name = '', ...others]: readonly string[]) =>
    !isTitled && part === 'amounts' && others.length === 0 && row[name] === amount;
  const isNew = (name: string) => !inLines.has(name) && says(fields[name], row[name], row);
  const sections = all.map(([part, all]): Group => {
    const names = all.filter(isNew);
    return [part, repeats(part, names) ? [] : names];
  });
  return gathered(sections, ([part, [name = '', ...others]]) => {
    return others.length === 0 && !drawn.includes(part) && !WHOLE.has(fields[name]?.kind ?? 'lines');
  });
}

/** Block and floor are left out beside the unit, whose name implies them. */
const isPlace = (field: Field | undefined): boolean => field?.kind === 'ref' && ['block', 'floor'].includes(field.to);

/** Kinds that fill a section by themselves. */
export const WHOLE: ReadonlySet<Field['kind']> = new Set(['lines', 'longText', 'richText', 'files']);

/** No section has a single short field: those are read together, or a lone one with the section before it. */
function gathered<P extends string>(
  sections: [P | 'more', string[]][],
  isLone: (section: [P | 'more', string[]]) => boolean,
): [P | 'more', string[]][] {
  const lone = sections.filter(isLone);
  const [first] = lone;
  if (!first) return sections;
  const before = sections.slice(0, sections.indexOf(first)).findLast(([, names]) => names.length > 0);
  const target = lone.length > 1 ? 'more' : before?.[0];
  if (!target) return sections;
  const moved = lone.filter(([part]) => part !== target).flatMap(([, names]) => names);
  return sections.map(section => {
    const [part, names] = section;
    if (part === target) return [part, [...names, ...moved]];
    return lone.includes(section) ? [part, []] : section;
  });
}

/** Non-empty fields of a record by its sections, and those in none; without what its head says. */
export function sectionsOf(
  definition: Definition,
  sections: readonly Section[],
  facts: readonly Fact[],
  row: Row,
): [Section[0] | 'more', string[]][] {
  const { fields, title, matter } = definition;
  const inHead = new Set([title, 'code', ...(headOf(definition) ? ['unitId', matter] : []), ...facts.flat()]);
  const named = new Set(sections.flatMap(([, names]) => names));
  const more = Object.keys(fields).filter(name => !named.has(name) && !isPlace(fields[name]));
  const values = new Set(facts.flat().map(name => row[name]));
  // One line that repeats the head, such as the hours of a booking.
  const isRepeated = (value: unknown) =>
    Array.isArray(value) &&
    value.length === 1 &&
    typeof value[0] === 'object' &&
    Object.values(value[0] ?? {}).every(part => values.has(part));
  const isNew = (name: string) =>
    !inHead.has(name) && !fields[name]?.internal && says(fields[name], row[name], row) && !isRepeated(row[name]);
  const groups = [...sections, ['more', more] as const].map(([part, names]): [Section[0] | 'more', string[]] => [
    part,
    names.filter(isNew),
  ]);
  return gathered(
    groups,
    ([, [name = '', ...others]]) => others.length === 0 && !WHOLE.has(fields[name]?.kind ?? 'lines'),
  );
}
