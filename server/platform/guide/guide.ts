import { guideIndex, guidePage, residentGuide } from '@lobby/shared/guide.contract.ts';
import type { GuidePlace } from '@lobby/shared/guide.ts';
import type { Language } from '@lobby/shared/kit/languages.ts';
import { WHATS_NEW } from '@lobby/shared/whats-new.ts';
import { type Ctx, can } from '../../kit/base/context.ts';
import { fail } from '../../kit/base/errors.ts';
import { text } from '../../kit/base/messages.ts';
import { type Route, route } from '../../kit/http/route.ts';
import { concerns } from '../whats-new/whats-new.ts';
import {
  glossaryOf,
  groupOf,
  keysOf,
  linksOf,
  PLACES,
  purposeOf,
  refusalsOf,
  residentPagesOf,
  rightsOf,
  statusesOf,
  stepsOf,
  titleOf,
} from './pages.ts';

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

/** The user guide: a page per screen, made of its own texts and the words of the interface. */
export const guideRoutes: Route[] = [
  route(guideIndex, {
    async run(caller, { query: { lang } }) {
      const ctx = speaking(caller, lang);
      return PLACES.map(place => ({
        ...listed(ctx, place),
        words: [
          purposeOf(ctx, place),
          ...stepsOf(ctx, place),
          ...statusesOf(ctx, place).map(({ name }) => name),
          ...glossaryOf(ctx, place).map(({ word, means }) => `${word} ${means}`),
        ].join(' '),
      }));
    },
  }),
  route(residentGuide, {
    staff: false,
    residents: true,
    run: async ctx => residentPagesOf(ctx),
  }),
  route(guidePage, {
    async run(caller, { params, query: { lang } }) {
      const ctx = speaking(caller, lang);
      const place = PLACES.find(({ key }) => key === params.page);
      if (!place) return fail('NOT_FOUND');
      const news = WHATS_NEW.filter(entry => entry.screen === place.key && concerns(ctx, entry)).toReversed();
      return {
        ...listed(ctx, place),
        screen: place.key.startsWith('topic/') ? null : place.key,
        purpose: purposeOf(ctx, place),
        steps: stepsOf(ctx, place),
        links: linksOf(ctx, place, screen => mayOpen(ctx, screen)),
        statuses: statusesOf(ctx, place),
        rights: rightsOf(ctx, place),
        keys: keysOf(ctx, place),
        glossary: glossaryOf(ctx, place),
        refusals: refusalsOf(ctx, place),
        news: news.map(({ id }) => ({ id, title: text(ctx, `whats-new.entries.${id}.title`) })),
      };
    },
  }),
];
