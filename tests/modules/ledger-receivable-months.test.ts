import { bill } from '@lobby/shared/modules/bill.ts';
import { service } from '@lobby/shared/modules/billing-service.ts';
import { expect, it } from 'vitest';
import type { Row } from '../setup/caller.ts';
import { booksAt, MONTH, today } from '../setup/money/books.ts';
import { startServer } from '../setup/server/server.ts';
import { makeSite } from '../setup/world.ts';

const server = await startServer();
const site = await makeSite(server.url, 'Months');
const { ann, carl, unitId } = site;
const { act, released, pay, billsOf, agree } = await booksAt(site);

interface ByMonth {
  months: Row[];
  before: (Row | null)[];
}

it('counts each posting as what it is, of a service and of a unit, so that they add up to what is owed', async () => {
  const one = await released(100_000);
  const cancelled = await released(40_000);
  await act(bill.path, cancelled, 'cancel', { reason: 'Twice' });
  await act(bill.path, one, 'adjust', { type: 'ADJUST_DOWN', totalPayment: 30_000, reason: 'Measured again' });
  const allocations = [{ billId: one.id, amount: 50_000 }];
  expect((await pay({ amount: 50_000, allocations })).status).toBe(201);
  const path = `${service.path}/${one.serviceId}/months?months=24`;
  const own = (await ann.get<ByMonth>(path)).data;
  expect(own.months).toHaveLength(24);
  // The bill counts in its month, payments and adjustments in the current one.
  expect(own.months.slice(-2)).toMatchObject([
    { month: MONTH, billed: 100_000, adjustedDown: 0, paid: 0, units: 1 },
    { month: today().slice(0, 7), billed: 0, adjustedDown: 30_000, paid: 50_000, deducted: 0, units: 0 },
  ]);
  expect(own.months[0]).toMatchObject({ billed: 0, units: 0 });
  const of = (await ann.get<ByMonth>(`${bill.path}/units/${unitId}/months`)).data;
  expect(of.months).toHaveLength(12);
  expect(of.months.slice(-2)).toMatchObject([
    { billed: 140_000, cancelled: 0 },
    { billed: 0, cancelled: 40_000, adjustedDown: 30_000, paid: 50_000 },
  ]);
  // Cancellations count on their own day.
  const [down] = (await billsOf(one.serviceId)).filter(({ type }) => type === 'ADJUST_DOWN');
  await act(bill.path, down as Row, 'cancel', { reason: 'It was right' });
  expect((await ann.get<ByMonth>(path)).data.months.at(-1)).toMatchObject({ billed: 0, adjustedDown: 0 });
  await site.allow({ BILLING_SERVICE: ['read'], BILL: ['read'] });
  expect((await carl.get(path)).status).toBe(403);
  await agree();
});
