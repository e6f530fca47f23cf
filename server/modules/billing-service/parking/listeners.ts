import { addDays } from '@lobby/shared/kit/dates.ts';
import { service } from '@lobby/shared/modules/billing-service.ts';
import { parking } from '@lobby/shared/modules/parking.ts';
import type { vehicle } from '@lobby/shared/modules/vehicle.ts';
import type { Ctx } from '../../../kit/base/context.ts';
import { todayOf } from '../../../kit/base/local-time.ts';
import { attemptEach } from '../../../kit/jobs/attempt-each.ts';
import { edited } from '../../../kit/records/records.ts';
import { perform } from '../../../kit/records/typed-behaviour.ts';
import { type Doc, fieldOf, records } from '../../../kit/store/records.ts';
import type { Change } from '../../../kit/store/save.ts';
import { defineJob } from '../../../platform/projects/define-job.ts';
import { assertBilledDaysKept, isCharged, made, ofVehicle, parkingActs, recomputeSteps, withEnd } from './rules.ts';

/** The only active service for a vehicle type; null if there are none or several, so that staff choose. */
async function serviceFor({ projectId }: Ctx, type: string): Promise<string | null> {
  const services = await records(service).find(
    { projectId },
    { active: true, source: 'VEHICLE', 'vehicleTypes.vehicleType': type },
    { only: ['_id'], limit: 2 },
  );
  return services.length === 1 ? (services[0]?._id ?? null) : null;
}

async function begun(ctx: Ctx, car: Doc<typeof vehicle>, startDate: string): Promise<Change[]> {
  const serviceId = await serviceFor(ctx, car.type);
  if (!serviceId) return [];
  const { doc, change } = await made(ctx, {
    ...(await ofVehicle(ctx, car)),
    vehicleId: car._id,
    serviceId,
    startDate,
    endDate: car.stopDate,
    source: 'AUTO',
  });
  return [change, ...(await recomputeSteps(ctx, doc, [{ _id: doc._id, after: doc }]))];
}

const going = ({ projectId }: Ctx, vehicleId: string) =>
  records(parking).find({ projectId }, { vehicleId, status: 'ACTIVE' });

/** Ends parking on a day; parking that starts later is removed. */
async function ended(ctx: Ctx, doc: Doc<typeof parking>, day: string, field: string): Promise<Change[]> {
  if (day < (doc.startDate ?? '')) {
    await assertBilledDaysKept(ctx, doc, { ...doc, serviceId: null }, field);
    return [{ definition: parking, action: 'remove', update: { doc, set: { deletedAt: ctx.now } } }];
  }
  const { status, set, with: others = [] } = await withEnd(ctx, doc, day, field);
  return [{ definition: parking, action: 'end', update: { doc, set: { ...set, status } } }, ...others];
}

/** Copies changed dates, plate or card of a charged vehicle to its parking. */
async function followed(
  ctx: Ctx,
  doc: Doc<typeof parking>,
  before: Doc<typeof vehicle>,
  car: Doc<typeof vehicle>,
): Promise<Change[]> {
  const { plate, cardNumber } = car;
  const moved = {
    ...(before.startDate !== car.startDate && doc.startDate === before.startDate && { startDate: car.startDate }),
    ...(before.stopDate !== car.stopDate && { endDate: car.stopDate }),
  };
  const values = { ...moved, plate, cardNumber };
  if (Object.entries(values).every(([name, value]) => (fieldOf(doc, name) ?? null) === value)) return [];
  if (Object.keys(moved).length > 0)
    await assertBilledDaysKept(ctx, doc, { ...doc, ...moved }, 'startDate' in moved ? 'startDate' : 'stopDate');
  const { changed } = await edited(ctx, parking, doc, values);
  return [{ definition: parking, action: 'update', update: { doc, set: changed } }];
}

/** Keeps parking in step with its vehicle, in the same transaction (domain.md, ruling 31). */
export async function syncParkingOfVehicle(
  ctx: Ctx,
  before: Doc<typeof vehicle> | null,
  after: Doc<typeof vehicle> | null,
): Promise<Change[]> {
  const [was, car] = [isCharged(before) ? before : null, isCharged(after) ? after : null];
  if (!car) {
    if (!was) return [];
    const day = after?.stopDate ?? todayOf(ctx);
    const gone = await Promise.all(
      (await going(ctx, was._id)).map(registration => ended(ctx, registration, day, 'stopDate')),
    );
    return gone.flat();
  }
  if (!was) return begun(ctx, car, car.startDate ?? todayOf(ctx));
  const records = await going(ctx, car._id);
  if (was.unitId !== car.unitId || was.type !== car.type) {
    const today = todayOf(ctx);
    const gone = await Promise.all(records.map(record => ended(ctx, record, addDays(today, -1), 'unitId')));
    const start = car.startDate ?? today;
    return [...gone.flat(), ...(await begun(ctx, car, start > today ? start : today))];
  }
  return (await Promise.all(records.map(record => followed(ctx, record, was, car)))).flat();
}

/** Refuses to remove a vehicle with billed parking. */
export async function assertNotParked(ctx: Ctx, car: Doc<typeof vehicle>): Promise<void> {
  for (const registration of await going(ctx, car._id))
    await assertBilledDaysKept(ctx, registration, { ...registration, serviceId: null }, '');
}

/** Ends parking whose end date has passed; idempotent. */
export const parkingsJob = defineJob({
  name: 'parking that ends',
  every: '*/15 * * * *',
  async perProject(ctx) {
    const over = { status: 'ACTIVE', endDate: { $type: 'string', $lt: todayOf(ctx) } } as const;
    // Parking whose month is locked is refused, and stays.
    return attemptEach(await records(parking).find(ctx, over, { patience: 10_000 }), ({ _id: id, endDate }) =>
      perform(ctx, { definition: parking, name: 'end', id, input: { endDate } }, parkingActs.end),
    );
  },
});
