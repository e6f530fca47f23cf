import type { Definition } from '@lobby/shared/kit/definition.ts';
import type { FieldErrors } from '@lobby/shared/kit/errors.ts';
import { emptyValue, type Field, wantedOf } from '@lobby/shared/kit/fields.ts';
import type { Flag } from '@lobby/shared/kit/permissions.ts';
import { LRUCache } from 'lru-cache';
import { type Ctx, can } from '../../base/context.ts';
import { failFields } from '../../base/errors.ts';
import type { EventRow } from '../events.ts';
import type { Loaded } from '../records.ts';
import { sees } from '../row-access.ts';
import { modelOf, type Stored } from '../schema.ts';

const cache = new LRUCache<string, Stored>({ max: 20_000 });
const keyOf = (definition: Definition, projectId: string, id: string) => `${definition.name}:${projectId}:${id}`;
/** Counts invalidations: values read before must not be cached afterwards. */
let forgotten = 0;
/** Definitions by name, set once at start because the kit knows no module. */
const byName = new Map<string, Definition>();

/** Sets the definitions that ref fields may name. */
export function configureDefinitions(definitions: readonly Definition[]): void {
  for (const definition of definitions) byName.set(definition.name, definition);
}

export function targetOf(name: string): Definition {
  const definition = byName.get(name);
  if (!definition) throw new Error(`no definition ${name}`);
  return definition;
}

/** Returns those of the employees who may be assigned work of a module, or who hold another flag there. */
type WorkersAmong = (
  projectId: string,
  module: string,
  employeeIds: readonly string[],
  flag?: Flag,
) => Promise<ReadonlySet<string>>;
let workersAmong: WorkersAmong = async (_projectId, _module, ids) => new Set(ids);

/** Sets who may be assigned work. Called once at start. */
export function configureWorkers(among: WorkersAmong): void {
  workersAmong = among;
}

/** Returns those of the employees who may read a module. */
export const readersIn: WorkersAmong = (projectId, module, ids) => workersAmong(projectId, module, ids, 'read');

/** Whether the caller may see by name what a field refers to. */
export const mayName = (ctx: Ctx, field: Field): boolean =>
  !('readersOnly' in field && field.readersOnly) || can(ctx, targetOf(field.to).code, 'read');

/** The title field of a definition; undefined if there is no such definition. */
export const titleOf = (name: string): string | undefined => byName.get(name)?.title;

/** Definitions whose records are searched by the title of this one's. */
export function searchedBy(definition: Definition): Definition[] {
  return [...byName.values()].filter(other =>
    Object.values(other.fields).some(field => field.kind === 'ref' && field.search && field.to === definition.name),
  );
}

/** Live records by id, cached. Missing ids and those of other projects are left out. */
export async function loadRefs<const D extends Definition>(
  projectId: string,
  definition: D,
  ids: readonly string[],
): Promise<Map<string, Loaded<D>>> {
  const refs = new Map<string, Stored>();
  const missing: string[] = [];
  for (const id of new Set(ids)) {
    const cached = cache.get(keyOf(definition, projectId, id));
    if (cached) refs.set(id, cached);
    else missing.push(id);
  }
  if (missing.length > 0) {
    const before = forgotten;
    const docs = await modelOf(definition)
      .find({ projectId, _id: { $in: missing }, deletedAt: null })
      .lean<Stored[]>();
    for (const doc of docs) {
      refs.set(doc._id, doc);
      if (before === forgotten) cache.set(keyOf(definition, projectId, doc._id), doc);
    }
  }
  return refs as Map<string, Loaded<D>>;
}

/** A live record that must exist; otherwise refuses the field that named it. */
export async function needRef<const D extends Definition>(
  ctx: Ctx,
  to: D | string,
  id: string,
  field: string,
): Promise<Loaded<D>> {
  const definition = typeof to === 'string' ? targetOf(to) : to;
  const doc = (await loadRefs(ctx.projectId, definition, [id])).get(id);
  return (
    (doc as Loaded<D> | undefined) ?? failFields({ [field]: { code: 'REFERENCE_NOT_FOUND' } }, 'REFERENCE_NOT_FOUND')
  );
}

/**
 * Refuses references to nothing, or to what may not be chosen in the record (`whole`). Returns the titles of its single
 * references, by field.
 */
export async function checkRefs(
  ctx: Ctx,
  fields: Definition['fields'],
  values: Record<string, unknown>,
  whole: Record<string, unknown> = values,
): Promise<Record<string, string>> {
  const errors: FieldErrors = {};
  const names: Record<string, string> = {};
  for (const [name, field] of Object.entries(fields)) {
    if (field.kind !== 'ref' && field.kind !== 'refs') continue;
    const { alike, where, invalidRefCode } = field;
    const value = alike && alike in values ? whole[name] : values[name];
    if (value === null || value === undefined) continue;
    const target = targetOf(field.to);
    const ids = Array.isArray(value)
      ? value.filter(id => typeof id === 'string')
      : typeof value === 'string'
        ? [value]
        : [];
    const docs = await loadRefs(ctx.projectId, target, ids);
    // Records invisible to the caller count as missing, except those the record refers to already.
    const hidden = ctx.kind === 'staff' && [...docs.values()].some(doc => !sees(target, ctx, doc));
    if (hidden || docs.size < new Set(ids).size) errors[name] = { code: invalidRefCode ?? 'REFERENCE_NOT_FOUND' };
    else if (![...docs.values()].every(doc => suits(doc, where) && (!alike || doc[alike] === whole[alike])))
      errors[name] = { code: invalidRefCode ?? 'REFERENCE_NOT_SUITABLE' };
    const only = field.kind === 'ref' ? docs.get(ids[0] ?? '') : undefined;
    if (only) names[name] = String(only[target.title] ?? '');
  }
  Object.assign(errors, await checkLines(ctx, fields, values));
  const codes = Object.values(errors).map(({ code }) => code);
  const [first] = codes;
  if (first) failFields(errors, codes.includes('REFERENCE_NOT_FOUND') ? 'REFERENCE_NOT_FOUND' : first);
  return names;
}

