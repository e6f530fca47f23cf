import { stockFaults } from '@lobby/server/modules/supply/index.ts';
import { asset } from '@lobby/shared/modules/asset.ts';
import { location, place } from '@lobby/shared/modules/location.ts';
import { stockDocument } from '@lobby/shared/modules/stock-document.ts';
import { stockTake } from '@lobby/shared/modules/stock-take.ts';
import { stockMovement, supply, warehouse } from '@lobby/shared/modules/supply.ts';
import { expect, it } from 'vitest';
import type { Caller, Row } from '../setup/caller.ts';
import { today } from '../setup/money/books.ts';
import { startServer } from '../setup/server/server.ts';
import { makeSite } from '../setup/world.ts';

const server = await startServer();
const site = await makeSite(server.url, 'Counts');
const { ann, ben, carl } = site;
const { path } = stockTake;
let n = 0;
const made = ann.create;
const act = <T = Row>(id: unknown, name: string, input: object = {}, who: Caller = ann) =>
  who.put<T>(`${path}/${id}/${name}`, input);
const storeOf = async () => (await made(warehouse.path, { name: `Store ${++n}`, code: `K${n}` })).id;
const supplyOf = () => made(supply.path, { name: `Lamp ${++n}`, code: `VT-${n}`, unitName: 'cái' });
const move = async (kind: string, warehouseId: string, supplyId: string, quantity: number) => {
  const reason = kind === 'RECEIPT' ? 'OTHER' : 'LOSS';
  const unitPrice = kind === 'RECEIPT' ? 1000 : undefined;
  const paper = await made(stockDocument.path, {
    kind,
    reason,
    warehouseId,
    lines: [{ supplyId, quantity, unitPrice }],
  });
  await ann.put(`${stockDocument.path}/${paper.id}/post`, {});
};
type Line = Row & { state: string; difference: number | null; expected?: number; counts: Row[] };
const linesOf = async (id: unknown, who: Caller = ann) => (await who.get<Line[]>(`${path}/${id}/lines`)).data;
type CountResult = { outcome: string; code: string | null; state: string | null };
const count = (id: unknown, lines: object[], who: Caller = ann) => act<CountResult[]>(id, 'count', { lines }, who);
/** Started count of a warehouse. */
async function begun(warehouseId: string, values: object = {}) {
  const countedBy = [ann.id, ben.id];
  const take = await made(path, {
    title: `Count ${++n}`,
    kind: 'SUPPLY',
    warehouseIds: [warehouseId],
    countedBy,
    ...values,
  });
  const started = await act(take.id, 'start');
  if (started.status !== 200) throw new Error(started.text);
  return started.data;
}

it('differs from the books as they were at the moment of counting, whatever moved before and after', async () => {
  const [store, { id: supplyId }] = [await storeOf(), await supplyOf()];
  await move('RECEIPT', store, supplyId, 100);
  const take = await begun(store);
  await move('ISSUE', store, supplyId, 30);
  await count(take.id, [{ supplyId, warehouseId: store, quantity: 68 }]);
  await move('ISSUE', store, supplyId, 5);
  const review = await act(take.id, 'finish');
  expect(review.data).toMatchObject({ status: 'REVIEW', differing: 1, differenceValue: -2000 });
  expect((await linesOf(take.id))[0]).toMatchObject({ expected: 100, bookAtCount: 70, final: 68, difference: -2 });
  expect((await act(take.id, 'approve')).data.status).toBe('COMPLETED');
  expect((await ann.get<Row>(`${supply.path}/${supplyId}`)).data).toMatchObject({ stock: 63, stockValue: 63_000 });
  const { data } = await ann.get<Row[]>(`${stockDocument.path}?filter[stockTakeId][]=${take.id}`);
  expect(data).toMatchObject([{ kind: 'ADJUSTMENT', reason: 'COUNT', status: 'OFFICIAL', total: -2000 }]);
  expect(data[0]?.code).toMatch(/^DC-\d{4}-00001$/);
  const moved = await ann.get<Row[]>(`${stockMovement.path}?filter[documentId][]=${data[0]?.id}`);
  expect(moved.data).toMatchObject([{ delta: -2, amount: -2000, line: 1 }]);
  expect(await stockFaults(site.id)).toEqual([]);
});

