import { expect, it } from 'vitest';
import { listen } from '../setup/server/listener.ts';
import { startBeside, startServer } from '../setup/server/server.ts';
import { makeSite } from '../setup/world.ts';

const server = await startServer();
const { ann, ben, dora } = await makeSite(server.url, 'Alpha');
const chosen = async (who = ann) => (await who.get<Record<string, unknown>>('/preferences')).data;

it('keeps what a person chooses by key, and takes a choice back', async () => {
  const columns = { order: ['code', 'title'], widths: { title: 300 } };
  expect((await ann.put('/preferences', { 'columns/ticket': columns, singleKeys: false })).status).toBe(200);
  await ann.put('/preferences', { density: 'comfortable', singleKeys: null });
  expect(await chosen()).toEqual({ 'columns/ticket': columns, density: 'comfortable' });
  expect(await chosen(ben)).toEqual({});
});

it('is there for residents too', async () => {
  await dora.put('/preferences', { language: 'ko' });
  expect(await chosen(dora)).toEqual({ language: 'ko' });
});

it('tells the other tabs and devices of the person, on other servers too, and nobody else', async () => {
  const second = await startBeside(server);
  const mine = await listen(second.url, ann.token);
  const theirs = await listen(server.url, ben.token);
  await ann.put('/preferences', { theme: 'dark' });
  expect(await mine.other('preferences', data => data.theme === 'dark')).toEqual({ theme: 'dark' });
  expect(theirs.others.filter(other => other.name === 'preferences')).toEqual([]);
});

it('refuses what is no key, too long, too deep or too much', async () => {
  const refused = async (body: unknown) => {
    const answer = await ben.put('/preferences', body);
    return [answer.status, answer.code, Object.keys(answer.error.data?.fields ?? {})];
  };
  expect(await refused({ 'No key': 1 })).toEqual([400, 'VALIDATION_FAILED', ['No key']]);
  expect(await refused({ long: 'x'.repeat(8001) })).toEqual([400, 'VALIDATION_FAILED', ['long']]);
  expect((await refused(`{"deep":${'['.repeat(20_000)}${']'.repeat(20_000)}}`)).slice(0, 2)).toEqual([
    400,
    'VALIDATION_FAILED',
  ]);
  const many = (from: number) => Object.fromEntries(Array.from({ length: 50 }, (_, n) => [`k${from + n}`, n]));
  expect((await refused({ ...many(0), one: 1 }))[0]).toBe(400);
  for (let n = 0; n < 6; n++) await ben.put('/preferences', many(n * 50));
  expect((await refused({ one: 1 }))[0]).toBe(400);
  expect(Object.keys(await chosen(ben))).toHaveLength(300);
});

it('keeps values as they are, whatever they hold', async () => {
  const odd = { $set: { 'a.b': 1 }, list: [null, true], text: 'Căn hộ' };
  await dora.put('/preferences', { odd });
  expect((await chosen(dora)).odd).toEqual(odd);
});
