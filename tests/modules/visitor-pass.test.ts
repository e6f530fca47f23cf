import { createHmac } from 'node:crypto';
import { readEnv } from '@lobby/server/env.ts';
import { passJob } from '@lobby/server/modules/visitor/pass/jobs.ts';
import { addDays, dayOf, HOUR_MS, VIETNAM } from '@lobby/shared/kit/dates.ts';
import { guest } from '@lobby/shared/modules/guest.ts';
import { visitor } from '@lobby/shared/modules/visitor.ts';
import { decisionOf, type PassScene, type PassTimes, visitorPass } from '@lobby/shared/modules/visitor-pass.ts';
import { describe, expect, it } from 'vitest';
import { type Caller, callerOf, type Row } from '../setup/caller.ts';
import { change, rowsIn } from '../setup/records.ts';
import { startServer } from '../setup/server/server.ts';
import { makeSite } from '../setup/world.ts';

const server = await startServer();
const site = await makeSite(server.url, 'Alpha');
const { ann, ben, dora, emil, unitId } = site;
const nobody = callerOf(
  () => server.url,
  () => ({}),
);
const day = (days: number) => addDays(dayOf(new Date(), VIETNAM), days);

const make = (path: string, values: object, who: Caller = ann) => who.create(path, values);
/** Visit requested by a resident and approved by staff, with its pass. */
async function invited(values: object = {}): Promise<{ visit: Row; pass: Row }> {
  const visit = await make(visitor.path, { name: 'Cô Út', ...values }, dora);
  await ann.put(`${visitor.path}/${visit.id}/approve`, {});
  const pass = (await dora.get<Row>(`${visitorPass.path}/${visit.passId}`)).data;
  return { visit, pass };
}
const check = (input: object, who: Caller = ann) => who.post<Row>(`${visitorPass.path}/check`, input);
const step = (pass: Row, act: string, input: object = {}, who: Caller = ann) =>
  who.put<Row>(`${visitorPass.path}/${pass.id}/${act}`, input);
const ALL_DAYS = ['0', '1', '2', '3', '4', '5', '6'].map(one => ({ day: one }));
const helper = async (phone: string) => make(guest.path, { name: 'Cô Bảy', phone, unitId, kind: 'HELPER' });
const always = () => ({
  weekdays: ALL_DAYS,
  fromTime: '00:00',
  toTime: '24:00',
  validFrom: day(-2),
  validTo: day(30),
});

describe('the decision of a pass', () => {
  const weekdays = { status: 'ACTIVE', opensAt: null, endsAt: null, weekdays: [1, 2, 3, 4, 5], hours: '08:00-17:00' };
  const monday: PassScene = { visit: null, stopped: false, watched: false, at: 100, weekday: 1, minutes: 480 };
  it.each<[string, Partial<PassTimes>, Partial<PassScene>]>([
    ['ALLOWED', {}, {}],
    ['ALLOWED', {}, { minutes: 1020 }],
    ['WRONG_HOUR', {}, { minutes: 1021 }],
    ['WRONG_DAY', {}, { weekday: 6 }],
    ['NOT_YET', { opensAt: 101 }, {}],
    ['EXPIRED', { endsAt: 100 }, {}],
    ['NOT_APPROVED', {}, { visit: 'WAITING' }],
    ['STOPPED', {}, { stopped: true, weekday: 6 }],
    ['USED', { status: 'USED' }, { visit: 'COMPLETED' }],
    ['INSIDE', { status: 'USED' }, { visit: 'IN_PROGRESS' }],
    ['REVOKED', { status: 'REVOKED' }, {}],
    ['WATCHED', {}, { watched: true }],
  ])('is %s of %o at %o', (decision, pass, scene) => {
    expect(decisionOf({ ...weekdays, ...pass }, { ...monday, ...scene })).toBe(decision);
  });
});

