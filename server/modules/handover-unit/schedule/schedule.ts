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
import type { Action, ActionInput, ActionsOf, EffectOf, RuleOf } from '../../../kit/records/typed-behaviour.ts';
import { type Doc, records } from '../../../kit/store/records.ts';
import { loadRefs } from '../../../kit/store/refs/refs.ts';
import type { Change } from '../../../kit/store/save.ts';
import { notify, toStaff, toUnit } from '../../../platform/notifications/notifications.ts';
import { handoverConfig } from '../config.ts';
import { templateFor } from '../data.ts';
import { passGate } from '../payment-gate.ts';
import { localDay } from '../sheet/minutes.ts';
import { failHandover } from '../sheet/refuse.ts';
import { freshSheet, type KnownLine, keepSheet } from '../sheet/sheet.ts';
import { activeTemplates } from '../units/units.ts';
import { assertSlot, assertTimeFree, findOverlapping, inspectorFor, type Span } from './slots.ts';

type Visit = Doc<typeof handoverSchedule>;
type Row = Doc<typeof handoverUnit>;
/** Input of setting a time, by an employee or a resident. */
type When = ActionInput<(typeof handoverSchedule)['actions']['reschedule']>;

export async function loadProgramme(ctx: Ctx, doc: Visit): Promise<Row> {
  const row = await records(handoverUnit).get(ctx, doc.handoverId);
  return row ?? failHandover('UNIT_MISSING', 'unitId');
}

/** Copies the state of the latest appointment to the unit's row. */
export const mirrorSchedule = (
  row: Row,
  set: Partial<Row>,
  more: Partial<Row> = {},
  inc: Record<string, number> = {},
): Change => ({
  definition: handoverUnit,
  action: 'schedule',
  update: { doc: row, set: { ...set, ...more }, inc, keepVersion: true },
});

export async function notifyOfVisit(
  ctx: Ctx,
  doc: Visit,
  kind: NotificationType,
  session: Session,
  employeeIds: (string | null | undefined)[] = [],
) {
  const unitId = doc.unitId ?? '';
  const code = (await loadRefs(ctx.projectId, unit, [unitId])).get(unitId)?.code ?? doc.code ?? '';
  const subject = { module: HANDOVER, id: doc._id, title: code, part: 'handover/schedule' };
  if (ctx.kind !== 'resident') await notify(ctx, toUnit(doc.unitId), kind, subject, session);
  const staff = [...new Set(employeeIds.filter(id => typeof id === 'string'))];
  if (staff.length > 0) await notify(ctx, toStaff(staff), kind, subject, session);
}

const dateOf = (value: string | null | undefined): Date | null => (value ? new Date(value) : null);

