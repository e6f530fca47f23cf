import { workingAt } from '@lobby/server/modules/work-schedule/calendar.ts';
import { DAY_MS } from '@lobby/shared/kit/dates.ts';
import { faultOfHours, readHours, writeHours } from '@lobby/shared/kit/hours.ts';
import { publicHolidays, runsOf, YEARS } from '@lobby/shared/modules/public-holidays.ts';
import { holiday, workSchedule } from '@lobby/shared/modules/work-schedule.ts';
import { isWorkingTime, nextWorkingTime, type WorkCalendar } from '@lobby/shared/modules/working-time.ts';
import { describe, expect, it } from 'vitest';
import type { Row } from '../setup/caller.ts';
import { startServer } from '../setup/server/server.ts';
import { makeSite } from '../setup/world.ts';

const server = await startServer();
const { ann, id: projectId } = await makeSite(server.url, 'Alpha');

describe('a work shift starts after the previous shift ends', () => {
  it.each([
    ['8-12', null],
    ['8-12, 13-17:30', null],
    ['6-14, 14-22', null],
    ['00:00-24:00', null],
    ['8-12, 11:59-17', 'SHIFT_TOO_EARLY'],
    ['13-17, 8-12', 'SHIFT_TOO_EARLY'],
    ['8-12, 8-12', 'SHIFT_TOO_EARLY'],
    ['12-8', 'HOURS_REVERSED'],
    ['22-6', 'HOURS_REVERSED'],
    ['8-8', 'HOURS_REVERSED'],
    ['8', 'HOURS_INVALID'],
    ['8-25', 'HOURS_INVALID'],
    ['8-24:01', 'HOURS_INVALID'],
    ['8:60-9', 'HOURS_INVALID'],
    ['sáng', 'HOURS_INVALID'],
    ['8-12,', 'HOURS_INVALID'],
  ])('%s: %s', async (monday, fault) => {
    expect(faultOfHours(monday)).toBe(fault);
    const made = await ann.post(workSchedule.path, { name: `Ca ${monday}`, monday });
    expect(made.status).toBe(fault ? 400 : 201);
    if (fault) expect(made.error.data?.fields?.monday?.code).toBe(fault);
  });

  it.each([
    ['8-12,13-17h30', '08:00-12:00, 13:00-17:30'],
    ['8h - 12h; 13h30–17', '08:00-12:00, 13:30-17:00'],
    ['0800-1200 1300-1730', '08:00-12:00, 13:00-17:30'],
    ['8.30-11.45', '08:30-11:45'],
  ])('%s is kept as %s', (typed, kept) => expect(writeHours(readHours(typed) ?? [])).toBe(kept));
});

describe('a holiday does not start after its end', () => {
  it.each([
    ['2026-09-02', '2026-09-02', null],
    ['2026-09-01', '2026-09-02', null],
    ['2026-09-02', '2026-09-01', 'HOLIDAY_REVERSED'],
    ['2026-01-01', '2027-01-01', null],
    ['2026-01-01', '2027-01-02', 'HOLIDAY_TOO_LONG'],
  ])('%s to %s: %s', async (startsOn, endsOn, fault) => {
    const made = await ann.post(holiday.path, { name: 'Nghỉ', startsOn, endsOn });
    expect(made.status).toBe(fault ? 400 : 201);
    if (!fault) return void (await ann.delete(`${holiday.path}/${made.data.id}`));
    expect(made.error.data?.fields?.endsOn?.code).toBe(fault);
  });
});

const office = (workday: string | null, saturday: string | null = null) => ({
  monday: workday,
  tuesday: workday,
  wednesday: workday,
  thursday: workday,
  friday: workday,
  saturday,
  sunday: null,
});
const calendar: WorkCalendar = {
  timeZone: 'Asia/Ho_Chi_Minh',
  schedules: [office('08:00-12:00, 13:00-17:30', '08:00-12:00')],
  holidays: [{ startsOn: '2026-02-16', endsOn: '2026-02-20' }],
};
const at = (local: string) => new Date(`${local}:00+07:00`);
const local = (date: Date | null) => date && new Date(date.getTime() + 7 * 3_600_000).toISOString().slice(0, 16);

