import { nextNumber } from '@lobby/shared/modules/contract-number.ts';
import { rentalContract } from '@lobby/shared/modules/rental-contract.ts';
import { expect, it } from 'vitest';
import type { Row } from '../setup/caller.ts';
import { contractsOf, lastingDay } from '../setup/house/contracts.ts';
import { startServer } from '../setup/server/server.ts';
import { makeSite } from '../setup/world.ts';

const TODAY = await lastingDay();
const server = await startServer();
const site = await makeSite(server.url, 'Alpha');
const { ann, carl } = site;
const { made } = contractsOf(site);
const offered = async (unitId = site.unitId) =>
  (await ann.get<{ code: string }>(`${rentalContract.path}/next-number?unitId=${unitId}`)).data.code;

it('is offered by the pattern of the project, after the last of its run', async () => {
  const year = TODAY.slice(0, 4);
  expect(await offered()).toBe(`001/${year}/HDT-AA-12.08`);
  await made({ code: `007/${year}/HDT-B-01.01` });
  await made({ code: '031/2019/HDT-B-01.01' });
  expect(await offered()).toBe(`008/${year}/HDT-AA-12.08`);
  const project = `/unit-group/${site.id}`;
  const { version } = (await ann.get<Row>(`${project}/settings`)).data;
  const set = await ann.put(project, { version, contractNumber: 'HD.{yyyy}{mm}-{n}' });
  expect([set.status, set.text]).toEqual([200, expect.any(String)]);
  expect(await offered()).toBe(`HD.${TODAY.slice(0, 7).replace('-', '')}-001`);
});

it('is offered to whoever may read contracts, for a unit of the project', async () => {
  await site.allow({ UNIT: ['read'] });
  expect((await carl.get(`${rentalContract.path}/next-number?unitId=${site.unitId}`)).status).toBe(403);
  const nowhere = await ann.get(`${rentalContract.path}/next-number?unitId=${'0'.repeat(24)}`);
  expect([nowhere.status, nowhere.code]).toEqual([422, 'REFERENCE_NOT_FOUND']);
});

it.each([
  ['{n}/{yyyy}/HDT-{code}', ['012/2026/HDT-A', '013/2025/HDT-A'], '013/2026/HDT-B.1'],
  ['HD({n})', [], 'HD(001)'],
  ['X-{n}', ['x-1204'], 'X-1205'],
])('%s after %o is %s', (pattern, codes, next) => {
  expect(nextNumber(pattern, '2026-11-23', 'B.1', codes)).toBe(next);
});
