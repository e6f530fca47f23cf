import { ticketReply } from '@lobby/shared/modules/ticket-reply.ts';
import { db } from '../kit/database/database.ts';
import { collectionOf } from '../kit/store/schema.ts';
import type { Migration } from './migrate.ts';

/** Canned replies that were written before they had a scope are offered under requests and in chats, as they were. */
export const scopesOfReplies: Migration = {
  name: '2026-11-25 scopes of replies',
  async run() {
    await db()
      .collection(collectionOf(ticketReply))
      .updateMany({ scope: { $exists: false } }, { $set: { scope: 'BOTH' } });
  },
};
