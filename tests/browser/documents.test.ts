import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { document } from '@lobby/shared/modules/document.ts';
import { folder } from '@lobby/shared/modules/folder.ts';
import { describe, expect, it } from 'vitest';
import type { Row } from '../setup/caller.ts';
import { good, residentAt, staffAt } from './stage/people.ts';
import { SOON, shareStage } from './stage/stage.ts';
import { visit } from './stage/steps.ts';

const stage = await shareStage();
const admin = await staffAt(stage.url, 'admin@hoasen.demo');
const dweller = await residentAt(stage.url, 'resident1@hoasen.demo');
const home = `/projects/${admin.projectId}/documents`;
const [one, two] = await Promise.all([stage.seat('admin@hoasen.demo', home), stage.seat('admin@hoasen.demo', home)]);

type Paper = Row & { name: string; file: { url: string }[] };
const paper = (file: string) => readFileSync(join(import.meta.dirname, '../../server/demo/papers', file));
const rowOf = (page: typeof one, name: string) => page.locator('[role=row][data-index]').filter({ hasText: name });
const branch = (page: typeof one, name: string) => page.getByRole('treeitem', { name });
const dialogOn = (page: typeof one) => page.locator('[role=dialog][aria-modal=true], [role=alertdialog]').last();
const found = async (words: string, who = admin) =>
  good(await who.get<Paper[]>(`${document.path}?filter[q]=${encodeURIComponent(words)}`))[0];
const folders = async () =>
  good(await admin.get<(Row & { name: string; parentId: string | null })[]>(`${folder.path}/tree`));

