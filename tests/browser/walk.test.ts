import type { BrowserContext, Page, Request } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { enter, openWindow } from './stage/browser.ts';
import { codesOn } from './stage/codes.ts';
import { faultsOfLayout } from './stage/layout.ts';
import { staffAt } from './stage/people.ts';
import { shareStage } from './stage/stage.ts';
import { visit } from './stage/steps.ts';

// Every screen of every role, on a desk and on a phone, opened as people do: nothing is refused, nothing fails in silence.
const stage = await shareStage();
const LIMIT = { timeout: 1_500_000 };

const ROLES = ['admin', 'director', 'manager', 'service1', 'accountant', 'reception', 'technician'];
const SCREENS = ['desk', 'phone'] as const;
type Size = (typeof SCREENS)[number];
const SIZES: Record<Size, { width: number; height: number }> = {
  desk: { width: 1440, height: 900 },
  phone: { width: 390, height: 844 },
};
/** No screen asks for longer. */
const PATIENCE_MS = 20_000;
const QUIET_MS = 250;

interface Refused {
  /** The screen on which it may happen, and the call that is refused there. */
  screen: RegExp;
  call: RegExp;
  why: string;
}
/** Requests of a screen that may be refused. */
const EXPECTED: readonly Refused[] = [];

/** Codes that people give themselves, which read like those of ours. */
const OWN_CODES: readonly { screen: RegExp; shows: RegExp; why: string }[] = [
  {
    screen: /^\/config-payment-method/,
    shows: /^(ONLINE|VNPAY)$/,
    why: 'the code of a method, the name of a provider',
  },
  { screen: /^\/fast-sync mapping/, shows: /^[A-Z_]+$/, why: 'what is ours is mapped by its code' },
];

/** Runs in the page: names parts that are not loaded yet, the screen itself or its skeletons. */
const AWAITED = `(() => {
  const main = document.querySelector('#main');
  if (!main || main.textContent.trim() === '') return ['the screen'];
  return [...document.querySelectorAll('[data-shape]')].filter(piece => piece.checkVisibility()).map(() => 'a part');
})()`;

/** Follows what a page asks for, and what goes wrong. */
function watch(page: Page) {
  const under = new Set<Request>();
  const faults: string[] = [];
  let place = '';
  let quietSince = Date.now();
  const note = (line: string) => faults.push(`${place}: ${line}`);
  const ended = (request: Request) => {
    under.delete(request);
    quietSince = Date.now();
  };
  // Parts of the product too: a screen that is still loaded asks for nothing yet.
  page.on('request', request => under.add(request));
  page.on('requestfinished', ended);
  page.on('requestfailed', ended);
  page.on('pageerror', error => note(`thrown: ${error.message}`));
  page.on('response', answer => {
    const call = `${answer.request().method()} ${answer.url().replace(stage.url, '')}`;
    const isExpected = EXPECTED.some(one => one.screen.test(place) && one.call.test(call));
    if (answer.status() >= 400 && !isExpected) note(`${answer.status()} ${call}`);
  });
  page.on('console', message => {
    // Refused calls are noted above, with their addresses.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource')) note(message.text());
  });
  return {
    faults,
    at: (next: string) => {
      place = next;
    },
    place: () => place,
    note,
    /** Waits until nothing is asked for any more, and all of the screen is there. */
    async rest(): Promise<void> {
      const end = Date.now() + PATIENCE_MS;
      const awaited = () => page.evaluate<string[]>(AWAITED);
      quietSince = Date.now();
      while (under.size > 0 || Date.now() - quietSince < QUIET_MS || (await awaited()).length > 0) {
        if (Date.now() > end) {
          const asked = [...under].map(one => one.url().replace(stage.url, ''));
          note(`still waits for ${[...asked, ...new Set(await awaited())].join(' ')}`);
          under.clear();
          return;
        }
        await page.waitForTimeout(50);
      }
    },
  };
}
type Watch = ReturnType<typeof watch>;

const TABS = '#main [role=tablist]';
const tabsOf = (page: Page, at: number) =>
  page
    .locator(TABS)
    .nth(at)
    .locator('[role=tab]')
    .evaluateAll(tabs => tabs.map(tab => (tab as unknown as { dataset: { value?: string } }).dataset.value ?? ''));

