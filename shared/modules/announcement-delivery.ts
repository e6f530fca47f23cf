import { defineModule } from '../kit/define-module.ts';

/** Delivery states of a message per channel (product.md 4, E-mail send status). */
export const DELIVERY_STATES = {
  SEND: { tone: 'waiting', icon: 'clock' },
  SENT: { tone: 'done', icon: 'check' },
  DELIVERIED: { tone: 'done', icon: 'check' },
  OPENED: { tone: 'done', icon: 'circle-check' },
  CLICKED: { tone: 'done', icon: 'circle-check' },
  BOUNCE: { tone: 'bad', icon: 'circle-x' },
  COMPLAINT: { tone: 'bad', icon: 'circle-x' },
  REJECT: { tone: 'bad', icon: 'ban' },
  FAILED: { tone: 'bad', icon: 'circle-x' },
  UNSUBSCRIBE: { tone: 'ended', icon: 'ban' },
} as const;

/** Delivery of an announcement to one person by one channel. */
export const announcementDelivery = defineModule({
  name: 'announcement-delivery',
  code: 'ANNOUNCEMENT',
  path: '/announcement-delivery',
  title: 'channel',
  flags: ['read', 'export'],
  calls: ['list', 'detail', 'badges', 'export'],
  silent: true,
  fields: {
    announcementId: { kind: 'ref', to: 'announcement', required: true, part: true },
    residentId: { kind: 'ref', to: 'resident', required: true },
    unitId: { kind: 'ref', to: 'unit' },
    channel: { kind: 'choice', options: ['APP', 'EMAIL', 'SMS'], required: true },
    problem: { kind: 'text', max: 100, wordedBy: 'problems' },
    // When the reader acknowledged an urgent announcement in the app.
    acknowledgedAt: { kind: 'instant' },
    mailId: { kind: 'text', max: 24, internal: true, detailOnly: true },
  },
  statuses: {
    ...DELIVERY_STATES,
    // The recipient opened it in the app.
    SEEN: { tone: 'done', icon: 'circle-check' },
    SKIPPED: { tone: 'ended', icon: 'ban' },
  },
  initial: 'SEND',
  follows: ['seen', 'acknowledge'],
  list: {
    columns: ['residentId', 'unitId', 'channel', 'problem', 'acknowledgedAt', 'updatedAt', 'status'],
    sorts: ['createdAt'],
    defaultSort: '-createdAt',
    filters: ['announcementId', 'residentId', 'unitId', 'channel', 'status'],
    indexed: ['announcementId', 'mailId', 'residentId'],
    tabs: { all: {}, failed: { status: { in: ['BOUNCE', 'COMPLAINT', 'REJECT', 'FAILED', 'UNSUBSCRIBE'] } } },
  },
});
