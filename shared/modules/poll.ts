import { AUDIENCE_FIELDS, audienceFits } from '../kit/audience.ts';
import { defineModule } from '../kit/define-module.ts';
import type { DocOf, RowOf } from '../kit/definition.ts';
import type { FieldErrors } from '../kit/errors.ts';
import { HOUSEHOLD_ROLES, RESIDENT_ROLES } from './resident.ts';

const FEWEST = 2;
type Role = (typeof RESIDENT_ROLES)[number];

export const POLL_NOTICES = ['POLL_OPENED', 'POLL_ENDING', 'POLL_EXTENDED', 'POLL_REMINDED', 'POLL_CANCELLED'] as const;
const TELLING = { readOnly: true, staffOnly: true, internal: true, detailOnly: true } as const;

/** Roles that may vote; by default all, or for votes per unit the roles that represent a unit. */
export function rolesOf({ roles, weight }: Readonly<Record<string, unknown>>): readonly Role[] {
  const named = (Array.isArray(roles) ? roles : []).map(({ role }: { role: Role }) => role);
  if (named.length > 0) return named;
  return weight === 'UNIT' ? HOUSEHOLD_ROLES : RESIDENT_ROLES;
}

function asks(values: Record<string, unknown>): FieldErrors {
  const { options, most } = values;
  const lines: { text?: unknown }[] = Array.isArray(options) ? options : [];
  const count = options === undefined ? FEWEST : lines.length;
  const alike = new Set(lines.map(({ text }) => String(text).trim().toLowerCase())).size < lines.length;
  const wrong = count < FEWEST || alike;
  const named: { role?: unknown }[] = Array.isArray(values.roles) ? values.roles : [];
  const silent =
    values.weight === 'UNIT'
      ? named.findIndex(({ role }) => !HOUSEHOLD_ROLES.some(householdRole => householdRole === role))
      : -1;
  return {
    ...audienceFits(values),
    ...(wrong && { options: { code: 'POLL_OPTIONS_INVALID' } }),
    ...(silent >= 0 && { [`roles.${silent}.role`]: { code: 'CHOICE_INVALID' } }),
    ...(typeof most === 'number' &&
      options !== undefined &&
      most > count && { most: { code: 'TOO_LARGE', params: { max: count } } }),
  };
}

