import { addDays, monthOf } from '@lobby/shared/kit/dates.ts';
import { bill } from '@lobby/shared/modules/bill.ts';
import { service, vehicleTypesOf } from '@lobby/shared/modules/billing-service.ts';
import { keyOnBill, parking } from '@lobby/shared/modules/parking.ts';
import { tariff } from '@lobby/shared/modules/tariff.ts';
import { unit } from '@lobby/shared/modules/unit.ts';
import { vehicle } from '@lobby/shared/modules/vehicle.ts';
import type { Ctx } from '../../../kit/base/context.ts';
import { fail, failFields } from '../../../kit/base/errors.ts';
import { todayOf } from '../../../kit/base/local-time.ts';
import type { Session } from '../../../kit/database/database.ts';
import { serializeBy } from '../../../kit/database/serialize.ts';
import { build } from '../../../kit/records/records.ts';
import type {
  ActionsOf,
  BehaviourOf,
  DoneOf,
  EffectOf,
  RequestOf,
  Values,
} from '../../../kit/records/typed-behaviour.ts';
import { type Doc, records, type Where } from '../../../kit/store/records.ts';
import { failInUse } from '../../../kit/store/refs/inbound-refs.ts';
import { loadRefs, needRef } from '../../../kit/store/refs/refs.ts';
import type { Change } from '../../../kit/store/save.ts';
import { assertMonthNotLocked } from '../../lock-date/index.ts';
import { FAR, firstTouched, loadBills } from '../registration/registration.ts';

type Parking = Values<typeof parking>;
/** Fields that cannot change once bills charge the parking. */
const FIXED = ['vehicleId', 'unitId', 'serviceId', 'startDate', 'tariffId'] as const;
/** Customer groups without monthly charges. */
const UNCHARGED: readonly Doc<typeof vehicle>['customerGroup'][] = ['STAFF', 'OUTSIDE'];

/** Whether parking of a vehicle is charged to a unit. */
export const isCharged = (car: Doc<typeof vehicle> | null): car is Doc<typeof vehicle> =>
  car !== null &&
  !car.deletedAt &&
  car.status === 'ACTIVE' &&
  car.unitId !== null &&
  !UNCHARGED.includes(car.customerGroup);

/** Bills with a line for the vehicle within these days, latest month first. */
async function billsWith(
  ctx: Ctx,
  doc: Doc<typeof parking>,
  more: Where<typeof bill> = {},
): Promise<Doc<typeof bill>[]> {
  const bills = await loadBills(ctx, doc, more);
  return bills.filter(({ items }) => items.some(({ key }) => key === keyOnBill(doc)));
}

function assertNotBilled([last]: readonly Doc<typeof bill>[], field: string): void {
  if (!last) return;
  const params = { month: last.month };
  fail('PARKING_BILLED', { ...params, ...(field && { fields: { [field]: { code: 'PARKING_BILLED', params } } }) });
}

/** Refuses changes that would remove billed days. */
export async function assertBilledDaysKept(
  ctx: Ctx,
  doc: Doc<typeof parking>,
  after: Parking,
  field?: string,
): Promise<void> {
  const moved = FIXED.find(name => (doc[name] ?? '') !== (after[name] ?? ''));
  if (moved) return assertNotBilled(await billsWith(ctx, doc), field ?? moved);
  const end = after.endDate;
  if (end && end < (doc.endDate ?? FAR))
    assertNotBilled(await billsWith(ctx, doc, { periodEnd: { $gt: end } }), field ?? 'endDate');
}

/** Values that parking copies from its vehicle. */
export async function ofVehicle(ctx: Ctx, car: Doc<typeof vehicle>) {
  const { plate, type: vehicleType, unitId, cardNumber } = car;
  const { blockId } = await needRef(ctx, unit, unitId ?? '', 'unitId');
  return { plate, vehicleType, unitId, blockId, cardNumber };
}

async function assertParkingService(
  ctx: Ctx,
  { serviceId, tariffId }: Pick<Parking, 'serviceId' | 'tariffId'>,
  car: Doc<typeof vehicle>,
  doc: Doc<typeof parking> | null,
): Promise<void> {
  if (serviceId !== doc?.serviceId) {
    const chosen = await needRef(ctx, service, serviceId ?? '', 'serviceId');
    if (!vehicleTypesOf(chosen).includes(car.type))
      failFields({ serviceId: { code: 'VEHICLE_TYPE_NOT_SUITABLE' } }, 'VEHICLE_TYPE_NOT_SUITABLE');
    if (!chosen.active) failFields({ serviceId: { code: 'SERVICE_NOT_ACTIVE' } }, 'SERVICE_NOT_ACTIVE');
  }
  if (!tariffId || tariffId === doc?.tariffId) return;
  const price = (await loadRefs(ctx.projectId, tariff, [tariffId])).get(tariffId);
  if (price && !price.active) failFields({ tariffId: { code: 'TARIFF_NOT_ACTIVE' } }, 'TARIFF_NOT_ACTIVE');
}

