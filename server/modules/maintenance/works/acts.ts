import { addDays, DAY_MS, daysBetween } from '@lobby/shared/kit/dates.ts';
import type { NotificationType } from '@lobby/shared/kit/notification-topics.ts';
import { maintenance } from '@lobby/shared/modules/maintenance.ts';
import type { Ctx } from '../../../kit/base/context.ts';
import { fail, failFields } from '../../../kit/base/errors.ts';
import { todayOf } from '../../../kit/base/local-time.ts';
import { addFiles } from '../../../kit/records/acts/add-files.ts';
import type { Action, ActionsOf, EffectOf, RuleOf } from '../../../kit/records/typed-behaviour.ts';
import type { Doc } from '../../../kit/store/records.ts';
import { loadReaders } from '../../../platform/auth/rights/readers.ts';
import { notify, toStaff } from '../../../platform/notifications/notifications.ts';
import { startsTicket, workEnded } from '../../task/index.ts';
import { loadDown } from '../../technical-system/index.ts';
import type { Following } from '../plans/targets.ts';
import { complete, postParts, reopen } from './finish.ts';
import { liftChanges } from './lift.ts';
import { checkWorkDates, dueOn, isLate, notifyAssigned, subjectOf, toldAt, updateTargets } from './rules.ts';

type WorkSet = Partial<Doc<typeof maintenance>>;
/** Days and hours that a work is moved to. */
interface Moved {
  scheduledDate?: string | null;
  startAt?: string | null;
  endAt?: string | null;
}
const MOST_WORDS = 5000;

/** Effect of a manual act: sets values, marks the work as changed by hand, and updates its item and partner. */
async function sets(
  ctx: Ctx,
  doc: Doc<typeof maintenance>,
  values: WorkSet,
  status?: Doc<typeof maintenance>['status'],
  thing?: Following['set'],
): Promise<EffectOf<typeof maintenance>> {
  const after: Doc<typeof maintenance> = { ...doc, ...values, ...(status && { status }) };
  const set = { ...values, touched: true, overdue: isLate(ctx, after) };
  return {
    set,
    with: await liftChanges(ctx, after),
    async also(session) {
      await updateTargets(ctx, [{ ...after, ...set }], session, { set: thing });
      await notifyAssigned(ctx, after, doc, session);
    },
  };
}

/** Adds a notification of the assignees to an effect. */
function tells(
  ctx: Ctx,
  doc: Doc<typeof maintenance>,
  kind: NotificationType,
  effect: EffectOf<typeof maintenance>,
): EffectOf<typeof maintenance> {
  return {
    ...effect,
    async also(session) {
      await effect.also?.(session);
      await notify(ctx, toStaff(doc.assigneeIds), kind, subjectOf(doc), session);
    },
  };
}

/** Dates of a work that is rescheduled. */
async function moved(ctx: Ctx, doc: Doc<typeof maintenance>, input: Moved): Promise<WorkSet> {
  const { startAt, endAt } = input;
  const times = {
    ...(input.scheduledDate && { scheduledDate: input.scheduledDate }),
    ...(startAt && { startAt }),
    ...(endAt && { endAt }),
  };
  const days = await checkWorkDates(ctx, times, { ...doc, ...(!startAt && { startAt: null, endAt: null }) });
  const scheduledDate = days.scheduledDate ?? doc.scheduledDate;
  return {
    ...(endAt && { endAt: new Date(endAt) }),
    scheduledDate,
    dueDate: dueOn(doc, scheduledDate, null),
    ...shifted(doc, input, scheduledDate),
  };
}

/** Moves the hours along with the date, unless they were given. */
function shifted(doc: Doc<typeof maintenance>, { startAt, endAt }: Moved, scheduledDate: string): WorkSet {
  const by = daysBetween(doc.scheduledDate, scheduledDate) * DAY_MS;
  const later = (at: Date | null) => at && new Date(at.getTime() + by);
  if (startAt) return { startAt: new Date(startAt), endAt: endAt ? new Date(endAt) : null };
  return by === 0 ? {} : { startAt: later(doc.startAt), endAt: later(doc.endAt) };
}

const move: Action<typeof maintenance, 'move'> = async (ctx, doc, input) => {
  const { days, reason } = input;
  const target: Moved = typeof days === 'number' ? { scheduledDate: addDays(doc.scheduledDate, days) } : input;
  if (!target.scheduledDate && !target.startAt) failFields({ scheduledDate: { code: 'REQUIRED' } });
  const set = await moved(ctx, doc, target);
  return tells(ctx, doc, 'MAINTENANCE_MOVED', await sets(ctx, doc, { ...set, ...(reason ? { reason } : {}) }));
};

