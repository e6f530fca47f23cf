import { afterAll, expect, it } from 'vitest';
import type { Row } from '../setup/caller.ts';
import { good, residentAt, staffAt } from './stage/people.ts';
import { SOON, shareStage } from './stage/stage.ts';
import { openWay } from './stage/way.ts';

const stage = await shareStage();
const way = await openWay(stage.url);
afterAll(way.close);
const [mai, desk] = await Promise.all([
  residentAt(stage.url, 'resident2@hoasen.demo'),
  staffAt(stage.url, 'reception@hoasen.demo'),
]);
const screen = `/projects/${desk.projectId}/access-management/reception`;
const [gate, hall] = await Promise.all([
  stage.seat('reception@hoasen.demo', screen, {}, way.url),
  stage.seat('admin@hoasen.demo', screen),
]);
const both = [gate, hall] as const;
type Page = typeof gate;
const column = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const row = (page: Page, name: string, guest: string) =>
  column(page, name).getByRole('listitem').filter({ hasText: guest });
const invite = async (name: string) => good(await mai.post<Row>('/visitor', { name }));
const actualInAt = async (id: string) => good(await desk.get<Row>(`/visitor/${id}`)).actualInAt;

it('shows a resident’s guest at every desk at once, who is approved, let in and let out by one key each', async () => {
  for (const page of both) await column(page, 'Inside').getByRole('listitem').first().waitFor();
  const { id } = await invite('Zed the plumber');
  for (const page of both) await row(page, 'Expected', 'Zed the plumber').waitFor({ timeout: 4 * SOON });
  await gate.getByRole('textbox', { name: /Name, / }).fill('zed plumb');
  await expect.poll(() => column(gate, 'Expected').getByRole('listitem').count(), { timeout: 4 * SOON }).toBe(1);
  await gate.keyboard.press('Enter');
  await row(gate, 'Expected', 'Zed the plumber')
    .getByRole('button', { name: /Let in/ })
    .waitFor({ timeout: SOON });
  await gate.keyboard.press('Enter');
  for (const page of both) await row(page, 'Inside', 'Zed the plumber').waitFor({ timeout: SOON });
  expect(await actualInAt(String(id))).toEqual(expect.any(String));
  await gate.keyboard.press('Enter');
  for (const page of both) await row(page, 'Left', 'Zed the plumber').waitFor({ timeout: SOON });
  await gate.keyboard.press('Escape');
});

it('types into the search again once a dialog of the desk is left', async () => {
  const find = gate.getByRole('textbox', { name: /Name, / });
  for (const name of [/^New visitor/, /Scan a pass/]) {
    await gate.getByRole('button', { name }).first().click();
    await gate.getByRole('dialog').waitFor();
    await gate.keyboard.press('Escape');
    await gate.getByRole('dialog').waitFor({ state: 'detached' });
    await expect.poll(() => find.evaluate(input => input.matches(':focus')), { timeout: SOON }).toBe(true);
  }
  await gate.keyboard.type('4711');
  expect(await find.inputValue()).toBe('4711');
  await gate.keyboard.press('Escape');
  // A scanner types wherever the focus is.
  await gate.locator(':focus').blur();
  await gate.keyboard.type('376927');
  expect(await find.inputValue()).toBe('376927');
  await gate.keyboard.press('Escape');
});

it('opens what is folded away where something in it is wrong', async () => {
  await gate
    .getByRole('button', { name: /^New visitor/ })
    .first()
    .click();
  const form = gate.getByRole('dialog');
  const paper = form.locator('[data-field=identifier] input');
  const fold = form.locator('summary').filter({ hasText: 'Times, pass' });
  await fold.click();
  await paper.fill('123');
  await fold.click();
  await expect.poll(() => paper.isVisible()).toBe(false);
  await form.locator('button[type=submit]').click();
  await expect.poll(() => paper.isVisible(), { timeout: SOON }).toBe(true);
  expect(await form.locator('[data-field=identifier]').textContent()).toMatch(/at least|9/);
  await paper.fill('');
  await gate.keyboard.press('Escape');
  await form.waitFor({ state: 'detached' });
});

it('opens a visit with all that may be done with it', async () => {
  const visit = await invite('Opened Guest');
  await row(gate, 'Expected', 'Opened Guest').getByRole('button', { name: 'Opened Guest', exact: true }).click();
  const drawer = gate.getByRole('dialog', { name: 'Opened Guest' });
  await drawer.getByText(String(visit?.code)).first().waitFor({ timeout: SOON });
  await drawer.getByRole('button', { name: 'Approve' }).first().waitFor({ timeout: SOON });
  await gate.keyboard.press('Escape');
  await drawer.waitFor({ state: 'detached', timeout: SOON });
});

