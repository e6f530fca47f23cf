import { bill } from '@lobby/shared/modules/bill.ts';
import { service } from '@lobby/shared/modules/billing-service.ts';
import { meter } from '@lobby/shared/modules/meter.ts';
import { unit } from '@lobby/shared/modules/unit.ts';
import { usage } from '@lobby/shared/modules/usage.ts';
import { describe, expect, it, vi } from 'vitest';
import type { Row } from '../setup/caller.ts';
import { formOf } from '../setup/contract/samples.ts';
import { bookOf, rowsOfSheet } from '../setup/files/sheets.ts';
import { booksAt, MONTH, refusal } from '../setup/money/books.ts';
import { makeRecord } from '../setup/records.ts';
import { startServer } from '../setup/server/server.ts';
import { makeSite } from '../setup/world.ts';

const server = await startServer();
const site = await makeSite(server.url, 'Manual');
const { ann, carl, unitId, otherUnitId } = site;
const { make, read, act, priced, billsOf, agree, accountOf } = await booksAt(site);

const SIX = [
  { to: 50, price: 1984 },
  { to: 100, price: 2050 },
  { to: 200, price: 2380 },
  { to: 300, price: 2998 },
  { to: 400, price: 3350 },
  { price: 3460 },
];
const metered = () => priced({ source: 'METER', periodType: 'ONE_MONTH' }, { tiers: SIX, vat: 8 });
const ask = (values: object, who = ann) => who.post<Row>(bill.path, { unitId, month: MONTH, ...values });

