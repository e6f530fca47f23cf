import type { Locator, Page } from 'playwright-core';

/** The help desk on a page, as its people see it. */
export interface Desk {
  page: Page;
  grid: Locator;
  rows: Locator;
  row: (title: string) => Locator;
  /** Titles as they stand from the top, those that are drawn. */
  titles: () => Promise<string[]>;
  tab: (name: string) => Locator;
  /** The count of a tab. */
  count: (name: string) => Promise<number>;
  /** The count beside the menu entry. */
  badge: () => Promise<number>;
  pill: Locator;
  drawer: Locator;
  /** A tab of the open request. */
  part: (name: string) => Locator;
  log: Locator;
  composer: Locator;
  toasts: Locator;
  /** The dialog over the page. */
  dialog: Locator;
  open: (title: string) => Promise<void>;
}

/** Counts come with the rows. */
const COUNTED_MS = 1000;

const numberIn = (text: string | null) => Number(text?.replace(/\D/g, '') ?? Number.NaN);

export function deskOn(page: Page): Desk {
  const rows = page.locator('[role=row][data-index]');
  const drawer = page.locator('[data-drawer]');
  const row = (title: string) => rows.filter({ hasText: title });
  const tab = (name: string) => page.locator(`#main [role=tab][data-value=${name}]`);
  return {
    page,
    rows,
    row,
    tab,
    drawer,
    grid: page.getByRole('grid'),
    titles: () =>
      rows.evaluateAll(found => found.map(one => one.querySelector('[role=gridcell]:nth-child(3)')?.textContent ?? '')),
    async count(name) {
      const count = tab(name).locator('small');
      // A tab without any carries no number.
      await count.waitFor({ timeout: COUNTED_MS }).catch(() => undefined);
      return numberIn((await count.allTextContents())[0] ?? '0');
    },
    badge: async () => numberIn(await page.locator('nav a[aria-current=page]').textContent()),
    pill: page.getByRole('grid').locator('[role=status] button'),
    part: name => drawer.locator(`[role=tab][data-value=${name}]`),
    log: drawer.getByRole('log'),
    composer: drawer.locator('textarea'),
    toasts: page.locator('[data-scope=toast][data-part=root]'),
    dialog: page.locator('[role=dialog][aria-modal=true], [role=alertdialog]').last(),
    async open(title) {
      await row(title).click();
      await drawer.getByRole('heading', { name: title }).waitFor();
    },
  };
}
