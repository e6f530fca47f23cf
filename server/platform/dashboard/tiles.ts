import { addDays, startOfDay } from '@lobby/shared/kit/dates.ts';
import type { Filter } from '@lobby/shared/kit/definition.ts';
import { writeListState } from '@lobby/shared/kit/list-url.ts';
import type { TileValue } from '@lobby/shared/modules/dashboard.ts';
import { type Tile, type TileList, tileFilter } from '@lobby/shared/modules/dashboard-tiles.ts';
import { LRUCache } from 'lru-cache';
import type { Ctx } from '../../kit/base/context.ts';
import { todayOf } from '../../kit/base/local-time.ts';
import { loadScope } from '../../kit/records/acts/act.ts';
import { both, toQuery } from '../../kit/records/lists/list.ts';
import type { Query } from '../../kit/records/lists/scans.ts';
import { EVERY_WRITE, loadTotal } from '../../kit/records/lists/totals.ts';
import { events } from '../../kit/store/events.ts';
import { type AnyDoc, records } from '../../kit/store/records.ts';
import { PATIENCE_MS } from '../home/patience.ts';
import { calledAs } from '../search/identification.ts';
import { answers } from '../statistics/count.ts';

/** Limit of records changed since midnight, beyond which the value of yesterday is not computed. */
const MOST_CHANGED = 5000;
/** Records of a short list. */
const LISTED = 5;

/** Link to the list of the records that a tile counts. */
function linkOf({ of, in: place, where }: Pick<Tile, 'of' | 'in' | 'where'>, sort: string | null): string {
  const [base = '', search = ''] = (of.route ?? of.opens ?? '').split('?');
  const params = new URLSearchParams(search);
  params.delete('id');
  const whole = 'all' in (of.list.tabs ?? {}) ? 'all' : null;
  const state =
    'tab' in place
      ? { tab: place.tab, sort, filter: where ?? {} }
      : { tab: whole, sort, filter: tileFilter({ of, in: place, where }) };
  return `${base}?${writeListState(params, state, of)}`;
}

const isOfToday = (filter: Filter) =>
  Object.values(filter).some(condition => typeof condition === 'object' && condition.days);
const namesReader = (filter: Filter) =>
  Object.values(filter).some(condition => typeof condition === 'object' && condition.in?.includes('me'));

/** The value of a tile at midnight does not change during the day, so readers share it. */
const midnights = new LRUCache<string, number>({ max: 5000 });

/** The value at the end of yesterday: without what changed since, and with that as it was. Null if too much changed. */
async function loadMidnight(ctx: Ctx, { of, sum, ...tile }: Tile, query: Query): Promise<number | null> {
  const filter = tileFilter({ of, ...tile });
  // Without events the past is unknown, and whose work it was is not part of the filter.
  if (of.silent || namesReader(filter)) return null;
  const today = todayOf(ctx);
  const key = `${today}:${of.name}:${sum ?? ''}:${JSON.stringify(query)}`;
  const stored = midnights.get(key);
  if (stored !== undefined) return stored;
  const midnight = startOfDay(today, ctx.project.timeZone);
  const { projectId } = ctx;
  const fields = Object.keys(filter).concat(sum ?? []);
  const since = { projectId, module: of.code, entity: of.name, at: { $gte: midnight }, entityId: { $ne: null } };
  const changes = await events()
    .find(since, {
      projection: { entityId: 1, ...Object.fromEntries(fields.map(name => [`before.${name}`, 1])) },
      maxTimeMS: PATIENCE_MS,
    })
    .sort({ at: -1, _id: -1 })
    .limit(MOST_CHANGED + 1)
    .toArray();
  if (changes.length > MOST_CHANGED) return null;
  const changed = [...new Set(changes.flatMap(({ entityId }) => entityId ?? []))];
  const scope = await loadScope(ctx, of);
  const [all, present, docs] = await Promise.all([
    loadTotal(of, query, EVERY_WRITE, sum),
    records(of).find(ctx, both(query, { projectId, _id: { $in: changed } }), {
      only: fields,
      limit: MOST_CHANGED,
    }),
    records(of)
      .withRemoved()
      .find(
        ctx,
        { ...scope, _id: { $in: changed }, createdAt: { $lt: midnight } },
        { only: [...fields, 'createdAt', 'deletedAt'], limit: MOST_CHANGED },
      ),
  ]);
  const states = new Map(docs.map(doc => [doc._id, { ...doc }]));
  for (const { entityId, before } of changes) {
    const state = states.get(entityId ?? '');
    if (state) Object.assign(state, before);
  }
  const worth = (doc: AnyDoc) => (sum ? Number(doc[sum] ?? 0) : 1);
  const totalOf = (some: readonly AnyDoc[]) => some.reduce((total, doc) => total + worth(doc), 0);
  const then = [...states.values()].filter(doc => !(doc.deletedAt && doc.deletedAt < midnight) && answers(doc, filter));
  const value = all - totalOf(present) + totalOf(then);
  // What was written while these were read may be in one of them alone.
  if ((await events().countDocuments(since, { maxTimeMS: PATIENCE_MS })) === changes.length) midnights.set(key, value);
  return value;
}

