import { expect, it } from 'vitest';
import { deskOn } from './stage/desk.ts';
import { ask, residentAt, staffAt } from './stage/people.ts';
import { openStage, SOON } from './stage/stage.ts';

const stage = await openStage();
const mai = await residentAt(stage.url, 'resident1@hoasen.demo');
const linh = await staffAt(stage.url, 'service1@hoasen.demo');
const home = `/projects/${linh.projectId}`;
const seat = (email = 'service1@hoasen.demo', path = '/help-desk') => stage.seat(email, home + path);

it('finds screens, records and acts by a few letters without accents, and goes there by keys alone', async () => {
  const { id } = await ask(mai, 'Mùi lạ ở hành lang');
  const { page, drawer, rows } = deskOn(await seat());
  await rows.first().waitFor();
  const field = page.getByRole('combobox', { name: 'Find screens, records, actions' });
  await page.keyboard.press('Shift+F');
  await field.fill('mui la hanh lang');
  const option = page.getByRole('option', { name: /Mùi lạ ở hành lang/ });
  await option.first().waitFor();
  await page.keyboard.press('Enter');
  await drawer.getByRole('heading', { name: 'Mùi lạ ở hành lang' }).waitFor();
  expect(page.url()).toContain(`helpDeskId=${id}`);

  await page.keyboard.press('Control+k');
  await field.waitFor();
  await page
    .getByRole('group', { name: 'Recently opened' })
    .getByRole('option', { name: /Mùi lạ/ })
    .waitFor();
  await field.fill('new req');
  await page.getByRole('option', { name: 'New request' }).waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: 'New request' }).locator('input').first().waitFor();
  expect(page.url()).not.toContain('new=');
  await page.keyboard.press('Escape');
});

it('opens over nothing that is typed into, and by no single key once those are switched off', async () => {
  const { page, rows } = deskOn(await seat('service2@hoasen.demo'));
  await rows.first().waitFor();
  const field = page.getByRole('combobox', { name: 'Find screens, records, actions' });
  await page.keyboard.press('/');
  await page.keyboard.press('Shift+F');
  expect(await field.count()).toBe(0);
  await page.locator('[data-list-search]').fill('');
  await page.locator('[data-list-search]').blur();
  await page.keyboard.press('?');
  const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await keys.getByText('Turn off single-key shortcuts').click();
  await keys.getByRole('button', { name: 'Close' }).click();
  await keys.waitFor({ state: 'detached' });
  await page.keyboard.press('Shift+F');
  expect(await field.count()).toBe(0);
  await page.keyboard.press('Control+k');
  await field.waitFor();
});

it('offers nobody what they may not do', async () => {
  const page = await seat('accountant@hoasen.demo', '/');
  await page.getByRole('button', { name: 'Search…' }).click();
  const field = page.getByRole('combobox', { name: 'Find screens, records, actions' });
  await field.fill('polls');
  await page.getByText('Nothing found').last().waitFor();
  await field.fill('sign out');
  await page.getByRole('option', { name: 'Sign out' }).waitFor();
});

it('offers to make what the screens make, from anywhere', async () => {
  const page = await seat('admin@hoasen.demo', '/');
  // Its words are there before it is opened, which may be without a network.
  const fetched = () => page.evaluate<string>(`performance.getEntriesByType('resource').map(one => one.name).join()`);
  for (const name of ['unit', 'resident', 'partner', 'Choosing'])
    await expect.poll(fetched).toContain(`/assets/${name}-`);
  await page.context().setOffline(true);
  await page.getByRole('button', { name: 'Search…' }).click();
  await page.getByRole('combobox', { name: 'Find screens, records, actions' }).fill('add resident');
  await page.getByRole('option', { name: 'Add resident' }).waitFor();
  await page.context().setOffline(false);
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: 'Add resident' }).locator('input').first().waitFor();
  expect(page.url()).toContain('/members');
});

