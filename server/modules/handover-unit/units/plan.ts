import type { Filter } from '@lobby/shared/kit/definition.ts';
import { floor } from '@lobby/shared/modules/floor.ts';
import { handoverPlan, handoverTotals } from '@lobby/shared/modules/handover-unit.contract.ts';
import { handoverUnit } from '@lobby/shared/modules/handover-unit.ts';
import { unit } from '@lobby/shared/modules/unit.ts';
import type { Ctx } from '../../../kit/base/context.ts';
import { type Route, route } from '../../../kit/http/route.ts';
import { joinedQuery } from '../../../kit/records/lists/list.ts';
import { type Doc, records } from '../../../kit/store/records.ts';
import { loadRefs } from '../../../kit/store/refs/refs.ts';

/** Maximum units of a plan. */
const MOST = 5000;
const STATUSES = Object.keys(handoverUnit.statuses);

const matching = (ctx: Ctx, filter: Filter = {}) => joinedQuery(handoverUnit, filter, ctx);

/** `GET /handover/unit/totals`: sums of the filtered rows. */
const totals = route(handoverTotals, {
  flags: ['read'],
  async run(ctx, { query: { filter } }) {
    const count = (field: string, value: unknown) => ({ $sum: { $cond: [{ $eq: [`$${field}`, value] }, 1, 0] } });
    const [counts] = await records(handoverUnit).aggregate<Record<string, number>>(ctx, await matching(ctx, filter), [
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
    const of = (name: string) => counts?.[name] ?? 0;
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

type Placed = Pick<Doc<typeof handoverUnit>, 'floorId' | 'place'>;

/** Groups rows by floor: by block, from the top floor down, in order of doors. */
export async function loadFloors<T extends Placed>(ctx: Ctx, rows: readonly T[]) {
  const groups = Map.groupBy(rows, row => row.floorId ?? '');
  const placeOf = (row: T | undefined) => row?.place ?? '';
  const floors = await loadRefs(ctx.projectId, floor, [...groups.keys()]);
  const order = (id: string) => floors.get(id)?.order ?? 0;
  const blockOf = (group: readonly T[]) => placeOf(group[0]).split(' ')[0] ?? '';
  const by = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
  return [...groups]
    .toSorted(([a, first], [b, second]) => by(blockOf(first), blockOf(second)) || order(b) - order(a))
    .map(([id, group]) => ({
      id,
      name: floors.get(id)?.name ?? '',
      units: group.toSorted((a, b) => by(placeOf(a), placeOf(b))),
    }));
}

/** `GET /handover/unit/plan`: units of the programme by floor, from the top down. */
const plan = route(handoverPlan, {
  flags: ['read'],
  async run(ctx, { query: { filter } }) {
    const rows = await records(handoverUnit).find(ctx, await matching(ctx, filter), {
      sort: { place: 1, _id: 1 },
      limit: MOST,
    });
    const homes = await loadRefs(
      ctx.projectId,
      unit,
      rows.map(({ unitId }) => unitId),
    );
    return (await loadFloors(ctx, rows)).map(({ id, name, units }) => ({
      id,
      name,
      blockId: units[0]?.blockId ?? null,
      units: units.map(row => ({
        id: row._id,
        code: homes.get(row.unitId)?.code ?? '',
        status: row.status,
        late: row.late,
        openDefects: row.openDefects,
        blockingDefects: row.blockingDefects,
      })),
    }));
  },
});

export const planRoutes: readonly Route[] = [totals, plan];
