import { card } from '@lobby/shared/modules/card.ts';
import { cardRegistration } from '@lobby/shared/modules/card-registration.ts';
import { constructionRegistration } from '@lobby/shared/modules/construction-registration.ts';
import { vehicle } from '@lobby/shared/modules/vehicle.ts';
import { visitor } from '@lobby/shared/modules/visitor.ts';
import { describe, expect, it } from 'vitest';
import type { Caller, Row } from '../setup/caller.ts';
import { png } from '../setup/samples.ts';
import { startServer } from '../setup/server.ts';
import { makeSite } from '../setup/world.ts';

const server = await startServer();
const site = await makeSite(server.url, 'Alpha');
const { ann, dora, unitId } = site;
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** 9:00 in Vietnam, some days from now. */
const nine = (days: number) => new Date((Math.floor(Date.now() / DAY) + days) * DAY + 2 * HOUR);

const make = async (path: string, values: object, who: Caller = ann): Promise<Row> => {
  const made = await who.post(path, values);
  if (made.status !== 201) throw new Error(made.text);
  return made.data;
};
const act = (path: string, { id }: Row, name: string, input: object = {}, who: Caller = ann) =>
  who.put(`${path}/${id}/${name}`, input);
const toldTo = async (who: Caller) => (await who.get<Row[]>('/histories/pms?limit=20')).data.map(({ kind }) => kind);

describe('works', () => {
  const day = (days: number) => nine(days).toISOString().slice(0, 10);
  const works = {
    ...{ unitId, registrantName: 'Chủ nhà', content: 'Sơn lại', contractorName: 'Sơn Hà' },
    ...{ startDate: day(3), endDate: day(9), regulationAgreed: true },
  };
  const path = constructionRegistration.path;

  it('with a deposit are approved when it is here and counted, and end when it went back', async () => {
    const form = await make(path, { ...works, deposit: 5_000_000 });
    expect(form).toMatchObject({ status: 'WAITING', depositStatus: 'WAIT_FOR_DEPOSIT' });
    expect((await act(path, form, 'approve')).code).toBe('DEPOSIT_NOT_CONFIRMED');
    expect((await act(path, form, 'deposit/deposit', { amount: 4_000_000 })).code).toBe('DEPOSIT_AMOUNT_MISMATCH');
    await act(path, form, 'deposit/deposit', { amount: 5_000_000, depositMethod: 'TRANSFER' });
    expect((await act(path, form, 'approve')).code).toBe('DEPOSIT_NOT_CONFIRMED');
    await act(path, form, 'deposit/confirm');
    expect((await act(path, form, 'approve')).status).toBe(200);
    await act(path, form, 'in-progress');
    expect((await act(path, form, 'complete')).code).toBe('DEPOSIT_NOT_REFUNDED');
    expect((await act(path, form, 'deposit/refund', { amount: 6_000_000 })).code).toBe('REFUND_EXCEEDS_DEPOSIT');
    expect((await act(path, form, 'deposit/refund', { amount: 1_000_000 })).code).toBe('DEPOSIT_PARTIAL_REFUND_OFF');
    await act(path, form, 'deposit/refund', { amount: 5_000_000 });
    expect((await act(path, form, 'complete')).data.status).toBe('COMPLETED');
  });

  it('give each worker a pass for the gate as long as they go on', async () => {
    const workers = [{ workerName: 'Thợ Hai' }, { workerName: 'Thợ Ba', job: 'Sơn' }];
    const form = await make(path, { ...works, workers });
    const passes = async () =>
      (await ann.get<Row[]>(`${visitor.path}?filter[constructionId][]=${form.id}&sort=createdAt`)).data;
    const begun = (await act(path, form, 'in-progress')).data;
    const [first, second] = await passes();
    expect([first?.name, second?.name].sort()).toEqual(['Thợ Ba', 'Thợ Hai']);
    expect(first).toMatchObject({ guestType: 'WORKER', passUse: 'REPEATED', passUntil: works.endDate, unitId });
    const more = { version: begun.version, workers: [...workers, { workerName: 'Thợ Tư' }], endDate: day(12) };
    expect((await ann.put(`${path}/${form.id}`, more)).status).toBe(200);
    expect(new Set((await passes()).map(pass => pass.passUntil))).toEqual(new Set([day(12)]));
    expect(await passes()).toHaveLength(3);
    await act(path, form, 'stop', { reason: 'Ồn' });
    expect((await act(visitor.path, first as Row, 'in-progress')).code).toBe('WORKS_STOPPED');
    await act(path, form, 'resume');
    expect((await act(visitor.path, first as Row, 'in-progress')).status).toBe(200);
    await act(path, form, 'complete');
    expect((await act(visitor.path, first as Row, 'complete')).status).toBe(200);
    expect((await passes()).map(({ status }) => status).sort()).toEqual(['CANCELLED', 'CANCELLED', 'COMPLETED']);
  });

  it('are handed in for acceptance by the household, which is told of a stop', async () => {
    const { unitId: _own, ...given } = works;
    const asked = await make(path, given, dora);
    for (const name of ['approve', 'in-progress']) await act(path, asked, name);
    await act(path, asked, 'stop', { reason: 'Khoan sai giờ' });
    expect((await dora.get(`${path}/${asked.id}`)).data).toMatchObject({ stopped: true, reason: 'Khoan sai giờ' });
    expect(await toldTo(dora)).toContain('CONSTRUCTION_REGISTRATION_STOPPED');
    const form = new FormData();
    form.append('files', new Blob([await png()], { type: 'image/png' }), 'xong.png');
    const { data: files } = await dora.post<{ id: string }[]>('/upload', form);
    const handed = await act(path, asked, 'hand-in', { files: files.map(({ id }) => id) }, dora);
    expect(handed.data).toMatchObject({ acceptanceAt: expect.any(String), acceptanceFiles: [{ name: 'xong.png' }] });
    expect(await toldTo(ann)).toContain('CONSTRUCTION_REGISTRATION_HANDED_IN');
  });

  it('may end without the deposit, with a reason', async () => {
    const form = await make(path, { ...works, deposit: 1_000_000 });
    await act(path, form, 'deposit/deposit', { amount: 1_000_000 });
    await act(path, form, 'deposit/confirm');
    for (const name of ['approve', 'in-progress']) await act(path, form, name);
    expect((await act(path, form, 'complete', { withoutRefund: true })).error.data?.fields?.reason?.code).toBe(
      'DEPOSIT_REASON_REQUIRED',
    );
    const kept = { withoutRefund: true, reason: 'Hư hỏng sảnh' };
    expect((await act(path, form, 'complete', kept)).data).toMatchObject({
      status: 'COMPLETED',
      depositStatus: 'DEPOSITED',
    });
  });
});

