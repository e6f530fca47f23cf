import { responseSchema } from '@lobby/shared/kit/answer-schema.ts';
import { fieldSchema, idSchema } from '@lobby/shared/kit/schema.ts';
import { bill } from '@lobby/shared/modules/bill.ts';
import { z } from 'zod';
import type { Ctx } from '../../../kit/base/context.ts';
import { fail } from '../../../kit/base/errors.ts';
import { type Route, route } from '../../../kit/http/route.ts';
import { load } from '../../../kit/records/acts/act.ts';
import { checkInput } from '../../../kit/records/acts/multi.ts';
import { perform } from '../../../kit/records/typed-behaviour.ts';
import { actionSchema, loadDetail } from '../../../kit/serve.ts';
import { records } from '../../../kit/store/records.ts';
import { loadAccount } from '../../ledger/index.ts';
import type { BillDoc } from '../types.ts';
import { adjustBill, loadAdjustment } from './adjust.ts';

const params = z.strictObject({ id: idSchema });
const adjust = bill.actions.correct;

/** The active adjustment of a bill. */
const findAdjustment = async (ctx: Ctx, { _id: originalId, unitId }: BillDoc): Promise<BillDoc> =>
  (await records(bill).first(ctx, { unitId, originalId, status: 'ACTIVE', type: { $ne: 'NORMAL' } })) ??
  fail('NOT_FOUND');

const detail = responseSchema(bill, 'detail');
/** A bill with its adjustment. */
const adjusted = async (ctx: Ctx, doc: BillDoc) => ({
  bill: await loadDetail(ctx, bill, doc),
  adjustment: await loadDetail(ctx, bill, await findAdjustment(ctx, doc)),
});

const adjustRoute = route({
  method: 'put',
  path: `${bill.path}/:id/adjust`,
  summary: 'Correct a released bill by a document of its own',
  module: bill.code,
  flags: [adjust.flag],
  params,
  body: actionSchema(adjust).extend({
    version: z.int().min(1).max(1_000_000_000).optional(),
    attachments: fieldSchema(bill.fields.attachments).optional(),
  }),
  answer: z.object({ bill: detail, adjustment: detail }),
  async run(ctx, { params: { id }, body }) {
    await checkInput(ctx, adjust, body);
    return adjusted(ctx, await perform(ctx, { definition: bill, name: 'correct', id, input: body }, adjustBill));
  },
  again: async (ctx, { params: { id } }) => adjusted(ctx, await load(ctx, bill, id)),
});

const money = z.int();
const parts = z.object({ net: money, vat: money, surcharge: money, total: money, remaining: money });
type Parts = z.infer<typeof parts>;
const partsIn = ({ net, vat, surcharge, total, remaining }: Parts): Parts => ({
  net,
  vat,
  surcharge,
  total,
  remaining,
});

const previewRoute = route({
  method: 'put',
  path: `${bill.path}/:id/adjust/preview`,
  summary: 'What an adjustment makes of a bill, and its entry in the books, without making it',
  module: bill.code,
  flags: ['read'],
  params,
  body: actionSchema(adjust).omit({ reason: true }),
  answer: z.object({
    before: parts,
    change: parts,
    after: parts,
    /** Amount moved to the unit's account, and the account's balance. */
    surplus: money,
    account: z.object({ before: money, after: money }),
    entry: z.array(z.object({ account: z.string(), debit: money, credit: money })),
  }),
  async run(ctx, { params: { id }, body }) {
    const doc = await load(ctx, bill, id);
    if (doc.status !== 'ACTIVE') fail(doc.status === 'DRAFT' ? 'BILL_NOT_RELEASED' : 'BILL_CANCELLED');
    const { values, over, after: then, lines } = await loadAdjustment(ctx, doc, body);
    const before = partsIn(doc);
    const { net, vat, surcharge, originalTotal } = values;
    const change = { net, vat, surcharge, total: originalTotal, remaining: then.remaining - before.remaining };
    const sum = (name: keyof typeof before) => before[name] + change[name];
    const { balance } = await loadAccount(ctx, doc.unitId);
    return {
      before,
      change,
      surplus: over,
      account: { before: balance, after: balance + over },
      after: {
        net: sum('net'),
        vat: sum('vat'),
        surcharge: sum('surcharge'),
        total: sum('total'),
        remaining: sum('remaining'),
      },
      entry: lines
        .filter(({ debit, credit }) => (debit ?? 0) + (credit ?? 0) > 0)
        .map(({ account, debit, credit }) => ({ account, debit: debit ?? 0, credit: credit ?? 0 })),
    };
  },
});

export const adjustRoutes: readonly Route[] = [previewRoute, adjustRoute];
