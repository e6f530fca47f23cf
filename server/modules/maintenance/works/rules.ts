import { addDays, dayOf, daysBetween, MINUTE_MS } from '@lobby/shared/kit/dates.ts';
import { isIn } from '@lobby/shared/kit/is-in.ts';
import { asset } from '@lobby/shared/modules/asset.ts';
import { isAnswered, type WorkItem, workItemsIn } from '@lobby/shared/modules/checklist-items.ts';
import { device } from '@lobby/shared/modules/device.ts';
import { maintenance, OPEN_WORKS, USUAL_DELAY_DAYS, WORK_TARGETS } from '@lobby/shared/modules/maintenance.ts';
import { technicalSystem } from '@lobby/shared/modules/technical-system.ts';
import type { Ctx } from '../../../kit/base/context.ts';
import { fail, failFields } from '../../../kit/base/errors.ts';
import { todayOf } from '../../../kit/base/local-time.ts';
import { numberIn } from '../../../kit/base/numbers.ts';
import type { Session } from '../../../kit/database/database.ts';
import { serializeBy } from '../../../kit/database/serialize.ts';
import type { BehaviourOf, DoneOf, RequestOf, Values } from '../../../kit/records/typed-behaviour.ts';
import { type Doc, fieldOf, records } from '../../../kit/store/records.ts';
import type { Change } from '../../../kit/store/save.ts';
import { notify, toStaff } from '../../../platform/notifications/notifications.ts';
import { addTicketWork, workEnded } from '../../task/index.ts';
import { type Following, syncWorksOfTarget, targetIn } from '../plans/targets.ts';
import { lastDayFor, notifyPartners } from '../repair/index.ts';
import { loadItems } from './items.ts';
import { liftChanges } from './lift.ts';
import { mergeParts } from './parts.ts';

type WorkValues = Values<typeof maintenance>;
const REQUIRED = { code: 'REQUIRED' } as const;
const THINGS = { deviceId: device, systemId: technicalSystem, assetId: asset } as const;

const isOpen = ({ status }: { status?: unknown }): boolean => isIn(status, OPEN_WORKS);
export const failAtField = (name: string, code: string): never => failFields({ [name]: { code } }, code);
const moment = (value: Date | string | null | undefined): Date | null => (value ? new Date(value) : null);

/** Tolerance for device clocks that run ahead. */
const AHEAD_MS = 300_000;

/** Time reported by a device, or now if it lies too far ahead. */
export function toldAt({ now }: Ctx, at: string | null | undefined): Date {
  const time = at ? new Date(at) : now;
  return time.getTime() > now.getTime() + AHEAD_MS ? now : time;
}

/** Answer of an item as text; measures in the reader's number format. */
export function measureOf({ language }: Ctx, { kind, value }: Pick<WorkItem, 'kind' | 'value'>): string {
  const measure = kind === 'NUMBER' || kind === 'METER' ? Number(value ?? Number.NaN) : Number.NaN;
  return Number.isFinite(measure) ? numberIn(language, measure) : (value ?? '');
}

/** Whether an open work is past its due date. */
export const isLate = (ctx: Ctx, { status, dueDate }: Pick<WorkValues, 'status' | 'dueDate'>): boolean =>
  isOpen({ status }) && typeof dueDate === 'string' && todayOf(ctx) > dueDate;

/** Requires exactly one item; works from a ticket may have none. */
export function assertOneTarget(whole: WorkValues): void {
  const named = WORK_TARGETS.filter(name => whole[name]);
  if (named.length > 1) failFields(Object.fromEntries(named.slice(1).map(name => [name, { code: 'ONE_TARGET' }])));
  if (named.length === 0 && whole.origin !== 'TICKET')
    failFields(Object.fromEntries(WORK_TARGETS.map(name => [name, REQUIRED])));
}