it('warns of a guest on the watch list before anything else is read, and asks before it is let in', async () => {
  const warned = column(gate, 'Expected').getByRole('listitem').filter({ hasText: 'Watch list' }).first();
  await warned.locator('[data-name]').click();
  const drawer = gate.getByRole('dialog');
  const alert = drawer.getByRole('alert').first();
  await alert.waitFor({ timeout: SOON });
  expect(await alert.textContent()).toMatch(/^On the watch list/);
  const act = drawer.getByRole('button', { name: /^(Let in|Approve)/ }).first();
  const [first, second] = await Promise.all([alert.boundingBox(), act.boundingBox()]);
  expect(first?.y ?? 1).toBeLessThan(second?.y ?? 0);
  await gate.keyboard.press('Escape');
  await drawer.waitFor({ state: 'detached', timeout: SOON });
  await warned.getByRole('button', { name: /^(Let in|Approve)/ }).click();
  const asking = gate.getByRole('alertdialog');
  await asking.getByRole('button', { name: 'Do not let in' }).click();
  await asking.waitFor({ state: 'detached', timeout: SOON });
  // Those who wait for approval are counted apart, as in the tabs of the list.
  const heading = column(gate, 'Expected').getByRole('heading').first();
  const waiting = await column(gate, 'Expected').getByRole('listitem').filter({ hasText: 'To approve' }).count();
  const all = await column(gate, 'Expected').getByRole('listitem').count();
  expect(await heading.locator('b').textContent()).toBe(String(all - waiting));
});

it('works on without a network, and nothing is lost or doubled when it is back', async () => {
  const [alone, meanwhile, gone] = await Promise.all(['Alone Guest', 'Twice Guest', 'Gone Guest'].map(invite));
  for (const one of [alone, meanwhile, gone]) good(await desk.put(`/visitor/${one?.id}/approve`, {}));
  for (const name of ['Alone Guest', 'Twice Guest', 'Gone Guest'])
    await row(gate, 'Expected', name)
      .getByRole('button', { name: /Let in/ })
      .waitFor({ timeout: SOON });
  way.cut();
  await gate.context().setOffline(true);
  await gate.getByText('Connection lost.').waitFor();
  for (const name of ['Alone Guest', 'Twice Guest', 'Gone Guest']) {
    await row(gate, 'Expected', name)
      .getByRole('button', { name: /Let in/ })
      .click();
    await row(gate, 'Inside', name).getByText('To be sent').waitFor();
  }
  // The hall lets one of them in as well, and sends another away.
  good(await desk.put(`/visitor/${meanwhile?.id}/in-progress`, {}));
  good(await desk.put(`/visitor/${gone?.id}/cancel`, { reason: 'Not today' }));
  const first = await actualInAt(String(meanwhile?.id));
  way.mend();
  await gate.context().setOffline(false);
  for (const page of both) await row(page, 'Inside', 'Alone Guest').waitFor({ timeout: 4 * SOON });
  await gate.getByText('Could not be done').waitFor({ timeout: 4 * SOON });
  await expect.poll(() => gate.getByText('To be sent').count(), { timeout: 4 * SOON }).toBe(0);
  await row(gate, 'Inside', 'Twice Guest').waitFor();
  await expect.poll(() => row(gate, 'Inside', 'Gone Guest').count(), { timeout: SOON }).toBe(0);
  expect(await actualInAt(String(meanwhile?.id))).toBe(first);
  const { data } = await desk.get<Row[]>(`/visitor/${alone?.id}/activities`);
  expect(data.filter(({ action }) => action === 'in-progress')).toHaveLength(1);
  await gate.getByRole('button', { name: 'Seen' }).click();
  expect(await gate.getByText('Could not be done').count()).toBe(0);
});

it('makes a visit of a familiar guest by keys alone, over any screen', async () => {
  const page = await stage.seat('reception@hoasen.demo', `/projects/${desk.projectId}/units`);
  const [known] = good(await desk.get<Row[]>('/guest-unit?limit=1'));
  const visits = async () => good(await desk.get<Row[]>(`/visitor?limit=100&filter[guestId][]=${known?.id}`)).length;
  const before = await visits();
  await page.getByRole('grid').waitFor();
  await page.keyboard.press('Shift+F2');
  await page.getByRole('combobox').first().waitFor();
  await page.keyboard.type(String(known?.name));
  await page
    .getByRole('option', { name: String(known?.name) })
    .first()
    .waitFor({ timeout: 4 * SOON });
  await page.keyboard.press('Enter');
  await page
    .getByRole('textbox', { name: /^Guest/ })
    .first()
    .waitFor();
  await page.keyboard.press('Enter');
  await expect.poll(visits, { timeout: 8 * SOON }).toBe(before + 1);
});

it('opens the booking whose pass is scanned', async () => {
  const page = await stage.seat('reception@hoasen.demo', screen);
  const [booking] = good(await desk.get<Row[]>('/utility-booking?limit=1'));
  const find = page.getByRole('textbox', { name: /Name, / });
  await find.fill('TI-1901-00001');
  await page.keyboard.press('Enter');
  await page.getByText('No guest pass or booking has this code.').waitFor({ timeout: SOON });
  await page.keyboard.press('Escape');
  await find.fill(String(booking?.code));
  await page.keyboard.press('Enter');
  await page.waitForURL(url => url.pathname.includes('amenities-orders'), { timeout: 4 * SOON });
  expect(new URL(page.url()).searchParams.get('id') ?? page.url()).toContain(booking?.id);
});
