import type { Charge } from '@lobby/shared/billing/billing-input.ts';
import type { Version } from '@lobby/shared/billing/version.ts';
import { bill } from '@lobby/shared/modules/bill.ts';
import { service } from '@lobby/shared/modules/billing-service.ts';
import { tariff } from '@lobby/shared/modules/tariff.ts';
import { formula, surcharge, tariffVersion } from '@lobby/shared/modules/tariff-version.ts';
import { describe, expect, it } from 'vitest';
import type { Row } from '../setup/caller.ts';
import { formOf } from '../setup/contract/samples.ts';
import { rowsOfSheet, sheetOf } from '../setup/files/sheets.ts';
import { booksAt, MONTH, refusal } from '../setup/money/books.ts';
import { EXAMPLES } from '../setup/money/engine-examples.ts';
import { startServer } from '../setup/server/server.ts';
import { makeSite } from '../setup/world.ts';

const server = await startServer();
const site = await makeSite(server.url, 'Prices');
const { ann, carl } = site;
const { make, act, priced, register, run, billsOf, agree } = await booksAt(site);
const add = ({ tariffId }: Row, effectiveFrom: string, values: object) =>
  ann.post<Row>(tariffVersion.path, { tariffId, effectiveFrom, ...values });

const values = ({ id: _id, effectiveFrom: _from, ...own }: Version) => own;

describe('a preview', () => {
  it.each(EXAMPLES)('of example %s agrees to the dong', async (_, question, [lines, net, surchargeTax, vat, total]) => {
    const { versions, ...asked } = question();
    const [first] = versions;
    if (!first) throw new Error('no price');
    let price: object = { version: values(first) };
    if (versions.length > 1) {
      const own = await priced({}, { ...values(first), effectiveFrom: '2020-01-01' });
      const made = versions.slice(1).map(version => add(own, version.effectiveFrom, values(version)));
      for (const one of await Promise.all(made)) expect(one.status, one.text).toBe(201);
      price = { tariffId: own.tariffId };
    }
    const { data, text } = await ann.post<Charge>(`${tariff.path}/preview`, { ...price, ...asked });
    expect(data, text).toMatchObject({ net, surchargeTax, vat, total });
    const own = data.lines.filter(({ kind }) => kind !== 'VAT' && kind !== 'SURCHARGE');
    expect(own.map(({ amount }) => amount)).toEqual(lines);
  });

  it('names what cannot be counted, at its field, and stores nothing', async () => {
    const ask = (more: object) =>
      ann.post(`${tariff.path}/preview`, { version: { pricing: 'UNIT_PRICE', unitPrice: 1 }, ...more });
    expect(refusal(await ask({ quantity: -1 }))).toEqual([422, 'QUANTITY_INVALID', 'quantity']);
    expect(refusal(await ask({ quantity: 'many' }))).toEqual([422, 'QUANTITY_INVALID', 'quantity']);
    expect(refusal(await ask({ version: { tiers: [] }, quantity: 1 }))).toEqual([400, 'FORMULA_INVALID', 'version']);
    const late = { version: { pricing: 'UNIT_PRICE', unitPrice: 1, effectiveFrom: '2026-11-02' } };
    const period = { type: 'ONE_MONTH', start: '2026-11-01', end: '2026-11-30' };
    expect(refusal(await ask({ ...late, period }))).toEqual([422, 'NO_TARIFF', 'period']);
    expect(refusal(await ann.post(`${tariff.path}/preview`, {}))).toEqual([400, 'VALIDATION_FAILED', 'version']);
    expect((await carl.post(`${tariff.path}/preview`, {})).status).toBe(403);
  });
});

it('is proposed ready-made with its source, and what follows where its VAT ends', async () => {
  const { data } = await ann.get<{ key: string; source: string; version: { vat: number }; next: Row | null }[]>(
    `${tariff.path}/templates`,
  );
  expect(data.map(({ key }) => key)).toEqual(
    expect.arrayContaining(['power', 'powerLodgers', 'drainage', 'waterPerPerson', 'waterPerUnit', 'motorbike']),
  );
  expect(data.find(({ key }) => key === 'power')?.next).toMatchObject({ effectiveFrom: '2027-01-01', vat: 10 });
  const from = { template: 'powerLodgers', name: 'Lodgers', effectiveFrom: '2026-01-01' };
  const { data: body } = await ann.post<{ version: object }>(`${tariff.path}/from-template`, from);
  const asked = { quantity: 200, people: 5 };
  const { source: _source, ...version } = body.version as Record<string, unknown>;
  expect((await ann.post(`${tariff.path}/preview`, { version, ...asked })).data).toMatchObject({ total: 465_075 });
  expect(refusal(await ann.post(`${tariff.path}/from-template`, { ...from, template: 'gas' }))).toEqual([
    400,
    'VALIDATION_FAILED',
    'template',
  ]);
});

