import { AUDIENCE_FIELDS, audienceFits } from '../kit/audience.ts';
import { defineModule } from '../kit/define-module.ts';
import type { DocOf, RowOf } from '../kit/definition.ts';

/** A news article for residents: draft, scheduled, published, or withdrawn. */
export const news = defineModule({
  name: 'news',
  code: 'NEWS',
  path: '/news',
  route: 'news',
  icon: 'newspaper',
  menu: { group: 'customerService', order: 15, key: 'news', makes: true },
  title: 'title',
  flags: ['read', 'write', 'delete', 'export', 'updateStatus', 'aggregate'],
  fields: {
    title: { kind: 'text', max: 200, required: true, search: true },
    summary: { kind: 'text', max: 300, search: true },
    content: { kind: 'richText', max: 50_000, required: true, detailOnly: true },
    category: { kind: 'choice', options: ['NEWS', 'RULES', 'EVENT', 'GUIDE', 'COMMUNITY'], initial: 'NEWS' },
    ...AUDIENCE_FIELDS,
    audience: { ...AUDIENCE_FIELDS.audience, initial: 'RESIDENTS' },
    pinned: { kind: 'flag', readOnly: true },
    images: { kind: 'files', max: 5, images: true, detailOnly: true },
    attachments: { kind: 'files', max: 5, detailOnly: true },
    publishAt: { kind: 'instant', readOnly: true },
    expiresAt: { kind: 'instant', staffOnly: true },
    notify: { kind: 'flag', initial: false, staffOnly: true },
    publishedAt: { kind: 'instant', readOnly: true },
    edited: { kind: 'flag', readOnly: true },
    editedAt: { kind: 'instant', readOnly: true },
    authorId: { kind: 'ref', to: 'employee', readOnly: true, staffOnly: true },
    reason: { kind: 'longText', max: 500, readOnly: true, staffOnly: true, detailOnly: true },
    viewers: { kind: 'integer', initial: 0, readOnly: true, staffOnly: true },
    // The last unit whose residents were notified; null where nobody is left to notify.
    toldUpTo: { kind: 'text', max: 24, readOnly: true, staffOnly: true, internal: true },
  },
  statuses: {
    UNPUBLISHED: { tone: 'waiting', icon: 'circle-dot' },
    SCHEDULED: { tone: 'waiting', icon: 'clock' },
    PUBLISHED: { tone: 'done', icon: 'circle-check' },
    DO_NOT_PUBLISH: { tone: 'ended', icon: 'ban' },
  },
  initial: 'UNPUBLISHED',
  removedIn: ['UNPUBLISHED', 'SCHEDULED', 'DO_NOT_PUBLISH'],
  actions: {
    publish: {
      from: ['UNPUBLISHED', 'SCHEDULED', 'DO_NOT_PUBLISH'],
      to: 'PUBLISHED',
      flag: 'updateStatus',
      asks: true,
      key: 'p',
    },
    schedule: {
      from: ['UNPUBLISHED', 'DO_NOT_PUBLISH'],
      to: 'SCHEDULED',
      flag: 'updateStatus',
      input: { publishAt: { kind: 'instant', ahead: 'NEWS_TIME_PAST', required: true } },
    },
    unschedule: { from: ['SCHEDULED'], to: 'UNPUBLISHED', flag: 'updateStatus' },
    unpublish: {
      from: ['PUBLISHED'],
      to: 'DO_NOT_PUBLISH',
      flag: 'updateStatus',
      multi: true,
      danger: true,
      input: { reason: { kind: 'longText', max: 500 } },
    },
    pin: {
      from: ['UNPUBLISHED', 'SCHEDULED', 'PUBLISHED', 'DO_NOT_PUBLISH'],
      flag: 'updateStatus',
      input: { pinned: { kind: 'flag', required: true } },
    },
  },
  resident: { shared: true, statuses: ['PUBLISHED'] },
  list: {
    columns: [
      'title',
      'category',
      'audience',
      'pinned',
      'publishAt',
      'viewers',
      'publishedAt',
      'authorId',
      'createdAt',
      'status',
    ],
    hidden: ['publishAt', 'authorId', 'createdAt'],
    sorts: ['createdAt', 'publishAt', 'publishedAt', 'viewers'],
    defaultSort: '-createdAt',
    filters: ['status', 'category', 'audience', 'pinned', 'authorId', 'publishAt', 'publishedAt', 'createdAt'],
    tabs: {
      published: { status: { in: ['PUBLISHED'] } },
      scheduled: { status: { in: ['SCHEDULED'] } },
      drafts: { status: { in: ['UNPUBLISHED'] } },
      stopped: { status: { in: ['DO_NOT_PUBLISH'] } },
      all: {},
    },
  },
  errors: {
    NEWS_TIME_PAST: 422,
    NEWS_EXPIRES_BEFORE: 422,
    NEWS_EXPIRED: 422,
    NEWS_TOO_MANY_PINNED: 422,
  },
  check: audienceFits,
});

export type News = DocOf<typeof news>;
export type NewsRow = RowOf<typeof news>;
