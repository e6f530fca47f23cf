import { addDays, type Day, dayOf, mondayOf, monthOf } from '@lobby/shared/kit/dates.ts';
import type { reportSchedule, SentPeriod } from '@lobby/shared/modules/report-schedule.ts';
import { type TimeRule, timesAfter } from '@lobby/shared/modules/report-times.ts';
import type { Ctx } from '../../kit/base/context.ts';
import type { Values } from '../../kit/records/typed-behaviour.ts';
import { daysOf } from '../report/index.ts';
import { workingDays } from '../work-schedule/index.ts';

type Schedule = Values<typeof reportSchedule>;
/** Default time. */
const SEVEN = '07:00';

function minutesOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * 60 + minutes;
}

const ruleOf = ({ frequency, weekdays, monthDay, time, onHoliday, startsOn, endsOn }: Schedule): TimeRule => ({
  frequency: frequency ?? 'MONTHLY',
  weekdays: (weekdays ?? []).map(({ day }) => Number(day)),
  monthDay: monthDay ?? '1',
  minutes: minutesOf(time ?? SEVEN),
  onHoliday: onHoliday ?? 'SEND',
  startsOn: startsOn ?? null,
  endsOn: endsOn ?? null,
});

/** The next times of a schedule after a moment. */
export async function nextTimes(ctx: Ctx, schedule: Schedule, after: Date, count = 1): Promise<Date[]> {
  const { timeZone } = ctx.project;
  return timesAfter(ruleOf(schedule), after, dayOf(after, timeZone), timeZone, await workingDays(ctx.project), count);
}

/** Period that a sending covers; null for that of the report itself. */
export function periodOf(period: SentPeriod, day: Day): { from: Day; to: Day } | null {
  const monday = mondayOf(day);
  const all: Record<SentPeriod, () => { from: Day; to: Day } | null> = {
    AS_SAVED: () => null,
    YESTERDAY: () => ({ from: addDays(day, -1), to: addDays(day, -1) }),
    LAST_WEEK: () => ({ from: addDays(monday, -7), to: addDays(monday, -1) }),
    LAST_MONTH: () => daysOf('PREVIOUS_MONTH', day),
    LAST_QUARTER: () => daysOf('PREVIOUS_QUARTER', day),
    LAST_YEAR: () => daysOf('PREVIOUS_YEAR', day),
    MONTH_TO_DATE: () => ({ from: `${monthOf(day)}-01`, to: day }),
  };
  return all[period]();
}
