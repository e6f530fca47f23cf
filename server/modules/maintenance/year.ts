import { maintenancePlan, TARGETS } from '@lobby/shared/modules/maintenance-plan.ts';
import { z } from 'zod';
import { type Route, route } from '../../kit/http/route.ts';
import { records } from '../../kit/store/records.ts';
import { datesOf, todayOf } from '../repair/index.ts';

const OF = {
  systemIds: 'technical-system',
  deviceIds: 'device',
  assetIds: 'asset',
  placeIds: 'place',
} as const satisfies Record<(typeof TARGETS)[number], string>;
const MONTHS = 12;

const row = z.object({
  of: z.enum(Object.values(OF) as [string, ...string[]]),
  id: z.string(),
  /** Days of upkeep, and of inspection, in each month. */
  maintenance: z.array(z.int()).length(MONTHS),
  inspection: z.array(z.int()).length(MONTHS),
});
type Row = z.output<typeof row>;
const none = () => Array.from({ length: MONTHS }, () => 0);

/** `GET /maintenance-plan/year`: what the running plans bring in a year, thing by thing. */
export const yearRoute: Route = route({
  method: 'get',
  path: `${maintenancePlan.path}/year`,
  summary: 'The plan of a year: in which months each thing is looked after',
  module: maintenancePlan.code,
  flags: ['read'],
  query: z.strictObject({ year: z.coerce.number().int().min(2000).max(2100).optional() }),
  answer: z.object({ year: z.int(), rows: z.array(row) }),
  async run(ctx, { query }) {
    const year = query.year ?? Number(todayOf(ctx).slice(0, 4));
    const plans = await records(maintenancePlan).find(
      ctx,
      { status: 'ACTIVE' },
      { sort: { code: 1 }, limit: 1000, patience: 2000 },
    );
    const rows = new Map<string, Row>();
    for (const plan of plans) {
      const months = none();
      for (const { date } of await datesOf(ctx, plan)) {
        if (date > `${year}-12-31`) break;
        const month = Number(date.slice(5, 7)) - 1;
        if (date >= `${year}-01-01`) months[month] = (months[month] ?? 0) + 1;
      }
      for (const name of TARGETS)
        for (const id of Array.isArray(plan[name]) ? plan[name].map(String) : []) {
          const known = rows.get(id) ?? { of: OF[name], id, maintenance: none(), inspection: none() };
          const kind = plan.kind === 'INSPECTION' ? 'inspection' : 'maintenance';
          rows.set(id, { ...known, [kind]: known[kind].map((count, n) => count + (months[n] ?? 0)) });
        }
    }
    return { year, rows: [...rows.values()] };
  },
});
