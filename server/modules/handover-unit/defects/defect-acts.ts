import { addDays } from '@lobby/shared/kit/dates.ts';
import type { NotificationType } from '@lobby/shared/kit/notification-topics.ts';
import { HANDOVER } from '@lobby/shared/modules/handover-data.ts';
import { handoverDefect, MOST_MOVES, RETURN_DAYS } from '@lobby/shared/modules/handover-defect.ts';
import { unit } from '@lobby/shared/modules/unit.ts';
import { type Ctx, can } from '../../../kit/base/context.ts';
import { fail, failFields } from '../../../kit/base/errors.ts';
import { todayOf } from '../../../kit/base/local-time.ts';
import type { Session } from '../../../kit/database/database.ts';
import { addFiles } from '../../../kit/records/acts/add-files.ts';
import type { Action, ActionsOf, EffectOf } from '../../../kit/records/typed-behaviour.ts';
import type { Doc } from '../../../kit/store/records.ts';
import { checkWorkers, loadRefs } from '../../../kit/store/refs/refs.ts';
import { notify, toStaff, toUnit, type Who } from '../../../platform/notifications/notifications.ts';
import { notifyPartners } from '../../maintenance/repair/index.ts';
import { handoverConfig } from '../config.ts';
import { countChanges, isOpen, isOverdue, rowOfUnit } from './defects.ts';

type Defect = Doc<typeof handoverDefect>;

/** Sends a notification about a defect, titled with the unit's code. */
export async function notifyOfDefect(ctx: Ctx, doc: Defect, kind: NotificationType, who: Who, session: Session) {
  const unitId = doc.unitId;
  const code = (await loadRefs(ctx.projectId, unit, [unitId])).get(unitId)?.code ?? doc.code ?? '';
  const subject = { module: HANDOVER, id: doc._id, title: code, part: handoverDefect.route };
  await notify(ctx, who, kind, subject, session);
}
const watchers = ({ employeeId }: Pick<Defect, 'employeeId'>): Who => toStaff(employeeId ? [employeeId] : []);

/** Effect of a change of a defect, including the counts of its unit and round. */
async function moved(
  ctx: Ctx,
  doc: Defect,
  set: Partial<Defect>,
  status: Defect['status'],
  more: EffectOf<typeof handoverDefect> = {},
): Promise<EffectOf<typeof handoverDefect>> {
  const after = { ...doc, ...set, status };
  const whole = { ...set, overdue: isOverdue(ctx, after) };
  return {
    ...more,
    set: whole,
    with: [...(await countChanges(ctx, doc, after)), ...(more.with ?? [])],
    async also(session) {
      await notifyPartners(ctx, [doc.partnerId], session);
      await more.also?.(session);
    },
  };
}

const assign: Action<typeof handoverDefect, 'assign'> = async (ctx, doc, { partnerId, employeeId }) => {
  if (partnerId === undefined && employeeId === undefined) failFields({ partnerId: { code: 'REQUIRED' } });
  await checkWorkers(ctx, handoverDefect.fields, { employeeId });
  const set = {
    ...(partnerId !== undefined && { partnerId }),
    ...(employeeId !== undefined && { employeeId }),
  };
  return {
    set,
    async also(session) {
      await notifyPartners(ctx, [doc.partnerId, partnerId], session);
      await notifyOfDefect(ctx, doc, 'DEFECT_ASSIGNED', watchers({ ...doc, ...set }), session);
    },
  };
};

/** Moves the due date; after several moves this needs the approve permission. */
const moveDue: Action<typeof handoverDefect, 'move-due'> = async (ctx, doc, { dueOn }) => {
  const { foundOn } = doc;
  if (foundOn && dueOn < foundOn) failFields({ dueOn: { code: 'DATES_REVERSED' } });
  const dueMoves = doc.dueMoves + 1;
  if (dueMoves > MOST_MOVES && !can(ctx, HANDOVER, 'approve')) fail('DUE_MOVED_TOO_OFTEN', { most: MOST_MOVES });
  const set = { dueOn, dueMoves };
  return moved(ctx, doc, set, doc.status, {
    also: session => notifyOfDefect(ctx, doc, 'DEFECT_MOVED', watchers(doc), session),
  });
};

