import { addDays, HOUR_MS } from '@lobby/shared/kit/dates.ts';
import type { device } from '@lobby/shared/modules/device.ts';
import { deviceReading, type Meter } from '@lobby/shared/modules/device-reading.ts';
import { maintenance } from '@lobby/shared/modules/maintenance.ts';
import { maintenancePlan } from '@lobby/shared/modules/maintenance-plan.ts';
import { isInService } from '@lobby/shared/modules/upkeep.ts';
import type { Ctx } from '../../../kit/base/context.ts';
import { todayOf } from '../../../kit/base/local-time.ts';
import { build } from '../../../kit/records/records.ts';
import { type Doc, records } from '../../../kit/store/records.ts';
import type { Change } from '../../../kit/store/save.ts';
import { createWorks, thenFollow, workValuesOf } from '../plans/work-creation.ts';
import { loadItems } from '../works/items.ts';

type Machine = Doc<typeof device>;
type Plan = Doc<typeof maintenancePlan>;
type Trigger = Plan['triggers'][number];

interface Read {
  value: number;
  reset: boolean;
  /** Previous reading; null for the first one. */
  before: number | null;
}

/** Key of the step that a reading reaches by a trigger; null if none. */
async function reachedStep(ctx: Ctx, machine: Machine, meter: Pick<Meter, 'key'>, trigger: Trigger, read: Read) {
  const { value, before } = read;
  const limit = trigger.value;
  if (trigger.kind === 'EVERY') {
    // Steps restart with an exchanged meter.
    const from = read.reset || (before !== null && value < before) ? 0 : before;
    if (from === null || Math.floor(value / limit) <= Math.floor(from / limit)) return null;
    const rounds = await records(deviceReading).count(ctx, { deviceId: machine._id, meter: meter.key, reset: true });
    return `${rounds}.${Math.floor(value / limit)}`;
  }
  const isOver = (reading: number) => (trigger.kind === 'ABOVE' ? reading > limit : reading < limit);
  if (!isOver(value) || (before !== null && isOver(before))) return null;
  return `${trigger.kind} ${ctx.now.getTime().toString(36)}`;
}

/** Whether the plan's last meter-triggered work is too recent. */
async function rests(ctx: Ctx, plan: Plan, machine: Machine, trigger: Trigger): Promise<boolean> {
  if (trigger.kind === 'EVERY') return false;
  const since = new Date(ctx.now.getTime() - trigger.pauseHours * HOUR_MS);
  return records(maintenance).exists(ctx, {
    planId: plan._id,
    deviceId: machine._id,
    origin: 'METER',
    createdAt: { $gt: since },
  });
}

/** Works that a reading triggers (maintenance-plan card, rule 6). */
export async function worksOfReading(
  ctx: Ctx,
  machine: Machine,
  meter: Pick<Meter, 'key'>,
  read: Read,
): Promise<Change[]> {
  if (!isInService(machine.status)) return [];
  const plans = await records(maintenancePlan).find(ctx, {
    status: 'ACTIVE',
    $or: [{ deviceIds: machine._id }, { systemIds: machine.systemId }],
    'triggers.meter': meter.key,
  });
  const changes: Change[] = [];
  const today = todayOf(ctx);
  for (const plan of plans)
    for (const trigger of plan.triggers.filter(item => item.meter === meter.key)) {
      const step = await reachedStep(ctx, machine, meter, trigger, read);
      if (step === null || (await rests(ctx, plan, machine, trigger))) continue;
      const madeFor = `${plan._id} ${machine._id} ${meter.key} ${step}`;
      if (await records(maintenance).withRemoved().exists(ctx, { madeFor })) continue;
      const insert = await build(
        ctx,
        maintenance,
        {
          ...workValuesOf(plan),
          ...(await loadItems(ctx, plan.checklistId, plan.estimatedMinutes)),
          deviceId: machine._id,
          planId: plan._id,
          origin: 'METER',
          madeFor,
          scheduledDate: today,
          dueDate: addDays(today, plan.dueDelayDays),
        },
        true,
      );
      changes.push(...thenFollow(ctx, await createWorks(ctx, plan, [insert]), [plan]));
    }
  return changes;
}
