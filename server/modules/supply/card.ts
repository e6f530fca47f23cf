import { fieldSchema, idSchema } from '@lobby/shared/kit/schema.ts';
import { stockMovement, supply } from '@lobby/shared/modules/supply.ts';
import { z } from 'zod';
import { failFields } from '../../kit/base/errors.ts';
import { type Route, route } from '../../kit/http/route.ts';
import { load } from '../../kit/records/act.ts';
import { modelOf, type Stored } from '../../kit/store/schema.ts';

const day = (fieldSchema({ kind: 'date', required: true }) as z.ZodString).optional();
const MOST_ROWS = 1000;

/** What came in and went out of a supply, in the order of posting, with what was left each time. */
export const cardRoute: Route = route({
  method: 'get',
  path: `${supply.path}/:id/card`,
  summary: 'Stock card of a supply',
  module: supply.code,
  flags: ['read'],
  params: z.strictObject({ id: idSchema }),
  query: z.strictObject({ warehouseId: idSchema.optional(), from: day, to: day }),
  answer: z.array(
    z.object({
      id: z.string(),
      at: z.string(),
      day: z.string(),
      documentId: z.string(),
      document: z.string(),
      warehouseId: z.string(),
      in: z.number(),
      out: z.number(),
      balance: z.number(),
      value: z.int(),
    }),
  ),
  async run(ctx, { params, query: { warehouseId, from, to } }) {
    if (from && to && from > to) failFields({ to: { code: 'INVALID' } });
    const { projectId } = ctx;
    const { _id: supplyId } = await load(ctx, supply, params.id);
    const documentDate = { ...(from && { $gte: from }), ...(to && { $lte: to }) };
    const dated = from || to ? { documentDate } : {};
    const rows = await modelOf(stockMovement)
      .find({ projectId, deletedAt: null, supplyId, ...(warehouseId && { warehouseId }), ...dated })
      .sort({ postedAt: -1, _id: -1 })
      .limit(MOST_ROWS)
      .maxTimeMS(2000)
      .lean<Stored[]>();
    return rows.toReversed().map(row => ({
      id: row._id,
      at: new Date(row.postedAt as Date).toISOString(),
      day: String(row.documentDate),
      documentId: String(row.documentId),
      document: String(row.documentCode),
      warehouseId: String(row.warehouseId),
      in: Math.max(0, Number(row.delta)),
      out: Math.max(0, -Number(row.delta)),
      balance: Number(warehouseId ? row.balanceAfter : row.stockAfter),
      value: Number(row.valueAfter),
    }));
  },
});
