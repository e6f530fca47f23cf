import type { AnswerOf } from '@lobby/shared/kit/contract.ts';
import { addDays } from '@lobby/shared/kit/dates.ts';
import { asset } from '@lobby/shared/modules/asset.ts';
import { device } from '@lobby/shared/modules/device.ts';
import { maintenance } from '@lobby/shared/modules/maintenance.ts';
import { planYear } from '@lobby/shared/modules/maintenance-plan.contract.ts';
import { maintenancePlan, TARGETS } from '@lobby/shared/modules/maintenance-plan.ts';
import { isInService } from '@lobby/shared/modules/upkeep.ts';
import type { Ctx } from '../../../kit/base/context.ts';
import { todayOf } from '../../../kit/base/local-time.ts';
import { type Route, route } from '../../../kit/http/route.ts';
import { type Doc, records } from '../../../kit/store/records.ts';
import { loadDates } from '../repair/index.ts';

const OF = {
  systemIds: 'technical-system',
  deviceIds: 'device',
  assetIds: 'asset',
  placeIds: 'place',
} as const satisfies Record<(typeof TARGETS)[number], string>;
const MONTHS = 12;
/** Statuses that count as works; skipped and cancelled ones do not. */
const STANDING = ['WAITING', 'SCHEDULED', 'IN_PROGRESS', 'ON_HOLD', 'COMPLETED'] as const;
const MOST_WORKS = 20_000;

type Row = AnswerOf<typeof planYear>['rows'][number];
const none = () => Array.from({ length: MONTHS }, () => 0);

/** Items of plans: the devices of each system, and which items are out of service. */
async function loadThings(ctx: Ctx, plans: readonly Doc<typeof maintenancePlan>[]) {
  const idsOf = (name: (typeof TARGETS)[number]) => plans.flatMap(plan => plan[name]);
  const of = { $or: [{ _id: { $in: idsOf('deviceIds') } }, { systemId: { $in: idsOf('systemIds') } }] };
  const [machines, assets] = await Promise.all([
    records(device).find(ctx, of, { only: ['systemId', 'status'], limit: MOST_WORKS, patience: 2000 }),
    records(asset).find(
      ctx,
      { _id: { $in: idsOf('assetIds') } },
      { only: ['status'], limit: MOST_WORKS, patience: 2000 },
    ),
  ]);
  const systemOf = new Map(machines.map(({ _id, systemId }) => [_id, systemId]));
  const used = new Set([...machines, ...assets].flatMap(({ _id, status }) => (isInService(status) ? [_id] : [])));
  const usedSystems = new Set(machines.flatMap(({ _id, systemId }) => (used.has(_id) && systemId ? [systemId] : [])));
  const isUsed = (name: (typeof TARGETS)[number], id: string) =>
    name === 'placeIds' || (name === 'systemIds' ? usedSystems.has(id) : used.has(id));
  return { systemOf, isUsed };
}

/** `GET /maintenance-plan/year`: works of active plans in a year, by item. */
export const yearRoute: Route = route(planYear, {
  flags: ['read'],
  async run(ctx, { query }) {
    const year = query.year ?? Number(todayOf(ctx).slice(0, 4));
    const plans = await records(maintenancePlan).find(
      ctx,
      { status: 'ACTIVE' },
      { sort: { code: 1 }, limit: 1000, patience: 2000 },
    );
    const [from, to] = [`${year}-01-01`, `${year}-12-31`];
    const works = await records(maintenance).find(
      ctx,
      {
        planId: { $in: plans.map(({ _id }) => _id) },
        scheduledDate: { $gte: from, $lte: to },
        status: { $in: STANDING },
      },
      { only: ['planId', 'deviceId', 'assetId', 'placeId', 'scheduledDate'], limit: MOST_WORKS, patience: 5000 },
    );
    const worksOf = Map.groupBy(works, ({ planId }) => planId);
    const { systemOf, isUsed } = await loadThings(ctx, plans);
    const rows = new Map<string, Row>();
    for (const plan of plans) {
      // Works exist up to this date; later dates come from the rule.
      const until = addDays(todayOf(ctx), plan.leadDays);
      const ahead: string[] = [];
      for (const { date } of await loadDates(ctx, plan)) {
        if (date > to) break;
        if (date >= from && date > until) ahead.push(date);
      }
      const kind = plan.kind === 'INSPECTION' ? 'inspection' : 'maintenance';
      for (const name of TARGETS)
        for (const id of plan[name]) {
          const isOf = ({ deviceId, assetId, placeId }: (typeof works)[number]) =>
            name === 'systemIds' ? systemOf.get(deviceId ?? '') === id : [deviceId, assetId, placeId].includes(id);
          const made = (worksOf.get(plan._id) ?? []).filter(isOf).map(({ scheduledDate }) => scheduledDate);
          const used = isUsed(name, id);
          const fresh = { of: OF[name], id, resting: !used, maintenance: none(), inspection: none() };
          const row = rows.get(id) ?? fresh;
          const days = new Set([...made, ...(used ? ahead : [])]);
          const months = [...row[kind]];
          for (const day of days) {
            const month = Number(day.slice(5, 7)) - 1;
            months[month] = (months[month] ?? 0) + 1;
          }
          rows.set(id, { ...row, [kind]: months });
        }
    }
    return { year, rows: [...rows.values()] };
  },
});
