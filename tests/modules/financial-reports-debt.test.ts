import { db } from '@lobby/server/kit/database/database.ts';
import { collectionOf } from '@lobby/server/kit/store/schema.ts';
import { AGES, ageOf } from '@lobby/shared/billing/ageing.ts';
import { addDays } from '@lobby/shared/kit/dates.ts';
import { bill } from '@lobby/shared/modules/bill.ts';
import { debtReport } from '@lobby/shared/modules/financial-reports.ts';
import { journalEntry } from '@lobby/shared/modules/ledger.ts';
import { receipt } from '@lobby/shared/modules/receipt.ts';
import { writeOff } from '@lobby/shared/modules/write-off.ts';
import { expect, it } from 'vitest';
import type { Row } from '../setup/caller.ts';
import { booksAt, refusal, today } from '../setup/money/books.ts';
import { startServer } from '../setup/server/server.ts';
import { makeSite } from '../setup/world.ts';

const server = await startServer();
const site = await makeSite(server.url, 'Debt report');
const { ann, unitId, otherUnitId } = site;
const { make, act, released, pay } = await booksAt(site);
const day = today();
const { path } = debtReport;

const MOVES = ['billed', 'interest', 'adjustedDown', 'cancelled', 'paid', 'deducted', 'writtenOff'];
const closingOf = (row: Row) =>
  MOVES.reduce((sum, name, n) => sum + (n < 2 ? 1 : -1) * Number(row[name]), Number(row.opening));
/** Backdates a bill and its journal entry. */
async function dated(own: Row, on: string, dueDate: string): Promise<void> {
  const set = { accountingDate: on, dueDate };
  await db()
    .collection<{ _id: string }>(collectionOf(bill))
    .updateOne({ _id: String(own.id) }, { $set: set });
  await db()
    .collection(collectionOf(journalEntry))
    .updateMany({ documentId: own.id }, { $set: { accountingDate: on, month: on.slice(0, 7) } });
}
const ageing = async (asOf: string, more = '') =>
  (await ann.get<{ rows: Row[]; totals: Row }>(`${path}/ageing?asOf=${asOf}${more}`)).data;

it('puts each day after the due day into its bucket', () => {
  const due = '2026-01-10';
  expect([0, 1, 30, 31, 60, 61, 90, 91].map(n => ageOf(due, addDays(due, n)))).toEqual([
    'notDue',
    'd0_30',
    'd0_30',
    'd31_60',
    'd31_60',
    'd61_90',
    'd61_90',
    'd90',
  ]);
});

it('ages the rest alone, as of any day, and leaves past days as they were', async () => {
  const own = await released(1_000_000);
  await dated(own, addDays(day, -60), addDays(day, -45));
  const before = await ageing(addDays(day, -25));
  expect(before.totals).toMatchObject({ d0_30: 1_000_000, total: 1_000_000 });
  const { data: paid } = await pay({ amount: 400_000, allocations: [{ billId: own.id, amount: 400_000 }] });
  const aged = await ageing(day);
  expect(aged.totals).toMatchObject({ d31_60: 600_000, total: 600_000 });
  // Units are read with who pays for them.
  expect(aged.rows).toMatchObject([{ key: site.unitId, residentId: site.dora.id }]);
  expect((await ageing(day, '&group=block')).rows).toMatchObject([{ residentId: null }]);
  expect(await ageing(addDays(day, -25))).toEqual(before);
  expect((await ageing(addDays(day, -45))).totals).toMatchObject({ notDue: 1_000_000 });
  expect((await ann.get(`${path}/ageing?asOf=${addDays(day, 1)}`)).status).toBe(400);
  expect(paid.code).toBeTruthy();
});

it('closes with what it opened with and all that happened, in every grouping', async () => {
  const [one, other] = [await released(300_000, otherUnitId), await released(70_000)];
  await pay({ type: 'UNIT_ACCOUNT', amount: 20_000 });
  await ann.post(`/unit-account/${unitId}/deduct`, { bills: [{ billId: other.id, amount: 20_000 }] });
  await make(writeOff.path, { billId: other.id, amount: 50_000, reason: 'Small rest' });
  const came = await pay({ unitId: otherUnitId, amount: 300_000, allocations: [{ billId: one.id, amount: 300_000 }] });
  await act(receipt.path, came.data, 'cancel', { reason: 'Bounced' });
  const period = `from=${addDays(day, -30)}&to=${day}`;
  const totals: Row[] = [];
  for (const group of ['month', 'service', 'block', 'floor', 'unit', 'label']) {
    const { data } = await ann.get<{ rows: Row[]; totals: Row }>(`${path}?${period}&group=${group}`);
    expect(closingOf(data.totals)).toBe(data.totals.closing);
    for (const row of data.rows) expect(closingOf(row), group).toBe(row.closing);
    for (const name of MOVES)
      expect(data.rows.reduce((sum, row) => sum + Number(row[name]), 0)).toBe(data.totals[name]);
    totals.push(data.totals);
  }
  expect(new Set(totals.map(total => JSON.stringify(total))).size).toBe(1);
  expect(totals[0]).toMatchObject({
    opening: 1_000_000,
    billed: 370_000,
    paid: 400_000,
    deducted: 20_000,
    writtenOff: 50_000,
  });
  expect(totals[0]?.closing).toBe((await ageing(day)).totals.total);
  const { data } = await ann.get<{ sum: number; rows: Row[] }>(`${path}/documents?${period}&cell=writtenOff`);
  expect([data.sum, data.rows[0]?.type]).toEqual([50_000, 'write-off']);
  const aged = await ann.get<{ sum: number }>(`${path}/documents?${period}&group=unit&key=${unitId}&cell=d31_60`);
  expect(aged.data.sum).toBe(600_000);
  const series = await ann.get<Row[]>(`${path}/series?months=1`);
  expect(AGES.reduce((sum, age) => sum + Number(series.data[0]?.[age]), 0)).toBe(series.data[0]?.closing);
  expect((await ann.get(`${path}/export?${period}`)).status).toBe(200);
});

it('reaches ten years back, and shows figures and documents to whom each is given', async () => {
  expect(refusal(await ann.get(`${path}?from=2016-01-01&to=2026-01-01`))).toEqual([400, 'REPORT_PERIOD_TOO_LONG']);
  expect((await ann.get(`${path}?from=2016-01-02&to=2026-01-01`)).status).toBe(200);
  const year = `from=2026-01-01&to=${day}`;
  expect((await ann.get(`${path}?${year}&group=unit&then=unit`)).status).toBe(400);
  const { carl } = site;
  await site.allow({ RECEIVABLE_REPORT: ['read', 'aggregate'] });
  expect((await carl.get(`${path}?${year}`)).status).toBe(200);
  expect((await carl.get(`${path}/documents?${year}&cell=billed`)).status).toBe(403);
});
