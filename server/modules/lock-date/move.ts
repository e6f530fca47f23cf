import { type Day, isDay } from '@lobby/shared/kit/dates.ts';
import { employee } from '@lobby/shared/modules/employee.ts';
import { journalEntry } from '@lobby/shared/modules/ledger.ts';
import { type LockKind, lockDate } from '@lobby/shared/modules/lock-date.ts';
import { type Ctx, can } from '../../kit/base/context.ts';
import { fail, failFields } from '../../kit/base/errors.ts';
import { todayOf } from '../../kit/base/local-time.ts';
import type { Session } from '../../kit/database/database.ts';
import { build } from '../../kit/records/records.ts';
import { lockAgainst } from '../../kit/store/guards.ts';
import { type Doc, records } from '../../kit/store/records.ts';
import { retryOnConflict, save, VersionConflict } from '../../kit/store/save.ts';
import { notify, toStaff } from '../../platform/notifications/notifications.ts';
import { openWork } from './open.ts';
import { LOCKS, lockGuard, lockState, moveLock } from './state.ts';

/** Requested move: to a later day, or with `update` to any other day (null unlocks), given the known current one. */
export interface LockMove {
  kind: LockKind;
  /** Name of the date field. */
  field: 'lockDataAt' | 'transactionLockDate';
  to: string | null | undefined;
  prev?: string | null | undefined;
  reason?: string | null | undefined;
  update: boolean;
}

/** Validates the new lock date. */
function judge(ctx: Ctx, { field, to, prev, reason, update }: LockMove, lockedTo: Day | null): void {
  const refuse = (code: string) => failFields({ [field]: { code, params: { lockedTo: lockedTo ?? '' } } }, code);
  if (to === undefined || (to === null && !update)) refuse('LOCK_DATE_MISSING');
  if (update && lockedTo === null) fail('LOCK_DATE_MISSING');
  if (typeof to === 'string' && (!isDay(to) || to > todayOf(ctx))) refuse('LOCK_DATE_INVALID');
  if (update && prev !== lockedTo) fail('DATA_STALE', { lockedTo, [field]: lockedTo });
  if (to === lockedTo) refuse('LOCK_DATE_DUPLICATE');
  const back = lockedTo !== null && (!to || to < lockedTo);
  if (!back) return;
  if (!update) refuse('LOCK_DATE_EXISTS');
  if (!can(ctx, lockDate.code, 'approve')) fail('EMPLOYEE_NOT_HAVE_PERMISSION', { module: lockDate.code });
  if (!reason?.trim()) failFields({ reason: { code: 'REQUIRED' } });
}

/** Filters the entries that a lock covers: bills for receivables, all others for transactions. */
const entriesOf = (kind: LockKind) => ({
  documentType: kind === 'RECEIVABLE' ? ('bill' as const) : { $ne: 'bill' as const },
});

interface Sums {
  count: number;
  amount: number;
}

/** Number and sum of the entries covered by a lock up to a day. */
async function sumsUpTo(projectId: string, kind: LockKind, day: Day, session: Session): Promise<Sums> {
  const [sums] = await records(journalEntry)
    .in(session)
    .aggregate<Sums>({ projectId }, { accountingDate: { $lte: day }, ...entriesOf(kind) }, [
      { $group: { _id: null, count: { $sum: 1 }, amount: { $sum: '$total' } } },
      { $project: { _id: 0 } },
    ]);
  return sums ?? { count: 0, amount: 0 };
}

/** Moves a lock; serialised with concurrent changes of the books. */
export const setLock = (ctx: Ctx, move: LockMove): Promise<Doc<typeof lockDate>> =>
  retryOnConflict(async () => {
    const { kind, field, to, reason } = move;
    const from = (await lockState(ctx.projectId))[LOCKS[kind]];
    judge(ctx, move, from);
    const day = to ?? null;
    const insert = await build(ctx, lockDate, {
      kind,
      [field]: day,
      prevLockDataAt: from,
      reason: reason?.trim() || null,
      creatorId: ctx.employeeId,
      open: day === null ? [] : await openWork(ctx.projectId, kind, day),
      sums: [],
    });
    const first = async (session: Session) => {
      await lockAgainst([lockGuard(ctx.projectId)], session);
      if (!(await moveLock(ctx.projectId, kind, { from, to: day }, session))) throw new VersionConflict();
      if (day !== null) insert.sums = [await sumsUpTo(ctx.projectId, kind, day, session)];
    };
    const staff = await records(employee).find(ctx, { status: { $ne: 'INACTIVE' } }, { only: [] });
    const subject = { module: lockDate.code, id: insert._id, title: day ?? '' };
    // Notifies all active staff; delivery is limited to those who may read it.
    const also = (session: Session) =>
      notify(ctx, toStaff(staff.map(({ _id }) => _id)), 'LOCK_DATE_MOVED', subject, session);
    const [made] = await save(
      ctx,
      [{ definition: lockDate, action: 'create', insert, first, also }],
      presentLock(insert),
    );
    return made ?? insert;
  });

/** A lock in the response format of the specification (rules.md 7, Unit group). */
export const presentLock = (doc: Doc<typeof lockDate>) => ({
  id: doc._id,
  kind: doc.kind,
  lockDataAt: doc.lockDataAt,
  transactionLockDate: doc.transactionLockDate,
  prevLockDataAt: doc.prevLockDataAt,
  reason: doc.reason,
  creatorId: doc.creatorId,
  open: doc.open.map(({ what, count }) => ({ what, count: count ?? 0 })),
  at: doc.createdAt.toISOString(),
});