/** What a tile that is of today alone came to yesterday. */
async function loadYesterday(ctx: Ctx, { of, sum, ...tile }: Tile): Promise<number | null> {
  // Records of other days have left the statuses of a list meanwhile; amounts remain.
  if (!sum) return null;
  const day = addDays(todayOf(ctx), -1);
  const filter = Object.entries(tileFilter({ of, ...tile })).map(([name, condition]) => [
    name,
    typeof condition === 'object' && condition.days ? { from: day, to: day } : condition,
  ]);
  return loadTotal(of, toQuery(of, Object.fromEntries(filter), ctx, await loadScope(ctx, of)), EVERY_WRITE, sum);
}

/** A tile with its value, and that of yesterday. */
export async function loadTile(ctx: Ctx, tile: Tile): Promise<TileValue> {
  const { of, key, sum } = tile;
  const filter = tileFilter(tile);
  const query = toQuery(of, filter, ctx, await loadScope(ctx, of));
  const [value, count, before] = await Promise.all([
    loadTotal(of, query, EVERY_WRITE, sum),
    sum ? loadTotal(of, query, EVERY_WRITE) : null,
    isOfToday(filter) ? loadYesterday(ctx, tile) : loadMidnight(ctx, tile, query),
  ]);
  return {
    key,
    kind: sum ? 'money' : 'count',
    value,
    count,
    before,
    link: linkOf(tile, null),
    asOf: ctx.now.toISOString(),
  };
}

const written = (value: unknown): string | null =>
  value instanceof Date ? value.toISOString() : typeof value === 'string' ? value : null;

/** The first records of a short list, by their time. */
export async function loadList(ctx: Ctx, list: TileList) {
  const { of, key, by, due, sum, refs = [] } = list;
  const query = both(toQuery(of, tileFilter(list), ctx, await loadScope(ctx, of)), {
    projectId: ctx.projectId,
    [by]: { $ne: null },
  });
  const [count, docs] = await Promise.all([
    loadTotal(of, toQuery(of, tileFilter(list), ctx, await loadScope(ctx, of)), EVERY_WRITE),
    records(of).find(ctx, query, {
      sort: { [by]: 1, ...(sum && { [sum]: -1 }), _id: 1 },
      limit: LISTED,
      patience: PATIENCE_MS,
    }),
  ]);
  const called = await calledAs(ctx, of, docs);
  return {
    key,
    count,
    due,
    records: called.flatMap((record, n) => {
      const doc = docs[n];
      const at = written(doc?.[by]);
      if (!doc || at === null) return [];
      return [
        {
          ...record,
          at,
          sum: sum === undefined ? null : Number(doc[sum] ?? 0),
          refs: refs.flatMap(name => {
            const [field, id] = [of.fields[name], doc[name]];
            return field?.kind === 'ref' && typeof id === 'string' ? [{ to: field.to, id }] : [];
          }),
        },
      ];
    }),
    link: linkOf(list, by),
  };
}
