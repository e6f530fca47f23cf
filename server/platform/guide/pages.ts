import { EXPLAINED, isExplained } from '@lobby/shared/explained.ts';
import { GLOSSARY, type GuidePlace, guidePlaces, RESIDENT_GUIDE, TOPICS } from '@lobby/shared/guide.ts';
import type { Definition } from '@lobby/shared/kit/definition.ts';
import { MODULES } from '@lobby/shared/modules/index.ts';
import { RECORDLESS } from '@lobby/shared/modules/recordless-modules.ts';
import { MENU, REGISTRY } from '@lobby/shared/modules/registry.ts';
import { text, textBy, type WordingScope } from '../../kit/base/messages.ts';

export const PLACES: readonly GuidePlace[] = guidePlaces(MENU, REGISTRY);
const BY_NAME = new Map(MODULES.map((module): [string, Definition] => [module.name, module]));
const FLAGGED: readonly { code: string; flags: readonly string[] }[] = [...MODULES, ...RECORDLESS];
/** Quotation marks around interface words, by language. */
const QUOTES = { vi: '“”', en: '“”', zh: '“”', ja: '「」', ko: '‘’' } as const;
const STEPS = 9;

/** Definitions that a page is about. */
const definitionsOf = ({ nouns }: GuidePlace): Definition[] => nouns.flatMap(name => BY_NAME.get(name) ?? []);

/** A guide text with placeholders such as `{ticket.actions.start}` replaced by interface words. */
function told(speech: WordingScope, key: string): string {
  const [open = '', close = ''] = QUOTES[speech.language];
  return text(speech, key).replace(/\{([\w./-]+)\}/g, (_, named: string) => `${open}${text(speech, named)}${close}`);
}
const isWritten = ({ language }: WordingScope, key: string) => textBy(language, key) !== undefined;

export const titleOf = (speech: WordingScope, { title }: GuidePlace): string => text(speech, title);
export const groupOf = (speech: WordingScope, { group }: GuidePlace): string =>
  text(speech, group === TOPICS ? 'guide-pages.topics.all' : `menu.groups.${group}`);

/** Purpose and audience of a screen. */
export const purposeOf = (speech: WordingScope, { key }: GuidePlace): string =>
  told(speech, `guide-pages.pages.${key}.what`);

/** Steps that are written below a key, one per line. */
function stepsAt(speech: WordingScope, place: string): string[] {
  const steps = Array.from({ length: STEPS }, (_, n) => `guide-pages.${place}.steps.${n + 1}`);
  return steps.filter(step => isWritten(speech, step)).map(step => told(speech, step));
}

/** Daily steps of a screen. */
export const stepsOf = (speech: WordingScope, { key }: GuidePlace): string[] => stepsAt(speech, `pages.${key}`);

/** The short guide of the residents' app. */
export const residentPagesOf = (speech: WordingScope) => ({
  title: text(speech, 'guide-pages.residents.title'),
  open: text(speech, 'guide-pages.residents.open'),
  pages: RESIDENT_GUIDE.map(key => ({
    key,
    title: text(speech, `resident-app.pages.${key}`),
    what: told(speech, `guide-pages.residents.pages.${key}.what`),
    steps: stepsAt(speech, `residents.pages.${key}`),
  })),
});

/** Statuses of its records, each with the acts that lead on. */
export function statusesOf(speech: WordingScope, place: GuidePlace) {
  return definitionsOf(place).flatMap(({ name, statuses = {}, actions = {} }) =>
    Object.keys(statuses).map(status => ({
      noun: text(speech, `${name}.name`),
      name: text(speech, `${name}.statuses.${status}`),
      acts: Object.entries(actions).flatMap(([act, { from, to, by }]) =>
        to && by !== 'system' && from.includes(status)
          ? [{ name: text(speech, `${name}.actions.${act}`), to: text(speech, `${name}.statuses.${to}`) }]
          : [],
      ),
    })),
  );
}

/** Its refusals with explanations, frequent ones first. The message is included only if it has no placeholders. */
export function refusalsOf(speech: WordingScope, place: GuidePlace) {
  const asked = Object.entries(EXPLAINED).flatMap(([code, page]) => (page === place.key ? [code] : []));
  const own = definitionsOf(place).flatMap(({ errors = {} }) => Object.keys(errors));
  return [...new Set([...asked, ...own.filter(isExplained), ...own])].flatMap(code => {
    const isWhole = !textBy(speech.language, `errors:${code}`)?.includes('{{');
    const said = isWhole ? text(speech, `errors.${code}`) : null;
    const why = isExplained(code) ? told(speech, `guide-pages.why.${code}`) : null;
    return said || why ? [{ code, said, why }] : [];
  });
}

/** Flags that a position may have on its module. */
export const rightsOf = (speech: WordingScope, { module }: GuidePlace): string[] => {
  const flags = FLAGGED.flatMap(one => (one.code === module ? one.flags : []));
  return [...new Set(flags)].map(flag => text(speech, `authorization.flags.${flag}`));
};

/** Keys of the acts that staff do on its records. */
export const keysOf = (speech: WordingScope, place: GuidePlace) =>
  definitionsOf(place).flatMap(({ name, actions = {} }) =>
    Object.entries(actions).flatMap(([act, { key, by }]) =>
      key && (!by || by === 'both') ? [{ keys: key, words: text(speech, `${name}.actions.${act}`) }] : [],
    ),
  );

/** Words of the interface with their meaning, on the page of the glossary. */
export const glossaryOf = (speech: WordingScope, { key }: GuidePlace) =>
  key === 'topic/glossary'
    ? GLOSSARY.map(name => ({
        word: text(speech, `${name}.name`),
        means: told(speech, `guide-pages.glossary.${name}`),
      }))
    : [];
