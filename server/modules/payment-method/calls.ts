import { responseSchema } from '@lobby/shared/kit/answer-schema.ts';
import { idSchema } from '@lobby/shared/kit/schema.ts';
import { paymentMethod } from '@lobby/shared/modules/payment-method.ts';
import { METHODS } from '@lobby/shared/modules/voucher.ts';
import { z } from 'zod';
import { fail } from '../../kit/base/errors.ts';
import { type Route, route } from '../../kit/http/route.ts';
import { perform } from '../../kit/records/typed-behaviour.ts';
import { loadDetail } from '../../kit/serve.ts';
import { records } from '../../kit/store/records.ts';
import { placeMethod } from './rules.ts';

const { path, code: module } = paymentMethod;
const version = z.int().min(1).max(1_000_000_000);
const FOR = { staff: 'forStaff', resident: 'forResidents', refund: 'forRefunds' } as const;

/** The methods that are offered; residents see only their names. */
const offered = route({
  method: 'get',
  path: `${path}/offered`,
  summary: 'The active methods that are offered to staff, to residents or for refunds',
  module,
  flags: ['read'],
  residents: true,
  query: z.strictObject({ for: z.enum(['staff', 'resident', 'refund']) }),
  answer: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      kind: z.enum(METHODS),
      fundId: z.string().nullable().optional(),
      settles: z.string().optional(),
      referenceRequired: z.boolean().optional(),
    }),
  ),
  async run(ctx, { query }) {
    if (ctx.kind === 'resident' && query.for !== 'resident') fail('EMPLOYEE_NOT_HAVE_PERMISSION');
    const methods = await records(paymentMethod).find(
      ctx,
      { active: true, [FOR[query.for]]: true },
      { sort: { order: 1, _id: 1 } },
    );
    return methods.map(({ _id: id, name, kind, fundId, settles, referenceRequired }) => ({
      id,
      name,
      kind,
      ...(query.for !== 'resident' && { fundId: fundId ?? null, settles, referenceRequired }),
    }));
  },
});

const move = route({
  method: 'put',
  path: `${path}/:id/move`,
  summary: 'Put a payment method before or after another',
  module,
  flags: ['write'],
  params: z.strictObject({ id: idSchema }),
  body: z.strictObject({ beforeId: idSchema.nullish(), afterId: idSchema.nullish(), version: version.optional() }),
  answer: responseSchema(paymentMethod, 'detail'),
  run: async (ctx, { params, body }) =>
    loadDetail(
      ctx,
      paymentMethod,
      await perform(ctx, { definition: paymentMethod, name: 'place', id: params.id, input: body }, placeMethod(body)),
    ),
});

export const methodCalls: readonly Route[] = [offered, move];
