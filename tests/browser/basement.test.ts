import { device } from '@lobby/shared/modules/device.ts';
import { maintenance } from '@lobby/shared/modules/maintenance.ts';
import { maintenanceChecklist } from '@lobby/shared/modules/maintenance-checklist.ts';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import type { Row } from '../setup/caller.ts';
import { inDays } from '../setup/time/days.ts';
import { good, staffAt } from './stage/people.ts';
import { SOON, shareStage } from './stage/stage.ts';

const stage = await shareStage();
const minh = await staffAt(stage.url, 'admin@banmai.demo');

async function givenWork(title: string, more: readonly object[] = []): Promise<Row> {
  const items = [
    { label: 'Doors close', kind: 'CHECK' },
    { label: 'Gap of the doors', kind: 'NUMBER', min: 2, max: 2.5, unitName: 'mm' },
    ...more,
  ];
  const list = good(await minh.post<Row>(maintenanceChecklist.path, { name: title, kind: 'MAINTENANCE', items }));
  good(await minh.put(`${maintenanceChecklist.path}/${list.id}/publish`, {}));
  const [machine] = good(await minh.get<Row[]>(`${device.path}?filter[status][]=IN_USE&limit=1`));
  return good(
    await minh.post<Row>(maintenance.path, {
      title,
      kind: 'CORRECTIVE',
      deviceId: machine?.id,
      scheduledDate: inDays(0),
      assigneeIds: [minh.id],
      checklistId: list.id,
      requiresSignature: true,
    }),
  );
}

async function sign(page: Page) {
  const pad = page.locator('canvas').last();
  await pad.scrollIntoViewIfNeeded();
  const box = await pad.boundingBox();
  if (!box) throw new Error('there is nothing to sign on');
  await page.mouse.move(box.x + 20, box.y + 100);
  await page.mouse.down();
  for (const [x, y] of [
    [60, 40],
    [110, 110],
    [160, 50],
    [210, 100],
  ] as const)
    await page.mouse.move(box.x + x, box.y + y, { steps: 5 });
  await page.mouse.up();
}

it('opens the day without a network, and sends what was done there once, also after the page was closed', async () => {
  const title = `Doors in the basement ${Date.now()}`;
  const work = await givenWork(title, [{ label: 'Seen by the shift', kind: 'SIGNATURE' }]);
  const path = `/projects/${minh.projectId}/maintenance-schedule?part=my-day`;
  const page = await stage.seat('admin@banmai.demo', path, { screen: 'phone' });
  const card = (at: Page) => at.getByRole('link', { name: new RegExp(title) });
  await card(page).waitFor();
  const kept = () =>
    page.evaluate<number>(`caches.open('office-shell').then(shell => shell.keys()).then(keys => keys.length)`);
  await expect.poll(kept, { timeout: 20_000 }).toBeGreaterThan(5);

  const context = page.context();
  await context.setOffline(true);
  await page.reload();
  await card(page).click();
  await page.getByRole('button', { name: 'Start', exact: true }).click();
  await page.getByRole('button', { name: 'Pass', exact: true }).click();
  await page.getByRole('heading', { name: /Gap of the doors/ }).waitFor();
  await page.getByRole('textbox').fill('2,5');
  await page.getByRole('button', { name: 'Record', exact: true }).click();
  // The signer's name and drawing are sent along, however soon the answer is recorded.
  await page.getByRole('heading', { name: /Seen by the shift/ }).waitFor();
  await page.getByRole('textbox').fill('Nguyễn Văn An');
  const record = page.getByRole('button', { name: 'Record', exact: true });
  expect(await record.isDisabled()).toBe(true);
  await sign(page);
  await record.click();
  await page.getByRole('textbox', { name: 'Result' }).fill('A new roller');
  await sign(page);
  await page.getByRole('button', { name: 'Complete', exact: true }).click();
  await page.getByText(/entries wait to be sent/).waitFor();
  expect(good(await minh.get<Row>(`${maintenance.path}/${work.id}`)).status).toBe('SCHEDULED');
  // The phone is closed; what waits is sent when the page is opened again.
  const empty = await context.newPage();
  await page.close();
  await context.setOffline(false);
  const again = await stage.beside(empty, path);
  const read = async () =>
    good(
      await minh.get<Row & { signatures: Row[]; items: Row[]; itemImages: Row[] }>(`${maintenance.path}/${work.id}`),
    );
  await expect.poll(async () => (await read()).status, { timeout: 20_000 }).toBe('COMPLETED');
  await again.getByText(/entr(y|ies) waits? to be sent/).waitFor({ state: 'detached', timeout: SOON });
  const done = await read();
  expect(done).toMatchObject({ progress: 100, result: 'A new roller', completedBy: minh.id });
  expect(done.signatures).toHaveLength(1);
  expect(done.items[2]).toMatchObject({ value: 'Nguyễn Văn An', result: 'PASS', pictures: done.itemImages[0]?.id });
  // It began when the phone said, before its items were answered.
  expect(Date.parse(String(done.startedAt))).toBeLessThanOrEqual(Date.parse(String(done.items[0]?.at)));
});

it('keeps what is being typed while what was done without a network goes out', async () => {
  const title = `Doors once more ${Date.now()}`;
  const work = await givenWork(title);
  const path = `/projects/${minh.projectId}/maintenance-schedule?part=my-day&work=${work.id}`;
  const page = await stage.seat('admin@banmai.demo', path, { screen: 'phone' });
  await page.getByRole('button', { name: 'Start', exact: true }).waitFor();
  const context = page.context();
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Start', exact: true }).click();
  await page.getByRole('button', { name: 'Pass', exact: true }).click();
  await page.getByRole('textbox').fill('2,2');
  await context.setOffline(false);
  const read = async () => good(await minh.get<Row>(`${maintenance.path}/${work.id}`));
  await expect.poll(async () => (await read()).progress, { timeout: 20_000 }).toBe(50);
  // The works are read again a while after what was sent.
  await page.waitForTimeout(5000);
  expect(await page.getByRole('textbox').inputValue()).toBe('2,2');
  await page.reload();
  await expect.poll(() => page.getByRole('textbox').inputValue()).toBe('2,2');
});
