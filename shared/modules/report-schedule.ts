import { defineModule } from '../kit/define-module.ts';
import type { DocOf } from '../kit/definition.ts';
import type { FieldErrors } from '../kit/errors.ts';
import { LANGUAGES } from '../kit/languages.ts';
import { FREQUENCIES, MONTH_DAYS, ON_HOLIDAYS } from './report-times.ts';

export const SENT_PERIODS = [
  'AS_SAVED',
  'YESTERDAY',
  'LAST_WEEK',
  'LAST_MONTH',
  'LAST_QUARTER',
  'LAST_YEAR',
  'MONTH_TO_DATE',
] as const;
export type SentPeriod = (typeof SENT_PERIODS)[number];
const RESULTS = ['SENT', 'PARTLY', 'FAILED', 'EMPTY'] as const;
export type SentResult = (typeof RESULTS)[number];

function fits(values: Record<string, unknown>): FieldErrors {
  const { frequency, weekdays, monthDay, startsOn, endsOn } = values;
  const errors: FieldErrors = {};
  if (frequency === 'WEEKLY' && !(Array.isArray(weekdays) && weekdays.length > 0))
    errors.weekdays = { code: 'REQUIRED' };
  if ((frequency === 'MONTHLY' || frequency === 'QUARTERLY') && !monthDay) errors.monthDay = { code: 'REQUIRED' };
  if (typeof startsOn === 'string' && typeof endsOn === 'string' && endsOn <= startsOn)
    errors.endsOn = { code: 'DATES_REVERSED' };
  return errors;
}

/** Sends a report by mail at set times (card report-schedule). */
export const reportSchedule = defineModule({
  name: 'report-schedule',
  code: 'REPORT',
  path: '/report-schedule',
  route: 'report-schedule',
  icon: 'mail',
  title: 'name',
  flags: ['read', 'write', 'delete', 'updateStatus'],
  fields: {
    name: { kind: 'text', min: 2, max: 150, required: true, search: true },
    ownerId: { kind: 'ref', to: 'employee', readOnly: true },
    what: {
      kind: 'lines',
      max: 5,
      required: true,
      detailOnly: true,
      of: { reportId: { kind: 'ref', to: 'report', required: true } },
    },
    period: { kind: 'choice', options: SENT_PERIODS, initial: 'AS_SAVED' },
    format: { kind: 'choice', options: ['XLSX', 'PDF', 'BOTH', 'LINK'], initial: 'XLSX' },
    frequency: { kind: 'choice', options: FREQUENCIES, required: true },
    weekdays: {
      kind: 'lines',
      max: 7,
      detailOnly: true,
      visibleWhen: { frequency: ['WEEKLY'] },
      of: { day: { kind: 'choice', options: ['1', '2', '3', '4', '5', '6', '0'], required: true } },
    },
    monthDay: { kind: 'choice', options: MONTH_DAYS, visibleWhen: { frequency: ['MONTHLY', 'QUARTERLY'] } },
    time: { kind: 'text', max: 5, time: true },
    onHoliday: { kind: 'choice', options: ON_HOLIDAYS, initial: 'SEND', detailOnly: true },
    recipientIds: { kind: 'refs', to: 'employee', max: 50 },
    positionIds: { kind: 'refs', to: 'position', max: 20 },
    /** Empty: the language of each recipient. */
    language: { kind: 'choice', options: LANGUAGES, detailOnly: true },
    note: { kind: 'longText', max: 500, detailOnly: true },
    onlyIfRows: { kind: 'flag' },
    startsOn: { kind: 'date' },
    endsOn: { kind: 'date' },
    nextAt: { kind: 'instant', readOnly: true },
    lastAt: { kind: 'instant', readOnly: true },
    lastResult: { kind: 'choice', options: RESULTS, readOnly: true },
    failures: { kind: 'integer', initial: 0, readOnly: true, internal: true },
    reason: { kind: 'longText', max: 500, readOnly: true, detailOnly: true },
  },
  check: fits,
  statuses: {
    ACTIVE: { tone: 'done', icon: 'circle-check' },
    PAUSED: { tone: 'waiting', icon: 'clock' },
    ENDED: { tone: 'ended', icon: 'ban' },
  },
  initial: 'ACTIVE',
  editedIn: ['ACTIVE', 'PAUSED'],
  actions: {
    pause: { from: ['ACTIVE'], to: 'PAUSED', flag: 'updateStatus', multi: true, reason: true },
    resume: { from: ['PAUSED'], to: 'ACTIVE', flag: 'updateStatus', multi: true },
    'send-now': { from: ['ACTIVE', 'PAUSED'], flag: 'updateStatus', input: { toMe: { kind: 'flag' } } },
  },
  undo: { remove: { action: 'restore' } },
  list: {
    columns: ['name', 'frequency', 'time', 'period', 'format', 'recipientIds', 'nextAt', 'lastResult', 'status'],
    sorts: ['nextAt', 'name', 'lastAt', 'createdAt'],
    defaultSort: 'nextAt',
    filters: ['status', 'frequency', 'lastResult', 'ownerId', 'recipientIds', 'nextAt', 'createdAt'],
    tabs: {
      active: { status: { in: ['ACTIVE'] } },
      paused: { status: { in: ['PAUSED'] } },
      failed: { lastResult: { in: ['FAILED', 'PARTLY'] } },
      all: {},
    },
  },
  errors: { REPORT_RECIPIENT_INVALID: 422 },
});

export type ReportSchedule = DocOf<typeof reportSchedule>;

export const RECEIVED = ['QUEUED', 'SENT', 'LEFT_OUT', 'EMPTY', 'FAILED'] as const;
export type Received = (typeof RECEIVED)[number];
export const LEFT_OUT_BY = ['LATE', 'NOT_WORKING', 'TURNED_OFF', 'NO_RIGHT', 'GONE', 'TOO_LARGE'] as const;
export type LeftOutBy = (typeof LEFT_OUT_BY)[number];
