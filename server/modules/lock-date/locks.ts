import { monthPeriod } from '@lobby/shared/billing/periods.ts';
import type { Day } from '@lobby/shared/kit/dates.ts';
import type { LockKind } from '@lobby/shared/modules/lock-date.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { failFields, Refusal } from '../../kit/base/errors.ts';
import { todayOf } from '../../kit/base/local-time.ts';
import type { Session } from '../../kit/database/database.ts';
import type { Change } from '../../kit/store/save.ts';
import { LOCKS, lockGuard, lockState } from './state.ts';

const KINDS = { receivable: 'RECEIVABLE', transaction: 'TRANSACTION' } as const satisfies Record<string, LockKind>;
type What = keyof typeof KINDS;

interface Where {
  field?: string;
  /** Code of the refused document. */
  document?: string | null;
  session?: Session;
}

/** Refuses changes of the books on a locked day (domain.md, Money 6). */
export async function assertNotLocked(ctx: Ctx, what: What, day: Day, where: string | Where = {}): Promise<void> {
  const session = typeof where === 'string' ? undefined : where.session;
  const state = await lockState(ctx.projectId, session);
  assertAfterLock(what, state[LOCKS[KINDS[what]]], day, where);
}

/** Refuses a day up to the given lock date. */
export function assertAfterLock(what: What, lockedTo: Day | null, day: Day, where: string | Where = {}): void {
  const { field, document = null }: Where = typeof where === 'string' ? { field: where } : where;
  if (lockedTo === null || day > lockedTo) return;
  const data = { kind: KINDS[what], lockedTo, date: day, document };
  const fields = field && { fields: { [field]: { code: 'data_is_locked', params: data } } };
  throw new Refusal('data_is_locked', { ...data, ...fields });
}

/** The lock date, or null. */
export const lockedTo = async (ctx: Ctx, what: What): Promise<Day | null> =>
  (await lockState(ctx.projectId))[LOCKS[KINDS[what]]];

/** Refuses changes in a month whose last day is locked. */
export const assertMonthNotLocked = (ctx: Ctx, month: string, where?: string | Where): Promise<void> =>
  assertNotLocked(ctx, 'receivable', monthPeriod(month).end, where);

/** Refuses accounting dates in the future or in a locked period. */
export async function checkDay(ctx: Ctx, what: What, day: Day, field: string): Promise<void> {
  if (day > todayOf(ctx)) failFields({ [field]: { code: 'DATE_IN_FUTURE' } });
  await assertNotLocked(ctx, what, day, field);
}

/** Refuses voucher dates in the future. */
export function checkVoucherDate(ctx: Ctx, { voucherDate }: { voucherDate?: Day | null }): void {
  if (voucherDate && voucherDate > todayOf(ctx)) failFields({ voucherDate: { code: 'DATE_IN_FUTURE' } });
}

/** A cancellation is dated today and affects the original day: neither may be locked. */
export async function assertCancelNotLocked(ctx: Ctx, what: What, day: Day, document: string | null): Promise<void> {
  await assertNotLocked(ctx, what, day, { document });
  await assertNotLocked(ctx, what, todayOf(ctx), { document });
}

/** Serialises a change with moves of the lock, and checks the days within the transaction. */
export const heldOpen = (
  ctx: Ctx,
  what: What,
  days: readonly Day[],
  document: string | null,
): Required<Pick<Change, 'holds' | 'also'>> => ({
  holds: [lockGuard(ctx.projectId)],
  async also(session) {
    for (const day of days) await assertNotLocked(ctx, what, day, { document, session });
  },
});
