import { addMonths, monthPeriod } from '@lobby/shared/billing/periods.ts';
import { fieldSchema, idSchema } from '@lobby/shared/kit/schema.ts';
import { bill, billKey } from '@lobby/shared/modules/bill.ts';
import { serviceRegistration } from '@lobby/shared/modules/service-registration.ts';
import { unit } from '@lobby/shared/modules/unit.ts';
import { usage } from '@lobby/shared/modules/usage.ts';
import { z } from 'zod';
import type { Ctx } from '../../kit/base/context.ts';
import { type Route, route } from '../../kit/http/route.ts';
import { modelOf, type Stored } from '../../kit/store/schema.ts';

const nullable = z.number().nullable();
const row = z.object({
  unitId: z.string(),
  code: z.string(),
  usageId: z.string().nullable(),
  version: z.int().nullable(),
  oldIndex: nullable,
  newIndex: nullable,
  quantity: nullable,
  before: nullable,
  outlier: z.boolean(),
  billed: z.boolean(),
});
type SheetRow = z.infer<typeof row>;

const number = (value: unknown) => (typeof value === 'number' ? value : null);

/** The units that have a service in a month, each with what is known of its use and of the month before. */
async function sheetOf({ projectId }: Ctx, serviceId: string, month: string, blockId?: string): Promise<SheetRow[]> {
  const { start, end } = monthPeriod(month);
  const own = { projectId, deletedAt: null };
  const registered = await modelOf(serviceRegistration)
    .find({ ...own, serviceId, startDate: { $lte: end }, $or: [{ endDate: null }, { endDate: { $gte: start } }] })
    .maxTimeMS(5000)
    .lean<Stored[]>();
  const ids = registered.map(({ unitId }) => String(unitId));
  const units = await modelOf(unit)
    .find({ ...own, _id: { $in: ids }, ...(blockId && { blockId }) }, { code: 1, 'sorted.code': 1 })
    .sort({ 'sorted.code': 1, code: 1 })
    .lean<Stored[]>();
  const usages = await modelOf(usage)
    .find({ ...own, serviceId, month: { $in: [month, addMonths(month, -1)] } })
    .maxTimeMS(5000)
    .lean<Stored[]>();
  const known = new Map(usages.map(doc => [billKey(doc.unitId, serviceId, doc.month), doc]));
  const bills = await modelOf(bill)
    .find({ ...own, serviceId, month, status: { $ne: 'CANCELLED' }, createdFor: { $ne: 'INTEREST' } }, { unitId: 1 })
    .maxTimeMS(5000)
    .lean<Stored[]>();
  const billed = new Set(bills.map(({ unitId }) => unitId));
  return units.map(({ _id, code }) => {
    const now = known.get(billKey(_id, serviceId, month));
    const last = known.get(billKey(_id, serviceId, addMonths(month, -1)));
    return {
      unitId: _id,
      code: String(code),
      usageId: now?._id ?? null,
      version: now?.version ?? null,
      oldIndex: number(now ? now.oldIndex : last?.newIndex),
      newIndex: number(now?.newIndex),
      quantity: number(now?.quantity),
      before: number(last?.quantity),
      outlier: now?.outlier === true,
      billed: billed.has(_id),
    };
  });
}

export const sheetRoute: Route = route({
  method: 'get',
  path: `${usage.path}/sheet`,
  summary: 'The units that have a service, with their readings of a month and those before',
  module: usage.code,
  flags: ['read'],
  query: z.strictObject({
    serviceId: idSchema,
    month: fieldSchema({ kind: 'month', required: true }) as z.ZodString,
    blockId: idSchema.optional(),
  }),
  answer: z.array(row),
  run: (ctx, { query: { serviceId, month, blockId } }) => sheetOf(ctx, serviceId, month, blockId),
});
