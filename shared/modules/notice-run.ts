import { defineModule } from '../kit/define-module.ts';
import type { DocOf, RowOf } from '../kit/definition.ts';
import type { FieldErrors } from '../kit/errors.ts';
import { NOTICE_CHANNELS, NOTICE_KINDS, type NoticeChannel } from './notice-sending.ts';

/** Flag field by channel. */
export const CHANNEL_FIELDS = {
  EMAIL: 'sendEmail',
  SMS: 'sendSms',
  ZALO: 'sendZalo',
  APP: 'sendApp',
  PRINT: 'sendPrint',
} as const;

export const channelsOf = (values: Record<string, unknown>): NoticeChannel[] =>
  NOTICE_CHANNELS.filter(channel => values[CHANNEL_FIELDS[channel]] === true);

export const SEND_MODES = ['EACH', 'FIRST'] as const;
/** Origin of a run: a person, the daily reminder job, or a resend of what failed in another run. */
const ORIGINS = ['STAFF', 'REMINDER_JOB', 'RESEND'] as const;

const COUNT = { kind: 'integer', readOnly: true, initial: 0 } as const;

/** Requires at least one channel (rules.md 8). */
function hasChannel({ sendEmail = true, ...values }: Record<string, unknown>): FieldErrors {
  return channelsOf({ sendEmail, ...values }).length > 0 ? {} : { sendEmail: { code: 'SEND_TYPE_REQUIRED' } };
}

