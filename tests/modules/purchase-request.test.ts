import { requestsJob } from '@lobby/server/modules/purchase-request/index.ts';
import { DAY_MS } from '@lobby/shared/kit/dates.ts';
import { partner } from '@lobby/shared/modules/partner.ts';
import { purchaseRequest } from '@lobby/shared/modules/purchase-request.ts';
import { stockDocument } from '@lobby/shared/modules/stock-document.ts';
import { supply, warehouse } from '@lobby/shared/modules/supply.ts';
import { expect, it } from 'vitest';
import type { Row } from '../setup/caller.ts';
import { linesOfPdf } from '../setup/files/read-pdf.ts';
import { refusal, today } from '../setup/money/books.ts';
import { change, rowsIn } from '../setup/records.ts';
import { startServer } from '../setup/server/server.ts';
import { makeSite } from '../setup/world.ts';

const server = await startServer();
const site = await makeSite(server.url, 'Buying');
const { ann } = site;
const { path } = purchaseRequest;
let n = 0;
const made = ann.create;
const sellerOf = () => made(partner.path, { name: `Seller ${++n}`, code: `S${n}`, type: 'SUPPLIER' });
const supplyOf = (values: object = {}) =>
  made(supply.path, { name: `Filter ${++n}`, code: `VT-${n}`, unitName: 'cái', ...values });
const store = await made(warehouse.path, { name: 'Store', code: 'KHO' });
const act = ({ id }: Row, name: string, input: object = {}, at: string = path) =>
  ann.put<Row>(`${at}/${id}/${name}`, input);
const read = async ({ id }: Row) => (await ann.get<Row>(`${path}/${id}`)).data;
const lineOf = (doc: Row, at = 0) => (doc.lines as Row[])[at] as Row;

/** Ordered request for ten items of a supply. */
async function ordered(): Promise<Row> {
  const [{ id: supplyId }, seller] = [await supplyOf(), await sellerOf()];
  const lines = [{ supplyId, quantity: 10, estimatedPrice: 1500 }];
  const asked = await made(path, { title: 'Filters', partnerId: seller.id, lines });
  for (const name of ['send', 'approve', 'order']) expect((await act(asked, name)).status, name).toBe(200);
  return read(asked);
}
const receive = (doc: Row, quantity: number) =>
  act(doc, 'receive', { warehouseId: store.id, lines: [{ line: 1, quantity, unitPrice: 1400 }] });
/** Latest draft receipt. */
async function lastReceipt(): Promise<Row> {
  const { data } = await ann.get<Row[]>(`${stockDocument.path}?sort=-createdAt&limit=1`);
  return data[0] as Row;
}
async function brought(doc: Row, quantity: number): Promise<Row> {
  expect((await receive(doc, quantity)).status).toBe(200);
  const receipt = await lastReceipt();
  expect((await act(receipt, 'post', {}, stockDocument.path)).status).toBe(200);
  return receipt;
}

it('a request is received in parts, and is open again when a receipt is cancelled', async () => {
  const doc = await ordered();
  expect(doc).toMatchObject({ status: 'ORDERED', estimatedTotal: 15_000, receivedPercent: 0 });
  expect(doc.code).toMatch(/^DM-\d{4}-\d{5}$/);
  await brought(doc, 6);
  const part = await read(doc);
  expect([part.status, lineOf(part).received, part.receivedPercent]).toEqual(['ORDERED', 6, 0]);
  const last = await brought(doc, 4);
  expect(await read(doc)).toMatchObject({ status: 'RECEIVED', receivedPercent: 100 });
  expect((await act(last, 'cancel', { reason: 'Wrong' }, stockDocument.path)).status).toBe(200);
  expect(await read(doc)).toMatchObject({ status: 'ORDERED', receivedPercent: 0 });
  expect(refusal(await act(doc, 'cancel', { reason: 'No' }))).toEqual([409, 'PURCHASE_RECEIVED']);
});

it('takes a tenth more than was ordered, and no more, drafts counted', async () => {
  const doc = await ordered();
  expect(refusal(await receive(doc, 12))).toEqual([422, 'ORDER_OVER_RECEIVED', 'lines.0.quantity']);
  expect((await receive(doc, 11)).status).toBe(200);
  expect(refusal(await receive(doc, 1))).toEqual([422, 'ORDER_OVER_RECEIVED', 'lines.0.quantity']);
});

