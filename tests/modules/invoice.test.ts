import { randomUUID } from 'node:crypto';
import { changeProject, projects } from '@lobby/server/platform/projects/projects.ts';
import { bill } from '@lobby/shared/modules/bill.ts';
import { invoice } from '@lobby/shared/modules/invoice.ts';
import { invoiceBuyer } from '@lobby/shared/modules/invoice-buyer.ts';
import { INVOICE_CONFIG_PATH } from '@lobby/shared/modules/invoice-config.ts';
import { invoiceItem } from '@lobby/shared/modules/invoice-item.ts';
import { invoiceSeries } from '@lobby/shared/modules/invoice-series.ts';
import { unit } from '@lobby/shared/modules/unit.ts';
import { expect, it } from 'vitest';
import type { Row } from '../setup/caller.ts';
import { linesOfPdf } from '../setup/files/read-pdf.ts';
import { sheetsOf } from '../setup/files/sheets.ts';
import { booksAt, MONTH, refusal } from '../setup/money/books.ts';
import { nextSymbol, SELLER_TAX_CODE } from '../setup/samples/invoices.ts';
import { startServer } from '../setup/server/server.ts';
import { makeSite } from '../setup/world.ts';

const server = await startServer();
const site = await makeSite(server.url, 'Invoices');
const { ann, id: projectId, unitId, otherUnitId } = site;
const { make, act, priced, read } = await booksAt(site);
const { path } = invoice;
interface Compiled {
  key: string;
  unitId: string;
  total: number;
  buyer: { name: string | null } | null;
  items: Row[];
  faults: { code: string; name: string | null }[];
}
const look = async (values: object = {}) =>
  (await ann.post<{ rows: Compiled[] }>(`${path}/compile/preview`, { month: MONTH, ...values })).data.rows;
const compile = (rows: readonly { key: string }[], values: object = {}) =>
  ann.post<{ made: string[]; refused: Row[] }>(`${path}/compile`, {
    month: MONTH,
    rows: rows.map(({ key }) => ({ key })),
    ...values,
  });
/** Released bill of a service with VAT. */
async function billed(unit: string, vat: number, amount = 100_000): Promise<[bill: Row, service: Row]> {
  const own = await priced({ repeatable: true }, { vat });
  const made = await make(bill.path, { unitId: unit, serviceId: own.id, month: MONTH, amount });
  await act(bill.path, made, 'release');
  return [await read(bill.path, made.id), own];
}
const [first, fee] = await billed(unitId, 8);
const [second, water] = await billed(otherUnitId, 5, 60_000);

it('says of each row what keeps it from being invoiced, by the name of the service', async () => {
  const rows = await look();
  expect(rows.map(({ faults }) => faults[0]?.code)).toEqual(['INVOICE_ITEM_MISSING', 'INVOICE_ITEM_MISSING']);
  expect(rows.map(({ faults }) => faults[0]?.name).toSorted()).toEqual([fee.name, water.name].toSorted());
  await make(invoiceItem.path, { code: 'FEE', name: 'Management', serviceIds: [fee.id] });
  await make(invoiceItem.path, { code: 'WATER', name: 'Water', serviceIds: [water.id], taxRate: '10' });
  const [own] = await look({ unitIds: [otherUnitId] });
  expect(own?.faults).toMatchObject([{ code: 'INVOICE_TAX_RATE_DIFFERS', name: water.name }]);
  const refused = await compile([own as Compiled]);
  expect(refused.data).toMatchObject({ made: [], refused: [{ code: 'INVOICE_TAX_RATE_DIFFERS' }] });
});

