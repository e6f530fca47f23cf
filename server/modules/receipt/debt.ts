import { daysIn } from '@lobby/shared/billing/periods.ts';
import { idSchema } from '@lobby/shared/kit/schema.ts';
import { bill } from '@lobby/shared/modules/bill.ts';
import { unit } from '@lobby/shared/modules/unit.ts';
import { z } from 'zod';
import type { Ctx } from '../../kit/base/context.ts';
import { type Route, route } from '../../kit/http/route.ts';
import { modelOf, type Stored } from '../../kit/store/schema.ts';
import { todayOf } from '../lock-date/index.ts';

/** How long something is owed past its due date: not yet, 1 to 30 days, to 60, to 90, longer. */
export const AGES = ['notDue', 'd30', 'd60', 'd90', 'over'] as const;
type Age = (typeof AGES)[number];

const sums = z.object({ notDue: z.int(), d30: z.int(), d60: z.int(), d90: z.int(), over: z.int(), total: z.int() });
type Sums = z.infer<typeof sums>;
const none = (): Sums => ({ notDue: 0, d30: 0, d60: 0, d90: 0, over: 0, total: 0 });

function ageOf(dueDate: string, today: string): Age {
  if (dueDate >= today) return 'notDue';
  const late = daysIn({ start: dueDate, end: today }) - 1;
  return late <= 30 ? 'd30' : late <= 60 ? 'd60' : late <= 90 ? 'd90' : 'over';
}

const add = (to: Sums, age: Age, amount: number) => {
  to[age] += amount;
  to.total += amount;
};

async function debtOf(ctx: Ctx, blockId: string | undefined) {
  const { projectId } = ctx;
  const today = todayOf(ctx);
  const owed = await modelOf(bill)
    .find(
      { projectId, deletedAt: null, status: 'ACTIVE', paymentState: { $in: ['UNPAID', 'PARTIAL_PAID'] } },
      { unitId: 1, serviceId: 1, remaining: 1, dueDate: 1 },
    )
    .maxTimeMS(10_000)
    .lean<Stored[]>();
  const units = await modelOf(unit)
    .find({ projectId, ...(blockId && { blockId }) }, { code: 1 })
    .lean<Stored[]>();
  const codes = new Map(units.map(({ _id, code }) => [_id, String(code)]));
  const all = none();
  const [byUnit, byService] = [new Map<string, Sums>(), new Map<string, Sums>()];
  for (const { unitId, serviceId, remaining, dueDate } of owed) {
    if (!codes.has(String(unitId))) continue;
    const age = ageOf(String(dueDate), today);
    const of = (map: Map<string, Sums>, key: string) => {
      const known = map.get(key) ?? none();
      map.set(key, known);
      return known;
    };
    for (const to of [all, of(byUnit, String(unitId)), of(byService, String(serviceId))])
      add(to, age, Number(remaining));
  }
  const debtors = [...byUnit].map(([unitId, own]) => ({ unitId, code: codes.get(unitId) ?? '', ...own }));
  return {
    ...all,
    units: debtors.sort((a, b) => b.total - a.total),
    services: [...byService].map(([serviceId, own]) => ({ serviceId, ...own })),
  };
}

/** What is owed, by how long, unit and service. */
export const debtRoute: Route = route({
  method: 'get',
  path: '/statistics/debt',
  summary: 'What is owed by how long, for each unit and service',
  module: 'RECEIVABLE_REPORT',
  flags: ['read'],
  query: z.strictObject({ blockId: idSchema.optional() }),
  answer: sums.extend({
    units: z.array(sums.extend({ unitId: z.string(), code: z.string() })),
    services: z.array(sums.extend({ serviceId: z.string() })),
  }),
  run: (ctx, { query }) => debtOf(ctx, query.blockId),
});