describe('a bill by hand', () => {
  it('is of an amount with its taxes: those said, or those of the tariff', async () => {
    const own = await priced({ repeatable: true }, { vat: 10 });
    const of = async (values: object) => (await ask({ serviceId: own.id, amount: 100_000, ...values })).data;
    expect(await of({})).toMatchObject({ mode: 'AMOUNT', net: 100_000, vat: 10_000, total: 110_000 });
    expect(await of({ vatIncluded: true })).toMatchObject({ net: 90_909, vat: 9091, total: 100_000 });
    expect(await of({ vatRate: 8, surchargeTax: 10 })).toMatchObject({ surcharge: 10_000, vat: 8000, total: 118_000 });
    const wrong = async (values: object) => refusal(await ask({ serviceId: own.id, ...values }));
    expect(await wrong({ amount: 0 })).toEqual([400, 'VALIDATION_FAILED', 'amount']);
    expect(await wrong({ mode: 'AMOUNT' })).toEqual([400, 'VALIDATION_FAILED', 'amount']);
    expect(await wrong({ amount: 2_000_000_001 })).toEqual([422, 'AMOUNT_TOO_LARGE', 'amount']);
    expect(await wrong({ amount: 5, accountingDate: '2026-10-20', dueDate: '2026-10-19' })).toEqual([
      422,
      'INVALID_DATES',
      'dueDate',
    ]);
    expect(await wrong({ mode: 'INDEX', newIndex: 5 })).toEqual([422, 'INVALID_INDEX', 'mode']);
  });

  it('of a service that is switched off is refused: one, many, and by sheet', async () => {
    const own = await priced({});
    expect((await act(service.path, own, 'deactivate')).status).toBe(200);
    const refused = [422, 'SERVICE_NOT_ACTIVE', 'serviceId'];
    expect(refusal(await ask({ serviceId: own.id, amount: 5000 }))).toEqual(refused);
    const many = { serviceId: own.id, month: MONTH, unitIds: [unitId], amount: 5000 };
    for (const call of ['manual/preview', 'manual'])
      expect(refusal(await ann.post(`${bill.path}/${call}`, many))).toEqual(refused);
    const sheet = await bookOf(ann, bill, [{ unitId, serviceId: own.id, month: MONTH, amount: 5000 }]);
    const { data } = await ann.post<{ faults: Row[] }>(
      `${bill.path}/import/preview`,
      formOf([{ name: 'bills.xlsx', body: sheet }]),
    );
    expect(data.faults).toContainEqual(
      expect.objectContaining({ row: 2, field: 'serviceId', code: 'SERVICE_NOT_ACTIVE' }),
    );
    // A service that was never activated has no tariff.
    const bare = await make(service.path, { code: 'BARE', name: 'Bare', group: 'OTHER', source: 'FIXED' });
    expect([bare.active, ...refusal(await ask({ serviceId: bare.id, amount: 5000 }))]).toEqual([false, ...refused]);
    // Services charged by free amounts need no tariff and can be activated without one.
    const cards = await make(service.path, {
      code: 'CARDS',
      name: 'Cards',
      group: 'OTHER',
      source: 'FIXED',
      repeatable: true,
    });
    expect(cards.active).toBe(true);
    expect((await act(service.path, cards, 'deactivate')).status).toBe(200);
    expect(refusal(await ask({ serviceId: cards.id, amount: 5000 }))).toEqual(refused);
    expect((await act(service.path, cards, 'activate')).status).toBe(200);
    expect((await ask({ serviceId: cards.id, amount: 5000 })).status).toBe(201);
    // Opening debts are still accepted.
    const debt = { serviceId: own.id, createdFor: 'DEBT', debtMonth: '2025-11', amount: 5000 };
    expect((await ask(debt)).status).toBe(201);
  });

  it('of what a meter shows is counted by the tariff, and the next month goes on from there', async () => {
    const own = await metered();
    const hung = { code: 'MH-1', unitId, serviceId: own.id, startIndex: 14_500, startDate: '2026-01-01' };
    const { id: meterId } = await make(meter.path, hung);
    expect(refusal(await ask({ serviceId: own.id, mode: 'INDEX', newIndex: 14_499 }))).toEqual([
      422,
      'INDEX_BELOW_OLD',
      'newIndex',
    ]);
    const made = await ask({ serviceId: own.id, mode: 'INDEX', newIndex: 14_820 });
    expect(made.data).toMatchObject({ total: 871_020, quantity: 320, oldIndex: 14_500, newIndex: 14_820 });
    const usages = async () => (await ann.get<Row[]>(`${usage.path}?filter[meterId][]=${meterId}`)).data;
    expect(await usages()).toMatchObject([{ usageNumber: 320, state: 'BILLED', source: 'BILL' }]);
    const sheet = await ann.get<Row[]>(`${usage.path}/sheet?serviceId=${own.id}&month=2026-11`);
    expect(sheet.data.find(one => one.meterId === meterId)).toMatchObject({ oldIndex: 14_820 });
    // A changed reading changes the bill.
    const edit = { version: made.data.version, newIndex: 14_510 };
    expect((await ann.put<Row>(`${bill.path}/${made.data.id}`, edit)).data).toMatchObject({ quantity: 10 });
    expect(await usages()).toMatchObject([{ usageNumber: 10, newIndex: 14_510, state: 'BILLED' }]);
    await act(bill.path, made.data, 'cancel', { reason: 'Wrong meter' });
    expect(await usages()).toMatchObject([{ state: 'OPEN' }]);
  });

  it('of a quantity leaves where the meter would stand', async () => {
    const own = await metered();
    const hung = { code: 'MH-2', unitId, serviceId: own.id, startIndex: 100, startDate: '2026-01-01', coefficient: 2 };
    await make(meter.path, hung);
    const made = await ask({ serviceId: own.id, quantity: 320 });
    expect(made.data).toMatchObject({ mode: 'QUANTITY', total: 871_020, oldIndex: 100, newIndex: 260 });
  });

  it('is released at once by who may, with its entry in the books', async () => {
    const own = await priced({ repeatable: true });
    await site.allow({ BILL: ['read', 'write'] });
    expect((await ask({ serviceId: own.id, amount: 5000, release: true }, carl)).status).toBe(403);
    expect(await billsOf(own.id)).toEqual([]);
    const before = Number((await accountOf())?.owed ?? 0);
    const made = await ask({ serviceId: own.id, amount: 5000, release: true });
    expect(made.data).toMatchObject({ status: 'ACTIVE', publication: 'UNPUBLISHED' });
    expect(Number((await accountOf()).owed)).toBe(before + 5000);
    const debt = { createdFor: 'DEBT', debtMonth: '2025-11', amount: 500_000, release: true };
    const old = await ann.post<Row>(bill.path, { unitId, serviceId: own.id, ...debt });
    expect(old.data).toMatchObject({ month: '2025-11', vat: 0, total: 500_000, status: 'ACTIVE' });
    expect((await ann.post(bill.path, { unitId, serviceId: own.id, ...debt })).code).toBe('BILL_ALREADY_EXISTS');
    await agree();
  });
});