const accept: Action<typeof maintenance, 'accept'> = async (ctx, doc, input) => {
  const set = await moved(ctx, doc, input);
  const people = input.assigneeIds ?? [];
  const values = {
    ...set,
    ...(people.length > 0 && { assigneeIds: people }),
    priority: input.priority ?? doc.priority,
  };
  return sets(ctx, doc, values, 'SCHEDULED');
};

/** Ends a work that was not done, and releases what waits for it. */
const called =
  (status: Doc<typeof maintenance>['status']): RuleOf<typeof maintenance> =>
  async (ctx, doc) => {
    const effect = await sets(ctx, doc, {}, status);
    return tells(ctx, doc, 'MAINTENANCE_CANCELLED', {
      ...effect,
      with: [...(effect.with ?? []), ...(await workEnded(ctx, doc))],
    });
  };

/** Also notifies approvers if an inspection is skipped. */
const skip: Action<typeof maintenance, 'skip'> = async (ctx, doc, input) => {
  const effect = await called('SKIPPED')(ctx, doc, input);
  if (doc.kind !== 'INSPECTION') return effect;
  const who = await loadReaders(ctx.projectId, maintenance.code, 'approve');
  return {
    ...effect,
    async also(session) {
      await effect.also?.(session);
      const others = who.filter(id => id !== ctx.employeeId && !doc.assigneeIds.includes(id));
      await notify(ctx, toStaff(others), 'MAINTENANCE_CANCELLED', subjectOf(doc), session);
    },
  };
};

/** Start time as reported by the device, if it lies between creation and now; else now. */
function begunAt(ctx: Ctx, { createdAt }: Doc<typeof maintenance>, at: string | null | undefined): Date {
  const time = toldAt(ctx, at);
  return time > ctx.now || time < createdAt ? ctx.now : time;
}

const start: Action<typeof maintenance, 'start'> = async (ctx, doc, { down, at }) => {
  const stands = down === true ? await loadDown(ctx, doc, 'down') : {};
  const effect = await sets(ctx, doc, { startedAt: doc.startedAt ?? begunAt(ctx, doc, at) }, 'IN_PROGRESS', stands.set);
  return { ...effect, with: [...(effect.with ?? []), ...(await startsTicket(ctx, doc)), ...(stands.with ?? [])] };
};

const hold: Action<typeof maintenance, 'hold'> = (ctx, doc, { until }) => {
  if (typeof until === 'string' && until < todayOf(ctx)) failFields({ until: { code: 'DATE_IN_PAST' } });
  return sets(ctx, doc, { holdUntil: until ?? null }, 'ON_HOLD');
};

const claim: Action<typeof maintenance, 'claim'> = (ctx, doc) => {
  const me = ctx.employeeId ?? fail('FORBIDDEN');
  return sets(ctx, doc, { assigneeIds: [...new Set([...doc.assigneeIds, me])] });
};

/** Adds another report of the same fault: texts and pictures are merged and counted. */
const join: Action<typeof maintenance, 'join'> = async (ctx, doc, { description, images }) => {
  const files = await addFiles(ctx, maintenance, doc, 'imagesBefore', images);
  const words = [doc.description, description].filter(Boolean).join('\n— ').slice(0, MOST_WORDS);
  const set = { ...files.set, description: words, reportCount: (doc.reportCount || 1) + 1 };
  return { set, ...(files.also && { also: files.also }) };
};

/** Effects of each act beside the status change. */
export const workActs = {
  accept,
  reject: called('REJECTED'),
  start,
  hold,
  resume: (ctx, doc) => sets(ctx, doc, { holdUntil: null }, 'IN_PROGRESS'),
  complete,
  reopen,
  'post-parts': postParts,
  skip,
  cancel(ctx, doc, input) {
    if (doc.parts.some(({ posted }) => posted)) fail('MAINTENANCE_PARTS_POSTED');
    return called('CANCELLED')(ctx, doc, input);
  },
  join,
  claim,
  assign(ctx, doc, { employeeIds }) {
    if (!employeeIds) return failFields({ employeeIds: { code: 'REQUIRED' } });
    return sets(ctx, doc, { assigneeIds: employeeIds });
  },
  move,
} satisfies ActionsOf<typeof maintenance>;
