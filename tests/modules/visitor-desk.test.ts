import { forgetJob, overstayJob } from '@lobby/server/modules/visitor/jobs.ts';
import { passJob } from '@lobby/server/modules/visitor/pass/jobs.ts';
import { DAY_MS, dayOf, HOUR_MS, VIETNAM } from '@lobby/shared/kit/dates.ts';
import { guest } from '@lobby/shared/modules/guest.ts';
import { visitor } from '@lobby/shared/modules/visitor.ts';
import { visitorPass } from '@lobby/shared/modules/visitor-pass.ts';
import { describe, expect, it } from 'vitest';
import type { Caller, Row } from '../setup/caller.ts';
import { change, rowsIn } from '../setup/records.ts';
import { startServer } from '../setup/server/server.ts';
import { makeSite } from '../setup/world.ts';

const server = await startServer();
const site = await makeSite(server.url, 'Alpha');
const { ann, ben, dora, unitId } = site;
/** 9:00 in Vietnam, some days from now. */
const nine = (days: number, hours = 0) =>
  new Date((Math.floor(Date.now() / DAY_MS) + days) * DAY_MS + (2 + hours) * HOUR_MS);

const make = (path: string, values: object, who: Caller = ann) => who.create(path, values);
const act = (path: string, { id }: Row, name: string, input: object = {}, who: Caller = ann) =>
  who.put(`${path}/${id}/${name}`, input);
const toldTo = async (who: Caller) => (await who.get<Row[]>('/histories/pms?limit=20')).data.map(({ kind }) => kind);

