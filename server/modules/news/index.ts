import type { Definition } from '@lobby/shared/kit/definition.ts';
import { news } from '@lobby/shared/modules/news.ts';
import { type Ctx, systemCtx } from '../../kit/base/context.ts';
import { failFields, Refusal } from '../../kit/base/errors.ts';
import type { Route } from '../../kit/http/route.ts';
import { act, type Rule } from '../../kit/records/act.ts';
import { serve } from '../../kit/serve.ts';
import { modelOf, type Stored } from '../../kit/store/schema.ts';
import { projects, settingsOf } from '../../platform/projects/projects.ts';

const publish: Rule = ctx => ({ set: { publishedAt: ctx.now } });

/** News of the building. */
export const newsRoutes = (all: readonly Definition[]): Route[] =>
  serve(
    news,
    {
      check: async (ctx, { kind, values }) => (kind === 'create' ? { ...values, creatorId: ctx.employeeId } : values),
      acts: {
        publish,
        schedule: (ctx, _doc, { publishAt }) => {
          if (Date.parse(String(publishAt)) < ctx.now.getTime() - 60_000)
            failFields({ publishAt: { code: 'SEND_TIME_PAST' } }, 'SEND_TIME_PAST');
          return { set: { publishAt: new Date(String(publishAt)) } };
        },
        unpublish: () => ({ set: { publishedAt: null } }),
      },
    },
    all,
  );

const due = (ctx: Ctx) =>
  modelOf(news)
    .find({ projectId: ctx.projectId, deletedAt: null, status: 'SCHEDULED', publishAt: { $lte: ctx.now } })
    .lean<Stored[]>();

/** Publishes what was scheduled for now. */
export async function publishNews(now: Date): Promise<number> {
  let published = 0;
  for await (const project of projects().find()) {
    const ctx = systemCtx(settingsOf(project), now);
    for (const { _id } of await due(ctx)) {
      const done = await act(ctx, news, 'publish', _id, {}, publish).catch(error => {
        if (error instanceof Refusal) return null;
        throw error;
      });
      if (done) published++;
    }
  }
  return published;
}
