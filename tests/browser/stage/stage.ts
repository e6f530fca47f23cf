import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeEach, expect, inject, onTestFinished, TestRunner } from 'vitest';
import { freshDatabase } from '../../setup/server/database.ts';
import { endAfterwards } from '../../setup/server/started.ts';
import { enter, type Look, launchBrowser, openWindow, SHORT_LIVED } from './browser.ts';
import { openBuilding } from './server.ts';

/** As long as a colleague may wait for a change to be seen: judged by `LONG=1` on a calm machine, waited for elsewhere. */
export const SOON = process.env.LONG ? 2000 : 30_000;

export interface Stage {
  url: string;
  browser: Browser;
  /** A browser of their own, at the product as somebody of the demo; nobody before the sign-in. English without a choice. */
  seat: (email: string | null, path?: string, look?: Look, at?: string) => Promise<Page>;
  /** Another tab of the same browser. */
  beside: (page: Page, path?: string) => Promise<Page>;
}

/** The real server with the demo on a database of its own, and a real browser; gone after the tests of the file. */
export async function openStage(sizes?: Readonly<Record<string, number>>): Promise<Stage & { uri: string }> {
  const uri = freshDatabase();
  const { url, stop } = await openBuilding({ uri, client: inject('client'), sizes });
  endAfterwards(stop);
  return { ...(await stageAt(url)), uri };
}

/** The same on the server that files share which change nothing that others see everywhere: settings, permissions, choices of a person. */
export async function shareStage(): Promise<Stage> {
  const answer = await fetch(inject('building'));
  if (!answer.ok) throw new Error(await answer.text());
  return stageAt(await answer.text());
}

let launched: Browser | undefined;
/** The browser of this process: the files of tests that run in it, one after another, have windows of their own. */
async function openBrowser(): Promise<Browser> {
  if (!launched?.isConnected()) launched = await launchBrowser(inject('chromium'), process.env.LONG ? [] : SHORT_LIVED);
  return launched;
}

async function stageAt(url: string): Promise<Stage> {
  const browser = await openBrowser();
  const faults: string[] = [];
  endAfterwards(async () => {
    for (const context of browser.contexts()) await context.close();
  });
  const check = () => expect(faults.splice(0), 'errors thrown in pages').toEqual([]);
  // Named by the test that it happened in; what comes before or between tests is of the file.
  beforeEach(({ onTestFinished: atEnd }) => atEnd(check));
  afterAll(check);
  async function openPage(context: BrowserContext, path: string): Promise<Page> {
    const page = await context.newPage();
    page.setDefaultTimeout(30_000);
    page.on('pageerror', error => faults.push(`${page.url()}: ${error}`));
    await page.goto(path);
    return page;
  }
  return {
    url,
    browser,
    async seat(email, path = '/', look = {}, at = url) {
      const context = await openWindow(browser, { language: 'en', ...look });
      // One that a test opens for itself would go on showing what the others do.
      if (TestRunner.getCurrentTest()) onTestFinished(() => context.close());
      if (email) await enter(context, at, email);
      return openPage(context, at + path);
    },
    beside: (page, path = '/') => openPage(page.context(), url + path),
  };
}
