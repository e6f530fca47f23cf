import { assetsJob } from '@lobby/server/modules/asset/index.ts';
import { addDays, DAY_MS, dayOf } from '@lobby/shared/kit/dates.ts';
import { asset } from '@lobby/shared/modules/asset.ts';
import { itemCategory } from '@lobby/shared/modules/item-category.ts';
import { location, place } from '@lobby/shared/modules/location.ts';
import { partner } from '@lobby/shared/modules/partner.ts';
import { expect, it } from 'vitest';
import { callerOf, type Row } from '../setup/caller.ts';
import { change, makeRecord } from '../setup/records.ts';
import { listen } from '../setup/server/listener.ts';
import { startServer } from '../setup/server/server.ts';
import { makeSite } from '../setup/world.ts';

const server = await startServer();
const site = await makeSite(server.url, 'Alpha');
const { ann, ben } = site;
const { path } = asset;
const today = dayOf(new Date(), 'Asia/Ho_Chi_Minh');
let codes = 0;
const draft = (values: object = {}) => ({ code: `A-${++codes}`, name: 'Generator', ...values });
const make = async (values: object = {}) => (await ann.post<Row>(path, draft(values))).data;
const fieldOf = async (values: object) => {
  const { status, error } = await ann.post(path, draft(values));
  return [
    status,
    error?.data?.fields && Object.entries(error.data.fields).map(([name, { code }]) => `${name} ${code}`),
  ];
};

it('has days that follow each other, and a warranty that ends as it says', async () => {
  const before = { setupDate: '2026-05-10', startDate: '2026-05-09' };
  expect(await fieldOf(before)).toEqual([400, ['startDate SETUP_AFTER_START']]);
  expect((await make({ setupDate: '2026-05-10', startDate: '2026-05-10' })).id).toBeDefined();
  const warranty = { setupDate: '2026-01-01', warrantyDays: 365 };
  const made = await make(warranty);
  expect(made.warrantyExpiry).toBe('2027-01-01');
  expect(await fieldOf({ ...warranty, warrantyExpiry: '2027-01-02' })).toEqual([
    400,
    ['warrantyDays WARRANTY_MISMATCH'],
  ]);
  const moved = await ann.put<Row>(`${path}/${made.id}`, { version: made.version, setupDate: '2026-01-02' });
  expect(moved.data.warrantyExpiry).toBe('2027-01-02');
  expect((await make({ setupDate: '2026-01-01', warrantyExpiry: '2026-01-31' })).warrantyDays).toBe(30);
  const cycle = await make({ startDate: '2026-01-01', cycleDays: 90 });
  expect(cycle.nextMaintenanceDate).toBe('2026-04-01');
});

it('is put in use somewhere, told live, and is due as the days pass', async () => {
  const none = await make({ cycleDays: 30, startDate: addDays(today, -32) });
  const refused = await ann.put(`${path}/${none.id}/put-in-use`, {});
  expect([refused.status, Object.keys(refused.error.data?.fields ?? {}).sort()]).toEqual([
    400,
    ['holderId', 'managerUnitId', 'placeId', 'placeText'],
  ]);
  const listener = await listen(server.url, ben.token);
  await listener.ask('subscribe', { projectId: site.id, modules: ['ASSET'] });
  const level = await makeRecord(site.id, location, { name: 'Hall {i}', code: 'H{i}', quantity: 1 });
  const hall = await makeRecord(site.id, place, { name: 'Hall', code: 'HALL', levelId: level._id, order: '1' });
  const used = await ann.put<Row>(`${path}/${none.id}/put-in-use`, { placeId: hall._id });
  expect(used.data).toMatchObject({ status: 'IN_USE', placeId: hall._id, dueStatus: 'OVERDUE' });
  expect(await listener.hear(one => one.entityId === none.id && one.action === 'put-in-use')).toBeDefined();
  const soon = await make({ nextMaintenanceDate: addDays(today, 8) });
  await ann.put(`${path}/${soon.id}/put-in-use`, { placeText: 'Roof' });
  const dueOf = async () => (await ann.get<Row>(`${path}/${soon.id}`)).data.dueStatus;
  expect(await dueOf()).toBe('NORMAL');
  await assetsJob.run(new Date(Date.now() + 2 * DAY_MS));
  expect(await dueOf()).toBe('DUE_SOON');
  await ann.put(`${path}/${soon.id}/report-fault`, { reason: 'Noise' });
  expect((await ann.put<Row>(`${path}/${soon.id}/return`, {})).data).toMatchObject({
    status: 'IN_STOCK',
    dueStatus: 'NONE',
  });
});

