import { responseSchema } from '@lobby/shared/kit/answer-schema.ts';
import { wholeNumber } from '@lobby/shared/kit/query-schema.ts';
import { room } from '@lobby/shared/modules/room.ts';
import { z } from 'zod';
import { failFields } from '../../kit/base/errors.ts';
import type { Route } from '../../kit/http/route.ts';
import { records } from '../../kit/store/records.ts';
import { loadStatus } from './marks.ts';

/** List of rooms by offset, as specified; each with the reader's number of unread messages. */
export function withUnread(list: Route): Route {
  const row = responseSchema(room, 'row').extend({ unread: z.int().optional() });
  return {
    ...list,
    query: list.query.extend({ offset: wholeNumber(0, 1_000_000).optional() }),
    answer: z.array(row),
    async run(ctx, input) {
      const { offset, ...query } = input.query as Record<string, unknown> & { offset?: number; limit: number };
      if (offset === undefined) return list.run(ctx, { ...input, query: query as never });
      if (offset % query.limit !== 0) failFields({ offset: { code: 'INVALID' } });
      const page = { page: offset / query.limit + 1 };
      const rows = (await list.run(ctx, { ...input, query: { ...query, ...page } as never })) as { id: string }[];
      const docs = await records(room)
        .withRemoved()
        .find(ctx, { _id: { $in: rows.map(item => item.id) } }, { patience: 2000 });
      const unread = new Map(
        await Promise.all(docs.map(async doc => [doc._id, (await loadStatus(ctx, doc)).unread] as const)),
      );
      return rows.map(item => ({ ...item, unread: unread.get(item.id) ?? 0 }));
    },
  };
}
