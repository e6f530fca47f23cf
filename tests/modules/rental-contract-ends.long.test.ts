import { contractsJob } from '@lobby/server/modules/rental-contract/jobs.ts';
import { addDays } from '@lobby/shared/kit/dates.ts';
import { rentalContract } from '@lobby/shared/modules/rental-contract.ts';
import { expect, it } from 'vitest';
import { contractsOf, lastingDay } from '../setup/house/contracts.ts';
import { rowsIn, stored } from '../setup/records.ts';
import { startAlone, startServer } from '../setup/server/server.ts';
import { WAIT } from '../setup/time/limit.ts';
import { makeSite } from '../setup/world.ts';

const TODAY = await lastingDay();
const server = await startServer();
const { made } = contractsOf(await makeSite(server.url, 'Alpha'));

it('the days of a contract are turned by whichever of two servers, once', async () => {
  const { id } = await made({ remindExpiredDate: addDays(TODAY, 5) });
  // Stored directly, so that the reminder is due today.
  const doc = await stored(rentalContract, id);
  await rowsIn('rental-contracts').updateOne({ _id: id }, { $set: { remindExpiredDate: TODAY } });
  expect(doc.expiring).toBe(false);
  const beside = await startAlone(server, 'info', { JOBS: '1' });
  await rowsIn('jobs').updateOne({ name: 'contracts' } as never, { $set: { nextRunAt: new Date() } });
  await contractsJob.run(new Date());
  await expect
    .poll(async () => (await rowsIn('jobs').findOne({ name: 'contracts' } as never))?.lastFinishedAt, WAIT)
    .toBeTruthy();
  await beside.stop();
  expect((await rowsIn('notifications').find({ 'subject.id': id }).toArray()).map(row => row.count)).toEqual([1, 1]);
});
