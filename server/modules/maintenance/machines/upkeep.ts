import { asset } from '@lobby/shared/modules/asset.ts';
import { CARE, CARE_KINDS } from '@lobby/shared/modules/care.ts';
import { device } from '@lobby/shared/modules/device.ts';
import { upkeepYear } from '@lobby/shared/modules/maintenance.contract.ts';
import { maintenance } from '@lobby/shared/modules/maintenance.ts';
import { maintenancePlan } from '@lobby/shared/modules/maintenance-plan.ts';
import { technicalSystem } from '@lobby/shared/modules/technical-system.ts';
import type { Ctx } from '../../../kit/base/context.ts';
import { failFields } from '../../../kit/base/errors.ts';
import { type Route, route } from '../../../kit/http/route.ts';
import { load } from '../../../kit/records/acts/act.ts';
import { type Doc, records } from '../../../kit/store/records.ts';
import type { CareValues } from '../repair/index.ts';

const MOST = 5000;
const OF = { deviceId: device, systemId: technicalSystem, assetId: asset } as const;
const NAMES = ['deviceId', 'systemId', 'assetId'] as const;

/** Plans that cover an item; plans of a system cover its devices. */
function loadPlans(ctx: Ctx, name: (typeof NAMES)[number], thing: { _id: string; systemId?: string | null }) {
  const { _id: id, systemId } = thing;
  const target =
    name === 'assetId'
      ? { assetIds: id }
      : name === 'systemId'
        ? { systemIds: id }
        : { $or: [{ deviceIds: id }, { systemIds: systemId ?? '' }] };
  return records(maintenancePlan).find(ctx, { ...target, status: { $ne: 'ENDED' } }, { sort: { nextDate: 1 } });
}

/** Completed works, repairs, failed items and costs by year, latest first. */
function byYear(works: readonly Pick<Doc<typeof maintenance>, 'completedOn' | 'failedItems' | 'totalCost' | 'kind'>[]) {
  const done = works.filter(({ completedOn }) => completedOn !== null);
  const years = Map.groupBy(done, ({ completedOn }) => Number(completedOn?.slice(0, 4)));
  return [...years]
    .map(([year, ofYear]) => ({
      year,
      done: ofYear.length,
      repairs: ofYear.filter(({ kind }) => kind === 'CORRECTIVE').length,
      failed: ofYear.reduce((sum, { failedItems }) => sum + failedItems, 0),
      cost: ofYear.reduce((sum, { totalCost }) => sum + (totalCost ?? 0), 0),
    }))
    .toSorted((a, b) => b.year - a.year);
}

/** `GET /maintenance/upkeep`: plans, care dates and yearly works of an item; for a system including its devices. */
export const upkeepRoute: Route = route(upkeepYear, {
  flags: ['read'],
  async run(ctx, { query }) {
    const named = NAMES.filter(name => query[name]);
    const [name, second] = named;
    const id = name && query[name];
    if (!id || second) return failFields({ [second ?? 'deviceId']: { code: second ? 'INVALID' : 'REQUIRED' } });
    const thing = await load(ctx, OF[name], id);
    const machines = name === 'systemId' ? await records(device).find(ctx, { systemId: thing._id }, { only: [] }) : [];
    const target = { [name]: thing._id };
    const works = await records(maintenance).find(
      ctx,
      { status: 'COMPLETED', $or: [target, { deviceId: { $in: machines.map(({ _id }) => _id) } }] },
      { only: ['completedOn', 'failedItems', 'totalCost', 'kind'], limit: MOST },
    );
    const plans = await loadPlans(ctx, name, thing);
    const dates: CareValues = thing;
    return {
      plans: plans.map(({ _id: id, kind, status, nextDate }) => ({ id, kind, status, nextDate })),
      dates: CARE_KINDS.filter(kind => name !== 'assetId' || kind === 'MAINTENANCE').map(kind => ({
        kind,
        last: dates[CARE[kind].last] ?? null,
        next: dates[CARE[kind].next] ?? null,
      })),
      years: byYear(works),
    };
  },
});
