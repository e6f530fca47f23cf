import { defineModule } from '../kit/define-module.ts';

/** The states of what was sent to somebody by one way (product.md 4, E-mail send status). */
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

/** What became of an announcement with one person by one way. */
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
    problem: { kind: 'text', max: 100 },
    // Of an urgent one in the app: when its reader has said so.
    acknowledgedAt: { kind: 'instant' },
    mailId: { kind: 'text', max: 24, internal: true, detailOnly: true },
  },
  statuses: {
    ...DELIVERY_STATES,
    // Opened in the app by whom it was for.
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
