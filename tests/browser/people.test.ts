import { resident } from '@lobby/shared/modules/resident.ts';
import { unit } from '@lobby/shared/modules/unit.ts';
import { expect, it } from 'vitest';
import type { Row } from '../setup/caller.ts';
import { sheetOf } from '../setup/files/sheets.ts';
import { linkTo } from './stage/outbox.ts';
import { good, staffAt } from './stage/people.ts';
import { SOON, shareStage } from './stage/stage.ts';
import { visit } from './stage/steps.ts';

const stage = await shareStage();
const admin = await staffAt(stage.url, 'admin@hoasen.demo');
const members = `/projects/${admin.projectId}/members`;
const [one, two] = await Promise.all([
  stage.seat('admin@hoasen.demo', members),
  stage.seat('director@hoasen.demo', members),
]);
const rowOf = (page: typeof one, name: string) => page.locator('[role=row][data-index]').filter({ hasText: name });
const dialogOn = (page: typeof one) => page.locator('[role=dialog][aria-modal=true], [role=alertdialog]').last();
const [home] = good(await admin.get<Row[]>(`${unit.path}?filter[state][]=IN_USE&limit=1`));
const code = String(home?.code);
const look = (page: typeof one, q: string) =>
  visit(page, `${members}?tab=all&q=${encodeURIComponent(q)}`).then(() => page.locator('#main').waitFor());
async function both(path: string): Promise<void> {
  for (const page of [one, two]) {
    await visit(page, `/projects/${admin.projectId}/${path}`);
    await rowOf(page, '').first().waitFor();
  }
}

it('a resident is added to a home; what is wrong is said at its field, and a colleague sees the rest at once', async () => {
  await look(two, 'Quách Thị Ngân');
  await one.goto(`${stage.url}${members}`);
  await rowOf(one, '').first().waitFor();
  await one.keyboard.press('n');
  const form = dialogOn(one);
  const field = (name: string) => form.locator(`[data-field=${name}]`);
  await field('name').locator('input').fill('Quách Thị Ngân');
  await field('unitId').locator('input').fill(code);
  await one.getByRole('option').filter({ hasText: code }).first().click({ noWaitAfter: true });
  await field('role').locator('select').selectOption('HOUSEHOLDER');
  await field('phone').locator('input').fill('12');
  await form.getByRole('button', { name: 'Create' }).click();
  await expect.poll(() => field('phone').locator('input').getAttribute('aria-invalid')).toBe('true');
  // It is gone to, wherever the form was scrolled.
  await field('phone').locator('input:focus').waitFor();
  await field('phone').locator('input').fill('0366 998 877');
  await form.getByRole('button', { name: 'Create' }).click();
  await form.getByText('This unit already has a householder.').waitFor();
  expect(await field('name').locator('input').inputValue()).toBe('Quách Thị Ngân');
  await field('role').locator('select').selectOption('MEMBER');
  await form.getByRole('button', { name: 'Create' }).click();
  await rowOf(two, 'Quách Thị Ngân').waitFor({ timeout: 10 * SOON });
});

it('a spreadsheet names its faults by cell, and comes in whole once they are mended', async () => {
  const head = ['Name', 'Unit', 'Role', 'Phone', 'Date of birth'];
  const good = [
    ['Ông Văn Tấn', code, 'Member', '366112277', '04/03/1988'],
    ['Ông Thị Tú', code, 'Renter', '0366112278', null],
  ];
  const send = async (rows: (string | null)[][]) =>
    one.locator('input[type=file]').setInputFiles({
      name: 'residents.xlsx',
      mimeType: '',
      buffer: await sheetOf([['Residents of 2026'], head, ...rows]),
    });
  await look(two, 'Ông Văn');
  await look(one, 'Ông Văn');
  await one.getByRole('button', { name: 'Import from Excel' }).click();
  const dialog = dialogOn(one);
  await send([...good, ['Ông Văn Ba', 'Z-99.99', 'Member', '0366112279', '32/13/1988']]);
  await dialog.getByText('1 row with errors').waitFor();
  for (const value of ['Z-99.99', '32/13/1988'])
    await dialog.getByRole('row').filter({ hasText: value }).first().waitFor();
  await dialog.getByRole('button', { name: 'Import the 2 good rows alone' }).waitFor();
  await dialog.getByRole('button', { name: 'Choose another file' }).click();
  await send([...good, ['Ông Văn Ba', code, 'Member', '0366112279', '31/12/1988']]);
  await dialog.getByRole('button', { name: 'Import 3 rows' }).click();
  await rowOf(two, 'Ông Văn Ba').waitFor({ timeout: 10 * SOON });
  expect(await rowOf(two, 'Ông').count()).toBe(2);
  await dialog.waitFor({ state: 'detached' });
});

it('two records of one person become one, on every screen', async () => {
  const made = (name: string, more: object = {}) =>
    admin.post<Row>(resident.path, { name, role: 'MEMBER', unitId: home?.id, birthday: '1990-05-06', ...more });
  // The record with more values is the one that is kept.
  good(await made('Chế Lan Vy', { company: 'Công ty Một', nationality: 'VN' }));
  const gone = good(await made('Chế Lan  Vy'));
  await look(two, 'Chế Lan');
  await expect.poll(() => rowOf(two, 'Chế Lan').count()).toBe(2);
  await look(one, 'Chế Lan');
  await one.getByRole('button', { name: 'Find duplicates' }).click();
  const dialog = dialogOn(one);
  await dialog.locator('table').first().waitFor();
  for (let n = 0; n < 20 && !(await dialog.getByText('Chế Lan').count()); n++) {
    const said = await dialog.locator('table').first().textContent();
    await dialog.getByRole('button', { name: 'Two people' }).click();
    await expect.poll(() => dialog.locator('table').first().textContent()).not.toBe(said);
  }
  await visit(two, `${members}?tab=all&q=${encodeURIComponent('Chế Lan')}&id=${gone.id}`);
  const opened = two.locator('[role=dialog]').last();
  await opened.getByRole('heading', { name: 'Chế Lan Vy' }).waitFor();
  await dialog.getByRole('button', { name: 'Merge', exact: true }).click();
  // Who has the merged record open is told what it became, and led there.
  await opened.getByText('Merged into Chế Lan Vy').waitFor({ timeout: 10_000 });
  await opened.getByText(/^Merged by /).waitFor();
  await opened.getByRole('button', { name: 'Open Chế Lan Vy' }).click();
  await opened.getByText('Công ty Một').waitFor();
  await expect.poll(() => rowOf(two, 'Chế Lan').count(), { timeout: 10_000 }).toBe(1);
});

