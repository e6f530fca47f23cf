import { addDays, type Day, instantAt, nextDay, weekdayOf } from '../kit/dates.ts';

export const FREQUENCIES = ['DAILY', 'WEEKLY', 'MONTHLY', 'QUARTERLY'] as const;
export const ON_HOLIDAYS = ['SEND', 'NEXT_WORKING_DAY', 'SKIP'] as const;
export const MONTH_DAYS = [...Array.from({ length: 31 }, (_, n) => String(n + 1)), 'LAST', 'LAST_WORKING'] as const;
/** Days to search for the next times. */
const MOST_DAYS = 800;
/** Maximum number of days to postpone a report to a working day. */
const MOST_MOVES = 31;
const QUARTER = 3;

/** When a report is sent. */
export interface TimeRule {
  frequency: (typeof FREQUENCIES)[number];
  /** 0 is Sunday. */
  weekdays: readonly number[];
  monthDay: string;
  /** Minutes since midnight. */
  minutes: number;
  onHoliday: (typeof ON_HOLIDAYS)[number];
  startsOn: Day | null;
  endsOn: Day | null;
}
export type Works = (day: Day) => boolean;

const lengthOf = (day: Day): number =>
  new Date(Date.UTC(Number(day.slice(0, 4)), Number(day.slice(5, 7)), 0)).getUTCDate();
const pad = (n: number) => String(n).padStart(2, '0');

/** Date of the wanted day within the month of `day`; 29 to 31 fall on the last day of shorter months. */
function dayInMonth(day: Day, wanted: string, works: Works): Day {
  const head = day.slice(0, 8);
  const length = lengthOf(day);
  if (wanted !== 'LAST_WORKING') return `${head}${pad(wanted === 'LAST' ? length : Math.min(Number(wanted), length))}`;
  for (let n = length; n > 0; n--) if (works(`${head}${pad(n)}`)) return `${head}${pad(n)}`;
  return `${head}${pad(length)}`;
}

function isMeant({ frequency, weekdays, monthDay }: TimeRule, day: Day, works: Works): boolean {
  if (frequency === 'DAILY') return true;
  if (frequency === 'WEEKLY') return weekdays.includes(weekdayOf(day));
  if (frequency === 'QUARTERLY' && (Number(day.slice(5, 7)) - 1) % QUARTER !== 0) return false;
  return dayInMonth(day, monthDay, works) === day;
}

/** Day of sending after holidays are considered; null if skipped. */
function movedTo({ onHoliday }: TimeRule, day: Day, works: Works): Day | null {
  if (onHoliday === 'SEND' || works(day)) return day;
  if (onHoliday === 'SKIP') return null;
  let moved = day;
  for (let n = 0; n < MOST_MOVES && !works(moved); n++) moved = nextDay(moved);
  return moved;
}

/** The next `count` times of a rule after an instant, in the project's time zone. */
export function timesAfter(
  rule: TimeRule,
  after: Date,
  today: Day,
  timeZone: string,
  works: Works,
  count: number,
): Date[] {
  const times = new Map<Day, Date>();
  // A report that was due earlier may have been postponed to today or later.
  const earliest = addDays(today, -MOST_MOVES);
  let day = rule.startsOn && rule.startsOn > earliest ? rule.startsOn : earliest;
  for (let n = 0; n < MOST_DAYS && times.size < count; n++, day = nextDay(day)) {
    if (rule.endsOn && day > rule.endsOn) break;
    const moved = isMeant(rule, day, works) ? movedTo(rule, day, works) : null;
    const at = moved && instantAt(moved, rule.minutes, timeZone);
    if (moved && at && at > after) times.set(moved, at);
  }
  return [...times.values()];
}
