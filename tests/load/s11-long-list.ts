import type { Page } from 'playwright-core';
import { findChromium } from '../../scripts/find-chromium.ts';
import { enter, launchBrowser, openWindow } from '../browser/stage/browser.ts';
import { buildClient } from '../browser/stage/client.ts';
import { deskOn } from '../browser/stage/desk.ts';
import { longestFrame, nextFrame } from '../browser/stage/frames.ts';
import { bareDelays, isCalm } from './calm.ts';
import { boundLine, type Figure } from './figure.ts';
import { startProduct } from './product.ts';
import { QUIET_BUILDING } from './stage.ts';
import { shown } from './statistics.ts';

const EMAIL = 'service1@hoasen.demo';
// As text: what runs in the page has other globals. The longest time from an input to the frame that shows it.
const WATCH = `globalThis.inputs = [];
  new PerformanceObserver(list => {
    for (const entry of list.getEntries()) if (entry.interactionId) inputs.push(entry.duration);
  }).observe({ type: 'event', durationThreshold: 16, buffered: true })`;

/** The queue with 100,000 rows in a real browser: every frame while it moves, and every answer to a key or a press. */
export const s11: Figure = {
  id: 's11',
  title: 'Browser: a long list scrolled from top to end, sorted, searched',
  async run(stage, quick) {
    const chromium = await findChromium(console.log);
    if (!chromium) throw new Error('S11 needs a Chromium');
    const size = quick ? QUIET_BUILDING : 100_000;
    const client = await buildClient();
    const product = await startProduct(await stage.building(size), EMAIL, { CLIENT_DIR: client.folder });
    const browser = await launchBrowser(chromium);
    const window = await openWindow(browser, { language: 'en' });
    await enter(window, product.url, EMAIL);
    const page = await window.newPage();
    await page.addInitScript(WATCH);
    const desk = deskOn(page);
    await page.goto(`${product.url}/projects/${product.projectId}/help-desk?tab=all`);
    await desk.rows.first().waitFor();
    await page.waitForTimeout(2000);
    const calm = isCalm(await bareDelays(quick ? 0.5 : 4));
    try {
      const idle = await longestFrame(page, () => page.waitForTimeout(2000));
      const scrolled = await longestFrame(page, () => scroll(page, quick ? 20 : 200));
      const flicked = await longestFrame(page, async () => {
        await desk.grid.hover();
        for (let step = 0; step < 60; step++) await page.mouse.wheel(0, -900);
      });
      await page.waitForTimeout(1500);
      const sorted = await longestFrame(page, async () => {
        await page.getByRole('columnheader', { name: 'Due' }).getByRole('button').first().click();
        await page.waitForTimeout(1500);
      });
      const typed = await longestFrame(page, async () => {
        await page.keyboard.press('/');
        await page.keyboard.type('thang may', { delay: 60 });
        await page.waitForTimeout(1500);
      });
      const inputs = (await page.evaluate('globalThis.inputs')) as number[];
      const beyond = (what: string, longest: number) =>
        boundLine(`${what}: longest frame beyond the idle one of ${shown(idle)} ms`, Math.max(0, longest - idle), 50, {
          unit: 'ms',
          calm,
        });
      return [
        beyond(`${shown(size)} rows scrolled from top to end`, scrolled),
        beyond('flicked back by the wheel', flicked),
        beyond('sorted by another field', sorted),
        beyond('searched while typing', typed),
        boundLine(`interaction to next paint, the slowest of ${inputs.length}`, Math.max(0, ...inputs), 100, {
          unit: 'ms',
          calm,
        }),
      ];
    } finally {
      await browser.close();
      await product.stop();
      client.remove();
    }
  },
};

/** From the top to the end in so many frames. */
async function scroll(page: Page, steps: number): Promise<void> {
  const grid = page.getByRole('grid');
  for (let step = 1; step <= steps; step++) {
    await grid.evaluate((box, share) => box.scrollTo(0, (box.scrollHeight - box.clientHeight) * share), step / steps);
    await nextFrame(page);
  }
}
