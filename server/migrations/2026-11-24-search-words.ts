import { keptFilter } from '../kit/privacy/search-words.ts';
import { events } from '../kit/store/events.ts';
import type { Migration } from './migrate.ts';

/** Exports were remembered with what was searched for in plain: names, phones, e-mails. */
export const wordsOfExports: Migration = {
  name: '2026-11-24 search words',
  async run() {
    const asked = { action: { $in: ['export', 'exportEncrypted'] }, 'after.filter.q': { $type: 'string' } } as const;
    for await (const { _id, after } of events().find(asked)) {
      const filter = keptFilter(after?.filter as Record<string, unknown>);
      await events().updateOne({ _id }, { $set: { 'after.filter': filter } });
    }
  },
};
