import { defineModule } from '../kit/define-module.ts';
import type { RowOf } from '../kit/definition.ts';
import type { FieldErrors } from '../kit/errors.ts';
import { channelsOf } from './notice-run.ts';

/** Kinds of automatic reminders in ascending order. */
export const REMINDER_KINDS = ['REMIND_DEBT_1', 'REMIND_DEBT_2', 'REMIND_DEBT_3', 'LATE_FEE'] as const;
export type ReminderKind = (typeof REMINDER_KINDS)[number];

/** Minimum number of days between the last reminder and the next notice (rules.md 9). */
export const DAYS_BEFORE_NOTICE = 2;

function hasChannel({ sendEmail = true, sendApp = true, ...values }: Record<string, unknown>): FieldErrors {
  return channelsOf({ sendEmail, sendApp, ...values }).length > 0 ? {} : { sendEmail: { code: 'SEND_TYPE_REQUIRED' } };
}

/** When and how reminders of one kind are sent automatically. */
export const reminderRule = defineModule({
  name: 'reminder-rule',
  code: 'FEE_NOTICE',
  path: '/reminder-rule',
  opens: 'send-invoices?part=rules&id=',
  icon: 'mail',
  title: 'kind',
  flags: ['read', 'write', 'delete'],
  fields: {
    kind: { kind: 'choice', options: REMINDER_KINDS, required: true },
    /** Only for LATE_FEE; payment settings determine the days of the other kinds. */
    daysAfter: { kind: 'integer', min: 1, max: 60, initial: 1, visibleWhen: { kind: ['LATE_FEE'] } },
    sendEmail: { kind: 'flag', initial: true },
    sendSms: { kind: 'flag', initial: false },
    sendZalo: { kind: 'flag', initial: false },
    sendApp: { kind: 'flag', initial: true },
    sendPrint: { kind: 'flag' },
    minOwed: { kind: 'money' },
    /** Skips debts covered by the balance of the unit account. */
    skipWhenCovered: { kind: 'flag', initial: true },
    active: { kind: 'flag', initial: true },
  },
  list: {
    columns: [
      'kind',
      'daysAfter',
      'sendEmail',
      'sendSms',
      'sendZalo',
      'sendApp',
      'sendPrint',
      'minOwed',
      'skipWhenCovered',
      'active',
    ],
    sorts: ['daysAfter', 'createdAt'],
    defaultSort: 'daysAfter',
    filters: ['kind', 'active'],
  },
  errors: { SEND_TYPE_REQUIRED: 400, NOTHING_TO_SEND: 422, REMINDER_DAY_OUT_OF_RANGE: 400 },
  check: hasChannel,
});

/** Outcome for a household on a reminder day: sent, or why not. */
export const OUTCOMES = [
  'SEND',
  'NO_ADDRESS',
  'LEFT_OUT',
  'DISPUTED',
  'PROMISED',
  'IN_PLAN',
  'TOO_LATE',
  'BELOW_MIN',
  'CREDIT_COVERS',
  'SENT',
  'PAID',
  'REPLACED',
] as const;

/** Excludes a unit from reminders of all debts or one notice, for a period. */
export const reminderExclusion = defineModule({
  name: 'reminder-exclusion',
  code: 'FEE_NOTICE',
  path: '/fee-notice/reminder-exclusion',
  opens: 'send-invoices?part=stops&id=',
  icon: 'mail',
  title: 'reason',
  flags: ['read', 'write', 'export'],
  calls: ['list', 'detail', 'create', 'update', 'export', 'activities', 'badges'],
  fields: {
    unitId: { kind: 'ref', to: 'unit', required: true, search: true },
    /** Empty: all notices of the unit. */
    feeNoticeId: { kind: 'ref', to: 'fee-notice' },
    untilOn: { kind: 'date' },
    reason: { kind: 'text', min: 3, max: 500, required: true },
    liftReason: { kind: 'text', max: 500, readOnly: true, detailOnly: true },
    creatorId: { kind: 'ref', to: 'employee', readOnly: true },
    /** Unique key: one exclusion in force per unit, or per notice where one is named, which `unique` cannot say. */
    once: {
      kind: 'text',
      max: 60,
      key: true,
      internal: true,
      readOnly: true,
      detailOnly: true,
      unique: true,
      taken: 'REMINDER_EXCLUSION_EXISTS',
    },
  },
  statuses: {
    ACTIVE: { tone: 'waiting', icon: 'ban' },
    OVER: { tone: 'ended', icon: 'clock' },
    LIFTED: { tone: 'ended', icon: 'circle-check' },
  },
  initial: 'ACTIVE',
  editedIn: ['ACTIVE'],
  actions: {
    include: {
      aside: true,
      from: ['ACTIVE'],
      to: 'LIFTED',
      flag: 'write',
      input: { liftReason: { kind: 'text', min: 2, max: 500 } },
    },
    expire: { from: ['ACTIVE'], to: 'OVER', flag: 'write', by: 'system' },
  },
  list: {
    columns: ['unitId', 'feeNoticeId', 'reason', 'untilOn', 'creatorId', 'createdAt', 'status'],
    sorts: ['createdAt'],
    defaultSort: '-createdAt',
    filters: ['status', 'unitId', 'feeNoticeId', 'untilOn', 'createdAt'],
    indexed: ['unitId'],
    tabs: { active: { status: { in: ['ACTIVE'] } }, all: {} },
  },
  errors: { REMINDER_EXCLUSION_EXISTS: 409 },
});

export const exclusionKey = (unitId: unknown, feeNoticeId: unknown): string => `${unitId}:${feeNoticeId ?? 'all'}`;

export type ReminderRuleRow = RowOf<typeof reminderRule>;
export type ReminderExclusionRow = RowOf<typeof reminderExclusion>;
