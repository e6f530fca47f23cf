import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Row } from '../setup/caller.ts';
import { isWhole } from '../setup/contract/whole.ts';
import { deskOn } from './stage/desk.ts';
import { ask, good, residentAt, staffAt } from './stage/people.ts';
import { SOON, shareStage } from './stage/stage.ts';
import { visit } from './stage/steps.ts';

const stage = await shareStage();
const [mai, linh, yen] = await Promise.all([
  residentAt(stage.url, 'resident1@hoasen.demo'),
  staffAt(stage.url, 'service1@hoasen.demo'),
  staffAt(stage.url, 'service2@hoasen.demo'),
]);
const path = '/pms/helpdesk';
const picture = readFileSync(join(import.meta.dirname, '../../server/demo/papers/phan-loai-rac.png'));
const home = `/projects/${linh.projectId}/help-desk`;
const [one, two] = (
  await Promise.all([stage.seat('service1@hoasen.demo', home), stage.seat('service2@hoasen.demo', home)])
).map(deskOn) as [ReturnType<typeof deskOn>, ReturnType<typeof deskOn>];
const both = [one, two];
const read = async (id: string) => good(await linh.get<Row & { assigneeId: string | null }>(`${path}/${id}`));
const start = () =>
  Promise.all(
    both.map(async ({ page, drawer, row }) => {
      // The menu leads to the queue as it is first seen: no request open, no filter.
      await page.getByRole('navigation').getByRole('link', { name: 'Help desk' }).click();
      await expect.poll(() => drawer.count()).toBe(0);
      await row('').first().waitFor();
    }),
  );

