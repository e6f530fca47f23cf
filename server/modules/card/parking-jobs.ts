import { card } from '@lobby/shared/modules/card.ts';
import { floor } from '@lobby/shared/modules/floor.ts';
import { unit } from '@lobby/shared/modules/unit.ts';
import { vehicle } from '@lobby/shared/modules/vehicle.ts';
import { type Ctx, systemCtx } from '../../kit/base/context.ts';
import { type Doc, records } from '../../kit/store/records.ts';
import { loadRefs } from '../../kit/store/refs.ts';
import { save, VersionConflict } from '../../kit/store/save.ts';
import { projects, settingsOf } from '../../platform/projects/projects.ts';
import { ParkingRefusal, type ParkingSystem } from './parking-system.ts';

const BATCH = 200;
const MINUTE_MS = 60_000;
/** Minutes until a try that failed is made again, by how many have failed; then every hour. */
const AGAIN = [1, 2, 5, 15, 60];

let system: ParkingSystem | null = null;
/** Sets the parking system of this installation; null: there is none, and cards stay as they are. */
export const configureParkingSystem = (own: ParkingSystem | null): void => {
  system = own;
};

const text = (value: unknown) => (typeof value === 'string' && value ? value : null);
/** Whether a card opens anything now. */
const counts = (doc: Doc<typeof card>) => doc.status === 'USING' && doc.locked !== true && !doc.deletedAt;

/** Tells the parking system how a card stands, and keeps what it said; who changes the card meanwhile has it told again. */
async function tell(ctx: Ctx, own: ParkingSystem, doc: Doc<typeof card>): Promise<boolean> {
  const [car] = (await loadRefs(ctx.projectId, vehicle, [String(doc.vehicleId ?? '')])).values();
  const [home] = (await loadRefs(ctx.projectId, unit, [String(doc.unitId ?? '')])).values();
  const places = await loadRefs(ctx.projectId, floor, Array.isArray(doc.floorIds) ? doc.floorIds.map(String) : []);
  const floors = [...places.values()].map(({ name }) => name).join(', ');
  let set: Record<string, unknown> = { parkingDue: false, parkingTries: 0, integrationError: null };
  try {
    if (counts(doc))
      await own.put(ctx.projectId, {
        number: String(doc.number),
        type: String(doc.type),
        unit: text(home?.code),
        slot: text(doc.parkingSlot),
        plate: text(car?.plate),
        vehicleType: text(car?.type),
        lifts: text(floors),
      });
    else await own.remove(ctx.projectId, String(doc.number));
    set = {
      ...set,
      ...(counts(doc) ? { integration: 'INTEGRATED', integratedAt: ctx.now } : { integration: 'NOT_REGISTERED' }),
    };
  } catch (error) {
    const tries = Number(doc.parkingTries ?? 0) + 1;
    const minutes = AGAIN[Math.min(tries, AGAIN.length) - 1] ?? 60;
    set = {
      parkingTries: tries,
      integrationError: error instanceof Error ? error.message.slice(0, 200) : 'failed',
      parkingNextAt: new Date(ctx.now.getTime() + minutes * MINUTE_MS),
      // Somebody has to look at it first; then it is sent again by hand.
      ...(error instanceof ParkingRefusal && { parkingDue: false }),
    };
  }
  // Its version stands for what was told: of a card that was changed meanwhile the later state is still to be told.
  const update = { doc, set, keepVersion: true, while: { version: doc.version } };
  const done = await save(ctx, [{ definition: card, action: 'parking', update }]).catch(error => {
    if (error instanceof VersionConflict) return null;
    throw error;
  });
  return done !== null;
}

/** Tells the parking system of every card that it is to hear of. */
export async function runParkingJob(now: Date): Promise<number> {
  const own = system;
  if (!own) return 0;
  let told = 0;
  for await (const project of projects().find()) {
    const ctx = systemCtx(settingsOf(project), now);
    const docs = await records(card).find(
      ctx,
      { parkingDue: true, $or: [{ parkingNextAt: null }, { parkingNextAt: { $lte: now } }] },
      { limit: BATCH, patience: 2000 },
    );
    for (const doc of docs) if (await tell(ctx, own, doc)) told++;
  }
  return told;
}
