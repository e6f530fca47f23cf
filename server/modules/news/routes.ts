import { responseSchema } from '@lobby/shared/kit/answer-schema.ts';
import { idSchema } from '@lobby/shared/kit/schema.ts';
import { newsReach } from '@lobby/shared/modules/news.contract.ts';
import { news } from '@lobby/shared/modules/news.ts';
import { z } from 'zod';
import type { Ctx } from '../../kit/base/context.ts';
import { type Collection, db, type Session } from '../../kit/database/database.ts';
import { type Route, route } from '../../kit/http/route.ts';
import { load } from '../../kit/records/acts/act.ts';
import { create } from '../../kit/records/records.ts';
import { untyped } from '../../kit/records/typed-behaviour.ts';
import { loadDetail } from '../../kit/serve.ts';
import type { Doc } from '../../kit/store/records.ts';
import { save } from '../../kit/store/save.ts';
import { loadReach } from '../announcement/index.ts';
import { completeNews } from './acts.ts';

/** Views: one row per person and article. */
export const viewerCollection: Collection = { name: 'news-viewers', indexes: [] };
const viewers = () => db().collection<{ _id: string; projectId: string; at: Date }>(viewerCollection.name);

/** Counts the first view of a resident. */
async function count(ctx: Ctx, doc: Doc<typeof news>): Promise<void> {
  const _id = `${doc._id}/${ctx.userId}`;
  if (await viewers().findOne({ _id }, { projection: { _id: 1 } })) return;
  const also = async (session: Session) =>
    void (await viewers().insertOne({ _id, projectId: ctx.projectId, at: ctx.now }, { session }));
  await save({ ...ctx, once: null }, [
    {
      definition: news,
      action: 'view',
      quiet: true,
      update: { doc, set: {}, inc: { viewers: 1 }, keepVersion: true },
      also,
    },
  ]).catch(error => {
    // Opened twice concurrently.
    if ((error as { code?: number }).code !== 11_000) throw error;
  });
}

/** Wraps the detail route so that views of residents are counted. */
export const withViewCount = (detail: Route): Route => ({
  ...detail,
  async run(ctx, input) {
    if (ctx.kind === 'resident') await count(ctx, await load(ctx, news, String((input.params as { id: string }).id)));
    return detail.run(ctx, input);
  },
});

const COPIED = ['title', 'summary', 'content', 'category', 'audience', 'blockIds', 'unitIds', 'notify'] as const;

export const duplicateRoute: Route = route({
  method: 'post',
  path: `${news.path}/:id/duplicate`,
  summary: 'Begin another article with the words of this one',
  module: news.code,
  flags: ['write'],
  creates: true,
  params: z.strictObject({ id: idSchema }),
  answer: responseSchema(news, 'detail'),
  async run(ctx, { params: { id } }) {
    const doc = await load(ctx, news, id);
    const values = Object.fromEntries(COPIED.map(name => [name, doc[name]]).filter(([, value]) => value != null));
    const made = await create(ctx, news, values, untyped({ check: completeNews }));
    return loadDetail(ctx, news, await load(ctx, news, String(made.id)));
  },
});

/** Number of units and people in an article's audience. */
export const reachRoute: Route = route(newsReach, {
  flags: ['read'],
  async run(ctx, { params: { id } }) {
    const doc = await load(ctx, news, id);
    if (doc.audience === 'STAFF') return { units: 0, people: 0 };
    const { units, people } = await loadReach(ctx, doc);
    return { units, people };
  },
});
