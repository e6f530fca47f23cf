import { defineModule } from '../kit/define-module.ts';
import type { DocOf, RowOf } from '../kit/definition.ts';
import { E_INVOICE } from './invoice-item.ts';

const SET = { readOnly: true } as const;

/** Message types of the tax office; 999 and -1 can answer any message. */
export const TAX_MESSAGES = [
  '100',
  '102',
  '103',
  '200',
  '202',
  '203',
  '204',
  '300',
  '301',
  '302',
  '999',
  '-1',
] as const;
/** Answer to a query about a message: received, unknown, or no answer. */
export const OFFICE_SAYS = ['TAKEN', 'ABSENT', 'SILENT'] as const;
export type TaxMessageType = (typeof TAX_MESSAGES)[number];
/** Message id: `V` (intermediary) or `K` (own), tax code, 32 unique hex digits. */
export const MESSAGE_ID = /^[VK](\d{10}|\d{13})[0-9A-F]{32}$/;

const ANSWERED = { ANSWERED: 'TAX_MESSAGE_ALREADY_ANSWERED' } as const;
const UNSENT = {
  QUEUED: 'TAX_MESSAGE_NOT_SENT',
  SENDING: 'TAX_MESSAGE_NOT_SENT',
  FAILED: 'TAX_MESSAGE_NOT_SENT',
  CANCELLED: 'TAX_MESSAGE_NOT_SENT',
} as const;

/** A message to or from the tax office, with its transmission attempts and answer. */
export const taxMessage = defineModule({
  name: 'tax-message',
  code: E_INVOICE,
  path: '/e-invoice-message',
  opens: 'billing/invoice?part=messages&id=',
  icon: 'send',
  title: 'messageId',
  flags: ['read', 'sync', 'export', 'exportEncrypted'],
  calls: ['list', 'detail', 'activities', 'export', 'badges'],
  fields: {
    at: { kind: 'instant', ...SET },
    type: { kind: 'choice', options: TAX_MESSAGES, ...SET },
    direction: { kind: 'choice', options: ['OUT', 'IN'], ...SET },
    messageId: { kind: 'text', max: 60, key: true, ...SET, search: true, unique: true, taken: 'ALREADY_EXISTS' },
    replyTo: { kind: 'text', max: 60, key: true, ...SET, search: true },
    /** Invoice and number concerned. */
    invoiceId: { kind: 'ref', to: 'invoice', ...SET },
    seriesId: { kind: 'ref', to: 'invoice-series', ...SET, detailOnly: true },
    number: { kind: 'integer', ungrouped: true, ...SET },
    attempts: { kind: 'integer', initial: 0, ...SET },
    nextAt: { kind: 'instant', ...SET },
    /** How often the office answered that it does not know the message, and when last. */
    notThere: { kind: 'integer', initial: 0, ...SET, detailOnly: true, internal: true },
    notThereAt: { kind: 'instant', ...SET, detailOnly: true, internal: true },
    lastError: { kind: 'text', max: 500, ...SET },
    /** Latest answer to a query, and its time. */
    said: { kind: 'choice', options: OFFICE_SAYS, ...SET, detailOnly: true },
    saidAt: { kind: 'instant', ...SET, detailOnly: true },
    /** Reasons in the words of the tax office. */
    reasons: { kind: 'longText', max: 2000, ...SET, detailOnly: true },
  },
  statuses: {
    QUEUED: { tone: 'waiting', icon: 'clock' },
    SENDING: { tone: 'going', icon: 'circle-dot' },
    UNKNOWN: { tone: 'waiting', icon: 'timer-off' },
    SENT: { tone: 'going', icon: 'check' },
    ANSWERED: { tone: 'done', icon: 'circle-check' },
    FAILED: { tone: 'bad', icon: 'circle-x' },
    CANCELLED: { tone: 'ended', icon: 'ban' },
  },
  initial: 'QUEUED',
  actions: {
    query: { from: ['SENT', 'UNKNOWN'], statusCodes: { ...ANSWERED, ...UNSENT }, flag: 'sync' },
    resend: { from: ['FAILED'], to: 'QUEUED', statusCodes: ANSWERED, flag: 'sync' },
    // Set by the queue.
    send: { from: ['QUEUED'], to: 'SENDING', flag: 'sync', by: 'system' },
    settle: { from: ['QUEUED', 'SENDING', 'UNKNOWN', 'SENT'], flag: 'sync', by: 'system' },
    withdraw: { from: ['QUEUED'], to: 'CANCELLED', flag: 'sync', by: 'system' },
    /** Queried again after a matter under review was answered. */
    reopen: { from: ['ANSWERED'], to: 'UNKNOWN', flag: 'sync', by: 'system' },
  },
  list: {
    columns: [
      'at',
      'type',
      'direction',
      'invoiceId',
      'number',
      'attempts',
      'nextAt',
      'lastError',
      'messageId',
      'replyTo',
      'createdAt',
      'status',
    ],
    hidden: ['number', 'messageId', 'replyTo', 'nextAt', 'createdAt'],
    sorts: ['at', 'nextAt', 'createdAt'],
    defaultSort: '-at',
    filters: ['type', 'direction', 'invoiceId', 'status', 'at', 'createdAt'],
    indexed: ['invoiceId'],
    tabs: {
      all: {},
      waiting: { status: { in: ['QUEUED', 'SENDING', 'UNKNOWN'] } },
      failed: { status: { in: ['FAILED'] } },
    },
  },
  errors: {
    INVOICE_TEXT_TOO_LONG: 400,
    TAX_MESSAGE_NOT_SENT: 409,
    TAX_MESSAGE_ALREADY_ANSWERED: 409,
  },
});

export type TaxMessage = DocOf<typeof taxMessage>;
export type TaxMessageRow = RowOf<typeof taxMessage>;