describe('the pass of a visit', () => {
  it('comes with what a resident asks for; code and token say the same', async () => {
    const { visit, pass } = await invited();
    expect(pass).toMatchObject({ status: 'ACTIVE', uses: 'ONCE', subject: 'VISITOR', visitorId: visit.id, unitId });
    expect([pass.code, pass.token]).toEqual([expect.stringMatching(/^\d{6}$/), expect.any(String)]);
    const [byCode, byToken] = [await check({ code: pass.code }), await check({ token: pass.token })];
    expect(byCode.data).toMatchObject({ decision: 'ALLOWED', next: 'in', inside: false, visitorId: visit.id });
    expect(byToken.data).toEqual(byCode.data);
    expect((await emil.get(`${visitorPass.path}/${pass.id}`)).status).toBe(404);
    await ann.put(`${visitor.path}/${visit.id}/cancel`, { reason: 'Thôi' });
    expect((await check({ code: pass.code })).data).toMatchObject({ decision: 'REVOKED', next: null });
  });

  it('lets in once: of two desks the second hears who, when and where', async () => {
    const settings = `/unit-group/${site.id}/reception`;
    const { version } = (await ann.get<{ version: number }>(settings)).data;
    await ann.put(settings, { version, desks: [{ name: 'Sảnh 0' }, { name: 'Sảnh 1' }] });
    const { visit, pass } = await invited();
    const both = await Promise.all([ann, ben].map((who, n) => step(pass, 'in', { desk: `Sảnh ${n}` }, who)));
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    const refused = both.find(({ status }) => status === 409);
    expect(refused?.error).toMatchObject({
      code: 'STATUS_CHANGED',
      data: { status: 'USED', lastDesk: expect.stringMatching(/^Sảnh/), by: { name: expect.any(String) } },
    });
    expect((await ann.get<Row>(`${visitor.path}/${visit.id}`)).data).toMatchObject({ status: 'IN_PROGRESS' });
    const entries = { entityId: visit.id, action: 'in-progress' };
    expect(await rowsIn('events').countDocuments(entries)).toBe(1);
    expect((await check({ code: pass.code })).data).toMatchObject({ decision: 'INSIDE', next: 'out' });
    expect((await step(pass, 'out')).status).toBe(200);
    expect((await ann.get<Row>(`${visitor.path}/${visit.id}`)).data).toMatchObject({ status: 'COMPLETED' });
    expect((await step(pass, 'out')).error).toMatchObject({ code: 'PASS_NOT_INSIDE' });
  });

  it('is made by hand where the desk wants one, once, and follows its visit', async () => {
    const visit = await make(visitor.path, { name: 'Khách bàn', unitId });
    expect(visit).toMatchObject({ passId: null, passCode: null });
    const pass = await make(visitorPass.path, { visitorId: visit.id });
    expect((await ann.post(visitorPass.path, { visitorId: visit.id })).code).toBe('PASS_EXISTS');
    const now = (await ann.get<Row>(`${visitor.path}/${visit.id}`)).data;
    expect(now).toMatchObject({ passId: pass.id, passCode: pass.code });
    const later = { version: now.version, expectedInAt: new Date(Date.now() + 5 * HOUR_MS).toISOString() };
    expect((await ann.put(`${visitor.path}/${visit.id}`, later)).status).toBe(200);
    const early = await step(pass, 'in');
    expect(early.error).toMatchObject({ code: 'PASS_NOT_VALID', data: { decision: 'NOT_YET', visitorId: visit.id } });
    expect((await step(pass, 'in', { override: true })).status).toBe(400);
    expect((await step(pass, 'in', { override: true, reason: 'Đến sớm' })).data).toMatchObject({ status: 'USED' });
    expect((await ann.get<Row>(`${visitor.path}/${visit.id}`)).data).toMatchObject({ overrideReason: 'Đến sớm' });
  });

  it('is used by an entry by hand, and ends by itself', async () => {
    const { visit, pass } = await invited();
    await ann.put(`${visitor.path}/${visit.id}/in-progress`, {});
    expect((await step(pass, 'in')).code).toBe('STATUS_CHANGED');
    const other = await invited();
    await change(visitorPass, other.pass.id, { endsAt: new Date(Date.now() - HOUR_MS) });
    for (let n = 0; n < 2; n++) await passJob.run(new Date());
    expect((await ann.get<Row>(`${visitorPass.path}/${other.pass.id}`)).data).toMatchObject({ status: 'EXPIRED' });
    expect((await step(other.pass, 'in')).code).toBe('STATUS_NOT_ALLOWED');
  });
});

describe('the pass of a familiar guest', () => {
  it('counts entries: two on a day are two visits', async () => {
    const known = await helper('0901000111');
    const pass = await make(visitorPass.path, { guestId: known.id, ...always() }, dora);
    expect(pass).toMatchObject({ subject: 'GUEST', uses: 'REPEAT', unitId, name: 'Cô Bảy' });
    expect((await ann.post(visitorPass.path, { guestId: known.id, ...always() })).code).toBe('PASS_EXISTS');
    for (let n = 0; n < 2; n++) {
      expect((await step(pass, 'in')).data).toMatchObject({ status: 'ACTIVE', useCount: n + 1 });
      expect((await step(pass, 'in')).error.data).toMatchObject({ decision: 'INSIDE' });
      expect((await step(pass, 'out')).status).toBe(200);
    }
    expect((await ann.get<Row>(`${guest.path}/${known.id}`)).data).toMatchObject({ visitedCount: 2, insideNow: false });
    expect((await ann.get<Row[]>(`${guest.path}/${known.id}/history`)).data).toHaveLength(2);
    expect((await step(pass, 'revoke', { reason: 'Nghỉ việc' }, dora)).data).toMatchObject({ status: 'REVOKED' });
    expect((await step(pass, 'in')).code).toBe('STATUS_NOT_ALLOWED');
  });

  it('is told of whole: days, hours in order, and not for too long', async () => {
    const { id: guestId } = await helper('0901000222');
    const faults = async (values: object) => {
      const { status, error } = await ann.post(visitorPass.path, { guestId, ...always(), ...values });
      return [status, Object.values(error.data?.fields ?? {}).map(({ code }) => code)[0]];
    };
    expect(await faults({ weekdays: [] })).toEqual([400, 'PASS_WEEKDAYS_REQUIRED']);
    expect(await faults({ fromTime: '17:00', toTime: '08:00' })).toEqual([400, 'PASS_TIMES_INVALID']);
    expect(await faults({ validTo: day(300) })).toEqual([400, 'PASS_TOO_LONG']);
    expect(await faults({ validTo: null })).toEqual([400, 'REQUIRED']);
    const elsewhere = await make(guest.path, { name: 'Chú Tám', phone: '0901000333', unitId: site.otherUnitId });
    expect((await dora.post(visitorPass.path, { guestId: elsewhere.id, ...always() })).status).toBe(404);
  });

  it('ends when nobody lives in the home any more', async () => {
    const known = await make(guest.path, { name: 'Chú Chín', phone: '0901000444', unitId: site.otherUnitId });
    const pass = await make(visitorPass.path, { guestId: known.id, ...always() });
    const lived = await rowsIn('residents').countDocuments({ unitIds: site.otherUnitId, deletedAt: null });
    await passJob.run(new Date());
    const { data } = await ann.get<Row>(`${visitorPass.path}/${pass.id}`);
    expect(data.status).toBe(lived === 0 ? 'REVOKED' : 'ACTIVE');
    await rowsIn('residents').updateMany({ unitIds: site.otherUnitId }, {
      $pull: { unitIds: site.otherUnitId },
    } as never);
    await passJob.run(new Date());
    expect((await ann.get<Row>(`${visitorPass.path}/${pass.id}`)).data).toMatchObject({ status: 'REVOKED' });
  });
});

