import { contractsJob } from '@lobby/server/modules/rental-contract/jobs.ts';
import { termsOn } from '@lobby/server/modules/rental-contract/terms.ts';
import { addDays } from '@lobby/shared/kit/dates.ts';
import { contractAnnex } from '@lobby/shared/modules/contract-annex.ts';
import { rentalContract, usualReminder } from '@lobby/shared/modules/rental-contract.ts';
import { describe, expect, it } from 'vitest';
import type { Row } from '../setup/caller.ts';
import { contractsOf, fault, lastingDay, noonOf } from '../setup/house/contracts.ts';
import { change } from '../setup/records.ts';
import { startServer } from '../setup/server/server.ts';
import { makeSite } from '../setup/world.ts';

const TODAY = await lastingDay();
const server = await startServer();
const site = await makeSite(server.url, 'Alpha');
const { ann } = site;
const { path } = rentalContract;
const { send, made, read, annexTo } = contractsOf(site);

describe('rules.md 5: contract signing not after start of use; expiry after start; reminder after start and not after expiry', () => {
  const START = addDays(TODAY, 10);
  const END = addDays(TODAY, 100);
  it.each([
    ['signed on the day it starts', { registerDate: START }, null],
    ['signed the day after', { registerDate: addDays(START, 1) }, { registerDate: 'CONTRACT_SIGNED_AFTER_START' }],
    ['expires the day after it starts', { expiryDate: addDays(START, 1) }, null],
    ['expires on the day it starts', { expiryDate: START }, { expiryDate: 'CONTRACT_ENDS_BEFORE_START' }],
    ['expires before', { expiryDate: addDays(START, -1) }, { expiryDate: 'CONTRACT_ENDS_BEFORE_START' }],
    ['reminds the day after it starts', { remindExpiredDate: addDays(START, 1) }, null],
    ['reminds on the start', { remindExpiredDate: START }, { remindExpiredDate: 'CONTRACT_REMINDER_BEFORE_START' }],
    ['reminds on the last day', { remindExpiredDate: END }, null],
    [
      'reminds after it',
      { remindExpiredDate: addDays(END, 1) },
      { remindExpiredDate: 'CONTRACT_REMINDER_AFTER_EXPIRY' },
    ],
  ])('%s', async (_, own, wrong) => {
    const answer = await send({ startDate: START, expiryDate: END, ...own });
    if (wrong) expect(fault(answer)).toEqual([400, wrong]);
    else expect(answer.status, answer.text).toBe(201);
  });

  it('holds for an edit too, and for values that were there before', async () => {
    const { id } = await made({ startDate: START, expiryDate: END });
    expect(fault(await ann.put(`${path}/${id}`, { version: 1, startDate: END }))[0]).toBe(400);
    expect(fault(await ann.put(`${path}/${id}`, { version: 1, registerDate: addDays(START, 1) }))).toEqual([
      400,
      { registerDate: 'CONTRACT_SIGNED_AFTER_START' },
    ]);
  });

  it('has a reminder that moves with its end, unless somebody has named another', async () => {
    const [own, named] = [
      await made({ expiryDate: END }),
      await made({ expiryDate: END, remindExpiredDate: addDays(END, -5) }),
    ];
    const later = (id: string) => ann.put<Row>(`${path}/${id}`, { version: 1, expiryDate: addDays(END, 100) });
    expect((await later(own.id)).data.remindExpiredDate).toBe(addDays(END, 70));
    expect((await later(named.id)).data.remindExpiredDate).toBe(addDays(END, -5));
  });

  it('has a reminder also where nobody names one', async () => {
    expect((await made({ startDate: START, expiryDate: END })).remindExpiredDate).toBe(addDays(END, -30));
    expect(usualReminder('2026-01-01', '2026-01-02')).toBe('2026-01-02');
    expect(usualReminder('2026-01-01', '2026-01-31')).toBe('2026-01-02');
    expect(usualReminder('2026-01-01', '2026-02-01')).toBe('2026-01-02');
    expect(usualReminder('2026-01-01', '2026-02-02')).toBe('2026-01-03');
  });

  it('takes money as whole dong, days as days', async () => {
    expect(fault(await send({ price: 1.5 }))).toEqual([400, { price: 'NOT_NATURAL' }]);
    expect(fault(await send({ deposit: -1 }))).toEqual([400, { deposit: 'TOO_SMALL' }]);
    expect(fault(await send({ area: 0 }))).toEqual([400, { area: 'TOO_SMALL' }]);
    expect(fault(await send({ registerDate: '2025-02-30' }))).toEqual([400, { registerDate: 'DATE_INVALID' }]);
  });
});