/** A poll among residents with one vote per person or unit; results are public. */
export const poll = defineModule({
  name: 'poll',
  code: 'POLL',
  path: '/poll',
  route: 'polls',
  icon: 'vote',
  menu: { group: 'customerService', order: 16, key: 'polls', makes: true },
  title: 'title',
  flags: ['read', 'write', 'delete', 'export', 'updateStatus', 'aggregate'],
  fields: {
    title: { kind: 'text', max: 200, required: true, search: true },
    content: { kind: 'richText', max: 5000, detailOnly: true },
    options: {
      kind: 'lines',
      required: true,
      max: 10,
      // The id survives a correction of the text.
      of: { id: { kind: 'text', max: 24, internal: true }, text: { kind: 'text', max: 200, required: true } },
    },
    most: { kind: 'integer', min: 1, max: 10, initial: 1 },
    weight: { kind: 'choice', options: ['PERSON', 'UNIT'], initial: 'PERSON' },
    results: { kind: 'choice', options: ['ALWAYS', 'AFTER_VOTE', 'AFTER_CLOSE'], initial: 'AFTER_VOTE' },
    change: { kind: 'flag', initial: true },
    roles: {
      kind: 'lines',
      max: RESIDENT_ROLES.length,
      ticked: true,
      detailOnly: true,
      of: { role: { kind: 'choice', options: RESIDENT_ROLES, required: true } },
    },
    /** Votes are stored under a keyed hash of the voter, so that nobody can attribute them. */
    anonymous: { kind: 'flag', initial: true },
    ...AUDIENCE_FIELDS,
    audience: { ...AUDIENCE_FIELDS.audience, initial: 'RESIDENTS' },
    /** Notifies voters when it opens. */
    notify: { kind: 'flag', initial: true, detailOnly: true },
    opensAt: { kind: 'instant', readOnly: true },
    closesAt: { kind: 'instant', ahead: 'POLL_TIME_PAST', required: true },
    images: { kind: 'files', max: 5, images: true, detailOnly: true },
    attachments: { kind: 'files', max: 5, detailOnly: true },
    // Returned to residents together with the answers, as far as `results` allows.
    counts: {
      kind: 'lines',
      internal: true,
      max: 10,
      readOnly: true,
      staffOnly: true,
      of: { id: { kind: 'text', max: 24, internal: true }, votes: { kind: 'integer', required: true } },
    },
    voted: { kind: 'integer', initial: 0, readOnly: true },
    /** Number of people or units entitled to vote. */
    entitled: { kind: 'integer', initial: 0, readOnly: true },
    openedAt: { kind: 'instant', readOnly: true },
    closedAt: { kind: 'instant', readOnly: true },
    authorId: { kind: 'ref', to: 'employee', readOnly: true, staffOnly: true },
    /** A text was corrected after it opened. */
    edited: { kind: 'flag', readOnly: true, detailOnly: true },
    remindedAt: { kind: 'instant', readOnly: true, staffOnly: true, detailOnly: true },
    endingTold: { kind: 'flag', ...TELLING },
    // Notification in progress, and the last recipient.
    telling: { kind: 'text', max: 20, key: true, ...TELLING },
    toldUpTo: { kind: 'text', max: 24, ...TELLING },
    reason: { kind: 'longText', max: 1000, readOnly: true, detailOnly: true },
  },
  statuses: {
    DRAFT: { tone: 'waiting', icon: 'circle-dot' },
    SCHEDULED: { tone: 'waiting', icon: 'clock' },
    OPEN: { tone: 'going', icon: 'circle-dot' },
    CLOSED: { tone: 'ended', icon: 'check' },
    CANCELLED: { tone: 'ended', icon: 'ban' },
  },
  initial: 'DRAFT',
  // Closed polls cannot be edited.
  editedIn: ['DRAFT', 'SCHEDULED', 'OPEN'],
  // Polls that may have votes cannot be removed.
  removedIn: ['DRAFT', 'CANCELLED'],
  actions: {
    publish: { from: ['DRAFT', 'SCHEDULED'], to: 'OPEN', flag: 'updateStatus', asks: true, key: 'o' },
    schedule: {
      from: ['DRAFT'],
      to: 'SCHEDULED',
      flag: 'updateStatus',
      input: { opensAt: { kind: 'instant', ahead: 'POLL_TIME_PAST', required: true } },
    },
    unschedule: { from: ['SCHEDULED'], to: 'DRAFT', flag: 'updateStatus' },
    extend: {
      from: ['OPEN'],
      flag: 'updateStatus',
      input: { closesAt: { kind: 'instant', ahead: 'POLL_TIME_PAST', required: true } },
    },
    remind: { from: ['OPEN'], flag: 'updateStatus', asks: true },
    close: { from: ['OPEN'], to: 'CLOSED', flag: 'updateStatus', reason: true, danger: true },
    cancel: { from: ['SCHEDULED', 'OPEN'], to: 'CANCELLED', flag: 'updateStatus', reason: true, danger: true },
  },
  resident: { shared: true, statuses: ['OPEN', 'CLOSED', 'CANCELLED'] },
  list: {
    columns: [
      'title',
      'most',
      'weight',
      'audience',
      'voted',
      'entitled',
      'anonymous',
      'closesAt',
      'openedAt',
      'authorId',
      'createdAt',
      'status',
    ],
    hidden: ['most', 'audience', 'anonymous', 'authorId', 'createdAt'],
    sorts: ['createdAt', 'opensAt', 'closesAt', 'voted'],
    defaultSort: '-createdAt',
    filters: ['status', 'weight', 'audience', 'anonymous', 'authorId', 'closesAt', 'createdAt'],
    tabs: {
      open: { status: { in: ['OPEN'] } },
      drafts: { status: { in: ['DRAFT'] } },
      scheduled: { status: { in: ['SCHEDULED'] } },
      closed: { status: { in: ['CLOSED', 'CANCELLED'] } },
      all: {},
    },
  },
  errors: {
    POLL_FIXED: 409,
    POLL_VOTED: 409,
    POLL_TIME_PAST: 422,
    POLL_TOO_MANY_ANSWERS: 400,
    POLL_OPTIONS_INVALID: 400,
    POLL_NOT_ENTITLED: 403,
    POLL_NOBODY: 422,
    POLL_REMINDED: 429,
  },
  check: asks,
});

export type Poll = DocOf<typeof poll>;
export type PollRow = RowOf<typeof poll>;
