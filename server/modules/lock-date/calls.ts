import { closedBooks } from '@lobby/shared/kit/books.contract.ts';
import { BOOKKEEPING } from '@lobby/shared/kit/books.ts';
import { openBeforeLock } from '@lobby/shared/modules/lock-date.contract.ts';
import { lockDate } from '@lobby/shared/modules/lock-date.ts';
import { z } from 'zod';
import { type Ctx, can } from '../../kit/base/context.ts';
import { fail } from '../../kit/base/errors.ts';
import { type Route, route } from '../../kit/http/route.ts';
import { records } from '../../kit/store/records.ts';
import { presentLock, setLock } from './move.ts';
import { openWork } from './open.ts';
import { lockState } from './state.ts';

const open = z.array(z.object({ what: z.string(), count: z.int() }));
const moved = z.object({
  id: z.string(),
  kind: z.string(),
  lockDataAt: z.string().nullable(),
  transactionLockDate: z.string().nullable(),
  prevLockDataAt: z.string().nullable(),
  reason: z.string().nullable(),
  creatorId: z.string().nullable(),
  open,
  at: z.string(),
});
const day = z.string().max(40).nullish();
const reason = z.string().max(1000).nullish();

function assertReader(ctx: Ctx): void {
  if (!BOOKKEEPING.some(code => can(ctx, code, 'read')))
    fail('EMPLOYEE_NOT_HAVE_PERMISSION', { module: lockDate.code });
}

const shared = { module: lockDate.code } as const;
const move = { ...shared, method: 'post', flags: ['write'], creates: true, answer: moved } as const;

/** Routes of the specification (rules.md 7) in addition to the standard ones. */
export const lockRoutes = (): Route[] => [
  route(closedBooks, {
    run(ctx) {
      assertReader(ctx);
      return lockState(ctx.projectId);
    },
  }),
  route({
    ...move,
    path: '/transaction-lock-date',
    summary: 'Close the transactions up to a day, or move that day',
    body: z.strictObject({ transactionLockDate: day, prevLockDataAt: day, reason }),
    async run(ctx, { body: { transactionLockDate: to, prevLockDataAt: prev, reason } }) {
      const field = 'transactionLockDate';
      return presentLock(
        await setLock(ctx, { kind: 'TRANSACTION', field, to, prev, reason, update: prev !== undefined }),
      );
    },
  }),
  route({
    ...move,
    path: lockDate.path,
    summary: 'Close the receivables up to a later day',
    body: z.strictObject({ lockDataAt: day }),
    run: async (ctx, { body: { lockDataAt: to } }) =>
      presentLock(await setLock(ctx, { kind: 'RECEIVABLE', field: 'lockDataAt', to, update: false })),
  }),
  route({
    ...move,
    path: `${lockDate.path}/update`,
    summary: 'Move the day up to which receivables are closed, or open them',
    body: z.strictObject({ lockDataAt: day, prevLockDataAt: day, reason }),
    run: async (ctx, { body: { lockDataAt: to, prevLockDataAt: prev = null, reason } }) =>
      presentLock(await setLock(ctx, { kind: 'RECEIVABLE', field: 'lockDataAt', to, prev, reason, update: true })),
  }),
  route(openBeforeLock, {
    flags: ['read'],
    run: ({ projectId }, { query: { kind, until } }) => openWork(projectId, kind, until),
  }),
  route({
    ...shared,
    method: 'get',
    path: `${lockDate.path}/list`,
    summary: 'The locks there have been, newest first',
    flags: ['read'],
    query: z.strictObject({
      page: z.coerce.number().int().min(1).default(1),
      limit: z.coerce.number().int().min(1).max(100).default(20),
    }),
    answer: z.array(moved),
    async run({ projectId }, { query: { page, limit }, res }) {
      const scope = { projectId, deletedAt: null };
      const from = (page - 1) * limit;
      const [docs, count] = await Promise.all([
        records(lockDate).find({ projectId }, scope, { sort: { createdAt: -1, _id: -1 }, skip: from, limit }),
        records(lockDate).count({ projectId }, scope),
      ]);
      const range = docs.length === 0 ? '*' : `${from}-${from + docs.length - 1}`;
      res.set('Content-Range', `items ${range}/${count}`);
      return docs.map(presentLock);
    },
  }),
];