async function noteCodes(page: Page, seen: Watch): Promise<void> {
  const own = OWN_CODES.find(({ screen }) => screen.test(seen.place()));
  for (const text of await codesOn(page)) if (!own?.shows.test(text)) seen.note(`shows ${text}`);
}

/** Opens each tab of the bars of a screen, those of a bar within a tab too. */
async function openTabs(page: Page, seen: Watch, screen: string, from = 0): Promise<void> {
  if ((await page.locator(TABS).count()) <= from) return;
  for (const value of await tabsOf(page, from)) {
    seen.at(`${screen} ${value}`);
    const tab = page.locator(TABS).nth(from).locator(`[role=tab][data-value="${value}"]`);
    if ((await tab.count()) === 0) continue;
    // One that has no room stands in the menu behind its bar.
    const isFolded = (await tab.getAttribute('data-folded')) !== null;
    await (isFolded ? tab.dispatchEvent('click') : tab.click({ timeout: PATIENCE_MS })).catch(async () => {
      // The bar of the tab before may still have stood there as it was read.
      if ((await tab.count()) > 0) seen.note('the tab is not to be pressed');
    });
    await seen.rest();
    await noteCodes(page, seen);
    await openTabs(page, seen, `${screen} ${value}`, from + 1);
  }
}

/** Paths of all entries of the menu of whoever stands before the page, in their project. */
async function menuOf(page: Page): Promise<string[]> {
  const menu = page.getByRole('navigation', { name: 'Main menu' });
  await page.locator('#main').getByRole('heading').first().waitFor();
  const closed = menu.getByRole('button', { expanded: false });
  while ((await closed.count()) > 0) await closed.first().click();
  const paths = await menu
    .getByRole('link')
    .evaluateAll(links => links.map(link => (link as unknown as { pathname: string }).pathname));
  return [...new Set(paths)].filter(path => path.startsWith('/projects/'));
}

async function openAs(role: string, size: Size): Promise<{ context: BrowserContext; email: string }> {
  const email = `${role}@hoasen.demo`;
  const context = await openWindow(stage.browser, {
    language: 'en',
    options: { viewport: SIZES[size], hasTouch: size === 'phone' },
  });
  await enter(context, stage.url, email);
  return { context, email };
}

/** Where whoever stands before the page begins, and the way through all that their menu has. */
async function enterWalk(context: BrowserContext, email: string, size: Size) {
  const { projectId } = await staffAt(stage.url, email);
  const page = await context.newPage();
  page.setDefaultTimeout(30_000);
  const home = `/projects/${projectId}`;
  // The menu of a phone is that of the desk.
  await page.setViewportSize(SIZES.desk);
  await page.goto(stage.url + home);
  const paths = await menuOf(page);
  await page.setViewportSize(SIZES[size]);
  return { page, home, paths };
}

describe.each(ROLES)('what %s sees', role => {
  it.each(SCREENS)('is there on a %s, each screen and each of its tabs', LIMIT, async size => {
    const { context, email } = await openAs(role, size);
    try {
      const { page, home, paths } = await enterWalk(context, email, size);
      expect(paths.length).toBeGreaterThan(5);
      const seen = watch(page);
      for (const path of [home, ...paths]) {
        const screen = path.slice(home.length) || 'home';
        seen.at(screen);
        await visit(page, path);
        await seen.rest();
        await noteCodes(page, seen);
        await openTabs(page, seen, screen);
      }
      expect([...new Set(seen.faults)]).toEqual([]);
    } finally {
      await context.close();
    }
  });
});

const MODAL = '[role=dialog][aria-modal=true], [role=alertdialog]';

/** The names of the fields that the open form asks for, in its order. */
const fieldsOf = (page: Page) =>
  page
    .locator(MODAL)
    .last()
    .locator('[data-field]')
    .evaluateAll(fields =>
      fields.map(field => (field as unknown as { dataset: { field?: string } }).dataset.field ?? ''),
    );

/** Closes whatever is open above the screen, one after the other as it goes. */
async function closeAll(page: Page): Promise<void> {
  const open = page.locator(`${MODAL}, [role=dialog]`);
  for (let n = 0; n < 6; n++) {
    const before = await open.count();
    if (before === 0) return;
    await page.keyboard.press('Escape');
    // The first may leave a field alone.
    await expect
      .poll(() => open.count(), { timeout: 1500 })
      .toBeLessThan(before)
      .catch(() => undefined);
  }
}

