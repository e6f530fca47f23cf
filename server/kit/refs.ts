import type { Definition } from '@lobby/shared/kit/definition.ts';
import type { FieldErrors } from '@lobby/shared/kit/errors.ts';
import { LRUCache } from 'lru-cache';
import type { Ctx } from './context.ts';
import type { EventRow } from './events.ts';
import { failFields } from './fail.ts';
import { modelOf, type Stored } from './model.ts';

const cache = new LRUCache<string, Stored>({ max: 20_000 });
const keyOf = (definition: Definition, projectId: string, id: string) => `${definition.name}:${projectId}:${id}`;
/** How often something was forgotten: what was read before that moment must not be kept after it. */
let forgotten = 0;
/** The definitions by name, told once at start: the kit knows no module. */
const byName = new Map<string, Definition>();

/** Tells the kit which definitions ref fields may point at. */
export function useDefinitions(definitions: readonly Definition[]): void {
  for (const definition of definitions) byName.set(definition.name, definition);
}

/** The definition that a ref field points at. */
export function targetOf(name: string): Definition {
  const definition = byName.get(name);
  if (!definition) throw new Error(`no definition ${name}`);
  return definition;
}

/** The field that names the records of a definition; undefined where there is no such definition. */
export const titleOf = (name: string): string | undefined => byName.get(name)?.title;

/** The definitions that are searched by the title of this one. */
export function searchedBy(definition: Definition): Definition[] {
  return [...byName.values()].filter(one =>
    Object.values(one.fields).some(field => field.kind === 'ref' && field.search && field.to === definition.name),
  );
}

/** Live records by id, from memory where they are known; what is missing or of another project is not in the answer. */
export async function loadRefs(
  projectId: string,
  definition: Definition,
  ids: readonly string[],
): Promise<Map<string, Stored>> {
  const found = new Map<string, Stored>();
  const missing: string[] = [];
  for (const id of new Set(ids)) {
    const known = cache.get(keyOf(definition, projectId, id));
    if (known) found.set(id, known);
    else missing.push(id);
  }
  if (missing.length > 0) {
    const before = forgotten;
    const docs = await modelOf(definition)
      .find({ projectId, _id: { $in: missing }, deletedAt: null })
      .lean<Stored[]>();
    for (const doc of docs) {
      found.set(doc._id, doc);
      if (before === forgotten) cache.set(keyOf(definition, projectId, doc._id), doc);
    }
  }
  return found;
}

/** One live record that must exist; the field it was named by is refused otherwise. */
export async function needRef(ctx: Ctx, to: string, id: string, field: string): Promise<Stored> {
  const doc = (await loadRefs(ctx.projectId, targetOf(to), [id])).get(id);
  return doc ?? failFields({ [field]: { code: 'REFERENCE_NOT_FOUND' } }, 'REFERENCE_NOT_FOUND');
}

/** Refuses values whose ref fields point at nothing, or at what may not be chosen; answers the titles behind its single refs, by field. */
export async function checkRefs(
  ctx: Ctx,
  fields: Definition['fields'],
  values: Record<string, unknown>,
): Promise<Record<string, string>> {
  const errors: FieldErrors = {};
  const names: Record<string, string> = {};
  for (const [name, field] of Object.entries(fields)) {
    const value = values[name];
    if ((field.kind !== 'ref' && field.kind !== 'refs') || value === null || value === undefined) continue;
    const target = targetOf(field.to);
    const ids = Array.isArray(value)
      ? value.filter(id => typeof id === 'string')
      : typeof value === 'string'
        ? [value]
        : [];
    const docs = await loadRefs(ctx.projectId, target, ids);
    if (docs.size < new Set(ids).size) errors[name] = { code: 'REFERENCE_NOT_FOUND' };
    else if (![...docs.values()].every(doc => suits(doc, field.where)))
      errors[name] = { code: 'REFERENCE_NOT_SUITABLE' };
    const only = field.kind === 'ref' ? docs.get(ids[0] ?? '') : undefined;
    if (only) names[name] = String(only[target.title] ?? '');
  }
  const missing = Object.values(errors).some(({ code }) => code === 'REFERENCE_NOT_FOUND');
  if (Object.keys(errors).length > 0) failFields(errors, missing ? 'REFERENCE_NOT_FOUND' : 'REFERENCE_NOT_SUITABLE');
  return names;
}

const suits = (doc: Stored, where: Readonly<Record<string, string>> = {}) =>
  Object.entries(where).every(([name, value]) => String(doc[name]) === value);

/** Forgets what an event changed; called for every event of every server. */
export function forgetRef(event: Pick<EventRow, 'entity' | 'projectId' | 'entityId'>): void {
  const definition = byName.get(event.entity);
  if (!definition) return;
  forgotten++;
  if (event.entityId) cache.delete(keyOf(definition, event.projectId, event.entityId));
  else for (const key of cache.keys()) if (key.startsWith(`${definition.name}:${event.projectId}:`)) cache.delete(key);
}
