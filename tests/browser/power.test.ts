import { expect, it, onTestFinished } from 'vitest';
import type { Row } from '../setup/caller.ts';
import { deskOn } from './stage/desk.ts';
import { ask, good, residentAt, staffAt } from './stage/people.ts';
import { openStage, SOON } from './stage/stage.ts';

const PATIENT = { timeout: 30_000 };
/** Enough that a page loads again, on a busy machine too, before they are all acted on. */
const BULK = 1200;
const stage = await openStage();
const [mai, linh] = await Promise.all([
  residentAt(stage.url, 'resident1@hoasen.demo'),
  staffAt(stage.url, 'service1@hoasen.demo'),
]);
const path = '/pms/helpdesk';
const home = `/projects/${linh.projectId}/help-desk`;
/** A window of its own, gone after the test. */
async function pageOf(email: string, where = home, look: Parameters<typeof stage.seat>[2] = {}) {
  const page = await stage.seat(email, where, look);
  onTestFinished(() => page.context().close());
  return page;
}
const seat = async (...given: Parameters<typeof pageOf>) => deskOn(await pageOf(...given));
let requests = 0;
const titled = (title: string) => `${title}, no ${++requests}`;

it('two who edit the same fields choose for each whose value stays', async () => {
  const title = titled('The lobby door squeaks');
  const { id } = await ask(mai, title);
  const desks = await Promise.all([seat('service1@hoasen.demo'), seat('service2@hoasen.demo')]);
  const [one, two] = desks as [(typeof desks)[0], (typeof desks)[0]];
  const field = ({ dialog }: typeof one, name: string) =>
    dialog.locator(`[data-field=${name}] input, [data-field=${name}] textarea`);
  const save = ({ dialog }: typeof one) => dialog.getByRole('button', { name: 'Save', exact: true }).click();
  for (const desk of desks) {
    await desk.open(title);
    await desk.page.keyboard.press('e');
    await field(desk, 'title').waitFor();
  }
  await field(one, 'title').fill('The lobby door squeaks loudly');
  await field(one, 'content').fill('Since this morning.');
  await save(one);
  await expect.poll(() => one.dialog.count()).toBe(0);
  await field(two, 'title').fill('The lobby door is loose');
  await field(two, 'content').fill('Since yesterday evening.');
  await save(two);
  await two.dialog.getByRole('alert').waitFor();
  await expect.poll(() => two.dialog.getByRole('alert').textContent()).toContain('Phạm Thuỳ Linh');
  const choice = (label: string, value: string) =>
    two.dialog.getByRole('group', { name: label }).getByRole('radio', { name: value });
  expect(await choice('Title', 'The lobby door is loose').isChecked()).toBe(true);
  await two.dialog.getByRole('button', { name: 'Close' }).last().click();
  // Going back to the form keeps what was typed.
  expect(await field(two, 'title').inputValue()).toBe('The lobby door is loose');
  await save(two);
  await expect.poll(() => two.dialog.count()).toBe(0);
  const kept = good(await linh.get<Row & { content: string }>(`${path}/${id}`));
  expect([kept.title, kept.content]).toEqual(['The lobby door is loose', 'Since yesterday evening.']);
});

it('field by field: theirs for one, mine for the other', async () => {
  const title = titled('A tile is missing in the hall');
  const { id } = await ask(mai, title);
  const desk = await seat('service2@hoasen.demo');
  const field = (name: string) => desk.dialog.locator(`[data-field=${name}] input, [data-field=${name}] textarea`);
  await desk.open(title);
  await desk.page.keyboard.press('e');
  await field('title').fill('Two tiles are missing in the hall');
  await field('content').fill('By the lift.');
  good(await linh.put(`${path}/${id}`, { title: 'A tile is broken', content: 'By the stairs.', version: 1 }));
  await desk.dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await desk.dialog.getByRole('alert').waitFor();
  await desk.dialog.getByRole('group', { name: 'Title' }).getByText('A tile is broken').click();
  await desk.dialog.getByRole('button', { name: 'Save choice' }).click();
  await expect.poll(() => desk.dialog.count()).toBe(0);
  const kept = good(await linh.get<Row & { content: string }>(`${path}/${id}`));
  expect([kept.title, kept.content, kept.version]).toEqual(['A tile is broken', 'By the lift.', 3]);
});

