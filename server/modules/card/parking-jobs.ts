import { MINUTE_MS } from '@lobby/shared/kit/dates.ts';
import { card } from '@lobby/shared/modules/card.ts';
import { floor } from '@lobby/shared/modules/floor.ts';
import { unit } from '@lobby/shared/modules/unit.ts';
import { vehicle } from '@lobby/shared/modules/vehicle.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { attemptEach } from '../../kit/jobs/attempt-each.ts';
import { type Doc, records } from '../../kit/store/records.ts';
import { loadRefs } from '../../kit/store/refs/refs.ts';
import { save } from '../../kit/store/save.ts';
import { defineJob } from '../../platform/projects/define-job.ts';
import { ParkingRefusal, type ParkingSystem } from './parking-system.ts';

const BATCH = 200;
/** Minutes before retries by number of failures; hourly afterwards. */
const AGAIN = [1, 2, 5, 15, 60];

let system: ParkingSystem | null = null;
/** Sets the parking system of this installation; without one cards are not synchronised. */
export const configureParkingSystem = (next: ParkingSystem | null): void => {
  system = next;
};

/** Whether a card currently opens anything. */
const counts = (doc: Doc<typeof card>) => doc.status === 'USING' && doc.locked !== true && !doc.deletedAt;

/** Sends a card's state to the parking system and stores the result; a card changed meanwhile is sent again. */
async function tell(ctx: Ctx, target: ParkingSystem, doc: Doc<typeof card>): Promise<unknown> {
  const [car] = (await loadRefs(ctx.projectId, vehicle, doc.vehicleId ? [doc.vehicleId] : [])).values();
  const [home] = (await loadRefs(ctx.projectId, unit, doc.unitId ? [doc.unitId] : [])).values();
  const places = await loadRefs(ctx.projectId, floor, doc.floorIds);
  const floors = [...places.values()].map(({ name }) => name).join(', ');
  let set: Partial<Doc<typeof card>> = { parkingDue: false, parkingTries: 0, integrationError: null };
  try {
    if (counts(doc))
      await target.put(ctx.projectId, {
        number: doc.number,
        type: doc.type,
        unit: home?.code ?? null,
        slot: doc.parkingSlot,
        plate: car?.plate ?? null,
        vehicleType: car?.type ?? null,
        lifts: floors || null,
      });
    else await target.remove(ctx.projectId, doc.number);
    set = {
      ...set,
      ...(counts(doc) ? { integration: 'INTEGRATED', integratedAt: ctx.now } : { integration: 'NOT_REGISTERED' }),
    };
  } catch (error) {
    const tries = doc.parkingTries + 1;
    const minutes = AGAIN[Math.min(tries, AGAIN.length) - 1] ?? 60;
    set = {
      parkingTries: tries,
      integrationError: error instanceof Error ? error.message.slice(0, 200) : 'failed',
      parkingNextAt: new Date(ctx.now.getTime() + minutes * MINUTE_MS),
      // Refused: staff must correct the card and send it again.
      ...(error instanceof ParkingRefusal && { parkingDue: false }),
    };
  }
  // The version guard keeps a card that changed meanwhile due for sending.
  const update = { doc, set, keepVersion: true, while: { version: doc.version } };
  return save(ctx, [{ definition: card, action: 'parking', update }]);
}

/** Sends all due cards to the parking system. */
export const parkingJob = defineJob({
  name: 'cards at the barriers',
  every: '* * * * *',
  async perProject(ctx) {
    const target = system;
    if (!target) return 0;
    const docs = await records(card).find(
      ctx,
      { parkingDue: true, $or: [{ parkingNextAt: null }, { parkingNextAt: { $lte: ctx.now } }] },
      { limit: BATCH, patience: 2000 },
    );
    return attemptEach(docs, doc => tell(ctx, target, doc));
  },
});
