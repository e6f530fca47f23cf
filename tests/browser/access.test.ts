import { connect, db, disconnect } from '@lobby/server/kit/database/database.ts';
import { configureDefinitions } from '@lobby/server/kit/store/refs/refs.ts';
import { collectionOf } from '@lobby/server/kit/store/schema.ts';
import type { Permissions } from '@lobby/shared/kit/permissions.ts';
import { position } from '@lobby/shared/modules/employee.ts';
import { MODULES } from '@lobby/shared/modules/index.ts';
import type { Page } from 'playwright-core';
import { describe, expect, it, onTestFinished } from 'vitest';
import { permit } from '../setup/records.ts';
import { endAfterwards } from '../setup/server/started.ts';
import { deskOn } from './stage/desk.ts';
import { ask, residentAt, staffAt } from './stage/people.ts';
import { openStage, SOON } from './stage/stage.ts';
import { step, visit } from './stage/steps.ts';

const stage = await openStage();
const mai = await residentAt(stage.url, 'resident1@hoasen.demo');
const { projectId } = await staffAt(stage.url, 'admin@hoasen.demo');
const home = `/projects/${projectId}`;
configureDefinitions(MODULES);
await connect(stage.uri);
endAfterwards(disconnect);
const acts = ['Accept', 'Reject…', 'Take it', 'Start', 'Complete', 'Assign…'];

async function openRequestAs(email: string, title: string) {
  const { id } = await ask(mai, title);
  const desk = deskOn(await stage.seat(email, `${home}/help-desk?helpDeskId=${id}`));
  await desk.drawer.getByRole('heading', { name: title }).waitFor();
  const offered = async () => {
    const names = [];
    for (const name of acts) if ((await desk.drawer.getByRole('button', { name }).count()) > 0) names.push(name);
    return names;
  };
  return { ...desk, id, offered };
}

const menuOn = async (page: Page) => {
  const menu = page.getByRole('navigation', { name: 'Main menu' });
  // The heading appears with the permissions, as the menu does.
  await page.locator('#main').getByRole('heading').first().waitFor();
  const closed = menu.getByRole('button', { expanded: false });
  while ((await closed.count()) > 0) await closed.first().click();
  return menu.getByRole('link').allTextContents();
};

describe('each position', () => {
  it('shows reception the help desk with what it may write, and no more', async () => {
    const desk = await openRequestAs('reception@hoasen.demo', 'Seen by reception');
    await desk.drawer.getByRole('button', { name: 'Take it' }).waitFor();
    expect(await desk.offered()).toEqual(expect.arrayContaining(['Take it']));
    expect(await desk.offered()).not.toContain('Accept');
    expect(await desk.offered()).not.toContain('Reject…');
    await desk.composer.waitFor();
    await desk.page.getByRole('button', { name: 'New request' }).waitFor();
    await visit(desk.page, home);
    expect(
      (await menuOn(desk.page))
        .map(text => text.replace(/\d+.*/, ''))
        // The same bar announces new features.
        .filter(name => !name.startsWith('Card registration') && name !== 'See'),
    ).toEqual([
      'Home',
      // Pinned by their trade.
      'Visitors',
      'Parcels',
      'Help desk',
      'Amenity bookings',
      'Units',
      'Residents',
      'Dashboard',
      'Moves',
      'Works',
      'Card forms',
      'Shift logs',
    ]);
  });

  it('lets a technician read, and offers no act', async () => {
    const desk = await openRequestAs('technician@hoasen.demo', 'Seen by a technician');
    await desk.log.getByText('Seen by a technician.').waitFor();
    expect(await desk.offered()).toEqual([]);
    expect(await desk.composer.count()).toBe(0);
    expect(await desk.page.getByRole('button', { name: 'New request' }).count()).toBe(0);
    await desk.page.keyboard.press('c');
    await desk.page.keyboard.press('a');
    expect(await desk.toasts.count()).toBe(0);
  });

  it('keeps accounts out of the help desk, and says of what', async () => {
    const page = await stage.seat('accountant@hoasen.demo', home);
    const entries = await menuOn(page);
    // Home, what is pinned by their trade, then the groups.
    expect(entries.slice(1, 3)).toEqual(['Collect payment', 'Bills']);
    expect(entries).toEqual(expect.arrayContaining(['Units', 'Residents', 'Readings and usage']));
    expect(entries).not.toContain('Help desk');
    await step(page, `${home}/help-desk`);
    await page.getByRole('heading', { name: 'You cannot see Help desk' }).waitFor();
    expect(await page.getByRole('grid').count()).toBe(0);
  });

  it('shows an administrator everything', async () => {
    const entries = await menuOn(await stage.seat('admin@hoasen.demo', home));
    expect(entries.map(text => text.replace(/\d+.*/, ''))).toEqual(
      expect.arrayContaining([
        'Units',
        'Residents',
        'Documents',
        'Rental contracts',
        'Readings and usage',
        'Service registrations',
        'Monthly billing',
        'Bills',
        'Fee notices',
        'Results of sending',
        'Collect payment',
        'Receipts',
        'Payment vouchers',
        'Cashbook',
        'Debt',
        'Unit accounts',
        'Journal',
        'Services',
        'Tariffs',
        'Funds',
        'Bank accounts',
        'Lock dates',
        'Announcements',
        'Help desk',
        'Request types',
        'Chat with residents',
        'Amenity bookings',
        'Amenities',
        'Visitors',
        'Moves',
        'Works',
        'Card forms',
        'Approval flows',
        'Parcels',
        'Shift logs',
        'News',
        'Polls',
        'Cards',
        'Tasks',
        'Partners',
        'Activity',
        'Projects',
        'Locations',
        'Permissions',
        'Staff',
        'Labels',
        'Work schedules',
      ]),
    );
  });

  it('takes acts away within two seconds when a permission is taken away', async () => {
    const desk = await openRequestAs('service2@hoasen.demo', 'A right is taken away');
    await desk.drawer.getByRole('button', { name: 'Accept' }).first().waitFor();
    const service = await db()
      .collection<{ _id: string; permissions: Permissions }>(collectionOf(position))
      .findOne({ projectId, name: 'Nhân viên CSKH' });
    onTestFinished(() => permit(service?._id ?? '', service?.permissions ?? {}));
    await permit(service?._id ?? '', { HELP_DESK: ['read', 'write'] });
    await expect.poll(desk.offered, { timeout: SOON }).not.toContain('Accept');
    expect(await desk.offered()).toContain('Take it');
    await permit(service?._id ?? '', {});
    await desk.page.getByRole('heading', { name: 'You cannot see Help desk' }).waitFor({ timeout: SOON });
    await permit(service?._id ?? '', service?.permissions ?? {});
    await desk.drawer.getByRole('button', { name: 'Accept' }).first().waitFor({ timeout: SOON });
  });
});

