import { audienceFits, WIDE_AUDIENCE_FIELDS } from '../kit/audience.ts';
import { defineModule } from '../kit/define-module.ts';
import type { DocOf, RowOf } from '../kit/definition.ts';
import type { FieldErrors } from '../kit/errors.ts';
import { LANGUAGES } from '../kit/languages.ts';
import { RESIDENT_ROLES } from './resident.ts';
import { endsAfter } from './resident-form.ts';

const READ_ONLY = { readOnly: true, staffOnly: true } as const;
const COUNT = { kind: 'integer', initial: 0, ...READ_ONLY } as const;

const TRANSLATION = {
  language: { kind: 'choice', options: LANGUAGES, required: true },
  title: { kind: 'text', max: 200, required: true },
  content: { kind: 'richText', max: 20_000, required: true },
} as const;

/** Places that are chosen are whom it is for, whether that is said or not. */
export function withAudience<V extends Record<string, unknown>>(values: V): V {
  const { audience, blockIds, floorIds, unitIds, labelIds } = values;
  const chosen = [blockIds, floorIds, unitIds, labelIds].some(ids => Array.isArray(ids) && ids.length > 0);
  return audience === undefined && chosen ? { ...values, audience: 'UNITS' } : values;
}

/** A language is said once. */
function oncePerLanguage(lines: unknown): FieldErrors {
  const said = (Array.isArray(lines) ? lines : []).map(one => one?.language);
  const again = said.findIndex((language, at) => said.indexOf(language) < at);
  return again < 0 ? {} : { [`texts.${again}.language`]: { code: 'LANGUAGE_TWICE' } };
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
    ...endsAfter('validFrom', 'validTo', 'DATES_REVERSED')(values),
    ...oncePerLanguage(values.texts),
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
  flags: ['read', 'write', 'delete', 'export', 'updateStatus', 'aggregate'],
  fields: {
    code: { kind: 'text', max: 30, readOnly: true, search: true, code: true },
    title: { kind: 'text', max: 200, required: true, search: true },
    content: { kind: 'richText', max: 20_000, required: true, missing: 'ANNOUNCEMENT_CONTENT_REQUIRED' },
    category: {
      kind: 'choice',
      options: ['NOTICE', 'UTILITY_CUT', 'MAINTENANCE', 'SAFETY', 'FEE', 'EVENT', 'OTHER'],
      initial: 'NOTICE',
    },
    // When what it tells happens: water is off from one till four.
    validFrom: { kind: 'instant' },
    validTo: { kind: 'instant' },
    // What whoever reads another language gets in its place.
    texts: { kind: 'lines', of: TRANSLATION, max: 4 },
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
    // Of those homes these alone; none: everybody.
    roles: {
      kind: 'lines',
      max: RESIDENT_ROLES.length,
      ticked: true,
      staffOnly: true,
      of: { role: { kind: 'choice', options: RESIDENT_ROLES, required: true } },
    },
    scheduledAt: { kind: 'instant', staffOnly: true },
    attachments: { kind: 'files', max: 5, detailOnly: true },
    authorId: { kind: 'ref', to: 'employee', ...READ_ONLY },
    recipientCount: COUNT,
    sentCount: COUNT,
    /** Handed over, and not gone out: SMS wait for the morning. */
    waitingCount: COUNT,
    failedCount: COUNT,
    /** The last unit whose people were told: where sending goes on. */
    sentUpTo: { kind: 'text', max: 24, ...READ_ONLY, internal: true, detailOnly: true },
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
    WITHDRAWN: { tone: 'ended', icon: 'circle-x' },
  },
  initial: 'DRAFT',
  // What was told is withdrawn, and stays.
  removedIn: ['DRAFT'],
  actions: {
    send: {
      from: ['DRAFT', 'SCHEDULED'],
      to: 'SENDING',
      flag: 'updateStatus',
      danger: true,
      key: 's',
      // How many people the question named: others may have moved in or out since.
      input: { expected: { kind: 'integer', min: 0, internal: true } },
    },
    schedule: {
      from: ['DRAFT'],
      to: 'SCHEDULED',
      flag: 'updateStatus',
      input: { scheduledAt: { kind: 'instant', required: true } },
    },
    resend: { from: ['SENT'], flag: 'updateStatus', asks: true },
    unschedule: { from: ['SCHEDULED'], to: 'DRAFT', flag: 'updateStatus' },
    // Out of the app at once; mails and short messages that are out stay out.
    withdraw: { from: ['SENDING', 'SENT'], to: 'WITHDRAWN', flag: 'updateStatus', reason: true, danger: true },
    finish: { from: ['SENDING'], to: 'SENT', flag: 'updateStatus', by: 'system' },
  },
  resident: { shared: true, statuses: ['SENDING', 'SENT'] },
  list: {
    columns: [
      'code',
      'title',
      'category',
      'audience',
      'sendTypes',
      'urgent',
      'scheduledAt',
      'recipientCount',
      'sentCount',
      'waitingCount',
      'failedCount',
      'authorId',
      'sentAt',
      'createdAt',
      'status',
    ],
    sorts: ['createdAt', 'scheduledAt', 'sentAt'],
    defaultSort: '-createdAt',
    filters: [
      'status',
      'category',
      'audience',
      'sendTypes',
      'urgent',
      'authorId',
      'validTo',
      'scheduledAt',
      'sentAt',
      'createdAt',
    ],
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
