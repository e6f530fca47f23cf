import type { Page } from 'playwright-core';
import { unfilledTexts } from './words.ts';

/** All that is read on a page, and read out: texts, labels, tooltips, hints. */
const texts = (page: Page) =>
  page.locator('html').evaluate(html => {
    const said = ['aria-label', 'title', 'placeholder', 'alt', 'aria-description'];
    const all = [...html.querySelectorAll('*')].filter(one => !one.closest('script, style, noscript'));
    const words = all.flatMap(one =>
      [...one.childNodes].filter(node => node.nodeType === 3).map(node => node.textContent ?? ''),
    );
    const labels = all.flatMap(one => said.map(name => one.getAttribute(name) ?? ''));
    return [...new Set([...words, ...labels].map(text => text.trim()).filter(Boolean))];
  });

const RAW = [/^[a-z]+(\.[a-zA-Z]+)+$/, /^[a-z-]+:[a-zA-Z.]+$/, /\bundefined\b|\bNaN\b|\[object |Invalid Date/];
const UNFILLED = unfilledTexts();
/** Names of files and hosts look like keys. */
const FILE = /\.(jpg|png|pdf|xlsx|docx|localhost)$/;

/** Words of the product that are cut: names and titles, which may be of any length, are marked so. */
const cutWords = (page: Page) =>
  page
    .locator('button, [role=tab], [role=columnheader], [role=menuitem], [role=radio], label, legend, h1, dt')
    .evaluateAll(found =>
      found.flatMap(one => {
        const box = one.getBoundingClientRect();
        if (box.width < 2 || box.height < 2) return [];
        const parts = [one, ...one.querySelectorAll('*')].filter(
          part => !part.closest('svg, input, textarea, select, [data-scope=avatar]'),
        );
        const cut = parts.some(part => {
          const hides = one.ownerDocument.defaultView?.getComputedStyle(part).overflowX !== 'visible';
          return hides && part.clientWidth > 1 && part.scrollWidth > part.clientWidth + 1;
        });
        return cut ? [(one.textContent ?? '').trim().slice(0, 60)] : [];
      }),
    );

/** Returns the faults of a page's words: a key shown raw, a word cut off, a page wider than its screen. */
export async function faultsOfWords(page: Page): Promise<string[]> {
  const seen = await texts(page);
  if (seen.length < 5) return ['hardly any words'];
  const raw = seen.filter(text => !FILE.test(text) && (UNFILLED.has(text) || RAW.some(pattern => pattern.test(text))));
  const wide = await page.locator('html').evaluate(html => html.scrollWidth - html.clientWidth);
  return [
    ...raw.map(text => `shown raw: ${text}`),
    ...(await cutWords(page)).map(text => `cut: ${text}`),
    ...(wide > 0 ? [`scrolls sideways by ${wide} px`] : []),
  ];
}
