import { VIRTUAL_BINS } from '@lobby/shared/billing/banks.ts';
import { vietQr } from '@lobby/shared/billing/vietqr.ts';
import { responseSchema } from '@lobby/shared/kit/answer-schema.ts';
import { idSchema } from '@lobby/shared/kit/schema.ts';
import { bankAccount } from '@lobby/shared/modules/fund.ts';
import { identityAccount } from '@lobby/shared/modules/identity-account.ts';
import { unit } from '@lobby/shared/modules/unit.ts';
import { z } from 'zod';
import type { Ctx } from '../../kit/base/context.ts';
import { fail, failFields } from '../../kit/base/errors.ts';
import { db } from '../../kit/database/database.ts';
import { type Route, route } from '../../kit/http/route.ts';
import { load } from '../../kit/records/acts/act.ts';
import type { BehaviourOf, Values } from '../../kit/records/typed-behaviour.ts';
import { loadDetail } from '../../kit/serve.ts';
import { type Doc, records } from '../../kit/store/records.ts';
import { collectionOf } from '../../kit/store/schema.ts';
import { amountOf, bankName, bankNumber, drawVietQr } from '../bank-account/index.ts';

/** Virtual account number as banks issue it: capital letters and digits. */
const VIRTUAL = /^[A-Z0-9]{6,19}$/;

/** Refuses a number that a virtual account of the same bank has in any project. */
async function assertNotTaken(
  virtualAccount: string,
  bankBin: Doc<typeof identityAccount>['bankBin'],
  doc: Doc<typeof identityAccount> | null,
): Promise<void> {
  const taken = await db()
    .collection<Doc<typeof identityAccount>>(collectionOf(identityAccount))
    .findOne({ virtualAccount, bankBin, deletedAt: null, ...(doc && { _id: { $ne: doc._id } }) });
  if (taken) failFields({ virtualAccount: { code: 'VIRTUAL_ACCOUNT_EXISTS' } }, 'VIRTUAL_ACCOUNT_EXISTS');
}

async function bankOfAccount(
  { projectId }: Ctx,
  _id: string | null | undefined,
): Promise<Doc<typeof bankAccount>['bankBin']> {
  const account = await records(bankAccount).get({ projectId }, _id);
  if (!account) failFields({ bankAccountId: { code: 'REFERENCE_NOT_FOUND' } }, 'REFERENCE_NOT_FOUND');
  if (!VIRTUAL_BINS.includes(account.bankBin))
    failFields({ bankAccountId: { code: 'BANK_WITHOUT_VIRTUAL_ACCOUNTS' } }, 'BANK_WITHOUT_VIRTUAL_ACCOUNTS');
  return account.bankBin;
}

/** One virtual account per unit and bank; numbers and names are written as banks read them. */
export const identityBehaviour = {
  async check(ctx, { kind, values, doc }) {
    if (kind === 'remove' && doc.lastPaidAt) fail('IDENTITY_ACCOUNT_IN_USE');
    if (kind === 'remove' || kind === 'restore') return values;
    const whole: Values<typeof identityAccount> = { ...doc, ...values };
    const virtualAccount = bankNumber(whole.virtualAccount);
    if (!VIRTUAL.test(virtualAccount))
      failFields({ virtualAccount: { code: 'VIRTUAL_ACCOUNT_INVALID' } }, 'VIRTUAL_ACCOUNT_INVALID');
    const bankBin = await bankOfAccount(ctx, whole.bankAccountId);
    await assertNotTaken(virtualAccount, bankBin, doc);
    return {
      ...values,
      virtualAccount,
      bankBin,
      beneficiaryName: bankName(whole.beneficiaryName),
      ...(!doc && { status: whole.provider === 'API' ? 'PENDING' : 'ACTIVE' }),
    };
  },
} satisfies BehaviourOf<typeof identityAccount>;

const params = z.strictObject({ id: idSchema });
const shared = { module: identityAccount.code, flags: ['read'] as const, residents: true };

export const identityRoutes: readonly Route[] = [
  route({
    ...shared,
    method: 'get',
    path: `${identityAccount.path}/by-unit/:unitId`,
    summary: 'The virtual accounts of a unit',
    params: z.strictObject({ unitId: idSchema }),
    answer: z.array(responseSchema(identityAccount, 'detail')),
    async run(ctx, { params: { unitId } }) {
      if (ctx.kind === 'resident' && ctx.unitId !== unitId) fail('NOT_FOUND');
      if (ctx.kind === 'staff') await load(ctx, unit, unitId);
      const accounts = await records(identityAccount).find(ctx, { unitId });
      return Promise.all(accounts.map(doc => loadDetail(ctx, identityAccount, doc)));
    },
  }),
  route({
    ...shared,
    method: 'get',
    path: `${identityAccount.path}/:id/qr`,
    summary: 'The VietQR of a virtual account',
    params,
    query: z.strictObject({
      amount: z
        .string()
        .regex(/^\d{1,20}$/, 'NOT_NATURAL')
        .optional(),
      format: z.enum(['text', 'png', 'svg']).optional(),
    }),
    answer: z.object({ text: z.string(), content: z.string(), svg: z.string().nullable(), png: z.string().nullable() }),
    async run(ctx, { params: { id }, query }) {
      const { bankBin, virtualAccount } = await load(ctx, identityAccount, id);
      const amount = amountOf(query.amount);
      const transfer = { bin: bankBin ?? '', account: virtualAccount, amount, content: '' };
      return drawVietQr(vietQr(transfer), '', query.format ?? 'text');
    },
  }),
];
