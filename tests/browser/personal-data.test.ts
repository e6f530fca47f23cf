import { expect, it } from 'vitest';
import { staffAt } from './stage/people.ts';
import { openStage, SOON } from './stage/stage.ts';

const stage = await openStage();
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
  // What is not chosen stays masked, and so does everything once the list was left.
  expect(await page.locator('[role=row][data-index]').getByText(PHONE).count()).toBe(1);
  await page.goto(`${stage.url}/projects/${admin.projectId}/units`);
  await row(0).waitFor();
  await page.goto(`${stage.url}${members}`);
  await row(at).getByText('*****').first().waitFor();
  expect(await row(at).getByText(PHONE).count()).toBe(0);
});

it('erases who has moved out, on every screen', async () => {
  const made = await admin.post<{ id: string }>('/member', {
    ...{ name: 'Vi Thị Xuyến', role: 'MEMBER', phone: '0366112233' },
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
