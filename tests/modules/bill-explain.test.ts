import { LANGUAGES } from '@lobby/shared/kit/languages.ts';
import { bill } from '@lobby/shared/modules/bill.ts';
import { usage } from '@lobby/shared/modules/usage.ts';
import { expect, it } from 'vitest';
import type { Row } from '../setup/caller.ts';
import { samplesOf } from '../setup/contract/samples.ts';
import { booksAt, MONTH, today } from '../setup/money/books.ts';
import { change, makeRecord } from '../setup/records.ts';
import { startServer } from '../setup/server/server.ts';
import { makeSite } from '../setup/world.ts';

const server = await startServer();
const site = await makeSite(server.url, 'Explained');
const { ann, dora, unitId, otherUnitId } = site;
const { make, priced, released, pay } = await booksAt(site);

interface Said {
  facts: string[];
  lines: { what: string; amount: number }[];
  total: number;
  includedVat: number;
  previous: { month: string; total: number; quantity: number } | null;
  versionIds: string[];
}
const TIERS = [{ to: 50, price: 1984 }, { to: 100, price: 2050 }, { price: 2380 }];
const digits = (text: string) => text.replaceAll(/\D/g, '');

it('says each line in five languages with what it is multiplied from, beside the month before', async () => {
  const own = await priced({ source: 'NUMBER', periodType: 'ONE_MONTH', unitName: 'kWh' }, { tiers: TIERS, vat: 8 });
  const of = (month: string, quantity: number) =>
    make(bill.path, { unitId, serviceId: own.id, month, mode: 'QUANTITY', quantity });
  const before = await of('2026-09', 40);
  const made = await of(MONTH, 120);
  for (const { id } of [before, made]) await change(bill, String(id), { status: 'ACTIVE' });
  for (const language of LANGUAGES) {
    const { data } = await ann.get<Said>(`${bill.path}/${made.id}/explain?language=${language}`);
    expect(data.lines.map(({ amount }) => amount)).toEqual([99_200, 102_500, 47_600, 19_944]);
    expect(data.lines.reduce((sum, { amount }) => sum + amount, 0)).toBe(data.total);
    const factors = ['501984', '502050', '202380'];
    expect(data.lines.slice(0, 3).map(({ what }) => digits(what))).toEqual(factors);
    expect(data.lines.every(({ what }) => !what.includes('{{'))).toBe(true);
    expect(data.previous).toMatchObject({ month: '2026-09', quantity: 40, total: before.total });
    expect(data.versionIds).toHaveLength(1);
  }
});

it('shows its price as the tariff says: net, with its tax, or not at all', async () => {
  const price = { tiers: [{ price: 10_000 }], vat: 10, vatIncluded: false };
  const said = async (priceDisplay: string, language: string) => {
    const own = await priced(
      { source: 'NUMBER', periodType: 'ONE_MONTH', unitName: 'kWh' },
      { ...price, priceDisplay },
    );
    const made = await make(bill.path, { unitId, serviceId: own.id, month: MONTH, mode: 'QUANTITY', quantity: 7 });
    const { data } = await ann.get<Said>(`${bill.path}/${made.id}/explain?language=${language}`);
    expect(data.total).toBe(77_000);
    return digits(data.lines[0]?.what ?? '');
  };
  expect(await said('NET', 'en')).toBe('710000');
  expect(await said('GROSS', 'vi')).toBe('711000');
  expect(await said('HIDDEN', 'en')).toBe('7');
});

it('adds up its lines to the total, with VAT within them or beside them', async () => {
  const said = async (vatIncluded: boolean) => {
    const own = await priced(
      { source: 'NUMBER', periodType: 'ONE_MONTH', unitName: 'kWh' },
      { tiers: TIERS, vat: 10, vatIncluded },
    );
    const made = await make(bill.path, { unitId, serviceId: own.id, month: MONTH, mode: 'QUANTITY', quantity: 120 });
    const { data } = await ann.get<Said>(`${bill.path}/${made.id}/explain`);
    expect(data.lines.reduce((sum, { amount }) => sum + amount, 0)).toBe(data.total);
    return [data.total, data.includedVat, data.lines.length];
  };
  expect(await said(false)).toEqual([274_230, 0, 4]);
  expect(await said(true)).toEqual([249_300, 22_664, 3]);
});

it('calls a tax beside VAT by its name, in the language of the reader', async () => {
  const tax = await make('/surcharge', {
    code: 'BVMT',
    name: 'Phí môi trường',
    nameEn: 'Environment fee',
    percent: 10,
  });
  const own = await priced(
    { source: 'NUMBER', periodType: 'ONE_MONTH', unitName: 'm3' },
    { tiers: [{ price: 10_000 }], surchargeId: tax.id },
  );
  const made = await make(bill.path, { unitId, serviceId: own.id, month: MONTH, mode: 'QUANTITY', quantity: 5 });
  const said = async (language: string) =>
    (await ann.get<Said>(`${bill.path}/${made.id}/explain?language=${language}`)).data.lines;
  for (const [language, name] of [
    ['vi', 'Phí môi trường'],
    ['en', 'Environment fee'],
  ] as const)
    expect(await said(language)).toContainEqual(expect.objectContaining({ what: name, amount: 5000 }));
});

