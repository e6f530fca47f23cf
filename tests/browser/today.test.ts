import { resident } from '@lobby/shared/modules/resident.ts';
import { WEEK, workSchedule } from '@lobby/shared/modules/work-schedule.ts';
import { expect, it, vi } from 'vitest';
import type { Row } from '../setup/caller.ts';
import { good, staffAt } from './stage/people.ts';
import { SOON, shareStage } from './stage/stage.ts';
import { visit } from './stage/steps.ts';

const stage = await shareStage();
const admin = await staffAt(stage.url, 'admin@hoasen.demo');
const start = `/projects/${admin.projectId}`;
const page = await stage.seat('admin@hoasen.demo', start);

it('the start page shows who works today, live', async () => {
  const shifts = page.getByRole('region', { name: 'Today’s shifts' });
  await page.getByRole('heading', { level: 2 }).first().waitFor();
  const hours = Object.fromEntries(WEEK.map(day => [day, '06:00-14:00']));
  await admin.post(workSchedule.path, { name: 'Ca sớm sảnh', ...hours });
  const line = shifts.getByRole('link', { name: /Ca sớm sảnh/ });
  await line.waitFor({ timeout: 10 * SOON });
  expect(await line.textContent()).toContain('06:00-14:00');
  await line.click();
  await expect.poll(() => page.url()).toContain(String(workSchedule.route));
});

it('the count of what is told stands beside the sign of the bell, at each width that has one', async () => {
  const bell = page.getByRole('banner').getByRole('button', { name: /notifications/i });
  const desk = page.viewportSize();
  const linh = await staffAt(stage.url, 'service1@hoasen.demo');
  const [waiting] = good(await linh.get<Row[]>('/pms/helpdesk?filter[status]=APPROVED&limit=1'));
  good(await linh.put(`/pms/helpdesk/${waiting?.id}/assign`, { employeeId: admin.id }));
  // On a phone it is a line of what else there is.
  for (const width of [1440, 1280]) {
    await page.setViewportSize({ width, height: 844 });
    // It comes with a movement.
    await vi.waitFor(async () => {
      const sign = await bell.locator('svg').boundingBox();
      const count = await bell
        .locator('xpath=..')
        .getByText(/^\d+\+?$/)
        .boundingBox();
      if (!sign || !count) throw new Error(`no bell with a count at ${width} px`);
      // At its upper right, on the screen, and over less than half of the sign.
      expect(count.x, `${width}`).toBeGreaterThanOrEqual(sign.x + sign.width / 2);
      expect(count.x - (sign.x + sign.width), `${width}`).toBeLessThan(8);
      expect(count.y + count.height / 2, `${width}`).toBeLessThan(sign.y + sign.height / 2);
      expect(count.x + count.width, `${width}`).toBeLessThanOrEqual(width);
    });
  }
  if (desk) await page.setViewportSize(desk);
});

it('the list of the bell hangs under it', async () => {
  // Anew, so that its words are not there yet.
  await visit(page, start);
  const bell = page.getByRole('banner').getByRole('button', { name: /notifications/i });
  await bell.click();
  const list = page.getByRole('dialog', { name: /notifications/i });
  await list.getByRole('button', { name: 'Unread' }).waitFor();
  const [sign, box] = [await bell.boundingBox(), await list.boundingBox()];
  if (!sign || !box) throw new Error('no list');
  expect(box.y).toBeGreaterThanOrEqual(sign.y + sign.height - 1);
  expect(Math.abs(box.x + box.width - (sign.x + sign.width))).toBeLessThan(24);
  await page.keyboard.press('Escape');
});