describe('two of the staff and a resident at one queue', () => {
  it('shows a new request to both, on top', async () => {
    await start();
    const waiting = await one.count('waiting');
    await ask(mai, 'The door of the bicycle room jams');
    for (const desk of both) {
      await desk.row('The door of the bicycle room jams').waitFor({ timeout: SOON });
      expect((await desk.titles())[0]).toContain('The door of the bicycle room jams');
      await expect.poll(() => desk.count('waiting'), { timeout: SOON }).toBe(waiting + 1);
      await expect.poll(() => desk.badge(), { timeout: SOON }).toBe(waiting + 1);
    }
  });

  it.runIf(isWhole)('tells of new requests to who has scrolled, and moves nothing under the pointer', async () => {
    await one.tab('all').click();
    // At first the rows of the tab before stand there, counted as these.
    await expect.poll(async () => Number(await one.grid.getAttribute('aria-rowcount'))).toBeGreaterThan(100);
    await one.page.locator('[role=grid]:not([aria-busy])').waitFor();
    await one.grid.evaluate(box => box.scrollTo(0, 400));
    await one.page.locator('[role=row][data-index="20"]').waitFor();
    const under = one.page.locator('[role=row][data-index="16"]');
    const stands = async () => ({
      box: await under.boundingBox(),
      code: /YC-[\d-]+/.exec(`${await under.textContent()}`)?.[0],
    });
    const before = await stands();
    await under.hover();
    await ask(mai, 'A lamp flickers by the gate');
    await one.pill.waitFor({ timeout: SOON });
    expect(await one.pill.textContent()).toBe('1 new');
    expect(await stands()).toEqual(before);
    await one.pill.click();
    await one.row('A lamp flickers by the gate').waitFor();
    expect((await one.titles())[0]).toContain('A lamp flickers by the gate');
    await expect.poll(() => one.pill.count()).toBe(0);
  });

  it('shows who takes a request, and who is with it', async () => {
    const title = 'The intercom of A-12.05 is mute';
    const { id } = await ask(mai, title);
    await start();
    await one.open(title);
    await two.row(title).getByText('Phạm Thuỳ Linh is viewing').waitFor({ state: 'attached', timeout: SOON });
    await one.page.keyboard.press('c');
    await two.row(title).getByText('Phạm Thuỳ Linh', { exact: true }).waitFor({ state: 'attached', timeout: SOON });
    expect((await read(id)).assigneeId).toBe(linh.id);
    await two.open(title);
    await two.drawer.getByText('Phạm Thuỳ Linh is viewing').first().waitFor({ state: 'attached', timeout: SOON });
    await one.drawer.getByText('Hoàng Hải Yến is viewing').first().waitFor({ state: 'attached', timeout: SOON });
    await one.page.keyboard.press('Escape');
    await expect.poll(() => one.drawer.count()).toBe(0);
    await expect.poll(() => two.drawer.getByText('Phạm Thuỳ Linh is viewing').count(), { timeout: SOON }).toBe(0);
  });

  it('lets one of two win who approve at once, and tells the other who it was', async () => {
    const title = 'Water drips in the basement';
    const { id } = await ask(mai, title);
    await start();
    await Promise.all(both.map(desk => desk.open(title)));
    await Promise.all(both.map(desk => desk.drawer.getByRole('button', { name: 'Accept' }).first().waitFor()));
    // Both have pressed before either is heard.
    const { promise, resolve } = Promise.withResolvers<void>();
    let pressed = 0;
    const answers: string[] = [];
    for (const { page } of both)
      await page.route(`**${path}/${id}/approve`, async route => {
        if (++pressed === 2) resolve();
        await promise;
        const response = await route.fetch();
        answers.push(`${response.status()} ${await response.text()}`.slice(0, 300));
        await route.fulfill({ response });
      });
    await Promise.all(both.map(desk => desk.page.keyboard.press('a')));
    await expect.poll(() => answers.length).toBe(2);
    expect((await read(id)).status).toBe('APPROVED');
    for (const desk of both) await desk.drawer.getByText('Accepted').first().waitFor({ timeout: SOON });
    // One of both, and whatever the test before still offers to undo goes first.
    const told = async () => (await Promise.all(both.map(desk => desk.toasts.allTextContents()))).flat();
    const seen = new Set<string>();
    const first = async () => {
      const now = await told();
      for (const text of now) seen.add(text);
      return now.filter(text => /(Phạm Thuỳ Linh|Hoàng Hải Yến) was first/.test(text));
    };
    await expect
      .poll(first, { timeout: 10_000 })
      .toHaveLength(1)
      .catch(() => expect({ answers, seen: [...seen] }).toBeUndefined());
  });

  it('carries a conversation: typing, replies both ways, notes among staff', async () => {
    const title = 'Noise from the flat above';
    const { id } = await ask(mai, title);
    await start();
    await Promise.all(both.map(desk => desk.open(title)));
    await one.composer.pressSequentially('We will call them');
    await two.drawer.getByText('Phạm Thuỳ Linh is typing').first().waitFor({ state: 'attached', timeout: SOON });
    await one.composer.press('Enter');
    // It can be taken back for five seconds, so nothing is waited for between the keys; a second Enter lets it go.
    for (const key of ['Escape', 'z']) await one.page.keyboard.press(key);
    await expect.poll(() => one.composer.inputValue()).toBe('We will call them');
    for (const key of ['Enter', 'Enter']) await one.composer.press(key);
    for (const desk of both) await desk.log.getByText('We will call them').waitFor({ timeout: SOON });
    expect(await one.composer.inputValue()).toBe('');
    await one.drawer.getByRole('radio', { name: 'Private note' }).click();
    await one.page.route('**/api/upload', route => route.abort('connectionfailed'), { times: 1 });
    const chooser = one.page.waitForEvent('filechooser');
    await one.drawer.getByRole('button', { name: 'Add pictures or files' }).click();
    await (await chooser).setFiles({ name: 'seen.png', mimeType: 'image/png', buffer: picture });
    await one.toasts.getByText('The server cannot be reached.').waitFor();
    // As text: what runs in the page has other globals.
    await one.page.evaluate(`(() => {
      const clipboardData = new DataTransfer();
      const bytes = Uint8Array.from(atob('${picture.toString('base64')}'), letter => letter.charCodeAt(0));
      clipboardData.items.add(new File([bytes], 'seen.png', { type: 'image/png' }));
      const paste = new ClipboardEvent('paste', { clipboardData, bubbles: true });
      document.querySelector('[data-drawer] textarea').dispatchEvent(paste);
    })()`);
    await one.drawer.getByRole('button', { name: /^Remove .*seen\.png/ }).waitFor();
    await one.composer.fill('They were asked twice before');
    await one.composer.press('Enter');
    await two.log.getByText('They were asked twice before').waitFor({ timeout: SOON });
    for (const desk of both) await desk.log.getByRole('img', { name: 'seen.png' }).waitFor({ timeout: SOON * 2 });
    const heard = good(await mai.get<{ content: string }[]>(`${path}/${id}/messages`)).map(({ content }) => content);
    expect(heard).toEqual(['We will call them']);
    good(await mai.post(`${path}/${id}/messages`, { content: 'Thank you, it is quiet now' }));
    for (const desk of both) await desk.log.getByText('Thank you, it is quiet now').waitFor({ timeout: SOON });
  });

  it.runIf(isWhole)('reads further back in a long conversation, and stays where one was', async () => {
    const title = 'A long story';
    const { id } = await ask(mai, title);
    for (let n = 1; n <= 60; n++) good(await mai.post(`${path}/${id}/messages`, { content: `Part ${n}.` }));
    await start();
    await one.open(title);
    const part = (n: number) => one.log.getByText(`Part ${n}.`, { exact: true });
    await part(60).waitFor();
    const further = one.log.getByRole('button', { name: 'Show older' });
    await further.scrollIntoViewIfNeeded();
    const top = async () => (await part(11).boundingBox())?.y ?? 0;
    const before = await top();
    await further.click();
    await part(1).waitFor();
    expect(Math.abs((await top()) - before)).toBeLessThan(60);
    await further.waitFor({ state: 'detached' });
  });

  it.runIf(isWhole)('takes a canned reply below what is written already', async () => {
    const title = 'When is the pool cleaned';
    await ask(mai, title);
    await start();
    await one.open(title);
    await one.composer.fill('Dear Mai,');
    await one.drawer.getByRole('button', { name: 'Canned replies' }).click();
    const options = one.drawer.getByRole('option');
    await expect.poll(() => options.count()).toBeGreaterThan(1);
    await one.page.keyboard.press('ArrowUp');
    await one.page.keyboard.press('Escape');
    expect((await one.composer.inputValue()).trim()).toBe('Dear Mai,');
    await one.drawer.getByRole('button', { name: 'Canned replies' }).click();
    await one.page.keyboard.press('Enter');
    await expect.poll(() => one.composer.inputValue()).toMatch(/^Dear Mai,\n\p{L}/u);
    await one.drawer.getByRole('radio', { name: 'Private note' }).click();
    expect(await one.drawer.getByRole('button', { name: 'Canned replies' }).count()).toBe(0);
    await one.composer.fill('');
  });

  it.runIf(isWhole)('keeps a reply that is being written, whatever the other does, and over a reload', async () => {
    const title = 'The pool is closed without a word';
    const { id } = await ask(mai, title);
    await start();
    await Promise.all(both.map(desk => desk.open(title)));
    await two.composer.fill('Dear Mai, the pool');
    await one.page.keyboard.press('a');
    await two.drawer.getByText('Accepted').first().waitFor({ timeout: SOON });
    // The request may change once more while its version is read.
    await expect
      .poll(async () => {
        const { version } = await read(id);
        return (await linh.put(`${path}/${id}`, { title: 'The pool is closed', version })).status;
      })
      .toBe(200);
    await two.drawer.getByRole('heading', { name: 'The pool is closed', exact: true }).waitFor({ timeout: SOON });
    good(await linh.post(`${path}/${id}/messages`, { content: 'A first word' }));
    await two.log.getByText('A first word').waitFor({ timeout: SOON });
    expect(await two.composer.inputValue()).toBe('Dear Mai, the pool');
    await two.drawer.getByText('Draft saved').waitFor();
    await two.page.reload();
    await expect.poll(() => two.composer.inputValue(), { timeout: SOON }).toBe('Dear Mai, the pool');
    // Completed meanwhile it is not sent by the Enter that was on its way: its writer is asked.
    good(await linh.put(`${path}/${id}/complete`, {}));
    await two.drawer.getByText('It ended while you were writing').waitFor({ timeout: SOON });
    await two.composer.press('Enter');
    expect(await two.composer.inputValue()).toBe('Dear Mai, the pool');
    const heard = async () =>
      good(await mai.get<{ content: string }[]>(`${path}/${id}/messages`)).map(({ content }) => content);
    await two.drawer.getByRole('button', { name: 'Send it to the resident anyway' }).click();
    expect(await two.composer.inputValue()).toBe('');
    await two.composer.press('Enter');
    await expect.poll(heard, { timeout: SOON }).toEqual(['A first word', 'Dear Mai, the pool']);
  });

  it.runIf(isWhole)('does an act on many, and says of each refused one why', async () => {
    const titles = ['Bulk request one', 'Bulk request two', 'Bulk request three'];
    const made: Row[] = [];
    for (const title of titles) made.push(await ask(mai, title));
    await start();
    for (const title of titles) await one.row(title).locator('[data-check]').click();
    await one.page.getByRole('toolbar', { name: '3 selected' }).waitFor();
    // The first of them is gone before the list hears of it.
    await one.page.route('**/api/pms/helpdesk/approve-multi', async route => {
      good(await yen.put(`${path}/${made[0]?.id}/approve`, { version: made[0]?.version }));
      await route.continue();
    });
    await one.page.getByRole('toolbar').getByRole('button', { name: 'Accept' }).click();
    const result = one.page.getByRole('list', { name: 'Result' });
    await result.waitFor();
    expect(await result.getByRole('listitem').allTextContents()).toEqual([expect.stringContaining('Hoàng Hải Yến')]);
    await one.page.getByText('2 done').waitFor();
    for (const { id } of made) expect((await read(id)).status).toBe('APPROVED');
    await one.page.unroute('**/api/pms/helpdesk/approve-multi');
  });

  it('counts alike for both, and as the server counts', async () => {
    await start();
    const names = ['waiting', 'going', 'done', 'all'];
    const seen = (desk: (typeof both)[number]) => Promise.all(names.map(name => desk.count(name)));
    const counted = async () => {
      const { data } = await linh.get<Row[]>(`${path}?limit=100&filter[status][]=WAITING_APPROVAL`);
      return data.length;
    };
    await expect
      .poll(async () => [await one.count('waiting'), await one.badge()])
      .toEqual(Array(2).fill(await counted()));
    await expect.poll(() => seen(two)).toEqual(await seen(one));
    const [, going = 0, done = 0, all = 0] = await seen(one);
    expect(all).toBe((await counted()) + going + done);
  });

  it.runIf(isWhole)('opens what a link names, in its list', async () => {
    const { id } = await ask(mai, 'A link leads here');
    await one.page.goto(`${stage.url}${home}?tab=all&helpDeskId=${id}`);
    await one.drawer.getByRole('heading', { name: 'A link leads here' }).waitFor();
    await one.part('info').click();
    await one.drawer.getByText('A-12.05').first().waitFor();
    await one.page.keyboard.press('Escape');
    await expect.poll(() => one.page.url()).not.toContain('helpDeskId');
    await one.page.goBack();
    await one.drawer.getByRole('heading', { name: 'A link leads here' }).waitFor();
  });

  it.runIf(isWhole)('is worked by keys alone', async () => {
    for (const title of ['Keys third', 'Keys second', 'Keys first']) await ask(mai, title);
    const { page } = one;
    await visit(page, home);
    const current = () => page.locator('[role=row][data-current]').textContent();
    await one.row('Keys first').waitFor();
    for (const key of ['j', 'j', 'j', 'k']) await page.keyboard.press(key);
    await expect.poll(current).toContain('Keys second');
    await page.keyboard.press('x');
    await page.getByRole('toolbar', { name: '1 selected' }).waitFor();
    await page.keyboard.press('x');
    await page.keyboard.press('Enter');
    await one.drawer.getByRole('heading', { name: 'Keys second' }).waitFor();
    await page.keyboard.press('j');
    await one.drawer.getByRole('heading', { name: 'Keys third' }).waitFor();
    await page.keyboard.press('a');
    await one.drawer.getByText('Accepted').first().waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => one.drawer.count()).toBe(0);
    await page.keyboard.press('/');
    await page.keyboard.type('keys');
    await expect.poll(() => one.titles()).toEqual(['Keys first', 'Keys second']);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await page.keyboard.press('n');
    await one.dialog.getByText('New request for a resident').waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => one.dialog.count()).toBe(0);
    await page.keyboard.press('?');
    await one.dialog.getByText('Keyboard shortcuts').waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => one.dialog.count()).toBe(0);
  });
});
