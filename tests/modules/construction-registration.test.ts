import { db } from '@lobby/server/kit/database/database.ts';
import { collectionOf } from '@lobby/server/kit/store/schema.ts';
import { worksJob } from '@lobby/server/modules/construction-registration/jobs.ts';
import { changeProject } from '@lobby/server/platform/projects/projects.ts';
import { DAY_MS } from '@lobby/shared/kit/dates.ts';
import { constructionRegistration } from '@lobby/shared/modules/construction-registration.ts';
import { deposit } from '@lobby/shared/modules/deposit.ts';
import { visitor } from '@lobby/shared/modules/visitor.ts';
import { describe, expect, it } from 'vitest';
import type { Caller, Row } from '../setup/caller.ts';
import { png } from '../setup/contract/samples.ts';
import { change } from '../setup/records.ts';
import { startServer } from '../setup/server/server.ts';
import { makeSite } from '../setup/world.ts';

const server = await startServer();
const site = await makeSite(server.url, 'Alpha');
const { ann, dora, unitId, otherUnitId } = site;
const path = constructionRegistration.path;
const at = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString();

const asked = {
  workType: 'REPAIR',
  content: 'Sơn lại phòng khách',
  contractorName: 'Sơn Hà',
  regulationAgreed: true,
  expectedStartAt: at(3),
  expectedEndAt: at(9),
};
const works = { ...asked, unitId, residentId: dora.id };
const make = async (values: object = {}, who: Caller = ann): Promise<Row> => {
  const own = who === dora ? asked : works;
  return who.create(path, { ...own, ...values });
};
const act = ({ id }: Row, name: string, input: object = {}, who: Caller = ann) =>
  who.put(`${path}/${id}/${name}`, input);
const read = async ({ id }: Row) => (await ann.get(`${path}/${id}`)).data;
const toldTo = async (who: Caller) => (await who.get<Row[]>('/histories/pms?limit=50')).data.map(({ kind }) => kind);
const fieldOf = (answer: { error: { data?: { fields?: Record<string, { code: string }> } } }, name: string) =>
  answer.error.data?.fields?.[name]?.code;
async function upload(who: Caller): Promise<string[]> {
  const form = new FormData();
  form.append('files', new Blob([new Uint8Array(await png())], { type: 'image/png' }), 'xong.png');
  return (await who.post<{ id: string }[]>('/upload', form)).data.map(({ id }) => id);
}