/** Residents may change their appointment up to one day before. */
function assertNotLate(ctx: Ctx, doc: Visit): void {
  const at = doc.scheduledAt;
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
  doc: Visit,
  input: When,
  kind: NotificationType,
): Promise<EffectOf<typeof handoverSchedule>> {
  const config = await handoverConfig(ctx.projectId);
  const from = dateOf(input.scheduledAt) ?? shifted(ctx, doc.scheduledAt, input.days ?? 0);
  if (!from) return failFields({ scheduledAt: { code: 'REQUIRED' } });
  const end = dateOf(input.endAt);
  const { scheduledAt, endAt } = doc;
  const length = scheduledAt && endAt ? endAt.getTime() - scheduledAt.getTime() : config.slotMinutes * MINUTE_MS;
  const to =
    end && ctx.kind !== 'resident'
      ? end
      : new Date(from.getTime() + (ctx.kind === 'resident' ? config.slotMinutes * MINUTE_MS : length));
  const span: Span = { from, to };
  const staff = ctx.kind === 'staff';
  const employeeId = staff ? (input.employeeId ?? doc.employeeId) : null;
  if (staff && !employeeId) failHandover('EMPLOYEE_MISSING', 'employeeId');
  await assertTimeFree(ctx, span, config);
  if (!staff) assertSlot(ctx, span, config);
  const row = await loadProgramme(ctx, doc);
  const passed = await passGate(ctx, row, input, 'SCHEDULE');
  if (!row.templateId) {
    const unitId = doc.unitId ?? '';
    const home = (await loadRefs(ctx.projectId, unit, [unitId])).get(unitId);
    if (!home || !templateFor(await activeTemplates(ctx), home)) failHandover('TEMPLATE_MISSING', 'unitId');
  }
  const set: Partial<Visit> = {
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
  const mirror = mirrorSchedule(row, { scheduleStatus: 'PENDING_EXECUTION', scheduledAt: from, employeeId });
  return {
    set,
    async first(session, stored) {
      await serializeBy(`handover ${ctx.projectId}`, session);
      const held = await findOverlapping(ctx, span, doc._id, session);
      const busy = held.find(other => other.employeeId === employeeId);
      const passes = input.anyway === true && can(ctx, HANDOVER, 'approve');
      if (staff && busy && !passes)
        fail('HANDOVER_EMPLOYEE_BUSY', { code: busy.code, appointment: { id: busy._id, code: busy.code } });
      if (held.length >= config.slotsAtOnce) fail('HANDOVER_SLOT_FULL', { places: config.slotsAtOnce });
      if (staff) return;
      stored.employeeId = await inspectorFor(ctx, span, held, config, session);
      if (mirror.update) mirror.update.set.employeeId = stored.employeeId;
    },
    with: [mirror],
    async also(session) {
      await notifyOfVisit(ctx, doc, kind, session, [set.employeeId ?? before, before]);
    },
  };
}

const none: Partial<Visit> = {
  scheduledAt: null,
  endAt: null,
  employeeId: null,
  confirmedByResident: false,
  bookedBy: null,
};

/** Clears the time of an appointment. */
async function freed(
  ctx: Ctx,
  doc: Visit,
  kind: NotificationType,
  values: Partial<Visit> = {},
): Promise<EffectOf<typeof handoverSchedule>> {
  const row = await loadProgramme(ctx, doc);
  return {
    set: { ...none, ...values },
    with: [mirrorSchedule(row, { scheduleStatus: 'NOT_SCHEDULED', scheduledAt: null, employeeId: null })],
    also: session => notifyOfVisit(ctx, doc, kind, session, [doc.employeeId]),
  };
}

/** Name of the person expected: the receiver, else the owner. */
export async function expectedAt(ctx: Ctx, { receiverName, ownerId }: Row): Promise<string | null> {
  if (receiverName) return receiverName;
  const owner = ownerId && (await loadRefs(ctx.projectId, resident, [ownerId])).get(ownerId);
  return owner ? owner.name : null;
}

/** Begins an inspection, possibly earlier on an offline tablet that sends its line keys. */
export const startInspection =
  (time: string | null, lines: readonly KnownLine[]): RuleOf<typeof handoverSchedule> =>
  async (ctx, doc) => {
    const start = dateOf(time);
    const actualAt = start && start <= ctx.now ? start : ctx.now;
    assertNotEarly(ctx, doc, 'start', actualAt);
    const row = await loadProgramme(ctx, doc);
    const begins: Partial<Row> = row.status === 'WAITING_HANDOVER' ? { status: 'HANDING_OVER' } : {};
    const rounds = row.rounds + 1;
    const sheet = await freshSheet(ctx, doc, row, lines);
    return {
      set: { actualAt, presentName: doc.presentName ?? (await expectedAt(ctx, row)), ...progressOf(sheet) },
      // Stores the lines now, so that later template changes do not affect this sheet.
      also: session => keepSheet(sheet, session),
      with: [{ ...mirrorSchedule(row, { scheduleStatus: 'PENDING_ACCEPTANCE', rounds }, begins), action: 'begin' }],
    };
  };

/** Throws if an act comes too early, with the time from which it is allowed. */
function assertNotEarly({ project: { timeZone } }: Ctx, doc: Visit, act: 'start' | 'no-show', at: Date): void {
  const from = opensAt(handoverSchedule.actions[act], doc, timeZone);
  if (!from || at >= from) return;
  const { day, minutes } = clockAt(from, timeZone);
  fail('HANDOVER_TOO_EARLY', { from: from.toISOString(), at: `${clockOf(minutes)} ${localDay(day)}` });
}

export const scheduleAppointment: Action<typeof handoverSchedule, 'schedule'> = (ctx, doc, input) =>
  timed(ctx, doc, input, 'HANDOVER_SCHEDULED');

export const scheduleActs = {
  schedule: scheduleAppointment,
  reschedule(ctx, doc, input) {
    assertNotLate(ctx, doc);
    return timed(ctx, doc, input, 'HANDOVER_MOVED');
  },
  confirm: (ctx, doc) => ({
    set: { confirmedByResident: true },
    also: session => notifyOfVisit(ctx, doc, 'HANDOVER_CONFIRMED', session, [doc.employeeId]),
  }),
  unschedule(ctx, doc) {
    assertNotLate(ctx, doc);
    return freed(ctx, doc, 'HANDOVER_UNSCHEDULED');
  },
  'no-show'(ctx, doc) {
    assertNotEarly(ctx, doc, 'no-show', ctx.now);
    return freed(ctx, doc, 'HANDOVER_NO_SHOW', { noShowAt: ctx.now });
  },
  start: startInspection(null, []),
} satisfies ActionsOf<typeof handoverSchedule>;
