import { monthOf } from '@lobby/shared/kit/dates.ts';
import { bill } from '@lobby/shared/modules/bill.ts';
import { handoverSchedule } from '@lobby/shared/modules/handover-schedule.ts';
import { sayDefects } from '@lobby/shared/modules/handover-sheet.ts';
import type { handoverUnit } from '@lobby/shared/modules/handover-unit.ts';
import { unit } from '@lobby/shared/modules/unit.ts';
import type { Ctx } from '../../../kit/base/context.ts';
import { fail } from '../../../kit/base/errors.ts';
import { todayOf } from '../../../kit/base/local-time.ts';
import { build, keysAfter } from '../../../kit/records/records.ts';
import type { Action } from '../../../kit/records/typed-behaviour.ts';
import { type Doc, records } from '../../../kit/store/records.ts';
import type { Change } from '../../../kit/store/save.ts';
import { handoverConfig } from '../config.ts';
import { openDefectsOf } from '../defects/defect-sheet.ts';
import { loadProgramme, mirrorSchedule } from '../schedule/schedule.ts';
import { loadHome } from '../sheet/accept.ts';

/** Statuses of finished appointments. */
const OVER = ['COMPLETE', 'NOT_ACCEPTED'];

const loadAppointments = (ctx: Ctx, row: Doc<typeof handoverUnit>): Promise<Doc<typeof handoverSchedule>[]> =>
  records(handoverSchedule).find(ctx, { handoverId: row._id }, { sort: { round: -1 }, limit: 200, patience: 2000 });

/** The next round of a unit, without a time. */
async function nextRound(ctx: Ctx, row: Doc<typeof handoverUnit>, last: number): Promise<Change> {
  const { unitId, blockId, ownerId } = row;
  const { meetingPoint } = await handoverConfig(ctx.projectId);
  const of = { unitId, blockId, ownerId, handoverId: row._id, meetingPoint };
  const insert = await build(ctx, handoverSchedule, { ...of, round: last + 1, kind: 'REINSPECTION' }, true);
  const keys = await keysAfter(ctx, handoverSchedule, insert);
  return { definition: handoverSchedule, action: 'create', insert: { ...insert, ...(keys && { keys }) } };
}

const WAITS: Partial<Doc<typeof handoverUnit>> = {
  scheduleStatus: 'NOT_SCHEDULED',
  scheduledAt: null,
  employeeId: null,
};

/** Creates another round after a refusal; open blocking defects require a reason. */
export const reinspect: Action<typeof handoverSchedule, 're-inspect'> = async (ctx, doc, { reason }) => {
  const row = await loadProgramme(ctx, doc);
  const all = await loadAppointments(ctx, row);
  const open = all.find(({ status }) => !OVER.includes(status));
  if (open) fail('HANDOVER_OPEN', { code: open.code, appointment: { id: open._id, code: open.code } });
  const defects = await openDefectsOf(ctx, row._id);
  const blocking = defects.filter(defect => defect.blocking === true && defect.status === 'NOT_REPAIRED');
  if (blocking.length > 0 && !reason)
    fail('HANDOVER_BLOCKING', {
      defects: blocking.map(({ _id, code, roomText }) => ({ id: _id, code, name: roomText })),
      names: sayDefects(blocking.map(({ code, roomText }) => roomText ?? code ?? '')),
    });
  return {
    set: reason ? { reason } : {},
    with: [await nextRound(ctx, row, all[0]?.round ?? 1), mirrorSchedule(row, WAITS)],
  };
};

/** Months after the handover with bills. */
async function billedSince(ctx: Ctx, row: Doc<typeof handoverUnit>): Promise<string[]> {
  const day = row.handedOverOn ?? todayOf(ctx);
  const months = await records(bill).distinct(ctx, 'month', {
    unitId: row.unitId,
    status: 'ACTIVE',
    month: { $gt: monthOf(day) },
  });
  return months.toSorted();
}

/** Reverts a mistaken handover: restores the unit and creates another round. */
export const revert: Action<typeof handoverUnit, 'revert'> = async (ctx, doc) => {
  const months = await billedSince(ctx, doc);
  if (months.length > 0) fail('HANDOVER_BILLED', { months });
  const [home, all] = await Promise.all([loadHome(ctx, doc.unitId), loadAppointments(ctx, doc)]);
  const changes: Change[] = [];
  if (home) {
    const before = doc.buildStatusBefore ?? home.buildStatus;
    const set = { handoverStatus: 'NOT_YET', handedOverOn: null, buildStatus: before };
    changes.push({ definition: unit, action: 'standing', update: { doc: home, set } });
  }
  const repairing = all.find(({ status }) => status === 'PENDING_REPAIR');
  if (repairing)
    changes.push({
      definition: handoverSchedule,
      action: 'reverted',
      update: { doc: repairing, set: { status: 'NOT_ACCEPTED' } },
    });
  const open = all.find(({ status }) => !OVER.includes(status) && status !== 'PENDING_REPAIR');
  if (!open) changes.push(await nextRound(ctx, doc, all[0]?.round ?? 0));
  const shows = open ? {} : WAITS;
  return { set: { handedOverOn: null, warrantyUntil: null, buildStatusBefore: null, ...shows }, with: changes };
};
