import { elevatorClosure } from '@lobby/shared/modules/elevator.ts';
import { elevatorReservation, HOLDS_ELEVATOR } from '@lobby/shared/modules/elevator-reservation.ts';
import { overlap, type Span } from '@lobby/shared/modules/elevator-time.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { fail, failFields } from '../../kit/base/errors.ts';
import type { Session } from '../../kit/database/database.ts';
import { serializeBy } from '../../kit/database/serialize.ts';
import { lastChange } from '../../kit/records/acts/last-change.ts';
import { build } from '../../kit/records/records.ts';
import type { BehaviourOf, DoneOf, EffectOf, RequestOf, Values } from '../../kit/records/typed-behaviour.ts';
import { type Doc, records } from '../../kit/store/records.ts';
import { type Change, VersionConflict } from '../../kit/store/save.ts';
import { notify, toUnit } from '../../platform/notifications/notifications.ts';
import { subjectOf } from '../resident-form/index.ts';

const MOST = 2000;
interface Closure extends Span {
  /** Empty if not stored yet. */
  _id: string;
  elevatorId: string;
}

const spanOf = ({ startAt, endAt }: Doc<typeof elevatorClosure>): Span => ({
  from: startAt.getTime(),
  to: endAt.getTime(),
});
const closureOf = (doc: Doc<typeof elevatorClosure>): Closure => ({
  _id: doc._id,
  elevatorId: doc.elevatorId,
  ...spanOf(doc),
});

/** Serialises reservations and closures of an elevator. */
export const takeElevator = (elevatorId: string, session: Session): Promise<void> =>
  serializeBy(`elevator ${elevatorId}`, session);

/** Other closures of an elevator that overlap. */
const othersIn = (
  ctx: Ctx,
  { _id, elevatorId, from, to }: Closure,
  session?: Session,
): Promise<Doc<typeof elevatorClosure>[]> =>
  records(elevatorClosure)
    .in(session)
    .find(
      ctx,
      { elevatorId, _id: { $ne: _id }, startAt: { $lt: new Date(to) }, endAt: { $gt: new Date(from) } },
      { sort: { startAt: 1 }, limit: MOST, patience: 2000 },
    );

async function assertNoOverlap(ctx: Ctx, closure: Closure, session?: Session): Promise<void> {
  const [first] = await othersIn(ctx, closure, session);
  if (!first) return;
  const { _id: id, startAt, endAt, reason } = first;
  failFields({ startAt: { code: 'CLOSURE_OVERLAPS' } }, 'CLOSURE_OVERLAPS', {
    closure: { id, startAt, endAt, reason },
  });
}

/** Refuses overlapping closures, and edits of closures that maintenance works manage. */
export async function completeClosure(
  ctx: Ctx,
  { kind, values, doc }: RequestOf<typeof elevatorClosure>,
): Promise<Values<typeof elevatorClosure>> {
  if ((kind === 'update' || kind === 'remove') && doc.source === 'MAINTENANCE')
    fail('STATUS_NOT_ALLOWED', await lastChange(elevatorClosure, doc, false));
  const { elevatorId, startAt, endAt } = { ...doc, ...values };
  if (kind !== 'remove' && elevatorId && startAt && endAt) {
    const span = { from: new Date(startAt).getTime(), to: new Date(endAt).getTime() };
    await assertNoOverlap(ctx, { _id: doc?._id ?? '', elevatorId, ...span });
  }
  return values;
}

/** Reservations whose conflict state changes with a closure, with their new state. */
async function touched(ctx: Ctx, before: Closure | null, after: Closure | null, session?: Session) {
  const conflicts: { doc: Doc<typeof elevatorReservation>; conflict: 'CLOSED' | null }[] = [];
  const spans = [before, after].filter(closure => closure !== null);
  for (const elevatorId of new Set(spans.map(span => span.elevatorId))) {
    const ofElevator = spans.filter(span => span.elevatorId === elevatorId);
    const whole = {
      _id: ofElevator[0]?._id ?? '',
      elevatorId,
      from: Math.min(...ofElevator.map(({ from }) => from)),
      to: Math.max(...ofElevator.map(({ to }) => to)),
    };
    const docs = await records(elevatorReservation)
      .in(session)
      .find(
        ctx,
        {
          elevatorId,
          status: { $in: [...HOLDS_ELEVATOR] },
          expectedStartAt: { $lt: new Date(whole.to) },
          expectedEndAt: { $gt: new Date(whole.from) },
        },
        { limit: MOST, patience: 2000 },
      );
    if (docs.length === 0) continue;
    const reach = {
      ...whole,
      from: Math.min(...docs.map(doc => doc.expectedStartAt.getTime())),
      to: Math.max(...docs.map(doc => doc.expectedEndAt.getTime())),
    };
    const closed = (await othersIn(ctx, reach, session)).map(spanOf);
    if (after?.elevatorId === elevatorId) closed.push(after);
    for (const doc of docs) {
      const move = { from: doc.expectedStartAt.getTime(), to: doc.expectedEndAt.getTime() };
      const isClosed = closed.some(closure => overlap(closure, move));
      if (isClosed !== (doc.conflict === 'CLOSED')) conflicts.push({ doc, conflict: isClosed ? 'CLOSED' : null });
    }
  }
  return conflicts;
}

