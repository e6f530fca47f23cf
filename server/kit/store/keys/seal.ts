import { namedSorts, sortKey } from '@lobby/shared/kit/collation.ts';
import type { Definition } from '@lobby/shared/kit/definition.ts';
import { emptyValue, type Field, type LinesField } from '@lobby/shared/kit/fields.ts';
import { fold, nameKey } from '@lobby/shared/kit/text-search.ts';
import { blindEnd, blindIndex, isSealed, seal } from '../../privacy/personal.ts';
import { isEnding } from './search-keys.ts';

/** Values in stored form: instants as Dates, missing fields with their empty value. */
export function filled(definition: Definition, values: Record<string, unknown>): Record<string, unknown> {
  const doc: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(definition.fields))
    doc[name] = values[name] === undefined ? emptyValue(field) : stored(field, values[name]);
  return doc;
}

/** A value in stored form, before encryption. */
export function stored(field: Field, value: unknown): unknown {
  return field.kind === 'instant' && typeof value === 'string' ? new Date(value) : value;
}

/**
 * Encrypts the personal values among `values`, and adds blind indexes, keys of unique fields and sort keys. `whole` is the
 * document with them, for fields unique within another and for the person's key.
 */
export function sealed(
  definition: Definition,
  projectId: string,
  values: Record<string, unknown>,
  whole: Record<string, unknown> = values,
): Record<string, unknown> {
  const out = { ...values };
  for (const name of namedSorts(definition)) {
    const value = values[name];
    if (name in values) out[`sorted.${name}`] = typeof value === 'string' ? sortKey(value) : null;
  }
  for (const [name, field] of Object.entries(definition.fields)) {
    if (field.kind === 'lines' && Array.isArray(values[name]))
      out[name] = values[name].map(line => sealedLine(projectId, field, line));
    const within = typeof field.unique === 'object' ? field.unique.within : null;
    if (!(name in values) && !(within && within in values)) continue;
    if (!field.personal && !field.unique) continue;
    // Numbers are compared as text.
    const value = typeof whole[name] === 'number' ? String(whole[name]) : whole[name];
    const index = `${field.personal ? 'blind' : 'uniq'}.${name}`;
    if (isEnding(field)) out[`${index}End`] = typeof value === 'string' ? blindEnd(projectId, value.slice(-4)) : null;
    if (typeof value !== 'string') out[index] = null;
    else if (field.personal) {
      out[index] = blindIndex(projectId, name, value);
      out[name] = seal(projectId, value, definition.person && String(whole._id));
    } else out[index] = within ? `${whole[within]} ${uniqueKey(field, value)}` : uniqueKey(field, value);
  }
  return out;
}

/** A line with its personal values encrypted, unless they are already. */
function sealedLine(projectId: string, { of }: LinesField, line: Record<string, unknown>): Record<string, unknown> {
  const open = Object.keys(of).filter(name => {
    const value = line[name];
    return of[name]?.personal && typeof value === 'string' && !isSealed(value);
  });
  if (open.length === 0) return line;
  return { ...line, ...Object.fromEntries(open.map(name => [name, seal(projectId, String(line[name]))])) };
}

/** Normalized form in which a unique value is compared. */
export const uniqueKey = ({ unaccented }: Field, value: string): string =>
  unaccented ? fold(nameKey(value)) : nameKey(value);

/** Turns the dotted paths of `sealed` into nested objects for an insert. */
export function nested(flat: Record<string, unknown>): Record<string, unknown> {
  const doc: Record<string, unknown> = {};
  for (const [path, value] of Object.entries(flat)) {
    const dot = path.indexOf('.');
    if (dot < 0) doc[path] = value;
    else {
      const inner = (doc[path.slice(0, dot)] ?? {}) as Record<string, unknown>;
      inner[path.slice(dot + 1)] = value;
      doc[path.slice(0, dot)] = inner;
    }
  }
  return doc;
}
