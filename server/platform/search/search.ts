import type { Definition } from '@lobby/shared/kit/definition.ts';
import { foldCode, queryKeys } from '@lobby/shared/kit/text-search.ts';
import { MODULES } from '@lobby/shared/modules/index.ts';
import { resident } from '@lobby/shared/modules/resident.ts';
import { MongoError } from 'mongodb';
import { z } from 'zod';
import { type Ctx, can } from '../../kit/base/context.ts';
import { Refusal } from '../../kit/base/errors.ts';
import { many } from '../../kit/http/query.ts';
import { type Route, route } from '../../kit/http/route.ts';
import { detailFlag, scopeOf } from '../../kit/records/act.ts';
import { joinedQuery, rowOnly } from '../../kit/records/list.ts';
import { loadRefs } from '../../kit/store/refs.ts';
import { modelOf, type Stored, sortPath } from '../../kit/store/schema.ts';
import { sees } from '../../kit/store/sight.ts';
import { type Called, calledAs, calledShape } from './called.ts';

/** Of each module the newest so many. */
const EACH = 5;
/** A module that takes longer is left out, and named: the others are there at once. Asked for by name it has longer. */
const WITHIN_MS = 500;
const BY_NAME_MS = 2000;
/** The modules that were left out, for a client to ask for. */
const LEFT_OUT = 'X-Left-Out';

const isSearched = ({ fields }: Definition) => Object.values(fields).some(field => field.search);
const mayOpen = (ctx: Ctx, definition: Definition) =>
  can(ctx, definition.code, 'read') && can(ctx, definition.code, detailFlag(definition));

/** What is found must still be found when the person types on: no error of one module takes the rest away. Null: there was no time. */
async function withinTime(find: () => Promise<Stored[]>): Promise<Stored[] | null> {
  try {
    return await find();
  } catch (error) {
    if (error instanceof MongoError && error.code === 50) return null;
    // Who has asked for too many phones still finds the rest.
    if (error instanceof Refusal && error.code === 'TOO_MANY_REQUESTS') return [];
    throw error;
  }
}

async function matches(ctx: Ctx, definition: Definition, q: string, ms: number): Promise<Stored[] | null> {
  const { defaultSort } = definition.list;
  const down = defaultSort.startsWith('-') ? -1 : 1;
  return withinTime(async () =>
    modelOf(definition)
      .find(await joinedQuery(definition, { q }, ctx, await scopeOf(ctx, definition)), rowOnly(definition))
      .sort({ [sortPath(definition, defaultSort.replace('-', ''))]: down, _id: down })
      .limit(EACH)
      .maxTimeMS(ms)
      .lean<Stored[]>(),
  );
}

/** How far a record is from what was typed: it is called so, begins so, belongs to what is called so, its people first, or merely holds the words. */
function distance({ entity, title, code, note }: Called, q: string): number {
  const typed = foldCode(q);
  const own = [title, code ?? ''].map(foldCode);
  if (own.includes(typed)) return 0;
  if (own.some(name => name.startsWith(typed))) return 1;
  if (!note.split(' · ').some(name => foldCode(name) === typed)) return 4;
  return entity === resident.name ? 2 : 3;
}

async function search(ctx: Ctx, q: string, names?: readonly string[]): Promise<{ found: Called[]; leftOut: string[] }> {
  if (queryKeys(q).length === 0) return { found: [], leftOut: [] };
  const open = MODULES.filter(one => isSearched(one) && mayOpen(ctx, one) && (names?.includes(one.name) ?? true));
  const leftOut: string[] = [];
  const lists = await Promise.all(
    open.map(async one => {
      const docs = await matches(ctx, one, q, names ? BY_NAME_MS : WITHIN_MS);
      if (!docs) leftOut.push(one.name);
      return calledAs(ctx, one, docs ?? []);
    }),
  );
  return { found: lists.flat().toSorted((a, b) => distance(a, q) - distance(b, q)), leftOut: leftOut.sort() };
}

/** Those of the records that the caller sees. */
async function seen(ctx: Ctx, definition: Definition, ids: readonly string[]): Promise<Stored[]> {
  const there = [...(await loadRefs(ctx.projectId, definition, ids)).values()];
  return there.filter(doc => sees(definition, ctx, doc));
}

/** Records by module and id, in the order asked for; those that are gone or not for the caller are left out. */
async function named(ctx: Ctx, wanted: readonly string[]): Promise<Called[]> {
  const open = MODULES.filter(one => mayOpen(ctx, one));
  const lists = await Promise.all(
    open.map(async one => {
      const ids = wanted.flatMap(key => (key.startsWith(`${one.name}/`) ? key.slice(one.name.length + 1) : []));
      return ids.length === 0 ? [] : calledAs(ctx, one, await seen(ctx, one, ids));
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
      'Records of all modules that the caller may read: by words, codes and names without accents, or by `module/id`; ' +
      '`X-Left-Out` names the modules that took too long, which are asked for by `modules[]`',
    module: 'UNIT_GROUP',
    query: z.strictObject({
      q: z.string().max(200).default(''),
      modules: many(z.string().regex(/^[a-z-]{1,40}$/, 'INVALID')).optional(),
      records: many(z.string().regex(/^[a-z-]{1,40}\/[\da-f]{24}$/, 'INVALID')).optional(),
    }),
    answer: z.array(calledShape),
    async run(ctx, { query, res }) {
      if (query.records) return named(ctx, query.records);
      const { found, leftOut } = await search(ctx, query.q, query.modules);
      if (leftOut.length > 0) res.set(LEFT_OUT, leftOut.join());
      return found;
    },
  }),
];
