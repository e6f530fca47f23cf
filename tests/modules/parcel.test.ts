import { db } from '@lobby/server/kit/database/database.ts';
import { clearParcelsJob, parcelsJob } from '@lobby/server/modules/parcel/jobs.ts';
import { DAY_MS, HOUR_MS } from '@lobby/shared/kit/dates.ts';
import { parcel } from '@lobby/shared/modules/parcel.ts';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import type { Caller, Row } from '../setup/caller.ts';
import { formOf, png } from '../setup/contract/samples.ts';
import { change, stored } from '../setup/records.ts';
import { startServer } from '../setup/server/server.ts';
import { makeSite } from '../setup/world.ts';

const server = await startServer();
const site = await makeSite(server.url, 'Alpha');
const { ann, ben, dora, emil, unitId, otherUnitId } = site;
const path = parcel.path;

const upload = async (body: Buffer, who: Caller = ann): Promise<string> =>
  (await who.post<Row[]>('/upload', formOf([{ name: 'a.png', body }]))).data[0]?.id ?? '';
const blank = () =>
  sharp({ create: { width: 200, height: 80, channels: 3, background: '#fff' } })
    .png()
    .toBuffer();
/** Picture with a drawing. */
const drawn = () =>
  sharp(
    Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg" width="200" height="80"><path d="M10 60L60 10L110 60L190 20" stroke="#000" stroke-width="4" fill="none"/></svg>',
    ),
  )
    .png()
    .toBuffer();
const receive = async (own: object = {}): Promise<Row> => {
  return ann.create(path, { unitId, photos: [await upload(await png())], ...own });
};
const act = (id: string, name: string, input: object = {}, who: Caller = ann) =>
  who.put(`${path}/${id}/${name}`, input);
const toldTo = async (who: Caller) =>
  (await who.get<Row[]>('/histories/pms?limit=50')).data.map(({ kind }) => String(kind));

