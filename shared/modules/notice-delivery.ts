import { defineModule } from '../kit/define-module.ts';
import type { DocOf, RowOf } from '../kit/definition.ts';
import { DELIVERY_STATES } from './announcement-delivery.ts';
import { NOTICE_CHANNELS, NOTICE_KINDS } from './notice-sending.ts';

/** Why a delivery failed or was skipped. */
export const REASONS = [
  'NO_PAYER',
  'NO_EMAIL',
  'NO_PHONE',
  'NO_APP',
  'NOT_SET_UP',
  'TEMPLATE_NOT_SET_UP',
  'NON_EXISTENT_ADDRESS',
  'MAILBOX_FULL',
  'PHONE_REJECTED',
  'MAIL_REJECTION',
  'EMAIL_CAPACITY_EXCEEDED',
  'PDF_FAILED',
  'CONTENT_REFUSED',
  'TIMED_OUT',
  'LIMIT_REACHED',
  'SPAM_MARK',
  'SUPPRESSED',
  'UNSUBSCRIBE',
  'MOVED_OUT',
  'PAID',
  'NOTICE_CANCELLED',
  'CANCELLED_BY_STAFF',
] as const;
export type Reason = (typeof REASONS)[number];

/** Delivery states: in progress, delivered, failed. Failed ones can be sent again. */
export const GOING = ['SEND', 'IN_PROGRESS_SEND_EMAIL', 'SENDING'] as const;
export const REACHED = ['SENT', 'DELIVERIED', 'OPENED', 'CLICKED', 'COMPLETED'] as const;
export const UNREACHED = ['BOUNCE', 'COMPLAINT', 'REJECT', 'FAILED', 'UNSUBSCRIBE'] as const;

/** Fields of a notice that make the key of its deliveries. */
interface Revised {
  readonly _id: string;
  readonly revision?: unknown;
}

/**
 * Unique key per notice, kind and channel; a value of `again` allows another sending. A further revision of a notice counts as
 * not sent, reminders of it do not begin anew.
 */
export function deliveryKey({ _id, revision }: Revised, kind: string, channel: string, again = ''): string {
  const edition = kind === 'NORMAL' && Number(revision ?? 1) > 1 ? `r${revision}` : '';
  return [_id, kind, channel, edition, again].filter(Boolean).join(':');
}

