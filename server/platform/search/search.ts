import type { Definition } from '@lobby/shared/kit/definition.ts';
import { searchAll } from '@lobby/shared/kit/search.contract.ts';
import { foldCode, queryKeys } from '@lobby/shared/kit/text-search.ts';
import { MODULES } from '@lobby/shared/modules/index.ts';
import { resident } from '@lobby/shared/modules/resident.ts';
import { unit } from '@lobby/shared/modules/unit.ts';
import type { Document } from 'mongodb';
import { type Ctx, can } from '../../kit/base/context.ts';
import { Refusal } from '../../kit/base/errors.ts';
import { db, isTooSlow } from '../../kit/database/database.ts';
import { type Route, route } from '../../kit/http/route.ts';
import { detailFlag, loadScope } from '../../kit/records/acts/act.ts';
import { joinedQuery } from '../../kit/records/lists/list.ts';
import { sortPath } from '../../kit/store/keys/search-keys.ts';
import type { AnyDoc } from '../../kit/store/records.ts';
import { loadRefs } from '../../kit/store/refs/refs.ts';
import { sees } from '../../kit/store/row-access.ts';
import { collectionOf } from '../../kit/store/schema.ts';
import { headOf, mayHold } from './heads.ts';
import { type Called, calledAs, calledBy } from './identification.ts';

/** Newest matches returned per module. */
const EACH = 5;
/** Time limit per module in ms. Slower modules are left out and named in the answer; requested by name they get more time. */
const WITHIN_MS = 500;
const BY_NAME_MS = 2000;
/** Header with the modules left out, which a client may request. */
const LEFT_OUT = 'X-Left-Out';

const isSearched = ({ fields }: Definition) => Object.values(fields).some(field => field.search);
const mayOpen = (ctx: Ctx, definition: Definition) =>
  can(ctx, definition.code, 'read') && can(ctx, definition.code, detailFlag(definition));

/** Aggregation that finds a module's newest matches; null after too many phone searches, so that the others still find something. */
async function loadStages(ctx: Ctx, definition: Definition, q: string): Promise<Document[] | null> {
  const { defaultSort } = definition.list;
  const down = defaultSort.startsWith('-') ? -1 : 1;
  try {
    const query = await joinedQuery(definition, { q }, ctx, await loadScope(ctx, definition));
    return [
      { $match: query },
      { $sort: { [sortPath(definition, defaultSort.replace('-', ''))]: down, _id: down } },
      { $limit: EACH },
      { $project: { ...calledBy(definition), [OF]: { $literal: definition.name } } },
    ];
  } catch (error) {
    if (error instanceof Refusal && error.code === 'TOO_MANY_REQUESTS') return null;
    throw error;
  }
}

/** Property that holds the module of a match. */
const OF = '__of';
type ModuleSearch = readonly [definition: Definition, stages: Document[]];

/** Searches several modules with one query, since each query costs the database more than reading its results. Null on a timeout. */
async function matches(searches: readonly ModuleSearch[], ms: number): Promise<Map<string, AnyDoc[]> | null> {
  const [first, ...others] = searches;
  if (!first) return new Map();
  const [definition, stages] = first;
  const further = others.map(([other, pipeline]) => ({ $unionWith: { coll: collectionOf(other), pipeline } }));
  try {
    const docs = await db()
      .collection<AnyDoc>(collectionOf(definition))
      .aggregate<AnyDoc & { [OF]: string }>([...stages, ...further], { maxTimeMS: ms })
      .toArray();
    return Map.groupBy(docs, doc => doc[OF]);
  } catch (error) {
    if (isTooSlow(error)) return null;
    throw error;
  }
}

/** Searches all modules with one query; on a timeout each alone, so that only slow ones are left out. */
async function matchesOfAll(searches: readonly ModuleSearch[], ms: number): Promise<Map<string, AnyDoc[] | null>> {
  const all = await matches(searches, ms);
  if (all) return all;
  const each = searches.map(async single => {
    const [{ name }] = single;
    const byKind = await matches([single], ms);
    return [name, byKind && (byKind.get(name) ?? [])] as const;
  });
  return new Map(await Promise.all(each));
}

