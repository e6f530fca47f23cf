import type { Definition } from '@lobby/shared/kit/definition.ts';
import { idSchema } from '@lobby/shared/kit/schema.ts';
import { queryKeys } from '@lobby/shared/kit/words.ts';
import { MODULES } from '@lobby/shared/modules/index.ts';
import { MongoError } from 'mongodb';
import { z } from 'zod';
import { detailFlag } from '../kit/act.ts';
import { type Ctx, can } from '../kit/context.ts';
import { rowOnly, toQuery } from '../kit/list.ts';
import { modelOf, type Stored } from '../kit/model.ts';
import { holdKeys } from '../kit/person-keys.ts';
import { present } from '../kit/present.ts';
import { many } from '../kit/query.ts';
import { loadRefs, targetOf } from '../kit/refs.ts';
import { type Route, route } from '../kit/route.ts';

/** Of each module the newest so many. */
const EACH = 5;
/** A module that takes longer is left out: the others are there at once. */
const WITHIN_MS = 500;

const record = z.object({
  entity: z.string(),
  id: idSchema,
  title: z.string(),
  code: z.string().nullable(),
  /** What else it is known by: its unit, its resident. */
  note: z.string(),
  status: z.string().nullable(),
});
type Found = z.output<typeof record>;

const isSearched = ({ fields }: Definition) => Object.values(fields).some(field => field.search);
const mayOpen = (ctx: Ctx, definition: Definition) =>
  can(ctx, definition.code, 'read') && can(ctx, definition.code, detailFlag(definition));

/** What is found must still be found when the person types on: no error of one module takes the rest away. */
async function withinTime(find: () => Promise<Stored[]>): Promise<Stored[]> {
  try {
    return await find();
  } catch (error) {
    if (error instanceof MongoError && error.code === 50) return [];
    throw error;
  }
}

function matches(ctx: Ctx, definition: Definition, q: string): Promise<Stored[]> {
  const { defaultSort } = definition.list;
  const down = defaultSort.startsWith('-') ? -1 : 1;
  return withinTime(() =>
    modelOf(definition)
      .find(toQuery(definition, { q }, ctx), rowOnly(definition))
      .sort({ [defaultSort.replace('-', '')]: down, _id: down })
      .limit(EACH)
      .maxTimeMS(WITHIN_MS)
      .lean<Stored[]>(),
  );
}

/** The names behind the ref fields by which a record is found too. */
async function notes(ctx: Ctx, definition: Definition, docs: readonly Stored[]): Promise<Map<string, string>> {
  const said = new Map<string, string[]>(docs.map(doc => [doc._id, []]));
  for (const [name, field] of Object.entries(definition.fields)) {
    if (field.kind !== 'ref' || !field.search) continue;
    const target = targetOf(field.to);
    const ids = docs.map(doc => doc[name]).filter(id => typeof id === 'string');
    const behind = await loadRefs(ctx.projectId, target, ids);
    for (const doc of docs) {
      const other = behind.get(String(doc[name]));
      if (other) said.get(doc._id)?.push(titleOf(ctx, target, other));
    }
  }
  return new Map([...said].map(([id, words]) => [id, words.join(' · ')]));
}

/** What a record is called, masked where that is personal. */
function titleOf(ctx: Ctx, definition: Definition, doc: Stored): string {
  return String(present(definition, ctx.projectId, doc, 'staff')[definition.title] ?? '');
}

async function found(ctx: Ctx, definition: Definition, docs: readonly Stored[]): Promise<Found[]> {
  const words = await notes(ctx, definition, docs);
  if (definition.person) await holdKeys(docs);
  return docs.map(doc => ({
    entity: definition.name,
    id: doc._id,
    title: titleOf(ctx, definition, doc),
    code: typeof doc.code === 'string' && definition.title !== 'code' ? doc.code : null,
    note: words.get(doc._id) ?? '',
    status: doc.status ?? null,
  }));
}

async function search(ctx: Ctx, q: string): Promise<Found[]> {
  if (queryKeys(q).length === 0) return [];
  const open = MODULES.filter(one => isSearched(one) && mayOpen(ctx, one));
  return (await Promise.all(open.map(async one => found(ctx, one, await matches(ctx, one, q))))).flat();
}

/** Records by module and id, in the order asked for; those that are gone or not for the caller are left out. */
async function named(ctx: Ctx, wanted: readonly string[]): Promise<Found[]> {
  const open = MODULES.filter(one => mayOpen(ctx, one));
  const lists = await Promise.all(
    open.map(async one => {
      const ids = wanted.flatMap(key => (key.startsWith(`${one.name}/`) ? key.slice(one.name.length + 1) : []));
      return ids.length === 0 ? [] : found(ctx, one, [...(await loadRefs(ctx.projectId, one, ids)).values()]);
    }),
  );
  const byKey = new Map(lists.flat().map(one => [`${one.entity}/${one.id}`, one]));
  return wanted.flatMap(key => byKey.get(key) ?? []);
}

/** The records of a project across its modules, for whoever types a few letters to get there. */
export const searchRoutes: Route[] = [
  route({
    method: 'get',
    path: '/search',
    summary:
      'Records of all modules that the caller may read: by words, codes and names without accents, or by `module/id`',
    module: 'UNIT_GROUP',
    query: z.strictObject({
      q: z.string().max(200).default(''),
      records: many(z.string().regex(/^[a-z-]{1,40}\/[\da-f]{24}$/, 'INVALID')).optional(),
    }),
    answer: z.array(record),
    run: (ctx, { query }) => (query.records ? named(ctx, query.records) : search(ctx, query.q)),
  }),
];
