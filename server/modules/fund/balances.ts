import { daySchema, idSchema } from '@lobby/shared/kit/schema.ts';
import { balancesOfFunds } from '@lobby/shared/modules/fund.contract.ts';
import { fund } from '@lobby/shared/modules/fund.ts';
import { z } from 'zod';
import { todayOf } from '../../kit/base/local-time.ts';
import { type Route, route } from '../../kit/http/route.ts';
import { load } from '../../kit/records/acts/act.ts';
import { fundBalances } from '../ledger/index.ts';

export const balanceRoute: Route = route({
  method: 'get',
  path: `${fund.path}/:id/balance`,
  summary: 'What a fund holds at the end of a day',
  module: fund.code,
  flags: ['read'],
  params: z.strictObject({ id: idSchema }),
  query: z.strictObject({ on: daySchema.optional() }),
  answer: z.object({ fundId: z.string(), on: z.string(), balance: z.int() }),
  async run(ctx, { params, query: { on = todayOf(ctx) } }) {
    const { _id: fundId } = await load(ctx, fund, params.id);
    return { fundId, on, balance: (await fundBalances(ctx.projectId, { on, fundIds: [fundId] })).get(fundId) ?? 0 };
  },
});

export const balancesRoute: Route = route(balancesOfFunds, {
  flags: ['read'],
  async run({ projectId }) {
    return [...(await fundBalances(projectId))].map(([fundId, balance]) => ({ fundId, balance }));
  },
});

type Row = Record<string, unknown>;
/** Adds the balance to funds in a route's answer. */
export function withBalances(base: Route): Route {
  const { run } = base;
  return {
    ...base,
    async run(ctx, input) {
      const answer = (await run(ctx, input)) as Row | Row[];
      const rows = Array.isArray(answer) ? answer : [answer];
      const held = await fundBalances(ctx.projectId, { fundIds: rows.map(({ id }) => String(id)) });
      const whole = rows.map(row => ({ ...row, balance: held.get(String(row.id)) ?? 0 }));
      return Array.isArray(answer) ? whole : whole[0];
    },
  };
}