describe('the deposit of works', () => {
  it('is what the settings say, unless staff say otherwise; a household does not set it', async () => {
    const reception = `/unit-group/${site.id}/reception`;
    const { version } = (await ann.get(reception)).data;
    await ann.put(reception, { version, worksDeposits: { FINISHING: 20_000_000 } });
    const usual = await make({ workType: 'FINISHING' });
    expect(usual).toMatchObject({ status: 'WAITING', depositStatus: 'WAIT_FOR_DEPOSIT', depositAmount: 20_000_000 });
    const none = await make({ workType: 'FINISHING', depositAmount: 0 });
    expect(none).toMatchObject({ status: 'APPROVED', depositStatus: 'NONE', depositAmount: 0 });
    const own = await make({ workType: 'FINISHING', depositAmount: 5 }, dora);
    expect(own).toMatchObject({ status: 'WAITING', depositAmount: 20_000_000 });
    expect(await toldTo(dora)).toContain('DEPOSIT_DUE');
  });

  it('is proved, taken, counted and given back before the works end', async () => {
    const form = await make({ depositAmount: 5_000_000 });
    expect((await act(form, 'approve')).code).toBe('DEPOSIT_NOT_CONFIRMED');
    const images = await upload(dora);
    const proved = await act(form, 'deposit/proof', { images }, dora);
    expect(proved.data).toMatchObject({ depositStatus: 'WAIT_FOR_DEPOSIT', depositProof: [{ name: 'xong.png' }] });
    expect(await toldTo(ann)).toContain('DEPOSIT_PROOF');
    expect((await act(form, 'refund')).code).toBe('STATUS_NOT_ALLOWED');
    expect((await act(form, 'deposit')).code).toBe('DEPOSIT_AMOUNT_REQUIRED');
    expect((await act(form, 'deposit', { amount: 4_999_999 })).code).toBe('DEPOSIT_AMOUNT_MISMATCH');
    expect((await act(form, 'deposit', { amount: 5_000_000.5 })).status).toBe(400);
    const ahead = await act(form, 'deposit', { amount: 5_000_000, accountingDate: '2099-01-01' });
    expect([ahead.status, fieldOf(ahead, 'accountingDate')]).toEqual([400, 'DATE_IN_FUTURE']);
    const tries = await Promise.all(
      Array.from({ length: 20 }, () => act(form, 'deposit/deposit', { amount: 5_000_000 })),
    );
    expect(tries.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 19 }, () => 409)]);
    expect(await read(form)).toMatchObject({ depositMethod: 'CASH', depositId: expect.any(String) });
    expect((await act(form, 'approve')).code).toBe('DEPOSIT_NOT_CONFIRMED');
    expect((await act(form, 'deposit/confirm', { amount: 1 })).code).toBe('DEPOSIT_AMOUNT_MISMATCH');
    expect((await act(form, 'deposit/confirm')).data.depositConfirmedBy).toBeTruthy();
    expect((await act(form, 'deposit/confirm')).code).toBe('STATUS_CHANGED');
    expect((await act(form, 'approve')).status).toBe(200);
    await act(form, 'in-progress');
    expect((await act(form, 'complete')).code).toBe('DEPOSIT_NOT_REFUNDED');
    const without = await act(form, 'complete', { withoutRefund: true });
    expect([without.status, fieldOf(without, 'reason')]).toEqual([400, 'DEPOSIT_REASON_REQUIRED']);
    expect((await act(form, 'deposit/refund', { amount: 5_000_001 })).code).toBe('REFUND_EXCEEDS_DEPOSIT');
    expect((await act(form, 'refund', { amount: 1_000_000 })).code).toBe('DEPOSIT_PARTIAL_REFUND_OFF');
    const kept = { withoutRefund: true, reason: 'Hư hỏng sảnh' };
    const ended = (await act(form, 'complete', kept)).data;
    expect(ended).toMatchObject({ status: 'COMPLETED', depositStatus: 'DEPOSITED', withoutRefund: true });
    const isOwedBack = async ({ depositId }: Row) =>
      (await ann.get<Row>(`${deposit.path}/${depositId}`)).data.toGiveBack;
    expect(await isOwedBack(ended)).toBe(true);
    expect((await act(form, 'refund')).data).toMatchObject({ depositStatus: 'REFUNDED', refundAmount: 5_000_000 });
    expect(await isOwedBack(ended)).toBe(false);
    const other = await make({ depositAmount: 5_000_000 });
    const { data: taken } = await act(other, 'deposit/deposit', { amount: 5_000_000 });
    expect(await isOwedBack(taken)).toBe(false);
    expect((await act(other, 'cancel', { reason: 'Không làm nữa' })).status).toBe(200);
    expect(await isOwedBack(taken)).toBe(true);
    expect((await act(form, 'refund')).status).toBe(409);
    for (const kind of ['DEPOSIT_RECEIVED', 'DEPOSIT_CONFIRMED', 'DEPOSIT_REFUNDED'])
      expect(await toldTo(dora)).toContain(kind);
  });
});

it('are asked for with rules agreed, in time, by somebody of the home; a lodger brings the owner’s consent', async () => {
  const code = async (values: object, who: Caller = ann) => (await who.post(path, { ...works, ...values })).code;
  const field = async (values: object, name: string) => fieldOf(await ann.post(path, { ...works, ...values }), name);
  expect(await field({ regulationAgreed: false }, 'regulationAgreed')).toBe('REGULATION_NOT_AGREED');
  expect(await field({ expectedEndAt: at(3 - 1) }, 'expectedEndAt')).toBe('CONSTRUCTION_TIMES_REVERSED');
  expect(await field({ expectedEndAt: at(3 + 367) }, 'expectedEndAt')).toBe('CONSTRUCTION_TOO_LONG');
  expect(await field({ expectedStartAt: at(-1) }, 'expectedStartAt')).toBe('CONSTRUCTION_IN_PAST');
  expect(await code({ unitId: otherUnitId })).toBe('RESIDENT_NOT_IN_UNIT');
  const form = await make({}, dora);
  expect(form).toMatchObject({ status: 'WAITING', registrantRole: expect.any(String) });
  expect(await toldTo(ann)).toContain('CONSTRUCTION_REGISTRATION_WAITING');
  const later = await dora.put(`${path}/${form.id}`, { version: form.version, content: 'Sơn lại cả nhà' });
  expect(later.status).toBe(200);
  await act(form, 'approve');
  const closed = await dora.put(`${path}/${form.id}`, { version: 3, content: 'Đập tường' });
  expect(closed.code).toBe('STATUS_NOT_ALLOWED');
  expect((await ann.delete(`${path}/${form.id}`)).status).toBe(409);
});

