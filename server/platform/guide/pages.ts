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

const NAMED = /\{([\w./-]+)\}/g;

function quoted(speech: WordingScope, named: string): string {
  const [open = '', close = ''] = QUOTES[speech.language];
  return `${open}${text(speech, named)}${close}`;
}

/** A guide text with placeholders such as `{ticket.actions.start}` replaced by interface words. */
const guideText = (speech: WordingScope, key: string): string =>
  text(speech, key).replace(NAMED, (_, named: string) => quoted(speech, named));
const isWritten = ({ language }: WordingScope, key: string) => textBy(language, key) !== undefined;

export const titleOf = (speech: WordingScope, { title }: GuidePlace): string => text(speech, title);
export const groupOf = (speech: WordingScope, { group }: GuidePlace): string =>
  text(speech, group === TOPICS ? 'guide-pages.topics.all' : `menu.groups.${group}`);

const purposeKey = ({ key }: GuidePlace): string => `guide-pages.pages.${key}.what`;
/** Purpose and audience of a screen. */
export const purposeOf = (speech: WordingScope, place: GuidePlace): string => guideText(speech, purposeKey(place));

/** Keys of the steps that are written below a key. */
const stepKeys = (speech: WordingScope, place: string): string[] =>
  Array.from({ length: STEPS }, (_, n) => `guide-pages.${place}.steps.${n + 1}`).filter(step =>
    isWritten(speech, step),
  );
const stepsAt = (speech: WordingScope, place: string): string[] =>
  stepKeys(speech, place).map(step => guideText(speech, step));

/** Daily steps of a screen. */
export const stepsOf = (speech: WordingScope, { key }: GuidePlace): string[] => stepsAt(speech, `pages.${key}`);

const SCREENS = new Map(PLACES.flatMap(place => (place.group === TOPICS ? [] : [[place.title, place] as const])));

/** Other screens that purpose and steps name, as they name them. */
export function linksOf(
  speech: WordingScope,
  place: GuidePlace,
  mayOpen: (place: GuidePlace) => boolean,
): { said: string; screen: string }[] {
  const texts = [purposeKey(place), ...stepKeys(speech, `pages.${place.key}`)].map(key => text(speech, key));
  const names = new Set(texts.flatMap(words => [...words.matchAll(NAMED)].map(([, name = '']) => name)));
  return [...names].flatMap(name => {
    const screen = SCREENS.get(name);
    if (!screen || screen.key === place.key || !mayOpen(screen)) return [];
    return [{ said: quoted(speech, name), screen: screen.key }];
  });
}

/** The short guide of the residents' app. */
export const residentPagesOf = (speech: WordingScope) => ({
  title: text(speech, 'guide-pages.residents.title'),
  open: text(speech, 'guide-pages.residents.open'),
  pages: RESIDENT_GUIDE.map(key => ({
    key,
    title: text(speech, `resident-app.pages.${key}`),
    what: guideText(speech, `guide-pages.residents.pages.${key}.what`),
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
  const frequent = Object.entries(EXPLAINED).flatMap(([code, page]) => (page === place.key ? [code] : []));
  const codes = definitionsOf(place).flatMap(({ errors = {} }) => Object.keys(errors));
  return [...new Set([...frequent, ...codes.filter(isExplained), ...codes])].flatMap(code => {
    const isWhole = !textBy(speech.language, `errors:${code}`)?.includes('{{');
    const message = isWhole ? text(speech, `errors.${code}`) : null;
    const why = isExplained(code) ? guideText(speech, `guide-pages.why.${code}`) : null;
    return message || why ? [{ code, said: message, why }] : [];
  });
}

/** Flags that a position may have on its module. */
export const rightsOf = (speech: WordingScope, { module }: GuidePlace): string[] => {
  const flags = FLAGGED.flatMap(definition => (definition.code === module ? definition.flags : []));
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
        means: guideText(speech, `guide-pages.glossary.${name}`),
      }))
    : [];
