import { addDays } from '@lobby/shared/kit/dates.ts';
import { rawPlate, standardPlate } from '@lobby/shared/kit/plate.ts';
import { fieldSchema } from '@lobby/shared/kit/schema.ts';
import { cardRegistration, OPEN_FORMS } from '@lobby/shared/modules/card-registration.ts';
import { resident } from '@lobby/shared/modules/resident.ts';
import { type VehicleType, vehicle } from '@lobby/shared/modules/vehicle.ts';
import { z } from 'zod';
import { type Ctx, can } from '../../kit/base/context.ts';
import { fail, failFields } from '../../kit/base/errors.ts';
import { todayOf } from '../../kit/base/local-time.ts';
import type { Session } from '../../kit/database/database.ts';
import { serializeBy } from '../../kit/database/serialize.ts';
import { type Route, route } from '../../kit/http/route.ts';
import { attemptEach } from '../../kit/jobs/attempt-each.ts';
import type { Request } from '../../kit/records/behaviour.ts';
import type { Action, ActionsOf, DoneOf, RequestOf, Values } from '../../kit/records/typed-behaviour.ts';
import { sealed } from '../../kit/store/keys/seal.ts';
import { type Doc, records } from '../../kit/store/records.ts';
import { needRef } from '../../kit/store/refs/refs.ts';
import type { Change } from '../../kit/store/save.ts';
import { save } from '../../kit/store/save.ts';
import { notify, toUnit } from '../../platform/notifications/notifications.ts';
import { defineJob } from '../../platform/projects/define-job.ts';
import { receptionIn } from '../../platform/reception/reception.ts';
import { assertNotParked, syncParkingOfVehicle } from '../billing-service/index.ts';
import { keysAfter, watchedBy } from '../visitor/watch/index.ts';

type Vehicle = Values<typeof vehicle>;

/** Formatted and normalised plate; a vehicle in use holds its plate and frame number exclusively. */
export function plateOf({ plate, type, frameNumber, status }: Vehicle) {
  const shown = plate ? standardPlate(plate, type ?? '') : null;
  const raw = shown ? rawPlate(shown) : null;
  const frame = frameNumber?.toUpperCase() ?? null;
  const inUse = status !== 'INACTIVE';
  return {
    plate: shown,
    rawPlate: raw,
    plateEnd: raw?.slice(-4) ?? null,
    plateHeld: inUse ? raw : null,
    frameNumber: frame,
    frameHeld: inUse ? frame : null,
  };
}

const groupOf = ({ customerGroup, employeeId, unitId }: Vehicle) =>
  customerGroup ?? (employeeId ? 'STAFF' : unitId ? 'RESIDENT' : 'OUTSIDE');

/** Validates and completes a vehicle: the owner must live in the unit; a vehicle with a card keeps plate, type and owner. */
export async function completeVehicle(ctx: Ctx, { kind, values, doc }: RequestOf<typeof vehicle>): Promise<Vehicle> {
  const bound = (['plate', 'type', 'unitId', 'residentId', 'employeeId'] as const).find(
    name => values[name] !== undefined && values[name] !== (doc?.[name] ?? null),
  );
  if (doc?.cardId && (kind === 'remove' || bound))
    failFields(bound ? { [bound]: { code: 'VEHICLE_LINKED_TO_CARD' } } : {}, 'VEHICLE_LINKED_TO_CARD');
  if (kind === 'remove') await assertNotParked(ctx, doc);
  if (kind === 'remove') return values;
  const whole: Vehicle = { ...doc, ...values };
  if (kind !== 'restore' && !whole.unitId && !whole.employeeId && whole.customerGroup !== 'OUTSIDE')
    failFields({ unitId: { code: 'REQUIRED' } });
  await assertLivesInUnit(ctx, kind, whole, values);
  if (whole.overLimit && !doc?.overLimit && !can(ctx, vehicle.code, 'updateStatus'))
    fail('EMPLOYEE_NOT_HAVE_PERMISSION', { module: vehicle.code });
  if (whole.overLimit && !whole.reason) failFields({ reason: { code: 'REQUIRED' } });
  return {
    ...values,
    ...plateOf(whole),
    customerGroup: groupOf(whole),
    ...(values.plate !== undefined && { watched: await isWatched(ctx, whole) }),
    startDate: whole.startDate ?? todayOf(ctx),
    // A stop date in the past makes a new vehicle inactive.
    ...(!doc && whole.stopDate && whole.stopDate < todayOf(ctx) && { status: 'INACTIVE' as const }),
  };
}

