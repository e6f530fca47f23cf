import { type PublicHoliday, publicHolidays, runsOf } from '@lobby/shared/modules/public-holidays.ts';
import type { holiday, WorkSchedule, workSchedule } from '@lobby/shared/modules/work-schedule.ts';
import { baseOf, idsOf, type Made } from './documents.ts';
import type { Site } from './sites.ts';

const OFFICE = '08:00-12:00, 13:00-17:30';
const GUARDS = '00:00-06:00, 06:00-14:00, 14:00-22:00, 22:00-24:00';
const DESK = '07:00-14:00, 14:00-21:00';

const NAMES: Record<PublicHoliday, string> = {
  newYear: 'Tết Dương lịch',
  tet: 'Tết Nguyên đán',
  hungKings: 'Giỗ Tổ Hùng Vương',
  victory: 'Ngày Chiến thắng 30/4',
  labour: 'Quốc tế Lao động',
  national: 'Quốc khánh',
};

const week = (workdays: string, saturday: string | null, sunday: string | null) => ({
  monday: workdays,
  tuesday: workdays,
  wednesday: workdays,
  thursday: workdays,
  friday: workdays,
  saturday,
  sunday,
});

/** Work schedules of a project. */
export function schedulesOf(site: Site): Made<typeof workSchedule>[] {
  const id = idsOf('work-schedule', site.key);
  const schedule = (
    n: number,
    name: string,
    color: WorkSchedule['color'],
    counts: boolean,
    days: ReturnType<typeof week>,
  ) => ({
    ...baseOf(id(n), site.founded),
    projectId: site.id,
    name,
    departmentId: null,
    color,
    counts,
    ...days,
  });
  return [
    schedule(0, 'Văn phòng ban quản lý', 'teal', true, week(OFFICE, '08:00-12:00', null)),
    schedule(1, 'Quầy lễ tân', 'blue', false, week(DESK, DESK, '08:00-18:00')),
    schedule(2, 'Bảo vệ', 'amber', false, week(GUARDS, GUARDS, GUARDS)),
  ];
}

/** Public holidays of this year and the next, and the project's own day off. */
export function holidaysOf(site: Site, now: Date): Made<typeof holiday>[] {
  const id = idsOf('holiday', site.key);
  const year = now.getUTCFullYear();
  const runs = [year, year + 1].flatMap(ofYear =>
    publicHolidays(ofYear).flatMap(({ holiday: name, days }) =>
      runsOf(days.filter(({ usual }) => usual).map(({ day }) => day)).map(run => ({
        name: NAMES[name],
        type: 'PUBLIC' as const,
        note: null,
        ...run,
      })),
    ),
  );
  const trip = {
    name: 'Du lịch công ty',
    type: 'DAY_OFF' as const,
    startsOn: `${year}-07-17`,
    endsOn: `${year}-07-18`,
    note: 'Quầy lễ tân và bảo vệ vẫn trực.',
  };
  return [...runs, trip].map((run, n) => ({ ...baseOf(id(n), site.founded), projectId: site.id, ...run }));
}
