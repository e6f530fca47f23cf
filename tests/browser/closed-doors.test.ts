import { connect, db, disconnect } from '@lobby/server/kit/database/database.ts';
import { switchMaintenance } from '@lobby/server/platform/maintenance/maintenance.ts';
import type { Page } from 'playwright-core';
import { afterEach, describe, expect, it } from 'vitest';
import { endAfterwards } from '../setup/server/started.ts';
import { deskOn } from './stage/desk.ts';
import { staffAt } from './stage/people.ts';
import { openStage, SOON } from './stage/stage.ts';
import { step } from './stage/steps.ts';

process.env.SUPPORT_EMAIL_DOMAIN = 'lobby.example';
const stage = await openStage();
const service = await staffAt(stage.url, 'service1@hoasen.demo');
const home = `/projects/${service.projectId}`;
await connect(stage.uri);
endAfterwards(disconnect);

const SYSTEM = { id: 'system', name: 'Lobby' };
const maintain = (on: boolean, message = '') => switchMaintenance({ on, message, until: null }, SYSTEM, new Date());
const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 1 });
const users = () => db().collection<{ _id: string; email: string }>('users');

describe('maintenance', () => {
  afterEach(() => maintain(false));

  it('comes and goes by itself, and what was typed is there again', async () => {
    const page = await stage.seat('service1@hoasen.demo', `${home}/help-desk`);
    await page.getByRole('button', { name: 'New request' }).first().click();
    const title = deskOn(page).dialog.getByLabel('Title');
    await title.fill('Half a sentence');
    await maintain(true, 'We lay new pipes.');
    await heading(page, 'Under maintenance').waitFor({ timeout: SOON });
    await page.getByText('We lay new pipes.').waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.type('lost?');
    await maintain(false);
    await heading(page, 'Under maintenance').waitFor({ state: 'hidden', timeout: SOON });
    expect(await title.inputValue()).toBe('Half a sentence');
    await page.keyboard.type(' more');
    expect(await title.inputValue()).toBe('Half a sentence more');
  });

  it('is met at the start, and left without a hand', async () => {
    await maintain(true);
    const page = await stage.seat('service2@hoasen.demo', `${home}/help-desk`);
    await heading(page, 'Under maintenance').waitFor();
    await maintain(false);
    await deskOn(page).rows.first().waitFor({ timeout: 20_000 });
  });

  it('lets support sign in and work on, and nobody else', async () => {
    await users().updateOne({ email: 'manager@hoasen.demo' }, { $set: { email: 'manager@lobby.example' } });
    await maintain(true);
    const enter = async (email: string) => {
      const page = await stage.seat(null, '/login');
      await heading(page, 'Under maintenance').waitFor();
      await page.getByRole('button', { name: 'Support staff sign in here' }).click();
      await page.locator('input[name=email]').fill(email);
      await page.locator('input[name=password]').fill('lobby-demo');
      await page.keyboard.press('Enter');
      return page;
    };
    const support = await enter('manager@hoasen.demo');
    await heading(support, 'Choose a project').waitFor();
    await heading(await enter('reception@hoasen.demo'), 'Under maintenance').waitFor();
  });
});

describe('the way to the right page', () => {
  it('leads older links on, with their query', async () => {
    const { data } = await service.get<{ id: string }[]>('/pms/helpdesk?limit=1');
    const page = await stage.seat('service1@hoasen.demo', `${home}/help-desk/${data[0]?.id}?tab=all`);
    await deskOn(page).drawer.waitFor();
    expect(new URL(page.url()).search).toBe(`?tab=all&helpDeskId=${data[0]?.id}`);
  });

  it('takes lists with commas in an address', async () => {
    const page = await stage.seat('service1@hoasen.demo', '/elsewhere');
    const [answer] = await Promise.all([
      page.waitForRequest(request => /helpdesk\?/.test(request.url()) && request.url().includes('priority')),
      step(page, `${home}/help-desk?tab=all&priority=normal,urgent`),
    ]);
    expect(new URL(answer.url()).searchParams.getAll('filter[priority][]')).toEqual(['normal', 'urgent']);
    await deskOn(page).rows.first().waitFor();
  });

  it('is one project straight away, and words of help without any', async () => {
    const one = await stage.seat('reception@hoasen.demo', '/direction');
    await one.waitForURL(`**${home}`);
    const { _id = '' } = (await users().findOne({ email: 'accountant@hoasen.demo' })) ?? {};
    const places = db().collection<{ userId: string; status: string }>('employees');
    await places.updateMany({ userId: _id }, { $set: { status: 'DISABLED' } });
    const none = await stage.seat('accountant@hoasen.demo', '/projects');
    await heading(none, 'No project yet').waitFor();
    await places.updateMany({ userId: _id }, { $set: { status: 'ACTIVE' } });
    await none.getByRole('button', { name: 'Check again' }).click();
    await none.waitForURL(`**${home}**`);
  });
});

