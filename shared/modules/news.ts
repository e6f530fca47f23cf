import { AUDIENCE_FIELDS, audienceFits } from '../kit/audience.ts';
import { defineModule } from '../kit/define-module.ts';
import type { DocOf, RowOf } from '../kit/definition.ts';

/** What residents read of their building: written, published now or at a time, and taken back. */
export const news = defineModule({
  name: 'news',
  code: 'NEWS',
  path: '/news',
  route: 'news',
  icon: 'newspaper',
  menu: { group: 'customerService', order: 15, key: 'news', makes: true },
  title: 'title',
  flags: ['read', 'write', 'delete', 'updateStatus'],
  fields: {
    title: { kind: 'text', max: 200, required: true, search: true },
    summary: { kind: 'text', max: 300, search: true },
    content: { kind: 'longText', max: 20_000, required: true, detailOnly: true },
    category: { kind: 'choice', options: ['NEWS', 'EVENT', 'GUIDE', 'RULES'], initial: 'NEWS' },
    ...AUDIENCE_FIELDS,
    audience: { ...AUDIENCE_FIELDS.audience, initial: 'RESIDENTS' },
    pinned: { kind: 'flag' },
    images: { kind: 'files', max: 5, images: true, detailOnly: true },
    attachments: { kind: 'files', max: 5, detailOnly: true },
    publishAt: { kind: 'instant', staffOnly: true },
    publishedAt: { kind: 'instant', readOnly: true },
    creatorId: { kind: 'ref', to: 'employee', readOnly: true, staffOnly: true },
  },
  statuses: {
    DRAFT: { tone: 'waiting', icon: 'circle-dot' },
    SCHEDULED: { tone: 'waiting', icon: 'clock' },
    PUBLISHED: { tone: 'done', icon: 'circle-check' },
    UNPUBLISHED: { tone: 'ended', icon: 'ban' },
  },
  initial: 'DRAFT',
  actions: {
    publish: { from: ['DRAFT', 'SCHEDULED', 'UNPUBLISHED'], to: 'PUBLISHED', flag: 'updateStatus', key: 'p' },
    schedule: {
      from: ['DRAFT', 'UNPUBLISHED'],
      to: 'SCHEDULED',
      flag: 'updateStatus',
      input: { publishAt: { kind: 'instant', required: true } },
    },
    unpublish: { from: ['SCHEDULED', 'PUBLISHED'], to: 'UNPUBLISHED', flag: 'updateStatus', danger: true },
  },
  resident: { shared: true, statuses: ['PUBLISHED'] },
  list: {
    columns: [
      'title',
      'category',
      'audience',
      'pinned',
      'publishAt',
      'publishedAt',
      'creatorId',
      'createdAt',
      'status',
    ],
    sorts: ['createdAt', 'publishedAt'],
    defaultSort: '-createdAt',
    filters: ['status', 'category', 'audience', 'pinned', 'creatorId', 'publishedAt', 'createdAt'],
    tabs: {
      published: { status: { in: ['PUBLISHED'] } },
      draft: { status: { in: ['DRAFT', 'SCHEDULED', 'UNPUBLISHED'] } },
      all: {},
    },
  },
  errors: { SEND_TIME_PAST: 422 },
  check: audienceFits,
});

export type News = DocOf<typeof news>;
export type NewsRow = RowOf<typeof news>;
