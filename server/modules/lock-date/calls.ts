import { fieldSchema } from '@lobby/shared/kit/schema.ts';
import { lockDate } from '@lobby/shared/modules/lock-date.ts';
import { z } from 'zod';
import type { Ctx } from '../../kit/base/context.ts';
import { fail, failFields } from '../../kit/base/errors.ts';
import { type Route, route } from '../../kit/http/route.ts';
import { create } from '../../kit/records/records.ts';
import { modelOf, type Stored } from '../../kit/store/schema.ts';
import { currentLock, lockBehaviour } from './locks.ts';

const day = fieldSchema({ kind: 'date', required: true });
const told = z.object({
  lockDataAt: z.string().nullable(),
  prevLockDataAt: z.string().nullable(),
  transactionLockDate: z.string().nullable(),
  lockAccountsReceivable: z.boolean(),
  lockTransactionData: z.boolean(),
});

const text = (value: unknown) => (typeof value === 'string' ? value : null);
/** A lock as the calls of the specification tell it (rules.md 7, Unit group). */
const tell = (doc: Stored | Record<string, unknown> | null): z.infer<typeof told> => ({
  lockDataAt: text(doc?.lockAccountsReceivable),
  prevLockDataAt: text(doc?.prevReceivable),
  transactionLockDate: text(doc?.lockTransactionData),
  lockAccountsReceivable: Boolean(doc?.lockAccountsReceivable),
  lockTransactionData: Boolean(doc?.lockTransactionData),
});

/** A new lock that changes one of the days. */
async function lock(ctx: Ctx, change: Record<string, unknown>) {
  const before = await currentLock(ctx.projectId);
  const [first] = Object.values(change);
  return tell(
    await create(
      ctx,
      lockDate,
      {
        lockAccountsReceivable: before?.lockAccountsReceivable ?? first,
        lockTransactionData: before?.lockTransactionData ?? first,
        ...change,
      },
      lockBehaviour,
    ),
  );
}

const shared = { module: lockDate.code, answer: told } as const;

/** The calls of the specification beside those that each definition has. */
export const lockRoutes = (): Route[] => [
  route({
    ...shared,
    method: 'get',
    path: '/transaction-lock-date',
    summary: 'Up to which days the books are closed',
    flags: ['read'],
    run: async ctx => tell(await currentLock(ctx.projectId)),
  }),
  route({
    ...shared,
    method: 'post',
    path: '/transaction-lock-date',
    summary: 'Close the transactions up to a day',
    flags: ['write'],
    creates: true,
    body: z.strictObject({ transactionLockDate: day }),
    run: async (ctx, { body }) => lock(ctx, { lockTransactionData: body.transactionLockDate }),
  }),
  route({
    ...shared,
    method: 'post',
    path: `${lockDate.path}/update`,
    summary: 'Move the day up to which receivables are closed',
    flags: ['write'],
    creates: true,
    body: z.strictObject({ lockDataAt: day, prevLockDataAt: day }),
    async run(ctx, { body }) {
      const before = await currentLock(ctx.projectId);
      if (!before) fail('LOCK_DATE_MISSING');
      if (before?.lockAccountsReceivable !== body.prevLockDataAt)
        failFields({ prevLockDataAt: { code: 'LOCK_DATE_INVALID' } }, 'LOCK_DATE_INVALID');
      return lock(ctx, { lockAccountsReceivable: body.lockDataAt });
    },
  }),
  route({
    ...shared,
    method: 'get',
    path: `${lockDate.path}/list`,
    summary: 'The locks there have been, newest first',
    flags: ['read'],
    answer: z.array(told),
    async run(ctx) {
      const docs = await modelOf(lockDate)
        .find({ projectId: ctx.projectId, deletedAt: null })
        .sort({ createdAt: -1, _id: -1 })
        .limit(100)
        .lean<Stored[]>();
      return docs.map(tell);
    },
  }),
];