/** Opens the first record of the list that stands on the screen, each of its tabs, and its form. */
async function openFirst(page: Page, seen: Watch, screen: string): Promise<void> {
  const first = page.locator('#main [role=row][data-index]').first();
  if ((await first.count()) === 0) return;
  seen.at(`${screen} first record`);
  const cells = first.locator('[role=gridcell]');
  // Before the words of a row on a desk stands its box.
  await cells.nth(Math.min(1, (await cells.count()) - 1)).click({ timeout: PATIENCE_MS });
  await seen.rest();
  const tabs = page.locator('[role=dialog] [role=tab]');
  for (let n = 0; n < (await tabs.count()); n++) {
    seen.at(`${screen} first record, tab ${n}`);
    await tabs.nth(n).click({ timeout: PATIENCE_MS });
    await seen.rest();
    await noteCodes(page, seen);
    for (const fault of await faultsOfLayout(page)) seen.note(fault);
  }
  seen.at(`${screen} first record, edited`);
  await page.keyboard.press('e');
  await seen.rest();
  await closeAll(page);
  const isBack = page.waitForFunction('document.activeElement !== document.body', null, { timeout: 1500 });
  if (!(await isBack.then(Boolean, () => false))) seen.note('the focus is nowhere once it is closed');
}

describe('the forms of the product', () => {
  it.each(SCREENS)(
    'open on a %s for new records and for those that stand, with the tabs of a record',
    LIMIT,
    async size => {
      const { context, email } = await openAs('admin', size);
      try {
        const { page, home, paths } = await enterWalk(context, email, size);
        const seen = watch(page);
        let forms = 0;
        for (const path of paths) {
          const screen = path.slice(home.length);
          await visit(page, path);
          await seen.rest();
          await openFirst(page, seen, screen);
          seen.at(`${screen} new`);
          const offered = await page.locator('#main [aria-keyshortcuts=n]:visible').count();
          const stood = page.url();
          await page.keyboard.press('n');
          await seen.rest();
          if ((await page.locator(MODAL).count()) === 0) {
            // Some are made on a screen of their own.
            if (offered > 0 && page.url() === stood) seen.note('the key of the button for a new one opens nothing');
            continue;
          }
          await noteCodes(page, seen);
          const asked = await fieldsOf(page);
          // A record with a name is known by it; its title is one of its texts.
          if (asked.includes('title') && !asked.includes('name') && asked[0] !== 'title')
            seen.note(`asks for ${asked[0]} before the title`);
          forms++;
          await closeAll(page);
        }
        expect(forms).toBeGreaterThan(45);
        expect([...new Set(seen.faults)]).toEqual([]);
      } finally {
        await context.close();
      }
    },
  );
});

describe('a page that is loaded anew', () => {
  it('asks nobody who is signed out for a session', LIMIT, async () => {
    const context = await openWindow(stage.browser, { language: 'en' });
    const page = await context.newPage();
    const seen = watch(page);
    seen.at('sign-in');
    await page.goto(`${stage.url}/login`);
    await page.getByRole('button', { name: 'Sign in' }).waitFor();
    await seen.rest();
    expect(seen.faults).toEqual([]);
    await context.close();
  });

  it.each(['help-desk', 'members', 'bill-list', ''])('asks for each thing once: /%s', LIMIT, async route => {
    const { context, email } = await openAs('admin', 'desk');
    const { projectId } = await staffAt(stage.url, email);
    const page = await context.newPage();
    const asked: string[] = [];
    page.on('request', request => {
      const path = request.url().replace(stage.url, '');
      // By what is asked, whichever the scope: the words of a project contain those before it.
      if (request.method() === 'GET' && /^\/api\//.test(path)) asked.push(path);
    });
    const seen = watch(page);
    await page.goto(`${stage.url}/projects/${projectId}/${route}`);
    await page.locator('#main').getByRole('heading').first().waitFor();
    await seen.rest();
    await page.waitForTimeout(3000);
    const twice = asked.filter((path, at) => asked.indexOf(path) !== at);
    expect(twice).toEqual([]);
    expect(seen.faults).toEqual([]);
    await context.close();
  });
});
