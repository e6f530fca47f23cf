import { forgetWorkersJob } from '@lobby/server/modules/construction-registration/worker-retention.ts';
import { DAY_MS, dayOf, VIETNAM } from '@lobby/shared/kit/dates.ts';
import { constructionRegistration } from '@lobby/shared/modules/construction-registration.ts';
import { RECEPTION_OF_RESIDENTS, receptionOf } from '@lobby/shared/modules/reception-settings.ts';
import { shiftLog } from '@lobby/shared/modules/shift-log.ts';
import { describe, expect, it } from 'vitest';
import type { Caller, Row } from '../setup/caller.ts';
import { change, rowsIn } from '../setup/records.ts';
import { listen } from '../setup/server/listener.ts';
import { startBeside, startServer } from '../setup/server/server.ts';
import { makeSite } from '../setup/world.ts';

const server = await startServer();
const beside = await startBeside(server);
const site = await makeSite(server.url, 'Alpha');
const other = await makeSite(server.url, 'Beta');
const { ann, ben, carl, dora } = site;
const path = `/unit-group/${site.id}/reception`;
const settings = async (who: Caller = ann) => (await who.get<Row & { version: number }>(path)).data;
const set = async (values: object, who: Caller = ann) =>
  who.put(path, { version: (await settings()).version, ...values });
const faults = async (values: object) => (await set(values)).error?.data?.fields ?? {};

describe('what is set of the reception', () => {
  it('begins with the defaults', async () => {
    const { movingRules, worksRules, version, ...rest } = await settings();
    const { movingRules: _m, worksRules: _w, ...defaults } = receptionOf(undefined);
    expect(rest).toEqual(defaults);
    expect(version).toBe(1);
    expect([movingRules, worksRules]).toEqual(Array(2).fill({ text: {}, files: [], edition: 0, updatedAt: null }));
  });

  it('is read by who works with it, changed by who sets up the project, and refused when stale', async () => {
    await site.allow({ HELP_DESK: ['read', 'write'] });
    expect((await carl.get(path)).status).toBe(403);
    await site.allow({ PARCEL: ['read'] });
    expect((await carl.get(path)).status).toBe(200);
    expect((await set({ overstayMinutes: 45 }, carl)).status).toBe(403);
    expect((await other.ann.get(path)).status).toBe(404);
    const { version } = await settings();
    const listener = await listen(beside.url, ben.token);
    await listener.ask('subscribe', { projectId: site.id, modules: ['HELP_DESK'] });
    const changed = await ann.put(path, { version, overstayMinutes: 45, desks: [{ name: 'Sảnh A' }, { name: 'Hầm' }] });
    expect(changed.data).toMatchObject({ overstayMinutes: 45, version: version + 1 });
    // Earlier changes of the site may still be told, as a change of the project.
    expect(await listener.other('changed', ({ what }) => what !== 'project')).toEqual({
      projectId: site.id,
      what: 'reception',
    });
    expect((await settings(ann.at(beside.url))).overstayMinutes).toBe(45);
    const stale = await ben.put(path, { version, overstayMinutes: 50 });
    expect([stale.status, stale.code]).toEqual([409, 'DATA_STALE']);
    expect((await ann.put(path, { overstayMinutes: 50 })).status).toBe(400);
    const history = await ann.get<Row[]>('/activity/list?filter[module][]=UNIT_GROUP&limit=1');
    expect(history.data[0]).toMatchObject({
      entity: 'reception',
      before: { overstayMinutes: 30, desks: 'Lễ tân' },
      after: { overstayMinutes: 45, desks: 'Sảnh A, Hầm' },
    });
  });

  it('shows residents what concerns them, and nothing else', async () => {
    expect(Object.keys(await settings(dora)).sort()).toEqual([...RECEPTION_OF_RESIDENTS].sort());
  });

  it('refuses what cannot be, at its place', async () => {
    expect(await faults({ workHours: { monday: '08:00-12:00, 11:00-15:00' } })).toMatchObject({
      'workHours.monday': { code: 'SHIFT_TOO_EARLY' },
    });
    expect(await faults({ noisyHours: { friday: '12:00-08:00', sunday: 'all day' } })).toMatchObject({
      'noisyHours.friday': { code: 'HOURS_REVERSED' },
      'noisyHours.sunday': { code: 'HOURS_INVALID' },
    });
    for (const days of [[3, 1], [], [0, 2], [1, 61], [1, 2, 3, 4, 5, 6]])
      expect(await faults({ parcelReminderDays: days })).toMatchObject({
        parcelReminderDays: { code: 'REMINDER_DAYS_INVALID' },
      });
    expect(await faults({ parcelReminderDays: [3, 3] })).toMatchObject({
      parcelReminderDays: { code: 'LISTED_TWICE' },
    });
    expect(await faults({ desks: [{ name: 'Sảnh' }, { name: 'SẢNH' }] })).toMatchObject({
      desks: { code: 'LISTED_TWICE' },
    });
    expect(await faults({ desks: [] })).toHaveProperty('desks');
    expect(await faults({ overstayMinutes: 4 })).toMatchObject({ overstayMinutes: { code: 'TOO_SMALL' } });
    expect(await faults({ overstayMinutes: null })).toHaveProperty('overstayMinutes');
    expect(await faults({ visitorCloseTime: '24:30' })).toMatchObject({ visitorCloseTime: { code: 'TIME_INVALID' } });
    expect(await faults({ worksDeposits: { REPAIR: 1.5 } })).toHaveProperty(['worksDeposits.REPAIR']);
    expect(await faults({ worksDeposits: { REPAIR: 2_000_000_001 } })).toHaveProperty(['worksDeposits.REPAIR']);
    expect(await faults({ worksDeposits: { SWIMMING: 1 } })).toHaveProperty(['worksDeposits.SWIMMING']);
    expect(await faults({ retention: 1 })).toHaveProperty('retention');
  });

  it('keeps the days and types that are not named', async () => {
    await set({
      workHours: { saturday: '' },
      worksDeposits: { REPAIR: 5_000_000 },
      vehicleLimits: { CAR: 1, TRUCK: 0 },
    });
    await set({ worksDeposits: { FINISHING: 20_000_000 }, vehicleLimits: { TRUCK: null } });
    expect(await settings()).toMatchObject({
      workHours: { monday: '08:00-12:00, 13:30-17:30', saturday: '' },
      worksDeposits: { REPAIR: 5_000_000, FINISHING: 20_000_000, OTHER: 0 },
      vehicleLimits: { CAR: 1 },
    });
    expect((await settings()).vehicleLimits).not.toHaveProperty('TRUCK');
  });
});