it('is used again unless it was disposed of', async () => {
  const stop = async (disposal: string) => {
    const { id } = await make();
    expect((await ann.put(`${path}/${id}/stop`, { reason: 'Old', stoppedOn: today, disposal })).status).toBe(200);
    return ann.put<Row>(`${path}/${id}/use-again`, { reason: 'Needed' });
  };
  expect(await stop('SOLD')).toMatchObject({ status: 409, code: 'ASSET_DISPOSED' });
  expect((await stop('NONE')).data).toMatchObject({ status: 'IN_STOCK', stoppedOn: null, disposal: null });
  const { id } = await make();
  const late = { reason: 'Old', stoppedOn: addDays(today, 2), disposal: 'NONE' };
  expect((await ann.put(`${path}/${id}/stop`, late)).error.data?.fields?.stoppedOn?.code).toBe('DATE_IN_FUTURE');
});

it('names what it refers to by what is wrong with it, has a serial number of its own, and copies without it', async () => {
  const nobody = 'a'.repeat(24);
  for (const [field, code] of [
    ['supplierId', 'SUPPLIER_INVALID'],
    ['maintenanceUnitId', 'MAINTENANCE_UNIT_INVALID'],
    ['managerUnitId', 'MANAGER_UNIT_INVALID'],
  ] as const)
    expect(await ann.post(path, draft({ [field]: nobody }))).toMatchObject({ status: 422, code });
  const supply = (await ann.post<Row>(itemCategory.path, { name: 'Bulbs', of: 'SUPPLY' })).data;
  expect((await ann.post(path, draft({ categoryId: supply.id }))).status).toBe(422);
  const known = (await ann.post<Row>(partner.path, { name: 'Pumps', code: 'P', type: 'SUPPLIER' })).data;
  const own = { model: 'X 1', serial: '77-a', supplierId: known.id, purchasePrice: 5000 };
  const first = await make(own);
  expect(await ann.post(path, draft({ ...own, serial: '77-A' }))).toMatchObject({ status: 409, code: 'SERIAL_EXISTS' });
  const { code } = (await ann.get<{ code: string }>(`${path}/next-code`)).data;
  expect(code).toBe('TS-00001');
  expect((await ann.put(`${path}/${first.id}/duplicate`, { count: 2 })).status).toBe(200);
  const copies = (await ann.get<Row[]>(`${path}?filter[q]=TS-0000`)).data;
  expect(copies.map(copy => copy.code).sort()).toEqual(['TS-00001', 'TS-00002']);
  expect((await ann.get<Row>(`${path}/${copies[0]?.id}`)).data).toMatchObject({ serial: null, supplierId: known.id });
});

it('shows its facts by the code that is stuck on it, until there is another', async () => {
  const nobody = callerOf(
    () => server.url,
    () => ({}),
  );
  const made = await make({ purchasePrice: 9000, placeText: 'Roof' });
  const { token } = (await ann.get<{ token: string }>(`${path}/${made.id}/qr`)).data;
  const shown = await nobody.get<Row>(`/q/${token}`);
  expect(shown.data).toMatchObject({ name: 'Generator', place: 'Roof', hotline: '1900 0000' });
  expect(JSON.stringify(shown.data)).not.toContain('9000');
  expect((await ann.get(`${path}/qr-sheet?ids[]=${made.id}&layout=40`)).status).toBe(200);
  await ann.put(`${path}/${made.id}/new-qr`, {});
  expect(await nobody.get(`/q/${token}`)).toMatchObject({ status: 410, code: 'LINK_OVER' });
  const other = `${token.startsWith('A') ? 'B' : 'A'}${token.slice(1)}`;
  expect((await nobody.get(`/q/${other}`)).status).toBe(404);
  const again = (await ann.get<{ token: string }>(`${path}/${made.id}/qr`)).data;
  expect((await nobody.get(`/q/${again.token}`)).status).toBe(200);
  await change(asset, made.id, { deletedAt: new Date() });
  expect((await nobody.get(`/q/${again.token}`)).status).toBe(404);
});
