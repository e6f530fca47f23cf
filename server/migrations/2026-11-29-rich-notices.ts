import { markupOf } from '@lobby/shared/kit/rich-text.ts';
import { announcement } from '@lobby/shared/modules/announcement.ts';
import { news } from '@lobby/shared/modules/news.ts';
import { poll } from '@lobby/shared/modules/poll.ts';
import { db } from '../kit/database/database.ts';
import { collectionOf, type Stored } from '../kit/store/schema.ts';
import type { Migration } from './migrate.ts';

const asMarkup = (value: unknown) =>
  typeof value === 'string' && value && !value.startsWith('<p>') ? markupOf(value) : value;

/** What the building writes to residents is markup: plain words become paragraphs. */
export const richNotices: Migration = {
  name: '2026-11-29 markup of announcements, news and polls',
  async run() {
    for (const definition of [announcement, news, poll]) {
      const all = db().collection<Stored>(collectionOf(definition));
      for await (const { _id, content, texts } of all.find({})) {
        const lines = Array.isArray(texts) && {
          texts: texts.map(line => ({ ...line, content: asMarkup(line.content) })),
        };
        await all.updateOne({ _id }, { $set: { content: asMarkup(content), ...lines } });
      }
    }
  },
};
