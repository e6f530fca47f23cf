import { afterAll, beforeEach, expect, it } from 'vitest';
import { deskOn } from './stage/desk.ts';
import { ask, good, residentAt, staffAt } from './stage/people.ts';
import { SOON, shareStage } from './stage/stage.ts';
import { openWay } from './stage/way.ts';

const stage = await shareStage();
const way = await openWay(stage.url);
afterAll(way.close);
beforeEach(way.mend);
// In the building whose queue no other file watches: what comes to it here would move the rows of theirs.
const [mai, linh, yen] = await Promise.all([
  residentAt(stage.url, 'resident1@banmai.demo'),
  staffAt(stage.url, 'admin@banmai.demo'),
  staffAt(stage.url, 'manager@hoasen.demo', 1),
]);
const path = '/pms/helpdesk';
const talk = async (id: string) =>
  good(await linh.get<{ content: string }[]>(`${path}/${id}/messages`)).map(({ content }) => content);

async function seatBehindTheWay(query: string, email = 'admin@banmai.demo', { projectId } = linh) {
  const page = await stage.seat(email, `/projects/${projectId}/help-desk?${query}`, {}, way.url);
  const desk = deskOn(page);
  await desk.rows.first().waitFor();
  return desk;
}

const isOne = ([mine, theirs]: string[][]) => mine?.join() === theirs?.join();
/** All that the list shows, row by row. */
const shown = (desk: ReturnType<typeof deskOn>) => desk.rows.allInnerTexts();

it('goes on reading without a network, and catches up in silence once it is back', async () => {
  const desk = await seatBehindTheWay('tab=all&sort=-createdAt');
  const asked = [];
  for (const title of ['First seen before', 'Second seen before']) asked.push(await ask(mai, title));
  await desk.row('Second seen before').waitFor();
  const [first, second] = asked;
  const lost = desk.page.getByText('Connection lost.');

  way.cut();
  await desk.page.context().setOffline(true);
  await lost.waitFor();
  const approve = (row = first) => yen.put(`${path}/${row?.id}/approve`, { version: row?.version, employeeId: yen.id });
  good(await approve(first));
  good(await yen.put(`${path}/${second?.id}/reject`, { version: second?.version, reason: 'Twice the same' }));
  for (const title of ['While away one', 'While away two', 'While away three']) await ask(mai, title);
  expect(await desk.titles()).not.toContain('While away one');
  await desk.row('First seen before').waitFor();

  way.mend();
  await desk.page.context().setOffline(false);
  await expect.poll(() => lost.count(), { timeout: 10_000 }).toBe(0);
  await desk.row('While away three').waitFor({ timeout: SOON });
  await desk.row('First seen before').getByText('Accepted').waitFor();
  await desk.row('Second seen before').getByText('Rejected').waitFor();
  await expect.poll(() => desk.toasts.count()).toBe(0);

  const fresh = await seatBehindTheWay('tab=all&sort=-createdAt');
  // Names come after their rows, in the new window as in the other.
  await expect.poll(async () => [await shown(desk), await shown(fresh)], { timeout: 10_000 }).toSatisfy(isOne);
  for (const name of ['waiting', 'going', 'done', 'all'])
    await expect.poll(() => desk.count(name)).toBe(await fresh.count(name));
  expect(await desk.badge()).toBe(await fresh.badge());
});

it('keeps what is written without a network, and sends it once, in order', async () => {
  const { id } = await ask(mai, 'Please answer me');
  const desk = await seatBehindTheWay('tab=all&sort=-createdAt');
  // The earlier messages fail to load.
  await desk.page.route(`**${path}/${id}/messages*`, route => route.abort('connectionfailed'), { times: 1 });
  await desk.open('Please answer me');
  const unread = desk.log.getByText('The conversation could not be loaded');
  await unread.waitFor();
  way.cut();
  await desk.page.context().setOffline(true);
  await desk.page.getByText('Connection lost.').waitFor();
  for (const words of ['One word', 'Two words', 'Three words']) {
    await desk.composer.fill(words);
    for (const key of ['Enter', 'Enter']) await desk.composer.press(key);
  }
  await expect.poll(() => desk.log.getByText('Waiting for the network').count()).toBe(3);
  expect(await talk(id)).toEqual([]);
  way.mend();
  await desk.page.context().setOffline(false);
  await expect.poll(() => talk(id), { timeout: 10_000 }).toEqual(['One word', 'Two words', 'Three words']);
  await expect.poll(() => desk.log.getByText(/Waiting|Sending/).count()).toBe(0);
  await unread.waitFor({ state: 'detached' });
  for (const words of ['One word', 'Two words', 'Three words']) expect(await desk.log.getByText(words).count()).toBe(1);
  await desk.page.reload();
  await desk.log.getByText('Three words').waitFor();
  expect(await talk(id)).toHaveLength(3);
});

it('sends once what was on its way as the network broke', async () => {
  const { id } = await ask(mai, 'The answer is lost on its way');
  const desk = await seatBehindTheWay(`helpDeskId=${id}`);
  await desk.composer.waitFor();
  // It arrives, but its answer does not.
  await desk.page.route(
    `**${path}/${id}/messages`,
    async route => {
      await route.fetch();
      way.cut();
      await route.abort('connectionreset');
    },
    { times: 1 },
  );
  await desk.composer.fill('Only once');
  for (const key of ['Enter', 'Enter']) await desk.composer.press(key);
  await expect.poll(() => talk(id)).toEqual(['Only once']);
  await desk.page.getByText('Connection lost.').waitFor();
  way.mend();
  await expect.poll(() => desk.log.getByText(/Waiting|Sending/).count(), { timeout: 15_000 }).toBe(0);
  expect(await desk.log.getByText('Only once').count()).toBe(1);
  expect(await talk(id)).toEqual(['Only once']);
});

it('stays in its language until the words of another can be read', async () => {
  // Whose language no other file minds: the choice goes with its person.
  const email = 'technician@hoasen.demo';
  const { page } = await seatBehindTheWay('tab=all', email, await staffAt(stage.url, email));
  const language = (name: string) => page.locator(`html[lang=${name}]`).count();
  way.cut();
  await page.context().setOffline(true);
  await page.getByText('Connection lost.').waitFor();
  await page.getByRole('button', { name: 'Language' }).click();
  await page.getByRole('menuitemradio', { name: '日本語' }).click();
  await page.getByText('日本語 could not be loaded.').waitFor();
  expect([await language('en'), await page.getByRole('tab', { name: /^Done/ }).count()]).toEqual([1, 1]);
  way.mend();
  await page.context().setOffline(false);
  // The words of all open screens are read before it changes, beside what the screens read again.
  await expect.poll(() => language('ja')).toBe(1);
  await page.getByRole('tab', { name: /^終了/ }).waitFor();
});

it('opens a screen that was never loaded as soon as the network is back, and is still the product until then', async () => {
  const { page } = await seatBehindTheWay('tab=all');
  const menu = page.getByRole('navigation');
  way.cut();
  await menu.getByRole('button', { name: 'System' }).click();
  await menu.getByRole('link', { name: 'Labels' }).click();
  await page.getByText('It opens as soon as the network is back.').waitFor();
  await menu.waitFor();
  way.mend();
  await page.getByRole('heading', { name: 'Labels', exact: true }).waitFor();
  await page.locator('[role=row][data-index]').first().waitFor();
});