it('columns dragged by their heads stand so on the other device, too', async () => {
  const desk = await seat('service1@hoasen.demo', `${home}?tab=all`);
  const other = await seat('service1@hoasen.demo', `${home}?tab=all`);
  const order = ({ page }: typeof desk) =>
    page.locator('[role=columnheader][data-field]').evaluateAll(all => all.map(one => one.getAttribute('data-field')));
  const head = (field: string) => desk.page.locator(`[role=columnheader][data-field=${field}]`);
  await desk.row('').first().waitFor();
  const [from, to] = [await head('assigneeId').boundingBox(), await head('unitId').boundingBox()];
  if (!from || !to) throw new Error('no heads');
  await desk.page.mouse.move(from.x + 20, from.y + 10);
  await desk.page.mouse.down();
  await desk.page.mouse.move(to.x + 4, to.y + 10, { steps: 5 });
  await desk.page.mouse.up();
  expect((await order(desk)).slice(0, 4)).toEqual(['code', 'title', 'assigneeId', 'unitId']);
  expect(desk.page.url()).not.toContain('sort=');
  await expect.poll(() => order(other), { timeout: SOON * 2 }).toEqual(await order(desk));
  await head('assigneeId').getByRole('separator').focus();
  await desk.page.keyboard.press('Shift+ArrowRight');
  expect((await order(desk)).slice(0, 4)).toEqual(['code', 'title', 'unitId', 'assigneeId']);
  await expect.poll(() => order(other), { timeout: SOON * 2 }).toEqual(await order(desk));
});

it('all that match are chosen and acted on; after a reload the work is found again', async () => {
  for (let n = 0; n < BULK; n += 20) await Promise.all(Array.from({ length: 20 }, (_, m) => ask(mai, `Many ${n + m}`)));
  const desk = await seat('service1@hoasen.demo');
  await desk.row('').first().waitFor();
  await expect.poll(() => desk.count('waiting'), PATIENT).toBeGreaterThanOrEqual(BULK);
  const waiting = await desk.count('waiting');
  await desk.page.getByRole('checkbox', { name: 'Select all shown rows' }).click();
  const bar = desk.page.getByRole('toolbar');
  await bar.getByRole('button', { name: /Select all [\d,]+ matching/ }).click();
  expect(await bar.getByRole('status').textContent()).toContain(waiting.toLocaleString('en'));
  await bar.getByRole('button', { name: 'Accept' }).click();
  // It can be stopped once the server has taken it on.
  await desk.page.getByRole('button', { name: 'Stop', exact: true }).waitFor();
  await desk.page.reload();
  const progress = desk.page.getByRole('progressbar', { name: 'Accept' });
  await progress.waitFor();
  expect(await progress.getAttribute('aria-valuemax')).toBe(String(waiting));
  await expect.poll(() => desk.count('waiting'), PATIENT).toBe(0);
  await expect.poll(() => progress.count(), PATIENT).toBe(0);
}, 240_000);

it('a phone chooses rows', async () => {
  const desk = await seat('service2@hoasen.demo', `${home}?tab=going`, { screen: 'phone' });
  await desk.row('').first().waitFor();
  await desk.page.getByRole('button', { name: 'Select rows' }).click();
  await desk.rows.nth(0).click();
  await desk.rows.nth(2).click();
  await expect.poll(() => desk.page.getByRole('heading', { level: 1 }).textContent()).toContain('2');
  expect(await desk.rows.nth(2).getAttribute('aria-selected')).toBe('true');
  expect(desk.page.url()).not.toContain('helpDeskId');
  await desk.page.getByRole('toolbar').getByRole('button', { name: 'Clear selection' }).click();
  await desk.rows.nth(0).click();
  await expect.poll(() => desk.page.url()).toContain('helpDeskId');
});

