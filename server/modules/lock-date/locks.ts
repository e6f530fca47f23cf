import { type Day, dayOf } from '@lobby/shared/kit/dates.ts';
import { lockDate } from '@lobby/shared/modules/lock-date.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { fail, failFields } from '../../kit/base/errors.ts';
import { takeTurn } from '../../kit/database/turns.ts';
import type { Request } from '../../kit/records/behaviour.ts';
import { modelOf, type Stored } from '../../kit/store/schema.ts';

/** The day it is where the building stands. */
export const todayOf = (ctx: Ctx): Day => dayOf(ctx.now, ctx.project.timeZone);

/** The lock that counts: the newest. */
export const currentLock = (projectId: string): Promise<Stored | null> =>
  modelOf(lockDate).findOne({ projectId, deletedAt: null }).sort({ createdAt: -1, _id: -1 }).lean<Stored>().exec();

const LOCKS = { receivable: 'lockAccountsReceivable', transaction: 'lockTransactionData' } as const;

/** Refuses what would change the books of a day that is closed (domain.md, Money 6). */
export async function refuseLocked(ctx: Ctx, what: keyof typeof LOCKS, day: Day, field?: string): Promise<void> {
  const until = (await currentLock(ctx.projectId))?.[LOCKS[what]];
  if (typeof until !== 'string' || day > until) return;
  const params = { date: until };
  if (field) failFields({ [field]: { code: 'data_is_locked', params } }, 'data_is_locked');
  fail('data_is_locked', params);
}

/** Refuses an accounting date to come, or within what is closed. */
export async function checkDay(ctx: Ctx, what: keyof typeof LOCKS, day: Day, field: string): Promise<void> {
  if (day > todayOf(ctx)) failFields({ [field]: { code: 'REPORT_DATE_INVALID' } }, 'REPORT_DATE_INVALID');
  await refuseLocked(ctx, what, day, field);
}

/** Completes a new lock: it differs from what holds, and remembers it. */
export async function completeLock(ctx: Ctx, { kind, values }: Request): Promise<Record<string, unknown>> {
  if (kind !== 'create') return values;
  const before = await currentLock(ctx.projectId);
  if (before && Object.values(LOCKS).every(name => before[name] === values[name]))
    failFields({ lockAccountsReceivable: { code: 'LOCK_DATE_EXISTS' } }, 'LOCK_DATE_EXISTS');
  return {
    ...values,
    prevReceivable: before?.lockAccountsReceivable ?? null,
    prevTransaction: before?.lockTransactionData ?? null,
    creatorId: ctx.employeeId,
  };
}

/** Locks of a project one after another. */
const inTurn = (ctx: Ctx) => `lock ${ctx.projectId}`;
export const lockBehaviour = {
  check: completeLock,
  inTransaction: async (ctx: Ctx, session: Parameters<typeof takeTurn>[1]) => takeTurn(inTurn(ctx), session),
};
