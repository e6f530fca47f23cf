import { expect, it } from 'vitest';
import { mailTo } from './stage/outbox.ts';
import { staffAt } from './stage/people.ts';
import { SOON, shareStage } from './stage/stage.ts';
import { visit } from './stage/steps.ts';

const stage = await shareStage();
const admin = await staffAt(stage.url, 'admin@hoasen.demo');
const home = `/projects/${admin.projectId}`;
let tries = 0;

it('two colleagues see the levels that one of them makes, and what they make', async () => {
  const [page, other] = await Promise.all([
    stage.seat('admin@hoasen.demo', `${home}/configs-location`),
    stage.seat('service1@hoasen.demo', `${home}/configs-location`),
  ]);
  await other.getByRole('treeitem', { name: 'Toà {i}' }).waitFor();
  await page.getByRole('treeitem', { name: 'Toà {i}' }).waitFor();
  await page.keyboard.press('n');
  const form = page.locator('[role=dialog][aria-modal=true]');
  // A retry uses another name, since records of the first try stay.
  const yard = `Sân ${String.fromCharCode(65 + tries++)}`;
  await form.locator('[data-field=name] input').fill(yard);
  await form.locator('[data-field=code] input').fill(`${yard.at(-1)}{i}`);
  await form.getByText('Must contain {i}').waitFor();
  await form.locator('[data-field=name] input').fill(`${yard} {i}`);
  await form.locator('[data-field=quantity] input').fill('7');
  await form.getByText('Makes 7 places').waitFor();
  await form.locator('li', { hasText: `${yard.at(-1)}7` }).waitFor();
  await form.getByRole('button', { name: 'Create' }).click();
  await other
    .getByRole('treeitem', { name: `${yard} {i}` })
    .getByText('× 7 · 7 places')
    .waitFor({ timeout: SOON });
  // A level into itself is refused at its field.
  await page.getByRole('treeitem', { name: 'Toà {i}' }).click();
  await page.getByRole('button', { name: 'Move…' }).click();
  await form.locator('[data-field=parentId] input').fill('Hành');
  await page.getByRole('option', { name: /Hành lang/ }).click();
  await form.locator('[data-field=parentId] input[value*="Hành lang"]').waitFor();
  await form.getByRole('button', { name: 'Save' }).click();
  await form.getByText('cannot stand in itself').first().waitFor();
  const { data } = await admin.get<{ name: string }[]>(
    `/location/generated/options?q=${encodeURIComponent(`${yard} 7`)}`,
  );
  expect(data.map(({ name }) => name)).toEqual([`${yard} 7`]);
});

it('two colleagues see the week and the year that one of them changes', async () => {
  const [page, other] = await Promise.all([
    stage.seat('admin@hoasen.demo', `${home}/configs-work-schedules`),
    stage.seat('service1@hoasen.demo', `${home}/configs-work-schedules`),
  ]);
  await other.locator('[data-shift]').first().waitFor();
  await page.locator('[data-shift]').first().waitFor();
  // The week's shifts by keys alone.
  await page.locator('[data-shift]').first().focus();
  await page.keyboard.press('ArrowDown');
  await page.locator('[data-shift]:focus').waitFor();
  await page.keyboard.press('n');
  const form = page.locator('[role=dialog][aria-modal=true]');
  await form.locator('[data-field=name] input').fill('Kỹ thuật');
  await form.locator('[data-field=monday] input').fill('8-12, 11-15');
  await form.locator('[data-field=tuesday] input').focus();
  await form.getByText('A shift starts after the one before has ended').waitFor();
  await form.locator('[data-field=monday] input').fill('7-11, 13h30-16');
  await form.getByRole('button', { name: 'Create' }).click();
  await other.getByTitle('Kỹ thuật, Monday, 13:30 to 16:00').waitFor({ timeout: SOON });
  const year = `${home}/configs-work-schedules?part=year&year=2028`;
  await Promise.all([visit(page, year), visit(other, year)]);
  await other.locator('[data-day="2028-01-26"]').waitFor();
  await page.getByRole('button', { name: 'Add Vietnamese holidays' }).click();
  await form
    .getByRole('button', { name: /31\/01|30\/01/ })
    .first()
    .waitFor();
  await form.getByRole('button', { name: 'Add 11 days' }).click();
  await other.locator('[data-day="2028-01-26"][data-kind=PUBLIC]').waitFor({ timeout: SOON });
  await page.locator('[data-day="2028-07-14"]').click();
  await form.locator('[data-field=name] input').fill('Company trip');
  await form.getByRole('button', { name: 'Create' }).click();
  await other.locator('[data-day="2028-07-14"][data-kind=DAY_OFF]').waitFor({ timeout: SOON });
});

it('the link in a mail opens what its reader may choose, without signing in, and another link does not', async () => {
  const email = 'service2@hoasen.demo';
  const { data: staff } = await admin.get<{ id: string; email: string }[]>('/employee?limit=100');
  const id = staff.find(one => one.email === email)?.id;
  expect((await admin.put(`/employee/${id}/invite`, {})).status).toBe(200);
  const link = /\/staff-profile-preferences#token=[\w.-]+/.exec(await mailTo(stage.url, email))?.[0] ?? '';
  const page = await stage.seat(null, link);
  const box = page.getByRole('checkbox', { name: 'Work given to me: In app' });
  await box.uncheck();
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Choices saved').waitFor();
  await page.reload();
  await box.waitFor();
  expect(await box.isChecked()).toBe(false);
  const other = await stage.seat(null, `${link.slice(0, -2)}xx`);
  await other.getByText('The link is wrong').waitFor();
});