describe('the tenant of a contract', () => {
  it('is a resident of the unit, or a company, or a company that a resident speaks for', async () => {
    await made({ residentId: null, company: 'Công ty Sao Mai' });
    await made({ company: 'Công ty Sao Mai', taxCode: '0312345678' });
    expect(fault(await send({ residentId: null }))).toEqual([400, { residentId: 'CONTRACT_TENANT_REQUIRED' }]);
    expect(fault(await send({ residentId: site.emil.id }))).toEqual([
      422,
      { residentId: 'CONTRACT_TENANT_NOT_IN_UNIT' },
    ]);
    const { id } = await made();
    const moved = await ann.put<Row>(`${path}/${id}`, { version: 1, unitId: site.otherUnitId });
    expect(fault(moved)).toEqual([422, { residentId: 'CONTRACT_TENANT_NOT_IN_UNIT' }]);
  });

  it('is found in the palette, as the contract is by its number', async () => {
    const { id, code } = await made({ code: 'HDT-2026/77', company: 'Công ty Hải Âu' });
    for (const q of ['hdt202677', 'hai au', String(site.dora.name)]) {
      const { data } = await ann.get<Row[]>(`/search?q=${encodeURIComponent(q)}`);
      expect(
        data.some(one => one.entity === rentalContract.name && (q === site.dora.name || one.id === id)),
        q,
      ).toBe(true);
    }
    expect(code).toBe('HDT-2026/77');
  });
});

