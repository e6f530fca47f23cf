import { MODULES } from '@lobby/shared/modules/index.ts';
import type { Collection } from '../kit/database/database.ts';
import { personKeyCollection } from '../kit/privacy/person-keys.ts';
import { eventCollection } from '../kit/store/events.ts';
import { collectionWithIndexes } from '../kit/store/schema.ts';
import { markCollection, roomMessageCollection } from '../modules/room/index.ts';
import { messageCollection } from '../modules/ticket/index.ts';
import { userCollection } from '../platform/auth/users.ts';
import { notificationCollection } from '../platform/notifications/notifications.ts';
import { projectCollection } from '../platform/projects/projects.ts';

/** Collections that are replaced with their indexes when the demo is reloaded. */
export const REPLACED: readonly Collection[] = [
  ...MODULES.map(collectionWithIndexes),
  eventCollection,
  personKeyCollection,
  messageCollection,
  markCollection,
  roomMessageCollection,
  notificationCollection,
  projectCollection,
  userCollection,
];

/** Collections whose ids recur in every demo: emptied before loading to avoid duplicates. */
export const EMPTIED: readonly string[] = [
  'bank-statement-links',
  'calendar-feeds',
  'conference-minutes',
  'feeNoticeRevisions',
  'handover-sheets',
  'invoice-claims',
  'lock_states',
  'numbers',
  'preferences',
  'reportTemplateRevisions',
  'sync-sent',
  'tax-message-xml',
  'templateRevisions',
  'vote-ballots',
  'vote-bases',
  'vote-marks',
];
