import { interestOfAll } from '@lobby/shared/billing/amounts.ts';
import { interestUpTo, openInterest } from '@lobby/shared/billing/interest.ts';
import { addDays } from '@lobby/shared/billing/periods.ts';
import { fieldSchema, idSchema } from '@lobby/shared/kit/schema.ts';
import { bill } from '@lobby/shared/modules/bill.ts';
import { service } from '@lobby/shared/modules/billing-service.ts';
import { z } from 'zod';
import { type Route, route } from '../../kit/http/route.ts';
import { load } from '../../kit/records/act.ts';
import { loadRefs } from '../../kit/store/refs.ts';
import { billingSettings } from '../../platform/billing/settings.ts';
import { todayOf } from '../lock-date/index.ts';
import { interestLines, owedOf } from './interest.ts';

const day = fieldSchema({ kind: 'date' }) as z.ZodType<string | null>;

/** The late interest of a bill by any day, with how it is counted. */
export const interestRoute: Route = route({
  method: 'get',
  path: `${bill.path}/:id/interest`,
  summary: 'The late interest of a bill by a day, stretch by stretch',
  module: bill.code,
  flags: ['read'],
  params: z.strictObject({ id: idSchema }),
  query: z.strictObject({ until: day.optional() }),
  answer: z.object({
    through: z.string().nullable(),
    ...{ accrued: z.int(), posted: z.int(), paid: z.int(), left: z.int() },
    stretches: z.array(
      z.object({
        ...{ from: z.string(), to: z.string(), days: z.int(), principal: z.int(), rate: z.number() },
        exact: z.number(),
      }),
    ),
  }),
  async run(ctx, { params, query }) {
    const doc = await load(ctx, bill, params.id);
    const until = query.until ?? todayOf(ctx);
    const of = await loadRefs(ctx.projectId, service, [String(doc.serviceId)]);
    const owed = (await owedOf(ctx.projectId, [doc], [...of.values()], todayOf(ctx)))(doc);
    const { interestGraceDays } = await billingSettings(ctx.projectId);
    const begun = doc.dueDate !== null && until > addDays(owed.dueDate, interestGraceDays);
    const stored = interestLines(doc).filter(({ to }) => to <= until);
    const lines = doc.status === 'ACTIVE' && begun ? interestUpTo(stored, owed, until) : [];
    const charged = lines.filter(({ billId }) => billId !== null);
    const posted = interestOfAll(charged);
    return {
      through: charged.at(-1)?.to ?? null,
      ...{ accrued: openInterest(lines), posted, paid: 0, left: posted },
      stretches: lines.map(({ from, to, days, base, rate }) => ({
        ...{ from, to, days, principal: base, rate },
        exact: (base * rate * days) / 36_500,
      })),
    };
  },
});
