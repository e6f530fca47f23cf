import type { Fields } from '@lobby/shared/kit/fields.ts';

/** Values by field, as they are sent or as they came (files may be ids or details). */
export type Values = Readonly<Record<string, unknown>>;

const idOf = (item: unknown) => (typeof item === 'object' && item !== null && 'id' in item ? item.id : item);
const comparable = (value: unknown) =>
  JSON.stringify(Array.isArray(value) ? value.map(idOf) : value === '' || value === undefined ? null : value);

/** Whether two values of a field are the same, in whatever form they travel. */
export function isSame(a: unknown, b: unknown): boolean {
  return comparable(a) === comparable(b);
}

/** The values that differ from those of a record. */
export function changedValues(values: Values, base: Values): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).filter(([name, value]) => !isSame(value, base[name])));
}

/** How an edit meets what somebody else has stored meanwhile. */
export interface Meeting {
  /** Both changed these, to different values: somebody has to choose. */
  conflicts: string[];
  /** Changed by one side only, or by both alike. */
  agreed: number;
}

/**
 * Compares an edit and what is stored now with what both began from. Masks tell nothing of a change: `told` are the personal fields that
 * the record's history says somebody else has changed.
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

/** What a new record takes over from the edit of one that is gone: files that were its own are gone with it. */
export function ownValues(fields: Fields, values: Values, base: Values | null): Values {
  if (!base) return values;
  const kept = (name: string, value: unknown) => {
    const before = base[name];
    if (fields[name]?.kind !== 'files' || !Array.isArray(value) || !Array.isArray(before)) return value;
    const old = before.map(idOf);
    return value.filter(item => !old.includes(idOf(item)));
  };
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, kept(name, value)]));
}
