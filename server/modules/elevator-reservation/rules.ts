import { DAY_MS, dayOf, HOUR_MS, MINUTE_MS } from '@lobby/shared/kit/dates.ts';
import { isIn } from '@lobby/shared/kit/is-in.ts';
import { elevator } from '@lobby/shared/modules/elevator.ts';
import { elevatorReservation, HOLDS_ELEVATOR } from '@lobby/shared/modules/elevator-reservation.ts';
import { GRACE_MS, type Span } from '@lobby/shared/modules/elevator-time.ts';
import { unit } from '@lobby/shared/modules/unit.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { fail, failFields } from '../../kit/base/errors.ts';
import { todayOf } from '../../kit/base/local-time.ts';
import type { Session } from '../../kit/database/database.ts';
import type { RequestOf, Values } from '../../kit/records/typed-behaviour.ts';
import { type Doc, records } from '../../kit/store/records.ts';
import { needRef } from '../../kit/store/refs/refs.ts';
import { receptionIn } from '../../platform/reception/reception.ts';
import { assertTimeFree, takeElevator } from '../elevator/index.ts';
import { assertLivesInUnit, beginForm } from '../resident-form/index.ts';

type Reservation = Values<typeof elevatorReservation>;

const at = (value: string | Date | null | undefined): number => new Date(value ?? Number.NaN).getTime();
export const spanOf = ({ expectedStartAt, expectedEndAt }: Reservation): Span => ({
  from: at(expectedStartAt),
  to: at(expectedEndAt),
});
const refuse = (field: string, code: string): never => failFields({ [field]: { code } }, code);

/** The elevator of a reservation; it must be active and serve the unit's block. */
async function elevatorFor(ctx: Ctx, { elevatorId, unitId }: Reservation): Promise<Doc<typeof elevator>> {
  const lift = await needRef(ctx, elevator, elevatorId ?? '', 'elevatorId');
  const home = await needRef(ctx, unit, unitId ?? '', 'unitId');
  if (!lift.active || (lift.blockId && lift.blockId !== home.blockId)) refuse('elevatorId', 'ELEVATOR_NOT_FOR_UNIT');
  return lift;
}

/** Requires start and duration to match the elevator's slots and limits. */
function assertLength({ slotMinutes, minMinutes, maxMinutes }: Doc<typeof elevator>, { from, to }: Span): void {
  const step = Number(slotMinutes) * MINUTE_MS;
  const minutes = (to - from) / MINUTE_MS;
  // Checked against quarters of an hour at most, by which time zones may differ.
  if (from % Math.min(step, 15 * MINUTE_MS) > 0) refuse('expectedStartAt', 'ELEVATOR_LENGTH_INVALID');
  if (minutes < minMinutes || minutes > maxMinutes || minutes % Number(slotMinutes) > 0)
    refuse('expectedEndAt', 'ELEVATOR_LENGTH_INVALID');
}

/** Limits that apply to residents only. */
async function assertResidentMayReserve(
  ctx: Ctx,
  lift: Doc<typeof elevator>,
  whole: Reservation,
  doc: Doc<typeof elevatorReservation> | null,
): Promise<void> {
  const span = spanOf(whole);
  const { moveLeadHours, moveMaxDays, moveOpenLimit } = await receptionIn(ctx.projectId);
  assertLength(lift, span);
  if (span.from < ctx.now.getTime() + moveLeadHours * HOUR_MS) refuse('expectedStartAt', 'MOVE_TOO_SOON');
  if (span.from > ctx.now.getTime() + moveMaxDays * DAY_MS) refuse('expectedStartAt', 'MOVE_TOO_FAR');
  const open = await openOf(ctx, whole.unitId, doc?._id);
  if (open >= moveOpenLimit) fail('MOVE_LIMIT_REACHED', { limit: moveOpenLimit });
}

const openOf = (ctx: Ctx, unitId: string | null | undefined, except?: string, session?: Session): Promise<number> =>
  records(elevatorReservation)
    .in(session)
    .count(ctx, {
      unitId: unitId ?? '',
      status: { $in: ['WAITING', 'APPROVED'] },
      ...(except && { _id: { $ne: except } }),
    });

const TIMES = ['elevatorId', 'expectedStartAt', 'expectedEndAt'] as const;
const plain = (value: string | Date | null | undefined) => (value instanceof Date ? value.toISOString() : value);

/** Validates and completes a reservation. */
export async function completeReservation(
  ctx: Ctx,
  request: RequestOf<typeof elevatorReservation>,
): Promise<Reservation> {
  const { kind, values, doc } = request;
  if (kind === 'remove' || kind === 'restore') return values;
  const whole = { ...doc, ...values };
  await assertLivesInUnit(ctx, whole, values);
  const moved = ([...TIMES, 'unitId'] as const).some(
    name => values[name] !== undefined && values[name] !== plain(doc?.[name]),
  );
  const out: Reservation = { ...values };
  if (moved) {
    const lift = await elevatorFor(ctx, whole);
    out.blockId = (await needRef(ctx, unit, whole.unitId ?? '', 'unitId')).blockId;
    const early = spanOf(whole).from < ctx.now.getTime() - GRACE_MS;
    if (early && values.expectedStartAt !== plain(doc?.expectedStartAt)) refuse('expectedStartAt', 'ELEVATOR_IN_PAST');
    if (ctx.kind === 'resident') await assertResidentMayReserve(ctx, lift, whole, doc);
    await assertTimeFree(ctx, lift, spanOf(whole), doc ? { except: doc._id } : {});
    const today = todayOf(ctx);
    out.onToday = dayOf(new Date(spanOf(whole).from), ctx.project.timeZone) === today;
    // The new time was checked to be free.
    if (doc) out.conflict = null;
  }
  if (!doc) out.regulationEdition = (await receptionIn(ctx.projectId)).movingRules.edition;
  return { ...out, ...(await beginForm(ctx, elevatorReservation, request)) };
}

/** Rechecks a place within the transaction, where reservations are serialised (proof.md, F12). */
export async function holdPlace(
  ctx: Ctx,
  session: Session,
  doc: Doc<typeof elevatorReservation>,
  before: Doc<typeof elevatorReservation> | null,
): Promise<void> {
  const same = before && ([...TIMES, 'deletedAt'] as const).every(name => String(before[name]) === String(doc[name]));
  if (same || !isIn(doc.status, HOLDS_ELEVATOR)) return;
  await judgeAgain(ctx, session, doc);
  if (ctx.kind !== 'resident' || before) return;
  const { moveOpenLimit } = await receptionIn(ctx.projectId);
  if ((await openOf(ctx, doc.unitId, doc._id, session)) >= moveOpenLimit)
    fail('MOVE_LIMIT_REACHED', { limit: moveOpenLimit });
}

/** Rechecks the place of a reservation while holding the elevator's lock. */
export async function judgeAgain(
  ctx: Ctx,
  session: Session,
  doc: Doc<typeof elevatorReservation>,
  span = spanOf(doc),
): Promise<void> {
  await takeElevator(doc.elevatorId, session);
  const lift = await records(elevator).withRemoved().in(session).get(ctx, doc.elevatorId);
  const only = ['ELEVATOR_CLOSED', 'ELEVATOR_SLOT_TAKEN'] as const;
  if (lift) await assertTimeFree(ctx, lift, span, { except: doc._id, session, only });
}