describe('the page of a pass', () => {
  const page = (token: unknown) => nobody.get<Row>(`/pass/${token}`);

  it('opens without signing in, says nothing of others, and takes what the guest says', async () => {
    const { pass, visit } = await invited({ phone: '0933222111' });
    const shown = await page(pass.token);
    expect(shown.data).toMatchObject({ name: 'Cô Út', code: pass.code, decision: 'ALLOWED', open: { phone: false } });
    expect(shown.text).not.toContain('222111');
    expect(shown.headers.get('Cache-Control')).toBe('no-store');
    const token = String(pass.token);
    const changed = `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`;
    expect((await page(changed)).status).toBe(404);
    const say = (values: object) => nobody.put<Row>(`/pass/${token}`, values);
    expect((await say({ plate: '29A-111.11', companions: 2 })).data.open).toMatchObject({ companions: 2 });
    expect((await say({ phone: '0933222112' })).code).toBe('PASS_PHONE_KNOWN');
    const told = await rowsIn('events').findOne({ entityId: visit.id, action: 'update' });
    expect(told?.actor).toMatchObject({ name: 'Cô Út' });
    await step(pass, 'in');
    expect((await page(token)).data).toMatchObject({ decision: 'INSIDE', enteredAt: expect.any(String), open: null });
    expect((await say({ plate: '29A-222.22' })).code).toBe('STATUS_NOT_ALLOWED');
  });

  it('is over with the visit: the building and that it is over, no more', async () => {
    const { visit, pass } = await invited();
    await ann.put(`${visitor.path}/${visit.id}/cancel`, { reason: 'Thôi' });
    const over = await page(pass.token);
    expect([over.status, over.code]).toEqual([410, 'LINK_OVER']);
    expect(over.error.data).toMatchObject({ project: 'Alpha' });
    expect(over.text).not.toContain('Cô Út');
  });

  it('opens by a link that was handed out before passes were records', async () => {
    const { visit, pass } = await invited();
    const said = { projectId: site.id, definition: visitor.name, recordId: visit.id, acts: [], holder: visit.id };
    const text = Buffer.from(JSON.stringify({ ...said, until: Date.now() + HOUR_MS })).toString('base64url');
    const { signing } = readEnv({ PORT: '0', DATA_DIR: server.dir }).secrets;
    const signed = createHmac('sha256', signing).update(`guest ${text}`).digest('base64url');
    expect((await page(`${text}.${signed}`)).data).toMatchObject({ code: pass.code });
    expect((await page(`${text}.${text}`)).status).toBe(404);
  });
});

it('makes who types wrong codes wait, and nobody else', async () => {
  const { pass } = await invited();
  const wrong = String(pass.code) === '999998' ? '999997' : '999998';
  for (let n = 0; n < 30; n++) expect((await check({ code: wrong })).status).toBe(404);
  const late = await check({ code: wrong });
  expect([late.status, Number(late.headers.get('Retry-After')) > 0]).toEqual([429, true]);
  expect((await check({ code: pass.code }, ben)).status).toBe(200);
  expect((await check({ token: pass.token })).status).toBe(200);
});

it('names nobody once the guest is erased', async () => {
  const { visit, pass } = await invited({ name: 'Dì Mười' });
  await step(pass, 'in');
  await step(pass, 'out');
  await ann.put(`${visitor.path}/${visit.id}/erase`, { reason: 'Khách yêu cầu' });
  expect((await ann.get<Row>(`${visitorPass.path}/${pass.id}`)).data).toMatchObject({ name: '–', token: null });
  const kept = await rowsIn('events').find({ entityId: pass.id }).toArray();
  expect(JSON.stringify(kept)).not.toContain('Mười');
});