describe('a parcel', () => {
  it('is received with a picture, and its household hears of it', async () => {
    const none = await ann.post(path, { unitId });
    expect([none.status, none.code]).toEqual([400, 'PARCEL_PHOTO_REQUIRED']);
    const made = await receive({ recipientPhone: '0912345678', kind: 'REGISTERED' });
    expect(made).toMatchObject({ status: 'RECEIVED', remindersSent: 0, recipientPhone: '09*****678' });
    expect(await toldTo(dora)).toContain('PARCEL_RECEIVED');
    const { data } = await dora.get<Row[]>(path);
    expect(data[0]).not.toHaveProperty('receivedById');
    expect((await emil.get(`${path}/${made.id}`)).status).toBe(404);
  });

  it('is handed over against a proof alone', async () => {
    const { id } = await receive();
    const none = await act(id, 'hand-over', { takerName: 'Bác Tư' });
    expect([none.status, none.code]).toEqual([400, 'PARCEL_PROOF_REQUIRED']);
    const signature = [await upload(await drawn())];
    expect((await act(id, 'hand-over', { signature })).code).toBe('PARCEL_TAKER_REQUIRED');
    const empty = await act(id, 'hand-over', { takerName: 'Bác Tư', signature: [await upload(await blank())] });
    expect([empty.status, empty.error.data?.fields?.signature?.code]).toEqual([400, 'PARCEL_PROOF_REQUIRED']);
    expect((await act(id, 'hand-over', { takerId: emil.id, signature })).code).toBe('RESIDENT_NOT_IN_UNIT');
    const done = await act(id, 'hand-over', { takerId: dora.id, signature });
    expect(done.data).toMatchObject({ status: 'HANDED_OVER', proof: 'SIGNATURE', takerName: dora.name });
    expect(done.data.signature).toHaveLength(1);
    expect(await toldTo(dora)).toContain('PARCEL_HANDED_OVER');
  });

  it('of two at once goes to one', async () => {
    const { id } = await receive();
    const tries = await Promise.all(
      [ann, ben].map(async who =>
        act(id, 'hand-over', { takerName: 'Tư', signature: [await upload(await drawn(), who)] }, who),
      ),
    );
    expect(tries.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  it('goes to who knows the code of the unit that day; guessing ends', async () => {
    const { id } = await receive();
    const { data } = await dora.get<{ code: string }>(`${path}/${id}/code`);
    expect(data.code).toMatch(/^\d{6}$/);
    expect((await ann.get(`${path}/${id}/code`)).status).toBe(403);
    const wrong = String((Number(data.code) + 1) % 1_000_000).padStart(6, '0');
    const guess = await act(id, 'hand-over', { takerName: 'Tư', code: wrong });
    expect([guess.status, guess.code]).toEqual([422, 'PARCEL_CODE_WRONG']);
    const good = await act(id, 'hand-over', { takerName: 'Tư', code: data.code });
    expect(good.data).toMatchObject({ status: 'HANDED_OVER', proof: 'CODE' });
    const other = await receive({ unitId: otherUnitId });
    for (let n = 0; n < 5; n++)
      expect((await act(other.id, 'hand-over', { takerName: 'Tư', code: '000000' })).status).toBe(422);
    expect((await act(other.id, 'hand-over', { takerName: 'Tư', code: '000000' })).status).toBe(429);
  });

  it('of one unit go together under one signature, of two not', async () => {
    const [one, two, far] = [await receive(), await receive(), await receive({ unitId: otherUnitId })];
    const hand = async (ids: string[]) =>
      ann.put(`${path}/hand-over-multi`, { ids, takerName: 'Tư', signature: [await upload(await drawn())] });
    const mixed = await hand([one.id, far.id]);
    expect([mixed.status, mixed.code]).toEqual([422, 'PARCEL_OTHER_UNIT']);
    expect((await stored(parcel, one.id)).status).toBe('RECEIVED');
    expect((await hand([one.id, two.id])).data).toEqual({
      done: expect.arrayContaining([one.id, two.id]),
      refused: [],
    });
    const [first, second] = [await stored(parcel, one.id), await stored(parcel, two.id)];
    expect(first.signature).toEqual(second.signature);
    expect((await hand([one.id])).data).toMatchObject({ done: [], refused: [{ id: one.id, code: 'STATUS_CHANGED' }] });
  });

  it('under a number that waits already is meant, or refused', async () => {
    await receive({ trackingCode: 'VN123' });
    const again = await ann.post(path, { unitId, photos: [await upload(await png())], trackingCode: 'VN123' });
    expect([again.status, again.error.data?.fields?.trackingCode?.code]).toEqual([409, 'PARCEL_EXISTS']);
    expect((await receive({ trackingCode: 'VN123', again: true })).status).toBe('RECEIVED');
  });

  it('several of one unit are noted at one go', async () => {
    const items = [{ photos: [await upload(await png())], shelf: 'A1' }, { photos: [await upload(await png())] }];
    const key = { 'Idempotency-Key': crypto.randomUUID() };
    const note = () => ann.post<Row[]>(`${path}/many`, { unitId, items }, key);
    const { status, data } = await note();
    expect([status, data.length]).toEqual([201, 2]);
    expect((await note()).data).toEqual(data);
    expect(data[0]).toMatchObject({ shelf: 'A1', unitId, status: 'RECEIVED' });
  });

  it('moves, is lost, is found, goes back', async () => {
    const { id } = await receive();
    expect((await act(id, 'move', { shelf: 'B2' })).data.shelf).toBe('B2');
    expect((await act(id, 'lose', { reason: 'Không thấy' })).data.status).toBe('LOST');
    expect(await toldTo(ben)).toContain('PARCEL_LOST');
    expect((await act(id, 'find')).data.status).toBe('RECEIVED');
    expect((await act(id, 'remind')).status).toBe(200);
    expect((await act(id, 'remind')).status).toBe(429);
    expect((await act(id, 'return', { reason: 'Từ chối nhận' })).data.status).toBe('RETURNED');
  });

  it('is moved to the right unit, and removed within a day', async () => {
    const made = await receive();
    const put = await ann.put(`${path}/${made.id}`, { version: 1, unitId: otherUnitId });
    expect(put.status).toBe(200);
    expect(await toldTo(dora)).toContain('PARCEL_MISTAKEN');
    expect(await toldTo(emil)).toContain('PARCEL_RECEIVED');
    await change(parcel, made.id, { createdAt: new Date(Date.now() - DAY_MS - HOUR_MS) });
    expect((await ann.delete(`${path}/${made.id}`)).code).toBe('STATUS_NOT_ALLOWED');
    expect((await ann.delete(`${path}/${(await receive()).id}`)).status).toBe(200);
  });
});

it('households are reminded on the days that are set, at the hour that is set, and no more', async () => {
  const { id } = await receive();
  // Monday, 15:00 in Vietnam.
  const monday = Date.parse('2031-03-03T08:00:00Z');
  await change(parcel, id, { receivedAt: new Date(monday), nextReminderOn: '2031-03-04' });
  const sent: string[] = [];
  const nine = Date.parse('2031-03-04T02:00:00Z');
  for (let n = 0; n < 12; n++)
    for (const early of [true, false]) {
      const now = new Date(nine + n * DAY_MS - (early ? HOUR_MS : 0));
      const before = (await stored(parcel, id)).remindersSent;
      await parcelsJob.run(now);
      if ((await stored(parcel, id)).remindersSent !== before) sent.push(now.toISOString().slice(0, 16));
    }
  expect(sent).toEqual(['2031-03-04T02:00', '2031-03-06T02:00', '2031-03-10T02:00']);
  expect(await stored(parcel, id)).toMatchObject({ overdue: true, nextReminderOn: null });
  await parcelsJob.run(new Date(monday + 15 * DAY_MS));
  expect((await stored(parcel, id)).toReturn).toBe(true);
});

it('food is told of again after two hours', async () => {
  const { id } = await receive({ kind: 'FOOD' });
  await change(parcel, id, { receivedAt: new Date(Date.now() - 2 * HOUR_MS - 1000) });
  for (let n = 0; n < 2; n++) await parcelsJob.run(new Date());
  expect((await stored(parcel, id)).remindersSent).toBe(1);
});

it('keeps pictures, signature and phone of what has left as long as the project says', async () => {
  const [left, waits] = [
    await receive({ recipientPhone: '0912000777' }),
    await receive({ recipientPhone: '0912000888' }),
  ];
  await act(left.id, 'hand-over', { takerId: dora.id, signature: [await upload(await drawn())] });
  await change(parcel, left.id, { handedAt: new Date(Date.now() - 91 * DAY_MS) });
  await clearParcelsJob.run(new Date());
  const { data } = await ann.get(`${path}/${left.id}`);
  expect(data).toMatchObject({ photos: [], signature: [], recipientPhone: null, status: 'HANDED_OVER' });
  expect((await ann.get<Row[]>(`${path}?filter[q]=0777`)).data).toEqual([]);
  expect((await ann.get(`${path}/${waits.id}`)).data).toMatchObject({ recipientPhone: '09*****888' });
  const told = await db().collection('events').find({ entityId: left.id }).toArray();
  expect(JSON.stringify(told.map(({ before, after, row }) => [before, after, row]))).not.toContain(
    'recipientPhone":"p',
  );
});
