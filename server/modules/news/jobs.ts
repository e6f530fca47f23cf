import { news } from '@lobby/shared/modules/news.ts';
import { type Ctx, systemCtx } from '../../kit/base/context.ts';
import { Refusal } from '../../kit/base/errors.ts';
import { act } from '../../kit/records/act.ts';
import { rulesOf } from '../../kit/records/typed-behaviour.ts';
import { records } from '../../kit/store/records.ts';
import { projects, settingsOf } from '../../platform/projects/projects.ts';
import { acts } from './acts.ts';
import { notifyResidents } from './notify.ts';

const due = (ctx: Ctx, filter: Record<string, unknown>) => records(news).find(ctx, { ...filter }, { limit: 100 });

async function turn(ctx: Ctx, name: 'publish' | 'unpublish', filter: Record<string, unknown>): Promise<number> {
  let turned = 0;
  for (const { _id } of await due(ctx, filter)) {
    const done = await act(ctx, news, name, _id, {}, rulesOf(acts)[name] ?? (() => ({}))).catch(error => {
      // Published by another server, or rescheduled concurrently.
      if (error instanceof Refusal) return null;
      throw error;
    });
    if (done) turned++;
  }
  return turned;
}

/** Publishes scheduled articles, unpublishes expired ones, and notifies residents. */
export async function publishNews(now: Date): Promise<number> {
  let turned = 0;
  for await (const project of projects().find()) {
    const ctx = systemCtx(settingsOf(project), now);
    turned += await turn(ctx, 'publish', { status: 'SCHEDULED', publishAt: { $lte: now } });
    turned += await turn(ctx, 'unpublish', { status: 'PUBLISHED', expiresAt: { $lte: now } });
    for (const doc of await due(ctx, { status: 'PUBLISHED', toldUpTo: { $ne: null } })) await notifyResidents(ctx, doc);
  }
  return turned;
}
