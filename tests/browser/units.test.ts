import { card } from '@lobby/shared/modules/card.ts';
import { parcel } from '@lobby/shared/modules/parcel.ts';
import { poll } from '@lobby/shared/modules/poll.ts';
import { task } from '@lobby/shared/modules/task.ts';
import { unit } from '@lobby/shared/modules/unit.ts';
import { vehicle } from '@lobby/shared/modules/vehicle.ts';
import type { Route } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { Row } from '../setup/caller.ts';
import { good, staffAt } from './stage/people.ts';
import { SOON, shareStage } from './stage/stage.ts';
import { visit } from './stage/steps.ts';

const stage = await shareStage();
const admin = await staffAt(stage.url, 'admin@hoasen.demo');
const home = `/projects/${admin.projectId}/units`;
const [one, two] = await Promise.all([stage.seat('admin@hoasen.demo', home), stage.seat('manager@hoasen.demo', home)]);
const rowOf = (page: typeof one, code: string) => page.locator('[role=row][data-index]').filter({ hasText: code });
const dialogOn = (page: typeof one) => page.locator('[role=dialog][aria-modal=true], [role=alertdialog]').last();
const found = async (code: string) =>
  good(await admin.get<Row[]>(`${unit.path}?filter[q]=${encodeURIComponent(code)}`))[0];

describe('the units of a building', () => {
  it('are made on a floor of their block, and seen by a colleague at once', async () => {
    await visit(one, home);
    await rowOf(one, 'A-03.01').waitFor();
    await visit(two, `${home}?q=A-03`);
    await rowOf(two, 'A-03.01').waitFor();
    await one.keyboard.press('n');
    const form = dialogOn(one);
    await form.locator('[data-field=code] input').fill('A-03.01');
    await form.locator('[data-field=type] select').selectOption('APARTMENT');
    await form.locator('[data-field=blockId] input').fill('A');
    await one.getByRole('option', { name: 'A', exact: true }).click();
    await form.locator('[data-field=floorId] input').fill('3');
    // Beside its name stands the block that it is in.
    await one.getByRole('option', { name: /^3\b/ }).first().click();
    await form.locator('[data-field=area] input').fill('70,5');
    await form.locator('[data-field=useArea] input').fill('80');
    await form.getByRole('button', { name: 'Create' }).click();
    await form.getByText('May not exceed the area of the unit').waitFor();
    await form.locator('[data-field=useArea] input').fill('65');
    await form.getByRole('button', { name: 'Create' }).click();
    await form.getByText('There is a unit with this code already').waitFor();
    await form.locator('[data-field=code] input').fill('A-03.99');
    await form.getByRole('button', { name: 'Create' }).click();
    await rowOf(two, 'A-03.99').waitFor({ timeout: 10 * SOON });
    expect(await found('A-03.99')).toMatchObject({ area: 70.5, useArea: 65, state: 'EMPTY' });
  });

  it('show a colleague’s edit and a new code in the open unit', async () => {
    const { id, version } = (await found('A-03.99')) ?? { id: '', version: 0 };
    await visit(one, `${home}?id=${id}`);
    const drawer = one.locator('[data-drawer]');
    await drawer.getByText('70.5').waitFor();
    await admin.put(`${unit.path}/${id}`, { version, area: 71.25, code: 'A-03.98' });
    await drawer.getByText('71.25').waitFor({ timeout: 2 * SOON });
    await drawer.getByRole('heading', { name: 'A-03.98' }).waitFor({ timeout: SOON });
  });

  it('stand on the plan, walked by keys, coloured as they change', async () => {
    await visit(one, `${home}?part=plan`);
    const cells = one.getByRole('gridcell');
    await cells.first().focus();
    await one.keyboard.press('ArrowDown');
    await one.keyboard.press('ArrowRight');
    await expect.poll(() => one.locator(':focus').textContent()).toBe('A-21.02');
    await one.keyboard.press('Enter');
    await one.locator('[data-drawer]').getByRole('heading', { name: 'A-21.02' }).waitFor();
    const { id, version, state } = (await found('A-21.02')) ?? { id: '', version: 0, state: '' };
    if (state === 'EMPTY') await admin.put(`${unit.path}/${id}`, { version, state: 'IN_USE' });
    else
      for (const person of good(await admin.get<Row[]>(`/member?filter[unitIds][]=${id}`)))
        await admin.put(`/member/${person.id}/move-out`, { unitId: id });
    const word = state === 'EMPTY' ? 'In use' : 'Empty';
    await one.getByRole('gridcell', { name: `A-21.02, ${word}` }).waitFor({ timeout: 2 * SOON });
  });

  it('keep their floors; those without a unit go', async () => {
    await visit(one, `${home}?part=floors`);
    await one.getByRole('button', { name: 'Add several floors' }).click();
    const ask = dialogOn(one);
    await ask.locator('input').first().fill('A');
    await one.getByRole('option', { name: 'A', exact: true }).click();
    await ask.getByLabel('From floor').fill('22');
    await ask.getByLabel('To floor').fill('24');
    // They are made, but the answer is lost: asked for again, they come true once.
    const lose = (route: Route) => route.fetch().then(() => route.abort('connectionreset'));
    await one.route('**/api/floor/range', lose, { times: 1 });
    await ask.getByRole('button', { name: 'Create floors' }).click();
    await one.getByText('The server cannot be reached.').waitFor();
    await ask.getByRole('button', { name: 'Create floors' }).click();
    await one.getByText('2 floors created, 1 existed').waitFor();
    await visit(one, `${home}?part=floors&sort=-order`);
    for (const index of [0, 1, 2]) await one.locator(`[role=row][data-index="${index}"] [data-check]`).click();
    await one.getByRole('toolbar').getByRole('button', { name: 'Delete' }).click();
    await dialogOn(one).getByRole('button', { name: 'Delete' }).click();
    await one.getByText('Deleted 2 floors, cannot delete 1 floor').waitFor();
  });

  it('are printed with their codes', async () => {
    await visit(one, `${home}?tab=empty`);
    for (const index of [0, 1, 2]) await one.locator(`[role=row][data-index="${index}"] [data-check]`).click();
    await one.getByRole('toolbar').getByRole('button', { name: 'Print QR sheet' }).click();
    await expect.poll(() => one.locator('[data-paper] li').count()).toBe(3);
    await one.getByRole('button', { name: 'Back' }).click();
    await rowOf(one, 'A-').first().waitFor();
  });
});