/** Whether its plate is on the watchlist. */
const isWatched = async (ctx: Ctx, { plate, unitId }: Vehicle): Promise<boolean> =>
  (await watchedBy(ctx, keysAfter(ctx, null, { plate }), unitId)) !== null;

async function assertLivesInUnit(ctx: Ctx, kind: Request['kind'], whole: Vehicle, values: Vehicle): Promise<void> {
  const { residentId } = whole;
  if (kind === 'import' || kind === 'restore' || !residentId) return;
  if (values.residentId === undefined && values.unitId === undefined) return;
  const { unitIds } = await needRef(ctx, resident, residentId, 'residentId');
  if (!unitIds.some(id => id === whole.unitId))
    failFields({ residentId: { code: 'RESIDENT_NOT_IN_UNIT' } }, 'RESIDENT_NOT_IN_UNIT');
}

interface Place {
  projectId: string;
  unitId: string | null | undefined;
  type: VehicleType | null | undefined;
  /** The vehicle or form to leave out of the count. */
  except?: readonly (string | null)[];
}

/** Form statuses that count: all open ones when a place is requested, approved ones when it is granted, none when the card is issued. */
const COUNTED = { all: [...OPEN_FORMS], approved: OPEN_FORMS.filter(status => status !== 'WAITING'), inUse: [] };
export type Counted = keyof typeof COUNTED;

/** Limit, vehicles in use and requested places of a unit and vehicle type. */
export type Places = Record<'limit' | 'inUse' | 'asked', number>;

/** The unit's places for a type if none is left; null otherwise. */
export async function fullPlaces(place: Place, counted: Counted, session?: Session): Promise<Places | null> {
  const { projectId, unitId, type, except = [] } = place;
  if (!unitId || !type) return null;
  const limit = (await receptionIn(projectId)).vehicleLimits[type];
  if (limit === undefined) return null;
  if (session) await serializeBy(`vehicles ${projectId} ${unitId} ${type}`, session);
  const ofUnit = { unitId, _id: { $nin: except.filter(id => id !== null) } };
  const inUse = await records(vehicle)
    .in(session)
    .count({ projectId }, { ...ofUnit, status: 'ACTIVE', type });
  const form = { target: 'VEHICLE', type: 'NEW', vehicleType: type, status: { $in: COUNTED[counted] } } as const;
  const requested = await records(cardRegistration)
    .in(session)
    .count({ projectId }, { ...ofUnit, ...form });
  return inUse + requested >= limit ? { limit, inUse, asked: requested } : null;
}

/** Throws VEHICLE_LIMIT_REACHED with the counts. */
export const failFull = (field: string, places: Places): never =>
  failFields({ [field]: { code: 'VEHICLE_LIMIT_REACHED', params: places } }, 'VEHICLE_LIMIT_REACHED', places);

/** Refuses vehicles above the unit's limit; concurrent writes are serialised. */
export async function assertLimit(doc: Doc<typeof vehicle>, session: Session): Promise<void> {
  const { projectId, unitId, type, _id, registrationId, overLimit, status } = doc;
  if (overLimit || status === 'INACTIVE') return;
  const full = await fullPlaces({ projectId, unitId, type, except: [_id, registrationId] }, 'all', session);
  if (full) failFull('type', full);
}

export const withinLimit = async (
  _ctx: Ctx,
  session: Session,
  { doc, before }: DoneOf<typeof vehicle>,
): Promise<void> => {
  const moved = doc && (!before || before.unitId !== doc.unitId || before.type !== doc.type || before.deletedAt);
  if (doc && moved) await assertLimit(doc, session);
};

/** Keeps parking in step with its vehicle. */
export const withParking = (ctx: Ctx, { doc, before, kind }: DoneOf<typeof vehicle>): Promise<Change[]> =>
  kind === 'remove' ? Promise.resolve([]) : syncParkingOfVehicle(ctx, before?.deletedAt ? null : before, doc);

const subjectOf = (doc: Doc<typeof vehicle>) => ({
  module: vehicle.code,
  id: doc._id,
  title: doc.plate ?? doc.type,
});
/** Plate and frame number held by a vehicle, with their uniqueness keys. */
export const heldIdentifiers = (ctx: Ctx, values: { plateHeld: string | null; frameHeld: string | null }) =>
  sealed(vehicle, ctx.projectId, { ...values });
const NOTHING = { plateHeld: null, frameHeld: null };
/** Values of a vehicle that is out of use. */
export const stoppedFrom = (ctx: Ctx, stopDate: string) => ({
  status: 'INACTIVE' as const,
  stopDate,
  ...heldIdentifiers(ctx, NOTHING),
});

