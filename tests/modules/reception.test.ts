import { turnForms } from '@lobby/server/modules/resident-form/jobs.ts';
import { guest, visitor } from '@lobby/shared/modules/visitor.ts';
import { describe, expect, it } from 'vitest';
import type { Caller, Row } from '../setup/caller.ts';
import { change } from '../setup/records.ts';
import { startServer } from '../setup/server.ts';
import { makeSite } from '../setup/world.ts';

const server = await startServer();
const site = await makeSite(server.url, 'Alpha');
const { ann, ben, dora, emil, unitId } = site;
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** 9:00 in Vietnam, some days from now. */
const nine = (days: number, hours = 0) => new Date((Math.floor(Date.now() / DAY) + days) * DAY + (2 + hours) * HOUR);

const make = async (path: string, values: object, who: Caller = ann): Promise<Row> => {
  const made = await who.post(path, values);
  if (made.status !== 201) throw new Error(made.text);
  return made.data;
};
const act = (path: string, { id }: Row, name: string, input: object = {}, who: Caller = ann) =>
  who.put(`${path}/${id}/${name}`, input);
const toldTo = async (who: Caller) => (await who.get<Row[]>('/histories/pms?limit=20')).data.map(({ kind }) => kind);

describe('a visitor', () => {
  it('whom a resident invites waits for approval; one of the desk does not', async () => {
    const asked = await make(visitor.path, { name: 'Minh' }, dora);
    expect(asked).toMatchObject({ status: 'WAITING', unitId });
    expect(asked.passCode).toMatch(/^\d{6}$/);
    expect(await make(visitor.path, { name: 'Lan', unitId })).toMatchObject({ status: 'APPROVED' });
    expect(await toldTo(ben)).toContain('VISITOR_WAITING');
  });

  it('comes in by the pass, once, and is counted among the visits of a familiar guest', async () => {
    const known = await make(guest.path, { name: 'Bà Tư', phone: '0912345678' });
    const visit = await make(visitor.path, { name: 'Bà Tư', phone: '0912 345 678', unitId });
    expect(visit.guestId).toBe(known.id);
    const { data } = await ann.post<{ valid: boolean; visitor: Row }>(`${visitor.path}/check-pass`, {
      passCode: visit.passCode,
    });
    expect([data.valid, data.visitor.id]).toEqual([true, visit.id]);
    const inside = await act(visitor.path, visit, 'in-progress');
    expect(inside.data).toMatchObject({ status: 'IN_PROGRESS', actualInAt: expect.any(String) });
    expect((await act(visitor.path, visit, 'in-progress')).code).toBe('STATUS_CHANGED');
    await act(visitor.path, visit, 'complete');
    expect((await ann.post(`${visitor.path}/check-pass`, { passCode: visit.passCode })).code).toBe('PASS_NOT_FOUND');
    expect((await ann.get(`${guest.path}/${known.id}`)).data.visitedCount).toBe(1);
    expect((await ann.get<Row[]>(`${guest.path}/${known.id}/history`)).data).toHaveLength(1);
  });

  it('opens the pass by a signed link, which shows no more and is good for that alone', async () => {
    const visit = await make(visitor.path, { name: 'Cô Út', phone: '0933222111', unitId });
    const { data } = await dora.get<{ path: string }>(`${visitor.path}/${visit.id}/pass-link`);
    const link = data.path.split('#')[1] ?? '';
    const pass = async (text: string) => {
      const answer = await fetch(`${server.url}/api/guest-pass`, { headers: { 'X-Guest-Link': text } });
      const { code, data }: { code: string; data?: Row } = JSON.parse(await answer.text());
      return { status: answer.status, code, data };
    };
    const shown = await pass(link);
    expect(shown.data).toMatchObject({ name: 'Cô Út', passCode: visit.passCode, valid: true, status: 'APPROVED' });
    expect(JSON.stringify(shown)).not.toContain('222');
    const [said = '', signature = ''] = link.split('.');
    const forged = Buffer.from(said, 'base64url').toString().replace(String(visit.id), site.unitId);
    for (const wrong of [`${Buffer.from(forged).toString('base64url')}.${signature}`, `${said}.${said}`, said])
      expect(await pass(wrong)).toMatchObject({ status: 422, code: 'LINK_NOT_VALID' });
    await act(visitor.path, visit, 'cancel', { reason: 'Thôi' });
    expect((await pass(link)).data).toMatchObject({ passCode: null, valid: false, status: 'CANCELLED' });
    expect((await emil.get(`${visitor.path}/${visit.id}/pass-link`)).status).toBe(404);
  });

  it('who is not wanted is marked, whoever invites them', async () => {
    await make(guest.path, { name: 'Kẻ phá', phone: '0987654321', blocked: true, blockedReason: 'Gây rối' });
    const asked = await make(visitor.path, { name: 'Ai đó', phone: '0987654321' }, dora);
    expect((await ann.get(`${visitor.path}/${asked.id}`)).data.blocked).toBe(true);
    expect(asked).not.toHaveProperty('blocked');
  });

  it('with a pass for many times has the next visit waiting when one ends, on its days alone', async () => {
    const repeated = { passUse: 'REPEATED', passUntil: nine(30).toISOString().slice(0, 10) };
    const visit = await make(visitor.path, { name: 'Gia sư', unitId, ...repeated });
    await act(visitor.path, visit, 'in-progress');
    await act(visitor.path, visit, 'complete');
    const { data } = await ann.post<{ visitor: Row }>(`${visitor.path}/check-pass`, { passCode: visit.passCode });
    expect(data.visitor).toMatchObject({ status: 'APPROVED', passCode: visit.passCode });
    expect(data.visitor.id).not.toBe(visit.id);
    await change(visitor, data.visitor.id, { passUntil: '2026-01-01' });
    expect((await act(visitor.path, data.visitor, 'in-progress')).code).toBe('PASS_NOT_VALID_NOW');
  });

  it('keeps the time at which a desk without a network let them in, but none that cannot be', async () => {
    const happenedAt = new Date(Date.now() - 10 * 60_000).toISOString();
    const one = await make(visitor.path, { name: 'Một', unitId });
    expect((await act(visitor.path, one, 'in-progress', { happenedAt })).data.actualInAt).toBe(happenedAt);
    const two = await make(visitor.path, { name: 'Hai', unitId });
    const later = new Date(Date.now() + HOUR).toISOString();
    const { actualInAt } = (await act(visitor.path, two, 'in-progress', { happenedAt: later })).data;
    expect(Date.parse(String(actualInAt))).toBeLessThanOrEqual(Date.now());
  });

  it('who stays too long is told of once', async () => {
    const visit = await make(visitor.path, { name: 'Ở lâu', unitId });
    await act(visitor.path, visit, 'in-progress');
    await change(visitor, visit.id, { expectedOutAt: new Date(Date.now() - HOUR) });
    for (let n = 0; n < 2; n++) await turnForms(new Date());
    expect((await ann.get(`${visitor.path}/${visit.id}`)).data.overstay).toBe(true);
    expect((await toldTo(ben)).filter(type => type === 'VISITOR_OVERSTAY')).toHaveLength(1);
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
