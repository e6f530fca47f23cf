import { responseSchema } from '@lobby/shared/kit/answer-schema.ts';
import type { Action } from '@lobby/shared/kit/definition.ts';
import { idSchema } from '@lobby/shared/kit/schema.ts';
import { merchantOrder } from '@lobby/shared/modules/merchant-order.ts';
import { z } from 'zod';
import { fail } from '../../../kit/base/errors.ts';
import { type Route, route } from '../../../kit/http/route.ts';
import { load } from '../../../kit/records/acts/act.ts';
import { lastChange } from '../../../kit/records/acts/last-change.ts';
import { checkInput } from '../../../kit/records/acts/multi.ts';
import { perform } from '../../../kit/records/typed-behaviour.ts';
import { actionSchema, loadDetail } from '../../../kit/serve.ts';
import { acts } from '../acts.ts';

const NAMES = ['pay-manual-fee', 'pay-partner'] as const;

/** Payment acts as POST routes, as the specification defines them. */
export const moneyRoutes: readonly Route[] = NAMES.map(name => {
  const action: Action = merchantOrder.actions[name];
  return route({
    method: 'post',
    path: `${merchantOrder.path}/:id/${name}`,
    summary: `${name} of a ${merchantOrder.name}`,
    module: merchantOrder.code,
    flags: [action.flag],
    params: z.strictObject({ id: idSchema }),
    body: actionSchema(action).extend({ version: z.int().min(1).max(1_000_000_000).optional() }),
    answer: responseSchema(merchantOrder, 'detail'),
    async run(ctx, { params: { id }, body }) {
      await checkInput(ctx, action, body);
      const doc = await load(ctx, merchantOrder, id);
      if (!action.from.includes(doc.status) || doc.collectedBy !== 'BUILDING')
        fail('PAYMENT_NOT_ALLOWED', await lastChange(merchantOrder, doc, true));
      const of = { definition: merchantOrder, id };
      const paid = await perform(ctx, { ...of, name, input: body }, acts[name]);
      // If only payment was missing, the order is completed.
      const over = name === 'pay-manual-fee' && paid.status === 'RESIDENT_CONFIRMED';
      const done = over ? await perform(ctx, { ...of, name: 'complete', input: {} }, acts.complete) : paid;
      return loadDetail(ctx, merchantOrder, done);
    },
  });
});
