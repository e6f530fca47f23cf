import { source } from 'axe-core';
import type { Page } from 'playwright-core';

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** Rules that depend on colours; all others give the same result in both modes. */
const OF_COLOUR = ['color-contrast', 'link-in-text-block'];
/** Menus and lists open in a layer of their own at the end of the page, outside of its landmarks, as the pattern has it. */
const REGION = 'dialog, [role=dialog], [role=alertdialog], svg, [data-part=positioner]';

interface Found {
  rules: number;
  faults: string[];
}

/** Rows of a list are of one make: the first ones stand for all, but where nothing is left out. */
const MORE_ROWS = process.env.LONG ? [] : [['[role=row][data-index]:nth-child(n+7)']];
/** axe cannot place a second table that is scrolled out of sight; the first one is of the same make. */
const SECOND_TABLES = [['section:has(table) ~ section:has(table)']];
const SEEN = JSON.stringify({ exclude: [...MORE_ROWS, ...SECOND_TABLES] });

// As text: both run in the page, below its own Content-Security-Policy. A page may be looked at again.
const START = `if (!window.axe) { ${source}; axe.configure({checks: [{id: 'region', options: {regionMatcher: '${REGION}'}}]}); }`;
const run = (
  only: object,
) => `axe.run(${SEEN}, {runOnly: ${JSON.stringify(only)}, resultTypes: ['violations'], preload: false})
  .then(({violations, passes}) => ({
    rules: violations.length + passes.length,
    faults: violations.flatMap(({id, nodes}) => nodes.map(({html}) => id + ': ' + html.slice(0, 200))),
  }))`;

const HIDDEN = `document.querySelector('[style*="display: none !important"]') !== null`;

async function ask(page: Page, mode: string, only: object): Promise<string[]> {
  await page.emulateMedia({ colorScheme: mode === 'dark' ? 'dark' : 'light' });
  let { rules, faults } = await page.evaluate<Found>(run(only));
  // A page that is still loading has no text to judge yet.
  for (let n = 0; rules === 0 && n < 10; n++) {
    await page.waitForTimeout(1000);
    ({ rules, faults } = await page.evaluate<Found>(run(only)));
  }
  // A part that waits for its words is hidden for a moment: what is wrong is so at a second look too.
  if (faults.length > 0) {
    for (let n = 0; n < 50 && (await page.evaluate<boolean>(HIDDEN)); n++) await page.waitForTimeout(100);
    ({ rules, faults } = await page.evaluate<Found>(run(only)));
  }
  return rules === 0 ? [`${mode}: axe has checked nothing`] : faults.map(fault => `${mode} ${fault}`);
}

/** Returns the findings of axe on a page that follows the system's colours: all rules in one mode, those of colour in the other too. */
export async function faultsOn(page: Page, modes: readonly string[] = ['light', 'dark']): Promise<string[]> {
  const [mode = 'light', other] = modes;
  await page.evaluate(START);
  const inOther = other ? await ask(page, other, { type: 'rule', values: OF_COLOUR }) : [];
  return [...(await ask(page, mode, { type: 'tag', values: TAGS })), ...inOther];
}
