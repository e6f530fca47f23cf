import { expect, it } from 'vitest';
import { staffAt } from './stage/people.ts';
import { SOON, shareStage } from './stage/stage.ts';
import { visit } from './stage/steps.ts';

const stage = await shareStage();
const admin = await staffAt(stage.url, 'admin@hoasen.demo');
const home = `/projects/${admin.projectId}`;

const { data: positions } = await admin.get<{ id: string; name: string }[]>('/position?limit=100');
const reception = positions.find(position => position.name === 'Nhân viên lễ tân')?.id ?? '';
const matrix = `${home}/configs-authorization?position=${reception}`;
const openMatrix = async () => {
  const page = await stage.seat('admin@hoasen.demo', matrix);
  const cell = (name: string) => page.locator(`[data-cell="${name}"]`);
  await cell('UNIT.read').waitFor();
  return { page, cell };
};

it('changes a position while its holder works', async () => {
  const desk = await stage.seat('reception@hoasen.demo', `${home}/help-desk`);
  await desk.getByRole('button', { name: 'New request' }).waitFor();
  const { page, cell } = await openMatrix();
  expect(await cell('HELP_DESK.write').isChecked()).toBe(true);
  // By keys alone: along the row, space, and down to the module below.
  await cell('UNIT.read').focus();
  const reached = page.locator('[data-cell="HELP_DESK.read"]:focus');
  for (let steps = 0; steps < 100 && (await reached.count()) === 0; steps++) await page.keyboard.press('ArrowDown');
  await reached.waitFor();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Space');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Space');
  const panel = page.getByRole('complementary', { name: 'Review before saving' });
  await panel.getByText('1 added').waitFor();
  await panel.getByText('1 removed').waitFor();
  await panel.getByRole('button', { name: 'Undo: View, Request types' }).click();
  expect(await cell('HELP_DESK_TYPE.read').isChecked()).toBe(false);
  await panel.getByRole('button', { name: 'Save 1 change' }).click();
  await page.getByText('Permissions saved').waitFor();
  await desk.getByRole('button', { name: 'New request' }).waitFor({ state: 'detached', timeout: SOON });
  await visit(page, `${home}/configs-authorization?part=positions&id=${reception}`);
  await page.locator('[data-drawer]').getByRole('tab', { name: 'Activity' }).click();
  await page.locator('[data-drawer] del', { hasText: 'Add, edit' }).waitFor();
});

it('shows what a colleague changes meanwhile, and keeps what is not saved', async () => {
  const { page, cell } = await openMatrix();
  await cell('LABEL.read').click();
  const path = `/position/${reception}/permissions`;
  const { data } = await admin.get<{ version: number; permissions: Record<string, string[]> }>(path);
  const service = await staffAt(stage.url, 'manager@hoasen.demo');
  expect((await service.put(path, { version: data.version, permissions: {} })).status).toBe(403);
  const permissions = { ...data.permissions, PARTNER: ['read'] };
  expect((await admin.put(path, { version: data.version, permissions })).status).toBe(200);
  await page.locator('[data-cell="PARTNER.read"]:checked').waitFor({ timeout: SOON });
  expect(await cell('LABEL.read').isChecked()).toBe(true);
  await page.getByRole('button', { name: 'Save 1 change' }).click();
  await page.getByText('Permissions saved').waitFor();
  const after = await admin.get<{ permissions: Record<string, string[]> }>(path);
  expect(after.data.permissions).toMatchObject({ LABEL: ['read'], PARTNER: ['read'] });
});

it('copies what another position may do, and leaves the Admin as it is', async () => {
  const { page } = await openMatrix();
  await page.getByLabel('Copy from').selectOption({ label: 'Kỹ thuật · Kỹ thuật viên' });
  await page.getByRole('button', { name: /^Save \d+ changes?$/ }).waitFor();
  await page.getByRole('button', { name: 'Discard' }).click();
  await page.getByText('Nothing changed yet.').waitFor();
  await page.getByRole('navigation', { name: 'Positions' }).getByRole('button', { name: 'Admin' }).click();
  await page.getByText('The Admin position may do everything.').waitFor();
  expect(await page.locator('[data-cell]:not(:disabled)').count()).toBe(0);
});
