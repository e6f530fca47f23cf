import { stockFaults } from '@lobby/server/modules/supply/index.ts';
import { notifications } from '@lobby/server/platform/notifications/notifications.ts';
import { addDays } from '@lobby/shared/kit/dates.ts';
import { partner } from '@lobby/shared/modules/partner.ts';
import { stockDocument } from '@lobby/shared/modules/stock-document.ts';
import { stockLevel, supply, warehouse } from '@lobby/shared/modules/supply.ts';
import { expect, it } from 'vitest';
import type { Row } from '../setup/caller.ts';
import { expectSameFromExport } from '../setup/contract/own-export.ts';
import { sheetsOf } from '../setup/files/sheets.ts';
import { refusal, today } from '../setup/money/books.ts';
import { startServer } from '../setup/server/server.ts';
import { makeSite } from '../setup/world.ts';

const server = await startServer();
const site = await makeSite(server.url, 'Stores');
const { ann, ben } = site;
let n = 0;
const made = async (path: string, values: object): Promise<Row> => {
  const answer = await ann.post<Row>(path, values);
  if (answer.status !== 201) throw new Error(answer.text);
  return answer.data;
};
const supplyOf = (values: object = {}) =>
  made(supply.path, { name: `Lamp ${++n}`, code: `VT-${n}`, unitName: 'cái', ...values });
const storeOf = (values: object = {}) => made(warehouse.path, { name: `Store ${++n}`, code: `K${n}`, ...values });
const read = async (path: string, id: unknown) => (await ann.get<Row>(`${path}/${id}`)).data;
const act = (path: string, { id }: Row, name: string, input: object = {}, who = ann) =>
  who.put<Row>(`${path}/${id}/${name}`, input);
const [first, second] = [await storeOf({ keeperId: ben.id }), await storeOf()];
type Line = { supplyId: unknown; quantity: number; unitPrice?: number };
const paper = (kind: string, lines: Line[], values: object = {}) =>
  ann.post<Row>(stockDocument.path, { kind, warehouseId: first.id, lines, ...values });
const drafted = async (kind: string, lines: Line[], values: object = {}) => {
  const answer = await paper(kind, lines, values);
  if (answer.status !== 201) throw new Error(answer.text);
  return answer.data;
};
const post = (draft: Row, who = ann) => act(stockDocument.path, draft, 'post', {}, who);
const receive = async (lines: Line[], values: object = {}) =>
  post(await drafted('RECEIPT', lines, { reason: 'OTHER', ...values }));
const issueOf = (lines: Line[], values: object = {}) => drafted('ISSUE', lines, { reason: 'LOSS', ...values });
const issue = async (lines: Line[], values: object = {}) => post(await issueOf(lines, values));
const agree = async () => expect(await stockFaults(site.id)).toEqual([]);

it('values what goes out by the moving average, the last of it by the rest', async () => {
  const { id: supplyId } = await supplyOf();
  const [one, two] = [
    await receive([{ supplyId, quantity: 10, unitPrice: 15_000 }]),
    await receive([{ supplyId, quantity: 5, unitPrice: 18_001 }]),
  ];
  expect([one.data.total, two.data.total]).toEqual([150_000, 90_005]);
  expect(one.data.code).toMatch(/^NK-\d{4}-00001$/);
  expect(two.data.code).toMatch(/^NK-\d{4}-00002$/);
  expect(await read(supply.path, supplyId)).toMatchObject({ stock: 15, stockValue: 240_005, quantity: 15 });
  const out = await issue([{ supplyId, quantity: 4 }]);
  expect(out.data).toMatchObject({ status: 'OFFICIAL', total: 64_001, lines: [{ amount: 64_001 }] });
  expect(await read(supply.path, supplyId)).toMatchObject({ stock: 11, stockValue: 176_004 });
  const many = await issueOf([{ supplyId, quantity: 12 }]);
  const short = await post(many);
  expect(refusal(short)).toEqual([422, 'STOCK_NOT_ENOUGH', 'lines.0.quantity']);
  expect(short.error?.data).toMatchObject({ onHand: 11, supplyId });
  expect((await issue([{ supplyId, quantity: 11 }])).data.total).toBe(176_004);
  const rest = { stock: 0, stockValue: 0, averagePrice: null };
  expect(await read(supply.path, supplyId)).toMatchObject(rest);
  const [tenth, fifth] = [await receive([{ supplyId, quantity: 0.1, unitPrice: 10 }]), 0.2];
  expect(tenth.status).toBe(200);
  await receive([{ supplyId, quantity: fifth, unitPrice: 10 }]);
  expect((await read(supply.path, supplyId)).stock).toBe(0.3);
  const card = await ann.get<Row[]>(`${supply.path}/${supplyId}/card`);
  expect(card.data.map(row => row.balance)).toEqual([10, 15, 11, 0, 0.1, 0.3]);
  await agree();
});

