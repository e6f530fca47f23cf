import { rentalContract } from '@lobby/shared/modules/rental-contract.ts';
import { expect, it } from 'vitest';
import { formOf } from '../setup/contract/samples.ts';
import { bookOf } from '../setup/files/sheets.ts';
import { contractsOf } from '../setup/house/contracts.ts';
import { countOf } from '../setup/records.ts';
import { startServer } from '../setup/server/server.ts';
import { makeSite } from '../setup/world.ts';

const server = await startServer();
const site = await makeSite(server.url, 'Alpha');

it('takes 5,000 contracts from a spreadsheet in two minutes', { timeout: 240_000 }, async () => {
  const one = contractsOf(site).valid();
  const rows = Array.from({ length: 5000 }, (_, at) => ({ ...one, code: `NK-${at}`, rooms: `P${at}` }));
  const form = formOf([{ name: 'rows.xlsx', body: await bookOf(site.ann, rentalContract, rows) }]);
  const begun = performance.now();
  expect((await site.ann.post(`${rentalContract.path}/import`, form)).data).toMatchObject({ created: 5000 });
  expect(performance.now() - begun).toBeLessThan(120_000);
  expect(await countOf(rentalContract, site.id, { firstPrice: 12_000_000, expiring: false })).toBe(5000);
});