describe('an annex', () => {
  const FIRST = { area: 60, price: 10, expiryDate: '2026-12-31', remindExpiredDate: '2026-12-01' };
  const NONE = { area: null, price: null, expiryDate: null, remindExpiredDate: null };
  it.each([
    ['none', [], FIRST, null],
    ['price of an earlier day', [{ ...NONE, effectiveDate: '2026-05-01', price: 12 }], { ...FIRST, price: 12 }, null],
    ['price of the day itself', [{ ...NONE, effectiveDate: '2026-06-15', price: 12 }], { ...FIRST, price: 12 }, null],
    ['price of tomorrow', [{ ...NONE, effectiveDate: '2026-06-16', price: 12 }], FIRST, '2026-06-16'],
    [
      'end that comes later holds already',
      [{ ...NONE, effectiveDate: '2027-01-01', expiryDate: '2027-12-31' }],
      { ...FIRST, expiryDate: '2027-12-31' },
      null,
    ],
    [
      'several, in the order of their days',
      [
        { ...NONE, effectiveDate: '2026-06-01', price: 13 },
        { ...NONE, effectiveDate: '2026-03-01', price: 12, area: 61 },
        { ...NONE, effectiveDate: '2026-09-01', price: 14 },
        { ...NONE, effectiveDate: '2026-08-01', area: 62 },
      ],
      { ...FIRST, price: 13, area: 61 },
      '2026-08-01',
    ],
  ])('changes the terms from its day on: %s', (_, annexes, wanted, termsChangeOn) => {
    expect(termsOn('2026-06-15', FIRST, annexes)).toEqual({ ...wanted, termsChangeOn });
  });

  it('and its contract change together; what was signed first is kept', async () => {
    const contract = await made();
    const end = addDays(TODAY, 600);
    const annex = await annexTo(contract.id, { price: 13_000_000, expiryDate: end });
    expect(annex.status, annex.text).toBe(201);
    expect(annex.data.remindExpiredDate).toBe(addDays(end, -30));
    expect(await read(contract.id)).toMatchObject({
      version: 2,
      price: 13_000_000,
      area: 68.5,
      expiryDate: end,
      remindExpiredDate: addDays(end, -30),
      annexCount: 1,
      firstPrice: 12_000_000,
      firstExpiryDate: contract.expiryDate,
    });
    expect((await ann.put(`${contractAnnex.path}/${annex.data.id}`, { version: 1, price: 14_000_000 })).status).toBe(
      200,
    );
    expect(await read(contract.id)).toMatchObject({ price: 14_000_000, annexCount: 1 });
    expect((await ann.delete(`${contractAnnex.path}/${annex.data.id}`)).status).toBe(200);
    expect(await read(contract.id)).toMatchObject({
      price: 12_000_000,
      expiryDate: contract.expiryDate,
      remindExpiredDate: contract.remindExpiredDate,
      annexCount: 0,
    });
  });

  it('must change something, not before the contract, and leave its dates in order', async () => {
    const { id } = await made({ startDate: TODAY });
    const before = addDays(TODAY, -1);
    expect(fault(await annexTo(id))).toEqual([400, { content: 'ANNEX_CHANGES_NOTHING' }]);
    expect((await annexTo(id, { content: 'Thêm người ở cùng' })).status).toBe(201);
    expect(fault(await annexTo(id, { price: 1, registerDate: before, effectiveDate: before }))).toEqual([
      422,
      { effectiveDate: 'ANNEX_BEFORE_START' },
    ]);
    expect(fault(await annexTo(id, { price: 1, registerDate: addDays(TODAY, 1) }))).toEqual([
      400,
      { registerDate: 'CONTRACT_SIGNED_AFTER_START' },
    ]);
    expect(fault(await annexTo(id, { expiryDate: TODAY }))).toEqual([
      400,
      { expiryDate: 'CONTRACT_ENDS_BEFORE_START' },
    ]);
    expect(fault(await annexTo(id, { remindExpiredDate: addDays(TODAY, 301) }))).toEqual([
      400,
      { remindExpiredDate: 'CONTRACT_REMINDER_AFTER_EXPIRY' },
    ]);
  });

  it('of two who sign at once both count', async () => {
    const { id } = await made();
    const both = await Promise.all([
      annexTo(id, { price: 20_000_000 }),
      annexTo(id, { area: 70.5, effectiveDate: addDays(TODAY, 1), price: 21_000_000 }),
    ]);
    expect(both.map(one => one.status)).toEqual([201, 201]);
    expect(await read(id)).toMatchObject({ price: 20_000_000, annexCount: 2, termsChangeOn: addDays(TODAY, 1) });
  });

  it('begins by itself on its day: once, also where two jobs run', async () => {
    const { id } = await made();
    await annexTo(id, { effectiveDate: addDays(TODAY, 5), price: 15_000_000 });
    expect(await read(id)).toMatchObject({ price: 12_000_000, termsChangeOn: addDays(TODAY, 5) });
    await contractsJob.run(noonOf(addDays(TODAY, 4)));
    expect((await read(id)).price).toBe(12_000_000);
    await Promise.all([contractsJob.run(noonOf(addDays(TODAY, 5))), contractsJob.run(noonOf(addDays(TODAY, 5)))]);
    expect(await read(id)).toMatchObject({ price: 15_000_000, termsChangeOn: null });
    const { data } = await ann.get<Row[]>(`${path}/${id}/activities`);
    expect(data.filter(one => one.action === 'terms')).toHaveLength(1);
  });

  it('goes with its contract', async () => {
    const { id } = await made();
    const annex = await annexTo(id, { price: 1 });
    expect((await ann.delete(`${path}/${id}`)).status).toBe(200);
    expect((await ann.get(`${contractAnnex.path}/${annex.data.id}`)).status).toBe(404);
  });
});

