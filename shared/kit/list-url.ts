import { addDays, type Day, dayOf, isDay, VIETNAM } from './dates.ts';
import { type Condition, type Definition, type Filter, filtersOf, meaningsOf } from './definition.ts';
import { type Kind, listedChoice } from './fields.ts';

/** State of a list in its URL, so that a link shows the same list to a colleague. */
export interface ListState {
  tab: string | null;
  /** `field` or `-field`; null for the definition's default. */
  sort: string | null;
  filter: Filter;
}

const RANGE = /^(.*)\.\.(.*)$/;
const COUNTED = /^-?\d+(\.\d+)?$/;

const LAST = /^([1-9]\d{0,2})d$/;

/** The last `count` days including today. */
export function lastDays(today: Day, count: number): { from: Day; to: Day } {
  return { from: addDays(today, 1 - count), to: today };
}

/** Replaces conditions in days by dates relative to today. */
export function datedFilter(filter: Filter, today: Day): Filter {
  const dated = Object.entries(filter).map(([name, condition]) => {
    const days = typeof condition === 'object' ? condition.days : undefined;
    return [name, days ? { days, ...lastDays(today, days) } : condition];
  });
  return Object.fromEntries(dated);
}

/** Whether a filter is by time. Filters not declared in the definition are instants of every record, except the status. */
const isOfDays = (definition: Definition, name: string) =>
  !meaningsOf(definition, name) &&
  ['date', 'instant'].includes(definition.fields[name]?.kind ?? (name === 'status' ? '' : 'instant'));

/** Kinds of fields filtered by a range. */
const RANGED: readonly (Kind | undefined)[] = ['integer', 'money', 'percent', 'decimal', 'date', 'month', 'instant'];
/** The filter text of a URL; a single value of a range field stands for both ends. */
const rangeIn = (definition: Definition, name: string, text: string): string =>
  text && !RANGE.test(text) && !meaningsOf(definition, name) && RANGED.includes(definition.fields[name]?.kind)
    ? `${text}..${text}`
    : text;

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

// Escapes commas in values, which otherwise separate them.
const encodeComma = (value: string) => value.replaceAll('%', '%25').replaceAll(',', '%2C');
const decodeComma = (value: string) => value.replaceAll('%2C', ',').replaceAll('%25', '%');

function writeCondition({ in: wanted, from, to, days }: Condition): string {
  if (days) return `${days}d`;
  return from || to ? `${from ?? ''}..${to ?? ''}` : (wanted ?? []).map(encodeComma).join(',');
}

type Fits = (value: string) => boolean;

function fitted(condition: Condition, fits: Fits): Condition | null {
  if (!condition.in) return condition;
  const wanted = condition.in.filter(fits);
  return wanted.length > 0 ? { in: wanted } : null;
}

const ID = /^[0-9a-f]{24}$/;

/** Valid values of a filter: those of a choice, ids of records, anything for other fields. */
function fitsOf(definition: Definition, name: string): Fits {
  const { fields, statuses } = definition;
  const field = fields[name];
  const meanings = meaningsOf(definition, name);
  const among = (values: readonly string[]) => (value: string) => values.includes(value);
  if (meanings) return among(meanings);
  if (!field) return name === 'status' ? among(Object.keys(statuses ?? {})) : () => true;
  const [, listed] = listedChoice(field) ?? [];
  if (listed) return among(listed.options);
  if (field.kind === 'choice') return among([...field.options, 'none']);
  if (field.kind === 'flag') return among(['true', 'false']);
  if (field.kind === 'ref' || field.kind === 'refs')
    return value => ID.test(value) || value === 'me' || value === 'none';
  return () => true;
}

/** Invalid values in a URL's filter. */
function unknownOf(definition: Definition, name: string, raw: string): string[] {
  if (isOfDays(definition, name) && LAST.test(raw)) return [];
  const text = rangeIn(definition, name, raw);
  const { in: wanted = [], from, to } = readCondition(text) ?? {};
  const range = RANGE.exec(text);
  if (!range) return wanted.filter(value => !fitsOf(definition, name)(value));
  return [range[1] !== '' && !from ? (range[1] ?? '') : '', range[2] !== '' && !to ? (range[2] ?? '') : ''].filter(
    Boolean,
  );
}

