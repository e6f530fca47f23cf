import { audienceFits, WIDE_AUDIENCE_FIELDS } from '../kit/audience.ts';
import { defineModule } from '../kit/define-module.ts';
import type { DocOf, RowOf } from '../kit/definition.ts';
import type { FieldErrors } from '../kit/errors.ts';
import { LANGUAGES } from '../kit/languages.ts';
import { RESIDENT_ROLES } from './resident.ts';

const READ_ONLY = { readOnly: true, staffOnly: true } as const;
const COUNT = { kind: 'integer', initial: 0, ...READ_ONLY } as const;

const TRANSLATION = {
  language: { kind: 'choice', options: LANGUAGES, required: true },
  title: { kind: 'text', max: 200, required: true },
  content: { kind: 'longText', max: 5000, required: true },
} as const;

/** A language is said once. */
function oncePerLanguage(lines: unknown): FieldErrors {
  const said = (Array.isArray(lines) ? lines : []).map(one => one?.language);
  const again = said.findIndex((language, at) => said.indexOf(language) < at);
  return again < 0 ? {} : { [`translations.${again}.language`]: { code: 'LANGUAGE_TWICE' } };
}

/** The ways in which people are told. */
const SEND_TYPES = ['APP', 'EMAIL', 'SMS'] as const;
export type SendType = (typeof SEND_TYPES)[number];

/** The ways that an announcement names. */
export const sendTypesOf = ({ sendTypes }: { sendTypes?: unknown }): readonly SendType[] =>
  (Array.isArray(sendTypes) ? sendTypes : []).map(one => one?.channel);

/** rules.md 8: content and send types required; somebody has to be told. */
function canBeSent(values: Record<string, unknown>): FieldErrors {
  const { audience } = values;
  const types = sendTypesOf(values);
  return {
    ...audienceFits(values),
    ...oncePerLanguage(values.translations),
    ...(audience === 'STAFF' && { audience: { code: 'AUDIENCE_EMPTY' } }),
    ...(types.length === 0 && { sendTypes: { code: 'ANNOUNCEMENT_SEND_TYPES_REQUIRED' } }),
    ...(new Set(types).size < types.length && { sendTypes: { code: 'LISTED_TWICE' } }),
  };
}

/** What the building tells its residents: to whom, by which ways and when; and what became of it (product.md 3). */
export const announcement = defineModule({
  name: 'announcement',
  code: 'ANNOUNCEMENT',
  path: '/announcement',
  route: 'announcement',
  icon: 'megaphone',
  menu: { group: 'customerService', order: 0, key: 'announcements', makes: true },
  prefix: 'TB',
  title: 'title',
  flags: ['read', 'write', 'delete', 'export', 'updateStatus'],
  fields: {
    code: { kind: 'text', max: 30, readOnly: true, search: true, code: true },
    title: { kind: 'text', max: 200, required: true, search: true },
    content: { kind: 'longText', max: 5000, required: true, missing: 'ANNOUNCEMENT_CONTENT_REQUIRED' },
    // What whoever reads another language gets in its place.
    translations: { kind: 'lines', of: TRANSLATION, max: 4 },
    sendTypes: {
      kind: 'lines',
      max: SEND_TYPES.length,
      ticked: true,
      staffOnly: true,
      of: { channel: { kind: 'choice', options: SEND_TYPES, required: true } },
    },
    /** Comes at any hour by every way, whatever was turned off. */
    urgent: { kind: 'flag', initial: false },
    ...WIDE_AUDIENCE_FIELDS,
    audience: { ...WIDE_AUDIENCE_FIELDS.audience, initial: 'RESIDENTS' },
    role: { kind: 'choice', options: RESIDENT_ROLES, staffOnly: true },
    sendAt: { kind: 'instant', staffOnly: true },
    attachments: { kind: 'files', max: 5, detailOnly: true },
    creatorId: { kind: 'ref', to: 'employee', ...READ_ONLY },
    recipientCount: COUNT,
    sentCount: COUNT,
    /** Handed over, and not gone out: SMS wait for the morning. */
    waitingCount: COUNT,
    failedCount: COUNT,
    /** The last unit whose people were told: where sending goes on. */
    sentUpTo: { kind: 'text', max: 24, ...READ_ONLY, inner: true, detailOnly: true },
    sentAt: { kind: 'instant', readOnly: true },
    /** When it was seen that its time had long passed: it waits for its author. */
    missedAt: { kind: 'instant', ...READ_ONLY, detailOnly: true },
    reason: { kind: 'longText', max: 1000, ...READ_ONLY, detailOnly: true },
  },
  statuses: {
    DRAFT: { tone: 'waiting', icon: 'circle-dot' },
    SCHEDULED: { tone: 'waiting', icon: 'clock' },
    SENDING: { tone: 'going', icon: 'circle-dot' },
    SENT: { tone: 'done', icon: 'check' },
    CANCELLED: { tone: 'ended', icon: 'circle-x' },
  },
  initial: 'DRAFT',
  actions: {
    send: {
      from: ['DRAFT', 'SCHEDULED'],
      to: 'SENDING',
      flag: 'updateStatus',
      danger: true,
      key: 's',
      // How many people the question named: others may have moved in or out since.
      input: { expected: { kind: 'integer', min: 0, inner: true } },
    },
    schedule: {
      from: ['DRAFT'],
      to: 'SCHEDULED',
      flag: 'updateStatus',
      input: { sendAt: { kind: 'instant', required: true } },
    },
    resend: { from: ['SENT'], flag: 'updateStatus' },
    cancel: { from: ['SCHEDULED', 'SENDING'], to: 'CANCELLED', flag: 'updateStatus', reason: true, danger: true },
    finish: { from: ['SENDING'], to: 'SENT', flag: 'updateStatus', by: 'system' },
  },
  resident: { shared: true, statuses: ['SENDING', 'SENT'] },
  list: {
    columns: [
      'code',
      'title',
      'audience',
      'sendTypes',
      'urgent',
      'sendAt',
      'recipientCount',
      'sentCount',
      'waitingCount',
      'failedCount',
      'creatorId',
      'sentAt',
      'createdAt',
      'status',
    ],
    sorts: ['createdAt', 'sendAt', 'sentAt'],
    defaultSort: '-createdAt',
    filters: ['status', 'audience', 'sendTypes', 'urgent', 'creatorId', 'sendAt', 'sentAt', 'createdAt'],
    tabs: {
      open: { status: { in: ['DRAFT', 'SCHEDULED', 'SENDING'] } },
      sent: { status: { in: ['SENT'] } },
      all: {},
    },
  },
  errors: {
    ANNOUNCEMENT_CONTENT_REQUIRED: 400,
    ANNOUNCEMENT_SEND_TYPES_REQUIRED: 400,
    ANNOUNCEMENT_TIME_PAST: 422,
    ANNOUNCEMENT_NO_RECIPIENTS: 422,
    ANNOUNCEMENT_COUNT_CHANGED: 409,
    ANNOUNCEMENT_SENT: 409,
    SMS_NOT_SET_UP: 422,
  },
  check: canBeSent,
});

export type Announcement = DocOf<typeof announcement>;
export type AnnouncementRow = RowOf<typeof announcement>;
