import { idSchema } from '@lobby/shared/kit/schema.ts';
import { REFUND_CAUSES } from '@lobby/shared/modules/amenity-statistics.ts';
import { merchantOrder } from '@lobby/shared/modules/merchant-order.ts';
import { utilityBooking } from '@lobby/shared/modules/utility-booking.ts';
import type { Response } from 'express';
import { z } from 'zod';
import type { Ctx } from '../../kit/base/context.ts';
import { text } from '../../kit/base/messages.ts';
import { fileName } from '../../kit/files/file-routes.ts';
import { type Route, route } from '../../kit/http/route.ts';
import { whenWords } from '../../kit/sheets/cell.ts';
import { XLSX } from '../../kit/sheets/export.ts';
import { type Cell, writeBook } from '../../kit/sheets/sheet.ts';
import { bookingFigures } from './bookings.ts';
import { bookingsAt } from './hour.ts';
import { orderFigures } from './orders.ts';
import { columnsIn, givePaper } from './paper.ts';
import { periodFields, periodOf } from './period.ts';

const count = z.int();
const share = z.number();
const missed = { noShows: count, rate: share };
const counts = { bookings: count, frames: count, persons: count };
const totals = {
  use: share,
  ...counts,
  ...missed,
  requested: count,
  refused: count,
  income: count,
  fee: count,
  surcharge: count,
  deduction: count,
  refunds: count,
  leadMedian: share,
  leadMost: share,
  refundsBy: z.array(z.object({ cause: z.enum(REFUND_CAUSES), count, amount: count })),
};
const days = { from: z.string(), to: z.string() };
const bookingSchema = z.object({
  ...days,
  totals: z.object({ ...totals, depositsHeld: count }),
  before: z.object({ ...days, ...totals }),
  /** Seven days starting on Sunday, 24 hours each, in percent; -1 where nothing is open. */
  heat: z.array(z.array(share)),
  series: z.array(z.object({ step: z.string(), ...counts, income: count, refunds: count, ...missed })),
  amenities: z.array(
    z.object({
      utilityId: z.string(),
      name: z.string(),
      openHours: count,
      usedHours: count,
      use: share,
      bookings: count,
      income: count,
      refunds: count,
      refused: count,
      list: z.string(),
    }),
  ),
  top: z.array(z.object({ unitId: z.string(), code: z.string(), bookings: count })),
  without: count,
});

const order = {
  orders: count,
  acceptedFirst: count,
  toAccept: share,
  toFinish: share,
  rating: share.nullable(),
  warranty: share,
  cancelled: share,
  total: count,
  commission: count,
};
const orderSchema = z.object({
  ...days,
  totals: z.object(order),
  before: z.object({ ...days, ...order }),
  series: z.array(z.object({ step: z.string(), ...order })),
  partners: z.array(z.object({ partnerId: z.string(), name: z.string(), ...order, list: z.string() })),
  commissions: z.array(
    z.object({
      partnerId: z.string(),
      name: z.string(),
      month: z.string(),
      rate: share,
      orders: count,
      total: count,
      commission: count,
    }),
  ),
});

const id = idSchema.optional();
const bookingQuery = z.strictObject({ ...periodFields, groupId: id, utilityId: id, blockId: id });
const orderQuery = z.strictObject({ ...periodFields, partnerId: id, utilityId: id });

/** Converts a table of figures to a worksheet; its columns are the keys of the first row. */
const pageOf = (ctx: Ctx, table: string, rows: readonly Record<string, unknown>[]) => {
  const columns = columnsIn(rows);
  const head: Cell[] = columns.map(key => ({ text: text(ctx, `amenity-statistics.figures.${key}`), look: 'bold' }));
  const { timeZone } = ctx.project;
  const said = (value: unknown): Cell =>
    typeof value === 'string' ? whenWords(value, timeZone) : ((value ?? null) as number | null);
  const lines = rows.map(row => columns.map(key => said(row[key])));
  return { name: text(ctx, `amenity-statistics.tables.${table}`), batches: [[head], lines], headed: true };
};

async function give(ctx: Ctx, res: Response, name: string, tables: Record<string, readonly object[]>) {
  res.set({
    'Content-Type': XLSX,
    'Content-Disposition': `attachment; ${fileName({ name: `${name}.xlsx`, type: XLSX })}`,
  });
  await writeBook(
    res,
    Object.entries(tables).map(([table, rows]) => pageOf(ctx, table, rows as Record<string, unknown>[])),
  );
}

