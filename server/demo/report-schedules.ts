import { DAY_MS, dayOf, VIETNAM } from '@lobby/shared/kit/dates.ts';
import type { report } from '@lobby/shared/modules/report.ts';
import { reportSchedule } from '@lobby/shared/modules/report-schedule.ts';
import { timesAfter } from '@lobby/shared/modules/report-times.ts';
import { idsOf, type Made, recordOf } from './documents.ts';
import type { PositionKey } from './positions.ts';
import type { Site } from './sites.ts';
import type { Colleague } from './staff.ts';

const SEVEN = 7 * 60;

const SCHEDULES = [
  ['Báo cáo kỹ thuật hằng tháng', 'Bảo trì theo hệ thống', 'admin', 'MONTHLY', 'LAST_MONTH'],
  ['Khách ra vào hằng tuần', 'Khách tháng trước', 'admin', 'WEEKLY', 'LAST_WEEK'],
  ['Chăm sóc cư dân hằng tháng', 'Yêu cầu quý này', 'service', 'MONTHLY', 'LAST_MONTH'],
  ['Phiếu thu hằng ngày', 'Phiếu thu theo ngày', 'accountant', 'DAILY', 'YESTERDAY'],
] as const satisfies readonly (readonly [string, string, PositionKey, string, string])[];

/** Report schedules with their past deliveries. */
export function schedulesOfReports(
  site: Site,
  team: readonly Colleague[],
  reports: readonly Made<typeof report>[],
  now: Date,
): Made<typeof reportSchedule>[] {
  const id = idsOf('report-schedule', site.key);
  const ownerId = team.find(({ positions }) => positions.includes('admin'))?.id ?? null;
  return SCHEDULES.flatMap(([name, of, position, frequency, period], n) => {
    const found = reports.find(entry => entry.name === of);
    const who = team.find(({ positions, account, active }) => positions[0] === position && account && active);
    if (!found || !who) return [];
    const rule = {
      frequency,
      weekdays: [1],
      monthDay: '1',
      minutes: SEVEN,
      onHoliday: 'SEND',
      startsOn: null,
      endsOn: null,
    } as const;
    const [nextAt = null] = timesAfter(rule, now, dayOf(now, VIETNAM), VIETNAM, () => true, 1);
    return [
      recordOf(reportSchedule, site.id, id(n), new Date(now.getTime() - (60 - n) * DAY_MS), {
        name,
        ownerId,
        what: [{ reportId: found._id }],
        period,
        frequency,
        time: '07:00',
        nextAt,
        recipientIds: [who.id],
        positionIds: [],
        onlyIfRows: frequency === 'DAILY',
        weekdays: frequency === 'WEEKLY' ? [{ day: '1' }] : [],
        monthDay: frequency === 'MONTHLY' ? '1' : null,
      }),
    ];
  });
}