/** Record of the work's item; null for places and works without one. */
export async function loadThing(
  ctx: Ctx,
  whole: WorkValues,
): Promise<Doc<typeof technicalSystem> | Doc<typeof device> | Doc<typeof asset> | null> {
  const target = targetIn(whole);
  if (!target || target.name === 'placeId') return null;
  return records(THINGS[target.name]).get(ctx, target.id);
}

/** Refuses a date after the next one of the plan or cycle, unless that has passed. */
async function assertBeforeNext(ctx: Ctx, whole: WorkValues, day: string, name: string): Promise<void> {
  const [target, thing] = [targetIn(whole), await loadThing(ctx, whole)];
  if (!target || !thing) return;
  const limit = await lastDayFor(ctx, target, thing, whole);
  if (limit && limit >= todayOf(ctx) && day > limit) failAtField(name, 'MAINTENANCE_AFTER_NEXT');
}

/** Validates the dates of a work: not in the past, in order, and before the item's next date. */
export async function checkWorkDates(
  ctx: Ctx,
  values: WorkValues,
  before: WorkValues | null,
): Promise<Pick<Partial<Doc<typeof maintenance>>, 'scheduledDate'>> {
  const whole: WorkValues = { ...before, ...values };
  const [startAt, endAt] = [moment(whole.startAt), moment(whole.endAt)];
  if (!values.startAt && !values.endAt && !values.scheduledDate) return {};
  if (values.startAt && startAt && startAt.getTime() < Math.floor(ctx.now.getTime() / MINUTE_MS) * MINUTE_MS)
    failAtField('startAt', 'MAINTENANCE_IN_PAST');
  if (startAt && endAt && endAt < startAt) failAtField('endAt', 'DATES_REVERSED');
  const day = values.startAt && startAt ? dayOf(startAt, ctx.project.timeZone) : (whole.scheduledDate ?? '');
  const moved = day !== before?.scheduledDate;
  const name = values.startAt ? 'startAt' : 'scheduledDate';
  if (moved && day < todayOf(ctx)) failAtField(name, 'MAINTENANCE_IN_PAST');
  if (moved) await assertBeforeNext(ctx, { ...whole, scheduledDate: before?.scheduledDate ?? day }, day, name);
  return { scheduledDate: day };
}

/** Refuses a second open work for a ticket. */
export async function assertOnlyOpenWork(
  ctx: Ctx,
  { _id, ticketId }: Doc<typeof maintenance>,
  session: Session,
): Promise<void> {
  if (!ticketId) return;
  await serializeBy(`works of ${ticketId}`, session);
  const other = await records(maintenance)
    .in(session)
    .first(ctx, { ticketId, _id: { $ne: _id }, status: { $in: OPEN_WORKS } });
  if (other) fail('TICKET_HAS_WORK', { id: other._id, code: other.code });
}

/** Due date; moves along with the work's date unless given. */
export function dueOn(before: Doc<typeof maintenance> | null, scheduledDate: string, dueDate?: string | null): string {
  if (typeof dueDate === 'string') return dueDate;
  const delay = before?.dueDate ? daysBetween(before.scheduledDate, before.dueDate) : USUAL_DELAY_DAYS;
  return addDays(scheduledDate, delay);
}

/** Items of a newly chosen checklist; refused once items are answered. */
async function chosenList(ctx: Ctx, values: WorkValues, doc: Doc<typeof maintenance> | null): Promise<WorkValues> {
  const before = doc?.checklistId ?? null;
  if (values.checklistId === undefined || (values.checklistId ?? null) === before) return {};
  if (workItemsIn(doc?.items).some(isAnswered)) failFields({ checklistId: { code: 'INVALID' } });
  return loadItems(ctx, values.checklistId, values.estimatedMinutes ?? doc?.estimatedMinutes);
}

/** Refuses works for items out of use. */
async function assertInUse(ctx: Ctx, whole: WorkValues, doc: Doc<typeof maintenance> | null): Promise<void> {
  const target = targetIn(whole);
  if (!target || (doc && doc[target.name] === target.id)) return;
  const thing = await loadThing(ctx, whole);
  if (thing && fieldOf(thing, 'status') === 'STOP_USING')
    failFields({ [target.name]: { code: 'REFERENCE_NOT_SUITABLE', params: { why: 'maintenance.state.stopped' } } });
}