describe('bills of many units', () => {
  it('are each of its own row, and who is refused keeps no other back', async () => {
    const own = await priced({}, { tiers: [{ price: 1000 }] });
    await ask({ serviceId: own.id, amount: 7 });
    const rows = [
      { unitId, quantity: 3 },
      { unitId: otherUnitId, quantity: 4 },
    ];
    const body = { serviceId: own.id, month: MONTH, mode: 'QUANTITY', rows };
    const look = await ann.post<Row>(`${bill.path}/manual/preview`, body);
    expect(look.data).toMatchObject({
      bills: [{ unitId: otherUnitId, total: 4000, previous: null }],
      refused: [{ unitId, code: 'BILL_ALREADY_EXISTS' }],
    });
    const made = await ann.post<Row>(`${bill.path}/manual`, { ...body, release: true });
    expect(made.data).toMatchObject({ total: 4000, refused: [{ unitId }] });
    expect((await billsOf(own.id))[0]).toMatchObject({ status: 'ACTIVE', total: 4000 });
    await agree();
  });

  it('are made in the background above 200, once for a key', async () => {
    const far = await makeSite(server.url, 'Long');
    const own = await booksAt(far).then(books => books.priced({ repeatable: true }));
    const homes = Array.from({ length: 300 }, (_, n) =>
      makeRecord(far.id, unit, {
        code: `L-${n}`,
        type: 'APARTMENT',
        blockId: far.blockId,
        floorId: far.floorId,
        area: 50,
      }),
    );
    const unitIds = (await Promise.all(homes)).map(one => one._id);
    const headers = { 'Idempotency-Key': `many ${own.id}` };
    const send = () =>
      far.ann.post<Row>(`${bill.path}/manual`, { serviceId: own.id, month: MONTH, unitIds, amount: 9000 }, headers);
    const [first, again] = [await send(), await send()];
    expect(first.status).toBe(202);
    expect(again.data).toEqual(first.data);
    const run = async () => (await far.ann.get<Row>(`/progress/${first.data.progressId}`)).data;
    await vi.waitFor(async () => expect(await run()).toMatchObject({ state: 'done', done: 300 }), { timeout: 30_000 });
    const badges = await far.ann.get<Row>(`${bill.path}/count-badges`);
    expect(JSON.stringify(badges.data)).toContain('300');
  });

  it('come from a sheet, all rows or none', async () => {
    const own = await priced({ repeatable: true });
    const debt = (debtMonth: string, amount: unknown, home = unitId) => ({
      unitId: home,
      serviceId: own.id,
      createdFor: 'DEBT',
      debtMonth,
      amount,
    });
    const good = [debt('2025-09', 100_000), debt('2025-10', '1.234.567 đ'), debt('2025-10', '0700', otherUnitId)];
    const send = async (path: string, rows: Record<string, unknown>[]) => {
      const body = await bookOf(ann, bill, rows);
      return ann.post<Row>(`${bill.path}/import${path}`, formOf([{ name: 'a.xlsx', body }]));
    };
    const bad = await send('', [...good, debt('2025-09', 5), debt('2025-08', '1.234,50')]);
    expect(bad.status).toBeGreaterThanOrEqual(400);
    expect(await billsOf(own.id)).toEqual([]);
    const done = await send('', good);
    expect([done.status, done.data]).toMatchObject([expect.any(Number), { created: 3 }]);
    const all = await billsOf(own.id);
    expect(all.reduce((sum, { total }) => sum + Number(total), 0)).toBe(100_000 + 1_234_567 + 700);
    expect(await rowsOfSheet(await bookOf(ann, bill, good))).toHaveLength(4);
    const [one] = all;
    expect(await read(bill.path, one?.id)).toMatchObject({ createType: 'MANUAL', createdFor: 'DEBT' });
  });
});