it('give each worker a pass for the gate as long as they go on, and end when all are out', async () => {
  const workers = [{ name: 'Thợ Hai' }, { name: 'Thợ Ba', job: 'Sơn' }];
  const form = await make({ workers });
  expect(form.workerCount).toBe(2);
  const passes = async () =>
    (await ann.get<Row[]>(`${visitor.path}?filter[constructionId][]=${form.id}&sort=createdAt`)).data;
  await act(form, 'in-progress');
  const [first, second] = await passes();
  expect([first?.name, second?.name].sort()).toEqual(['Thợ Ba', 'Thợ Hai']);
  expect(first).toMatchObject({ guestType: 'WORKER', passUse: 'REPEATED', unitId });
  expect((await act(form, 'extend', { expectedEndAt: at(8), reason: 'x' })).code).toBe('CONSTRUCTION_TIMES_REVERSED');
  const longer = await act(form, 'extend', { expectedEndAt: at(12), reason: 'Chờ vật tư' });
  expect(longer.data).toMatchObject({ late: false, reason: 'Chờ vật tư' });
  expect(new Set((await passes()).map(({ passUntil }) => passUntil)).size).toBe(1);
  expect((await passes())[0]?.passUntil).not.toBe(first?.passUntil);
  expect((await act(form, 'stop', { reason: 'Ồn' })).data).toMatchObject({ stopped: true, stopReason: 'Ồn' });
  expect((await act(form, 'stop', { reason: 'Ồn' })).code).toBe('STATUS_CHANGED');
  expect((await ann.put(`${visitor.path}/${first?.id}/in-progress`)).code).toBe('WORKS_STOPPED');
  expect((await act(form, 'resume')).status).toBe(200);
  expect((await act(form, 'resume')).code).toBe('STATUS_CHANGED');
  expect((await ann.put(`${visitor.path}/${first?.id}/in-progress`)).status).toBe(200);
  const early = await act(form, 'complete');
  expect([early.status, early.code, early.error.data]).toEqual([
    422,
    'WORKERS_INSIDE',
    { names: [first?.name], count: 1 },
  ]);
  await ann.put(`${visitor.path}/${first?.id}/complete`);
  expect((await act(form, 'complete')).data.status).toBe('COMPLETED');
  expect(new Set((await passes()).map(({ status }) => status))).toEqual(new Set(['COMPLETED', 'CANCELLED']));
});

it('have passes at the gate from their approval on, opened when they begin, and count who is inside', async () => {
  const form = await make({ workers: [{ name: 'Thợ Tư' }] }, dora);
  const passes = async () =>
    (await ann.get<Row[]>(`${visitor.path}?filter[constructionId][]=${form.id}&sort=createdAt`)).data;
  expect(await passes()).toEqual([]);
  await act(form, 'approve');
  const [pass] = await passes();
  expect((await ann.put(`${visitor.path}/${pass?.id}/in-progress`)).code).toBe('WORKS_STOPPED');
  await act(form, 'in-progress');
  expect((await ann.put(`${visitor.path}/${pass?.id}/in-progress`)).status).toBe(200);
  expect((await read(form)).insideNow).toBe(1);
  const { workers } = (await read(form)) as unknown as { workers: Row[] };
  const more = await act(form, 'workers', { workers: [...workers, { name: 'Thợ Năm' }] });
  expect(more.data).toMatchObject({ workerCount: 2, insideNow: 1 });
  expect((await passes()).map(({ name }) => name).sort()).toEqual(['Thợ Năm', 'Thợ Tư']);
  await act(form, 'workers', { workers });
  const left = (await passes()).filter(({ name }) => name === 'Thợ Năm');
  expect(left.map(({ status }) => status)).toEqual(['CANCELLED']);
  await ann.put(`${visitor.path}/${pass?.id}/complete`);
  expect((await read(form)).insideNow).toBe(0);
  const given = await make({ workers: [{ name: 'Thợ Sáu' }] });
  await act(given, 'cancel', { reason: 'Hoãn' });
  const after = await ann.get<Row[]>(`${visitor.path}?filter[constructionId][]=${given.id}`);
  expect(after.data.map(({ status }) => status)).toEqual(['CANCELLED']);
});

it('keep phones and papers of their workers sealed: masked for all, never sent back masked, shown on purpose', async () => {
  const workers = [{ name: 'Thợ Hai', phone: '0912345678', identifier: '001099012345' }, { name: 'Thợ Ba' }];
  const form = await make({ workers });
  const [first, second] = (await read(form)).workers as Row[];
  expect(first).toMatchObject({ id: expect.any(String), phone: '09*****678', identifier: '0*****345' });
  const kept = await db()
    .collection<{ _id: string }>(collectionOf(constructionRegistration))
    .findOne({ _id: String(form.id) });
  expect(JSON.stringify(kept)).not.toContain('912345678');
  const put = (lines: object[], version: number) => ann.put(`${path}/${form.id}`, { version, workers: lines });
  const refused = await put([first ?? {}], 1);
  expect([refused.status, fieldOf(refused, 'workers.0.phone')]).toEqual([400, 'MASKED_VALUE']);
  const { phone: _phone, identifier: _identifier, ...line } = first as Row;
  const saved = await put(
    [
      { ...line, job: 'Thợ cả' },
      { ...second, phone: null, identifier: null },
    ],
    1,
  );
  expect(saved.status).toBe(200);
  const shown = await act(form, 'reveal');
  expect(shown.data.workers).toEqual([
    { id: first?.id, name: 'Thợ Hai', phone: '+84912345678', identifier: '001099012345' },
    { id: second?.id, name: 'Thợ Ba', phone: null, identifier: null },
  ]);
  const emptied = await put([{ ...line, phone: null }], 2);
  expect((emptied.data.workers as Row[])[0]).toMatchObject({ phone: null, identifier: '0*****345' });
  const { data } = await ann.get<Row[]>(`${path}/${form.id}/activities`);
  expect(JSON.stringify(data)).not.toContain('912345678');
  expect(data.some(({ action }) => action === 'reveal')).toBe(true);
});

