import { addDays, DAY_MS, instantAt, MINUTE_MS } from '@lobby/shared/kit/dates.ts';
import { opensAt } from '@lobby/shared/kit/definition.ts';
import { clockOf } from '@lobby/shared/kit/hours.ts';
import type { NotificationType } from '@lobby/shared/kit/notification-topics.ts';
import { HANDOVER } from '@lobby/shared/modules/handover-data.ts';
import { handoverSchedule } from '@lobby/shared/modules/handover-schedule.ts';
import { progressOf } from '@lobby/shared/modules/handover-sheet.ts';
import { handoverUnit } from '@lobby/shared/modules/handover-unit.ts';
import { resident } from '@lobby/shared/modules/resident.ts';
import { unit } from '@lobby/shared/modules/unit.ts';
import { type Ctx, can } from '../../../kit/base/context.ts';
import { fail, failFields } from '../../../kit/base/errors.ts';
import { clockAt } from '../../../kit/base/local-time.ts';
import type { Session } from '../../../kit/database/database.ts';
import { serializeBy } from '../../../kit/database/serialize.ts';
import type { Action, ActionsOf, EffectOf, RuleOf } from '../../../kit/records/typed-behaviour.ts';
import { type Doc, records } from '../../../kit/store/records.ts';
import { loadRefs } from '../../../kit/store/refs.ts';
import type { Change } from '../../../kit/store/save.ts';
import { notify, toStaff, toUnit } from '../../../platform/notifications/notifications.ts';
import { handoverConfig } from '../config.ts';
import { templateFor } from '../data.ts';
import { passGate } from '../gate.ts';
import { localDay } from '../sheet/minutes.ts';
import { failHandover } from '../sheet/refuse.ts';
import { freshSheet, type KnownLine, keepSheet } from '../sheet/sheet.ts';
import { activeTemplates } from '../units/units.ts';
import { assertSlot, assertTimeFree, inspectorFor, meeting, type Span } from './slots.ts';

type Values = Record<string, unknown>;

export async function loadProgramme(ctx: Ctx, doc: Doc<typeof handoverSchedule>): Promise<Doc<typeof handoverUnit>> {
  const row = await records(handoverUnit).get(ctx, String(doc.handoverId));
  return row ?? failHandover('UNIT_MISSING', 'unitId');
}

/** Copies the state of the latest appointment to the unit's row. */
export const mirrored = (
  row: Doc<typeof handoverUnit>,
  set: Values,
  more: Values = {},
  inc: Record<string, number> = {},
): Change => ({
  definition: handoverUnit,
  action: 'schedule',
  update: { doc: row, set: { ...set, ...more }, inc, keepVersion: true },
});

export async function tell(
  ctx: Ctx,
  doc: Doc<typeof handoverSchedule>,
  kind: NotificationType,
  session: Session,
  employeeIds: unknown[] = [],
) {
  const unitId = String(doc.unitId);
  const code = String((await loadRefs(ctx.projectId, unit, [unitId])).get(unitId)?.code ?? doc.code);
  const subject = { module: HANDOVER, id: doc._id, title: code, part: 'handover/schedule' };
  if (ctx.kind !== 'resident') await notify(ctx, toUnit(unitId), kind, subject, session);
  const staff = [...new Set(employeeIds.filter(id => typeof id === 'string'))];
  if (staff.length > 0) await notify(ctx, toStaff(staff), kind, subject, session);
}

const dateOf = (value: unknown): Date | null =>
  value instanceof Date ? value : typeof value === 'string' ? new Date(value) : null;

/** Residents may change their appointment up to one day before. */
function assertNotLate(ctx: Ctx, doc: Doc<typeof handoverSchedule>): void {
  const at = dateOf(doc.scheduledAt);
  if (ctx.kind === 'resident' && at && at.getTime() - ctx.now.getTime() < DAY_MS)
    fail('HANDOVER_TOO_LATE', { at: at.toISOString() });
}

/** The same local time some days later. */
function shifted({ project: { timeZone } }: Ctx, from: Date | null, days: number): Date | null {
  if (!from || days === 0) return from;
  const { day, minutes } = clockAt(from, timeZone);
  return instantAt(addDays(day, days), minutes, timeZone);
}

