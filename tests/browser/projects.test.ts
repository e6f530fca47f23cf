import { expect, it } from 'vitest';
import { staffAt } from './stage/people.ts';
import { openStage, SOON } from './stage/stage.ts';
import { visit } from './stage/steps.ts';

const stage = await openStage();
const admin = await staffAt(stage.url, 'admin@hoasen.demo');
const home = `/projects/${admin.projectId}`;
const drawerOrDialog = '[role=dialog][aria-modal=true]';

it('sets up a second building from nothing, whose words change before a colleague’s eyes', async () => {
  const page = await stage.seat('admin@hoasen.demo', `${home}/configs-projects`);
  await page.getByRole('button', { name: 'New project' }).click();
  const dialog = page.locator(drawerOrDialog).last();
  await dialog.getByLabel('Name of the project').fill('Sen Vàng');
  await dialog.getByLabel('Code').fill('hs');
  await dialog.getByRole('button', { name: 'Create the project' }).click();
  await dialog.getByText('Another project has this code.').waitFor();
  await dialog.getByLabel('Code').fill('sv');
  await dialog.getByRole('textbox', { name: 'Address' }).fill('Số 2 đường Sen Vàng, Hà Nội');
  await page.reload();
  await page.getByRole('button', { name: 'New project' }).click();
  await dialog.getByText('Draft restored').waitFor();
  expect(await dialog.getByLabel('Code').inputValue()).toBe('sv');
  await dialog.getByRole('button', { name: 'Create the project' }).click();
  await page.waitForURL(url => !url.pathname.startsWith(home) && url.search === '?part=general');
  await page.getByRole('heading', { name: 'Sen Vàng' }).waitFor();
  // The switch has it at once.
  await page.getByTitle('Switch project').waitFor();
  const there = new URL(page.url()).pathname.replace('/configs-projects', '');

  // A home: its block, its floor, itself.
  const make = async (path: string, button: string, fill: () => Promise<void>) => {
    await visit(page, `${there}/${path}`);
    await page.getByRole('button', { name: button }).first().click();
    await dialog.waitFor();
    await fill();
    await dialog.getByRole('button', { name: 'Create' }).click();
    await dialog.waitFor({ state: 'detached' });
  };
  const pick = async (label: string, option: string) => {
    await dialog.getByLabel(label).fill(option);
    await page
      .locator('[data-scope=combobox][data-part=item]')
      .filter({ hasText: option, visible: true })
      .first()
      .click();
  };
  await make('units?part=blocks', 'Add block', () => dialog.getByLabel('Block name').fill('A'));
  await make('units?part=floors', 'Add floor', async () => {
    await dialog.getByLabel('Floor name').fill('1');
    await pick('Block', 'A');
  });
  await make('units', 'Add unit', async () => {
    await dialog.getByLabel('Unit code').fill('A-01.01');
    await dialog.getByLabel(/^Type/).selectOption('APARTMENT');
    await pick('Block', 'A');
    await pick('Floor', '1');
  });
  await page.getByText('A-01.01').first().waitFor();

  // A member of the staff, who gets a position that came along.
  await make('staffs', 'Add staff', async () => {
    await dialog.getByLabel(/^Name/).fill('Phạm Thuỳ Linh');
    await dialog.getByLabel(/^E-mail/).fill('service1@hoasen.demo');
    await pick('Department', 'Chăm sóc cư dân');
    await pick('Positions', 'Nhân viên CSKH');
    // The list of many stays open until the field is left.
    await page.keyboard.press('Tab');
  });
  await page.getByText('Phạm Thuỳ Linh').first().waitFor();

  // Its words, seen beforehand, and by her without a reload.
  const colleague = await stage.seat('service1@hoasen.demo', `${there}/units`);
  await colleague.getByRole('heading', { name: 'Units' }).waitFor();
  await visit(page, `${there}/configs-projects?part=words`);
  await page.getByLabel('unit · One').fill('villa');
  await page.getByLabel('unit · Several').fill('villas');
  const preview = page.getByRole('complementary', { name: 'Preview' });
  await preview.getByText('Add villa', { exact: true }).waitFor();
  await page.getByLabel('Find a text as it stands on the screen').fill('No villas yet');
  await page.getByRole('button', { name: 'Change this text' }).first().click();
  await page.getByRole('textbox', { name: 'unit:empty.title' }).fill('Not one [[unit]] here');
  await preview.getByText('Not one villa here').first().waitFor();
  await page.getByRole('button', { name: 'Save 3 changes' }).click();
  await colleague.getByRole('heading', { name: 'Villas' }).waitFor({ timeout: SOON });
});

it('keeps what is typed when a colleague saves first, and says who it was', async () => {
  const page = await stage.seat('admin@hoasen.demo', `${home}/configs-projects?part=general`);
  await page.getByRole('textbox', { name: 'Managed by' }).fill('Sen Hồ Services');
  const director = await staffAt(stage.url, 'director@hoasen.demo');
  const path = `/unit-group/${admin.projectId}`;
  const { version } = (await admin.get(`${path}/settings`)).data;
  const headers = { 'X-Project-Id': admin.projectId };
  expect((await director.put(path, { version, investor: 'Sen Hồ Capital' }, headers)).status).toBe(200);
  await page.getByText('Trịnh Bá Kiên has just changed these settings.').waitFor({ timeout: SOON });
  expect(await page.getByRole('textbox', { name: 'Investor' }).inputValue()).toBe('Sen Hồ Capital');
  expect(await page.getByRole('textbox', { name: 'Managed by' }).inputValue()).toBe('Sen Hồ Services');
  await page.reload();
  expect(await page.getByRole('textbox', { name: 'Managed by' }).inputValue()).toBe('Sen Hồ Services');
  await page.getByRole('button', { name: 'Save 1 change' }).click();
  await page.getByText('Saved').first().waitFor();
  expect((await admin.get(`${path}/settings`)).data).toMatchObject({
    investor: 'Sen Hồ Capital',
    management: 'Sen Hồ Services',
  });
});

it('announces maintenance to everybody, and takes it back', async () => {
  const desk = await stage.seat('service1@hoasen.demo', `${home}/help-desk`);
  const page = await stage.seat('director@hoasen.demo', `${home}/configs-projects?part=maintenance`);
  await page.getByRole('textbox', { name: 'Message' }).fill('New pipes');
  await page.getByRole('textbox', { name: 'Begins' }).fill('31/12/2030 22:00');
  // Somebody else plans meanwhile: what was typed here stays, and is sent once it was looked at again.
  await page.getByRole('button', { name: 'Announce…' }).click();
  const director = await staffAt(stage.url, 'director@hoasen.demo');
  const { version } = (await director.get('/check-maintenance')).data;
  const plan = { on: true, message: 'Lifts', from: '2031-01-01T00:00:00Z', until: null, version };
  expect((await director.put('/maintenance', plan)).status).toBe(200);
  await page.getByRole('alertdialog').getByRole('button', { name: 'Announce' }).click();
  await page.getByText('Trịnh Bá Kiên has just changed these settings.').waitFor();
  expect(await page.getByRole('textbox', { name: 'Message' }).inputValue()).toBe('New pipes');
  await page.getByRole('button', { name: 'Announce…' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Announce' }).click();
  await desk.getByText('Maintenance from 31/12/2030 22:00.').waitFor({ timeout: SOON });
  await page.getByRole('button', { name: 'Take the announcement back…' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Open it' }).click();
  await desk.getByText('Maintenance from').waitFor({ state: 'detached', timeout: SOON });
});
