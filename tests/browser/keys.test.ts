import { describe, expect, it } from 'vitest';
import type { Row } from '../setup/caller.ts';
import { deskOn } from './stage/desk.ts';
import { ask, good, residentAt, staffAt } from './stage/people.ts';
import { shareStage } from './stage/stage.ts';
import { visit } from './stage/steps.ts';

const stage = await shareStage();
const [household, linh] = await Promise.all([
  residentAt(stage.url, 'resident3@hoasen.demo'),
  staffAt(stage.url, 'service1@hoasen.demo'),
]);
const home = `/projects/${linh.projectId}/help-desk`;
/** The requests of this household alone: other files write to the same queue. */
const own = `${home}?unitId=${household.unitId}`;
const desk = deskOn(await stage.seat('service1@hoasen.demo', home));
const { page, grid, row } = desk;
const { keyboard } = page;
const current = () => page.locator('[role=row][data-current]').textContent();
const focused = (selector: string) => page.evaluate<boolean>(`document.activeElement?.closest('${selector}') !== null`);
const onGrid = () => page.evaluate<boolean>(`document.activeElement?.getAttribute('role') === 'grid'`);

/** Asks for these, the first on top; answers their ids. */
async function begin(...titles: string[]): Promise<string[]> {
  const ids: string[] = [];
  for (const title of titles.toReversed()) ids.unshift((await ask(household, title)).id);
  await visit(page, own);
  await grid.waitFor();
  for (const title of titles) await row(title).waitFor();
  return ids;
}

