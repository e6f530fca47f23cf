import type { Language } from '@lobby/shared/kit/languages.ts';
import type { Browser, Page } from 'playwright-core';
import type { Scene } from '../scenes/scene.ts';
import { enter, type Look, openWindow } from './browser.ts';
import { nextFrame } from './frames.ts';
import { leave } from './steps.ts';
import type { Story } from './story.ts';
import { wordsOf } from './words.ts';

/** One scene in one look. */
export interface View {
  scene: Scene;
  look: Required<Pick<Look, 'language' | 'mode' | 'screen'>>;
}

interface At {
  browser: Browser;
  url: string;
  story: Story;
}

const AT_ONCE = 2;
// As text: it runs in the page. Drafts and choices of one scene are not the next one's.
const FORGET = `localStorage.clear();
  indexedDB.databases().then(all => all.forEach(({ name }) => indexedDB.deleteDatabase(name)))`;

/** Has the page speak another language, as if its person had chosen it on another device. */
type Speak = (language: Language) => Promise<void>;
type Looker = (page: Page, view: View, speak: Speak) => Promise<string[]>;

/** Plays scenes, two at once, and answers what the looker found in them; one that is not reached is told too. */
export async function lookAt(views: readonly View[], at: At, look: Looker): Promise<string[]> {
  const found: string[] = [];
  const left = [...views];
  async function walk(): Promise<void> {
    const windows = new Map<string, Window>();
    for (let view = left.shift(); view; view = left.shift()) {
      const { scene, look: how } = view;
      const window = await windowFor(windows, view, at);
      const page = await window.page();
      const say = (language: Language) => speak(page, window.userId, language);
      try {
        await scene.play({ page, url: at.url, story: at.story, screen: how.screen, t: wordsOf(how.language) });
        found.push(...(await look(page, view, say)).map(line => `${nameOf(view)}: ${line}`));
      } catch (error) {
        found.push(`${nameOf(view)}: ${error instanceof Error ? error.message.split('\n')[0] : error}`);
      }
      // Each has a page of its own where all of them are looked at.
      const free = !process.env.LONG && scene.who && !scene.alters && (await isLeft(page));
      if (free) await say(how.language);
      else await window.end();
    }
    for (const window of windows.values()) await window.close();
  }
  await Promise.all(Array.from({ length: AT_ONCE }, walk));
  return found.sort();
}

/** Whether a page could be left: not where the product asks first. */
const isLeft = (page: Page): Promise<boolean> =>
  leave(page).then(
    () => true,
    () => false,
  );

const nameOf = ({ scene, look }: View) => `${look.screen}-${look.mode}-${look.language}-${scene.name}`;

/** Has a page speak another language, as if its person had chosen it on another device. */
export async function speak(page: Page, userId: string, language: Language): Promise<void> {
  const key = JSON.stringify(`lobby.${userId}.language`);
  const online = await page.evaluate<boolean>('navigator.onLine');
  // Words that were not read before come with the network.
  await page.context().setOffline(false);
  await page.evaluate(
    `localStorage[${key}] = '"${language}"'; dispatchEvent(new StorageEvent('storage', {key: ${key}}))`,
  );
  await page.locator(`html[lang=${language}]`).waitFor({ state: 'attached' });
  if (!online) {
    await page.context().setOffline(true);
    await page.getByText(wordsOf(language)('shell:offline.title')).waitFor();
  }
  await nextFrame(page);
}

interface Window {
  userId: string;
  /** The page that is free, or a new one. */
  page: () => Promise<Page>;
  /** Closes the page, with the drafts and choices made in it. */
  end: () => Promise<void>;
  close: () => Promise<void>;
}

/** Somebody's browser, signed in once. */
async function windowFor(windows: Map<string, Window>, { scene, look }: View, { browser, url }: At): Promise<Window> {
  const key = [scene.who, look.screen, look.mode, look.language].join();
  const known = windows.get(key);
  if (known) return known;
  const context = await openWindow(browser, look);
  const userId = scene.who ? await enter(context, url, scene.who) : '';
  let open: Page | null = null;
  const window: Window = {
    userId,
    async page() {
      open ??= await context.newPage();
      open.setDefaultTimeout(30_000);
      return open;
    },
    async end() {
      await context.setOffline(false);
      await open?.evaluate(FORGET).catch(() => undefined);
      await open?.close();
      open = null;
    },
    close: () => context.close(),
  };
  windows.set(key, window);
  return window;
}
