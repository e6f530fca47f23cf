import { news } from '@lobby/shared/modules/news.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { attemptEach, attemptSteps } from '../../kit/jobs/attempt-each.ts';
import { perform } from '../../kit/records/typed-behaviour.ts';
import { records, type Where } from '../../kit/store/records.ts';
import { defineJob } from '../../platform/projects/define-job.ts';
import { acts } from './acts.ts';
import { notifyResidents } from './notify.ts';

const due = (ctx: Ctx, filter: Where<typeof news>) => records(news).find(ctx, filter, { limit: 100 });

async function turn(ctx: Ctx, name: 'publish' | 'unpublish', filter: Where<typeof news>): Promise<number> {
  return attemptEach(await due(ctx, filter), ({ _id }) =>
    perform(ctx, { definition: news, name, id: _id, input: {} }, acts[name]),
  );
}

async function notifyOfNews(ctx: Ctx): Promise<void> {
  await attemptEach(await due(ctx, { status: 'PUBLISHED', toldUpTo: { $ne: null } }), doc => notifyResidents(ctx, doc));
}

/** Publishes scheduled articles, unpublishes expired ones, and notifies residents. */
export const newsJob = defineJob({
  name: 'news',
  every: '* * * * *',
  async perProject(ctx) {
    const steps = [
      () => turn(ctx, 'publish', { status: 'SCHEDULED', publishAt: { $lte: ctx.now } }),
      () => turn(ctx, 'unpublish', { status: 'PUBLISHED', expiresAt: { $lte: ctx.now } }),
      () => notifyOfNews(ctx),
    ];
    return attemptSteps(steps);
  },
});
