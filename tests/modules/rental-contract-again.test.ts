import { addDays } from '@lobby/shared/kit/dates.ts';
import { rentalContract } from '@lobby/shared/modules/rental-contract.ts';
import { expect, it } from 'vitest';
import type { Row } from '../setup/caller.ts';
import { contractsOf, fault, lastingDay } from '../setup/house/contracts.ts';
import { change } from '../setup/records.ts';
import { startServer } from '../setup/server/server.ts';
import { makeSite } from '../setup/world.ts';

const TODAY = await lastingDay();
const server = await startServer();
const site = await makeSite(server.url, 'Alpha');
const { ann } = site;
const { path } = rentalContract;
const { made, annexTo } = contractsOf(site);

it('an expired contract is active again when it is renewed late, or its end is corrected', async () => {
  const end = addDays(TODAY, -1);
  const over = {
    status: 'EXPIRED',
    expiryDate: end,
    firstExpiryDate: end,
    remindExpiredDate: end,
    firstRemindDate: end,
  };
  const [late, wrong, past] = [await made(), await made(), await made()].map(({ id }) => id);
  for (const id of [late, wrong, past]) await change(rentalContract, String(id), over);
  expect((await annexTo(String(late), { expiryDate: addDays(TODAY, 90) })).status).toBe(201);
  expect((await ann.get<Row>(`${path}/${late}`)).data).toMatchObject({
    status: 'ACTIVE',
    expiryDate: addDays(TODAY, 90),
  });
  const correct = (id: unknown, expiryDate: string, reason = 'Gõ nhầm năm') =>
    ann.put<Row>(`${path}/${id}/correct-end`, { expiryDate, ...(reason && { reason }) });
  expect(fault(await correct(wrong, addDays(TODAY, 60), ''))).toEqual([400, { reason: 'REQUIRED' }]);
  expect(fault(await correct(wrong, addDays(TODAY, -400)))).toEqual([
    400,
    { expiryDate: 'CONTRACT_ENDS_BEFORE_START' },
  ]);
  expect((await correct(wrong, addDays(TODAY, 60))).data).toMatchObject({
    status: 'ACTIVE',
    expiryDate: addDays(TODAY, 60),
    remindExpiredDate: addDays(TODAY, 30),
    expiring: false,
  });
  expect((await correct(past, addDays(TODAY, -3))).data).toMatchObject({
    status: 'EXPIRED',
    expiryDate: addDays(TODAY, -3),
  });
  expect((await correct(late, addDays(TODAY, 60))).status).toBe(409);
});
