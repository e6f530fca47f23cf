import type { AnswerOf } from '@lobby/shared/kit/contract.ts';
import type { Day } from '@lobby/shared/kit/dates.ts';
import type { Filter, ListedOf } from '@lobby/shared/kit/definition.ts';
import { HANDOVER } from '@lobby/shared/modules/handover-data.ts';
import type { visitCalendar } from '@lobby/shared/modules/handover-schedule.contract.ts';
import { handoverSchedule } from '@lobby/shared/modules/handover-schedule.ts';
import type { Row } from '../../../kit/base/matches.ts';
import { type Call, request } from '../../../kit/http/api.ts';
import { filterValues } from '../../../kit/http/query.ts';
import { useContract } from '../../../kit/live/useContract.ts';
import { useRows } from '../../../kit/live/useRows.ts';
import { applyRows, turnNow } from '../../../kit/records/records.ts';

export type CalendarDays = AnswerOf<typeof visitCalendar>;
/** Appointments and capacity of a day. */
export type DayLoad = CalendarDays['days'][number];

/** Delay of reloading after a change, in ms. */
const SOON_MS = 120;
const MOST_WAITING = 100;
const { name } = handoverSchedule;

/** Loads rows into the record store, so that acts on them send the version seen. */
const reading =
  <T>(rowsOf: (data: T) => readonly Row[]) =>
  async (from: string, call: Call): Promise<T> => {
    const turn = turnNow();
    const { data } = await request<T>('GET', from, call);
    applyRows(name, rowsOf(data), { kind: 'answer', turn, detail: false });
    return data;
  };

/** Appointments of a period under a filter, with the load of each day. */
export const useCalendar = (from: Day, to: Day, { scheduledAt: _days, ...filter }: Filter) =>
  useContract<typeof visitCalendar>('/handover/schedule/calendar', {
    follow: HANDOVER,
    delay: SOON_MS,
    query: { from, to, filter: filterValues(filter) },
    read: reading<CalendarDays>(({ rows }) => rows),
  });

/** Unscheduled appointments. */
export const useWaiting = ({ scheduledAt: _days, status: _status, ...filter }: Filter) =>
  useRows(handoverSchedule, {
    follow: HANDOVER,
    delay: SOON_MS,
    filter: { ...filter, status: { in: ['NOT_SCHEDULED'] } },
    sort: 'createdAt',
    limit: MOST_WAITING,
    read: reading<ListedOf<typeof handoverSchedule>[]>(rows => rows),
  });