/** Errors of missing references in the lines of a record. */
async function checkLines(
  ctx: Ctx,
  fields: Definition['fields'],
  values: Record<string, unknown>,
): Promise<FieldErrors> {
  const errors: FieldErrors = {};
  for (const [name, field] of Object.entries(fields)) {
    const lines = field.kind === 'lines' && Array.isArray(values[name]) ? values[name] : [];
    for (const [inner, part] of Object.entries(field.kind === 'lines' ? field.of : {})) {
      if (part.kind !== 'ref') continue;
      const target = targetOf(part.to);
      const docs = await loadRefs(
        ctx.projectId,
        target,
        lines.map(line => line[inner]).filter(id => typeof id === 'string'),
      );
      for (const [at, line] of lines.entries())
        if (typeof line[inner] === 'string' && !docs.has(line[inner]))
          errors[`${name}.${at}.${inner}`] = { code: 'REFERENCE_NOT_FOUND' };
    }
  }
  return errors;
}

/** Refuses to assign work to people who may not do it. Assignments the record has already may stay (`doc`). */
export async function checkWorkers(
  ctx: Ctx,
  fields: Definition['fields'],
  values: Record<string, unknown>,
  doc?: Stored,
): Promise<void> {
  for (const [name, field] of Object.entries(fields)) {
    if ((field.kind !== 'ref' && field.kind !== 'refs') || !field.worksIn) continue;
    const before = idsIn(doc?.[name]);
    const added = idsIn(values[name]).filter(id => !before.includes(id));
    if (added.length === 0) continue;
    const able = await workersAmong(ctx.projectId, field.worksIn, added);
    if (!added.every(id => able.has(id)))
      failFields({ [name]: { code: 'EMPLOYEE_NOT_SUITABLE' } }, 'EMPLOYEE_NOT_SUITABLE');
  }
}

/**
 * Refuses new references, with the code of their field, to missing records, to those no longer offered, or to those that do
 * not fit another field. References the record has already may stay (`doc`).
 */
export async function checkOffered(
  ctx: Ctx,
  fields: Definition['fields'],
  values: Record<string, unknown>,
  doc?: Stored,
): Promise<void> {
  const errors = await faultsOfOffered(ctx, fields, values, doc);
  const [first] = Object.values(errors);
  if (first) failFields(errors, first.code);
}

/** Errors of `checkOffered` by field. A missing record of a field without its own code is left to `checkRefs`. */
export async function faultsOfOffered(
  { projectId }: Ctx,
  fields: Definition['fields'],
  values: Record<string, unknown>,
  doc?: Stored | null,
): Promise<FieldErrors> {
  const errors: FieldErrors = {};
  for (const [name, field] of Object.entries(fields)) {
    if ((field.kind !== 'ref' && field.kind !== 'refs') || !(field.invalidRefCode || field.fits)) continue;
    const decides = field.fits?.field ?? '';
    const decisionOf = (of: Record<string, unknown> | null | undefined) =>
      of?.[decides] ?? (fields[decides] ? emptyValue(fields[decides]) : null);
    const isDecidedAnew = doc != null && decides in values && decisionOf(values) !== decisionOf(doc);
    const before = isDecidedAnew ? [] : idsIn(doc?.[name]);
    const value = name in values || !isDecidedAnew ? values[name] : doc[name];
    const added = idsIn(value).filter(id => !before.includes(id));
    if (added.length === 0) continue;
    const target = targetOf(field.to);
    const refs = await loadRefs(projectId, target, added);
    const wanted = {
      ...(field.invalidRefCode && target.offered),
      ...wantedOf(field, decisionOf({ ...doc, ...values })),
    };
    const fits = (id: string) => {
      const ref = refs.get(id);
      return ref ? suits(ref, wanted) : !field.invalidRefCode;
    };
    if (!added.every(fits)) errors[name] = { code: field.invalidRefCode ?? 'REFERENCE_NOT_SUITABLE' };
  }
  return errors;
}

const idsIn = (value: unknown): string[] => [value].flat().filter(id => typeof id === 'string');

const suits = (doc: Stored, where: Readonly<Record<string, string>> = {}) =>
  Object.entries(where).every(([name, value]) => String(doc[name]) === value);

/** Removes changed records from the cache; called for every event of every server. */
export function forgetRef(event: Pick<EventRow, 'entity' | 'projectId' | 'entityId'>): void {
  const definition = byName.get(event.entity);
  if (!definition) return;
  forgotten++;
  if (event.entityId) cache.delete(keyOf(definition, event.projectId, event.entityId));
  else for (const key of cache.keys()) if (key.startsWith(`${definition.name}:${event.projectId}:`)) cache.delete(key);
}