describe('what cannot be shown', () => {
  const CHUNK = '**/assets/page-*.js';

  it('reloads once when a screen cannot be fetched, then says so', async () => {
    expect((await fetch(`${stage.url}/assets/page-before.js`)).status, 'a file of an older release').toBe(404);
    const page = await stage.seat('admin@hoasen.demo', `${home}/nowhere`);
    await heading(page, 'You got lost').waitFor();
    let loads = 0;
    page.on('load', () => loads++);
    await page.route(CHUNK, route => route.abort());
    await step(page, `${home}/configs-labels`);
    await heading(page, 'Something went wrong').waitFor();
    await page.waitForTimeout(500);
    expect(loads, 'one reload').toBe(1);
    await page.getByRole('navigation', { name: 'Main menu' }).waitFor();
    await page.unroute(CHUNK);
    await page.getByRole('button', { name: 'Reload the page' }).click();
    await page.getByRole('heading', { name: 'Labels', level: 1 }).waitFor();
  });

  it('leads home from a path that there is not, unless the reader stays', async () => {
    const page = await stage.seat('admin@hoasen.demo', `${home}/nowhere`);
    await page.getByText('You will be taken home in 10 seconds.').waitFor();
    await page.waitForURL(url => url.pathname === home, { timeout: 15_000 });
    const other = await stage.seat('admin@hoasen.demo', '/nowhere');
    await other.getByRole('button', { name: 'Stay here' }).click();
    expect(await other.getByText('You will be taken home').count()).toBe(0);
    await other.waitForTimeout(10_500);
    expect(new URL(other.url()).pathname).toBe('/nowhere');
    await other.goto(`${stage.url}/print`);
    await other.waitForURL(url => url.pathname === home);
  });

  it('reloads by itself when the new version is there by then', async () => {
    const page = await stage.seat('admin@hoasen.demo', `${home}/nowhere`);
    await heading(page, 'You got lost').waitFor();
    await page.route(CHUNK, route => route.abort(), { times: 1 });
    await step(page, `${home}/configs-labels`);
    await page.getByRole('heading', { name: 'Labels', level: 1 }).waitFor();
  });

  it('is a page 500 with a way to reload when a screen breaks, within the menu', async () => {
    const page = await stage.seat('admin@hoasen.demo', `${home}/nowhere`);
    await heading(page, 'You got lost').waitFor();
    const broken = 'export function Component() { throw new Error("broken on purpose"); }';
    await page.route(CHUNK, route => route.fulfill({ contentType: 'text/javascript', body: broken }));
    await step(page, `${home}/configs-labels`);
    await heading(page, 'Something went wrong').waitFor();
    await page.getByText('500').waitFor();
    await page.getByRole('navigation', { name: 'Main menu' }).waitFor();
    await page.unroute(CHUNK);
    await page.getByRole('button', { name: 'Reload the page' }).click();
    await page.getByRole('heading', { name: 'Labels', level: 1 }).waitFor();
  });

  it('is the same page when the server is away at the start', async () => {
    const page = await stage.seat('service1@hoasen.demo', `${home}/nowhere`);
    await heading(page, 'You got lost').waitFor();
    await page.route('**/api/**', route => route.abort());
    await page.reload();
    await heading(page, 'Something went wrong').waitFor();
    await page.unroute('**/api/**');
    await page.getByRole('button', { name: 'Reload the page' }).click();
    await heading(page, 'You got lost').waitFor();
    await page.getByRole('button', { name: 'Go home' }).click();
    await page.waitForURL(`**${home}`);
    await page.getByRole('heading', { level: 1 }).waitFor();
  });

  it('is a page 403 in a project that is not one’s own, which leads home', async () => {
    const page = await stage.seat('service1@hoasen.demo', `/projects/${'f'.repeat(24)}/help-desk`);
    await heading(page, 'You cannot see this page').waitFor();
    await page.getByText('403').waitFor();
    await page.getByRole('button', { name: 'Go home' }).click();
    await page.waitForURL(`**${home}`);
    await page.getByRole('heading', { level: 1 }).waitFor();
  });

  it('is stood for by the frame of a project while the product itself is on its way', async () => {
    const page = await stage.seat('service1@hoasen.demo', `${home}/help-desk`);
    const frame = page.locator('#awaited');
    await deskOn(page).rows.first().waitFor();
    expect(await frame.isVisible()).toBe(false);
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    await page.route('**/assets/base-*', route => held.then(() => route.continue()));
    const loaded = page.reload();
    await frame.waitFor();
    release();
    await loaded;
    await frame.waitFor({ state: 'hidden' });
    await deskOn(page).rows.first().waitFor();
  });
});
