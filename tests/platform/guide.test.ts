import { expect, it } from 'vitest';
import { startServer } from '../setup/server/server.ts';
import { makeSite } from '../setup/world.ts';

interface Page {
  key: string;
  title: string;
  may: boolean;
  purpose: string;
  steps: string[];
  links: { said: string; screen: string }[];
  statuses: { name: string; acts: { name: string; to: string }[] }[];
  refusals: { code: string; said: string | null; why: string | null }[];
  rights: string[];
  keys: { keys: string; words: string }[];
  glossary: { word: string; means: string }[];
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

it('leads to the screens that its steps name, as far as its reader may open them', async () => {
  const monthEnd = await page('topic/month-end');
  expect(monthEnd.links.length).toBeGreaterThan(2);
  const told = [monthEnd.purpose, ...monthEnd.steps].join(' ');
  expect(monthEnd.links.filter(({ said }) => !told.includes(said))).toEqual([]);
  expect(monthEnd.links.map(({ screen }) => screen)).toContain('bill-list');
  await site.allow({ FEE_NOTICE: ['read'] });
  const { links } = await page('topic/month-end', site.carl);
  expect(links.map(({ screen }) => screen)).not.toContain('bill-list');
  // A page does not lead to itself.
  expect((await page('receipt')).links.map(({ screen }) => screen)).not.toContain('receipt');
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

it('tells the keys of a screen, and what the words of the product mean', async () => {
  const { keys } = await page('help-desk');
  expect(keys.map(key => key.keys)).toEqual(['a', 's', 'd', 'c', 'g', 'l']);
  expect(keys[0]).toEqual({ keys: 'a', words: 'Accept' });
  // What only residents and the system do has no key of theirs.
  expect(keys.map(({ words }) => words)).not.toContain('Rate');
  const { glossary } = await page('topic/glossary');
  expect(glossary.map(({ word }) => word)).toEqual(expect.arrayContaining(['Unit', 'Fee notice']));
  expect(glossary.filter(({ means }) => means.length < 20 || /[[{]/.test(means))).toEqual([]);
  expect((await page('help-desk')).glossary).toEqual([]);
  const { data } = await site.ann.get<(Page & { words: string })[]>('/guide/index?lang=en');
  expect(data.find(({ key }) => key === 'topic/glossary')?.words).toContain('Fee notice');
});

it('tells residents what each page of their app is for, in the words of the app', async () => {
  interface Short {
    title: string;
    pages: { key: string; title: string; what: string; steps: string[] }[];
  }
  const { data, status } = await site.dora.get<Short>('/guide/resident');
  expect(status).toBe(200);
  expect(data.pages).toHaveLength(14);
  expect(data.pages.filter(({ what, steps }) => what.length < 10 || steps.length < 3)).toEqual([]);
  expect(JSON.stringify(data)).not.toMatch(/\[\[|\{\w+\.|guide-pages|resident-app/);
  expect((await site.ann.get('/guide/resident')).status).toBe(403);
});

it('knows no other page and no other language', async () => {
  const lost = await site.ann.get('/guide/nowhere');
  expect([lost.status, lost.code]).toEqual([404, 'NOT_FOUND']);
  expect((await site.ann.get('/guide/index?lang=xx')).status).toBe(400);
});
