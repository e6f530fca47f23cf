import { orderStatistics } from '@lobby/shared/modules/merchant-order.contract.ts';
import { merchantOrder } from '@lobby/shared/modules/merchant-order.ts';
import {
  amenityId,
  bookingQuery,
  bookingStatistics,
  bookingsOfHour,
  periodFields,
} from '@lobby/shared/modules/utility-booking.contract.ts';
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
import { fieldOf } from '../../kit/store/records.ts';
import { bookingFigures } from './bookings.ts';
import { bookingsAt } from './hour-bookings.ts';
import { orderFigures } from './orders.ts';
import { columnsIn, givePaper } from './paper.ts';
import { periodOf } from './period.ts';

const orderQuery = z.strictObject({ ...periodFields, partnerId: amenityId, utilityId: amenityId });

/** Converts a table of figures to a worksheet; its columns are the keys of the first row. */
const pageOf = (ctx: Ctx, table: string, rows: readonly object[]) => {
  const columns = columnsIn(rows);
  const head: Cell[] = columns.map(key => ({ text: text(ctx, `amenity-statistics.figures.${key}`), look: 'bold' }));
  const { timeZone } = ctx.project;
  const cellOf = (value: unknown): Cell =>
    typeof value === 'string' ? whenWords(value, timeZone) : typeof value === 'number' ? value : null;
  const lines = rows.map(row => columns.map(key => cellOf(fieldOf(row, key))));
  return { name: text(ctx, `amenity-statistics.tables.${table}`), batches: [[head], lines], headed: true };
};

async function give(ctx: Ctx, res: Response, name: string, tables: Record<string, readonly object[]>) {
  res.set({
    'Content-Type': XLSX,
    'Content-Disposition': `attachment; ${fileName({ name: `${name}.xlsx`, type: XLSX })}`,
  });
  await writeBook(
    res,
    Object.entries(tables).map(([table, rows]) => pageOf(ctx, table, rows)),
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
  route(bookingStatistics, {
    flags: ['aggregate'],
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
  route(bookingsOfHour, {
    flags: ['aggregate'],
    run: async (ctx, { query }) => bookingsAt(ctx, periodOf(ctx, query).now, query),
  }),
  route(orderStatistics, {
    flags: ['aggregate'],
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
