import { dayOf } from '@lobby/shared/kit/dates.ts';
import { newsId, whatsNew } from '@lobby/shared/whats-new.contract.ts';
import {
  bannerOf,
  isSeen,
  type NewsSeen,
  seenOnFirst,
  WHATS_NEW,
  type WhatsNew,
  withLater,
  withSeen,
} from '@lobby/shared/whats-new.ts';
import { z } from 'zod';
import { type Ctx, can } from '../../kit/base/context.ts';
import { fail } from '../../kit/base/errors.ts';
import { text } from '../../kit/base/messages.ts';
import { type Route, route } from '../../kit/http/route.ts';
import { choose, loadPreference } from '../preferences/preferences.ts';

/** Seen news are stored as a preference, so they are the same on all devices and in all projects, and are synchronized at once. */
export const NEWS_KEY = 'whatsNew';
const seenSchema = z.object({
  upTo: z.string().nullable(),
  ids: z.array(z.string()),
  later: z.object({ id: z.string(), times: z.int(), until: z.string() }).nullable(),
});

const dayNow = ({ now, project }: Ctx) => dayOf(now, project.timeZone);

/** News that the caller has seen; for new users all earlier ones. */
async function seenBy(ctx: Ctx): Promise<NewsSeen> {
  const seen = seenSchema.safeParse(await loadPreference(ctx.userId, NEWS_KEY));
  if (seen.success) return seen.data;
  const first = seenOnFirst(dayNow(ctx));
  await choose(ctx, { [NEWS_KEY]: first });
  return first;
}

/** Whether news concern the caller: residents theirs, staff those of modules they may open. */
export function concerns(ctx: Ctx, { audience, modules, flag = 'read' }: WhatsNew): boolean {
  if (audience !== 'BOTH' && (audience === 'RESIDENTS') !== (ctx.kind === 'resident')) return false;
  return ctx.kind === 'resident' || !modules || modules.some(module => can(ctx, module, flag));
}
const toldTo = (ctx: Ctx) => WHATS_NEW.filter(entry => concerns(ctx, entry));

const shown = (ctx: Ctx, seen: NewsSeen, { id, version, date, kind, screen, modules }: WhatsNew) => ({
  id,
  version,
  date,
  kind,
  screen: screen ?? null,
  modules: [...(modules ?? [])],
  seen: isSeen(seen, id),
  title: text(ctx, `whats-new.entries.${id}.title`),
  text: text(ctx, `whats-new.entries.${id}.text`),
});

/** Refuses news not shown to the caller, as not found. */
function assertKnown(ctx: Ctx, ids: readonly string[]): void {
  const shownIds = new Set(toldTo(ctx).map(({ id }) => id));
  if (ids.some(id => !shownIds.has(id))) fail('NOT_FOUND');
}

const common = { module: 'AUTH', residents: true } as const;

/** News of product versions for those concerned. */
export const whatsNewRoutes: Route[] = [
  route(whatsNew, {
    residents: true,
    async run(ctx, { query: { page, limit } }) {
      const news = toldTo(ctx);
      const seen = await seenBy(ctx);
      const banner = bannerOf(news, seen, dayNow(ctx));
      const entries = news.toReversed().slice((page - 1) * limit, page * limit);
      return {
        entries: entries.map(entry => shown(ctx, seen, entry)),
        total: news.length,
        unseen: news.filter(entry => !isSeen(seen, entry.id)).length,
        banner: banner && { ...banner, title: text(ctx, `whats-new.entries.${banner.id}.title`) },
      };
    },
  }),
  route({
    ...common,
    method: 'put',
    path: '/whats-new/seen',
    summary: 'Mark as seen what was read: some, or all up to one',
    body: z.union([z.strictObject({ upTo: newsId }), z.strictObject({ ids: z.array(newsId).max(WHATS_NEW.length) })]),
    answer: z.null(),
    async run(ctx, { body }) {
      const upTo = 'upTo' in body ? body.upTo : null;
      const news = toldTo(ctx);
      const ids =
        'ids' in body ? body.ids : news.slice(0, news.findIndex(entry => entry.id === upTo) + 1).map(entry => entry.id);
      assertKnown(ctx, upTo ? [upTo] : ids);
      await choose(ctx, { [NEWS_KEY]: withSeen(await seenBy(ctx), ids) });
    },
  }),
  route({
    ...common,
    method: 'put',
    path: '/whats-new/later',
    summary: 'Put the banner off until the next day, three times at most',
    body: z.strictObject({ id: newsId }),
    answer: z.null(),
    async run(ctx, { body }) {
      assertKnown(ctx, [body.id]);
      await choose(ctx, { [NEWS_KEY]: withLater(await seenBy(ctx), body.id, dayNow(ctx)) });
    },
  }),
];
