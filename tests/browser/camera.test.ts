import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, inject, it } from 'vitest';
import type { Row } from '../setup/caller.ts';
import { enter, launchBrowser, openWindow, SHORT_LIVED } from './stage/browser.ts';
import { filmOf } from './stage/fake-camera.ts';
import { faultsOn } from './stage/faults.ts';
import { good, staffAt } from './stage/people.ts';
import { SOON, shareStage } from './stage/stage.ts';

const stage = await shareStage();
const admin = await staffAt(stage.url, 'admin@hoasen.demo');
const visit = good(await admin.post<Row>('/visitor', { name: 'Camera Guest', destination: 'Office' }));
const folder = mkdtempSync(join(tmpdir(), 'lobby-camera-'));
// A camera is the whole browser's.
const pass = good(await admin.post<Row>('/visitor-pass', { visitorId: visit.id }));
const flags = await filmOf(String(pass.code), join(folder, 'pass.y4m'));
const browser = await launchBrowser(inject('chromium'), [...SHORT_LIVED, ...flags]);
afterAll(async () => {
  await browser.close();
  rmSync(folder, { recursive: true, force: true });
});
/** As on a touch tablet that stands at the gate. */
const tablet = { viewport: { width: 1024, height: 768 }, hasTouch: true };
const context = await openWindow(browser, { language: 'en', options: tablet });
await enter(context, stage.url, 'admin@hoasen.demo');
const page = await context.newPage();
page.setDefaultTimeout(30_000);

it('reads the pass of a guest, lets them in by one tap, and keeps their picture for who may see it', {
  timeout: 120_000,
}, async () => {
  await page.goto(`${stage.url}/projects/${admin.projectId}/access-management/reception`);
  await page.getByRole('button', { name: 'Scan a pass' }).click();
  await page.getByRole('dialog').waitFor();
  expect(await faultsOn(page)).toEqual([]);
  const said = page.getByRole('dialog', { name: 'Guest’s pass' });
  await said.getByText('Camera Guest').waitFor({ timeout: 16 * SOON });
  expect(await faultsOn(page)).toEqual([]);
  // Another try of this test finds the guest inside.
  const enters = said.getByRole('button', { name: 'Let in', exact: true });
  await ((await enters.count()) ? enters : said.getByRole('button', { name: 'Close' })).first().click();
  await said.waitFor({ state: 'detached' });
  const row = page.getByRole('listitem').filter({ hasText: 'Camera Guest' });
  await row.getByRole('button', { name: /Photograph/ }).click();
  await page.getByRole('button', { name: 'Photograph the guest' }).click();
  await expect
    .poll(async () => good(await admin.get<Row>(`/visitor/${visit.id}`)).faceImage, { timeout: 8 * SOON })
    .toMatchObject([{ type: 'image/jpeg', thumbUrl: null, url: '' }]);
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.getByRole('region', { name: 'Inside', exact: true }).getByText('Camera Guest').waitFor();
  expect(await faultsOn(page)).toEqual([]);
});

it('prints who is inside', { timeout: 60_000 }, async () => {
  await page.goto(`${stage.url}/projects/${admin.projectId}/access-management/reception`);
  await page.getByRole('button', { name: 'Print the list' }).click();
  await page.getByRole('heading', { name: 'Guests inside now' }).first().waitFor();
  await page.getByRole('rowheader', { name: 'Camera Guest' }).first().waitFor();
  expect(await faultsOn(page)).toEqual([]);
});