it('asks before a sign-out that would lose what is not sent', async () => {
  const { id } = await ask(mai, 'Not answered yet');
  const { page, composer, log } = deskOn(await seat('service2@hoasen.demo', `/help-desk?helpDeskId=${id}`));
  await composer.waitFor();
  await page.route('**/messages', route => route.abort('connectionfailed'));
  await composer.fill('Written, not sent');
  await composer.press('Enter');
  await log.getByText('Written, not sent').waitFor();
  const leave = async () => {
    await page.getByRole('button', { name: 'Account' }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
  };
  await leave();
  const question = page.getByRole('alertdialog');
  await question.getByText('1 message was not sent yet.').waitFor();
  await question.getByRole('button', { name: 'Leave as it is' }).click();
  await page.unroute('**/messages');
  await expect.poll(() => log.getByText(/Waiting|Sending/).count(), { timeout: 10_000 }).toBe(0);
  await leave();
  await page.waitForURL('**/login');
});

it('keeps a view for oneself, shares it with a colleague who has the list open, counts it live and deletes it', async () => {
  const { page, rows } = deskOn(await seat('service1@hoasen.demo', '/help-desk?tab=all&priority=urgent'));
  const colleague = deskOn(await seat('service2@hoasen.demo'));
  await rows.first().waitFor();
  const menu = page.getByRole('button', { name: 'Saved views' });
  await menu.click();
  await page.getByRole('menuitem', { name: 'Save view…' }).click();
  const name = page.getByRole('dialog', { name: 'Save view' }).getByRole('textbox');
  const written = () => name.evaluate(field => field.matches(':focus'));
  await expect.poll(written).toBe(true);
  // A layer that returns the focus late does not close the field.
  await page.getByRole('button', { name: 'Saved views', includeHidden: true }).evaluate(button => button.focus());
  await expect.poll(written).toBe(true);
  await page.keyboard.type('Burning');
  await page.keyboard.press('Enter');
  const chip = page.getByRole('button', { name: /^Burning/ });
  await page.getByRole('button', { name: /^Burning/, pressed: true }).waitFor();
  const theirs = colleague.page.getByRole('button', { name: /^Burning/ });
  expect(await theirs.count()).toBe(0);

  await menu.click();
  await page.getByRole('menuitem', { name: 'Share with the team' }).click();
  await theirs.waitFor({ timeout: SOON * 3 });
  const counted = async () => Number((await theirs.locator('small').textContent())?.replace(/\D/g, ''));
  const before = await counted();
  const made = await linh.post('/pms/helpdesk', {
    title: 'Urgent one',
    content: 'x',
    unitId: mai.unitId,
    priority: 'urgent',
  });
  expect(made.status).toBe(201);
  await expect.poll(counted, { timeout: SOON * 5 }).toBe(before + 1);
  await theirs.click();
  await colleague.row('Urgent one').waitFor();
  expect(colleague.page.url()).toContain('priority=urgent');

  await menu.click();
  await page.getByRole('menuitem', { name: 'Delete view' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete view' }).click();
  await chip.waitFor({ state: 'detached' });
  await theirs.waitFor({ state: 'detached', timeout: SOON * 3 });
});

it('takes an act back within five seconds, or says who changed the request meanwhile', async () => {
  const { id } = await ask(mai, 'Taken by mistake');
  const { page, drawer, toasts } = deskOn(await seat('service1@hoasen.demo', `/help-desk?helpDeskId=${id}`));
  await drawer.getByRole('heading', { name: 'Taken by mistake' }).waitFor();
  const taken = () => linh.get(`/pms/helpdesk/${id}`).then(({ data }) => data.assigneeId);
  await drawer.getByRole('button', { name: 'Take it' }).click();
  await toasts.getByRole('button', { name: 'Undo' }).waitFor();
  expect(await taken()).toBe(linh.id);
  await page.keyboard.press('z');
  await toasts.getByText('Undone').waitFor();
  expect(await taken()).toBeNull();

  await drawer.getByRole('button', { name: 'Take it' }).click();
  await toasts.getByRole('button', { name: 'Undo' }).waitFor();
  const yen = await staffAt(stage.url, 'service2@hoasen.demo');
  await yen.put(`/pms/helpdesk/${id}/assign`, { employeeId: yen.id });
  await toasts.getByRole('button', { name: 'Undo' }).click();
  await toasts.getByText('This could not be undone').waitFor();
  expect(await taken()).toBe(yen.id);
});

it('brings a label back that was deleted', async () => {
  const page = await seat('admin@hoasen.demo', '/configs-labels');
  const { rows, drawer, toasts } = deskOn(page);
  await rows.first().click();
  await drawer.locator('h2').waitFor();
  const admin = await staffAt(stage.url, 'admin@hoasen.demo');
  const name = `Brief ${Date.now()}`;
  await admin.post('/label', { name, shortName: name, type: 'TASK' });
  await page.goto(`${stage.url}${home}/configs-labels?q=${encodeURIComponent(name)}`);
  await rows.first().click();
  await drawer
    .getByRole('button', { name: /Delete|More actions/ })
    .first()
    .click();
  const more = page.getByRole('menuitem', { name: /Delete/ });
  if (await more.count()) await more.click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await rows.first().waitFor({ state: 'detached' });
  await toasts.getByRole('button', { name: 'Undo' }).click();
  await rows.first().waitFor();
});

it('brings back what was deleted together, before a colleague, too', async () => {
  const admin = await staffAt(stage.url, 'admin@hoasen.demo');
  const pack = `Pack ${Date.now()}`;
  const names = ['one', 'two', 'three'].map(word => `${pack} ${word}`);
  for (const name of names) await admin.post('/label', { name, shortName: name.slice(-9), type: 'TASK' });
  const path = `/configs-labels?q=${encodeURIComponent(pack)}`;
  const { page, rows, toasts } = deskOn(await seat('admin@hoasen.demo', path));
  const colleague = deskOn(await seat('service1@hoasen.demo', path));
  await expect.poll(() => colleague.rows.count()).toBe(3);
  await rows.nth(2).waitFor();
  for (let n = 0; n < 3; n++) await rows.nth(n).getByRole('checkbox').click();
  await page.getByRole('toolbar').getByRole('button', { name: 'Delete…' }).click();
  expect(await page.getByRole('alertdialog').innerText()).not.toMatch(/undone/);
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await colleague.rows.first().waitFor({ state: 'detached', timeout: SOON * 3 });
  await toasts.getByRole('button', { name: 'Undo' }).click();
  await toasts.getByText('Undone').waitFor();
  await expect.poll(() => rows.count()).toBe(3);
  // On a phone both are as wide as the window.
  await page.setViewportSize({ width: 700, height: 800 });
  await rows.first().getByRole('checkbox').click();
  const bar = page.getByRole('toolbar').filter({ hasText: 'Delete…' });
  await expect
    .poll(async () => {
      const [toast, below] = [await toasts.first().boundingBox(), await bar.boundingBox()];
      return toast && below && toast.y + toast.height <= below.y;
    })
    .toBe(true);
  await expect.poll(() => colleague.rows.count(), { timeout: SOON * 3 }).toBe(3);
});

it('takes a common assignment back where nobody changed it, and says where not', async () => {
  const pack = `Batch ${Date.now()}`;
  const asked = [await ask(mai, `${pack} one`), await ask(mai, `${pack} two`)];
  const yen = await staffAt(stage.url, 'service2@hoasen.demo');
  const { page, rows, toasts } = deskOn(await seat('service1@hoasen.demo', `/help-desk?q=${encodeURIComponent(pack)}`));
  await rows.nth(1).waitFor();
  for (let n = 0; n < 2; n++) await rows.nth(n).getByRole('checkbox').click();
  await page.getByRole('toolbar').getByRole('button', { name: 'Assign' }).click();
  const dialog = page.getByRole('alertdialog');
  await dialog.getByRole('combobox').fill('Yến');
  await page.getByRole('option').first().click();
  await dialog.getByRole('button', { name: 'Assign' }).click();
  await toasts.getByRole('button', { name: 'Undo' }).waitFor();
  const [kept, freed] = asked;
  await yen.put(`/pms/helpdesk/${kept?.id}/assign`, { employeeId: linh.id });
  await page.keyboard.press('z');
  await page.getByText('1 undone').waitFor();
  const holder = (id = '') => linh.get(`/pms/helpdesk/${id}`).then(({ data }) => data.assigneeId);
  expect([await holder(kept?.id), await holder(freed?.id)]).toEqual([linh.id, null]);
});

it('shows what waits in the other projects, and goes there', async () => {
  const page = await seat('manager@hoasen.demo', '/');
  await page.getByTitle('Switch project').click();
  const other = page.getByRole('option').nth(1);
  await other.getByText(/^\d+/).waitFor();
  await page.getByRole('combobox', { name: 'Find a project' }).fill('ban mai');
  await page.keyboard.press('Enter');
  await page.waitForURL(url => !url.pathname.startsWith(home));
  await page.getByRole('heading', { name: 'Home' }).waitFor();
});

it('keeps the screen in the other project where the reader may open it there, else goes home', async () => {
  const page = await seat('manager@hoasen.demo', '/help-desk?tab=all&q=thang');
  const change = async (name: string) => {
    await page.getByTitle('Switch project').click();
    await page.getByRole('combobox', { name: 'Find a project' }).fill(name);
    await page.keyboard.press('Enter');
  };
  await change('ban mai');
  await page.waitForURL(url => !url.pathname.startsWith(home) && url.pathname.endsWith('/help-desk'));
  await page.getByRole('heading', { name: 'Help desk', level: 1 }).waitFor();
  // The search belonged to the project that was left.
  expect(new URL(page.url()).search).toBe('');
});