describe('a visitor', () => {
  it('whom a resident invites waits for approval; one of the desk does not', async () => {
    const asked = await make(visitor.path, { name: 'Minh' }, dora);
    expect(asked).toMatchObject({ status: 'WAITING', unitId });
    expect(asked.passCode).toMatch(/^\d{6}$/);
    expect(await make(visitor.path, { name: 'Lan', unitId })).toMatchObject({ status: 'APPROVED' });
    const told = (await ben.get<Row[]>('/histories/pms?limit=20')).data.find(one => one.entityId === asked.id);
    // Named by the guest, since the code of the visit is meaningless.
    expect(told).toMatchObject({ kind: 'VISITOR_WAITING', body: 'Minh', unit: 'AA-12.08', matter: null });
  });

  it('is counted among the visits of a familiar guest, once', async () => {
    const known = await make(guest.path, { name: 'Bà Tư', phone: '0912345678', unitId });
    const visit = await make(visitor.path, { name: 'Bà Tư', phone: '0912 345 678', unitId });
    const inside = await act(visitor.path, visit, 'in-progress');
    expect(inside.data).toMatchObject({ status: 'IN_PROGRESS', actualInAt: expect.any(String) });
    expect((await act(visitor.path, visit, 'in-progress')).code).toBe('STATUS_CHANGED');
    await act(visitor.path, visit, 'complete');
    expect((await ann.get(`${guest.path}/${known.id}`)).data.visitedCount).toBe(1);
    expect((await ann.get<Row[]>(`${guest.path}/${known.id}/history`)).data).toHaveLength(1);
  });

  it('who is not wanted is marked, whoever invites them', async () => {
    await make(guest.path, { name: 'Kẻ phá', phone: '0987654321', blocked: true, unitId });
    const asked = await make(visitor.path, { name: 'Ai đó', phone: '0987654321' }, dora);
    expect((await ann.get(`${visitor.path}/${asked.id}`)).data.blocked).toBe(true);
    expect(asked).not.toHaveProperty('blocked');
  });

  it('with a pass for many times has the next visit waiting when one ends, on its days alone', async () => {
    const repeated = { passUse: 'REPEATED', passUntil: dayOf(nine(30), VIETNAM) };
    const visit = await make(visitor.path, { name: 'Gia sư', unitId, ...repeated });
    await act(visitor.path, visit, 'in-progress');
    await act(visitor.path, visit, 'complete');
    const { data } = await ann.post<Row>(`${visitorPass.path}/check`, { code: visit.passCode });
    expect(data).toMatchObject({ next: 'in', pass: { id: visit.passId, useCount: 1, status: 'ACTIVE' } });
    const next = (await ann.get<Row>(`${visitor.path}/${data.visitorId}`)).data;
    expect(next).toMatchObject({ status: 'APPROVED', passCode: visit.passCode, passId: visit.passId });
    expect(next.id).not.toBe(visit.id);
    await change(visitor, next.id, { passUntil: '2026-01-01' });
    expect((await act(visitor.path, next, 'in-progress')).code).toBe('PASS_NOT_VALID_NOW');
  });

  it('keeps the time at which a desk without a network let them in, but none that cannot be', async () => {
    const at = new Date(Date.now() - 10 * 60_000).toISOString();
    const one = await make(visitor.path, { name: 'Một', unitId });
    const inside = await act(visitor.path, one, 'in-progress', {
      at,
      desk: 'Sảnh A',
      plate: '29A-111.11',
      companions: 2,
    });
    expect(inside.data).toMatchObject({ actualInAt: at, deskIn: 'Sảnh A', companions: 2 });
    const before = new Date(Date.now() - HOUR_MS).toISOString();
    expect((await act(visitor.path, one, 'complete', { at: before })).code).toBe('VISITOR_TIME_INVALID');
    const two = await make(visitor.path, { name: 'Hai', unitId });
    const later = new Date(Date.now() + HOUR_MS).toISOString();
    const wrong = await act(visitor.path, two, 'in-progress', { at: later });
    expect([wrong.status, wrong.code]).toEqual([422, 'VISITOR_TIME_INVALID']);
  });

  it('comes and goes by a desk of the settings; the only one need not be named', async () => {
    const settings = `/unit-group/${site.id}/reception`;
    const { version, desks } = (await ann.get<{ version: number; desks: object[] }>(settings)).data;
    const first = await make(visitor.path, { name: 'Ba', unitId });
    const inside = await act(visitor.path, first, 'in-progress');
    expect(inside.data).toMatchObject({ deskIn: 'Lễ tân' });
    const set = await ann.put<{ version: number }>(settings, {
      version,
      desks: [{ name: 'Sảnh A' }, { name: 'Hầm B1' }],
    });
    expect(set.status, set.text).toBe(200);
    const wrong = await act(visitor.path, first, 'complete', { desk: 'Sảnh Z' });
    expect([wrong.status, wrong.error.data?.fields?.desk?.code]).toEqual([400, 'CHOICE_INVALID']);
    const left = await act(visitor.path, first, 'complete', { desk: 'sảnh a' });
    expect(left.data).toMatchObject({ deskIn: 'Lễ tân', deskOut: 'Sảnh A' });
    const second = await make(visitor.path, { name: 'Bốn', unitId });
    expect((await act(visitor.path, second, 'in-progress')).data.deskIn).toBeNull();
    await ann.put(settings, { version: set.data.version, desks });
  });

  it('is edited until let in; afterwards plate, companions and notes alone', async () => {
    const visit = await make(visitor.path, { name: 'Năm', unitId });
    expect((await ann.put(`${visitor.path}/${visit.id}`, { version: 1, purpose: 'Thăm' })).status).toBe(200);
    await act(visitor.path, visit, 'in-progress');
    expect((await ann.put(`${visitor.path}/${visit.id}`, { version: 3, purpose: 'Khác' })).code).toBe(
      'STATUS_NOT_ALLOWED',
    );
    expect((await ann.put(`${visitor.path}/${visit.id}`, { version: 3, plate: '29A-222.22' })).status).toBe(200);
    const asked = await make(visitor.path, { name: 'Sáu' }, dora);
    expect((await dora.put(`${visitor.path}/${asked.id}`, { version: 1, purpose: 'Ăn tối' })).status).toBe(200);
    await act(visitor.path, asked, 'approve');
    expect((await dora.put(`${visitor.path}/${asked.id}`, { version: 3, purpose: 'x y' })).code).toBe(
      'STATUS_NOT_ALLOWED',
    );
  });

  it('who stays too long is told of, again after a while, and for some hours only', async () => {
    const visit = await make(visitor.path, { name: 'Ở lâu', unitId });
    await act(visitor.path, visit, 'in-progress');
    await change(visitor, visit.id, { expectedOutAt: new Date(Date.now() - HOUR_MS) });
    for (let n = 0; n < 2; n++) await overstayJob.run(new Date());
    expect((await ann.get(`${visitor.path}/${visit.id}`)).data.overstay).toBe(true);
    expect((await toldTo(ben)).filter(type => type === 'VISITOR_OVERSTAY')).toHaveLength(1);
    const told = async () =>
      (await rowsIn('notifications').findOne({ 'subject.id': visit.id, kind: 'VISITOR_OVERSTAY', unitId: null }))
        ?.count;
    expect(await told()).toBe(1);
    await overstayJob.run(new Date(Date.now() + 31 * 60_000));
    expect(await told()).toBe(2);
    await overstayJob.run(new Date(Date.now() + 4 * HOUR_MS));
    expect(await told()).toBe(2);
  });

  it('many are let in at once, each answered by itself', async () => {
    const visits = await Promise.all(['Ba', 'Bốn'].map(name => make(visitor.path, { name, unitId })));
    await act(visitor.path, visits[1] as Row, 'in-progress');
    const visitorIds = visits.map(({ id }) => id);
    const { data } = await ann.put<{ done: string[]; refused: { id: string; code: string }[] }>(
      `${visitor.path}/in-progress-multi`,
      { visitorIds },
    );
    expect(data.done).toEqual([visitorIds[0]]);
    expect(data.refused).toMatchObject([{ id: visitorIds[1], code: 'STATUS_CHANGED' }]);
  });
});

