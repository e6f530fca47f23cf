import { type Day, dayOf, isDay } from './dates.ts';
import type { Condition, Definition, Filter } from './definition.ts';

/** What the address of a list says: a link shows a colleague the same thing. */
export interface ListState {
  tab: string | null;
  /** `field` or `-field`; null is the definition's own. */
  sort: string | null;
  filter: Filter;
}

const RANGE = /^(.*)\.\.(.*)$/;
const COUNTED = /^-?\d+(\.\d+)?$/;

const LAST = /^([1-9]\d{0,2})d$/;
const DAY_MS = 86_400_000;

/** The days up to and with today: of 7 days the first is six days ago. */
export function lastDays(today: Day, count: number): { from: Day; to: Day } {
  const first = Date.parse(`${today}T00:00:00Z`) - (count - 1) * DAY_MS;
  return { from: new Date(first).toISOString().slice(0, 10), to: today };
}

/** A filter that a definition does not declare is a moment that every record has, but its status. */
const isOfDays = ({ fields }: Definition, name: string) =>
  ['date', 'instant'].includes(fields[name]?.kind ?? (name === 'status' ? '' : 'instant'));

function readCondition(text: string): Condition | null {
  const range = RANGE.exec(text);
  if (!range) {
    const wanted = text.split(',').map(decodeComma).filter(Boolean);
    return wanted.length > 0 ? { in: [...new Set(wanted)] } : null;
  }
  const bound = (end: string | undefined) =>
    end && (isDay(end) || /^\d{4}-\d{2}$/.test(end) || COUNTED.test(end)) ? end : undefined;
  const [from, to] = [bound(range[1]), bound(range[2])];
  return from || to ? { ...(from && { from }), ...(to && { to }) } : null;
}

// A comma within a value must not look like one between values.
const encodeComma = (value: string) => value.replaceAll('%', '%25').replaceAll(',', '%2C');
const decodeComma = (value: string) => value.replaceAll('%2C', ',').replaceAll('%25', '%');

function writeCondition({ in: wanted, from, to, days }: Condition): string {
  if (days) return `${days}d`;
  return from || to ? `${from ?? ''}..${to ?? ''}` : (wanted ?? []).map(encodeComma).join(',');
}

function known(condition: Condition, values: readonly string[] | null): Condition | null {
  if (!values || !condition.in) return condition;
  const wanted = condition.in.filter(value => values.includes(value));
  return wanted.length > 0 ? { in: wanted } : null;
}

/** The values that a filter by choice can have; null where any may be one. */
function valuesOf({ fields, statuses }: Definition, name: string): readonly string[] | null {
  const field = fields[name];
  if (!field) return name === 'status' ? Object.keys(statuses ?? {}) : null;
  if (field.kind === 'choice') return [...field.options, 'none'];
  return field.kind === 'flag' ? ['true', 'false'] : null;
}

/** What an address says that the list does not know: filters by values that there are not, orders and tabs. */
export function unknownIn(params: URLSearchParams, definition: Definition): string[] {
  const { tabs = {}, sorts, filters } = definition.list;
  const [tab, sort] = [params.get('tab'), params.get('sort')?.replace(/^-/, '')];
  const values = filters.flatMap(field => {
    const known = valuesOf(definition, field);
    const { in: wanted = [] } = (params.get(field) && readCondition(params.get(field) ?? '')) || {};
    return known ? wanted.filter(value => !known.includes(value)) : [];
  });
  return [
    ...(tab && !Object.hasOwn(tabs, tab) ? [tab] : []),
    ...(sort && !sorts.includes(sort) ? [sort] : []),
    ...values,
  ];
}

const here = () => dayOf(new Date(), 'Asia/Ho_Chi_Minh');

/** The list state of an address; whatever the definition does not know is left out. Days that it counts back from today are those of `today`. */
export function readListState(params: URLSearchParams, definition: Definition, today: Day = here()): ListState {
  const { tabs = {}, sorts, filters } = definition.list;
  const tab = params.get('tab');
  const sort = params.get('sort');
  const q = params.get('q')?.trim().slice(0, 200);
  const filter: Filter = q ? { q } : {};
  for (const field of filters) {
    const text = params.get(field);
    const days = Number(text && isOfDays(definition, field) && LAST.exec(text)?.[1]);
    const condition = days ? { days, ...lastDays(today, days) } : text && readCondition(text);
    const fitting = condition && known(condition, valuesOf(definition, field));
    if (fitting) filter[field] = fitting;
  }
  return {
    tab: tab && Object.hasOwn(tabs, tab) ? tab : null,
    sort: sort && sorts.includes(sort.replace(/^-/, '')) ? sort : null,
    filter,
  };
}

/** The tab shown where the address names none: the definition's first. */
export function tabOf({ list: { tabs = {} } }: Definition, tab: string | null): string | null {
  return tab ?? Object.keys(tabs)[0] ?? null;
}

/** How a list is sorted in a tab, or without any, where nobody has said otherwise. */
export const usualSort = (definition: Definition, tab: string | null): string =>
  definition.list.tabSorts?.[tab ?? ''] ?? definition.list.defaultSort;

/** An address with the list state in it; what else it says stays (the open item). */
export function writeListState(params: URLSearchParams, state: ListState, definition: Definition): URLSearchParams {
  const next = new URLSearchParams(params);
  const put = (key: string, value: string | null) => (value ? next.set(key, value) : next.delete(key));
  put('tab', state.tab);
  put('q', state.filter.q?.trim() ?? null);
  put('sort', state.sort === usualSort(definition, tabOf(definition, state.tab)) ? null : state.sort);
  for (const field of definition.list.filters) {
    const condition = state.filter[field];
    put(field, typeof condition === 'object' ? writeCondition(condition) : null);
  }
  return next;
}