it('the history of the project announces what is new, and leads to it', async () => {
  const page = await pageOf('admin@hoasen.demo', `/projects/${linh.projectId}/activity`);
  await page.getByRole('article').first().waitFor();
  await ask(mai, 'A bulb is out on floor 7');
  const pill = page.getByRole('button', { name: /new entr/ });
  await pill.waitFor({ timeout: SOON * 2 });
  await pill.click();
  const first = page.getByRole('article').first();
  await expect.poll(() => first.textContent()).toContain('A bulb is out on floor 7');
  await page.getByRole('combobox', { name: 'Module' }).selectOption({ label: 'Labels' });
  await expect.poll(() => page.url()).toContain('module=LABEL');
  await expect.poll(async () => /A bulb/.test((await page.locator('#main').textContent()) ?? '')).toBe(false);
  await page.goBack();
  await page.getByRole('link', { name: /A bulb is out on floor 7/ }).click();
  await page.locator('[data-drawer] h2').waitFor();
});

it('a due time that is over is asked about, and stored once that is meant', async () => {
  const title = titled('The intercom crackles');
  const { id } = await ask(mai, title);
  const { dialog, open, page } = await seat('service1@hoasen.demo');
  await open(title);
  await page.keyboard.press('e');
  const due = dialog.locator('[data-field=dueAt] input').first();
  await due.fill('01/02/2025 09:30');
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  const asked = page.getByRole('alertdialog', { name: 'This time is over' });
  await asked.getByText('01/02/2025 09:30 has already passed').waitFor();
  await asked.getByRole('button', { name: 'Leave as it is' }).click();
  await expect.poll(() => asked.count()).toBe(0);
  expect(await due.inputValue()).toBe('01/02/2025 09:30');
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await asked.getByRole('button', { name: 'Save anyway' }).click();
  await expect.poll(() => dialog.count()).toBe(0);
  expect(good(await linh.get<Row & { dueAt: string }>(`${path}/${id}`)).dueAt).toBe('2025-02-01T02:30:00.000Z');
});

it('what is pasted beyond the limit stays, and is not sent', async () => {
  const title = titled('A long answer');
  const { id } = await ask(mai, title);
  const desk = await seat('service1@hoasen.demo');
  await desk.open(title);
  const long = 'dài '.repeat(1300);
  await desk.composer.fill(long);
  await desk.drawer.getByRole('alert').filter({ hasText: '200 characters too many' }).waitFor();
  await desk.page.keyboard.press('Enter');
  expect(await desk.composer.inputValue()).toBe(long);
  await desk.composer.fill('dài vừa đủ');
  await desk.page.keyboard.press('Enter');
  await desk.log.getByText('dài vừa đủ').waitFor({ timeout: SOON });
  // It goes once it can be taken back no more.
  const told = async () => good(await linh.get<Row[]>(`${path}/${id}/messages`)).map(({ content }) => content);
  await expect.poll(told, { timeout: SOON }).toEqual(['dài vừa đủ']);
});

it('an answer whose request was closed while it was written becomes a note only when its writer says so', async () => {
  const title = titled('Closed meanwhile');
  const { id, version } = await ask(mai, title);
  const desk = await seat('service1@hoasen.demo');
  await desk.open(title);
  await desk.composer.fill('Dear Mai, we come today');
  good(await linh.put(`${path}/${id}/reject`, { version, reason: 'Twice' }));
  await desk.drawer.getByRole('alert').filter({ hasText: 'Closed while you were writing' }).waitFor({ timeout: SOON });
  await desk.composer.press('Enter');
  expect(await desk.composer.inputValue()).toBe('Dear Mai, we come today');
  expect(good(await linh.get<Row[]>(`${path}/${id}/messages`))).toEqual([]);
  await desk.drawer.getByRole('radio', { name: 'Private note' }).click();
  await desk.composer.press('Enter');
  await desk.log.getByText('Dear Mai, we come today').waitFor({ timeout: SOON });
  const told = async () => good(await linh.get<Row[]>(`${path}/${id}/messages`)).map(one => one.private);
  await expect.poll(told, { timeout: SOON }).toEqual([true]);
});