describe('working time', () => {
  it.each([
    ['2026-11-23T08:00', true, '2026-11-23T08:00'],
    ['2026-11-23T07:59', false, '2026-11-23T08:00'],
    ['2026-11-23T12:00', false, '2026-11-23T13:00'],
    ['2026-11-23T17:29', true, '2026-11-23T17:29'],
    ['2026-11-23T17:30', false, '2026-11-24T08:00'],
    ['2026-11-21T11:00', true, '2026-11-21T11:00'],
    ['2026-11-21T12:30', false, '2026-11-23T08:00'],
    ['2026-11-22T10:00', false, '2026-11-23T08:00'],
    // Tết from Monday to Friday, then a Saturday morning.
    ['2026-02-14T13:00', false, '2026-02-21T08:00'],
    ['2026-02-17T09:00', false, '2026-02-21T08:00'],
  ])('%s is working time: %s; the next is %s', (when, working, next) => {
    expect(isWorkingTime(calendar, at(when))).toBe(working);
    expect(local(nextWorkingTime(calendar, at(when)))).toBe(next);
  });

  it('without a schedule every hour but those of holidays is, and without any shift none ever', () => {
    expect(isWorkingTime({ ...calendar, schedules: [] }, at('2026-11-22T03:00'))).toBe(true);
    expect(local(nextWorkingTime({ ...calendar, schedules: [] }, at('2026-02-17T09:00')))).toBe('2026-02-21T00:00');
    expect(nextWorkingTime({ ...calendar, schedules: [office(null)] }, at('2026-11-23T09:00'))).toBeNull();
  });

  it('of a project is that of its schedules that count, but on its holidays', async () => {
    const site = await makeSite(server.url, 'Beta');
    const weekday = { monday: '8-12', tuesday: '8-12' };
    await site.ann.post(workSchedule.path, { name: 'Văn phòng', ...weekday });
    await site.ann.post(workSchedule.path, { name: 'Bảo vệ', monday: '0-24', counts: false });
    await site.ann.post(holiday.path, { name: 'Nghỉ', startsOn: '2026-11-23', endsOn: '2026-11-23' });
    const asked = async (when: string) => workingAt(site.id, at(when));
    expect(await asked('2026-11-23T09:00')).toEqual({ working: false, next: at('2026-11-24T08:00') });
    expect((await asked('2026-11-24T09:00')).working).toBe(true);
    expect((await asked('2026-11-30T13:00')).working).toBe(false);
    const answer = await site.ann.get(`${workSchedule.path}/working-time?at=2026-11-24T02:00:00Z`);
    expect(answer.data).toEqual({ working: true, next: '2026-11-24T02:00:00.000Z' });
    expect((await workingAt(projectId, at('2026-11-23T23:59'))).next).not.toBeNull();
    for (const far of ['0020-02-29T00:00:00Z', '9999-12-31T23:59:59Z'])
      expect(await site.ann.get(`${workSchedule.path}/working-time?at=${far}`)).toMatchObject({ status: 400 });
  });
});

describe('public holidays', () => {
  const usual = (year: number) =>
    Object.fromEntries(
      publicHolidays(year).map(({ holiday: name, days }) => [
        name,
        runsOf(days.filter(day => day.usual).map(({ day }) => day)).map(
          ({ startsOn, endsOn }) => `${startsOn} ${endsOn}`,
        ),
      ]),
    );

  it('are those that the state had in 2024 to 2026', () => {
    expect(usual(2026)).toEqual({
      newYear: ['2026-01-01 2026-01-01'],
      tet: ['2026-02-16 2026-02-20'],
      hungKings: ['2026-04-26 2026-04-26'],
      victory: ['2026-04-30 2026-04-30'],
      labour: ['2026-05-01 2026-05-01'],
      national: ['2026-09-01 2026-09-02'],
    });
    expect(usual(2025)).toMatchObject({ hungKings: ['2025-04-07 2025-04-07'], national: ['2025-09-01 2025-09-02'] });
    expect(usual(2024)).toMatchObject({ hungKings: ['2024-04-18 2024-04-18'], national: ['2024-09-02 2024-09-03'] });
  });

  it('have the lunar days of each year from 2024 to 2035, and only the fixed ones beyond', () => {
    expect([YEARS[0], YEARS.at(-1), YEARS.length]).toEqual([2024, 2035, 12]);
    for (const year of YEARS) {
      const { tet, hungKings } = usual(year);
      expect(tet).toHaveLength(1);
      // From the last day of the old lunar year to the 10th of the third month: 1 + 2 or 3 months + 9 days.
      const days = (Date.parse(hungKings?.[0]?.slice(0, 10) ?? '') - Date.parse(tet?.[0]?.slice(0, 10) ?? '')) / DAY_MS;
      expect([69, 70, 98, 99], String(year)).toContain(days);
    }
    expect(Object.keys(usual(2040))).toEqual(['newYear', 'victory', 'labour', 'national']);
  });

  it('are added at once, those that are there stay as they are', async () => {
    const site = await makeSite(server.url, 'Gamma');
    const national = { name: 'Quốc khánh', startsOn: '2026-09-01', endsOn: '2026-09-02' };
    const labour = { name: 'Quốc tế Lao động', startsOn: '2026-05-01', endsOn: '2026-05-01' };
    const path = `${holiday.path}/public`;
    const KEY = { 'Idempotency-Key': 'national' };
    const first = await site.ann.post<{ made: string[]; existed: string[] }>(path, { holidays: [national] }, KEY);
    expect([first.status, first.data.made.length]).toEqual([201, 1]);
    expect((await site.ann.post(path, { holidays: [national] }, KEY)).data).toEqual(first.data);
    const second = await site.ann.post<{ made: string[]; existed: string[] }>(path, { holidays: [labour, national] });
    expect([second.data.made.length, second.data.existed]).toEqual([1, ['Quốc khánh']]);
    const { data } = await site.ann.get<Row[]>(holiday.path);
    expect(data.map(({ name, type }) => [name, type])).toEqual([
      ['Quốc tế Lao động', 'PUBLIC'],
      ['Quốc khánh', 'PUBLIC'],
    ]);
    const wrong = await site.ann.post(path, { holidays: [{ ...labour, endsOn: '2026-04-01' }] });
    expect([wrong.status, wrong.error.data?.fields?.['holidays.0.endsOn']?.code]).toEqual([400, 'HOLIDAY_REVERSED']);
  });
});