it('are handed in for acceptance by the household, which is told of a stop', async () => {
  const form = await make({}, dora);
  await act(form, 'approve');
  await act(form, 'stop', { reason: 'Khoan sai giờ' });
  expect((await dora.get(`${path}/${form.id}`)).data).toMatchObject({ stopped: true, stopReason: 'Khoan sai giờ' });
  expect(await toldTo(dora)).toContain('CONSTRUCTION_REGISTRATION_STOPPED');
  await act(form, 'resume');
  await act(form, 'in-progress');
  const reception = `/unit-group/${site.id}/reception`;
  await ann.put(reception, { version: (await ann.get(reception)).data.version, acceptanceRequired: true });
  expect((await act(form, 'complete')).code).toBe('ACCEPTANCE_REQUIRED');
  const handed = await act(form, 'hand-in', { files: await upload(dora) }, dora);
  expect(handed.data).toMatchObject({ acceptanceAt: expect.any(String), acceptanceFiles: [{ name: 'xong.png' }] });
  expect((await act(form, 'complete')).status).toBe(200);
  await ann.put(reception, { version: (await ann.get(reception)).data.version, acceptanceRequired: false });
});

it('are approved or rejected by one of two at once, and stand in the calendar', async () => {
  const form = await make({}, dora);
  const tries = await Promise.all([act(form, 'approve'), act(form, 'reject', { reason: 'Không' })]);
  expect(tries.map(({ status }) => status).sort()).toEqual([200, 409]);
  const shown = await make();
  const day = (value: string) => value.slice(0, 10);
  const { data } = await ann.get<{ rows: Row[] }>(`${path}/calendar?from=${day(at(2))}&to=${day(at(10))}`);
  expect(data.rows.map(({ id }) => id)).toContain(shown.id);
  expect((await ann.get(`${path}/calendar?from=2026-01-01&to=2026-06-01`)).status).toBe(400);
});

it('tell of their end once, and are late after it', async () => {
  const form = await make();
  await act(form, 'in-progress');
  const end = new Date(`${at(5).slice(0, 10)}T09:00:00Z`);
  await change(constructionRegistration, String(form.id), { expectedEndAt: end });
  const turn = async (days: number) => {
    await worksJob.run(new Date(end.getTime() + days * DAY_MS));
    return read(form);
  };
  const said = async (what: string) =>
    (await ann.get<Row[]>(`${path}?filter[endTold][]=${what}`)).data.some(({ id }) => id === form.id);
  await turn(-3);
  expect(await said('DAYS_3')).toBe(true);
  expect(await toldTo(dora)).toContain('CONSTRUCTION_REGISTRATION_ENDING');
  await turn(-1);
  expect(await said('DAYS_1')).toBe(true);
  expect((await turn(1)).late).toBe(true);
  expect(await toldTo(ann)).toContain('CONSTRUCTION_REGISTRATION_LATE');
});

it('give a part of the deposit back with a reason, where the building allows that', async () => {
  const actor = { id: 'system', name: 'Lobby' };
  await changeProject(site.id, 1, { features: { PARTIAL_DEPOSIT_REFUND: true } }, { actor, now: new Date() });
  const form = await make({ depositAmount: 20_000_000 });
  await act(form, 'deposit', { amount: 20_000_000 });
  await act(form, 'deposit/confirm');
  for (const name of ['approve', 'in-progress']) await act(form, name);
  const part = { amount: 15_000_000 };
  expect((await act(form, 'refund', part)).code).toBe('DEPOSIT_REASON_REQUIRED');
  const back = await act(form, 'refund', { ...part, reason: 'Vỡ gạch' });
  expect(back.data).toMatchObject({ depositStatus: 'REFUNDED', refundAmount: 15_000_000, refundReason: 'Vỡ gạch' });
  expect((await act(form, 'complete')).status).toBe(200);
});
