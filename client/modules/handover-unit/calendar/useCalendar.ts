import type { Day } from '@lobby/shared/kit/dates.ts';
import type { Filter } from '@lobby/shared/kit/definition.ts';
import { HANDOVER } from '@lobby/shared/modules/handover-data.ts';
import { type HandoverScheduleRow, handoverSchedule } from '@lobby/shared/modules/handover-schedule.ts';
import type { Row } from '../../../kit/base/matches.ts';
import { type Call, request } from '../../../kit/http/api.ts';
import { filterValues } from '../../../kit/http/query.ts';
import { useQuery } from '../../../kit/live/useQuery.ts';
import { applyRows, turnNow } from '../../../kit/records/records.ts';

/** How full a day is. */
export interface DayLoad {
  day: Day;
  off: boolean;
  held: number;
  places: number;
}
export interface CalendarDays {
  rows: HandoverScheduleRow[];
  days: DayLoad[];
  employeeIds: string[];
  slotMinutes: number;
  hours: { from: number; to: number }[];
}

/** Colleagues see each other's moves within a second. */
const SOON_MS = 120;
const MOST_WAITING = 100;
const { name, path } = handoverSchedule;

/** Reads rows so that acts on them know the version that was seen. */
const reading =
  <T>(rowsOf: (data: T) => readonly HandoverScheduleRow[]) =>
  async (from: string, call: Call): Promise<T> => {
    const turn = turnNow();
    const { data } = await request<T>('GET', from, call);
    applyRows(name, rowsOf(data) as unknown as Row[], { kind: 'answer', turn, detail: false });
    return data;
  };

/** The appointments of some days under a filter, and how full each day is. */
export const useCalendar = (from: Day, to: Day, { scheduledAt: _days, ...filter }: Filter) =>
  useQuery<CalendarDays>(`${path}/calendar`, {
    follow: HANDOVER,
    delay: SOON_MS,
    query: { from, to, filter: filterValues(filter) },
    read: reading<CalendarDays>(({ rows }) => rows),
  });

/** Appointments that have no time yet. */
export const useWaiting = ({ scheduledAt: _days, status: _status, ...filter }: Filter) =>
  useQuery<HandoverScheduleRow[]>(path, {
    follow: HANDOVER,
    delay: SOON_MS,
    query: {
      limit: MOST_WAITING,
      sort: 'createdAt',
      filter: { ...filterValues(filter), status: ['NOT_SCHEDULED'] },
    },
    read: reading<HandoverScheduleRow[]>(rows => rows),
  });