it('a phone names the building, orders its headings and leads home from anywhere', async () => {
  const desk = page.viewportSize();
  await page.setViewportSize({ width: 390, height: 844 });
  await visit(page, start);
  await page.locator('#main').getByRole('heading', { level: 2 }).first().waitFor();
  const levels = await page
    .locator('#main :is(h1, h2, h3, h4)')
    .evaluateAll(all => all.map(one => Number((one as unknown as { tagName: string }).tagName.slice(1))));
  expect(levels[0]).toBe(1);
  expect(levels.filter((level, n) => n > 0 && level > (levels[n - 1] ?? 0) + 1)).toEqual([]);
  const { name } = good(await admin.get<Row>(`/unit-group/${admin.projectId}`));
  await visit(page, `${start}/members?tab=all`);
  await page.locator('[role=row][data-index]').first().click();
  await page.locator('[data-drawer]').getByRole('heading').first().waitFor();
  // An open record is a page of its own: its cross leads back, what else there is leads home.
  await page.locator('[data-drawer]').getByRole('button', { name: 'Close' }).click();
  await page.getByRole('navigation').getByRole('button', { name: 'More' }).click();
  const home = page.getByRole('dialog').getByRole('link', { name: /^Home/ });
  expect(await home.textContent()).toContain(String(name));
  await home.click();
  await expect.poll(() => new URL(page.url()).pathname).toBe(start);
  if (desk) await page.setViewportSize(desk);
});

it('people are found by their country, and those whose papers end by a tab', async () => {
  const home = good(await admin.get<Row[]>('/unit?filter[state][]=IN_USE&limit=1'))[0];
  // A country from which nobody of the demo comes.
  const person = { name: 'Aroha Walker', unitId: home?.id, role: 'MEMBER', nationality: 'NZ' };
  await admin.post(resident.path, person);
  await visit(page, `${start}/members?tab=all&nationality=NZ`);
  const rows = page.locator('[role=row][data-index]');
  await rows.filter({ hasText: 'Aroha Walker' }).waitFor({ timeout: 10 * SOON });
  expect(await rows.count()).toBe(1);
  await page.getByText('New Zealand').first().waitFor();
  await page.getByRole('tab', { name: /Ends within 30 days/ }).waitFor();
});

it('a chart says its values by arrow keys, and the same as a table', async () => {
  await visit(page, `${start}/dashboard`);
  const days = page.getByRole('region', { name: 'Requests, new and completed' });
  await days.locator('svg.recharts-surface').waitFor({ timeout: 10 * SOON });
  await days.locator('svg.recharts-surface').focus();
  await page.keyboard.press('ArrowRight');
  const tip = days.locator('.recharts-tooltip-wrapper');
  await expect.poll(() => tip.textContent()).toMatch(/New.*\d.*Completed.*\d/s);
  const before = await tip.textContent();
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => tip.textContent()).not.toBe(before);
  await days.getByRole('button', { name: 'Table' }).click();
  // The newest day comes first, and leads to its requests.
  const [first] = await days.locator('tbody tr').all();
  expect(await first?.textContent()).toMatch(/\d\d\/\d\d\/\d{4}/);
  await first?.getByRole('link').click();
  await expect.poll(() => page.url()).toContain('help-desk?tab=all&createdAt=');
});

it('a report is printed whole, below its letterhead, without what stands around it', async () => {
  const { name } = good(await admin.get<Row>(`/unit-group/${admin.projectId}`));
  await visit(page, `${start}/dashboard`);
  const charts = page.locator('svg.recharts-surface');
  await charts.first().waitFor({ timeout: 10 * SOON });
  const letterhead = page.locator('[data-letterhead]');
  expect(await letterhead.isVisible()).toBe(false);
  await page.emulateMedia({ media: 'print' });
  expect(await letterhead.textContent()).toContain(String(name));
  expect(await letterhead.isVisible()).toBe(true);
  for (const around of ['nav', 'header input', '[data-title] button'])
    expect(await page.locator(around).filter({ visible: true }).count(), around).toBe(0);
  const { width, height } = await page
    .locator('html')
    .evaluate(root => ({ width: root.clientWidth, height: root.scrollHeight }));
  for (const chart of await charts.all()) {
    const box = await chart.boundingBox();
    expect(box?.height).toBeGreaterThan(0);
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(width);
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(height);
  }
  await page.emulateMedia({ media: 'screen' });
});
