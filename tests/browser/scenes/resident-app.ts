import type { Page } from 'playwright-core';
import { keepCookies } from '../stage/browser.ts';
import type { Place, Scene } from './scene.ts';

/** Logins of the first home with an account, and of a home that owes two months. */
const FIRST = 'resident1@hoasen.demo';
const OWES = 'resident4@hoasen.demo';
type At = string | ((place: Place) => Promise<string>);

/** A page of the residents' app, and what is done there. */
export const atHome = (
  name: string,
  path: At,
  wait: string,
  { login = FIRST, act }: { login?: string; act?: (page: Page) => Promise<void> } = {},
): Scene => ({
  name,
  who: null,
  screen: 'phone',
  async play(place) {
    const at = typeof path === 'string' ? path : await path(place);
    const data = { login, password: 'lobby-demo' };
    const context = place.page.context();
    await keepCookies(context, await context.request.post(`${place.url}/api/resident/auth/login`, { data }));
    await place.page.goto(`${place.url}/resident${at}`);
    await place.page.locator(wait).first().waitFor();
    await act?.(place.page);
  },
});

/** Goes into the first of a list, and waits until it is there. */
const open = (link: string, wait: string) => async (page: Page) => {
  await page.locator(link).first().click();
  await page.locator(wait).first().waitFor();
};

/** Pages that residents open first: fees, payments, news, chats, bookings. */
export const residentApp: readonly Scene[] = [
  atHome('app-home', '/', '.acts', { login: OWES }),
  atHome('app-fees', '/bills', '.month', { login: OWES }),
  atHome('app-pay', '/bills/pay', '.qr svg', { login: OWES }),
  atHome('app-bill', '/bills', '.month .row', {
    login: OWES,
    async act(page) {
      await page.locator('.month .row').first().click();
      await page.locator('.counted').waitFor();
    },
  }),
  atHome('app-paid', '/bills/paid', 'fieldset'),
  atHome('app-paper', '/bills/paid', 'a[href*="/papers/receipt."]', {
    async act(page) {
      await page.locator('a[href*="/papers/receipt."]').first().click();
      await page.locator('.paper svg').first().waitFor();
    },
  }),
  atHome('app-deposits', '/deposits', 'main h2', { login: OWES }),
  atHome('app-comparisons', '/comparisons', 'main .muted, main .item', { login: OWES }),
  atHome('app-charged', '/charged', '.row', { login: OWES }),
  atHome('app-chats', '/chat', 'main .row'),
  atHome('app-chat', '/chat/TECHNICAL', '.composer'),
  atHome('app-request', '/requests/new', '.tiles button'),
  atHome('app-ways', '/ways', 'main .stack'),
  atHome('app-familiar', '/guests/familiar', 'main .stack'),
  atHome('app-amenities', '/amenities', '.place'),
  atHome('app-booking', '/bookings', '.list a', { act: open('.list a', '.cover') }),
  atHome('app-news', '/news', '.post'),
  atHome('app-story', '/news', '.post', { act: open('.post', 'article .cover') }),
  atHome('app-told', '/notifications', '.list'),
  atHome('app-meeting', '/meetings', 'main .list a', { act: open('main .list a', '.cover') }),
  atHome('app-profile', '/profile', '.person'),
  atHome('app-guest', '/guests/new', '.when-field'),
  {
    name: 'app-door',
    who: null,
    screen: 'phone',
    async play({ page, url }) {
      await page.goto(`${url}/resident/`);
      await page.locator('.door form').waitFor();
    },
  },
];