/** Sets the time of an appointment within working hours, without overlaps per employee and up to the project's capacity. */
async function timed(
  ctx: Ctx,
  doc: Doc<typeof handoverSchedule>,
  input: Values,
  kind: NotificationType,
): Promise<EffectOf<typeof handoverSchedule>> {
  const config = await handoverConfig(ctx.projectId);
  const from = dateOf(input.scheduledAt) ?? shifted(ctx, dateOf(doc.scheduledAt), Number(input.days ?? 0));
  if (!from) return failFields({ scheduledAt: { code: 'REQUIRED' } });
  const given = dateOf(input.endAt);
  const was = [dateOf(doc.scheduledAt), dateOf(doc.endAt)] as const;
  const length = was[0] && was[1] ? was[1].getTime() - was[0].getTime() : config.slotMinutes * MINUTE_MS;
  const to =
    given && ctx.kind !== 'resident'
      ? given
      : new Date(from.getTime() + (ctx.kind === 'resident' ? config.slotMinutes * MINUTE_MS : length));
  const span: Span = { from, to };
  const staff = ctx.kind === 'staff';
  const employeeId = staff ? (input.employeeId ?? doc.employeeId) : null;
  if (staff && typeof employeeId !== 'string') failHandover('EMPLOYEE_MISSING', 'employeeId');
  await assertTimeFree(ctx, span, config);
  if (!staff) assertSlot(ctx, span, config);
  const row = await loadProgramme(ctx, doc);
  const passed = await passGate(ctx, row, input, 'SCHEDULE');
  if (!row.templateId) {
    const home = (await loadRefs(ctx.projectId, unit, [String(doc.unitId)])).get(String(doc.unitId));
    if (!home || !templateFor(await activeTemplates(ctx), home)) failHandover('TEMPLATE_MISSING', 'unitId');
  }
  const set: Values = {
    scheduledAt: from,
    endAt: to,
    employeeId,
    // Residents who book have confirmed; a moved appointment must be confirmed again.
    confirmedByResident: !staff && kind === 'HANDOVER_SCHEDULED',
    bookedBy: staff ? 'STAFF' : 'RESIDENT',
    reason: input.reason ?? null,
    ...passed,
  };
  const before = doc.employeeId;
  const mirror = mirrored(row, { scheduleStatus: 'PENDING_EXECUTION', scheduledAt: from, employeeId });
  return {
    set,
    async first(session, own) {
      await serializeBy(`handover ${ctx.projectId}`, session);
      const held = await meeting(ctx, span, doc._id, session);
      const busy = held.find(one => one.employeeId === employeeId);
      const passes = input.anyway === true && can(ctx, HANDOVER, 'approve');
      if (staff && busy && !passes)
        fail('HANDOVER_EMPLOYEE_BUSY', { code: busy.code, appointment: { id: busy._id, code: busy.code } });
      if (held.length >= config.slotsAtOnce) fail('HANDOVER_SLOT_FULL', { places: config.slotsAtOnce });
      if (staff) return;
      own.employeeId = await inspectorFor(ctx, span, held, config, session);
      if (mirror.update) mirror.update.set.employeeId = own.employeeId;
    },
    with: [mirror],
    async also(session) {
      await tell(ctx, doc, kind, session, [set.employeeId ?? before, before]);
    },
  };
}

const none = { scheduledAt: null, endAt: null, employeeId: null, confirmedByResident: false, bookedBy: null };

/** Clears the time of an appointment. */
async function freed(
  ctx: Ctx,
  doc: Doc<typeof handoverSchedule>,
  kind: NotificationType,
  own: Values = {},
): Promise<EffectOf<typeof handoverSchedule>> {
  const row = await loadProgramme(ctx, doc);
  return {
    set: { ...none, ...own },
    with: [mirrored(row, { scheduleStatus: 'NOT_SCHEDULED', scheduledAt: null, employeeId: null })],
    also: session => tell(ctx, doc, kind, session, [doc.employeeId]),
  };
}

/** Name of the person expected: the receiver, else the owner. */
export async function expectedAt(
  ctx: Ctx,
  { receiverName, ownerId }: Doc<typeof handoverUnit>,
): Promise<string | null> {
  if (receiverName) return receiverName;
  const owners = await loadRefs(ctx.projectId, resident, [String(ownerId)]);
  const name = owners.get(String(ownerId))?.name;
  return typeof name === 'string' ? name : null;
}

/** Begins an inspection, possibly earlier on an offline tablet that sends its line keys. */
export const starting =
  (given: string | null, known: readonly KnownLine[]): RuleOf<typeof handoverSchedule> =>
  async (ctx, doc) => {
    const said = dateOf(given);
    const actualAt = said && said <= ctx.now ? said : ctx.now;
    assertNotEarly(ctx, doc, 'start', actualAt);
    const row = await loadProgramme(ctx, doc);
    const begins = row.status === 'WAITING_HANDOVER' && { status: 'HANDING_OVER' };
    const rounds = Number(row.rounds ?? 0) + 1;
    const sheet = await freshSheet(ctx, doc, row, known);
    return {
      set: { actualAt, presentName: doc.presentName ?? (await expectedAt(ctx, row)), ...progressOf(sheet) },
      // Stores the lines now, so that later template changes do not affect this sheet.
      also: session => keepSheet(sheet, session),
      with: [{ ...mirrored(row, { scheduleStatus: 'PENDING_ACCEPTANCE', rounds }, begins || {}), action: 'begin' }],
    };
  };

/** Throws if an act comes too early, with the time from which it is allowed. */
function assertNotEarly(
  { project: { timeZone } }: Ctx,
  doc: Doc<typeof handoverSchedule>,
  act: 'start' | 'no-show',
  at: Date,
): void {
  const from = opensAt(handoverSchedule.actions[act], doc, timeZone);
  if (!from || at >= from) return;
  const { day, minutes } = clockAt(from, timeZone);
  fail('HANDOVER_TOO_EARLY', { from: from.toISOString(), at: `${clockOf(minutes)} ${localDay(day)}` });
}

export const scheduling: Action<typeof handoverSchedule, 'schedule'> = (ctx, doc, input) =>
  timed(ctx, doc, input, 'HANDOVER_SCHEDULED');

export const scheduleActs = {
  schedule: scheduling,
  reschedule(ctx, doc, input) {
    assertNotLate(ctx, doc);
    return timed(ctx, doc, input, 'HANDOVER_MOVED');
  },
  confirm: (ctx, doc) => ({
    set: { confirmedByResident: true },
    also: session => tell(ctx, doc, 'HANDOVER_CONFIRMED', session, [doc.employeeId]),
  }),
  unschedule(ctx, doc) {
    assertNotLate(ctx, doc);
    return freed(ctx, doc, 'HANDOVER_UNSCHEDULED');
  },
  'no-show'(ctx, doc) {
    assertNotEarly(ctx, doc, 'no-show', ctx.now);
    return freed(ctx, doc, 'HANDOVER_NO_SHOW', { noShowAt: ctx.now });
  },
  start: starting(null, []),
} satisfies ActionsOf<typeof handoverSchedule>;