it.each(['ban', 'deactivate', 'disable'])('tells whoever is there of their %s, and leads them out', async act => {
  const admin = await staffAt(stage.url, 'admin@hoasen.demo');
  const who = 'service2@hoasen.demo';
  const { id } = await staffAt(stage.url, who);
  const page = await stage.seat(who, `${home}/help-desk`);
  await page.getByRole('grid').waitFor();
  expect((await admin.put(`/employee/${id}/${act}`, act === 'ban' ? { reason: 'Left' } : {})).status).toBe(200);
  await page.getByRole('heading', { name: 'You no longer work in this project' }).waitFor({ timeout: SOON });
  expect(await page.getByRole('grid').count()).toBe(0);
  await page.getByRole('button', { name: 'Go home' }).click();
  await page.waitForURL(/direction|projects$/);
  await admin.put(`/employee/${id}/activate`, {});
});

describe('the doors', () => {
  it('says when a password is wrong, and lets in with the right one', async () => {
    const page = await stage.seat(null, `${home}/help-desk?tab=all`);
    await page.getByLabel('E-mail').fill('service1@hoasen.demo');
    await page.getByLabel('Password', { exact: true }).fill('wrong-password');
    await page.keyboard.press('Enter');
    const alert = page.getByRole('alert');
    await alert.waitFor();
    expect((await alert.textContent())?.trim()).toMatch(/^[A-Z].{10,}\.$/);
    await page.getByLabel('Password', { exact: true }).fill('lobby-demo');
    await page.keyboard.press('Enter');
    await page.getByRole('grid').waitFor();
    expect(page.url()).toContain('/help-desk?tab=all');
  });

  it('signs out of all tabs at once, and leaves nothing behind', async () => {
    const page = await stage.seat('service1@hoasen.demo', `${home}/help-desk`);
    await page.getByRole('grid').waitFor();
    const other = await stage.beside(page, `${home}/help-desk`);
    await other.getByRole('grid').waitFor();
    await page.getByRole('button', { name: 'Account' }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    for (const tab of [page, other]) await tab.getByRole('button', { name: 'Sign in' }).waitFor({ timeout: SOON });
    await other.goBack();
    await other.goto(`${stage.url}${home}/help-desk`);
    await other.getByRole('button', { name: 'Sign in' }).waitFor();
  });
});