it('a card form gives a card from the stock to a vehicle found by its plate, and a lost one is locked', async () => {
  const stock = await make(card.path, { number: 'HS-001', type: 'VEHICLE' });
  const own = await make(vehicle.path, { plate: '29AA-123.45', color: 'Đen', type: 'MOTORBIKE', unitId });
  const path = cardRegistration.path;
  const form = await make(`${path}/vehicle`, {
    ...{ type: 'NEW', unitId, residentId: dora.id, vehicleType: 'MOTORBIKE', plate: '29aa-123.45' },
  });
  for (const name of ['approve', 'in-progress']) await act(path, form, name);
  expect((await act(path, form, 'complete')).code).toBe('CARD_REQUIRED');
  expect((await act(path, form, 'complete', { newCardId: stock.id })).status).toBe(200);
  const given = (await ann.get(`${card.path}/${stock.id}`)).data;
  expect(given).toMatchObject({ status: 'USING', vehicleId: own.id, residentId: dora.id, unitId });
  expect((await act(card.path, stock, 'deactivate', { reason: 'x' })).code).toBe('CARD_USED_CANNOT_DEACTIVATE');
  expect((await ann.put(`${vehicle.path}/${own.id}`, { version: own.version, plate: '30A-1' })).code).toBe(
    'VEHICLE_LINKED_TO_CARD',
  );
  const lost = await make(`${path}/resident`, { type: 'LOST', unitId, residentId: dora.id, cardNumber: 'hs-001' });
  for (const name of ['approve', 'in-progress', 'complete']) await act(path, lost, name);
  expect((await ann.get(`${card.path}/${stock.id}`)).data).toMatchObject({ lost: true, status: 'INACTIVE' });
});