it('compiles a bill once, also where two do so at once', async () => {
  const rows = await look({ unitIds: [unitId] });
  expect(rows).toMatchObject([{ total: Number(first.total), faults: [], buyer: { name: 'Dora' } }]);
  const both = await Promise.all([compile(rows), compile(rows)]);
  expect(both.map(({ data }) => data.made.length).toSorted()).toEqual([0, 1]);
  const again = await look({ unitIds: [unitId] });
  expect(again[0]?.faults).toMatchObject([{ code: 'INVOICE_ALREADY_COMPILED' }]);
  expect((await compile(again)).data).toMatchObject({ made: [], refused: [{ code: 'INVOICE_ALREADY_COMPILED' }] });
  const [draft] = (await ann.get<Row[]>(`${path}?filter[unitId][]=${unitId}`)).data;
  const detail = await read(path, draft?.id);
  expect(detail).toMatchObject({ status: 'DRAFT', subTotal: first.net, vatAmount: first.vat, total: first.total });
  expect(detail).toMatchObject({ buyerName: 'Dora', vatLines: [{ rate: '8', vat: first.vat }], number: null });
  expect(String(detail.totalWords)).toMatch(/đồng$/);
  const [invoices = [], lines = [], rates = []] = await sheetsOf((await ann.file(`${path}/export`)).body);
  const row = (sheet: string[][]) =>
    Object.fromEntries((sheet[0] ?? []).map((head, n) => [head, sheet.find(one => one[0] === detail.code)?.[n]]));
  expect(row(invoices)).toMatchObject({
    'Look-up code': '',
    Surcharges: '0',
    Discounts: '0',
    'Tax code of the seller': '',
    Reason: '',
    Note: '',
  });
  expect(row(lines)).toMatchObject({ 'Item code': 'FEE', Name: 'Management', Amount: '100000', VAT: '8000' });
  expect(row(rates)).toMatchObject({ Rate: '8', VAT: '8000' });
  // The bill cannot be cancelled while its invoice exists.
  expect(refusal(await act(bill.path, first, 'cancel', { reason: 'Wrong' })).slice(0, 2)).toEqual([
    409,
    'BILL_INVOICED',
  ]);
  const line = (detail.items as Row[])[0];
  const edited = await ann.put<Row>(`${path}/${detail.id}`, {
    version: detail.version,
    items: [{ ...line, amount: 5 }],
  });
  expect(refusal(edited)).toEqual([422, 'INVOICE_BILL_UNFIT', 'items.0.amount']);
  const item = (await ann.get<Row[]>(`${invoiceItem.path}?filter[q]=FEE`)).data[0];
  expect(await ann.delete(`${invoiceItem.path}/${item?.id}`)).toMatchObject({
    status: 409,
    code: 'INVOICE_ITEM_IN_USE',
  });
  expect((await ann.delete(`${path}/${detail.id}`)).status).toBe(200);
  expect((await look({ unitIds: [unitId] }))[0]?.faults).toEqual([]);
  expect(Number(second.total)).toBe(63_000);
});

it('is made out to whom somebody chooses for a row, also where its unit has nobody', async () => {
  const company = { issuerType: 'ENTERPRISE', companyName: 'Sao Mai', taxCode: '0100112437', address: '1 Street' };
  const { id: buyerId } = await make(invoiceBuyer.path, company);
  const [row] = await look({ unitIds: [unitId] });
  const asked = (chosen: unknown) =>
    ann.post<{ made: string[] }>(`${path}/compile`, { month: MONTH, rows: [{ key: row?.key, buyerId: chosen }] });
  expect(refusal(await asked(first.id))).toEqual([422, 'REFERENCE_NOT_FOUND', 'rows.0.buyerId']);
  const [made] = (await asked(buyerId)).data.made;
  expect(await read(path, made)).toMatchObject({ buyerId, buyerCompany: 'Sao Mai', buyerName: null, unitId });
  expect((await ann.delete(`${path}/${made}`)).status).toBe(200);
  const home = { type: 'APARTMENT', blockId: site.blockId, floorId: site.floorId, area: 50 };
  const { id: empty } = await make(unit.path, { ...home, code: 'EMPTY-1' });
  const due = await make(bill.path, { unitId: empty, serviceId: fee.id, month: MONTH, amount: 10_000 });
  await act(bill.path, due, 'release');
  const [nobody] = await look({ unitIds: [String(empty)] });
  expect(nobody?.faults.map(({ code }) => code)).toEqual(['INVOICE_BUYER_NOT_FOUND']);
  const rows = [{ key: nobody?.key, buyerId }];
  const named = await ann.post<{ made: string[] }>(`${path}/compile`, { month: MONTH, rows });
  expect(await read(path, named.data.made[0])).toMatchObject({ buyerId, unitId: empty });
  expect((await ann.delete(`${path}/${named.data.made[0]}`)).status).toBe(200);
  expect((await act(bill.path, due, 'cancel', { reason: 'Tried' })).status).toBe(200);
});