describe('a formula', () => {
  const refused = async (own: object) => {
    const { status, error } = await add(await priced({}), '2026-02-01', own);
    const fields = (error?.data as { fields?: Record<string, { code: string }> })?.fields ?? {};
    return [status, ...Object.entries(fields).map(([at, { code }]) => `${at} ${code}`)];
  };
  const steps = (...to: (number | null)[]) => ({ tiers: to.map(one => ({ to: one, price: 5 })) });

  it.each([
    [steps(10, 10, null), ['tiers.1.to FORMULA_TO_ORDER']],
    [steps(10, 30), ['tiers.1.to FORMULA_LAST_TO']],
    [{ ...steps(10, 10, null), formulaType: 'ACCUMULATED' }, ['tiers.1.to ACCUMULATED_BELOW_THRESHOLD']],
    [
      { formulaType: 'PERCENT', parts: [33.33, 33.33, 33.33].map(percent => ({ percent, price: 5 })) },
      ['parts.2.percent FORMULA_PERCENT_TOTAL'],
    ],
    [{ tiers: [{ price: 0 }] }, ['tiers FORMULA_INVALID']],
    [{ pricing: 'UNIT_PRICE' }, ['unitPrice REQUIRED']],
    [{ pricing: 'PRICE_LIST', priceList: [{ key: 'shop', price: 5 }] }, ['priceList PRICE_LIST_REST']],
  ])('%j is refused at its cell', async (own, wanted) => {
    expect(await refused(own)).toEqual([400, ...wanted]);
  });

  it('of parts that are 100 exactly is taken', async () => {
    const parts = [41.48, 27.78, 30.74].map(percent => ({ percent, price: 5 }));
    expect(await refused({ formulaType: 'PERCENT', parts, vat: 0 })).toEqual([201]);
  });
});

it('comes from a sheet with its tiers in a cell, in whatever order its days stand, and goes out as it came', async () => {
  const own = await priced({}, { tiers: [{ price: 70_000 }] });
  const { name, code } = (await ann.get<Row>(`${tariff.path}/${own.tariffId}`)).data;
  const head = ['tariffId', 'effectiveFrom', 'formulaType', 'tiers', 'vat'];
  const steps = '50: 1.984; 100: 2.050; 200.5: 2.380; 2.998';
  const rows = [
    [String(code), '01/01/2028', 'NUMBER_USE', steps, '10'],
    [String(name), '01/07/2027', 'NUMBER_USE', '75.000', '8'],
  ];
  const send = async (lines: readonly string[][], where = '') =>
    ann.post<Row>(
      `${tariffVersion.path}/import${where}`,
      formOf([{ name: 'prices.xlsx', body: await sheetOf([head, ...lines]) }]),
    );
  const wrong = await send(
    [[String(code), '01/01/2029', 'NUMBER_USE', '50: 1.984; 40: 2.050; 2.380', '10']],
    '/preview',
  );
  expect(wrong.data.faults).toMatchObject([{ row: 2, field: 'tiers', code: 'FORMULA_TO_ORDER' }]);
  expect((await send([[String(code), '01/01/2029', 'NUMBER_USE', 'x: 5', '10']], '/preview')).data).toMatchObject({
    faults: [{ row: 2, field: 'tiers' }],
  });
  const made = await send(rows);
  expect(made.data, made.text).toMatchObject({ created: 2, updated: 0 });
  const stored = async () =>
    Promise.all(
      (await ann.get<Row[]>(`${tariffVersion.path}?filter[tariffId][]=${own.tariffId}&sort=effectiveFrom`)).data.map(
        async ({ id }) => (await ann.get<Row>(`${tariffVersion.path}/${id}`)).data,
      ),
    );
  const [, second, third] = await stored();
  expect((await stored()).map(one => [one.number, one.effectiveFrom])).toEqual([
    [1, '2026-01-01'],
    [2, '2027-07-01'],
    [3, '2028-01-01'],
  ]);
  expect(second).toMatchObject({ vat: 8, tiers: [{ to: null, price: 75_000 }] });
  expect(third?.tiers).toEqual([
    { to: 50, price: 1984 },
    { to: 100, price: 2050 },
    { to: 200.5, price: 2380 },
    { to: null, price: 2998 },
  ]);
  expect((await ann.get<Row>(`${tariff.path}/${own.tariffId}`)).data).toMatchObject({
    effectiveNow: '2026-01-01',
    nextFrom: '2027-07-01',
  });
  expect((await send(rows, '?existing=update')).data).toMatchObject({ created: 0, updated: 0 });
  const [first = []] = rows;
  const dearer = first.with(3, steps.replace('1.984', '1.990'));
  expect((await send([dearer], '?existing=update')).data).toMatchObject({ created: 0, updated: 1 });
  expect((await stored())[2]?.tiers).toMatchObject([{ price: 1990 }, {}, {}, {}]);
  const sheet = await rowsOfSheet((await ann.file(`${tariffVersion.path}/export`)).body);
  expect(sheet.flat()).toContain('50: 1990; 100: 2050; 200.5: 2380; 2998');
});

