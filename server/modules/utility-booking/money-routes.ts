import type { Action } from '@lobby/shared/kit/definition.ts';
import { idSchema } from '@lobby/shared/kit/schema.ts';
import { utilityBooking } from '@lobby/shared/modules/utility-booking.ts';
import { z } from 'zod';
import { fail, failFields } from '../../kit/base/errors.ts';
import { responseSchema } from '../../kit/http/response-schema.ts';
import { type Route, route } from '../../kit/http/route.ts';
import { act, load } from '../../kit/records/act.ts';
import { lastChange } from '../../kit/records/last-change.ts';
import { checkInput } from '../../kit/records/multi.ts';
import { actionSchema, detailOf } from '../../kit/serve.ts';
import type { Stored } from '../../kit/store/schema.ts';
import { acts } from './acts.ts';

const byId = z.strictObject({ id: idSchema });
const PAYS = ['pay-manual-fee', 'pay-manual-surcharge'] as const;
const REFUNDS = ['refund-deposits', 'refund-surcharge', 'refund-fee'] as const;

/** Refuses in the words of the specification what an act on money would refuse by the status (rules.md 4). */
async function refuseMoney(doc: Stored, name: string): Promise<void> {
  const action: Action = utilityBooking.actions[name as (typeof PAYS)[number]];
  const [[state = '', wanted = []] = []] = Object.entries(action.when ?? {});
  const pays = PAYS.some(one => one === name);
  if (!action.from.includes(doc.status ?? ''))
    fail(
      pays ? 'BOOKING_PAYMENT_NOT_ALLOWED' : 'BOOKING_REFUND_NOT_ALLOWED',
      await lastChange(utilityBooking, doc, true),
    );
  if (wanted.includes(String(doc[state]))) return;
  if (pays) fail('BOOKING_PAYMENT_NOT_ALLOWED', await lastChange(utilityBooking, doc, true));
  if (doc[state] === 'REFUNDED') fail('BOOKING_REFUNDED');
  failFields({ amount: { code: 'BOOKING_REFUND_ZERO' } }, 'BOOKING_REFUND_ZERO');
}

/** The acts on money by the paths of the specification, beside those of all acts (rules.md 7). */
export const moneyRoutes: readonly Route[] = [...PAYS, ...REFUNDS].map(name => {
  const action: Action = utilityBooking.actions[name];
  return route({
    method: 'post',
    path: `${utilityBooking.path}/:id/${name}`,
    summary: `${name} of a ${utilityBooking.name}`,
    module: utilityBooking.code,
    flags: [action.flag],
    params: byId,
    body: actionSchema(action).extend({ version: z.int().min(1).max(1_000_000_000).optional() }),
    answer: responseSchema(utilityBooking, 'detail'),
    async run(ctx, { params, body }) {
      await checkInput(ctx, action, body);
      await refuseMoney(await load(ctx, utilityBooking, params.id), name);
      const rule = acts[name] ?? (() => ({}));
      return detailOf(ctx, utilityBooking, await act(ctx, utilityBooking, name, params.id, body, rule));
    },
  });
});
