import { addMonths, monthOf } from '@lobby/shared/kit/dates.ts';
import { idSchema } from '@lobby/shared/kit/schema.ts';
import { bill } from '@lobby/shared/modules/bill.ts';
import { service } from '@lobby/shared/modules/billing-service.ts';
import { unit } from '@lobby/shared/modules/unit.ts';
import { z } from 'zod';
import type { Ctx } from '../../../kit/base/context.ts';
import { todayOf } from '../../../kit/base/local-time.ts';
import { type Route, route } from '../../../kit/http/route.ts';
import { load } from '../../../kit/records/acts/act.ts';
import { billingSettings } from '../../../platform/billing/settings.ts';
import { loadMonths, type MonthFigures, monthFigures } from '../../ledger/index.ts';

const MOST_MONTHS = 120;
const count = (usual: number) => z.coerce.number().int().min(1).max(MOST_MONTHS).default(usual);
const byMonth = z.object({
  months: z.array(monthFigures),
  /** Same months of the previous year; null before billing started. */
  before: z.array(monthFigures.nullable()),
});

async function figures(
  ctx: Ctx,
  of: { serviceId?: string; unitId?: string },
  months: number,
): Promise<z.infer<typeof byMonth>> {
  const last = monthOf(todayOf(ctx));
  const { startMonth } = await billingSettings(ctx.projectId);
  const figuresOf = (figure: MonthFigures) => (startMonth !== null && figure.month < startMonth ? null : figure);
  return {
    months: await loadMonths(ctx.projectId, of, last, months),
    before: (await loadMonths(ctx.projectId, of, addMonths(last, -12), months)).map(figuresOf),
  };
}

const ofUnit = route({
  method: 'get',
  path: `${bill.path}/units/:unitId/months`,
  summary: 'What a unit was billed and paid month by month, beside the year before',
  module: bill.code,
  flags: ['aggregate'],
  params: z.strictObject({ unitId: idSchema }),
  query: z.strictObject({ months: count(12) }),
  answer: byMonth,
  async run(ctx, { params: { unitId }, query: { months } }) {
    await load(ctx, unit, unitId);
    return figures(ctx, { unitId }, months);
  },
});

const ofService = route({
  method: 'get',
  path: `${service.path}/:id/months`,
  summary: 'What a service was billed and what was paid of it month by month, beside the year before',
  module: bill.code,
  flags: ['aggregate'],
  params: z.strictObject({ id: idSchema }),
  query: z.strictObject({ months: count(24), compare: z.enum(['year']).default('year') }),
  answer: byMonth,
  async run(ctx, { params: { id }, query: { months } }) {
    await load(ctx, service, id);
    return figures(ctx, { serviceId: id }, months);
  },
});

export const monthRoutes: readonly Route[] = [ofUnit, ofService];
