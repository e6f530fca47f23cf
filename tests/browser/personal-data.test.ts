import { expect, it } from 'vitest';
import { staffAt } from './stage/people.ts';
import { SOON, shareStage } from './stage/stage.ts';
import { visit } from './stage/steps.ts';

const stage = await shareStage();
const admin = await staffAt(stage.url, 'admin@hoasen.demo');
const members = `/projects/${admin.projectId}/members`;
const PHONE = /0\d{3} \d{3} \d{3}/;

it('shows personal data of chosen rows to who asked for it, until the list is left', async () => {
  const page = await stage.seat('service1@hoasen.demo', members);
  const other = await stage.seat('admin@hoasen.demo', members);
  const row = (at: number, of = page) => of.locator(`[role=row][data-index="${at}"]`);
  await row(0, other).waitFor();
  await row(0).waitFor();
  const { data } = await admin.get<{ phone: string | null }[]>('/member?filter[living][]=true&limit=10');
  const at = data.findIndex(({ phone }) => phone !== null);
  await row(at).locator('[data-check]').click();
  await page.getByRole('button', { name: 'Reveal personal data' }).click();
  await row(at).getByText(PHONE).waitFor({ timeout: SOON });
  expect(await row(at, other).getByText(PHONE).count()).toBe(0);
  // Rows that were not chosen stay masked, and all rows are masked again after the list was left.
  expect(await page.locator('[role=row][data-index]').getByText(PHONE).count()).toBe(1);
  await visit(page, `/projects/${admin.projectId}/units`);
  await row(0).waitFor();
  await visit(page, members);
  await row(at).getByText('*****').first().waitFor();
  expect(await row(at).getByText(PHONE).count()).toBe(0);
});

it('erases who has moved out, on every screen', async () => {
  const made = await admin.post<{ id: string }>('/member', {
    name: 'Vi Thị Xuyến',
    role: 'MEMBER',
    phone: '0366112233',
    unitId: (await admin.get<{ id: string }[]>('/unit?limit=1')).data[0]?.id,
  });
  const { id } = made.data;
  const { data } = await admin.get<{ unitId: string }>(`/member/${id}`);
  await admin.put(`/member/${id}/move-out`, { unitId: data.unitId });
  const page = await stage.seat('admin@hoasen.demo', `${members}?tab=left&id=${id}`);
  const colleague = await stage.seat('service1@hoasen.demo', `${members}?tab=left`);
  await colleague.locator('[role=row]', { hasText: 'Vi Thị Xuyến' }).waitFor();
  await page
    .locator('[data-drawer]')
    .getByRole('button', { name: /^(Erase personal data…|More)/ })
    .last()
    .click();
  const item = page.getByRole('menuitem', { name: 'Erase personal data…' });
  if (await item.count()) await item.click();
  const ask = page.getByRole('alertdialog');
  await ask.getByText('The key is destroyed').waitFor();
  await ask.getByRole('textbox').fill('Asked for in writing');
  await ask.getByRole('button', { name: 'Erase personal data' }).click();
  await colleague.locator('[role=row]', { hasText: 'Vi Thị Xuyến' }).waitFor({ state: 'detached', timeout: SOON });
  expect((await admin.get(`/member/${id}`)).status).toBe(404);
});

it('brings a removed resident back on every screen, and erases another from the same list', async () => {
  const { data: unit } = await admin.get<{ id: string }[]>('/unit?limit=1');
  const names = ['Ninh Thị Lụa', 'Ninh Thị Là'];
  for (const name of names) {
    const made = await admin.post<{ id: string }>('/member', { name, role: 'MEMBER', unitId: unit[0]?.id });
    await admin.delete(`/member/${made.data.id}`);
  }
  const page = await stage.seat('admin@hoasen.demo', members);
  const colleague = await stage.seat('service1@hoasen.demo', `${members}?q=Ninh`);
  await page.getByRole('button', { name: 'Removed residents' }).click();
  const line = (name: string | undefined) => page.getByRole('dialog').getByRole('listitem').filter({ hasText: name });
  await line(names[0]).getByRole('button', { name: 'Bring back' }).click();
  await colleague.locator('[role=row][data-index]', { hasText: names[0] }).waitFor({ timeout: 10 * SOON });
  await line(names[0]).waitFor({ state: 'detached' });
  await line(names[1]).getByRole('button', { name: 'Erase personal data' }).click();
  const ask = page.getByRole('alertdialog');
  await ask.getByRole('textbox').fill('Asked for in writing');
  await ask.getByRole('button', { name: 'Erase personal data' }).click();
  await line(names[1]).waitFor({ state: 'detached' });
});

it('two who edit one resident: what differs is joined, and the same number is chosen between', async () => {
  const { data: unit } = await admin.get<{ id: string }[]>('/unit?limit=1');
  const typed = { name: 'Mã Thị Duyên', role: 'MEMBER', phone: '0366445566', unitId: unit[0]?.id };
  const { id } = (await admin.post<{ id: string }>('/member', typed)).data;
  const pages = await Promise.all(
    ['admin', 'director'].map(who => stage.seat(`${who}@hoasen.demo`, `${members}?id=${id}`)),
  );
  const [one, two] = pages as [(typeof pages)[0], (typeof pages)[0]];
  const dialog = (page: typeof one) => page.locator('[role=dialog][aria-modal=true]').last();
  const field = (page: typeof one, name: string) => dialog(page).locator(`[data-field=${name}] input`);
  const save = (page: typeof one) => dialog(page).getByRole('button', { name: 'Save', exact: true }).click();
  for (const page of pages) {
    await page.locator('[data-drawer]').getByRole('heading', { name: 'Mã Thị Duyên' }).waitFor();
    await page.keyboard.press('e');
    await field(page, 'name').waitFor();
  }
  await field(one, 'name').fill('Mã Thị Duyên Anh');
  await field(one, 'phone').fill('0366 445 577');
  await save(one);
  await dialog(one).waitFor({ state: 'detached' });
  await field(two, 'phone').fill('0366 445 588');
  await field(two, 'company').fill('Hoa Sen');
  await save(two);
  await dialog(two).getByRole('alert').waitFor({ timeout: SOON });
  expect(await dialog(two).getByRole('group').count(), 'only the number is between them').toBe(1);
  await dialog(two).getByRole('button', { name: 'Save choice' }).click();
  await dialog(two).waitFor({ state: 'detached' });
  await one.locator('[data-drawer]').getByText('Hoa Sen', { exact: true }).waitFor({ timeout: SOON });
  const { data } = await admin.put<{ values: object }>(`/member/${id}/reveal`, {});
  expect(data.values).toMatchObject({ phone: '+84366445588' });
  expect((await admin.get(`/member/${id}`)).data).toMatchObject({ name: 'Mã Thị Duyên Anh', company: 'Hoa Sen' });
});
