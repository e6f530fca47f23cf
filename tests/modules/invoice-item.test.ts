import { bill } from '@lobby/shared/modules/bill.ts';
import { invoiceItem } from '@lobby/shared/modules/invoice-item.ts';
import { meter } from '@lobby/shared/modules/meter.ts';
import { expect, it } from 'vitest';
import type { Row } from '../setup/caller.ts';
import { rowsOfSheet } from '../setup/files/sheets.ts';
import { booksAt, MONTH, refusal } from '../setup/money/books.ts';
import { startServer } from '../setup/server/server.ts';
import { makeSite } from '../setup/world.ts';

const server = await startServer();
const site = await makeSite(server.url, 'Items');
const { ann, unitId } = site;
const { make, priced, act } = await booksAt(site);
const { path } = invoiceItem;
const PRICES = [1984, 2050, 2380, 2998, 3350, 3460];
const tiers = PRICES.map((price, n) => ({
  price,
  ...([50, 100, 200, 300, 400][n] && { to: [50, 100, 200, 300, 400][n] }),
}));
let n = 0;
const item = (values: object = {}) => ann.post<Row>(path, { code: `I${++n}`, name: `Item ${n}`, ...values });
const edit = async ({ id }: Row, values: object) => {
  const { version } = (await ann.get<Row>(`${path}/${id}`)).data;
  return ann.put<Row>(`${path}/${id}`, { version, ...values });
};

it('shows a bill as a line whose amount is the net, whatever explains it', async () => {
  const own = await priced({ source: 'METER', periodType: 'ONE_MONTH' }, { tiers, vat: 8 });
  const hung = { code: 'M-1', unitId, serviceId: own.id, startIndex: 0, startDate: '2026-01-01' };
  await make(meter.path, hung);
  const made = await make(bill.path, { unitId, month: MONTH, serviceId: own.id, quantity: 320 });
  const { data: one } = await item({ serviceIds: [own.id], unit: 'kWh', actualQuantity: true });
  const sample = async () =>
    (await ann.post<{ line: Row }>(`${path}/${one.id}/sample`, { billId: made.id })).data.line as unknown;
  const line = { amount: 806_500, vat: 64_520, taxRate: '8', unit: 'kWh', billId: made.id };
  expect(await sample()).toMatchObject({ ...line, quantity: 320, price: 2520.3125 });
  await edit(one, { roundUnitPrice: true });
  expect(await sample()).toMatchObject({ ...line, quantity: 320, price: 2520 });
  await edit(one, { actualQuantity: false });
  expect(await sample()).toMatchObject({ ...line, quantity: 1, price: 806_500 });
  const another = await make(bill.path, { unitId, month: MONTH, serviceId: (await priced({})).id, amount: 1000 });
  const foreign = await ann.post(`${path}/${one.id}/sample`, { billId: another.id });
  expect(refusal(foreign)).toEqual([422, 'REFERENCE_NOT_SUITABLE', 'billId']);
  const latest = await ann.post<{ line: Row | null }>(`${path}/${one.id}/sample`, {});
  expect(latest.data.line).toBeNull();
  await act(bill.path, made, 'release');
  expect((await ann.post<{ line: Row }>(`${path}/${one.id}/sample`, {})).data.line).toMatchObject(line);
});

it('has one item for a service, in use or not, also where two come at once', async () => {
  const [own, other] = [await priced({}), await priced({})];
  const { data: first } = await item({ serviceIds: [own.id] });
  expect(refusal(await item({ serviceIds: [own.id] }))).toEqual([409, 'INVOICE_ITEM_SERVICE_TAKEN', 'serviceIds']);
  expect((await act(path, first, 'deactivate')).status).toBe(200);
  expect((await item({ serviceIds: [own.id] })).status).toBe(409);
  const both = await Promise.all([item({ serviceIds: [other.id] }), item({ serviceIds: [other.id] })]);
  expect(both.map(({ status }) => status).toSorted()).toEqual([201, 409]);
});

it('makes an item for each service that has none, once', async () => {
  const own = await priced({ unitName: 'bộ' });
  const { data: without } = await ann.get<Row[]>(`${path}/unmapped`);
  expect(without.map(({ id }) => id)).toContain(own.id);
  const ids = without.map(({ id }) => id);
  const made = await ann.post<{ made: string[]; kept: string[] }>(`${path}/from-services`, { serviceIds: ids });
  expect([made.status, made.data.made.length]).toEqual([201, ids.length]);
  expect((await ann.get<Row[]>(`${path}/unmapped`)).data).toEqual([]);
  const again = await ann.post<{ made: string[]; kept: string[] }>(`${path}/from-services`, { serviceIds: ids });
  expect(again.data).toEqual({ made: [], kept: ids });
  const { data } = await ann.get<Row[]>(`${path}?filter[serviceIds][]=${own.id}`);
  expect(data).toMatchObject([{ name: own.name, code: own.code, unit: 'bộ', taxRate: 'FROM_BILL' }]);
  const lost = await ann.post(`${path}/from-services`, { serviceIds: ['f'.repeat(24)] });
  expect(refusal(lost)).toEqual([422, 'REFERENCE_NOT_FOUND', 'serviceIds.0']);
});

it('asks for what goes together, and keeps words that are no formula', async () => {
  expect(refusal(await item({ taxRate: 'OTHER' }))).toEqual([400, 'VALIDATION_FAILED', 'taxRateOther']);
  expect(refusal(await item({ surchargeCode: 'PHI' }))).toEqual([400, 'VALIDATION_FAILED', 'surchargeName']);
  expect(refusal(await item({ name: 'Phí tháng {month}' }))).toEqual([400, 'INVOICE_ITEM_PLACEHOLDER_INVALID', 'name']);
  // A custom rate is dropped when a standard rate is chosen.
  const { data: other } = await item({ taxRate: 'OTHER', taxRateOther: 3 });
  expect(other.taxRateOther).toBe(3);
  expect((await edit(other, { taxRate: '8' })).data).toMatchObject({ taxRate: '8', taxRateOther: null });
  expect((await item({ taxRate: '8', taxRateOther: 5 })).data.taxRateOther).toBeNull();
  const { data: one } = await item({ code: 'EVIL', name: '=HYPERLINK("http://evil")' });
  expect(refusal(await item({ code: 'evil' }))).toEqual([409, 'INVOICE_ITEM_CODE_EXISTS', 'code']);
  const file = await ann.file(`${path}/export?filter[q]=EVIL`);
  const cells = (await rowsOfSheet(file.body)).flat();
  // Neutralized by a leading apostrophe, so that it is no formula.
  expect(cells.filter(cell => cell.includes('HYPERLINK'))).toEqual([`'${one.name}`]);
});
