import type { Fields } from '@lobby/shared/kit/fields.ts';

/** Values by field, in the form of requests or answers (files may be ids or objects). */
export type Values = Readonly<Record<string, unknown>>;

const idOf = (item: unknown) => (typeof item === 'object' && item !== null && 'id' in item ? item.id : item);
const comparable = (value: unknown) =>
  JSON.stringify(Array.isArray(value) ? value.map(idOf) : value === '' || value === undefined ? null : value);

/** Whether two values of a field are equal, in either form. */
export function isSame(a: unknown, b: unknown): boolean {
  return comparable(a) === comparable(b);
}

/** Values that differ from those of a record. */
export function changedValues(values: Values, base: Values): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).filter(([name, value]) => !isSame(value, base[name])));
}

/** Result of merging an edit with a concurrent one. */
export interface Meeting {
  /** Fields that both changed to different values: the user has to choose. */
  conflicts: string[];
  /** Number of fields changed by one side only, or by both equally. */
  agreed: number;
}

/**
 * Three-way merge of an edit and the stored record. Masked values do not show a change, so `told` lists personal fields that
 * others changed according to the history.
 */
export function meet(
  fields: Fields,
  base: Values,
  yours: Values,
  theirs: Values,
  told: readonly string[] = [],
): Meeting {
  const conflicts: string[] = [];
  let agreed = 0;
  for (const [name, field] of Object.entries(fields)) {
    const byYou = name in yours && !isSame(yours[name], base[name]);
    const byThem = field.personal ? told.includes(name) : !isSame(theirs[name], base[name]);
    if (byYou && byThem && !isSame(yours[name], theirs[name])) conflicts.push(name);
    else if (byYou || byThem) agreed++;
  }
  return { conflicts, agreed };
}

/** Values of a new record made from the edit of a removed one, without the files that were removed with it. */
export function ownValues(fields: Fields, values: Values, base: Values | null): Values {
  if (!base) return values;
  const ours = (name: string, value: unknown) => {
    const before = base[name];
    if (fields[name]?.kind !== 'files' || !Array.isArray(value) || !Array.isArray(before)) return value;
    const old = before.map(idOf);
    return value.filter(item => !old.includes(idOf(item)));
  };
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, ours(name, value)]));
}
