import { defineModule } from '../kit/define-module.ts';
import type { DocOf, RowOf } from '../kit/definition.ts';
import { DELIVERY_STATES } from './announcement-delivery.ts';
import { NOTICE_CHANNELS, NOTICE_KINDS } from './notice-run.ts';

/** Why somebody was not reached, or need not be. */
export const PROBLEMS = [
  'NO_PAYER',
  'NO_EMAIL',
  'NO_PHONE',
  'NO_ACCOUNT',
  'TEMPLATE_NOT_SET_UP',
  'ADDRESS_UNKNOWN',
  'MAILBOX_FULL',
  'REFUSED',
  'UNREACHABLE',
  'SMS_CAP',
  'COMPLAINT',
  'OPTED_OUT',
  'PAID',
  'NOTICE_CANCELLED',
  'RUN_CANCELLED',
] as const;
export type Problem = (typeof PROBLEMS)[number];

/** On the way, at the reader, and not: after the last a notice may be sent once more. */
export const GOING = ['SEND', 'IN_PROGRESS_SEND_EMAIL', 'SENDING'] as const;
export const REACHED = ['SENT', 'DELIVERIED', 'OPENED', 'CLICKED', 'COMPLETED'] as const;
export const UNREACHED = ['BOUNCE', 'COMPLAINT', 'REJECT', 'FAILED', 'UNSUBSCRIBE'] as const;

/** What marks that a notice goes, or went, as this kind by this channel: none does so twice. */
export const deliveryKey = (noticeId: string, kind: string, channel: string): string =>
  `${noticeId}:${kind}:${channel}`;

/** What became of a notice with one household by one channel (product.md 4, E-mail send status). */
export const noticeDelivery = defineModule({
  name: 'notice-delivery',
  code: 'FEE_NOTICE',
  path: '/fee-notice-result',
  route: 'invoice-send-result',
  icon: 'send',
  menu: { group: 'fees', order: 9, key: 'noticeResults' },
  title: 'channel',
  flags: ['read', 'export', 'updateStatus'],
  calls: ['list', 'detail', 'badges', 'export', 'activities'],
  fields: {
    unitId: { kind: 'ref', to: 'unit', required: true, search: true },
    residentId: { kind: 'ref', to: 'resident' },
    channel: { kind: 'choice', options: NOTICE_CHANNELS, required: true },
    kind: { kind: 'choice', options: NOTICE_KINDS, required: true },
    month: { kind: 'month', required: true },
    noticeId: { kind: 'ref', to: 'fee-notice', required: true },
    runId: { kind: 'ref', to: 'notice-run', required: true },
    owed: { kind: 'money', readOnly: true, initial: 0 },
    problem: { kind: 'choice', options: PROBLEMS },
    segments: { kind: 'integer', readOnly: true, detailOnly: true },
    /** What went out: markup of a mail, else text. */
    subject: { kind: 'text', max: 300, inner: true, readOnly: true, detailOnly: true },
    content: { kind: 'longText', max: 100_000, inner: true, readOnly: true, detailOnly: true },
    /** The words of the project that it was made from. */
    templateId: { kind: 'ref', to: 'template', readOnly: true, detailOnly: true },
    templateRevision: { kind: 'integer', readOnly: true, detailOnly: true },
    mailId: { kind: 'text', max: 24, inner: true, readOnly: true, detailOnly: true },
    once: {
      kind: 'text',
      max: 80,
      key: true,
      inner: true,
      readOnly: true,
      detailOnly: true,
      unique: true,
      taken: 'NOTICE_SENT',
    },
  },
  statuses: {
    ...DELIVERY_STATES,
    IN_PROGRESS_SEND_EMAIL: { tone: 'going', icon: 'clock' },
    SENDING: { tone: 'going', icon: 'clock' },
    COMPLETED: { tone: 'done', icon: 'circle-check' },
    SKIPPED: { tone: 'ended', icon: 'ban' },
  },
  initial: 'SEND',
  actions: {
    resend: { from: [...UNREACHED], to: 'SEND', flag: 'updateStatus', multi: true, key: 'r' },
  },
  list: {
    columns: [
      'unitId',
      'residentId',
      'channel',
      'kind',
      'month',
      'noticeId',
      'runId',
      'owed',
      'problem',
      'updatedAt',
      'createdAt',
      'status',
    ],
    sorts: ['createdAt'],
    defaultSort: '-createdAt',
    filters: ['status', 'channel', 'kind', 'month', 'problem', 'unitId', 'noticeId', 'runId', 'createdAt'],
    indexed: ['unitId', 'noticeId', 'runId'],
    tabs: {
      all: {},
      inProgress: { status: { in: [...GOING] } },
      completed: { status: { in: [...REACHED] } },
      failed: { status: { in: [...UNREACHED] } },
    },
  },
  errors: {
    NOTICE_SENT: 409,
    NOTICE_PAID: 409,
    NOTICE_GONE: 409,
    NO_EMAIL: 422,
    NO_PHONE: 422,
    NO_PAYER: 422,
    NO_ACCOUNT: 422,
    OPTED_OUT: 422,
  },
});

export type NoticeDelivery = DocOf<typeof noticeDelivery>;
export type NoticeDeliveryRow = RowOf<typeof noticeDelivery>;
