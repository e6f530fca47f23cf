import type { Page } from 'playwright-core';

/** Goes to a path of the product as a link in it would. */
export async function step(page: Page, path: string): Promise<void> {
  await page.evaluate(
    `history.pushState(null, '', ${JSON.stringify(path)}); dispatchEvent(new PopStateEvent('popstate'))`,
  );
}

/** Leaves all that is open for a page that knows of no project; throws where the product asks first. */
export async function leave(page: Page): Promise<void> {
  await step(page, '/elsewhere');
  await page.getByText('404', { exact: true }).first().waitFor({ timeout: 30_000 });
}

/** Opens a path anew: nothing that was open stays, but the product is not loaded again. */
export async function visit(page: Page, path: string): Promise<void> {
  await leave(page);
  await step(page, path);
}
