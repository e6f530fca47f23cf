import { expect, it } from 'vitest';
import { startServer } from '../setup/server/server.ts';
import { makeSite } from '../setup/world.ts';

interface Page {
  key: string;
  title: string;
  may: boolean;
  purpose: string;
  steps: string[];
  statuses: { name: string; acts: { name: string; to: string }[] }[];
  refusals: { code: string; said: string | null; why: string | null }[];
  rights: string[];
  news: { id: string }[];
}
const server = await startServer();
const site = await makeSite(server.url, 'Alpha');
const page = async (key: string, who = site.ann, lang = 'en') =>
  (await who.get<Page>(`/guide/${encodeURIComponent(key)}?lang=${lang}`)).data;

it('is read by whoever is signed in, and nobody else', async () => {
  expect((await fetch(`${server.url}/api/guide/index`)).status).toBe(401);
  const { data, status } = await site.carl.get<Page[]>('/guide/index?lang=vi');
  expect(status).toBe(200);
  expect(data.find(one => one.key === 'units')?.title).toBe('Căn hộ');
});

it('says of a screen what is done there, in the words of the interface', async () => {
  const told = await page('help-desk');
  expect(told.steps.length).toBeGreaterThan(3);
  expect(told.steps.join(' ')).toContain('“Assign');
  expect(told.statuses.length).toBe(7);
  expect(told.statuses.some(({ acts }) => acts.length > 0)).toBe(true);
  expect(told.rights.length).toBeGreaterThan(3);
  expect(told.refusals.map(({ said }) => said).join(' ')).not.toMatch(/[{}]/);
  expect((await page('help-desk', site.ann, 'ja')).title).not.toBe(told.title);
  expect((await page('topic/first-week')).steps.length).toBe(5);
});

it('says why something is refused, wherever that is met', async () => {
  const [first] = (await page('configs-data-lock-date')).refusals;
  expect(first).toMatchObject({ code: 'data_is_locked', said: null, why: expect.stringContaining('“Lock dates”') });
  const receipts = (await page('receipt')).refusals;
  expect(receipts.find(({ code }) => code === 'data_is_locked')?.why).toBe(first?.why);
  expect(receipts.find(({ why }) => why === null)?.said).toMatch(/./);
});

it('may be read without the right, and says so; what is new is told to whom it concerns', async () => {
  await site.allow({ BILL: ['read'] });
  expect((await page('bill-add-auto', site.carl)).may).toBe(true);
  expect(await page('receipt', site.carl)).toMatchObject({ may: false, news: [] });
  expect((await page('receipt')).news).toMatchObject([{ id: '2026-10-receipts' }]);
});

it('knows no other page and no other language', async () => {
  const lost = await site.ann.get('/guide/nowhere');
  expect([lost.status, lost.code]).toEqual([404, 'NOT_FOUND']);
  expect((await site.ann.get('/guide/index?lang=xx')).status).toBe(400);
});