describe('a familiar guest', () => {
  const enter = async (values: object) => {
    const visit = await make(visitor.path, { unitId, ...values });
    const inside = await act(visitor.path, visit, 'in-progress');
    expect(inside.status).toBe(200);
    return inside.data;
  };

  it('is made by the first entry of a phone, and familiar from the third on', async () => {
    const phone = '0901000111';
    const first = await enter({ name: 'Cô Bảy', phone });
    const { guestId } = (await ann.get(`${visitor.path}/${first.id}`)).data;
    const read = async () => (await ann.get(`${guest.path}/${guestId}`)).data;
    expect(await read()).toMatchObject({ visitedCount: 1, insideNow: true, familiar: false, name: 'Cô Bảy' });
    expect((await ann.delete(`${guest.path}/${guestId}`)).code).toBe('GUEST_INSIDE');
    await act(visitor.path, first, 'complete');
    expect((await read()).insideNow).toBe(false);
    for (let n = 0; n < 2; n++)
      await act(visitor.path, await enter({ name: 'Bảy', phone: '+84 901 000 111' }), 'complete');
    await make(visitor.path, { name: 'Bảy', phone, unitId });
    expect(await read()).toMatchObject({ visitedCount: 3, familiar: true, name: 'Cô Bảy' });
    const tab = await ann.get<Row[]>(`${guest.path}?filter[familiar][]=true&limit=100`);
    expect(tab.data.map(({ id }) => id)).toContain(guestId);
    expect((await ann.get<Row[]>(`${guest.path}/${guestId}/history`)).data).toHaveLength(3);
  });

  it('let in twice at once for the first time is one guest of two visits', async () => {
    const visits = await Promise.all(
      [1, 2].map(() => make(visitor.path, { name: 'Chú Tám', phone: '0907654321', unitId })),
    );
    const inside = await Promise.all(visits.map(visit => act(visitor.path, visit, 'in-progress')));
    expect(inside.map(({ status }) => status)).toEqual([200, 200]);
    const [first, second] = inside.map(({ data }) => data.guestId);
    expect(first).toBe(second);
    expect((await ann.get(`${guest.path}/${first}`)).data.visitedCount).toBe(2);
  });

  it('fills a visit by one choice, without anybody seeing the phone', async () => {
    const known = await make(guest.path, { name: 'Gia sư Tám', phone: '0901000222', unitId, relationship: 'OTHER' });
    const visit = await make(visitor.path, { guestId: known.id });
    expect(visit).toMatchObject({
      guestId: known.id,
      name: 'Gia sư Tám',
      unitId,
      relationship: 'OTHER',
      phone: expect.stringContaining('*'),
    });
    expect((await ann.get<Row[]>(`${visitor.path}?filter[q]=0222`)).data.map(({ id }) => id)).toContain(visit.id);
    const elsewhere = await ann.post(visitor.path, { guestId: known.id, name: 'Tám', unitId: site.otherUnitId });
    expect(elsewhere.code).toBe('GUEST_OTHER_UNIT');
  });

  it('has a paper of 9 to 12 signs, as its visits have', async () => {
    const codeOf = async (path: string, identifier: string, more: object = {}) =>
      (await ann.post(path, { name: 'Bà Tư', unitId, identifier, ...more })).error?.data?.fields?.identifier?.code;
    for (const path of [guest.path, visitor.path]) {
      expect([await codeOf(path, '12345678'), await codeOf(path, '1234567890123')], path).toEqual([
        'TOO_SHORT',
        'TOO_LONG',
      ]);
      expect([await codeOf(path, '123456789'), await codeOf(path, 'AB1234567890')], path).toEqual([
        undefined,
        undefined,
      ]);
    }
  });

  it('is one by unit and phone, and of the household alone', async () => {
    const phone = '0901000333';
    const own = await make(guest.path, { name: 'Chú Chín', phone, unitId });
    expect((await ann.post(guest.path, { name: 'Chín', phone: '+84 901 000 333', unitId })).code).toBe(
      'GUEST_PHONE_EXISTS',
    );
    const other = await make(guest.path, { name: 'Chín', phone, unitId: site.otherUnitId });
    const bare = await ann.post(guest.path, { name: 'Ai đó', unitId });
    expect([bare.status, bare.error.data?.fields?.phone?.code]).toEqual([400, 'GUEST_PHONE_OR_IDENTIFIER_REQUIRED']);
    const seen = (await dora.get<Row[]>(`${guest.path}?limit=100`)).data.map(({ id }) => id);
    expect([seen.includes(own.id), seen.includes(other.id)]).toEqual([true, false]);
    expect((await act(guest.path, other, 'pin', {}, dora)).status).toBe(404);
    expect((await act(guest.path, own, 'pin', {}, dora)).data).toMatchObject({ pinned: true, familiar: true });
    expect((await act(guest.path, own, 'pin')).code).toBe('STATUS_CHANGED');
    expect((await act(guest.path, own, 'unpin')).data).toMatchObject({ pinned: false, familiar: false });
  });

  it('tells of a pass, is found by the end of a phone, corrected and removed by the household', async () => {
    const known = await make(guest.path, { name: 'Cô Tám', phone: '0901007788', unitId, kind: 'HELPER' });
    const path = `${guest.path}/${known.id}`;
    expect(known.passState).toBe('NONE');
    const days = ['0', '1', '2', '3', '4', '5', '6'].map(day => ({ day }));
    const [validFrom, validTo] = [0, 30].map(n => dayOf(nine(n), VIETNAM));
    const times = { weekdays: days, fromTime: '00:00', toTime: '24:00', validFrom, validTo };
    const pass = await make(visitorPass.path, { guestId: known.id, ...times });
    const ending = async (digits: string, filter = '') =>
      (await ben.get<Row[]>(`${guest.path}?filter[phoneEnd]=${digits}${filter}`)).data.map(({ id }) => id);
    expect(await ending('7788', '&filter[passState][]=ACTIVE')).toEqual([known.id]);
    expect(await ending('7789')).toEqual([]);
    expect((await ben.get(`${guest.path}?filter[phoneEnd]=788`)).status).toBe(400);
    expect(await passJob.run(new Date())).toBe(0);
    await passJob.run(nine(24));
    expect(await ending('7788', '&filter[passEnding][]=true')).toEqual([known.id]);
    await act(visitorPass.path, pass, 'revoke', { reason: 'Nghỉ việc' });
    expect((await ann.get(path)).data).toMatchObject({ passState: 'ENDED', passEnding: false });
    const { version } = (await dora.get<Row>(path)).data;
    const said = await dora.put<Row>(path, { version, name: 'Cô Tám Gò Vấp' });
    expect([said.status, said.data.name]).toEqual([200, 'Cô Tám Gò Vấp']);
    expect((await dora.put(path, { version: said.data.version, unitId: site.otherUnitId })).status).toBe(400);
    const asked = await dora.post<Row>(visitor.path, { guestId: known.id });
    expect([asked.status, asked.data.name]).toEqual([201, 'Cô Tám Gò Vấp']);
    const strange = await site.emil.post(visitor.path, { guestId: known.id });
    expect(strange.error.data?.fields?.guestId?.code).toBe('REFERENCE_NOT_FOUND');
    expect((await site.emil.put(path, { version: said.data.version, name: 'Khác' })).status).toBe(404);
    expect((await site.emil.delete(path)).status).toBe(404);
    expect((await dora.delete(path)).status).toBe(200);
    expect((await ann.get(path)).status).toBe(404);
  });

  it('is merged with another record of the same home: visits and count go over', async () => {
    const ways = [{ phone: '0901000777' }, { identifier: '001199001122' }];
    const [one, two] = await Promise.all(ways.map(way => enter({ name: 'Bà Mười Một', ...way })));
    const of = async (visit?: Row) => String((await ann.get(`${visitor.path}/${visit?.id}`)).data.guestId);
    const [from, into] = [await of(one), await of(two)];
    expect((await ann.put(`${guest.path}/${from}/merge`, { intoId: into })).code).toBe('GUEST_INSIDE');
    for (const visit of [one, two]) await act(visitor.path, visit as Row, 'complete');
    const elsewhere = await make(guest.path, { name: 'Khác', phone: '0901000778', unitId: site.otherUnitId });
    expect((await ann.put(`${guest.path}/${from}/merge`, { intoId: elsewhere.id })).code).toBe('GUEST_OTHER_UNIT');
    expect((await ann.put(`${guest.path}/${from}/merge`, { intoId: into })).status).toBe(200);
    const merged = { id: into, title: 'Bà Mười Một', by: expect.any(String), at: expect.any(String) };
    expect(await ann.get(`${guest.path}/${from}`)).toMatchObject({ status: 404, error: { data: { merged } } });
    expect((await ann.get(`${guest.path}/${into}`)).data).toMatchObject({ visitedCount: 2 });
    expect((await ann.get<Row[]>(`${guest.path}/${into}/history`)).data).toHaveLength(2);
  });

  it('is erased with the visits: nobody finds who it was, the visits still count', async () => {
    const identifier = '001199887766';
    const visit = await enter({ name: 'Dì Mười', phone: '0901000444', identifier, plate: '29A-444.44' });
    const { guestId } = (await ann.get(`${visitor.path}/${visit.id}`)).data;
    const path = `${guest.path}/${guestId}`;
    expect((await ann.put(`${path}/erase`, { reason: 'Khách yêu cầu' })).code).toBe('GUEST_INSIDE');
    await act(visitor.path, visit, 'complete');
    const count = async () =>
      (await ann.get<Row[]>(`${visitor.path}?filter[unitId][]=${unitId}&limit=100`)).data.length;
    const before = await count();
    expect((await ann.put(`${path}/erase`, { reason: 'Khách yêu cầu' })).status).toBe(200);
    expect((await ann.get(path)).status).toBe(404);
    const left = (await ann.get(`${visitor.path}/${visit.id}`)).data;
    expect(left).toMatchObject({ name: '–', phone: null, identifier: null, plate: null, unitId, status: 'COMPLETED' });
    expect(await count()).toBe(before);
    for (const q of ['0444', 'Dì Mười', '444.44'])
      expect((await ann.get<Row[]>(`${visitor.path}?filter[q]=${encodeURIComponent(q)}`)).data).toEqual([]);
    const kept = await rowsIn('events')
      .find({ entityId: { $in: [visit.id, guestId] } })
      .toArray();
    expect(JSON.stringify(kept)).not.toMatch(/Mười|444\.44/);
    expect(await rowsIn('personKeys').countDocuments({ _id: { $in: [visit.id, guestId] } as never })).toBe(0);
  });

  it('who came no more for as long as the project says is forgotten by night', async () => {
    const visit = await enter({ name: 'Người lạ', phone: '0901000555', plate: '29A-555.55' });
    await act(visitor.path, visit, 'complete');
    await change(visitor, visit.id, { actualOutAt: new Date(Date.now() - 400 * 24 * HOUR_MS) });
    const inside = await enter({ name: 'Ở mãi', phone: '0901000666' });
    await change(visitor, inside.id, { actualInAt: new Date(Date.now() - 400 * 24 * HOUR_MS) });
    await forgetJob.run(new Date());
    expect((await ann.get(`${visitor.path}/${visit.id}`)).data).toMatchObject({ name: 'Người lạ', phone: null });
    expect((await ann.get(`${visitor.path}/${inside.id}`)).data.phone).toContain('*');
  });
});