const bookingTables = async (ctx: Ctx, query: z.output<typeof bookingQuery>) => {
  const {
    from,
    to,
    totals: now,
    series,
    amenities,
    top,
    heat,
  } = await bookingFigures(ctx, periodOf(ctx, query), query);
  return { from, to, heat, tables: { totals: [now], series, amenities, top } };
};
const orderTables = async (ctx: Ctx, query: z.output<typeof orderQuery>) => {
  const { from, to, totals: now, series, partners, commissions } = await orderFigures(ctx, periodOf(ctx, query), query);
  return { from, to, tables: { totals: [now], series, partners, commissions } };
};

export const amenityStatistics: readonly Route[] = [
  route({
    method: 'get',
    path: `${utilityBooking.path}/statistics`,
    summary: 'How amenities were used, by hour and weekday, and what they brought',
    module: utilityBooking.code,
    flags: ['aggregate'],
    query: bookingQuery,
    answer: bookingSchema,
    run: async (ctx, { query }) => bookingFigures(ctx, periodOf(ctx, query), query),
  }),
  route({
    method: 'get',
    path: `${utilityBooking.path}/statistics/export`,
    summary: 'The same as a spreadsheet, one sheet a table',
    module: utilityBooking.code,
    flags: ['export'],
    query: bookingQuery,
    answer: XLSX,
    async run(ctx, { query, res }) {
      const { tables, heat } = await bookingTables(ctx, query);
      const hours = heat.map((row, weekday) => ({
        weekday,
        ...Object.fromEntries(row.map((use, hour) => [`h${hour}`, use < 0 ? null : use])),
      }));
      await give(ctx, res, 'amenities', { ...tables, heat: hours });
    },
  }),
  route({
    method: 'get',
    path: `${utilityBooking.path}/statistics/pdf`,
    summary: 'The same on paper',
    module: utilityBooking.code,
    flags: ['export'],
    query: bookingQuery,
    answer: 'application/pdf',
    run: async (ctx, { query, res }) =>
      givePaper(ctx, res, { name: 'amenities', ...(await bookingTables(ctx, query)) }),
  }),
  route({
    method: 'get',
    path: `${utilityBooking.path}/statistics/hour`,
    summary: 'The bookings behind an hour of a weekday',
    module: utilityBooking.code,
    flags: ['aggregate'],
    query: z.strictObject({
      ...bookingQuery.shape,
      weekday: z.coerce.number().int().min(0).max(6),
      hour: z.coerce.number().int().min(0).max(23),
    }),
    answer: z.array(
      z.object({
        id: idSchema,
        code: z.string(),
        utilityId: idSchema,
        unitId: idSchema,
        startAt: z.iso.datetime(),
        endAt: z.iso.datetime(),
      }),
    ),
    run: async (ctx, { query }) => bookingsAt(ctx, periodOf(ctx, query).now, query),
  }),
  route({
    method: 'get',
    path: `${merchantOrder.path}/statistics`,
    summary: 'What partners did, how fast and how well, and what the building earns of it',
    module: merchantOrder.code,
    flags: ['aggregate'],
    query: orderQuery,
    answer: orderSchema,
    run: async (ctx, { query }) => orderFigures(ctx, periodOf(ctx, query), query),
  }),
  route({
    method: 'get',
    path: `${merchantOrder.path}/statistics/export`,
    summary: 'The same as a spreadsheet, one sheet a table',
    module: merchantOrder.code,
    flags: ['export'],
    query: orderQuery,
    answer: XLSX,
    async run(ctx, { query, res }) {
      await give(ctx, res, 'partner-orders', (await orderTables(ctx, query)).tables);
    },
  }),
  route({
    method: 'get',
    path: `${merchantOrder.path}/statistics/pdf`,
    summary: 'The same on paper',
    module: merchantOrder.code,
    flags: ['export'],
    query: orderQuery,
    answer: 'application/pdf',
    run: async (ctx, { query, res }) =>
      givePaper(ctx, res, { name: 'partner-orders', ...(await orderTables(ctx, query)) }),
  }),
];