describe('a contract cannot be updated', () => {
  const CODE = 'CONTRACT_CANNOT_BE_UPDATED';
  const put = (id: string, version: number, values: Record<string, unknown>) =>
    ann.put<Row>(`${path}/${id}`, { version, ...values });

  it('in its terms once it has an annex; the rest can', async () => {
    const { id } = await made();
    await annexTo(id, { price: 13_000_000 });
    expect(fault(await put(id, 2, { price: 1 }))).toEqual([409, { price: CODE }]);
    expect(fault(await put(id, 2, { expiryDate: addDays(TODAY, 400) }))).toEqual([409, { expiryDate: CODE }]);
    expect((await put(id, 2, { price: 13_000_000, note: 'Giữ thẻ xe cũ' })).status).toBe(200);
  });

  it('in its terms when it has expired, nor by an annex', async () => {
    const end = addDays(TODAY, -1);
    const over = {
      status: 'EXPIRED',
      expiryDate: end,
      firstExpiryDate: end,
      remindExpiredDate: end,
      firstRemindDate: end,
    };
    const { id, version } = await change(rentalContract, (await made()).id, over).then(doc => ({
      id: doc._id,
      version: doc.version,
    }));
    expect(fault(await put(id, version, { expiryDate: addDays(TODAY, 400) }))).toEqual([409, { expiryDate: CODE }]);
    expect((await put(id, version, { note: 'Chờ bàn giao' })).status).toBe(200);
    expect(fault(await annexTo(id, { price: 1 }))).toEqual([422, { effectiveDate: 'ANNEX_AFTER_END' }]);
    // Neither can an annex with a new end leave a gap without a contract.
    const gap = await annexTo(id, { effectiveDate: addDays(end, 2), expiryDate: addDays(TODAY, 400) });
    expect(fault(gap)).toEqual([422, { effectiveDate: 'ANNEX_AFTER_END' }]);
    const annex = await annexTo(id, { price: 1, effectiveDate: addDays(TODAY, -2), registerDate: addDays(TODAY, -2) });
    expect([annex.status, annex.code]).toEqual([409, CODE]);
  });

  it.each(['terminate', 'liquidate'])('at all after %s', async act => {
    const { id } = await made();
    const ended = await ann.put<Row>(`${path}/${id}/${act}`, { endedDate: TODAY, reason: 'Chuyển công tác' });
    expect(ended.data).toMatchObject({
      status: `${act.toUpperCase()}D`,
      endedDate: TODAY,
      reason: 'Chuyển công tác',
      expiring: false,
    });
    expect(fault(await put(id, 2, { note: 'x' }))).toEqual([409, { note: CODE }]);
  });
});

it('tells the history of a contract with that of its annexes, removed ones too', async () => {
  const { id } = await made();
  await ann.put(`${path}/${id}`, { version: 1, note: 'Corner flat' });
  const annex = (await annexTo(id, { price: 13_000_000 })).data;
  await ann.delete(`${contractAnnex.path}/${annex.id}`);
  await made();
  const history = (query = '') => ann.get<Row[]>(`${path}/${id}/history${query}`);
  const { status, data, headers } = await history('?limit=100');
  expect(status).toBe(200);
  const told = data.map(({ entity, action }) => `${entity} ${action}`);
  expect(told.toSorted()).toEqual([
    'contract-annex create',
    'contract-annex remove',
    'rental-contract annex',
    'rental-contract annex-remove',
    'rental-contract create',
    'rental-contract update',
  ]);
  expect([told.at(-1), headers.get('Content-Range')]).toEqual(['rental-contract create', 'items 0-5/6']);
  expect((await history('?page=2&limit=5')).data).toEqual(data.slice(5));
  expect((await ann.get(`${path}/${annex.id}/history`)).status).toBe(404);
});
