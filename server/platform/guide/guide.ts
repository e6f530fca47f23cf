import type { GuidePlace } from '@lobby/shared/guide.ts';
import { LANGUAGES, type Language } from '@lobby/shared/kit/languages.ts';
import { WHATS_NEW } from '@lobby/shared/whats-new.ts';
import { z } from 'zod';
import { type Ctx, can } from '../../kit/base/context.ts';
import { fail } from '../../kit/base/errors.ts';
import { text } from '../../kit/base/messages.ts';
import { type Route, route } from '../../kit/http/route.ts';
import { concerns } from '../whats-new/whats-new.ts';
import { groupOf, PLACES, purposeOf, refusalsOf, rightsOf, statusesOf, stepsOf, titleOf } from './pages.ts';

/** The caller in the requested language. */
const speaking = (ctx: Ctx, lang: Language | undefined): Ctx => (lang ? { ...ctx, language: lang } : ctx);

const mayOpen = (ctx: Ctx, { module }: GuidePlace): boolean =>
  !module || can(ctx, module, 'read') || can(ctx, module, 'write');

const listed = (ctx: Ctx, place: GuidePlace) => ({
  key: place.key,
  title: titleOf(ctx, place),
  group: groupOf(ctx, place),
  may: mayOpen(ctx, place),
});
const listedSchema = z.object({ key: z.string(), title: z.string(), group: z.string(), may: z.boolean() });
const query = z.strictObject({ lang: z.enum(LANGUAGES).optional() });
const common = { module: 'AUTH', method: 'get', query } as const;

/** The user guide: a page per screen, made of its own texts and the words of the interface. */
export const guideRoutes: Route[] = [
  route({
    ...common,
    path: '/guide/index',
    summary: 'The pages of the user guide in the order of its contents, with the words for searching them',
    answer: z.array(listedSchema.extend({ words: z.string() })),
    async run(caller, { query: { lang } }) {
      const ctx = speaking(caller, lang);
      return PLACES.map(place => ({
        ...listed(ctx, place),
        words: [purposeOf(ctx, place), ...stepsOf(ctx, place), ...statusesOf(ctx, place).map(({ name }) => name)].join(
          ' ',
        ),
      }));
    },
  }),
  route({
    ...common,
    path: '/guide/:page',
    params: z.strictObject({ page: z.string().max(200) }),
    summary: 'A page of the user guide: what its screen is for, daily steps, statuses, rights and refusals',
    answer: listedSchema.extend({
      screen: z.string().nullable(),
      purpose: z.string(),
      steps: z.array(z.string()),
      statuses: z.array(
        z.object({
          noun: z.string(),
          name: z.string(),
          acts: z.array(z.object({ name: z.string(), to: z.string() })),
        }),
      ),
      rights: z.array(z.string()),
      refusals: z.array(z.object({ code: z.string(), said: z.string().nullable(), why: z.string().nullable() })),
      news: z.array(z.object({ id: z.string(), title: z.string() })),
    }),
    async run(caller, { params, query: { lang } }) {
      const ctx = speaking(caller, lang);
      const place = PLACES.find(({ key }) => key === params.page);
      if (!place) return fail('NOT_FOUND');
      const news = WHATS_NEW.filter(one => one.screen === place.key && concerns(ctx, one)).toReversed();
      return {
        ...listed(ctx, place),
        screen: place.key.startsWith('topic/') ? null : place.key,
        purpose: purposeOf(ctx, place),
        steps: stepsOf(ctx, place),
        statuses: statusesOf(ctx, place),
        rights: rightsOf(ctx, place),
        refusals: refusalsOf(ctx, place),
        news: news.map(({ id }) => ({ id, title: text(ctx, `whats-new.entries.${id}.title`) })),
      };
    },
  }),
];