describe('a list by keys', () => {
  it('has the focus in the editor of a filter that was just added', async () => {
    await begin('Narrowed by a filter');
    await page.getByRole('button', { name: 'Filter', exact: true }).focus();
    await keyboard.press('Enter');
    await page.getByRole('menuitem').first().waitFor();
    await keyboard.press('Enter');
    const editor = page.getByRole('dialog');
    await editor.waitFor();
    await expect.poll(() => focused('[role=dialog]')).toBe(true);
    await page.waitForTimeout(300);
    expect(await focused('[role=dialog]')).toBe(true);
    await keyboard.press('Escape');
    await expect.poll(() => editor.count()).toBe(0);
  });

  it('has one more filter at hand, however many are on', async () => {
    const on =
      'status=WAITING_APPROVAL&priority=low,normal&overdue=false&createdAt=2026-01-01..2026-12-31&dueAt=..2030-01-01';
    await visit(page, `${home}?tab=all&${on}&rating=1..5&answerLate=false&onHold=false`);
    const more = page.getByRole('button', { name: 'Filter', exact: true });
    await more.waitFor();
    const seen = async () => {
      const box = await more.boundingBox();
      const [x, y] = [(box?.x ?? 0) + (box?.width ?? 0) / 2, (box?.y ?? 0) + (box?.height ?? 0) / 2];
      return await page.evaluate<string>(`document.elementFromPoint(${x}, ${y})?.closest('button')?.textContent ?? ''`);
    };
    // The filters before it fold while their names arrive.
    await expect.poll(seen).toContain('Filter');
  });

  it('shows where one is when it is reached by Tab', async () => {
    await begin('Ring by Tab');
    await keyboard.press('/');
    for (let step = 0; step < 30 && !(await focused('[role=grid]')); step++) await keyboard.press('Tab');
    // The heads stand within the grid: back from the first of them.
    if (!(await onGrid())) await keyboard.press('Shift+Tab');
    expect(await page.locator('[role=grid][data-ring] [data-current]').count()).toBe(1);
  });

  it('goes from the search to the first row that is found, by Enter and by the arrow', async () => {
    await begin('Sought by one word', 'Another request');
    for (const key of ['Enter', 'ArrowDown']) {
      await keyboard.press('/');
      await keyboard.press('Control+a');
      await keyboard.type('sought by');
      await keyboard.press(key);
      await expect.poll(current).toContain('Sought by one word');
      expect(await onGrid()).toBe(true);
    }
  });

  it('goes on to the next row after an act, and opens that', async () => {
    await begin('Act on the first', 'Act on the second');
    await keyboard.press('j');
    await expect.poll(current).toContain('Act on the first');
    await keyboard.press('x');
    await keyboard.press('x');
    await keyboard.press('a');
    await expect.poll(current).toContain('Act on the second');
    await keyboard.press('Enter');
    await desk.drawer.getByRole('heading', { name: 'Act on the second' }).waitFor();
    // Beside it, two lines a row: each time there says itself what it is, no head names another.
    const heads = (await grid.getByRole('columnheader').allTextContents()).map(head => head.trim()).filter(Boolean);
    expect(heads).toEqual(['Request']);
    await keyboard.press('Escape');
  });

  it('says what comes of an act after all was left that still spoke of another', async () => {
    await begin('Spoken of first', 'Spoken of second');
    await keyboard.press('j');
    await expect.poll(current).toContain('Spoken of first');
    await keyboard.press('a');
    await desk.toasts.first().waitFor();
    await visit(page, own);
    await row('Spoken of second').waitFor();
    await keyboard.press('j');
    await expect.poll(current).toContain('Spoken of second');
    await keyboard.press('a');
    await desk.toasts.first().waitFor();
  });

  it('counts no longer what has left the list', async () => {
    const [, gone] = await begin('Chosen and kept', 'Chosen and gone');
    await keyboard.press('j');
    await keyboard.press('x');
    await keyboard.press('j');
    await keyboard.press('x');
    await page.getByRole('toolbar', { name: '2 selected' }).waitFor();
    good(await linh.put(`/pms/helpdesk/${gone}/approve`, { version: 1 }));
    await page.getByRole('toolbar', { name: '1 selected' }).waitFor();
  });

  it('answers and completes within six keys, assigns five within eight', async () => {
    const [answered, given] = [`Answered ${Date.now()}`, `Given ${Date.now()}`];
    const [id = ''] = await begin(answered, ...[1, 2, 3, 4, 5].map(number => `${given} ${number}`));
    let pressed = 0;
    const press = async (...keys: string[]) => {
      for (const key of keys) {
        await keyboard.press(key);
        pressed++;
      }
    };
    good(await linh.put(`/pms/helpdesk/${id}/approve`, { version: 1 }));
    await visit(page, `${own}&tab=going`);
    await row(answered).waitFor();
    await press('j');
    await expect.poll(current).toContain(answered);
    await press('Enter');
    await desk.drawer.getByRole('heading', { name: answered }).waitFor();
    await desk.composer.waitFor();
    await press('r');
    await keyboard.type('It is mended.');
    await press('Control+Enter');
    expect(pressed).toBeLessThanOrEqual(6);
    await desk.drawer.getByText('Completed').first().waitFor({ timeout: 20_000 });
    await desk.log.getByText('It is mended.').waitFor();
    await desk.log.locator('[data-event=complete]').waitFor();
    await press('Escape');
    await expect.poll(() => desk.drawer.count()).toBe(0);

    await visit(page, own);
    await row(`${given} 1`).waitFor();
    pressed = 0;
    await press('j');
    await expect.poll(current).toContain(`${given} 1`);
    await press('Shift+ArrowDown', 'Shift+ArrowDown', 'Shift+ArrowDown', 'Shift+ArrowDown');
    await page.getByRole('toolbar', { name: '5 selected' }).waitFor();
    await press('g');
    await page.getByRole('option', { name: /Phạm Thuỳ Linh \(me\)/ }).waitFor();
    await press('Enter');
    await page.getByRole('option').first().waitFor({ state: 'detached' });
    await press('Enter');
    await desk.toasts.getByText(/5 requests given to Phạm Thuỳ Linh/).waitFor();
    expect(pressed).toBeLessThanOrEqual(8);
  });

  it('labels by words and Enter, does the act by the next, and says so above the bar of what is chosen', async () => {
    await begin('Label the first', 'Label the second');
    const labels = good(await linh.get<{ id: string; name: string }[]>('/label?filter[type][]=HELP_DESK&limit=5'));
    const [, wanted] = labels;
    if (!wanted) throw new Error('the demo has two labels');
    await keyboard.press('j');
    await expect.poll(current).toContain('Label the first');
    await keyboard.press('x');
    await keyboard.press('l');
    await desk.dialog.getByRole('textbox').first().waitFor();
    // Slower than it is typed: Enter waits for what the words find.
    await page.route('**/api/label/options*', async route => {
      await page.waitForTimeout(400);
      await route.continue();
    });
    await keyboard.type(wanted.name);
    await keyboard.press('Enter');
    await expect.poll(() => desk.dialog.getByRole('checkbox', { name: wanted.name }).isChecked()).toBe(true);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    expect(await desk.dialog.getByRole('textbox').first().inputValue()).toBe('');
    await keyboard.press('Enter');
    await expect.poll(() => desk.dialog.count()).toBe(0);
    const [{ id } = { id: '' }] = good(
      await linh.get<Row[]>(`/pms/helpdesk?filter[q]=${encodeURIComponent('Label the first')}&sort=-createdAt`),
    );
    await expect.poll(async () => good(await linh.get<Row>(`/pms/helpdesk/${id}`)).labelIds).toEqual([wanted.id]);
    // The toast about the act covers no part of the bar of the next selection.
    const toast = desk.toasts.first();
    await toast.waitFor();
    await keyboard.press('x');
    const bar = await page.getByRole('toolbar', { name: /selected/ }).boundingBox();
    await expect
      .poll(async () => {
        const box = await toast.boundingBox();
        return box && bar ? box.y + box.height <= bar.y : null;
      })
      .not.toBe(false);
    // Only what has failed offers to try again, by another sign than taking back.
    expect(await toast.locator('.lucide-rotate-ccw').count()).toBe(0);
    await keyboard.press('Escape');
  });

  it('gives work by keys that are pressed before what they choose from is there', async () => {
    const title = `Quickly given ${Date.now()}`;
    const [id] = await begin(title);
    await page.route(/\/(room-members|[\w-]+\/options)/, async route => {
      await page.waitForTimeout(700);
      await route.continue();
    });
    await keyboard.press('j');
    await expect.poll(current).toContain(title);
    await keyboard.press('g');
    await desk.dialog.getByRole('combobox').waitFor();
    await keyboard.press('Enter');
    await expect.poll(() => desk.dialog.getByRole('combobox').inputValue()).toContain('Phạm Thuỳ Linh');
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await keyboard.press('Enter');
    await expect.poll(async () => good(await linh.get<Row>(`/pms/helpdesk/${id}`)).assigneeId).toBe(linh.id);
  });

  it('goes to the home of a request by its link, and comes back to the request as it was', async () => {
    const title = `Led away ${Date.now()}`;
    const { code } = good(await linh.get<Row>(`/unit/${household.unitId}`));
    await begin(title);
    await desk.open(title);
    const link = desk.drawer.getByRole('link', { name: String(code), exact: true }).first();
    await link.click();
    await expect.poll(() => new URL(page.url()).pathname).toContain('/units');
    await desk.drawer
      .getByRole('heading', { name: String(code) })
      .first()
      .waitFor();
    await page.goBack();
    await desk.drawer.getByRole('heading', { name: title }).waitFor();
    await row(title).waitFor();
    await keyboard.press('Escape');
    await expect.poll(() => desk.drawer.count()).toBe(0);
  });

  it('shows the words of a button at the button', async () => {
    await begin();
    const button = page.locator('#main').getByRole('button', { name: 'Export' });
    await button.hover();
    const tip = page.getByRole('tooltip');
    await tip.waitFor();
    const [at, box] = [await button.boundingBox(), await tip.boundingBox()];
    if (!at || !box) throw new Error('no tooltip');
    expect(Math.abs(box.x + box.width / 2 - (at.x + at.width / 2))).toBeLessThan(box.width);
    expect(box.y).toBeGreaterThan(at.y);
    expect(box.y - (at.y + at.height)).toBeLessThan(24);
    await page.mouse.move(0, 0);
  });

  it('takes what is typed into a select that was opened by the mouse', async () => {
    const [{ name } = { name: '' }] = good(await linh.get<{ name: string }[]>('/member?limit=1'));
    await visit(page, `${home}?new=1`);
    const resident = page.getByRole('dialog').getByRole('combobox', { name: 'Resident' });
    await resident.click();
    await page.locator('[role=option]').first().waitFor();
    await keyboard.type(name);
    expect(await resident.inputValue()).toBe(name);
    await page.locator('[role=option]').filter({ hasText: name }).first().waitFor();
    await keyboard.press('Escape');
    await keyboard.press('Escape');
  });

  it('lists the keys of the acts of the screen', async () => {
    await begin();
    await keyboard.press('?');
    const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await keys.getByText('Actions on this screen').waitFor();
    await keys.getByText('Take it', { exact: true }).waitFor();
    await keyboard.press('Escape');
  });

  it('waits in a select for the answer to what was typed before Enter or Tab', async () => {
    const [{ name } = { name: '' }] = good(await linh.get<{ name: string }[]>('/member?limit=1'));
    await page.route('**/api/member/options*', async route => {
      await page.waitForTimeout(700);
      await route.continue();
    });
    for (const key of ['Enter', 'Tab']) {
      await visit(page, `${home}?new=1`);
      const resident = page.getByRole('dialog').getByRole('combobox', { name: 'Resident' });
      await resident.focus();
      await keyboard.type(name);
      await keyboard.press(key);
      await expect.poll(() => resident.inputValue(), { timeout: 10_000 }).toBe(name);
      const clear = page.getByRole('dialog').getByRole('button', { name: 'Clear' });
      await expect.poll(() => clear.count(), { timeout: 10_000 }).toBeGreaterThan(0);
    }
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  });
});