/** Unknown parts of a URL: filter values, sorts and tabs. */
export function unknownIn(params: URLSearchParams, definition: Definition): string[] {
  const { tabs = {}, sorts } = definition.list;
  const [tab, sort] = [params.get('tab'), params.get('sort')?.replace(/^-/, '')];
  return [
    ...(tab && !Object.hasOwn(tabs, tab) ? [tab] : []),
    ...(sort && !sorts.includes(sort) ? [sort] : []),
    ...filtersOf(definition).flatMap(field => unknownOf(definition, field, params.get(field) ?? '')),
  ];
}

const here = () => dayOf(new Date(), VIETNAM);

const isCoded = ({ fields: { code }, list: { filters } }: Definition) =>
  code?.search === true && !filters.some(name => name === 'code');

/** Reads the list state of a URL, ignoring what the definition does not know. Days are counted back from `today`. */
export function readListState(params: URLSearchParams, definition: Definition, today: Day = here()): ListState {
  const { tabs = {}, sorts } = definition.list;
  const tab = params.get('tab');
  const sort = params.get('sort');
  // Links in notices name a record by its code, which is searched like any text.
  const named = isCoded(definition) && !params.has('q') ? params.get('code') : null;
  const words = params.get('q') ?? named;
  const q = words?.trim().slice(0, 200);
  const filter: Filter = q ? { q } : {};
  for (const field of filtersOf(definition)) {
    const text = params.get(field);
    const days = Number(text && isOfDays(definition, field) && LAST.exec(text)?.[1]);
    const condition = days
      ? { days, ...lastDays(today, days) }
      : text && readCondition(rangeIn(definition, field, text));
    const fitting = condition && fitted(condition, fitsOf(definition, field));
    if (fitting) filter[field] = fitting;
  }
  // Uses the tab with all records, because the record's status may have changed since.
  const wide = named ? allOf(definition) : null;
  return {
    tab: tab && Object.hasOwn(tabs, tab) ? tab : wide,
    sort: sort && sorts.includes(sort.replace(/^-/, '')) ? sort : null,
    filter,
  };
}

/** Fields for which two filters have no common value. */
const contradicted = (first: Filter, other: Filter): string[] =>
  Object.entries(first).flatMap(([field, wanted]) => {
    const beside = other[field];
    if (typeof wanted !== 'object' || typeof beside !== 'object' || !wanted.in || !beside.in) return [];
    return wanted.in.some(value => beside.in?.includes(value)) ? [] : [field];
  });

/** Name of the tab without conditions. */
const allOf = ({ list: { tabs = {} } }: Definition): string | null =>
  Object.keys(tabs).find(name => Object.keys(tabs[name] ?? {}).length === 0) ?? null;

/** The tab to show: the one in the URL, otherwise the definition's first; if that contradicts the filter, the tab with all records. */
export function tabOf(definition: Definition, tab: string | null, filter: Filter = {}): string | null {
  const { tabs = {} } = definition.list;
  const fits = (name: string) => contradicted(tabs[name] ?? {}, filter).length === 0;
  const wanted = tab ?? Object.keys(tabs)[0] ?? null;
  if (wanted === null || fits(wanted)) return wanted;
  return allOf(definition) ?? Object.keys(tabs).find(fits) ?? wanted;
}

/** The filter without conditions that contradict a tab. */
export function filterIn({ list: { tabs = {} } }: Definition, tab: string, filter: Filter): Filter {
  const over = contradicted(tabs[tab] ?? {}, filter);
  return Object.fromEntries(Object.entries(filter).filter(([name]) => !over.includes(name)));
}

/** Default sort of a list in a tab. */
export const usualSort = (definition: Definition, tab: string | null): string =>
  definition.list.tabSorts?.[tab ?? ''] ?? definition.list.defaultSort;

/** Writes the list state into a URL and keeps its other parts (the open record). */
export function writeListState(params: URLSearchParams, state: ListState, definition: Definition): URLSearchParams {
  const next = new URLSearchParams(params);
  const put = (key: string, value: string | null) => (value ? next.set(key, value) : next.delete(key));
  put('tab', state.tab);
  put('q', state.filter.q?.trim() ?? null);
  if (isCoded(definition)) next.delete('code');
  put('sort', state.sort === usualSort(definition, tabOf(definition, state.tab, state.filter)) ? null : state.sort);
  for (const field of filtersOf(definition)) {
    const condition = state.filter[field];
    put(field, typeof condition === 'object' ? writeCondition(condition) : null);
  }
  return next;
}
