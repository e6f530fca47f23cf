import { LANGUAGES, type Language } from '@lobby/shared/kit/languages.ts';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { isWhole } from '../setup/contract/whole.ts';
import { TODAYS_SCENES as scenes } from './scenes/index.ts';
import { faultsOn } from './stage/faults.ts';
import { faultsOfHeight, faultsOfLayout } from './stage/layout.ts';
import { lookAt, type View } from './stage/looking.ts';
import { faultsOfWords } from './stage/reading.ts';
import { openStage } from './stage/stage.ts';
import { tellStory } from './stage/story.ts';

const stage = await openStage();
const story = await tellStory(stage.url);

// `npm test` looks at a few screens in one language, by day on a desk and by night on a phone; `npm run prove` at more, in all languages.
// By turns on a desk and on a phone; all of them on both: LONG=1 npm test -- tests/browser/screens
const LIMIT = { timeout: 600_000 };
/** Number of scenes in one test, whose faults are reported before the next test. */
const AT_ONCE = 40;

const viewsOn = (screen: View['look']['screen'], language: Language) =>
  scenes
    .filter((scene, n) => {
      if (scene.screen) return scene.screen === screen;
      return process.env.LONG || process.env.SCENES || !scene.who || n % 2 === Number(screen === 'phone');
    })
    .map((scene): View => ({ scene, look: { language, mode: 'system', screen } }));

const [FIRST, ...OTHERS] = LANGUAGES;
/** The first language, in which staff work, and on every other screen one of the others by turns. */
function languagesFor({ scene }: View): readonly Language[] {
  const n = Math.floor(scenes.indexOf(scene) / 2);
  if (process.env.LONG) return LANGUAGES;
  if (!isWhole) return [FIRST];
  return n % 2 === 0 ? [FIRST] : [FIRST, OTHERS[Math.floor(n / 2) % OTHERS.length] ?? FIRST];
}

/** The open screen in its languages, changed as another device of its person would. */
async function lookInAll(page: Page, view: View, speak: (language: Language) => Promise<void>): Promise<string[]> {
  const modes = isWhole ? ['light', 'dark'] : [view.look.screen === 'phone' ? 'dark' : 'light'];
  const found = [...(await faultsOn(page, modes)), ...(await faultsOfLayout(page)), ...(await faultsOfHeight(page))];
  if (!view.scene.who) return [...found, ...(await faultsOfWords(page))];
  for (const language of languagesFor(view)) {
    await speak(language);
    found.push(...(await faultsOfWords(page)).map(fault => `${language} ${fault}`));
  }
  return found;
}

for (const screen of ['desk', 'phone'] as const) {
  const views = viewsOn(screen, 'vi');
  it(`are many on a ${screen}`, () => expect(views.length).toBeGreaterThan(process.env.SCENES ? 0 : 3));
  for (let at = 0; at < views.length; at += AT_ONCE) {
    const some = views.slice(at, at + AT_ONCE);
    const which = `${some[0]?.scene.name} to ${some.at(-1)?.scene.name}`;
    it(`have no fault on a ${screen}, and their words: ${which}`, LIMIT, async () => {
      expect(await lookAt(some, { ...stage, story }, lookInAll)).toEqual([]);
    });
  }
}

it.skipIf(process.env.SCENES || !isWhole)(
  'before the sign-in have their words in the other languages',
  LIMIT,
  async () => {
    const screens = (n: number) => (['desk', 'phone'] as const).filter((_, at) => process.env.LONG || at === n % 2);
    const views = OTHERS.flatMap((language, n) => screens(n).flatMap(screen => viewsOn(screen, language)));
    const both = views.filter(({ scene }) => !scene.who);
    const doors = both.filter((_, n) => process.env.LONG || n % 2 === Math.floor(n / 2) % 2);
    expect(doors.length).toBeGreaterThanOrEqual(OTHERS.length);
    expect(await lookAt(doors, { ...stage, story }, faultsOfWords)).toEqual([]);
  },
);
