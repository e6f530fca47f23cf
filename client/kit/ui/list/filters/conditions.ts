import { type Condition, type Definition, type Filter, filtersOf, meaningsOf } from '@lobby/shared/kit/definition.ts';
import { type Field, listedChoice } from '@lobby/shared/kit/fields.ts';
import { datedFilter } from '@lobby/shared/kit/list-url.ts';
import { today } from '../../today.ts';

const conditionOf = (filter: Filter, field: string): Condition | undefined => {
  const held = filter[field];
  return typeof held === 'object' ? held : undefined;
};

/** Condition on a field, if not empty. */
export function activeCondition(filter: Filter, field: string): Condition | undefined {
  const condition = conditionOf(filter, field);
  return condition && (condition.in?.length || condition.from || condition.to) ? condition : undefined;
}

/** A filter with the condition of a field replaced; without one it is removed. */
export function withCondition(filter: Filter, field: string, condition: Condition | undefined): Filter {
  const next = { ...filter };
  if (condition && (condition.in?.length || condition.from || condition.to)) next[field] = condition;
  else delete next[field];
  return next;
}

const same = (a: Condition | undefined, b: Condition | undefined) =>
  a?.from === b?.from && a?.to === b?.to && [...(a?.in ?? [])].sort().join() === [...(b?.in ?? [])].sort().join();

/** Marks of a list, with relative days as of today. */
export const marksOf = ({ list: { marks = {} } }: Definition): Record<string, Filter> =>
  Object.fromEntries(Object.entries(marks).map(([name, mark]) => [name, datedFilter(mark, today())]));

/** Whether a mark (overdue, mine) is on: the filter contains all its conditions. */
export function holdsMark(filter: Filter, mark: Filter): boolean {
  return Object.keys(mark).every(field => same(conditionOf(filter, field), conditionOf(mark, field)));
}

/** The filter with a mark switched on or off; conditions shared with another active mark stay. */
export function toggleMark(filter: Filter, mark: Filter, marks: readonly Filter[] = []): Filter {
  const on = holdsMark(filter, mark);
  const others = marks.filter(other => other !== mark && holdsMark(filter, other)).flatMap(Object.keys);
  return Object.keys(mark)
    .filter(field => !on || !others.includes(field))
    .reduce((next, field) => withCondition(next, field, on ? undefined : conditionOf(mark, field)), filter);
}

/** Fields with a condition that belongs to no active mark. */
export function chipFields(definition: Definition, filter: Filter, place?: string): string[] {
  const marked = Object.values(marksOf(definition))
    .filter(mark => holdsMark(filter, mark))
    .flatMap(Object.keys);
  return filtersOf(definition).filter(
    field => field !== place && activeCondition(filter, field) && !marked.includes(field),
  );
}

/** Whether the list is filtered beyond its tab and `place`, such as a folder. */
export function isNarrowed(definition: Definition, filter: Filter, place?: string): boolean {
  return Boolean(filter.q) || filtersOf(definition).some(field => field !== place && activeCondition(filter, field));
}

/** The filter reduced to the place. */
export const cleared = (filter: Filter, place: string | undefined): Filter =>
  place ? withCondition({}, place, activeCondition(filter, place)) : {};

/** Field of a filter: declared, a choice of `means`, or common to all records. */
export function filterField(definition: Definition, name: string): Field {
  const declared = definition.fields[name];
  if (declared) return listedChoice(declared)?.[1] ?? declared;
  const meanings = meaningsOf(definition, name);
  if (meanings) return { kind: 'choice', options: meanings };
  if (name === 'status') return { kind: 'choice', options: Object.keys(definition.statuses ?? {}) };
  return { kind: 'instant' };
}

/** Values that a tab gives all its rows, by field; not of a state that a row shows as late. */
export function fixedValues({ list, money }: Definition, tab: string | null): ReadonlyMap<string, string> {
  const marked = [list.late && 'status', money?.state?.field];
  const fixed = Object.entries(list.tabs?.[tab ?? ''] ?? {}).flatMap(([field, condition]) => {
    const [value, ...others] = (typeof condition === 'object' && condition.in) || [];
    return value === undefined || others.length > 0 || marked.includes(field) ? [] : [[field, value] as const];
  });
  return new Map(fixed);
}