it('takes one invoice for a group of services, and leaves a line out where somebody says so', async () => {
  const more = await priced({ repeatable: true, group: 'WATER' }, { vat: 5 });
  await make(invoiceItem.path, { code: 'MORE', name: 'More', serviceIds: [more.id] });
  const due = await make(bill.path, { unitId, serviceId: more.id, month: MONTH, amount: 20_000 });
  await act(bill.path, due, 'release');
  const [whole] = await look({ unitIds: [unitId] });
  expect(whole?.items).toHaveLength(2);
  expect(await look({ unitIds: [unitId], grouping: 'SERVICE_GROUP' })).toHaveLength(fee.group === more.group ? 1 : 2);
  const rows = [{ key: String(whole?.key), without: [due.id] }];
  const again = { 'Idempotency-Key': randomUUID() };
  const asked = { month: MONTH, unitIds: [unitId], rows };
  // The same request sent repeatedly.
  const all = await Promise.all(
    Array.from({ length: 10 }, () => ann.post<{ made: string[] }>(`${path}/compile`, asked, again)),
  );
  expect(new Set(all.map(({ text }) => text)).size).toBe(1);
  const made = all[0] ?? { data: { made: [] } };
  expect((await read(path, made.data.made[0])).total).toBe(first.total);
  expect((await look({ unitIds: [unitId] }))[0]).toMatchObject({ items: [{ key: due.id }], faults: [] });
  // A missing item is reported once for two bills of a service.
  const [lone] = [await priced({ repeatable: true }, { vat: 8 })];
  for (const amount of [1000, 2000]) {
    const one = await make(bill.path, { unitId: otherUnitId, serviceId: lone.id, month: MONTH, amount });
    await act(bill.path, one, 'release');
  }
  const [own] = await look({ unitIds: [otherUnitId], serviceIds: [lone.id] });
  expect(own?.faults).toEqual([{ code: 'INVOICE_ITEM_MISSING', name: lone.name }]);
});

it('adds up one that is written by hand as the law does', async () => {
  const items = [
    { name: 'Điện', quantity: 1250.5, price: 17_600, taxRate: '8' },
    { name: 'Chiết khấu', nature: 'DISCOUNT', amount: 408_800, taxRate: '8' },
    { name: 'Phí khác', quantity: 1, price: 1000, taxRate: '8' },
    { name: 'Kỳ tháng 10', nature: 'NOTE', taxRate: 'KCT' },
  ];
  const made = await ann.post<Row>(path, { buyerName: 'Mai', items });
  expect(made.data).toMatchObject({
    subTotal: 21_601_000,
    vatAmount: 1_728_080,
    total: 23_329_080,
    discountTotal: 408_800,
  });
  expect((made.data.items as Row[])[0]).toMatchObject({ amount: 22_008_800 });
  const empty = await ann.post(path, { buyerName: 'Mai', items: [] });
  expect(refusal(empty)).toEqual([400, 'INVOICE_NO_ITEMS', 'items']);
  const odd = await ann.post(path, { buyerName: 'Mai', items: [{ name: 'X', amount: 1, taxRate: 'FROM_BILL' }] });
  expect(odd.status).toBe(400);
  // A tax that does not match the rate is refused; after a change of the amount it is recalculated.
  const typed = (vat: number) =>
    ann.post<Row>(path, { buyerName: 'Mai', items: [{ name: 'X', amount: 2000, taxRate: '8', vat }] });
  expect(refusal(await typed(162))).toEqual([400, 'INVOICE_TOTAL_INVALID', 'items.0.vat']);
  const { data: right } = await typed(160);
  const changed = [{ name: 'X', amount: 4000, price: 4000, taxRate: '8', vat: 160 }];
  const after = await ann.put<Row>(`${path}/${right.id}`, { version: right.version, items: changed });
  expect(after.data).toMatchObject({ vatAmount: 320 });
  // The document names the surcharge like the XML file does.
  const charged = { ...items[0], surchargeName: 'Phí thoát nước', surchargeAmount: 4020 };
  const drained = await make(path, { buyerName: 'Mai', buyerTaxCode: '0314409058002', items: [charged] });
  const file = await ann.file(`${path}/${drained.id}/preview`);
  expect([file.status, file.body.subarray(0, 5).toString()]).toEqual([200, '%PDF-']);
  const said = (await linesOfPdf(file.body)).flat().join('\n');
  for (const word of ['Phí thoát nước', '4.020', '0314409058-002']) expect(said).toContain(word);
  expect(said).not.toContain('Phụ phí');
});