/** Delivery of a notice to one household by one channel (product.md 4, E-mail send status). */
export const noticeDelivery = defineModule({
  name: 'notice-delivery',
  code: 'FEE_NOTICE',
  path: '/fee-notice/send-result',
  route: 'invoice-send-result',
  icon: 'send',
  menu: { group: 'fees', order: 9, key: 'noticeResults' },
  title: 'channel',
  flags: ['read', 'export', 'updateStatus', 'aggregate', 'readEncrypted', 'exportEncrypted'],
  calls: ['list', 'detail', 'badges', 'export', 'activities', 'reveal'],
  fields: {
    unitId: { kind: 'ref', to: 'unit', required: true, search: true },
    residentId: { kind: 'ref', to: 'resident' },
    /** E-mail address or phone number used. */
    to: { kind: 'text', max: 254, personal: true, whose: 'residentId', readOnly: true },
    channel: { kind: 'choice', options: NOTICE_CHANNELS, required: true },
    kind: { kind: 'choice', options: NOTICE_KINDS, required: true },
    month: { kind: 'month', required: true },
    noticeId: { kind: 'ref', to: 'fee-notice', required: true },
    runId: { kind: 'ref', to: 'notice-run', required: true },
    owed: { kind: 'money', readOnly: true, initial: 0 },
    reason: { kind: 'choice', options: REASONS },
    segments: { kind: 'integer', readOnly: true, detailOnly: true },
    /** Cost of an SMS, in VND. */
    cost: { kind: 'money', readOnly: true, initial: 0, detailOnly: true },
    /** Note of staff on why it was stopped. */
    detail: { kind: 'text', max: 300, readOnly: true, detailOnly: true },
    printedAt: { kind: 'instant', readOnly: true, detailOnly: true },
    /** It failed, and an address of the household was corrected afterwards. */
    corrected: { kind: 'flag', readOnly: true, initial: false },
    /** Staff have dealt with the failed delivery. */
    handled: { kind: 'flag', readOnly: true, initial: false },
    handledNote: { kind: 'text', max: 300, readOnly: true, detailOnly: true },
    handledById: { kind: 'ref', to: 'employee', readOnly: true, detailOnly: true },
    handledAt: { kind: 'instant', readOnly: true, detailOnly: true },
    /** Person who took the printed notice; `signature` is the proof of receipt. */
    givenTo: { kind: 'text', max: 100, readOnly: true, detailOnly: true },
    givenAt: { kind: 'instant', readOnly: true, detailOnly: true },
    signature: { kind: 'files', max: 1, images: true, drawn: true, readOnly: true, detailOnly: true },
    /** Content as sent: HTML of mails, otherwise plain text. */
    subject: { kind: 'text', max: 300, internal: true, readOnly: true, detailOnly: true },
    content: { kind: 'longText', max: 100_000, internal: true, readOnly: true, detailOnly: true },
    templateId: { kind: 'ref', to: 'template', readOnly: true, detailOnly: true },
    templateRevision: { kind: 'integer', readOnly: true, detailOnly: true },
    mailId: { kind: 'text', max: 24, internal: true, readOnly: true, detailOnly: true },
    /** Unique key of an attempt: recipient, kind, channel and round; free again where the attempt reached nobody. */
    once: {
      kind: 'text',
      max: 120,
      key: true,
      internal: true,
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
    printed: {
      from: ['SEND'],
      to: 'COMPLETED',
      flag: 'updateStatus',
      when: { channel: ['PRINT'] },
      multi: true,
      key: 'p',
    },
    given: {
      from: ['COMPLETED'],
      flag: 'updateStatus',
      when: { channel: ['PRINT'] },
      input: {
        givenTo: { kind: 'text', max: 100, required: true },
        signature: { kind: 'files', max: 1, images: true, drawn: true },
      },
    },
    stop: {
      from: ['SEND'],
      to: 'FAILED',
      flag: 'updateStatus',
      when: { channel: ['EMAIL', 'SMS', 'ZALO'] },
      input: { detail: { kind: 'text', min: 2, max: 300, required: true } },
      danger: true,
    },
    handle: {
      from: [...UNREACHED],
      flag: 'updateStatus',
      when: { handled: ['false'] },
      togglesFlag: true,
      multi: true,
      key: 'h',
      input: { handledNote: { kind: 'text', max: 300 } },
    },
  },
  linked: ['mailId'],
  list: {
    columns: [
      'unitId',
      'residentId',
      'to',
      'channel',
      'kind',
      'month',
      'noticeId',
      'runId',
      'owed',
      'reason',
      'corrected',
      'handled',
      'updatedAt',
      'createdAt',
      'status',
    ],
    hidden: ['runId', 'corrected', 'createdAt'],
    sorts: ['createdAt'],
    defaultSort: '-createdAt',
    waits: {
      failed: {
        as: 'today',
        where: { status: { in: [...UNREACHED] }, handled: { in: ['false'] } },
        flag: 'updateStatus',
        by: 'createdAt',
        does: 'resend',
      },
    },
    filters: [
      'status',
      'channel',
      'kind',
      'month',
      'reason',
      'corrected',
      'handled',
      'unitId',
      'noticeId',
      'runId',
      'createdAt',
    ],
    indexed: ['unitId', 'noticeId', 'runId', 'corrected'],
    tabs: {
      failed: { status: { in: [...UNREACHED] } },
      corrected: { corrected: { in: ['true'] } },
      inProgress: { status: { in: [...GOING] } },
      completed: { status: { in: [...REACHED] } },
      all: {},
    },
  },
  errors: {
    NOTICE_SENT: 409,
    NOTICE_NOT_DUE: 422,
    SUPPRESSED: 422,
    NO_EMAIL: 422,
    NO_PHONE: 422,
    NO_PAYER: 422,
    NO_APP: 422,
    UNSUBSCRIBE: 422,
  },
});

export type NoticeDelivery = DocOf<typeof noticeDelivery>;
export type NoticeDeliveryRow = RowOf<typeof noticeDelivery>;