/** Requires a reason for dates that differ from the vehicle's, or for a separate tariff. */
function assertExplained(whole: Parking, car: Doc<typeof vehicle>): void {
  const [start, stop] = [car.startDate ?? '', car.stopDate ?? FAR];
  const reversed = { code: 'DATES_REVERSED' };
  if ((whole.startDate ?? '') < start) failFields({ startDate: reversed }, 'DATES_REVERSED');
  if ((whole.endDate ?? FAR) > stop) failFields({ endDate: reversed }, 'DATES_REVERSED');
  const isSpecial = whole.startDate !== start || (whole.endDate ?? FAR) !== stop || whole.tariffId;
  if (isSpecial && !whole.reason) failFields({ reason: { code: 'REQUIRED' } });
}

async function check(ctx: Ctx, { kind, values, doc }: RequestOf<typeof parking>): Promise<Parking> {
  if (kind === 'remove') {
    const { length: count } = await billsWith(ctx, doc);
    if (count > 0) failInUse(bill, count, { field: 'serviceId' });
  }
  const whole: Parking = { ...doc, ...values };
  const car = await needRef(ctx, vehicle, whole.vehicleId ?? '', 'vehicleId');
  if (kind === 'create' || kind === 'import') {
    whole.startDate ??= car.startDate ?? todayOf(ctx);
    whole.endDate ??= car.stopDate;
  }
  const touched = firstTouched(kind === 'restore' ? null : doc, kind === 'remove' ? null : whole);
  if (touched) await assertMonthNotLocked(ctx, monthOf(touched.day), kind === 'remove' ? '' : touched.field);
  if (kind === 'remove' || kind === 'restore') return values;
  if (!doc && car.status !== 'ACTIVE') failFields({ vehicleId: { code: 'REFERENCE_NOT_SUITABLE' } });
  if (!doc && !isCharged(car)) failFields({ vehicleId: { code: 'VEHICLE_WITHOUT_UNIT' } }, 'VEHICLE_WITHOUT_UNIT');
  await assertParkingService(ctx, whole, car, doc);
  assertExplained(whole, car);
  const ofCar = !doc || doc.vehicleId !== whole.vehicleId ? await ofVehicle(ctx, car) : {};
  if (doc) await assertBilledDaysKept(ctx, doc, { ...whole, ...ofCar });
  const [startDate, endDate] = [whole.startDate ?? null, whole.endDate ?? null];
  const moved =
    doc && (doc.startDate !== startDate || doc.serviceId !== whole.serviceId || doc.vehicleId !== whole.vehicleId);
  const place =
    moved && doc.status === 'ACTIVE' ? { step: await loadStep(ctx, { ...whole, ...ofCar, _id: doc._id }) } : {};
  return {
    ...values,
    ...ofCar,
    ...place,
    startDate,
    endDate,
    ...(!doc && { source: kind === 'import' ? 'IMPORT' : 'DESK' }),
  };
}

/** Refuses overlapping parking of one vehicle; concurrent writes are serialised. */
export async function assertNoOverlap(session: Session, doc: Doc<typeof parking>): Promise<void> {
  const { projectId, vehicleId, startDate, endDate, _id } = doc;
  await serializeBy(`parking ${projectId} ${vehicleId}`, session);
  const other = await records(parking)
    .in(session)
    .first(doc, {
      vehicleId,
      _id: { $ne: _id },
      ...(endDate ? { startDate: { $lte: endDate } } : {}),
      $or: [{ endDate: null }, { endDate: { $gte: startDate } }],
    });
  if (!other) return;
  const params = { other: other.code ?? '', from: other.startDate ?? '…', to: other.endDate ?? '…' };
  fail('PARKING_OVERLAPS', { ...params, fields: { startDate: { code: 'PARKING_OVERLAPS', params } } });
}

async function inTransaction(_ctx: Ctx, session: Session, { doc, before }: DoneOf<typeof parking>): Promise<void> {
  const names = ['vehicleId', 'startDate', 'endDate', 'deletedAt'] as const;
  if (doc && !(before && names.every(name => before[name] === doc[name]))) await assertNoOverlap(session, doc);
}

type Place = Pick<Parking, 'unitId' | 'serviceId' | 'startDate' | 'plate'>;

const inOrder = (a: Place, b: Place) =>
  `${a.startDate} ${a.plate}` < `${b.startDate} ${b.plate}` ? -1 : `${a.startDate}` === `${b.startDate}` ? 0 : 1;

const beside = async (ctx: Ctx, { unitId, serviceId }: Place) =>
  unitId && serviceId ? records(parking).find(ctx, { unitId, serviceId, status: 'ACTIVE' }) : [];

/** Position among the vehicles of the unit and service. */
const loadStep = async (ctx: Ctx, doc: Place & { _id: string }): Promise<number> =>
  (await beside(ctx, doc)).filter(other => other._id !== doc._id && inOrder(other, doc) < 0).length + 1;

