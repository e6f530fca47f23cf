import { audienceFits, NARROWING_FIELDS, WIDE_AUDIENCE_FIELDS } from '../kit/audience.ts';
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

/** Sets the audience to UNITS where places are given without an audience. */
export function withAudience<V extends Record<string, unknown>>(values: V): V {
  const { audience, blockIds, floorIds, unitIds, labelIds } = values;
  const chosen = [blockIds, floorIds, unitIds, labelIds].some(ids => Array.isArray(ids) && ids.length > 0);
  return audience === undefined && chosen ? { ...values, audience: 'UNITS' } : values;
}

/** Refuses two translations into the same language. */
function oncePerLanguage(lines: unknown): FieldErrors {
  const languages = (Array.isArray(lines) ? lines : []).map(line => line?.language);
  const again = languages.findIndex((language, at) => languages.indexOf(language) < at);
  return again < 0 ? {} : { [`texts.${again}.language`]: { code: 'LANGUAGE_TWICE' } };
}

const SEND_TYPES = ['APP', 'EMAIL', 'SMS'] as const;
export type SendType = (typeof SEND_TYPES)[number];

export const sendTypesOf = ({ sendTypes }: { sendTypes?: unknown }): readonly SendType[] =>
  (Array.isArray(sendTypes) ? sendTypes : []).map(line => line?.channel);

/** Refuses an announcement without recipients or channels (rules.md 8). */
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

/** An announcement of the building: recipients, channels, time, and delivery results (product.md 3). */
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
    // Time span of the announced event, such as a water cut.
    validFrom: { kind: 'instant' },
    validTo: { kind: 'instant' },
    // Translations for readers of other languages.
    texts: { kind: 'lines', of: TRANSLATION, max: 4 },
    sendTypes: {
      kind: 'lines',
      max: SEND_TYPES.length,
      ticked: true,
      staffOnly: true,
      of: { channel: { kind: 'choice', options: SEND_TYPES, required: true } },
    },
    /** Sent at any hour by every channel, regardless of opt-outs. */
    urgent: { kind: 'flag', initial: false },
    ...WIDE_AUDIENCE_FIELDS,
    audience: { ...WIDE_AUDIENCE_FIELDS.audience, initial: 'RESIDENTS' },
    // Limits the recipients to residents with these roles; empty: everybody.
    roles: {
      kind: 'lines',
      max: RESIDENT_ROLES.length,
      ticked: true,
      staffOnly: true,
      of: { role: { kind: 'choice', options: RESIDENT_ROLES, required: true } },
    },
    ...NARROWING_FIELDS,
    scheduledAt: { kind: 'instant', staffOnly: true },
    attachments: { kind: 'files', max: 5, mailed: true, detailOnly: true },
    authorId: { kind: 'ref', to: 'employee', ...READ_ONLY },
    recipientCount: COUNT,
    sentCount: COUNT,
    /** Accepted but not sent yet, e.g. SMS held back until morning. */
    waitingCount: COUNT,
    failedCount: COUNT,
    /** The last unit whose residents were notified; sending resumes after it. */
    sentUpTo: { kind: 'text', max: 24, ...READ_ONLY, internal: true, detailOnly: true },
    sentAt: { kind: 'instant', readOnly: true },
    /** When the scheduled time was found to be long past; it is then not sent until its author decides. */
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
  // Sent announcements are withdrawn, not deleted.
  removedIn: ['DRAFT'],
  actions: {
    send: {
      from: ['DRAFT', 'SCHEDULED'],
      to: 'SENDING',
      flag: 'updateStatus',
      asks: true,
      key: 's',
      // Number of recipients shown in the confirmation; refused if it has changed since.
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
    // The app stops showing it; sent mails and SMS cannot be recalled.
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
    hidden: ['category', 'urgent', 'scheduledAt', 'authorId', 'createdAt'],
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

const { sendTypes, urgent, audience, blockIds, floorIds, unitIds, labelIds, roles, ownersOnly, excludeUnitIds } =
  announcement.fields;
/** Fields that say whom an announcement reaches, and how. */
export const REACHING = {
  sendTypes,
  urgent,
  audience,
  blockIds,
  floorIds,
  unitIds,
  labelIds,
  roles,
  ownersOnly,
  excludeUnitIds,
};