it('is looked at before it is issued, and not issued before the tax office said yes', async () => {
  const seller = { sellerName: 'Ban quản lý', sellerAddress: '1 Lê Lợi', sellerTaxCode: SELLER_TAX_CODE };
  const { version } = (await ann.get<Row>(INVOICE_CONFIG_PATH)).data;
  await ann.put(INVOICE_CONFIG_PATH, { version, ...seller });
  const series = await make(invoiceSeries.path, { form: '1', symbol: nextSymbol() });
  await act(invoiceSeries.path, series, 'activate');
  const items = [{ name: 'Fee', amount: 1000, taxRate: '8' }];
  const draft = await make(path, { buyerName: 'Mai', buyerTaxCode: '0100112437', items });
  const issue = () => act(path, draft, 'issue', { seriesId: series.id });
  expect(refusal(await issue())).toEqual([400, 'INVOICE_BUYER_ADDRESS_REQUIRED', 'buyer.address']);
  const { id: buyerId } = await make(invoiceBuyer.path, {
    issuerType: 'ENTERPRISE',
    companyName: 'Sao Mai',
    taxCode: '0100112437',
    address: '2 Lê Lợi',
  });
  await ann.put(`${path}/${draft.id}`, { version: draft.version, buyerId });
  expect(await read(path, draft.id)).toMatchObject({ buyerCompany: 'Sao Mai', buyerType: 'ENTERPRISE' });
  expect(refusal(await issue())).toEqual([422, 'INVOICE_NOT_REGISTERED']);
  const lost = await ann.get(`${path}/${'0'.repeat(24)}`);
  expect([lost.status, lost.code]).toEqual([404, 'INVOICE_NOT_FOUND']);
});

it('begins nothing of invoices where the building has not switched them on', async () => {
  const by = { actor: { id: 'system', name: 'Lobby' }, now: new Date() };
  const turn = async (E_INVOICE: boolean) =>
    changeProject(
      projectId,
      (await projects().findOne({ _id: projectId }))?.version ?? 1,
      { features: { E_INVOICE } },
      by,
    );
  await turn(false);
  const [one] = (await ann.get<Row[]>(`${path}?limit=1`)).data;
  const refused = [
    await ann.post(path, { buyerName: 'Mai', items: [{ name: 'Fee', amount: 1000, taxRate: '8' }] }),
    await ann.post(invoiceItem.path, { code: 'OFF', name: 'Off' }),
    await ann.post(`${invoiceItem.path}/from-services`, { serviceIds: ['0'.repeat(24)] }),
    await ann.post(invoiceSeries.path, { form: '1', symbol: nextSymbol() }),
    await ann.post(`${path}/compile/preview`, { month: MONTH }),
    await ann.put(`${INVOICE_CONFIG_PATH}/register`, {}),
  ];
  expect(refused.map(refusal)).toEqual(refused.map(() => [422, 'INVOICE_FEATURE_OFF']));
  // Existing invoices remain readable.
  expect((await ann.get(`${path}/${one?.id}`)).status).toBe(200);
  await turn(true);
});
