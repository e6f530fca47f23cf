import { type Definition, hiddenOf } from '@lobby/shared/kit/definition.ts';
import { emptyValue, type Field, type LinesField } from '@lobby/shared/kit/fields.ts';
import { maskOf } from '../privacy/personal.ts';

/** The kind of reader: residents get their own form of every document (api.md, Residents). */
export type Reader = 'staff' | 'resident';

interface Shape {
  row: [string, Field][];
  detail: [string, Field][];
}
const shapes = new Map<string, Shape>();

function shapeOf(definition: Definition, reader: Reader): Shape {
  const key = `${definition.name}:${reader}`;
  let shape = shapes.get(key);
  if (!shape) {
    const detail = Object.entries(definition.fields).filter(
      ([, field]) => !field.kept && (reader === 'staff' || !field.staffOnly),
    );
    shape = { detail, row: detail.filter(([, field]) => !field.detailOnly) };
    shapes.set(key, shape);
  }
  return shape;
}

function wire(projectId: string, field: Field, value: unknown): unknown {
  if (value instanceof Date) return value.toISOString();
  if (field.personal && typeof value === 'string') return maskOf(projectId, field, value);
  if (field.kind === 'lines' && Array.isArray(value)) return value.map(line => wireLine(projectId, field, line));
  return value ?? null;
}

function wireLine(projectId: string, { of }: LinesField, line: Record<string, unknown>): Record<string, unknown> {
  const hidden = Object.entries(of).filter(([name, field]) => field.personal && typeof line[name] === 'string');
  if (hidden.length === 0) return line;
  return { ...line, ...Object.fromEntries(hidden.map(([name, part]) => [name, wire(projectId, part, line[name])])) };
}

/** Presents a stored field value to staff. */
export function presentField({ fields }: Definition, projectId: string, name: string, value: unknown): unknown {
  const field = fields[name];
  return field ? wire(projectId, field, value) : value;
}

/** Presents a stored document: personal values masked, instants in ISO format, fields hidden from the reader left out. */
export function present(
  definition: Definition,
  projectId: string,
  doc: Record<string, unknown>,
  reader: Reader,
  part: 'row' | 'detail' = 'row',
): Record<string, unknown> {
  const out: Record<string, unknown> = { id: doc._id, projectId, version: doc.version };
  if (definition.statuses) out.status = doc.status;
  for (const [name, field] of shapeOf(definition, reader)[part]) out[name] = wire(projectId, field, doc[name]);
  if (reader === 'resident') hideWords(definition, hiddenOf(definition, doc), out);
  if (part === 'detail') gather(definition, out);
  out.createdAt = wire(projectId, CREATED, doc.createdAt);
  out.updatedAt = wire(projectId, CREATED, (reader === 'resident' && doc.shownAt) || doc.updatedAt);
  return out;
}

/** Empties the texts that another household wrote; the code then serves as title. */
function hideWords({ title, fields }: Definition, hidden: readonly string[], out: Record<string, unknown>): void {
  for (const name of hidden) {
    const field = fields[name];
    if (field && name in out) out[name] = emptyValue(field);
  }
  if (hidden.includes(title)) out[title] = out.code ?? null;
}

/** Moves the fields of each group into an object; null if all are empty. */
function gather({ groups = {} }: Definition, out: Record<string, unknown>): void {
  for (const [group, parts] of Object.entries(groups)) {
    const shown = Object.entries(parts).filter(([, name]) => name in out);
    const values = Object.fromEntries(shown.map(([part, name]) => [part, out[name]]));
    for (const [, name] of shown) delete out[name];
    const empty = Object.values(values).every(value => value === null || (Array.isArray(value) && value.length === 0));
    out[group] = empty ? null : values;
  }
}

const CREATED: Field = { kind: 'instant' };

/** Presents before and after of an activity entry: personal values masked, staff fields hidden from residents. */
export function presentChange(
  definition: Pick<Definition, 'fields'>,
  projectId: string,
  values: Record<string, unknown> | null,
  reader: Reader,
): Record<string, unknown> | null {
  if (!values) return null;
  const out: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(values)) {
    const field = definition.fields[name];
    if (field?.kept || (field?.staffOnly && reader === 'resident')) continue;
    out[name] = field ? wire(projectId, field, value) : value instanceof Date ? value.toISOString() : value;
  }
  return out;
}