/** Marks a defect as repaired, major ones with a photo, and asks the household to check. */
const repair: Action<typeof handoverDefect, 'repair'> = async (ctx, doc, { repairedOn, note, imagesAfter }) => {
  const files = await addFiles(ctx, handoverDefect, doc, 'imagesAfter', imagesAfter);
  const pictures = files.set?.imagesAfter ?? doc.imagesAfter;
  if (doc.severity === 'MAJOR' && pictures.length === 0)
    failFields({ imagesAfter: { code: 'PHOTO_REQUIRED' } }, 'PHOTO_REQUIRED');
  const on = repairedOn ?? todayOf(ctx);
  const set = { ...files.set, repairedOn: on, repairNote: note ?? null, toldAt: ctx.now, told: null };
  const row = doc.blocking ? await rowOfUnit(ctx, doc.unitId) : null;
  const last = row && row.blockingDefects <= 1;
  return moved(ctx, doc, set, 'REPAIRED', {
    async also(session) {
      await files.also?.(session);
      await notifyOfDefect(ctx, doc, 'DEFECT_REPAIRED', toUnit(doc.unitId), session);
      // With the last blocking defect repaired, the next round can be scheduled.
      if (last) await notifyOfDefect(ctx, doc, 'DEFECT_NONE_BLOCKS', watchers(row), session);
    },
  });
};

/** Reopens a defect that was not repaired properly. */
const returned: Action<typeof handoverDefect, 'return'> = async (ctx, doc, { imagesReturn, dueOn }) => {
  const today = todayOf(ctx);
  const lately = doc.confirmedOn !== null && addDays(doc.confirmedOn, RETURN_DAYS) >= today;
  // Automatically confirmed defects can still be reopened for some days.
  if (!isOpen(doc) && !(doc.confirmedBy === 'SYSTEM' && lately && !doc.rejectedAt)) fail('DEFECT_CLOSED');
  const files = await addFiles(ctx, handoverDefect, { ...doc, imagesReturn: [] }, 'imagesReturn', imagesReturn);
  const { repairDays } = await handoverConfig(ctx.projectId);
  if (dueOn && dueOn < today) failFields({ dueOn: { code: 'DATE_IN_PAST' } });
  const due = ctx.kind === 'staff' && dueOn ? dueOn : addDays(today, repairDays);
  const set = {
    imagesReturn: files.set?.imagesReturn ?? [],
    returns: doc.returns + 1,
    dueOn: due,
    closed: false,
    confirmedOn: null,
    confirmedBy: null,
    rating: null,
    toldAt: null,
    told: null,
  };
  return moved(ctx, doc, set, 'NOT_REPAIRED', {
    async also(session) {
      await files.also?.(session);
      await notifyOfDefect(ctx, doc, 'DEFECT_RETURNED', watchers(doc), session);
    },
  });
};

/** Confirms a repair. */
const confirm: Action<typeof handoverDefect, 'confirm'> = async (ctx, doc, { rating, confirmedOn }) => {
  if (rating && !doc.partnerId) failFields({ rating: { code: 'INVALID' } });
  const by = ctx.kind === 'staff' ? 'STAFF' : ctx.kind === 'resident' ? 'RESIDENT' : 'SYSTEM';
  // A repair cannot be confirmed before its date.
  const seen = by === 'STAFF' && confirmedOn && confirmedOn >= (doc.repairedOn ?? '') ? confirmedOn : todayOf(ctx);
  const set: Partial<Defect> = { closed: true, confirmedOn: seen, confirmedBy: by, rating: rating ?? null };
  return moved(ctx, doc, set, 'REPAIRED', {
    also: session => notifyOfDefect(ctx, doc, 'DEFECT_CONFIRMED', watchers(doc), session),
  });
};

const reject: Action<typeof handoverDefect, 'reject'> = (ctx, doc) =>
  moved(ctx, doc, { closed: true, rejectedAt: ctx.now, rejected: true }, doc.status, {
    also: session => notifyOfDefect(ctx, doc, 'DEFECT_REJECTED', toUnit(doc.unitId), session),
  });

export const defectActs = {
  assign,
  'move-due': moveDue,
  repair,
  return: returned,
  confirm,
  reject,
} satisfies ActionsOf<typeof handoverDefect>;