it('takes nothing out before it came in, and counts its card by the days of the documents', async () => {
  const { id: supplyId } = await supplyOf();
  const day = (back: number) => addDays(today(), -back);
  await receive([{ supplyId, quantity: 10, unitPrice: 1000 }], { documentDate: day(3) });
  expect((await issue([{ supplyId, quantity: 6 }], { documentDate: day(1) })).status).toBe(200);
  const before = await issue([{ supplyId, quantity: 1 }], { documentDate: day(5) });
  expect(refusal(before)).toEqual([422, 'STOCK_NOT_ENOUGH_ON', 'lines.0.quantity']);
  expect(before.error?.message).toContain(day(5).split('-').toReversed().join('/'));
  // Ten were in stock on the second day, of which six have been issued since.
  expect((await issue([{ supplyId, quantity: 5 }], { documentDate: day(2) })).code).toBe('STOCK_NOT_ENOUGH');
  await receive([{ supplyId, quantity: 4, unitPrice: 1000 }], { documentDate: day(0) });
  const late = await issue([{ supplyId, quantity: 5 }], { documentDate: day(2) });
  expect(refusal(late)).toEqual([422, 'STOCK_NOT_ENOUGH_ON', 'lines.0.quantity']);
  expect((await issue([{ supplyId, quantity: 4 }], { documentDate: day(2) })).status).toBe(200);
  const card = await ann.get<Row[]>(`${supply.path}/${supplyId}/card`);
  expect(card.data.map(row => [row.day, row.balance])).toEqual([
    [day(3), 10],
    [day(2), 6],
    [day(1), 0],
    [day(0), 4],
  ]);
  const part = await ann.get<Row[]>(`${supply.path}/${supplyId}/card?from=${day(1)}&to=${day(1)}`);
  expect(part.data.map(row => row.balance)).toEqual([0]);
  await agree();
});

