import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { shareWords, textBy } from '@lobby/server/kit/base/messages.ts';
import {
  PLACES,
  purposeOf,
  refusalsOf,
  residentPagesOf,
  stepsOf,
  titleOf,
} from '@lobby/server/platform/guide/pages.ts';
import { EXPLAINED } from '@lobby/shared/explained.ts';
import {
  findPages,
  GLOSSARY,
  GUIDE_PICTURE,
  GUIDE_PICTURES,
  GUIDE_START,
  guideAt,
  RESIDENT_GUIDE,
} from '@lobby/shared/guide.ts';
import type { Definition } from '@lobby/shared/kit/definition.ts';
import { ERRORS } from '@lobby/shared/kit/errors.ts';
import { LANGUAGES, type Language } from '@lobby/shared/kit/languages.ts';
import { MODULES } from '@lobby/shared/modules/index.ts';
import { WHATS_NEW } from '@lobby/shared/whats-new.ts';
import { expect, it } from 'vitest';
import { partsOf } from '../../client/platform/guide/parts-of.ts';
import { readFile, textsOf } from '../setup/contract/words.ts';
import { readSources } from './structure.ts';

shareWords(MODULES);
interface WrittenPage {
  what: string;
  steps: Record<string, string>;
}

/** Placeholders of interface texts. */
const NAMED = /(?<!\{)\{([\w./-]+)\}/g;
const makes = ({ calls }: Definition) => !calls || calls.includes('create');
const keys = new Set(PLACES.map(({ key }) => key));
const inWords = (language: Language) => ({ language, projectId: '', whiteLabel: '' });
const source = readFileSync(new URL('../../client/routes.tsx', import.meta.url), 'utf8');
const PRINTED = /const printed: RouteObject\[\] = \[[\s\S]*?\n\];/;
const routes = [...source.replace(PRINTED, '').matchAll(/screen\(\s*'([^']+)'/g)]
  .map(([, path = '']) => path)
  // Sub-routes of a screen.
  .filter(path => !path.includes(':'));

it('takes a text apart where it names screens, each as often as it is named', () => {
  const names = ['“Bills”', '“Receipts”'];
  const partsIn = (words: string) => partsOf(words, names).map(({ part }) => part);
  expect(partsIn('Open “Bills”, then “Receipts”.')).toEqual(['Open ', '“Bills”', ', then ', '“Receipts”', '.']);
  expect(partsIn('“Bills” and “Bills”')).toEqual(['“Bills”', ' and ', '“Bills”']);
  expect(partsIn('Nothing here')).toEqual(['Nothing here']);
  expect(partsOf('', names)).toEqual([]);
});

it('leaves papers out', () => expect(source).toMatch(PRINTED));

it('has a page for every screen of the client, each under a title of its own', () => {
  expect(routes.length).toBeGreaterThan(90);
  expect(routes.filter(path => guideAt(path, keys) === GUIDE_START)).toEqual([]);
  expect(keys.size).toBe(PLACES.length);
});

it.each(LANGUAGES)('says in %s what each screen is for', language => {
  const said = PLACES.map(place => ({
    key: place.key,
    title: titleOf(inWords(language), place),
    purpose: purposeOf(inWords(language), place),
  }));
  expect(said.filter(({ title, purpose }) => /^[\w-]+\./.test(title) || purpose.length < 10)).toEqual([]);
});

it.each(LANGUAGES)('names in %s only what the interface has', language => {
  const texts = textsOf(new Map([['guide-pages', readFile(language, 'guide-pages')]]));
  const named = [...texts].flatMap(([key, text]) => [...text.matchAll(NAMED)].map(([, name = '']) => ({ key, name })));
  expect(named.length).toBeGreaterThan(50);
  expect(named.filter(({ name }) => textBy(language, name) === undefined)).toEqual([]);
  // The rendered text contains no placeholders.
  const read = PLACES.flatMap(place => [purposeOf(inWords(language), place), ...stepsOf(inWords(language), place)]);
  expect(read.filter(line => /\{\w+\.|\[\[/.test(line))).toEqual([]);
});

it.each(LANGUAGES)('explains in %s each word of the glossary, and no other', language => {
  expect(Object.keys(readFile(language, 'guide-pages').glossary ?? {}).toSorted()).toEqual([...GLOSSARY].toSorted());
});

it.each(LANGUAGES)('says in %s what each page of the residents’ app is for, with three steps', language => {
  const { pages } = residentPagesOf(inWords(language));
  expect(pages.map(({ key }) => key)).toEqual([...RESIDENT_GUIDE]);
  const cut = pages.filter(
    ({ title, what, steps }) => /\./.test(title) || what.length < 6 || steps.length < 3 || /\{\w+\./.test(steps.join()),
  );
  expect(cut).toEqual([]);
});

it('has written pages only where there is a page', () => {
  expect(Object.keys(readFile('vi', 'guide-pages').pages ?? {}).filter(key => !keys.has(key))).toEqual([]);
});

it.each(LANGUAGES)(
  'has in %s a written page for each of them: what it is for, and what is done there step by step',
  language => {
    const pages = readFile(language, 'guide-pages').pages as unknown as Record<string, WrittenPage>;
    const missing = PLACES.filter(({ key }) => {
      const { what = '', steps = {} } = pages[key] ?? {};
      return what.length < 10 || Object.values(steps).filter(step => step.length > 5).length < 3;
    });
    expect(missing.map(({ key }) => key)).toEqual([]);
    // The written steps are read completely and in order.
    const cut = PLACES.filter(
      place => stepsOf(inWords(language), place).length !== Object.keys(pages[place.key]?.steps ?? {}).length,
    );
    expect(cut.map(({ key }) => key)).toEqual([]);
  },
);

it.each(LANGUAGES)(
  'tells in %s why the product refuses what people ask about, at the page where they look',
  language => {
    const refused = new Set(MODULES.flatMap(({ errors = {} }) => Object.keys(errors)).concat(Object.keys(ERRORS)));
    const explained = Object.entries(EXPLAINED);
    expect(explained.length).toBeGreaterThanOrEqual(40);
    expect(explained.filter(([code, page]) => !refused.has(code) || !keys.has(page))).toEqual([]);
    expect(Object.keys(readFile(language, 'guide-pages').why ?? {}).toSorted()).toEqual(
      Object.keys(EXPLAINED).toSorted(),
    );
    const silent = explained.filter(([code, page]) => {
      const place = PLACES.find(({ key }) => key === page);
      const told = place && refusalsOf(inWords(language), place).find(one => one.code === code);
      return !told?.why || told.why.length < 30 || /[[{]/.test(told.why);
    });
    expect(silent.map(([code]) => code)).toEqual([]);
  },
);

it('sends people to acts that they have by that name, and to tabs that are there', () => {
  const sources = [...readSources(['client/{kit,modules,shell}/**/*.tsx']).values()];
  const says = (noun: string, key: string) => {
    const ours = new RegExp(`'${noun}[':]|\\b${noun.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase())}\\b`);
    return sources.some(text => text.includes(`t('actions.${key}')`) && ours.test(text));
  };
  const texts = [...textsOf(new Map([['guide-pages', readFile('vi', 'guide-pages')]]))];
  const named = new Set(texts.flatMap(([, text]) => [...text.matchAll(NAMED)].map(([, name = '']) => name)));
  const isThere = (name: string): boolean => {
    const [noun = '', group, key = ''] = name.split('.');
    const definition = MODULES.find(module => module.name === noun);
    if (!definition || (group !== 'actions' && group !== 'tabs')) return true;
    if (group === 'tabs') return Object.hasOwn(definition.list.tabs ?? {}, key);
    const action = definition.actions?.[key];
    const isOurs = action ? !action.by || action.by === 'both' : key === 'create' && makes(definition);
    return isOurs || says(noun, key);
  };
  expect([...named].filter(name => !isThere(name))).toEqual([]);
});

it('leads on from whatever is new to a page', () => {
  const told = WHATS_NEW.filter(one => one.audience !== 'RESIDENTS' && one.screen);
  expect(told.filter(({ screen = '' }) => !keys.has(screen)).map(({ id }) => id)).toEqual([]);
});

it('is found without accents, by titles first and one’s own before others', () => {
  const vi = inWords('vi');
  const pages = PLACES.map(place => ({
    key: place.key,
    title: titleOf(vi, place),
    may: place.key !== 'units',
    words: [purposeOf(vi, place), ...stepsOf(vi, place)].join(' '),
  }));
  const first = (asked: string) => findPages(pages, asked)[0]?.key;
  expect(first('can ho')).toBe('units');
  expect(first('chot so')).toBe('save-from-to');
  expect(first('LICH bao tri')).toBe('maintenance-schedule');
  expect(findPages(pages, 'zzzz')).toEqual([]);
  const two = [true, false].map(may => ({ key: String(may), title: 'Kho', words: '', may }));
  expect(findPages(two.toReversed(), 'kho').map(({ key }) => key)).toEqual(['true', 'false']);
});

it('shows screens in the light and in the dark, each small enough to come along with its page', () => {
  const folder = join(import.meta.dirname, '../../client/platform/guide/pictures');
  const wanted = Object.values(GUIDE_PICTURES).flatMap(scene => [`${scene}-dark.webp`, `${scene}-light.webp`]);
  expect(readdirSync(folder).toSorted()).toEqual(wanted.toSorted());
  expect(wanted.filter(file => statSync(join(folder, file)).size > GUIDE_PICTURE.most)).toEqual([]);
  expect(Object.keys(GUIDE_PICTURES).filter(page => !keys.has(page))).toEqual([]);
});