describe('a price that bills were made with', () => {
  it('stays as it was, and the next begins after what is billed', async () => {
    const own = await priced({}, { tiers: [{ price: 70_000 }] });
    await register(own.id);
    const made = await run([own.id]);
    expect(made.made).toBe(1);
    const [draft] = await billsOf(own.id);
    expect((await act(bill.path, draft as Row, 'release')).status).toBe(200);
    const { data: [used] = [] } = await ann.get<Row[]>(`${tariffVersion.path}?filter[tariffId][]=${own.tariffId}`);
    const put = (change: object) => ann.put(`${tariffVersion.path}/${used?.id}`, { version: used?.version, ...change });
    expect(refusal(await put({ tiers: [{ price: 5 }] }))).toEqual([409, 'TARIFF_VERSION_USED']);
    expect((await put({ source: 'A resolution' })).status).toBe(200);
    const within = await add(own, `${MONTH}-15`, { tiers: [{ price: 5 }] });
    expect(refusal(within)).toEqual([409, 'TARIFF_VERSION_BILLED', 'effectiveFrom']);
    expect(within.error?.data).toMatchObject({ month: MONTH, count: 1 });
    expect((await add(own, '2026-11-01', { tiers: [{ price: 5 }] })).status).toBe(201);
    await agree();
  });

  it('that changed after a draft was made refuses its release until it is counted again', async () => {
    const own = await priced({ periodType: 'ONE_MONTH' }, { tiers: [{ price: 31_000 }] });
    await register(own.id);
    await run([own.id]);
    const [draft] = (await billsOf(own.id)) as [Row];
    expect((await add(own, `${MONTH}-16`, { tiers: [{ price: 62_000 }], vat: 0 })).status).toBe(201);
    const early = await act(bill.path, draft, 'release');
    // 15 days at the old price, 16 at the new one.
    expect([early.status, early.code, early.error?.data]).toMatchObject([
      409,
      'BILL_OUTDATED',
      { before: 31_000, now: 47_000 },
    ]);
    expect((await act(bill.path, draft, 'recalculate')).data).toMatchObject({ status: 'DRAFT', total: 47_000 });
    expect((await act(bill.path, draft, 'release')).status).toBe(200);
    const byHand = await make(bill.path, { unitId: site.unitId, serviceId: own.id, month: '2026-09', amount: 5000 });
    expect(refusal(await act(bill.path, byHand, 'recalculate'))[0]).toBeGreaterThanOrEqual(409);
    await agree();
  });

  it('with VAT in it follows one without on the first of a month only', async () => {
    const own = await priced({});
    const price = { tiers: [{ price: 5 }], vatIncluded: true };
    expect(refusal(await add(own, '2026-12-15', price))).toEqual([400, 'TARIFF_VAT_MODE_DAY', 'effectiveFrom']);
    expect((await add(own, '2026-12-01', price)).status).toBe(201);
  });

  it('goes with its tariff only where no bill was made with it', async () => {
    const own = await priced({});
    await register(own.id);
    await run([own.id]);
    await make(service.path, { code: 'OTHER', name: 'Another one', group: 'OTHER', source: 'FIXED' });
    expect((await ann.delete(`${tariff.path}/${own.tariffId}`)).code).toBe('IN_USE');
    const unbound = await ann.put(`${service.path}/${own.id}`, { version: own.version, tariffId: null });
    expect(unbound.status, unbound.text).toBe(200);
    expect((await ann.delete(`${tariff.path}/${own.tariffId}`)).code).toBe('TARIFF_VERSION_USED');
  });
});

