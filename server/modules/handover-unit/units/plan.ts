import type { Filter } from '@lobby/shared/kit/definition.ts';
import { floor } from '@lobby/shared/modules/floor.ts';
import { HANDOVER } from '@lobby/shared/modules/handover-data.ts';
import { handoverUnit } from '@lobby/shared/modules/handover-unit.ts';
import { unit } from '@lobby/shared/modules/unit.ts';
import { z } from 'zod';
import type { Ctx } from '../../../kit/base/context.ts';
import { type Route, route } from '../../../kit/http/route.ts';
import { filterSchema, joinedQuery } from '../../../kit/records/list.ts';
import { records } from '../../../kit/store/records.ts';
import { loadRefs } from '../../../kit/store/refs.ts';

/** Maximum units of a plan. */
const MOST = 5000;
const STATUSES = Object.keys(handoverUnit.statuses) as [string, ...string[]];
const query = z.strictObject({ filter: filterSchema(handoverUnit).optional() });
const own = { method: 'get', module: HANDOVER, flags: ['read'], query } as const;

const matching = (ctx: Ctx, filter: unknown) => joinedQuery(handoverUnit, (filter ?? {}) as Filter, ctx);

/** `GET /handover/unit/totals`: sums of the filtered rows. */
const totals = route({
  ...own,
  path: `${handoverUnit.path}/totals`,
  summary: 'How many units of a filter are how far, and what is open of them',
  answer: z.object({
    total: z.int(),
    statuses: z.record(z.enum(STATUSES), z.int()),
    late: z.int(),
    obligationOpen: z.int(),
    openDefects: z.int(),
    blockingDefects: z.int(),
  }),
  async run(ctx, { query: { filter } }) {
    const count = (field: string, value: unknown) => ({ $sum: { $cond: [{ $eq: [`$${field}`, value] }, 1, 0] } });
    const [found] = await records(handoverUnit).aggregate<Record<string, number>>(ctx, await matching(ctx, filter), [
      {
        $group: {
          _id: null,
          total: { $sum: 1 },
          ...Object.fromEntries(STATUSES.map(status => [status, count('status', status)])),
          late: count('late', true),
          obligationOpen: count('obligation', 'INCOMPLETE'),
          openDefects: { $sum: '$openDefects' },
          blockingDefects: { $sum: '$blockingDefects' },
        },
      },
    ]);
    const of = (name: string) => found?.[name] ?? 0;
    return {
      total: of('total'),
      statuses: Object.fromEntries(STATUSES.map(status => [status, of(status)])),
      late: of('late'),
      obligationOpen: of('obligationOpen'),
      openDefects: of('openDefects'),
      blockingDefects: of('blockingDefects'),
    };
  },
});

interface Placed {
  floorId?: unknown;
  place?: unknown;
}
/** Groups rows by floor: by block, from the top floor down, in order of doors. */
export async function loadFloors<T extends object>(ctx: Ctx, rows: readonly T[]) {
  const groups = Map.groupBy(rows, row => String((row as Placed).floorId));
  const placeOf = (row: T | undefined) => String((row as Placed | undefined)?.place ?? '');
  const floors = await loadRefs(ctx.projectId, floor, [...groups.keys()]);
  const order = (id: string) => Number(floors.get(id)?.order ?? 0);
  const blockOf = (own: readonly T[]) => placeOf(own[0]).split(' ')[0] ?? '';
  const by = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
  return [...groups]
    .toSorted(([a, one], [b, two]) => by(blockOf(one), blockOf(two)) || order(b) - order(a))
    .map(([id, own]) => ({
      id,
      name: String(floors.get(id)?.name ?? ''),
      own: own.toSorted((a, b) => by(placeOf(a), placeOf(b))),
    }));
}

/** `GET /handover/unit/plan`: units of the programme by floor, from the top down. */
const plan = route({
  ...own,
  path: `${handoverUnit.path}/plan`,
  summary: 'Units of the programme floor by floor, with how far each is',
  answer: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      blockId: z.string().nullable(),
      units: z.array(
        z.object({
          id: z.string(),
          code: z.string(),
          status: z.enum(STATUSES),
          late: z.boolean(),
          openDefects: z.int(),
          blockingDefects: z.int(),
        }),
      ),
    }),
  ),
  async run(ctx, { query: { filter } }) {
    const rows = await records(handoverUnit).find(ctx, await matching(ctx, filter), {
      sort: { place: 1, _id: 1 },
      limit: MOST,
    });
    const homes = await loadRefs(
      ctx.projectId,
      unit,
      rows.map(({ unitId }) => String(unitId)),
    );
    return (await loadFloors(ctx, rows)).map(({ id, name, own: those }) => ({
      id,
      name,
      blockId: typeof those[0]?.blockId === 'string' ? those[0].blockId : null,
      units: those.map(row => ({
        id: row._id,
        code: String(homes.get(String(row.unitId))?.code ?? ''),
        status: String(row.status),
        late: row.late === true,
        openDefects: Number(row.openDefects ?? 0),
        blockingDefects: Number(row.blockingDefects ?? 0),
      })),
    }));
  },
});

export const planRoutes: readonly Route[] = [totals, plan];
