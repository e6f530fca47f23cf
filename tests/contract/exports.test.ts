import { addDays } from '@lobby/shared/kit/dates.ts';
import { answers } from '@lobby/shared/kit/definition.ts';
import { MODULES } from '@lobby/shared/modules/index.ts';
import { resident } from '@lobby/shared/modules/resident.ts';
import { describe, expect, it } from 'vitest';
import { callerOf } from '../setup/caller.ts';
import { ROUTES } from '../setup/contract/routes.ts';
import { samplesOf } from '../setup/contract/samples.ts';
import { isProved } from '../setup/contract/sampling.ts';
import { readWords, textsOf } from '../setup/contract/words.ts';
import { rowsOfSheet, sheetsOf } from '../setup/files/sheets.ts';
import { startServer } from '../setup/server/server.ts';
import { today } from '../setup/time/days.ts';
import { makeSite } from '../setup/world.ts';

const server = await startServer();
const site = await makeSite(server.url, 'Alpha');
const samples = samplesOf(site);
const exported = MODULES.filter(module => module.flags.includes('export') && answers(module, 'export'));

/** A day or month as it is stored, an id. */
const RAW = /^\d{4}-\d\d(-\d\d)?$|^[0-9a-f]{24}$|^[0-9a-f]{8}-[0-9a-f-]{27}$/;

describe.each(exported.filter(isProved).map(one => [one.name, one] as const))('%s', (_, definition) => {
  it('goes out with days as people write them, and without ids and keys, in any language', async () => {
    await samples.record(definition);
    const inner = Object.entries(definition.fields).filter(([, field]) => field.internal);
    for (const language of ['vi', 'en', 'ja'] as const) {
      const headers = {
        Authorization: `Bearer ${site.ann.token}`,
        'X-Project-Id': site.id,
        'Accept-Language': language,
      };
      const reader = callerOf(
        () => server.url,
        () => headers,
      );
      const { body } = await reader.file(`${definition.path}/export`);
      const sheets = await sheetsOf(body);
      const [head = [], ...rows] = sheets[0] ?? [];
      expect(rows.length).toBeGreaterThan(0);
      const words = textsOf(readWords(language));
      for (const [name] of inner) expect(head).not.toContain(words.get(`${definition.name}:fields.${name}`));
      const cells = sheets.flat(2);
      expect(cells.filter(cell => RAW.test(cell) || cell.startsWith(`${definition.name}.`))).toEqual([]);
    }
  });
});

/** Queries of reports that need one. */
const ASKED = [
  '',
  `from=${addDays(today(), -70)}&to=${today()}`,
  `to=${today()}`,
  `on=${today()}`,
  `month=${today().slice(0, 7)}`,
  'figure=living',
];
const DAY_OF_OURS = /\b20\d\d-\d\d(-\d\d)?\b/;
const ID = /\b[0-9a-f]{24}\b/;

it('reports go out with days, months and moments as people write them, and without ids', async () => {
  const own = new Set(exported.map(({ path }) => `${path}/export`));
  const paths = ROUTES.filter(
    route => route.method === 'get' && route.path.endsWith('/export') && !own.has(route.path),
  );
  const read: string[] = [];
  for (const { path } of paths) {
    const at = path.replace(':noun', 'member');
    if (at.includes(':')) continue;
    for (const asked of ASKED) {
      const file = await site.ann.file(`${at}?${asked}`);
      if (file.status !== 200) continue;
      read.push(at);
      const sheets = await sheetsOf(file.body);
      expect([at, sheets.flat(2).filter(cell => DAY_OF_OURS.test(cell) || ID.test(cell))]).toEqual([at, []]);
      break;
    }
  }
  expect(read).toEqual(expect.arrayContaining(['/statistics/member/export']));
  expect(read.length).toBeGreaterThan(10);
});

it.runIf(isProved(resident))('residents have a country by its name', async () => {
  const { version } = (await site.ann.get(`${resident.path}/${site.dora.id}`)).data;
  await site.ann.put(`${resident.path}/${site.dora.id}`, { version, nationality: 'JP' });
  const rows = await rowsOfSheet((await site.ann.file(`${resident.path}/export`)).body);
  expect(rows.flat()).toContain('Japan');
});
