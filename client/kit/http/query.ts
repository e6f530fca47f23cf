import type { Filter } from '@lobby/shared/kit/definition.ts';
import type { Plain, SentFilter } from '@lobby/shared/kit/filter-schema.ts';

function pairs(key: string, value: Plain): string[] {
  if (value === null || value === undefined) return [];
  if (typeof value !== 'object') return [`${key}=${encodeURIComponent(value)}`];
  if (isArray(value)) return value.flatMap(item => pairs(`${key}[]`, item));
  return Object.entries(value).flatMap(([name, item]) => pairs(`${key}[${encodeURIComponent(name)}]`, item));
}

// Array.isArray does not narrow readonly arrays out of a union.
const isArray = (value: object): value is readonly Plain[] => Array.isArray(value);

/** A query string in bracket format (rules.md 7): lists `a[]=1&a[]=2`, objects `a[b]=1`. */
export function toQuery(values: Record<string, Plain>): string {
  return Object.entries(values)
    .flatMap(([key, value]) => pairs(encodeURIComponent(key), value))
    .join('&');
}

/** A path with its parameters: `/ticket/:id`. */
export const fillPath = (path: string, params: Readonly<Record<string, string>> = {}): string =>
  path.replace(/:(\w+)/g, (_, name) => encodeURIComponent(params[name] ?? ''));

/** A filter as it travels: `{status: ['A'], createdAt: {from, to}, q: 'nguyen'}`. */
export function filterValues(filter: Filter): SentFilter {
  const values: Record<string, Exclude<Plain, undefined>> = {};
  for (const [field, condition] of Object.entries(filter)) {
    if (typeof condition === 'string') {
      if (condition.trim()) values[field] = condition.trim();
    } else if (condition?.in) values[field] = condition.in;
    else if (condition?.from || condition?.to) values[field] = { from: condition.from, to: condition.to };
  }
  return values;
}
