import type { Page } from 'playwright-core';

// As text: what runs in the page has other globals than what runs here.
const WATCH = `(() => {
  const seen = { longest: 0, stopped: false };
  let before = performance.now();
  const next = now => {
    seen.longest = Math.max(seen.longest, now - before);
    before = now;
    if (!seen.stopped) requestAnimationFrame(next);
  };
  requestAnimationFrame(next);
  return seen;
})()`;

/** Waits for the next frame of a page. */
export const nextFrame = (page: Page): Promise<unknown> =>
  page.evaluate('new Promise(done => requestAnimationFrame(done))');

/** The longest time between two frames of a page while something is done, ms. */
export async function longestFrame(page: Page, run: () => Promise<void>): Promise<number> {
  const watch = await page.evaluateHandle<{ longest: number; stopped: boolean }>(WATCH);
  await run();
  return watch.evaluate(seen => {
    seen.stopped = true;
    return Math.round(seen.longest);
  });
}
