import { isDay } from './dates.ts';
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

function writeCondition({ in: wanted, from, to }: Condition): string {
  return from || to ? `${from ?? ''}..${to ?? ''}` : (wanted ?? []).map(encodeComma).join(',');
}

/** The list state of an address; whatever the definition does not know is left out. */
export function readListState(params: URLSearchParams, definition: Definition): ListState {
  const { tabs = {}, sorts, filters } = definition.list;
  const tab = params.get('tab');
  const sort = params.get('sort');
  const q = params.get('q')?.trim().slice(0, 200);
  const filter: Filter = q ? { q } : {};
  for (const field of filters) {
    const text = params.get(field);
    const condition = text && readCondition(text);
    if (condition) filter[field] = condition;
  }
  return {
    tab: tab && Object.hasOwn(tabs, tab) ? tab : null,
    sort: sort && sorts.includes(sort.replace(/^-/, '')) ? sort : null,
    filter,
  };
}

/** An address with the list state in it; what else it says stays (the open item). */
export function writeListState(params: URLSearchParams, state: ListState, definition: Definition): URLSearchParams {
  const next = new URLSearchParams(params);
  const put = (key: string, value: string | null) => (value ? next.set(key, value) : next.delete(key));
  put('tab', state.tab);
  put('q', state.filter.q?.trim() ?? null);
  put('sort', state.sort === definition.list.defaultSort ? null : state.sort);
  for (const field of definition.list.filters) {
    const condition = state.filter[field];
    put(field, typeof condition === 'object' ? writeCondition(condition) : null);
  }
  return next;
}