describe('the documents of a building', () => {
  it('are brought into a folder, several at once, and seen by a colleague', async () => {
    for (const page of [one, two]) {
      await branch(page, 'Ban quản trị').click();
      await page.getByRole('treeitem', { name: 'Ban quản trị', selected: true }).waitFor();
      await rowOf(page, 'Biên bản họp tháng 10/2026').waitFor();
    }
    await one.keyboard.press('n');
    const form = dialogOn(one);
    await form.getByText('Up to 20 files at once: PDF, Word, Excel of 20 MB each').waitFor();
    await form.locator('input[type=file]').setInputFiles([
      { name: 'Nghi_quyet_11.pdf', mimeType: 'application/pdf', buffer: paper('hop-bqt.pdf') },
      { name: 'Biên bản họp tháng 10-2026.pdf', mimeType: 'application/pdf', buffer: paper('hop-bqt.pdf') },
    ]);
    // Escape asks before it drops the chosen files.
    await one.keyboard.press('Escape');
    await one.getByRole('alertdialog').last().getByRole('button').first().click();
    expect(await form.locator('li').count()).toBe(2);
    await form.locator('li input').nth(1).fill('Biên bản họp tháng 10/2026');
    await form.getByRole('button', { name: 'Upload 2 files' }).click();
    // One has a name that is taken: it stays, is named anew and sent again.
    await form.getByText('There is a document with this name in this folder already').waitFor();
    await form.locator('li input').nth(1).fill('Biên bản họp tháng 11/2026');
    await form.getByRole('button', { name: 'Upload 1 file' }).click();
    await form.waitFor({ state: 'detached' });
    for (const name of ['Nghi quyet 11', 'Biên bản họp tháng 11/2026'])
      await rowOf(two, name).waitFor({ timeout: 10 * SOON });
  });

  it('are drawn as they are, and say where that cannot be', async () => {
    await rowOf(two, 'Nghi quyet 11').click();
    const drawer = two.locator('[data-drawer]');
    await drawer.locator('li[data-drawn] canvas').first().waitFor();
    const { id = '' } = (await found('don dang ky thi cong mau')) ?? {};
    await visit(two, `${home}?id=${id}`);
    await drawer.getByText('This kind of file has no preview').waitFor();
    const saved = two.waitForEvent('download');
    await drawer.getByRole('link', { name: 'Download' }).click();
    expect((await saved).suggestedFilename()).toBe('Đơn đăng ký thi công (mẫu).docx');
  });

  it('get a new version, which a colleague who has it open sees; an older one comes back', async () => {
    const { id = '' } = (await found('nghi quyet 11')) ?? {};
    await Promise.all([one, two].map(page => visit(page, `${home}?id=${id}`)));
    const theirs = two.locator('[data-drawer]');
    await theirs.getByRole('tab', { name: 'Versions' }).click();
    await one.locator('[data-drawer] h2').waitFor();
    await one.keyboard.press('v');
    const form = dialogOn(one);
    await form
      .locator('input[type=file]')
      .setInputFiles({ name: 'sua.png', mimeType: 'image/png', buffer: paper('phan-loai-rac.png') });
    await form.locator('img').waitFor();
    await form.locator('[data-field=note] input').fill('Bản có chữ ký');
    await form.getByRole('button', { name: 'New version' }).click();
    await theirs.getByText('Bản có chữ ký').waitFor({ timeout: 5 * SOON });
    await theirs.getByRole('button', { name: 'Bring back: Version 1' }).click();
    await dialogOn(two).getByRole('button', { name: 'Bring back' }).click();
    await theirs.getByText('Brought back from version 1').waitFor();
    await one
      .locator('[data-drawer] li[data-drawn]')
      .first()
      .waitFor({ timeout: 10 * SOON });
  });

  it('stand in folders that are carried to others, never into themselves', async () => {
    // Loaded anew: what was said of all that was uploaded would be said for a while.
    await one.goto(stage.url + home);
    await branch(one, 'Thang máy').dragTo(branch(one, 'Hướng dẫn'));
    const parentOf = async (name: string) => {
      const all = await folders();
      return all.find(({ id }) => id === all.find(each => each.name === name)?.parentId)?.name ?? null;
    };
    await expect.poll(() => parentOf('Thang máy')).toBe('Hướng dẫn');
    await expect.poll(() => branch(two, 'Thang máy').getAttribute('aria-level'), { timeout: 5 * SOON }).toBe('2');
    await branch(one, 'Hướng dẫn').dragTo(branch(one, 'Thang máy'));
    expect(await parentOf('Hướng dẫn')).toBeNull();
    await branch(one, 'Thang máy').dragTo(one.getByRole('button', { name: 'All documents' }));
    await expect.poll(() => parentOf('Thang máy')).toBeNull();
  });

  it('leave a folder that is removed where it holds something', async () => {
    await branch(one, 'Hồ sơ kỹ thuật').click();
    await branch(one, 'Hồ sơ kỹ thuật').getByRole('button').click();
    await one.getByRole('menuitem', { name: 'New folder inside' }).click();
    await dialogOn(one).locator('[data-field=name] input').fill('Máy phát điện');
    await dialogOn(one).getByRole('button', { name: 'Create' }).click();
    await branch(two, 'Máy phát điện').waitFor({ timeout: 5 * SOON });
    await branch(one, 'Biên bản').click();
    await branch(one, 'Biên bản').getByRole('button').click();
    await one.getByRole('menuitem', { name: 'Delete' }).click();
    await dialogOn(one).getByRole('button', { name: 'Delete' }).click();
    await one.getByText('Deleted 0 folders, cannot delete 3 folders').waitFor();
  });

  it('are shown to residents as the staff say, file and all', async () => {
    const { id = '' } = (await found('nghi quyet 11')) ?? {};
    expect((await dweller.get(`${document.path}/${id}`)).status).toBe(404);
    await visit(one, `${home}?id=${id}`);
    await one.locator('[data-drawer] h2').waitFor();
    await one.keyboard.press('s');
    await dialogOn(one).locator('[data-field=audience] select').selectOption('RESIDENTS');
    await dialogOn(one).getByRole('button', { name: 'Who may see it' }).click();
    await expect.poll(async () => (await dweller.get(`${document.path}/${id}`)).status).toBe(200);
    const [file] = good(await dweller.get<Paper>(`${document.path}/${id}`)).file;
    expect((await dweller.file(file?.url ?? '')).status).toBe(200);
    const kept = good(await admin.get(`${document.path}/${id}`));
    good(await admin.put(`${document.path}/${id}/share`, { version: kept.version, audience: 'STAFF' }));
    expect((await dweller.file(file?.url ?? '')).status).toBe(404);
    await visit(two, `/projects/${admin.projectId}/units`);
    await two.locator('[role=row][data-index="4"]').click();
    await two.locator('[data-drawer] [role=tab][data-value=documents]').click();
    await two.locator('[data-drawer]').getByText('Biên bản bàn giao').waitFor();
  });
});