it('a label is made, and seen by a colleague at once', async () => {
  await both('configs-labels');
  await one.keyboard.press('n');
  const form = dialogOn(one);
  await form.locator('[data-field=name] input').fill('Chờ thợ khóa');
  await form.locator('[data-field=shortName] input').fill('KHOA');
  await form.locator('[data-field=type] select').selectOption('TASK');
  await form.getByRole('button', { name: 'Create' }).click();
  await rowOf(two, 'Chờ thợ khóa').waitFor({ timeout: 10 * SOON });
});

it('what is typed into the form of a record outlives the record, and becomes a new one', async () => {
  const partner = good(
    await admin.post<Row>('/partner', { code: 'DD-1', type: 'MAINTENANCE', name: 'Thang máy Đông Dương' }),
  );
  await visit(two, `/projects/${admin.projectId}/partner`);
  await rowOf(two, 'Thang máy Đông Dương').click();
  await two.locator('[data-drawer]').getByRole('heading', { name: 'Thang máy Đông Dương' }).waitFor();
  // The next act is the button there; editing is folded behind it, and has a key.
  await two.keyboard.press('e');
  const form = dialogOn(two);
  await form.locator('[data-field=name] input').fill('Thang máy Đông Dương 2');
  good(await admin.delete(`/partner/${partner.id}`));
  await form.getByRole('alert').filter({ hasText: 'deleted this record at' }).waitFor();
  expect(await form.locator('[data-field=name] input').inputValue()).toBe('Thang máy Đông Dương 2');
  await form.getByRole('button', { name: 'Create new record' }).click();
  await rowOf(two, 'Thang máy Đông Dương 2').waitFor({ timeout: 10 * SOON });
});

it('somebody of the staff is invited, chooses a password by the mail, and is at work', async () => {
  await both('staffs?tab=all');
  await one.keyboard.press('n');
  const form = dialogOn(one);
  await form.locator('[data-field=name] input').fill('Lục Văn Mão');
  await form.locator('[data-field=email] input').fill('mao@hoasen.demo');
  await form.locator('[data-field=positionIds] input').fill('lễ tân');
  await one.getByRole('option', { name: 'Nhân viên lễ tân' }).click();
  // Several may be chosen: the list stays open until one goes on.
  await one.keyboard.press('Tab');
  await form.getByRole('button', { name: 'Create' }).click();
  await rowOf(two, 'Lục Văn Mão')
    .filter({ hasText: 'Pending' })
    .waitFor({ timeout: 10 * SOON });
  const page = await stage.seat(null);
  await page.goto(await linkTo(stage.url, 'mao@hoasen.demo'));
  for (const name of ['password', 'confirmation']) await page.locator(`input[name=${name}]`).fill('chosen-by-mao');
  await page.keyboard.press('Enter');
  await page.locator('nav').first().waitFor();
  await rowOf(two, 'Lục Văn Mão')
    .filter({ hasText: 'Active' })
    .waitFor({ timeout: 10 * SOON });
});

it('nobody is offered to edit or to remove the Admin department, which stays as it is', async () => {
  await both('configs-authorization?part=departments');
  const offered = async (name: string) => {
    await rowOf(one, name).click();
    await one.locator('[data-drawer]').getByRole('heading', { name }).waitFor();
    return one.locator('[data-drawer]').getByRole('button', { name: 'Edit' }).count();
  };
  expect([await offered('Kỹ thuật'), await offered('Admin')]).toEqual([1, 0]);
});

it('an address names its ward and city by choice; one of before July 2025 is led to those of today', async () => {
  await visit(one, `/projects/${admin.projectId}/partner`);
  await rowOf(one, '').first().waitFor();
  await one.keyboard.press('n');
  const field = dialogOn(one).locator('[data-field=address]');
  const [line, city, ward] = [0, 1, 2].map(at => field.locator('input').nth(at));
  await line?.fill('45 Đồng Khởi, P. Bến Nghé, Quận 1, TP.HCM');
  await field.getByRole('button', { name: '45 Đồng Khởi, Phường Sài Gòn, Hồ Chí Minh' }).click();
  await expect.poll(() => ward?.inputValue()).toBe('Phường Sài Gòn');
  expect(await city?.inputValue()).toBe('Hồ Chí Minh');
  await ward?.fill('ban co');
  await one.getByRole('option', { name: 'Phường Bàn Cờ' }).click({ noWaitAfter: true });
  await expect.poll(() => line?.inputValue()).toBe('45 Đồng Khởi, Phường Bàn Cờ, Hồ Chí Minh');
  await city?.fill('hai phong');
  await one.getByRole('option', { name: 'Hải Phòng' }).click({ noWaitAfter: true });
  await expect.poll(() => line?.inputValue()).toBe('45 Đồng Khởi, Hải Phòng');
  await expect.poll(() => ward?.inputValue()).toBe('');
});
