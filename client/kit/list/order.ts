import { byName, isSortedByName, isSortedByTitle } from '@lobby/shared/kit/collation.ts';
import type { Definition } from '@lobby/shared/kit/definition.ts';
import { type Row, rowKind } from '../base/matches.ts';

export type Compare = (a: Row, b: Row) => number;

/** Null sorts first, as in MongoDB; text by code units, titles by their sort keys, as on the server. */
function compareValues(a: unknown, b: unknown, named = false): number {
  const noA = a === null || a === undefined;
  const noB = b === null || b === undefined;
  if (noA || noB) return Number(noB) - Number(noA);
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  if (named) return byName(String(a), String(b));
  const [textA, textB] = [String(a), String(b)];
  return textA < textB ? -1 : textA > textB ? 1 : 0;
}

/** Comparison for a sort by `field` or `-field`, ties by id in the same direction; null if rows do not contain the sort value. */
export function compareBy(definition: Definition, sort: string): Compare | null {
  const down = sort.startsWith('-');
  const field = down ? sort.slice(1) : sort;
  if (!rowKind(definition, field) || isSortedByTitle(definition, field)) return null;
  const sign = down ? -1 : 1;
  const named = isSortedByName(definition, field);
  return (a, b) => sign * (compareValues(a[field], b[field], named) || compareValues(a.id, b.id));
}