it('shows the photos of the meter that a bill was read from, to its household too', async () => {
  const own = await priced({ source: 'NUMBER', periodType: 'ONE_MONTH', unitName: 'm³' }, { tiers: [{ price: 9000 }] });
  const made = await make(bill.path, { unitId, serviceId: own.id, month: MONTH, mode: 'QUANTITY', quantity: 6 });
  const photosFor = async (who = ann) =>
    (await who.get<{ photos: { url: string }[] }>(`${bill.path}/${made.id}/explain`)).data.photos;
  expect(await photosFor()).toEqual([]);
  const photos = [await samplesOf(site).upload()];
  const values = { unitId, serviceId: own.id, month: MONTH, usageNumber: 6, photos };
  await makeRecord(site.id, usage, values, { billId: made.id, state: 'BILLED' });
  await change(bill, String(made.id), { status: 'ACTIVE', publication: 'PUBLISHED' });
  for (const who of [ann, dora]) {
    const [photo] = await photosFor(who);
    expect((await who.file(String(photo?.url))).headers.get('Content-Type')).toMatch(/^image\//);
  }
});

it('says what adjusts a bill as an amount of its sign', async () => {
  const made = await released(108_000);
  const lowered = { type: 'ADJUST_DOWN', totalPayment: 21_600, reason: 'Wrong area' };
  expect((await ann.put(`${bill.path}/${made.id}/adjust`, lowered)).status).toBe(200);
  const [own] = (await ann.get<Row[]>(`${bill.path}?filter[type][]=ADJUST_DOWN`)).data;
  const { data } = await ann.get<Said>(`${bill.path}/${own?.id}/explain`);
  expect(data.total).toBe(-21_600);
  expect(data.lines.reduce((sum, { amount }) => sum + amount, 0)).toBe(-21_600);
  expect(data.lines.every(({ amount }) => amount < 0)).toBe(true);
});

it('tells of a unit its bills and what it is billed for', async () => {
  const own = await priced({ unitName: 'm2' });
  const made = await make(bill.path, { unitId: otherUnitId, serviceId: own.id, month: MONTH, amount: 50_000 });
  const gone = await make(bill.path, { unitId: otherUnitId, serviceId: own.id, month: '2026-09', amount: 60_000 });
  await ann.put(`${bill.path}/${gone.id}/cancel`, { reason: 'Twice' });
  const { data } = await ann.get<{ bills: Row[]; services: Row[] }>(`${bill.path}/units/${otherUnitId}`);
  expect(data.bills).toMatchObject([{ id: made.id, month: MONTH, total: 50_000, service: own.name, status: 'DRAFT' }]);
  expect(data.services).toMatchObject([{ id: own.id, unitName: 'm2', last: { month: MONTH, total: 50_000 } }]);
});

it('tells a household of each bill what it is for, why it was corrected and when it was paid', async () => {
  const made = await released(80_000);
  await change(bill, String(made.id), { publication: 'PUBLISHED', quantity: 17 });
  const own = async () => {
    const { data } = await dora.get<{ bills: Row[] }>(`${bill.path}/units/${unitId}`);
    return data.bills.find(({ id }) => id === made.id);
  };
  expect(await own()).toMatchObject({
    group: 'OTHER',
    createdFor: 'SERVICE',
    quantity: 17,
    paidOn: null,
    adjusted: null,
  });
  const { serviceId } = made;
  const correction = { unitId, serviceId, month: MONTH, amount: 9000, changeReason: 'Read wrongly' };
  const down = { type: 'ADJUST_DOWN', status: 'ACTIVE', originalId: made.id, originalTotal: -9000 };
  await makeRecord(site.id, bill, correction, down);
  const paid = await pay({ amount: 10_000, allocations: [{ billId: made.id, amount: 10_000 }] });
  expect(paid.status).toBe(201);
  const paymentsFor = async (who = ann) =>
    (await who.get<{ payments: Row[] }>(`${bill.path}/${made.id}/explain`)).data.payments;
  expect(await paymentsFor()).toEqual([{ id: paid.data.id, code: paid.data.code, day: today(), amount: 10_000 }]);
  expect(await paymentsFor(dora)).toEqual([]);
  expect(await own()).toMatchObject({ paidOn: today(), adjusted: { amount: -9000, reason: 'Read wrongly' } });
});