/** Marks reservations as in conflict or free again, and notifies their units. */
async function marked(ctx: Ctx, before: Closure | null, after: Closure | null): Promise<Change[]> {
  return (await touched(ctx, before, after)).map(({ doc, conflict }) => ({
    definition: elevatorReservation,
    action: 'conflict',
    update: { doc, set: { conflict }, keepVersion: true, while: { status: { $in: [...HOLDS_ELEVATOR] } } },
    also: session =>
      notify(
        ctx,
        toUnit(doc.unitId),
        conflict ? 'ELEVATOR_RESERVATION_CONFLICT' : 'ELEVATOR_RESERVATION_CONFLICT_OVER',
        subjectOf(elevatorReservation, doc),
        session,
      ),
  }));
}

const idsOf = (conflicts: readonly { doc: Pick<Doc<typeof elevatorReservation>, '_id'> }[]) =>
  conflicts
    .map(({ doc }) => doc._id)
    .sort()
    .join();
const planned = new WeakMap<object, string>();
const sides = ({ doc, before }: DoneOf<typeof elevatorClosure>) =>
  [before && closureOf(before), doc && closureOf(doc)] as const satisfies readonly (Closure | null)[];

const idsIn = (changes: readonly Change[]) =>
  changes
    .map(({ update }) => update?.doc._id ?? '')
    .sort()
    .join();

/** Rechecks within the serialised transaction: throws a conflict if closures or reservations have changed. */
async function again(ctx: Ctx, session: Session, before: Closure | null, after: Closure | null, ids: string) {
  for (const id of new Set([before?.elevatorId, after?.elevatorId].filter(elevatorId => elevatorId !== undefined)))
    await takeElevator(id, session);
  if (idsOf(await touched(ctx, before, after, session)) !== ids) throw new VersionConflict();
}

export const closureHooks = {
  changes: async (ctx, done) => {
    const changes = await marked(ctx, ...sides(done));
    planned.set(done, idsIn(changes));
    return changes;
  },
  async inTransaction(ctx, session, done) {
    const [before, after] = sides(done);
    await again(ctx, session, before, after, planned.get(done) ?? '');
    if (after) await assertNoOverlap(ctx, after, session);
  },
} satisfies BehaviourOf<typeof elevatorClosure>;

/** Reopens an elevator before the planned end. */
export async function endClosure(
  ctx: Ctx,
  doc: Doc<typeof elevatorClosure>,
): Promise<EffectOf<typeof elevatorClosure>> {
  const before = closureOf(doc);
  const now = ctx.now.getTime();
  if (doc.source === 'MAINTENANCE') fail('STATUS_NOT_ALLOWED', await lastChange(elevatorClosure, doc, false));
  if (before.from >= now || before.to <= now) fail('STATUS_NOT_ALLOWED', await lastChange(elevatorClosure, doc, false));
  const after = { ...before, to: now };
  const changes = await marked(ctx, before, after);
  const ids = idsIn(changes);
  return {
    set: { endAt: ctx.now },
    with: changes,
    also: session => again(ctx, session, before, after, ids),
  };
}

/** Closure required by a maintenance work. */
export interface WorkClosure {
  elevatorId: string;
  startAt: Date;
  endAt: Date;
  reason: string;
}

/** Creates, moves or ends the closure of a maintenance work to match it. */
export async function closureOfWork(ctx: Ctx, maintenanceId: string, wanted: WorkClosure | null): Promise<Change[]> {
  const stored = await records(elevatorClosure).first(ctx, { maintenanceId });
  const now = ctx.now.getTime();
  const before = stored && closureOf(stored);
  if (!wanted && (!before || before.to <= now)) return [];
  const change = await changeOf(ctx, maintenanceId, stored, wanted);
  if (!change) return [];
  const after = wanted
    ? {
        _id: change.insert?._id ?? stored?._id ?? '',
        elevatorId: wanted.elevatorId,
        from: wanted.startAt.getTime(),
        to: wanted.endAt.getTime(),
      }
    : before && change.action === 'end'
      ? { ...before, to: now }
      : null;
  const changes = await marked(ctx, before, after);
  const ids = idsIn(changes);
  const also: Change['also'] = async session => {
    await again(ctx, session, before, after, ids);
    if (change.insert) await assertOnlyClosure(ctx, maintenanceId, change.insert._id, session);
  };
  return [{ ...change, also }, ...changes];
}

async function changeOf(
  ctx: Ctx,
  maintenanceId: string,
  stored: Doc<typeof elevatorClosure> | null,
  wanted: WorkClosure | null,
): Promise<Change | null> {
  const definition = elevatorClosure;
  if (!stored) {
    if (!wanted) return null;
    const insert = await build(ctx, definition, { ...wanted, maintenanceId, source: 'MAINTENANCE' }, true);
    return { definition, action: 'create', insert };
  }
  if (!wanted) {
    const begun = stored.startAt.getTime() < ctx.now.getTime();
    if (begun) return { definition, action: 'end', update: { doc: stored, set: { endAt: ctx.now } } };
    return { definition, action: 'remove', update: { doc: stored, set: { deletedAt: ctx.now } } };
  }
  const same =
    stored.elevatorId === wanted.elevatorId &&
    stored.startAt.getTime() === wanted.startAt.getTime() &&
    stored.endAt.getTime() === wanted.endAt.getTime();
  return same ? null : { definition, action: 'update', update: { doc: stored, set: { ...wanted } } };
}

/** Throws a conflict if another server created the closure concurrently. */
async function assertOnlyClosure(ctx: Ctx, maintenanceId: string, id: string, session: Session): Promise<void> {
  const other = await records(elevatorClosure)
    .in(session)
    .first(ctx, { maintenanceId, _id: { $ne: id } });
  if (other) throw new VersionConflict();
}