/** A code as people say it, without what precedes its first number: `1205` for `A-12.05`. */
const saidOf = (code: string): string =>
  foldCode(
    code
      .split(/[-.\s]/)
      .slice(1)
      .join(''),
  );

/**
 * Rank of a match: the unit with that name, its people, another record whose name equals or begins with the text, other
 * records of that unit, and all others.
 */
function distance({ entity, title, code, note }: Called, typed: string): number {
  const names = [title, code ?? ''].map(foldCode);
  const isCalledSo = names.includes(typed);
  if (entity === unit.name && [...names, saidOf(title), saidOf(code ?? '')].includes(typed)) return 0;
  const belongs = note.split(' · ').some(name => foldCode(name) === typed || saidOf(name) === typed);
  if (belongs && entity === resident.name) return 1;
  if (isCalledSo) return 2;
  if (names.some(name => name.startsWith(typed))) return 3;
  return belongs ? 4 : 5;
}

async function search(ctx: Ctx, q: string, names?: readonly string[]): Promise<{ found: Called[]; leftOut: string[] }> {
  const keys = queryKeys(q);
  if (keys.length === 0) return { found: [], leftOut: [] };
  // Digits may be a phone number, which is not in the prefixes.
  const heads = /\d/.test(q) ? [] : keys.map(headOf);
  const open = MODULES.filter(
    module =>
      isSearched(module) &&
      (names?.includes(module.name) ?? true) &&
      mayHold(module, ctx.projectId, heads) &&
      mayOpen(ctx, module),
  );
  const stages = await Promise.all(
    open.map(async definition => [definition, await loadStages(ctx, definition, q)] as const),
  );
  const searches = stages.flatMap(([definition, pipeline]): ModuleSearch[] =>
    pipeline ? [[definition, pipeline]] : [],
  );
  const docs = await matchesOfAll(searches, names ? BY_NAME_MS : WITHIN_MS);
  const leftOut = [...docs].flatMap(([name, rows]) => (rows ? [] : [name]));
  const lists = await Promise.all(open.map(definition => calledAs(ctx, definition, docs.get(definition.name) ?? [])));
  const typed = foldCode(q);
  const near = lists.flat().map(hit => [distance(hit, typed), hit] as const);
  return { found: near.toSorted(([a], [b]) => a - b).map(([, hit]) => hit), leftOut: leftOut.sort() };
}

/** Records visible to the caller. */
async function seen(ctx: Ctx, definition: Definition, ids: readonly string[]): Promise<AnyDoc[]> {
  const there = [...(await loadRefs(ctx.projectId, definition, ids)).values()];
  return there.filter(doc => sees(definition, ctx, doc));
}

/** Records by module and id in the requested order; missing or invisible ones are left out. */
async function named(ctx: Ctx, wanted: readonly string[]): Promise<Called[]> {
  const open = MODULES.filter(module => mayOpen(ctx, module));
  const lists = await Promise.all(
    open.map(async definition => {
      const ids = wanted.flatMap(key =>
        key.startsWith(`${definition.name}/`) ? key.slice(definition.name.length + 1) : [],
      );
      return ids.length === 0 ? [] : calledAs(ctx, definition, await seen(ctx, definition, ids));
    }),
  );
  const byKey = new Map(lists.flat().map(hit => [`${hit.entity}/${hit.id}`, hit]));
  return wanted.flatMap(key => byKey.get(key) ?? []);
}

/** Search over all modules of a project, to open a record by a few letters. */
export const searchRoutes: Route[] = [
  route(searchAll, {
    async run(ctx, { query, res }) {
      if (query.records) return named(ctx, query.records);
      const { found: hits, leftOut } = await search(ctx, query.q, query.modules);
      if (leftOut.length > 0) res.set(LEFT_OUT, leftOut.join());
      return hits;
    },
  }),
];
