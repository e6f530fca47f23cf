import { afterAll, expect, it } from 'vitest';
import type { Row } from '../setup/caller.ts';
import { deskOn } from './stage/desk.ts';
import { good, residentAt, staffAt } from './stage/people.ts';
import { SOON, shareStage } from './stage/stage.ts';
import { openWay } from './stage/way.ts';

const stage = await shareStage();
const way = await openWay(stage.url);
afterAll(way.close);
const [mai, linh] = await Promise.all([
  residentAt(stage.url, 'resident2@hoasen.demo'),
  staffAt(stage.url, 'service1@hoasen.demo'),
]);
const path = '/rooms';
const screen = `/projects/${linh.projectId}/member-communicate`;
const [one, two] = (
  await Promise.all([
    stage.seat('service1@hoasen.demo', screen),
    stage.seat('service2@hoasen.demo', screen, {}, way.url),
  ])
).map(deskOn) as [ReturnType<typeof deskOn>, ReturnType<typeof deskOn>];
const both = [one, two];
const say = async (id: string, content: string) => good(await mai.post<Row>(`${path}/${id}/messages`, { content }));
const bubble = (desk: (typeof both)[number], text: string) => desk.log.locator('article').filter({ hasText: text });

it('brings a resident’s word to two of the staff, lets one answer, and the other see who does', async () => {
  for (const desk of both) await desk.rows.first().waitFor();
  const before = await one.badge();
  const { id } = good(await mai.post<Row>(`${path}/create`, { roomType: 'SECURITY', content: 'The gate stands open' }));
  for (const desk of both) {
    await desk.row('The gate stands open').waitFor({ timeout: SOON });
    await expect.poll(() => desk.badge(), { timeout: SOON }).toBe(before + 1);
    await desk.row('The gate stands open').click();
    await bubble(desk, 'The gate stands open').waitFor();
  }
  await one.composer.fill('A guard');
  await two.page.getByText('Phạm Thuỳ Linh is typing…').waitFor({ timeout: SOON });
  await one.composer.fill('A guard is on the way.');
  for (const key of ['Enter', 'Enter']) await one.composer.press(key);
  for (const desk of both) await bubble(desk, 'A guard is on the way.').waitFor({ timeout: SOON });
  await bubble(two, 'Phạm Thuỳ Linh').waitFor();
  await expect.poll(() => two.badge(), { timeout: SOON }).toBe(before);
  const heard = good(await mai.get<{ content: string; author: { name: string } }[]>(`${path}/${id}/messages`));
  expect(heard.map(({ content, author }) => [content, author.name])[1]).toEqual(['A guard is on the way.', '']);
  await one.page
    .getByText(/Seen by/)
    .first()
    .waitFor({ timeout: SOON });
});

it('loses nothing of one who was without a network, neither what was said nor what was written', async () => {
  const [{ id = '' } = {}] = good(await mai.get<Row[]>(`${path}?sort=-createdAt&limit=1`));
  way.cut();
  await two.page.context().setOffline(true);
  await two.page.getByText('Connection lost.').waitFor();
  for (const content of ['First', 'Second', 'Third']) await say(id, `${content} while away`);
  await two.composer.fill('Written without a network');
  await two.composer.press('Enter');
  await bubble(one, 'Third while away').waitFor({ timeout: SOON });
  way.mend();
  await two.page.context().setOffline(false);
  await bubble(two, 'Third while away').waitFor({ timeout: 15_000 });
  await bubble(one, 'Written without a network').waitFor({ timeout: 15_000 });
  const talk = good(await linh.get<{ content: string }[]>(`${path}/${id}/messages`)).map(({ content }) => content);
  expect(talk.slice(-4)).toEqual([
    ...['First', 'Second', 'Third'].map(word => `${word} while away`),
    'Written without a network',
  ]);
});

it('turns what was said into a task, which is on the board at once', async () => {
  await one.drawer.getByRole('button', { name: 'More' }).last().click();
  await one.page.getByRole('menuitem', { name: 'Create a task from it' }).click();
  await one.dialog.getByRole('textbox').first().waitFor();
  await one.dialog.getByRole('textbox').first().fill('Mend the lock of the gate');
  await one.dialog.getByRole('button', { name: /New task|Create/ }).click();
  await expect.poll(() => one.page.locator('[role=dialog][aria-modal=true]').count()).toBe(0);
  await one.page.goto(`${stage.url}/projects/${linh.projectId}/task?as=board&q=lock`);
  const card = one.page.getByRole('region', { name: 'Not started' }).getByRole('link', { name: /Mend the lock/ });
  await card.waitFor();
  const live = one.page.locator('[aria-live=assertive]');
  const press = async (key: string, said: string) => {
    await card.press(key);
    await live.filter({ hasText: said }).waitFor({ state: 'attached' });
  };
  await press('Space', 'picked up');
  await press('ArrowRight', 'column In progress');
  await press('Escape', 'stays where it was');
  await press('Space', 'picked up');
  await press('ArrowRight', 'column In progress');
  await card.press('Enter');
  await one.page
    .getByRole('region', { name: 'In progress' })
    .getByRole('link', { name: /Mend the lock/ })
    .waitFor();
});
