import { ticket } from '@lobby/shared/modules/ticket.ts';
import { expect, it } from 'vitest';
import type { Row } from '../setup/caller.ts';
import { good, staffAt } from './stage/people.ts';
import { openStage, SOON } from './stage/stage.ts';
import { visit } from './stage/steps.ts';

const stage = await openStage();
const admin = await staffAt(stage.url, 'admin@hoasen.demo');
const home = `/projects/${admin.projectId}`;
const page = await stage.seat('admin@hoasen.demo', home);
const named = (words: string) => expect.poll(() => page.title(), { timeout: 3 * SOON }).toContain(words);

it('the tab names the open record or the screen, and the project', async () => {
  const { name } = good(await admin.get<{ name: string }>(`/unit-group/${admin.projectId}`));
  await named(name);
  await visit(page, `${home}/help-desk`);
  await named(`Help desk · ${name}`);
  const [first] = good(await admin.get<(Row & { code: string })[]>(`${ticket.path}?limit=1`));
  await visit(page, `${home}/help-desk?tab=all&helpDeskId=${first?.id}`);
  await named(`${first?.code} · ${name}`);
  await page.keyboard.press('Escape');
  await named(`Help desk · ${name}`);
});

it('unread notifications stand in front of it and mark its icon, until they are read', async () => {
  const counts = async () => good(await admin.get<{ NOTIFICATION: number }>('/count-badges')).NOTIFICATION;
  const icon = () => page.locator('link[rel=icon]').getAttribute('href');
  const manager = await staffAt(stage.url, 'manager@hoasen.demo');
  const [unit] = good(await manager.get<Row[]>('/unit/options'));
  await manager.post(ticket.path, { title: 'Mất nước', content: 'Từ sáng', unitId: unit?.id });
  const unread = await counts();
  expect(unread).toBeGreaterThan(0);
  await named(`(${unread}) `);
  await expect.poll(icon).toContain('data:image/png');
  const bell = page
    .getByRole('banner')
    .getByRole('button', { name: /not seen/ })
    .locator('..');
  const sign = await bell.locator('svg').boundingBox();
  const badge = await bell.getByText(String(unread), { exact: true }).boundingBox();
  expect(badge?.x).toBeGreaterThanOrEqual((sign?.x ?? 0) + (sign?.width ?? 0));
  expect((await admin.put('/histories/read-all', {})).status).toBe(200);
  await expect.poll(() => page.title(), { timeout: 3 * SOON }).toMatch(/^Help desk/);
  await expect.poll(icon).not.toContain('data:image/png');
});