describe('lists on paper', () => {
  const { projectId } = admin;
  const paper = one.locator('[data-paper]');
  const open = async (path: string) => {
    await one.goto(`${stage.url}/print/${projectId}/${path}`);
    await paper.first().waitFor();
  };
  const heads = () => paper.locator('thead th').allTextContents();
  const lines = () => paper.locator('tbody tr td:first-child').allTextContents();

  it.each([
    ['cards?tab=all', card.path, 'Card number'],
    ['cards?part=vehicles&tab=all', vehicle.path, 'Plate'],
    [
      'tasks?tab=going',
      `${task.path}?filter[status][]=NOT_STARTED&filter[status][]=IN_PROGRESS&filter[status][]=ON_HOLD`,
      'Code',
    ],
    ['parcels?sheet=handover&tab=all', parcel.path, 'Code'],
  ])('are whole, as they are filtered: %s', async (path, list, first) => {
    await open(path);
    const answer = await admin.get<Row[]>(list);
    const total = Number(answer.headers.get('Content-Range')?.split('/')[1]);
    expect(total).toBeGreaterThan(0);
    await expect.poll(async () => (await lines()).length).toBe(total);
    expect((await heads())[0]).toBe(first);
  });

  it('parcels stand by their shelf, and the result of a poll with its votes', async () => {
    await open('parcels?tab=all');
    expect(await paper.locator('tbody [scope=rowgroup]').count()).toBeGreaterThan(1);
    const polls = good(await admin.get<Row[]>(`${poll.path}?filter[status][]=CLOSED&limit=1`));
    await open(`poll/${polls[0]?.id}`);
    await paper.getByText(String(polls[0]?.title)).first().waitFor();
    expect(await paper.locator('tbody tr').count()).toBeGreaterThan(1);
  });
});