/** Recomputes the positions of the unit's vehicles by start date, given pending changes. */
export async function recomputeSteps(
  ctx: Ctx,
  of: Place,
  changed: readonly { _id: string; after: Doc<typeof parking> | null }[],
): Promise<Change[]> {
  const rows = await beside(ctx, of);
  const byId = new Map(rows.map(row => [row._id, row]));
  const all = new Map<string, Doc<typeof parking>>(byId);
  for (const { _id, after } of changed)
    if (after && !after.deletedAt && after.status === 'ACTIVE') all.set(_id, after);
    else all.delete(_id);
  const ids = new Set(changed.map(({ _id }) => _id));
  return [...all.values()].sort(inOrder).flatMap((registration, at): Change[] => {
    if (ids.has(registration._id) || registration.step === at + 1) return [];
    return [
      {
        definition: parking,
        action: 'update',
        update: { doc: registration, set: { step: at + 1 }, keepVersion: true },
      },
    ];
  });
}

async function changes(ctx: Ctx, { doc, before }: DoneOf<typeof parking>): Promise<Change[]> {
  const registration = doc ?? before;
  return registration ? recomputeSteps(ctx, registration, [{ _id: registration._id, after: doc }]) : [];
}

async function first(ctx: Ctx, _session: Session, doc: Doc<typeof parking>): Promise<void> {
  doc.step = await loadStep(ctx, doc);
}

export const parkingBehaviour = { check, first, changes, inTransaction } satisfies BehaviourOf<typeof parking>;

/** Sets the end date of parking; refused for locked and billed months. */
export async function withEnd(
  ctx: Ctx,
  doc: Doc<typeof parking>,
  endDate: string | null,
  field = 'endDate',
): Promise<EffectOf<typeof parking>> {
  const over = endDate !== null && endDate <= todayOf(ctx);
  const status = over ? 'ENDED' : 'ACTIVE';
  const after: Doc<typeof parking> = { ...doc, endDate, status };
  const touched = firstTouched(doc, after);
  if (touched) await assertMonthNotLocked(ctx, monthOf(touched.day), { field, document: doc.code });
  await assertBilledDaysKept(ctx, doc, after, field);
  return {
    status,
    set: { endDate, step: over ? null : (doc.step ?? (await loadStep(ctx, after))) },
    with: await recomputeSteps(ctx, doc, [{ _id: doc._id, after }]),
  };
}

/** Creates parking, possibly in place of another. */
export async function made(
  ctx: Ctx,
  { vehicleId, ...values }: Parking & { vehicleId: string },
): Promise<{ doc: Doc<typeof parking>; change: Change }> {
  // The vehicle may be created by the same act, so its reference is not checked.
  const doc = { ...(await build(ctx, parking, values)), vehicleId };
  doc.step = await loadStep(ctx, doc);
  return {
    doc,
    change: { definition: parking, action: 'create', insert: doc, also: session => assertNoOverlap(session, doc) },
  };
}

export const parkingActs = {
  async end(ctx, doc, { endDate, reason }) {
    const last = endDate ?? todayOf(ctx);
    if (last < (doc.startDate ?? '')) failFields({ endDate: { code: 'DATES_REVERSED' } }, 'DATES_REVERSED');
    const effect = await withEnd(ctx, doc, last);
    return { ...effect, set: { ...effect.set, ...(reason && { reason }) } };
  },
  async reopen(ctx, doc) {
    const car = await needRef(ctx, vehicle, doc.vehicleId, 'vehicleId');
    if (!isCharged(car)) failFields({ vehicleId: { code: 'REFERENCE_NOT_SUITABLE' } }, 'REFERENCE_NOT_SUITABLE');
    assertNotBilled(await billsWith(ctx, doc, { periodEnd: doc.endDate }), '');
    const effect = await withEnd(ctx, doc, null);
    return { ...effect, also: session => assertNoOverlap(session, { ...doc, endDate: null }) };
  },
  async 'change-service'(ctx, doc, { serviceId, tariffId, from, reason }) {
    const car = await needRef(ctx, vehicle, doc.vehicleId, 'vehicleId');
    if (from <= (doc.startDate ?? '')) failFields({ from: { code: 'DATES_REVERSED' } }, 'DATES_REVERSED');
    await assertParkingService(ctx, { serviceId, tariffId }, car, null);
    const ended = await withEnd(ctx, doc, addDays(from, -1), 'from');
    const { endDate, vehicleId } = doc;
    const next = await made(ctx, {
      ...(await ofVehicle(ctx, car)),
      vehicleId,
      serviceId,
      tariffId: tariffId ?? null,
      startDate: from,
      endDate,
      reason: reason ?? null,
      source: 'DESK',
    });
    return {
      ...ended,
      with: [
        ...(ended.with ?? []),
        next.change,
        ...(await recomputeSteps(ctx, next.doc, [{ _id: next.doc._id, after: next.doc }])),
      ],
    };
  },
} satisfies ActionsOf<typeof parking>;
