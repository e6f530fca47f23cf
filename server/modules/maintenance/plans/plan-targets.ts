import { asset } from '@lobby/shared/modules/asset.ts';
import { CARE } from '@lobby/shared/modules/care.ts';
import { device } from '@lobby/shared/modules/device.ts';
import { maintenance } from '@lobby/shared/modules/maintenance.ts';
import { planTargets } from '@lobby/shared/modules/maintenance-plan.contract.ts';
import { maintenancePlan, type PlanTarget } from '@lobby/shared/modules/maintenance-plan.ts';
import { isInService } from '@lobby/shared/modules/upkeep.ts';
import { type Route, route } from '../../../kit/http/route.ts';
import { load } from '../../../kit/records/acts/act.ts';
import { type Doc, records } from '../../../kit/store/records.ts';
import { type CareValues, dayAfterDone } from '../repair/index.ts';

type Thing = Doc<typeof device> | Doc<typeof asset>;

/** `GET /maintenance-plan/:id/targets`: items of a plan, including those out of service; a system is listed by its devices. */
export const planTargetsRoute: Route = route(planTargets, {
  flags: ['read'],
  async run(ctx, { params }) {
    const plan = await load(ctx, maintenancePlan, params.id);
    const { last, next } = plan.kind === 'INSPECTION' ? CARE.INSPECTION : CARE.MAINTENANCE;
    const machines = await records(device).find(
      ctx,
      { $or: [{ _id: { $in: plan.deviceIds } }, { systemId: { $in: plan.systemIds } }] },
      { sort: { code: 1 } },
    );
    const things = await records(asset).find(ctx, { _id: { $in: plan.assetIds } }, { sort: { code: 1 } });
    const targetOf = (of: PlanTarget['of'], doc: Thing): PlanTarget => {
      const dates: CareValues = doc;
      return {
        of,
        id: doc._id,
        resting: !isInService(doc.status),
        last: dates[last] ?? null,
        next: dates[next] ?? null,
      };
    };
    const places = await Promise.all(
      plan.placeIds.map(async (id): Promise<PlanTarget> => {
        const ofPlan = { planId: plan._id, placeId: id };
        const [done] = await records(maintenance).find(
          ctx,
          { ...ofPlan, status: 'COMPLETED' },
          { sort: { completedOn: -1 }, limit: 1 },
        );
        const [open] = await records(maintenance).find(
          ctx,
          { ...ofPlan, status: 'SCHEDULED' },
          { sort: { scheduledDate: 1 }, limit: 1 },
        );
        return {
          of: 'place',
          id,
          resting: false,
          last: done?.completedOn ?? null,
          next: open?.scheduledDate ?? (await dayAfterDone(ctx, plan, { name: 'placeId', id })) ?? plan.nextDate,
        };
      }),
    );
    return [
      ...machines.map(machine => targetOf('device', machine)),
      ...things.map(thing => targetOf('asset', thing)),
      ...places,
    ];
  },
});