it('posts of fifty that take one at once as many as there are', async () => {
  const { id: supplyId } = await supplyOf();
  await receive([{ supplyId, quantity: 20, unitPrice: 1000 }]);
  const drafts: Row[] = [];
  for (let k = 0; k < 50; k++) drafts.push(await issueOf([{ supplyId, quantity: 1 }]));
  const answers = await Promise.all(drafts.map(draft => post(draft)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(20);
  expect(answers.filter(({ code }) => code === 'STOCK_NOT_ENOUGH')).toHaveLength(30);
  expect(await read(supply.path, supplyId)).toMatchObject({ stock: 0, stockValue: 0 });
  await agree();
});

it('moves all lines or none, each supply on one of them, and stays as it was posted', async () => {
  const [one, other] = [await supplyOf(), await supplyOf()];
  const lines = [one, other].map(({ id }) => ({ supplyId: id, quantity: 3, unitPrice: 5000 }));
  const { data: came } = await receive(lines);
  const twice = await paper('RECEIPT', [lines[0] as Line, lines[0] as Line], { reason: 'OTHER' });
  expect([twice.status, twice.error?.data?.fields]).toMatchObject([
    400,
    { 'lines.1.supplyId': { code: 'LISTED_TWICE' } },
  ]);
  const uneven = [
    { supplyId: one.id, quantity: 1 },
    { supplyId: other.id, quantity: 4 },
  ];
  expect(refusal(await issue(uneven))).toEqual([422, 'STOCK_NOT_ENOUGH', 'lines.1.quantity']);
  expect((await read(supply.path, one.id)).stock).toBe(3);
  const put = await ann.put(`${stockDocument.path}/${came.id}`, { version: came.version, deliverer: 'X' });
  expect(refusal(put)).toEqual([409, 'STOCK_DOCUMENT_POSTED']);
  expect(refusal(await ann.delete(`${stockDocument.path}/${came.id}`))).toEqual([409, 'STOCK_DOCUMENT_POSTED']);
  const draft = await issueOf([{ supplyId: one.id, quantity: 1 }]);
  const both = await Promise.all([post(draft), post(draft)]);
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  expect(refusal(await act(stockDocument.path, came, 'cancel', { reason: 'Wrong' }))).toEqual([
    422,
    'STOCK_NOT_ENOUGH',
    'lines.0.quantity',
  ]);
  const { data: out } = await ann.get<Row[]>(`${stockDocument.path}?filter[kind][]=ISSUE&filter[status][]=OFFICIAL`);
  const mine = out.find(({ id }) => id === draft.id) as Row;
  expect((await act(stockDocument.path, mine, 'cancel', { reason: 'Back' })).data.status).toBe('CANCELLED');
  expect(await read(supply.path, one.id)).toMatchObject({ stock: 3, stockValue: 15_000 });
  expect((await act(stockDocument.path, came, 'cancel', { reason: 'Wrong' })).data).toMatchObject({
    status: 'CANCELLED',
    code: came.code,
    cancelReason: 'Wrong',
  });
  expect(await read(supply.path, one.id)).toMatchObject({ stock: 0, stockValue: 0, quantity: 0 });
  await agree();
});

it('moves between warehouses without a change of the whole, and out of none that is empty', async () => {
  const { id: supplyId } = await supplyOf();
  await receive([{ supplyId, quantity: 6, unitPrice: 7000 }]);
  expect((await paper('TRANSFER', [{ supplyId, quantity: 2 }], { toWarehouseId: first.id })).status).toBe(400);
  const across = await post(await drafted('TRANSFER', [{ supplyId, quantity: 2 }], { toWarehouseId: second.id }));
  expect(across.data).toMatchObject({ total: 14_000, status: 'OFFICIAL' });
  expect(across.data.code).toMatch(/^CK-/);
  const levels = await ann.get<Row[]>(`${stockLevel.path}?filter[supplyId][]=${supplyId}`);
  expect(levels.data.map(one => one.quantity).toSorted()).toEqual([2, 4]);
  expect(await read(supply.path, supplyId)).toMatchObject({ stock: 6, stockValue: 42_000 });
  expect(refusal(await ann.put(`${warehouse.path}/${second.id}`, { version: 1, active: false }))).toEqual([
    409,
    'WAREHOUSE_HAS_STOCK',
  ]);
  expect((await act(stockDocument.path, across.data, 'cancel', { reason: 'Back' })).status).toBe(200);
  expect((await ann.put(`${warehouse.path}/${second.id}`, { version: 1, active: false })).status).toBe(200);
  await agree();
});

it('says once that little is left, keeps what was posted, and proposes what to buy', async () => {
  const one = await supplyOf({ limit: 5, maxStock: 20 });
  const supplyId = one.id;
  await receive([{ supplyId, quantity: 7, unitPrice: 100 }]);
  const told = () => notifications().countDocuments({ kind: 'SUPPLY_LOW', 'subject.id': supplyId });
  await issue([{ supplyId, quantity: 2 }]);
  expect((await read(supply.path, supplyId)).stockState).toBe('NEED_TO_BUY');
  const heard = await told();
  expect(heard).toBeGreaterThan(0);
  await issue([{ supplyId, quantity: 1 }]);
  const [row] = await notifications()
    .find({ kind: 'SUPPLY_LOW', 'subject.id': String(supplyId) })
    .toArray();
  expect([await told(), row?.count]).toEqual([heard, 1]);
  const needs = await ann.get<Row[]>(`${supply.path}/needs`);
  expect(needs.data.find(need => need.supplyId === supplyId)).toMatchObject({ stock: 4, propose: 16, lastPrice: 100 });
  await receive([{ supplyId, quantity: 8, unitPrice: 100 }]);
  expect((await read(supply.path, supplyId)).stockState).toBe('GOOD_USAGE');
  const { version } = await read(supply.path, supplyId);
  const put = (values: object) => ann.put(`${supply.path}/${supplyId}`, { version, ...values });
  expect(refusal(await put({ unitName: 'hộp' }))).toEqual([409, 'SUPPLY_FIXED', 'unitName']);
  const stopped = await act(supply.path, one, 'stop', { reason: 'Old' });
  expect([refusal(stopped), stopped.error?.data?.stock]).toEqual([[409, 'SUPPLY_HAS_STOCK'], 12]);
  expect((await put({ name: `Lamp ${++n}` })).status).toBe(200);
  await issue([{ supplyId, quantity: 12 }]);
  expect((await act(supply.path, one, 'stop', { reason: 'Old' })).data.status).toBe('STOP_USING');
  expect(refusal(await receive([{ supplyId, quantity: 1, unitPrice: 1 }]))).toEqual([
    422,
    'SUPPLY_STOPPED',
    'lines.0.supplyId',
  ]);
});

it('buys of partners that are worked with, on days that are open', async () => {
  const { id: supplyId } = await supplyOf();
  const seller = await made(partner.path, { name: `Seller ${++n}`, code: `S${n}`, type: 'SUPPLIER' });
  await act(partner.path, seller, 'block', { reason: 'Fraud' });
  const lines = [{ supplyId, quantity: 1, unitPrice: 1000 }];
  const bought = { reason: 'PURCHASE', partnerId: seller.id };
  expect(refusal(await paper('RECEIPT', lines, bought))).toEqual([422, 'SUPPLIER_INVALID', 'partnerId']);
  expect((await paper('RECEIPT', lines, { reason: 'PURCHASE' })).error?.data?.fields).toHaveProperty('partnerId');
  const [old, fresh] = [
    await drafted('RECEIPT', lines, { reason: 'OTHER', documentDate: '2026-10-31' }),
    await drafted('RECEIPT', lines, { reason: 'OTHER', documentDate: today() }),
  ];
  expect((await ann.post('/transaction-lock-date', { transactionLockDate: '2026-10-31' })).status).toBe(201);
  expect(refusal(await post(old))).toEqual([422, 'data_is_locked', 'documentDate']);
  expect((await post(fresh)).status).toBe(200);
});

it('is printed with its amount in words', async () => {
  const { id: supplyId } = await supplyOf();
  const { data } = await receive([{ supplyId, quantity: 2, unitPrice: 500 }]);
  const answer = await ann.file(`${stockDocument.path}/${data.id}/print?lang=vi`);
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/pdf']);
  expect(answer.body.subarray(0, 4).toString()).toBe('%PDF');
});

it('takes its own export in again, also of a partner that is not used any more', async () => {
  const { id: partnerId } = await made(partner.path, { name: 'Lamps and more', code: 'LM', type: 'SUPPLIER' });
  await supplyOf({ partnerId });
  expect((await ann.put(`${partner.path}/${partnerId}/deactivate`, { reason: 'Gone' })).status).toBe(200);
  await expectSameFromExport(ann, supply.path);
});

it('adds up the value on hand of a filter, and what was posted by kind', async () => {
  const category = await made('/item-category', { name: `Lights ${++n}`, of: 'SUPPLY' });
  const [one, two] = [await supplyOf({ categoryId: category.id }), await supplyOf({ categoryId: category.id })];
  const { id: warehouseId } = await storeOf();
  const totals = async () =>
    (await ann.get<Row[]>(`${stockDocument.path}/totals?filter[warehouseId]=${warehouseId}`)).data;
  expect(await totals()).toEqual([]);
  await receive([{ supplyId: one.id, quantity: 10, unitPrice: 1000 }], { warehouseId });
  await receive([{ supplyId: two.id, quantity: 4, unitPrice: 500 }], { warehouseId });
  await issue([{ supplyId: one.id, quantity: 3 }], { warehouseId });
  await issueOf([{ supplyId: one.id, quantity: 1 }], { warehouseId });
  expect((await ann.get(`${supply.path}/totals?filter[categoryId]=${category.id}`)).data).toEqual({
    count: 2,
    value: 9000,
  });
  expect(await totals()).toEqual([
    { kind: 'RECEIPT', count: 2, total: 12_000 },
    { kind: 'ISSUE', count: 1, total: 3000 },
  ]);
  // The file has the lines on a sheet of their own, with their values.
  const { body } = await ann.file(`${stockDocument.path}/export?filter[warehouseId]=${warehouseId}`);
  const [, sheet = []] = await sheetsOf(body);
  const [head = [], ...lines] = sheet;
  expect(head.slice(4)).toEqual(['Supply', 'Quantity', 'Price each', 'Amount', 'Note']);
  const numberIn = (cell = '') => Number(cell.replace(/[^\d.]/g, ''));
  const values = lines.map(([, , , , , quantity, , amount]) => [numberIn(quantity), numberIn(amount)]);
  expect(values.toSorted(([a = 0], [b = 0]) => b - a)).toEqual([
    [10, 10_000],
    [4, 2000],
    [3, 3000],
    [1, 0],
  ]);
});
