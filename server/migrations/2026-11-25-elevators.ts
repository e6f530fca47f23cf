import { elevator } from '@lobby/shared/modules/elevator.ts';
import { elevatorReservation } from '@lobby/shared/modules/elevator-reservation.ts';
import { unit } from '@lobby/shared/modules/unit.ts';
import { WEEKDAYS } from '@lobby/shared/modules/work-schedule.ts';
import { db } from '../kit/database/database.ts';
import { collectionOf, type Stored } from '../kit/store/schema.ts';
import { notifications } from '../platform/notifications/notifications.ts';
import type { Migration } from './migrate.ts';

const ALL_DAY = '00:00-24:00';
const PREFIXES: Readonly<Record<string, string>> = {
  ACCESS_MANAGEMENT: 'VISITOR',
  INVENTORY_TRANSFER_MANAGEMENT: 'ELEVATOR_RESERVATION',
  CONSTRUCTION_MANAGEMENT: 'CONSTRUCTION_REGISTRATION',
  CARD_REGISTRATION_MANAGEMENT: 'CARD_REGISTRATION',
};

/** One text of hours for all days, where there was one. */
function elevatorOf({ note, hours, ...old }: Stored): Stored {
  const week = Object.fromEntries(WEEKDAYS.map(day => [day, hours || ALL_DAY]));
  const usual = { kind: 'GOODS', slotMinutes: '30', minMinutes: 30, maxMinutes: 240, bufferMinutes: 0 };
  const size = typeof note === 'string' && note ? note.slice(0, 60) : null;
  return {
    ...old,
    ...usual,
    ...week,
    name: String(old.name).slice(0, 40),
    capacity: Math.min(5, Number(old.capacity ?? 1)),
    weightKg: null,
    size,
    order: 0,
    active: old.active !== false,
  };
}

async function reservations(): Promise<void> {
  const moves = db().collection<Stored>(collectionOf(elevatorReservation));
  await moves.updateMany(
    { liftId: { $exists: true } },
    {
      $rename: {
        liftId: 'elevatorId',
        startAt: 'expectedStartAt',
        endAt: 'expectedEndAt',
        realStartAt: 'actualStartAt',
        realEndAt: 'actualEndAt',
        note: 'staffNote',
      },
      $set: {
        goods: [],
        workerCount: null,
        regulationEdition: null,
        doneImages: [],
        conflict: null,
        late: false,
        remindedAt: null,
      },
    },
  );
  const units = db().collection<Stored>(collectionOf(unit));
  for (const { _id, blockId } of await units.find({}, { projection: { blockId: 1 } }).toArray())
    await moves.updateMany({ unitId: _id, blockId: { $exists: false } }, { $set: { blockId: blockId ?? null } });
}

/** Notices of forms were the same for all kinds of them. */
async function notices(): Promise<void> {
  for (const [module, prefix] of Object.entries(PREFIXES))
    for await (const { _id, kind } of notifications().find({ 'subject.module': module, kind: /^FORM_/ as never })) {
      const said = String(kind).slice('FORM_'.length).replace('NEW', 'WAITING');
      const visit = { IN_PROGRESS: 'ARRIVED', COMPLETED: 'LEFT' }[said];
      const now = `${prefix}_${(prefix === 'VISITOR' && visit) || said}`;
      await notifications().updateOne({ _id }, { $set: { kind: now as typeof kind } });
    }
}

/** Lifts are elevators, with hours by weekday; what is expected of a move stands beside what was. */
export const timesOfElevators: Migration = {
  name: '2026-11-25 times of elevators',
  async run() {
    const old = db().collection<Stored>('lifts');
    const now = db().collection<Stored>(collectionOf(elevator));
    for await (const doc of old.find()) await now.replaceOne({ _id: doc._id }, elevatorOf(doc), { upsert: true });
    await db()
      .dropCollection('lifts')
      .catch(() => undefined);
    await db()
      .collection('events')
      .updateMany({ entity: 'lift' }, { $set: { entity: elevator.name } });
    await reservations();
    await notices();
  },
};
