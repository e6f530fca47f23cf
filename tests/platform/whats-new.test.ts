import { WHATS_NEW } from '@lobby/shared/whats-new.ts';
import { expect, it } from 'vitest';
import type { Caller } from '../setup/caller.ts';
import { listen } from '../setup/server/listener.ts';
import { startServer } from '../setup/server/server.ts';
import { makeSite } from '../setup/world.ts';

interface NewsPage {
  entries: { id: string; title: string; modules: string[]; seen: boolean }[];
  total: number;
  unseen: number;
  banner: { id: string; title: string; count: number; ids: string[] } | null;
}
const server = await startServer();
const site = await makeSite(server.url, 'Alpha');
const { ann, ben, dora } = site;
const told = async (who: Caller) => (await who.get<NewsPage>('/whats-new?limit=100')).data;
/** Makes somebody one who came before all of it. */
const forget = (who: Caller) =>
  who.put('/preferences', { whatsNew: { upTo: WHATS_NEW[0]?.id ?? null, ids: [], later: null } });

it('a newcomer has no banner, and nobody reads the notes without signing in', async () => {
  expect(await told(ann)).toMatchObject({ unseen: 0, banner: null });
  expect((await fetch(`${server.url}/api/whats-new`)).status).toBe(401);
});

it('is gone on all devices once it was closed on one', async () => {
  await forget(ann);
  const first = await told(ann);
  // The banner keeps a note that asks for attention until it is read.
  expect(first.banner?.count).toBe(Number(first.banner?.ids.length) + 1);
  const other = await listen(server.url, ann.token);
  expect((await ann.put('/whats-new/seen', { ids: first.banner?.ids })).status).toBe(200);
  await other.other('preferences', data => 'whatsNew' in data);
  expect((await told(ann)).banner).not.toMatchObject({ id: first.banner?.id });
  const [newest] = first.entries;
  expect((await ann.put('/whats-new/seen', { upTo: newest?.id })).status).toBe(200);
  expect(await told(ann)).toMatchObject({ unseen: 0, banner: null });
  other.close();
});

it('a note is shown to people who may open its modules, in their language', async () => {
  await site.allow({ BILL: ['read'] });
  await forget(site.carl);
  const { entries, banner } = await told(site.carl);
  expect(entries.map(entry => entry.id)).toContain('2026-10-billing');
  expect(entries.filter(entry => entry.modules.some(code => code !== 'BILL'))).toEqual([]);
  expect(banner?.title).toBe('Safer imports');
  const hidden = await site.carl.put('/whats-new/later', { id: '2026-11-stores' });
  expect([hidden.status, hidden.code]).toEqual([404, 'NOT_FOUND']);
  expect((await site.carl.put('/whats-new/seen', { upTo: 'nothing' })).status).toBe(404);
});

it('is put off until tomorrow', async () => {
  await forget(ben);
  const { banner, unseen } = await told(ben);
  expect((await ben.put('/whats-new/later', { id: banner?.id })).status).toBe(200);
  expect(await told(ben)).toMatchObject({ banner: null, unseen });
});

it('tells residents of their app alone', async () => {
  await forget(dora);
  const { entries } = await told(dora);
  expect(entries.map(entry => entry.id)).toEqual(WHATS_NEW.filter(one => one.audience !== 'STAFF').map(one => one.id));
});
