import { responseSchema } from '@lobby/shared/kit/answer-schema.ts';
import type { Action } from '@lobby/shared/kit/definition.ts';
import { idSchema } from '@lobby/shared/kit/schema.ts';
import { utilityBooking } from '@lobby/shared/modules/utility-booking.ts';
import { z } from 'zod';
import { fail } from '../../../kit/base/errors.ts';
import { type Route, route } from '../../../kit/http/route.ts';
import { act, load } from '../../../kit/records/acts/act.ts';
import { lastChange } from '../../../kit/records/acts/last-change.ts';
import { checkInput } from '../../../kit/records/acts/multi.ts';
import { asRule } from '../../../kit/records/typed-behaviour.ts';
import { actionSchema, loadDetail } from '../../../kit/serve.ts';
import type { Doc } from '../../../kit/store/records.ts';
import { acts } from '../acts.ts';
import { costOf, type Part, paidOf, refundedOf } from './money.ts';

const byId = z.strictObject({ id: idSchema });
const PARTS = {
  'pay-manual-fee': 'FEE',
  'pay-manual-surcharge': 'SURCHARGE',
  'pay-manual-deposit': 'DEPOSIT',
  'refund-fee': 'FEE',
  'refund-surcharge': 'SURCHARGE',
  'refund-deposits': 'DEPOSIT',
} as const satisfies Record<string, Part>;
type Name = keyof typeof PARTS;

const pays = (name: Name) => name.startsWith('pay-');

/** Refusals of money actions with the codes of the specification, before those of the status (rules.md 4). */
async function assertMoneyAct(doc: Doc<typeof utilityBooking>, name: Name): Promise<void> {
  const { from }: Action = utilityBooking.actions[name];
  const part = PARTS[name];
  if (pays(name) && (paidOf(doc, part) > 0 || refundedOf(doc, part) > 0)) {
    // If payments are no longer possible, this is reported first.
    if (from.includes(doc.status)) fail('ALREADY_PAID');
  }
  if (!pays(name) && refundedOf(doc, part) > 0) fail('REFUND_ALREADY');
  if (!from.includes(doc.status) || (pays(name) && costOf(doc, part) === 0))
    fail(pays(name) ? 'PAYMENT_NOT_ALLOWED' : 'REFUND_NOT_ALLOWED', await lastChange(utilityBooking, doc, true));
}

const number = z.string();
const answer = z.object({
  booking: responseSchema(utilityBooking, 'detail'),
  receiptId: number.nullish(),
  payslipId: number.nullish(),
  depositId: number.nullish(),
  number,
});

/** Money actions by the paths of the specification; the answer contains the voucher (rules.md 7). */
export const moneyRoutes: readonly Route[] = (Object.keys(PARTS) as Name[]).map(name => {
  const action: Action = utilityBooking.actions[name];
  return route({
    method: 'post',
    path: `${utilityBooking.path}/:id/${name}`,
    summary: `${name} of a ${utilityBooking.name}`,
    module: utilityBooking.code,
    flags: [action.flag],
    params: byId,
    body: actionSchema(action).extend({ version: z.int().min(1).max(1_000_000_000).optional() }),
    answer,
    async run(ctx, { params, body }) {
      await checkInput(ctx, action, body);
      const rule = asRule(acts[name]);
      const doc = await act(ctx, utilityBooking, name, params.id, body, async (...args) => {
        await assertMoneyAct(args[1], name);
        return rule(...args);
      }).catch(async error => {
        // The status refuses before the rule does.
        await assertMoneyAct(await load(ctx, utilityBooking, params.id), name);
        throw error;
      });
      const paid = doc.payments.at(-1);
      const back = doc.refunds.at(-1);
      return {
        booking: await loadDetail(ctx, utilityBooking, doc),
        ...(pays(name)
          ? { receiptId: paid?.receiptId ?? null, depositId: paid?.depositId ?? null }
          : { payslipId: back?.payslipId ?? null }),
        number: (pays(name) ? paid : back)?.number ?? '',
      };
    },
  });
});