const stop: Action<typeof vehicle, 'stop'> = async (ctx, doc, { stopDate, note }) => {
  if (doc.cardId) fail('VEHICLE_LINKED_TO_CARD');
  if (stopDate < (doc.startDate ?? ''))
    failFields({ stopDate: { code: 'VEHICLE_DATES_REVERSED' } }, 'VEHICLE_DATES_REVERSED');
  const later = stopDate > todayOf(ctx);
  const after = { ...doc, stopDate, status: later ? ('ACTIVE' as const) : ('INACTIVE' as const) };
  return {
    with: await syncParkingOfVehicle(ctx, doc, after),
    set: { stopDate, ...(note && { note }), ...(!later && heldIdentifiers(ctx, NOTHING)) },
    ...(later && { status: 'ACTIVE' }),
    also: session => notify(ctx, toUnit(doc.unitId), 'VEHICLE_STOPPED', subjectOf(doc), session),
  };
};

const start: Action<typeof vehicle, 'start'> = async (ctx, doc, { startDate, overLimit, reason }) => {
  if (overLimit && !reason) failFields({ reason: { code: 'REQUIRED' } });
  const set = { startDate, stopDate: null, overLimit: overLimit === true, ...(reason && { reason }) };
  const { plateHeld, frameHeld } = plateOf({ ...doc, status: 'ACTIVE' });
  return {
    with: await syncParkingOfVehicle(ctx, doc, { ...doc, ...set, status: 'ACTIVE' }),
    set: { ...set, ...heldIdentifiers(ctx, { plateHeld, frameHeld }) },
    also: async session => {
      await assertLimit({ ...doc, ...set, status: 'ACTIVE' }, session);
      await notify(ctx, toUnit(doc.unitId), 'VEHICLE_STARTED', subjectOf(doc), session);
    },
  };
};
export const VEHICLE_ACTS = { stop, start } satisfies ActionsOf<typeof vehicle>;

/** Deactivates vehicles whose stop date has passed, one by one; safe on several servers. */
export const stopVehiclesJob = defineJob({
  name: 'vehicles whose last day is over',
  every: '20 0 * * *',
  async perProject(ctx) {
    const due = { status: 'ACTIVE', stopDate: { $type: 'string', $lt: todayOf(ctx) } } as const;
    const docs = await records(vehicle).find(ctx, { ...due }, { limit: 1000 });
    return attemptEach(docs, doc => {
      const update = { doc, set: { status: 'INACTIVE', ...heldIdentifiers(ctx, NOTHING) }, while: due };
      return save(ctx, [{ definition: vehicle, action: 'stop', update }]);
    });
  },
});

const parked = z.object({ id: z.string(), plate: z.string().nullable(), from: z.string(), to: z.string().nullable() });

/** `GET /vehicle/summary?month=`: vehicles counted for parking fees, by unit and type. */
export const vehicleSummary: Route = route({
  method: 'get',
  path: `${vehicle.path}/summary`,
  summary: 'The vehicles of a month by unit and type, each with its dates',
  module: vehicle.code,
  flags: ['read'],
  query: z.strictObject({ month: fieldSchema({ kind: 'month' }) }),
  answer: z.array(z.object({ unitId: z.string(), type: z.string(), count: z.int(), vehicles: z.array(parked) })),
  async run(ctx, { query: { month } }) {
    const first = `${month}-01`;
    const last = addDays(`${nextMonth(month)}-01`, -1);
    const docs = await records(vehicle).find(
      ctx,
      {
        unitId: { $type: 'string' },
        startDate: { $lte: last },
        $or: [{ stopDate: null }, { stopDate: { $gte: first } }],
      },
      { sort: { unitId: 1, type: 1, _id: 1 }, patience: 10_000 },
    );
    const groups = Map.groupBy(docs, ({ unitId, type }) => `${unitId} ${type}`);
    return [...groups.values()].map(group => ({
      unitId: group[0]?.unitId ?? '',
      type: group[0]?.type ?? '',
      count: group.length,
      vehicles: group.map(({ _id: id, plate, startDate, stopDate }) => ({
        id,
        plate,
        from: startDate ?? '',
        to: stopDate,
      })),
    }));
  },
});

const nextMonth = (month: string): string => {
  const [year = 0, n = 0] = month.split('-').map(Number);
  return n === 12 ? `${year + 1}-01` : `${year}-${String(n + 1).padStart(2, '0')}`;
};