/** Validates and completes a work; works that have begun or ended cannot be removed. */
async function completeWork(ctx: Ctx, { kind, values, doc }: RequestOf<typeof maintenance>): Promise<WorkValues> {
  if (kind === 'remove') {
    const untouched = doc.status === 'WAITING' || doc.status === 'SCHEDULED';
    if (!untouched || doc.scheduledDate < todayOf(ctx)) fail('SCHEDULE_OCCURRED');
  }
  if (kind === 'remove' || kind === 'restore') return values;
  const whole: WorkValues = { ...doc, ...values };
  assertOneTarget(whole);
  await assertInUse(ctx, whole, doc);
  const days = await checkWorkDates(ctx, values, doc);
  const scheduledDate = days.scheduledDate ?? whole.scheduledDate ?? '';
  const parts = values.parts && { parts: mergeParts(doc?.parts ?? [], values.parts) };
  const set: WorkValues = { ...values, ...parts, ...days, ...(await chosenList(ctx, values, doc)), touched: true };
  if (!doc || days.scheduledDate) set.dueDate = dueOn(doc, scheduledDate, values.dueDate);
  if (typeof set.dueDate === 'string' && set.dueDate < scheduledDate) failAtField('dueDate', 'DATES_REVERSED');
  const status = doc?.status ?? 'SCHEDULED';
  return { ...set, overdue: isLate(ctx, { ...whole, ...set, status }) };
}

const assigned = (doc: Doc<typeof maintenance> | null): string[] => doc?.assigneeIds ?? [];
export const subjectOf = (doc: Doc<typeof maintenance>) => ({
  module: 'MAINTENANCE',
  id: doc._id,
  title: doc.title,
  day: doc.scheduledDate,
});

/** Notifies newly assigned staff. */
export async function notifyAssigned(
  ctx: Ctx,
  doc: Doc<typeof maintenance>,
  before: Doc<typeof maintenance> | null,
  session: Session,
): Promise<void> {
  const earlier = assigned(before);
  const fresh = assigned(doc).filter(id => !earlier.includes(id));
  if (fresh.length > 0) await notify(ctx, toStaff(fresh), 'MAINTENANCE_ASSIGNED', subjectOf(doc), session);
}

/** Updates the works' items and partners. */
export async function updateTargets(
  ctx: Ctx,
  docs: readonly (Doc<typeof maintenance> | null)[],
  session: Session,
  how: Following = {},
): Promise<void> {
  for (const doc of docs) if (doc) await syncWorksOfTarget(ctx, targetIn(doc), doc.kind, session, how);
  await notifyPartners(
    ctx,
    docs.map(doc => doc?.contractorId),
    session,
  );
}

async function tell(ctx: Ctx, session: Session, { kind, doc, before }: DoneOf<typeof maintenance>): Promise<void> {
  if (kind === 'restore') await assertOnlyOpenWork(ctx, doc, session);
  await updateTargets(ctx, [doc, before], session);
  if (doc) await notifyAssigned(ctx, doc, before, session);
}

/** Updates elevator closures and the tickets' open works. */
async function changes(ctx: Ctx, done: DoneOf<typeof maintenance>): Promise<Change[]> {
  const work = done.doc ?? { ...done.before, deletedAt: ctx.now };
  return [...(await liftChanges(ctx, work)), ...(await ofTicket(ctx, done))];
}

async function ofTicket(ctx: Ctx, { kind, doc, before }: DoneOf<typeof maintenance>): Promise<Change[]> {
  if (kind === 'remove') return isOpen(before) ? workEnded(ctx, before) : [];
  return kind === 'create' || kind === 'restore' ? addTicketWork(ctx, doc) : [];
}

export const workRules = { check: completeWork, changes, inTransaction: tell } satisfies BehaviourOf<
  typeof maintenance
>;