it('hides the books from who counts, and takes counts only of those who are named', async () => {
  const [store, { id: supplyId }] = [await storeOf(), await supplyOf()];
  await move('RECEIPT', store, supplyId, 10);
  const take = await begun(store, { countedBy: [carl.id] });
  await site.allow({ SUPPLY: ['read', 'write'] });
  const [line] = await linesOf(take.id, carl);
  expect(line).not.toHaveProperty('expected');
  expect(JSON.stringify(await carl.get(`/stock-take-line?filter[takeId][]=${take.id}`))).not.toContain('"expected"');
  expect((await count(take.id, [{ supplyId, quantity: 9 }], carl)).data[0]?.outcome).toBe('COUNTED');
  expect((await linesOf(take.id))[0]?.expected).toBe(10);
  const other = await begun(await storeWith(supplyId), { countedBy: [ben.id] });
  const refused = await count(other.id, [{ supplyId, quantity: 1 }], carl);
  expect([refused.status, refused.code]).toEqual([403, 'STOCK_TAKE_NOT_COUNTER']);
});
async function storeWith(supplyId: string) {
  const store = await storeOf();
  await move('RECEIPT', store, supplyId, 1);
  return store;
}

it('wants a third count where two differ, and counts a sending once', async () => {
  const { id: supplyId } = await supplyOf();
  const store = await storeWith(supplyId);
  const take = await begun(store, { twice: true });
  const ten = { supplyId, warehouseId: store, quantity: 10, key: 'one sending of a phone' };
  await count(take.id, [ten]);
  const again = await count(take.id, [ten, { code: 'no such code', quantity: 1 }]);
  expect(again.data.map(({ outcome, code }) => [outcome, code])).toEqual([
    ['SAME', null],
    ['REFUSED', 'STOCK_TAKE_UNKNOWN_CODE'],
  ]);
  const second = await count(take.id, [{ supplyId, warehouseId: store, quantity: 12 }], ben);
  expect(second.data[0]?.state).toBe('DIFFERS');
  const early = await act(take.id, 'finish');
  expect([early.status, early.code]).toEqual([422, 'STOCK_TAKE_OPEN']);
  expect(early.error.data?.lines).toMatchObject([{ state: 'DIFFERS' }]);
  await act(take.id, 'finish', { force: true, reason: 'Closing time' });
  const [line] = await linesOf(take.id);
  expect([line?.state, line?.counts.map(({ quantity }) => quantity)]).toEqual(['DIFFERS', [10, 12]]);
});

it('stands in one open count, and waits while the day is locked', async () => {
  const { id: supplyId } = await supplyOf();
  const store = await storeWith(supplyId);
  const take = await begun(store);
  const twice = await made(path, { title: 'Again', kind: 'SUPPLY', warehouseIds: [store], countedBy: [ann.id] });
  expect(await act(twice.id, 'start')).toMatchObject({ status: 409, code: 'STOCK_TAKE_OVERLAPS' });
  await count(take.id, [{ supplyId, quantity: 3 }]);
  await act(take.id, 'finish');
  const [line] = await linesOf(take.id);
  await act(take.id, 'reject', { lineIds: [line?.id], reason: 'Look behind the door' });
  expect((await linesOf(take.id))[0]).toMatchObject({ state: 'OPEN', counts: [] });
  await count(take.id, [{ supplyId, quantity: 4 }]);
  await act(take.id, 'finish');
  await made('/transaction-lock-date', { transactionLockDate: today() });
  expect(await act(take.id, 'approve')).toMatchObject({ status: 422, code: 'data_is_locked' });
  expect((await ann.get<Row>(`${path}/${take.id}`)).data.status).toBe('REVIEW');
});

it('finds assets by their codes once, and moves what stands elsewhere', async () => {
  const level = await made(location.path, { name: 'Floor {i}', code: 'F{i}', quantity: 2 });
  const [here, there] = (await ann.get<Row[]>(`${place.path}?filter[levelId][]=${level.id}`)).data.map(({ id }) => id);
  const thing = (code: string) => made(asset.path, { code, name: `Pump ${code}`, placeId: here });
  const [one, two] = [await thing('TS-1'), await thing('TS-2')];
  const take = await made(path, { title: 'Pumps', kind: 'ASSET', placeIds: [here], countedBy: [ann.id] });
  await act(take.id, 'start');
  const found = { code: 'ts-1', found: 'FOUND', placeId: there, condition: 'WORN' };
  const twice = await count(take.id, [found, found]);
  expect(twice.data.map(({ outcome }) => outcome)).toEqual(['COUNTED', 'SAME']);
  await count(take.id, [{ assetId: two.id, found: 'MISSING' }]);
  expect((await act(take.id, 'finish')).data).toMatchObject({ counted: 2, differing: 2 });
  await act(take.id, 'approve');
  expect((await ann.get<Row>(`${asset.path}/${one.id}`)).data).toMatchObject({ placeId: there, condition: 'WORN' });
  const told = (await ann.get<Row[]>(`${asset.path}/${one.id}/activities`)).data;
  expect(told.map(({ action }) => action)).toContain('move');
});
