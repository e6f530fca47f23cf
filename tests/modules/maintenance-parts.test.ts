import { stockFaults } from '@lobby/server/modules/supply/index.ts';
import { notifications } from '@lobby/server/platform/notifications/notifications.ts';
import { dayOf } from '@lobby/shared/kit/dates.ts';
import { device } from '@lobby/shared/modules/device.ts';
import { maintenance } from '@lobby/shared/modules/maintenance.ts';
import { stockDocument } from '@lobby/shared/modules/stock-document.ts';
import { supply, warehouse } from '@lobby/shared/modules/supply.ts';
import { systemGroup, technicalSystem } from '@lobby/shared/modules/technical-system.ts';
import { expect, it } from 'vitest';
import type { Row } from '../setup/caller.ts';
import { refusal } from '../setup/money/books.ts';
import { startServer } from '../setup/server/server.ts';
import { makeSite } from '../setup/world.ts';

const server = await startServer();
const site = await makeSite(server.url, 'Works');
const { ann, ben } = site;
const { path } = maintenance;
const today = dayOf(new Date(), 'Asia/Ho_Chi_Minh');
const made = ann.create;
const groupId = (await made(systemGroup.path, { code: 'LIFT', name: 'Lifts' })).id;
const systemId = (await made(technicalSystem.path, { code: 'A', name: 'Lifts of A', groupId })).id;
const deviceId = (await made(device.path, { code: 'A1', name: 'Lift A1', systemId })).id;
const store = await made(warehouse.path, { name: 'Basement', code: 'K1', keeperId: ben.id });
let n = 0;
const supplyOf = async (quantity: number, unitPrice: number) => {
  const one = await made(supply.path, { name: `Brake pad ${++n}`, code: `VT-${n}`, unitName: 'cái' });
  if (quantity > 0) {
    const lines = [{ supplyId: one.id, quantity, unitPrice }];
    const paper = await made(stockDocument.path, { kind: 'RECEIPT', reason: 'OTHER', warehouseId: store.id, lines });
    await ann.put(`${stockDocument.path}/${paper.id}/post`, {});
  }
  return one.id;
};
const stockOf = async (id: unknown) => Number((await ann.get<Row>(`${supply.path}/${id}`)).data.stock);
const act = (id: unknown, name: string, input: object = {}) => ann.put<Row>(`${path}/${id}/${name}`, input);
const begun = async () => {
  const one = await made(path, { title: 'Brakes', kind: 'MAINTENANCE', deviceId, scheduledDate: today });
  await act(one.id, 'start');
  return one;
};
const read = async (id: unknown) => (await ann.get<Row>(`${path}/${id}`)).data;
const papersOf = async (id: unknown) =>
  (await ann.get<Row[]>(`${stockDocument.path}?filter[maintenanceId][]=${id}`)).data;

it('takes its parts out of the store as it ends, and gives them back with the paper', async () => {
  const supplyId = await supplyOf(5, 120_000);
  const one = await begun();
  const parts = [{ supplyId, warehouseId: store.id, quantity: 2 }];
  const done = await act(one.id, 'complete', { parts, laborCost: 300_000, otherCost: 50_000 });
  expect(done.data).toMatchObject({ status: 'COMPLETED', partsCost: 240_000, totalCost: 590_000, unposted: false });
  expect(await stockOf(supplyId)).toBe(3);
  const [paper] = await papersOf(one.id);
  expect(paper).toMatchObject({
    kind: 'ISSUE',
    reason: 'WORK',
    status: 'OFFICIAL',
    total: 240_000,
    documentDate: today,
  });
  await act(one.id, 'reopen', { reason: 'It squeaks' });
  expect(await act(one.id, 'cancel', { reason: 'No' })).toMatchObject({
    status: 409,
    code: 'MAINTENANCE_PARTS_POSTED',
  });
  // Parts are issued once, however often the work is completed.
  const again = await act(one.id, 'complete', { parts: [...parts, { supplyId, quantity: 1 }] });
  expect(again.data).toMatchObject({ partsCost: 360_000, totalCost: 710_000 });
  expect(await stockOf(supplyId)).toBe(2);
  expect(await papersOf(one.id)).toHaveLength(2);
  await ann.put(`${stockDocument.path}/${paper?.id}/cancel`, { reason: 'Wrong pads' });
  expect(await stockOf(supplyId)).toBe(4);
  expect(await read(one.id)).toMatchObject({ partsCost: 120_000, totalCost: 470_000 });
  expect(await stockFaults(site.id)).toEqual([]);
});

it('is refused where the store has too little, and ends all the same where there was no network', async () => {
  const supplyId = await supplyOf(1, 90_000);
  const one = await begun();
  const parts = [{ supplyId, warehouseId: store.id, quantity: 2 }];
  expect(refusal(await act(one.id, 'complete', { parts }))).toEqual([422, 'STOCK_NOT_ENOUGH', 'parts.0.quantity']);
  expect([(await read(one.id)).status, await stockOf(supplyId)]).toEqual(['IN_PROGRESS', 1]);
  const done = await act(one.id, 'complete', { parts, offline: true });
  expect(done.data).toMatchObject({ status: 'COMPLETED', unposted: true, partsCost: 0 });
  expect((await read(one.id)).parts).toMatchObject([{ supplyId, quantity: 2, posted: false }]);
  expect(await stockOf(supplyId)).toBe(1);
  const told = await notifications().countDocuments({ kind: 'MAINTENANCE_PARTS_OPEN', 'subject.id': one.id });
  expect(told).toBe(1);
  expect((await ann.get<Row[]>(`${path}?filter[unposted][]=true`)).data.map(({ id }) => id)).toEqual([one.id]);
  expect(refusal(await act(one.id, 'post-parts'))).toEqual([422, 'STOCK_NOT_ENOUGH', 'parts.0.quantity']);
  const posted = await act(one.id, 'post-parts', { parts: [{ supplyId, warehouseId: store.id, quantity: 1 }] });
  expect(posted.data).toMatchObject({ unposted: false, partsCost: 90_000 });
  expect(await stockOf(supplyId)).toBe(0);
  expect((await act(one.id, 'post-parts')).status).toBe(409);
});

it('simultaneous works with the same part complete until the stock is used up, and the rest are refused', async () => {
  const supplyId = await supplyOf(7, 10_000);
  const works: Row[] = [];
  for (let k = 0; k < (process.env.PROVE ? 50 : 12); k++) works.push(await begun());
  const parts = [{ supplyId, warehouseId: store.id, quantity: 1 }];
  const answers = await Promise.all(works.map(({ id }) => act(id, 'complete', { parts })));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(7);
  expect(answers.filter(({ code }) => code === 'STOCK_NOT_ENOUGH')).toHaveLength(works.length - 7);
  expect(await stockOf(supplyId)).toBe(0);
  expect(await stockFaults(site.id)).toEqual([]);
});
