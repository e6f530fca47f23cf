import { dayOf } from '@lobby/shared/kit/dates.ts';
import type { Condition, Definition, Filter, RowOf } from '@lobby/shared/kit/definition.ts';
import { type Kind, listedChoice } from '@lobby/shared/kit/fields.ts';

/** A record as sent by the server, with all its fields. */
export interface Row {
  id: string;
  version: number;
  [field: string]: unknown;
}

/** A record of a definition. Fields may be missing: a list loads those of its rows only. Untyped where the definition is known at run time alone. */
export type RecordOf<D extends Definition> = Definition extends D
  ? Row
  : Partial<RowOf<D>> & Pick<Row, 'id' | 'version'>;

/** Reader of a filter: `me` stands for this employee; days are days of the project's time zone. */
export interface Reader {
  me: string | null;
  timeZone: string;
}

const BASE_KINDS: Record<string, Kind> = {
  id: 'text',
  status: 'choice',
  version: 'integer',
  createdAt: 'instant',
  updatedAt: 'instant',
};

/** The kind of a field of a list row; undefined where a row does not hold it. */
export function rowKind(definition: Definition, field: string): Kind | undefined {
  const declared = definition.fields[field];
  return declared ? (declared.detailOnly ? undefined : declared.kind) : BASE_KINDS[field];
}

/** Whether the client can match rows against the filter; typed search words only the server can match. */
export function canDecide(definition: Definition, filter: Filter): boolean {
  return Object.entries(filter).every(([field, condition]) =>
    field === 'q'
      ? !condition
      : condition === undefined ||
        (typeof condition !== 'string' &&
          rowKind(definition, field) !== undefined &&
          !definition.fields[field]?.personal),
  );
}

const isEmpty = (value: unknown) =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);

function isOneOf(value: unknown, wanted: readonly string[], reader: Reader): boolean {
  const held = Array.isArray(value) ? value : [value];
  return wanted.some(want => {
    if (want === 'none') return isEmpty(value);
    const sought = want === 'me' ? reader.me : want;
    return sought !== null && held.some(item => !isEmpty(item) && String(item) === sought);
  });
}

function isWithin(kind: Kind, value: unknown, { from, to }: Condition, reader: Reader): boolean {
  if (isEmpty(value)) return false;
  if (kind === 'instant') {
    const day = dayOf(new Date(String(value)), reader.timeZone);
    return (!from || day >= from) && (!to || day <= to);
  }
  if (typeof value === 'number') return (!from || value >= Number(from)) && (!to || value <= Number(to));
  const text = String(value);
  return (!from || text >= from) && (!to || text <= to);
}

/** The value that a filter compares: for lines of a single choice the list of their values. */
function heldIn(definition: Definition, name: string, value: unknown): unknown {
  const field = definition.fields[name];
  const [part] = (field && listedChoice(field)) ?? [];
  return part && Array.isArray(value) ? value.map(line => line?.[part]) : value;
}

/** Whether a row matches a filter, as on the server; only for filters that `canDecide`. */
export function matches(definition: Definition, filter: Filter, row: Row, reader: Reader): boolean {
  return Object.entries(filter).every(([field, condition]) => {
    if (condition === undefined || typeof condition === 'string') return true;
    const kind = rowKind(definition, field);
    if (!kind) return false;
    const value = heldIn(definition, field, row[field]);
    return (
      (!condition.in || isOneOf(value, condition.in, reader)) &&
      ((!condition.from && !condition.to) || isWithin(kind, value, condition, reader))
    );
  });
}

const later = (a?: string, b?: string) => (a && b ? (a > b ? a : b) : (a ?? b));
const earlier = (a?: string, b?: string) => (a && b ? (a < b ? a : b) : (a ?? b));

/** The intersection of two filters (a tab and the reader's own); an empty one is `in: []`, which matches nothing. */
export function both(a: Filter, b: Filter): Filter {
  const result: Filter = { ...a };
  for (const [field, condition] of Object.entries(b)) {
    const before = result[field];
    if (typeof condition !== 'object' || typeof before !== 'object') result[field] = condition ?? before;
    else {
      const from = later(before.from, condition.from);
      const to = earlier(before.to, condition.to);
      const wanted =
        before.in && condition.in ? before.in.filter(v => condition.in?.includes(v)) : (before.in ?? condition.in);
      result[field] = { ...(wanted && { in: wanted }), ...(from && { from }), ...(to && { to }) };
    }
  }
  return result;
}

/** Whether no row can match the filter, so that no request is needed. */
export function isImpossible(filter: Filter): boolean {
  return Object.values(filter).some(condition => typeof condition === 'object' && condition.in?.length === 0);
}