/** Sending of a month's notices. Any server can resume it; repeating it sends nothing twice. */
export const noticeRun = defineModule({
  name: 'notice-run',
  code: 'FEE_NOTICE',
  path: '/fee-notice/send-run',
  opens: 'send-invoices?part=runs&id=',
  icon: 'send',
  prefix: 'GTB',
  title: 'code',
  matter: 'kind',
  flags: ['read', 'write', 'updateStatus'],
  calls: ['list', 'detail', 'create', 'update', 'options', 'activities', 'badges'],
  fields: {
    code: { kind: 'text', max: 30, readOnly: true, search: true, code: true },
    month: { kind: 'month', required: true },
    kind: { kind: 'choice', options: NOTICE_KINDS, initial: 'NORMAL' },
    sendEmail: { kind: 'flag', initial: true },
    sendSms: { kind: 'flag', initial: false },
    sendZalo: { kind: 'flag', initial: false },
    sendApp: { kind: 'flag', initial: true },
    sendPrint: { kind: 'flag' },
    blockIds: { kind: 'refs', to: 'block', max: 50 },
    floorIds: { kind: 'refs', to: 'floor', max: 100, detailOnly: true },
    labelIds: { kind: 'refs', to: 'label', max: 20, where: { type: 'UNIT' }, detailOnly: true },
    minOwed: { kind: 'money', detailOnly: true },
    unsentOnly: { kind: 'flag', detailOnly: true },
    /** By every chosen channel, or by the first one at which the household can be reached. */
    mode: { kind: 'choice', options: SEND_MODES, initial: 'EACH' },
    /** Text printed above that of the template. */
    message: { kind: 'longText', max: 500, detailOnly: true },
    /** Sends again to recipients already reached. */
    again: { kind: 'flag', detailOnly: true },
    ignoreQuietHours: { kind: 'flag', detailOnly: true },
    /** Chosen notices; empty: all of the month. */
    noticeIds: { kind: 'refs', to: 'fee-notice', max: 20_000, readOnly: true, internal: true, detailOnly: true },
    note: { kind: 'text', max: 300, detailOnly: true },
    /** Automatic runs: the reminder rule and the day. `once` allows one run per rule, day and chosen notices. */
    ruleId: { kind: 'ref', to: 'reminder-rule', readOnly: true, detailOnly: true },
    day: { kind: 'date', readOnly: true, detailOnly: true },
    once: { kind: 'text', max: 120, key: true, internal: true, readOnly: true, detailOnly: true, unique: true },
    origin: { kind: 'choice', options: ORIGINS, initial: 'STAFF', readOnly: true },
    /** The run whose failed deliveries it sends again, and the run that does so for this one. */
    retryOfId: { kind: 'ref', to: 'notice-run', readOnly: true, detailOnly: true },
    retryId: { kind: 'ref', to: 'notice-run', readOnly: true, detailOnly: true },
    /** By the channels that failed; otherwise by all that were chosen for it. */
    sameChannels: { kind: 'flag', internal: true, readOnly: true, detailOnly: true },
    /** The run of the same kind and month that works first. */
    waitsForId: { kind: 'ref', to: 'notice-run', readOnly: true },
    /** Start of a scheduled run. */
    sendAt: { kind: 'instant' },
    notices: COUNT,
    waiting: COUNT,
    sent: COUNT,
    failed: COUNT,
    segments: COUNT,
    /** The last notice processed; sending resumes after it. */
    upTo: { kind: 'text', max: 24, internal: true, readOnly: true, detailOnly: true },
    reason: { kind: 'longText', max: 1000, readOnly: true, detailOnly: true },
  },
  statuses: {
    DRAFT: { tone: 'waiting', icon: 'circle-dot' },
    SCHEDULED: { tone: 'waiting', icon: 'clock' },
    IN_PROGRESS: { tone: 'going', icon: 'circle-dot' },
    PAUSED: { tone: 'waiting', icon: 'clock' },
    COMPLETED: { tone: 'done', icon: 'check' },
    FAILED: { tone: 'bad', icon: 'circle-x' },
    CANCELLED: { tone: 'ended', icon: 'ban' },
  },
  initial: 'DRAFT',
  actions: {
    send: { from: ['DRAFT', 'SCHEDULED'], to: 'IN_PROGRESS', flag: 'updateStatus', asks: true, key: 's' },
    schedule: {
      from: ['DRAFT'],
      to: 'SCHEDULED',
      flag: 'updateStatus',
      input: { sendAt: { kind: 'instant', required: true } },
    },
    reschedule: {
      from: ['SCHEDULED'],
      flag: 'updateStatus',
      input: { sendAt: { kind: 'instant', required: true } },
    },
    pause: { aside: true, from: ['IN_PROGRESS'], to: 'PAUSED', flag: 'updateStatus' },
    resume: { from: ['PAUSED'], to: 'IN_PROGRESS', flag: 'updateStatus' },
    // A run of its own sends what failed again; without channels by the same ones.
    resend: {
      from: ['COMPLETED', 'FAILED', 'CANCELLED'],
      flag: 'updateStatus',
      paths: ['retry-failed'],
      asks: true,
      input: {
        channels: {
          kind: 'lines',
          max: NOTICE_CHANNELS.length,
          ticked: true,
          of: { channel: { kind: 'choice', options: NOTICE_CHANNELS, required: true } },
        },
        mode: { kind: 'choice', options: SEND_MODES },
      },
    },
    cancel: {
      from: ['DRAFT', 'SCHEDULED', 'IN_PROGRESS', 'PAUSED'],
      to: 'CANCELLED',
      flag: 'updateStatus',
      reason: true,
      least: 2,
      danger: true,
    },
    finish: { from: ['IN_PROGRESS'], to: 'COMPLETED', flag: 'updateStatus', by: 'system' },
  },
  list: {
    columns: [
      'code',
      'month',
      'kind',
      'sendEmail',
      'sendSms',
      'sendZalo',
      'sendApp',
      'sendPrint',
      'mode',
      'blockIds',
      'notices',
      'waiting',
      'sent',
      'failed',
      'segments',
      'origin',
      'waitsForId',
      'sendAt',
      'createdAt',
      'status',
    ],
    hidden: ['sendEmail', 'sendSms', 'sendZalo', 'sendApp', 'sendAt', 'sendPrint', 'blockIds', 'segments'],
    sorts: ['month', 'createdAt'],
    defaultSort: '-createdAt',
    filters: ['status', 'month', 'kind', 'origin', 'createdAt'],
  },
  errors: {
    SEND_TYPE_REQUIRED: 400,
    SMS_NOT_SET_UP: 422,
    ZALO_NOT_SET_UP: 422,
    SEND_TIME_PAST: 422,
    NOTICE_RUN_SENT: 409,
    NOTHING_TO_SEND: 422,
  },
  check: hasChannel,
});

export type NoticeRun = DocOf<typeof noticeRun>;
export type NoticeRunRow = RowOf<typeof noticeRun>;
