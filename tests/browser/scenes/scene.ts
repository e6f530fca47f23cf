import type { Page } from 'playwright-core';
import type { SCREENS } from '../stage/browser.ts';
import { visit } from '../stage/steps.ts';
import type { Story } from '../stage/story.ts';
import type { Words } from '../stage/words.ts';

/** Where a scene is played. */
export interface Place {
  page: Page;
  url: string;
  t: Words;
  story: Story;
  screen: keyof typeof SCREENS;
}

/** One screen in one state, for whoever looks at it: pictures, axe, words. */
export interface Scene {
  name: string;
  /** Whose screen it is; nobody's before the sign-in. */
  who: string | null;
  /** Only there; on all without it. */
  screen?: keyof typeof SCREENS;
  /** The modules that it shows, by the code of their permission. */
  codes?: readonly string[];
  /** It answers calls in the server's stead, takes the network away or stores a choice: its page is of no use to another. */
  alters?: true;
  /** Brings a page into the state and waits until it rests there. */
  play: (place: Place) => Promise<void>;
}

export const SERVICE = 'service1@hoasen.demo';

/** Opens a path of the product anew; a page that shows the product already does not load it again. */
export async function go({ page, url }: Place, path: string): Promise<void> {
  if (page.url().startsWith(url)) await visit(page, path);
  else await page.goto(url + path);
}

/** Opens the help desk, by default with rows in it. */
export async function openDesk(place: Place, query = '', first = '[role=row][data-index]'): Promise<void> {
  const { page, story } = place;
  await go(place, `/projects/${story.projectId}/help-desk${query}`);
  await page.locator(first).first().waitFor();
}

/** Opens a tab of the drawer, and waits for what it shows. */
export async function openTab({ page }: Place, tab: string, shown = '> *'): Promise<void> {
  await page.locator(`[data-drawer] [role=tab][data-value=${tab}]`).click();
  await page.locator(`[data-drawer] [role=tabpanel] ${shown}`).first().waitFor();
}

/** Opens a request beside the queue, on one of its tabs. */
export async function openRequest(place: Place, id: string, tab = 'talk', query = ''): Promise<void> {
  await openDesk(place, `?helpDeskId=${id}${query}`, '[data-drawer] h2');
  await openTab(place, tab);
}

/** The button with these words in the open dialog, or on the page. */
export const button = (page: Page, name: string) => page.getByRole('button', { name }).last();

/** The dialog over the page; the open request beside the queue is one by its role, too. */
export const dialog = (page: Page) => page.locator('[role=dialog][aria-modal=true], [role=alertdialog]').last();