describe('a tariff', () => {
  const version = { effectiveFrom: '2026-01-01', tiers: [{ price: 5 }] };
  const newTariff = (values: object) => ann.post<Row>(tariff.path, values);

  it('has a code and a name that no other has, however they are written', async () => {
    await make(tariff.path, { code: 'NUOC', name: 'Nước sinh hoạt', version });
    const named = await newTariff({ code: 'NUOC2', name: 'NUOC  SINH HOAT', version });
    expect(refusal(named)).toEqual([409, 'TARIFF_NAME_EXISTS', 'name']);
    expect(refusal(await newTariff({ code: 'nuoc', name: 'Water', version }))).toEqual([
      409,
      'TARIFF_CODE_EXISTS',
      'code',
    ]);
  });

  it('comes with its first version, whose faults are at their place, and nothing is half made', async () => {
    const wrong = await newTariff({
      code: 'HALF',
      name: 'Half',
      version: { ...version, tiers: [{ to: 5, price: 1 }] },
    });
    expect(refusal(wrong)).toEqual([400, 'VALIDATION_FAILED', 'version.tiers.0.to']);
    const unknown = { ...version, surchargeId: site.unitId };
    expect(refusal(await newTariff({ code: 'HALF', name: 'Half', version: unknown }))).toMatchObject([
      expect.any(Number),
      'REFERENCE_NOT_FOUND',
      'version.surchargeId',
    ]);
    const { data } = await newTariff({ code: 'HALF', name: 'Half', version });
    expect(data).toMatchObject({ priceNow: '5 ₫', effectiveNow: '2026-01-01', nextFrom: null, services: 0 });
  });

  it('says what it asks today and next, and counts who uses it', async () => {
    const own = await priced({}, { effectiveFrom: '2026-02-01', tiers: [{ to: 5, price: 1984 }, { price: 3460 }] });
    const earlier = await add(own, '2025-01-01', { pricing: 'UNIT_PRICE', unitPrice: 7 });
    const later = await add(own, '2099-01-01', { pricing: 'UNIT_PRICE', unitPrice: 7 });
    expect([earlier.data.number, later.data.number]).toEqual([1, 3]);
    const { data } = await ann.get<Row>(`${tariff.path}/${own.tariffId}`);
    expect(data).toMatchObject({
      priceNow: '1.984–3.460 ₫',
      effectiveNow: '2026-02-01',
      nextFrom: '2099-01-01',
      services: 1,
    });
    const { data: line } = await ann.get<Row[]>(`${tariff.path}/${own.tariffId}/versions`);
    expect(line.map(({ number, state, used }) => [number, state, used])).toEqual([
      [3, 'FUTURE', false],
      [2, 'CURRENT', false],
      [1, 'PAST', false],
    ]);
    expect((await add(own, '2099-01-01', { pricing: 'UNIT_PRICE', unitPrice: 7 })).code).toBe('TARIFF_VERSION_EXISTS');
    const copy = () =>
      ann.post<Row>(
        `${tariff.path}/${own.tariffId}/copy`,
        { code: 'COPY', name: 'A copy' },
        { 'Idempotency-Key': 'one-copy-of-a-tariff' },
      );
    const copied = await copy();
    expect((await copy()).data.id).toBe(copied.data.id);
    expect(copied.data).toMatchObject({ priceNow: '1.984–3.460 ₫', services: 0 });
    expect((await ann.get<Row[]>(`${tariff.path}/${copied.data.id}/versions`)).data).toHaveLength(3);
  });

  it('copies a formula and a surcharge, which change nothing of it later', async () => {
    const lines = { tiers: [{ to: 10, price: 1000 }, { price: 2000 }], noPeopleTier: 1 };
    const own = await make(formula.path, { code: 'F1', name: 'Two steps', ...lines });
    const tax = await make(surcharge.path, { code: 'MT', name: 'Environment', percent: 10 });
    const named = { effectiveFrom: '2026-01-01', formulaId: own.id, surchargeId: tax.id, vat: 0 };
    const made = await make(tariff.path, { code: 'OFF', name: 'Of a formula', version: named });
    const total = async () => {
      const { data } = await ann.post<Charge>(`${tariff.path}/preview`, { tariffId: made.id, quantity: 20 });
      return data.total;
    };
    expect(await total()).toBe(33_000);
    const change = { version: own.version, tiers: [{ price: 9000 }] };
    expect((await ann.put(`${formula.path}/${own.id}`, change)).status).toBe(200);
    expect((await ann.put(`${surcharge.path}/${tax.id}`, { version: tax.version, percent: 20 })).status).toBe(200);
    expect(await total()).toBe(33_000);
    expect((await ann.delete(`${formula.path}/${own.id}`)).code).toBe('IN_USE');
    const none = await ann.post(formula.path, {
      code: 'F2',
      name: 'None',
      tiers: [
        { to: 5, price: 1 },
        { to: 5, price: 1 },
      ],
    });
    expect(refusal(none)).toEqual([400, 'VALIDATION_FAILED', 'tiers.1.to']);
  });
});