describe('a household that is asked', () => {
  it('answers once, and the desk that asked hears of it', async () => {
    const visit = await make(visitor.path, { name: 'Shipper', unitId, askResident: true });
    expect(visit).toMatchObject({ status: 'WAITING', residentAnswer: 'ASKED' });
    expect(await toldTo(dora)).toContain('VISITOR_ASK');
    const answered = await act(visitor.path, visit, 'answer', { yes: false }, dora);
    expect(answered.data).toMatchObject({ status: 'WAITING', residentAnswer: 'NO' });
    expect((await act(visitor.path, visit, 'answer', { yes: true }, dora)).code).toBe('VISITOR_ANSWERED');
    const other = await make(visitor.path, { name: 'Khác' }, dora);
    expect((await act(visitor.path, other, 'answer', { yes: true }, dora)).code).toBe('VISITOR_NOT_ASKED');
    expect((await act(visitor.path, other, 'ask')).data.residentAnswer).toBe('ASKED');
  });

  it('of many rows the wrong ones are refused alone', async () => {
    const { data } = await ann.post<{ done: string[]; refused: Row[] }>(`${visitor.path}/create-multi`, {
      visitors: [{ name: 'Mười Một', unitId }, { name: 'X' }, { name: 'Mười Hai', unitId, companions: 51 }],
    });
    expect(data.done).toHaveLength(1);
    expect(data.refused).toMatchObject([
      { index: 1, code: 'VALIDATION_FAILED', fields: { name: 'TOO_SHORT' } },
      { index: 2, fields: { companions: 'TOO_LARGE' } },
    ]);
  });
});