describe('house rules', () => {
  const rules = async (query = '', language = 'en') =>
    (await dora.get<Row>(`/construction-registration/regulation${query}`, { 'Accept-Language': language })).data;

  it('are the usual ones until they are written, then an edition each', async () => {
    expect(await rules()).toMatchObject({ edition: 0, files: [], updatedAt: null });
    expect((await rules()).text).toMatch(/\w/);
    await set({ worksRules: { text: { vi: 'Không khoan buổi trưa', en: 'No drilling at noon' } } });
    await set({ worksRules: { text: { en: 'No drilling after noon' } } });
    expect(await rules()).toMatchObject({ edition: 2, text: 'No drilling after noon' });
    expect(await rules('', 'ko')).toMatchObject({ edition: 2, text: 'Không khoan buổi trưa' });
    expect(await rules('?edition=1')).toMatchObject({ edition: 1, text: 'No drilling at noon' });
    expect((await dora.get('/construction-registration/regulation?edition=9')).status).toBe(404);
    expect((await settings()).worksRules).toMatchObject({ edition: 2 });
  });

  it('refuse words that the project forbids', async () => {
    const { error } = await set({ movingRules: { text: { vi: 'Đồ ngốc' } } });
    expect(error.data?.fields).toMatchObject({ 'movingRules.text.vi': { code: 'TEXT_FORBIDDEN' } });
  });

  it('keeps a desk at which a shift is still open', async () => {
    await set({ desks: [{ name: 'Sảnh A' }, { name: 'Hầm' }] });
    const today = dayOf(new Date(), VIETNAM);
    const shift = await ann.create(shiftLog.path, { date: today, shift: 'NIGHT', post: 'Hầm', content: 'Yên' });
    const refused = await set({ desks: [{ name: 'Sảnh A' }] });
    expect([refused.status, refused.error.data?.fields?.desks?.code]).toEqual([409, 'DESK_IN_USE']);
    expect((await settings()).desks).toEqual([{ name: 'Sảnh A' }, { name: 'Hầm' }]);
    expect((await set({ desks: [{ name: 'Hầm' }, { name: 'Cổng' }] })).status).toBe(200);
    await ann.delete(`${shiftLog.path}/${shift.id}`);
    expect((await set({ desks: [{ name: 'Cổng' }] })).status).toBe(200);
  });

  it('tells what the desk keeps of people and what shorter days would erase; phones of workers go with them', async () => {
    const [from, to] = [1, 2].map(days => new Date(Date.now() + days * DAY_MS).toISOString());
    const works = await ann.create(constructionRegistration.path, {
      unitId: site.unitId,
      residentId: dora.id,
      workType: 'REPAIR',
      content: 'Sơn lại',
      regulationAgreed: true,
      expectedStartAt: from,
      expectedEndAt: to,
      workers: [{ name: 'Thợ Hai', phone: '0901002003', identifier: '001199003344' }],
    });
    const own = `${constructionRegistration.path}/${works.id}`;
    await ann.put(`${own}/cancel`, { reason: 'Hoãn' });
    const over = new Date(Date.now() - 40 * DAY_MS);
    await change(constructionRegistration, works.id, { expectedEndAt: over });
    const workers = async (days = '') =>
      (await ann.get<Row[]>(`${path}/retention${days}`)).data.find(({ kind }) => kind === 'workers');
    expect(await workers()).toMatchObject({ days: 365, held: 1, goes: 0, would: 0 });
    expect(await workers('?visitorDataDays=30')).toMatchObject({ days: 30, held: 1, goes: 0, would: 1 });
    expect((await carl.get(`${path}/retention`)).status).toBe(403);
    await forgetWorkersJob.run(new Date());
    const shown = async () => (await ann.put<Row>(`${own}/reveal`, {})).data.workers;
    expect(await shown()).toMatchObject([{ name: 'Thợ Hai', phone: '+84901002003' }]);
    await set({ visitorDataDays: 30 });
    await forgetWorkersJob.run(new Date());
    expect(await shown()).toMatchObject([{ name: 'Thợ Hai', phone: null, identifier: null }]);
    expect(await workers()).toMatchObject({ held: 0, would: 0 });
    const told = await rowsIn('events').find({ entityId: works.id }).toArray();
    expect(told.find(({ action }) => action === 'create')).not.toHaveProperty('after.workers');
  });
});