it('is called by its number alone, in notices and on paper, where it was stored without a title', async () => {
  const asked = await made(path, { lines: [{ name: 'Bulbs', quantity: 4 }] });
  expect(asked.title).toEqual(expect.stringContaining(today().slice(0, 4)));
  const emptied = await ann.put<Row>(`${path}/${asked.id}`, { version: asked.version, title: null });
  expect(emptied.data.title).toBe(asked.title);
  await change(purchaseRequest, asked.id, { title: null });
  expect((await act(asked, 'send')).status).toBe(200);
  const notices = await rowsIn('notifications').find({ 'subject.id': asked.id }).toArray();
  expect(notices.map(({ subject }) => subject)).toContainEqual(expect.objectContaining({ title: asked.code }));
  const lines = (await linesOfPdf((await ann.file(`${path}/${asked.id}/print`)).body)).flat();
  expect(lines).toContain(asked.code);
  expect(lines.filter(line => line.includes('null'))).toEqual([]);
});

it('is made of what is low, for each partner one, and never twice', async () => {
  const sellers = [await sellerOf(), await sellerOf(), await sellerOf()];
  const low = [];
  for (let k = 0; k < 7; k++)
    low.push(await supplyOf({ limit: 5, maxStock: 20, partnerId: (sellers[k % 3] as Row).id }));
  const asked = low.slice(0, 3).map(({ id }) => id);
  const make = (body: object) => ann.post<{ created: string[]; skipped: Row[] }>(`${path}/from-needs`, body);
  expect((await make({ supplyIds: asked })).data.created).toHaveLength(3);
  const both = await Promise.all([make({ all: true }), make({ all: true })]);
  const created = both.flatMap(({ data }) => data.created);
  expect(created).toHaveLength(3);
  const { data: again } = await make({ all: true });
  expect([again.created, again.skipped.length]).toEqual([[], 7]);
  const lines = await Promise.all(created.map(async id => (await read({ id } as Row)).lines as Row[]));
  expect(lines.flat().map(line => line.quantity)).toEqual([20, 20, 20, 20]);
});

it('counts what is on order when it proposes', async () => {
  const seller = await sellerOf();
  const { id: supplyId } = await supplyOf({ limit: 5, maxStock: 20, partnerId: seller.id });
  const stocked = await made(stockDocument.path, {
    kind: 'RECEIPT',
    reason: 'OTHER',
    warehouseId: store.id,
    lines: [{ supplyId, quantity: 4, unitPrice: 1 }],
  });
  await act(stocked, 'post', {}, stockDocument.path);
  const need = async () => {
    const { data } = await ann.get<Row[]>(`${supply.path}/needs`);
    return data.find(one => one.supplyId === supplyId);
  };
  expect(await need()).toMatchObject({ stock: 4, ordered: 0, propose: 16 });
  const asked = await made(path, { title: 'Six', partnerId: seller.id, lines: [{ supplyId, quantity: 6 }] });
  for (const name of ['send', 'approve', 'order']) await act(asked, name);
  expect(await need()).toMatchObject({ ordered: 6, propose: 10 });
});

it('is decided once, then stays as it was asked for, and is late once', async () => {
  const { id: supplyId } = await supplyOf();
  const lines = [{ supplyId, quantity: 1 }];
  const asked = await made(path, { title: 'One', lines, neededOn: today() });
  await act(asked, 'send');
  const { version } = await read(asked);
  const both = await Promise.all([act(asked, 'approve', { version }), act(asked, 'approve', { version })]);
  expect(both.map(({ status, code }) => [status, code]).toSorted()).toEqual([
    [200, 'SUCCESS'],
    [409, 'STATUS_CHANGED'],
  ]);
  const now = await read(asked);
  const put = await ann.put(`${path}/${asked.id}`, { version: now.version, lines });
  expect(refusal(put)).toEqual([409, 'STATUS_NOT_ALLOWED']);
  expect(refusal(await act(asked, 'order'))).toEqual([422, 'SUPPLIER_INVALID', 'partnerId']);
  const tomorrow = new Date(Date.parse(`${today()}T03:00:00Z`) + DAY_MS);
  const turned = await Promise.all([requestsJob.run(tomorrow), requestsJob.run(tomorrow)]);
  expect(turned.reduce((sum, one) => sum + one)).toBe(1);
  expect((await read(asked)).late).toBe(true);
});
