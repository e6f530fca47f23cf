import { db } from '@lobby/server/kit/database/database.ts';
import { edited } from '@lobby/server/kit/records/records.ts';
import { eventCollection } from '@lobby/server/kit/store/events.ts';
import { collectionOf } from '@lobby/server/kit/store/schema.ts';
import { answers, type Definition } from '@lobby/shared/kit/definition.ts';
import { MODULES } from '@lobby/shared/modules/index.ts';
import { resident } from '@lobby/shared/modules/resident.ts';
import { describe, expect, it } from 'vitest';
import type { Row } from '../setup/caller.ts';
import { ROUTES } from '../setup/contract/routes.ts';
import { samplesOf } from '../setup/contract/samples.ts';
import { isProved, isThorough, sampleOf } from '../setup/contract/sampling.ts';
import { rowsOfSheet } from '../setup/files/sheets.ts';
import { change, makeRecord, systemIn } from '../setup/records.ts';
import { listen, subscribeAll, until } from '../setup/server/listener.ts';
import { startAlone, startServer } from '../setup/server/server.ts';
import { makeSite, PASSWORD, signIn } from '../setup/world.ts';

const server = await startServer();
/** Its log can be read: everything here is asked of it. */
const second = await startAlone(server, 'trace');
const site = await makeSite(server.url, 'Alpha');
const samples = samplesOf(site);
const ann = { ...site.ann, ...site.ann.at(second.url) };

const personalOf = ({ fields }: Definition) => Object.entries(fields).filter(([, field]) => field.personal);
const holding = MODULES.filter(definition => personalOf(definition).length > 0);

/** A value in every form in which somebody could write it. */
const forms = (value: string) => {
  const local = value.replace(/^\+84/, '0');
  return [
    value,
    local,
    local.slice(1),
    local.replace(/^(\d{4})(\d{3})/, '$1 $2 '),
    local.replace(/^(\d{4})(\d{3})/, '$1.$2.'),
  ];
};
const tells = (text: string, values: readonly string[]) =>
  values.flatMap(forms).filter(form => text.toLowerCase().includes(form.toLowerCase()));

it('some module holds personal values', () => {
  expect(holding.map(one => one.name)).toContain('resident');
});

/** Files of reports are of a time, or of a kind. */
const TIMES: Readonly<Record<string, string>> = {
  '/statistics/operational/export': '?from=2026-01-01&to=2026-12-31',
  '/statistics/receivables/export': '?year=2026',
  '/cashbook/export': '?from=2026-01-01&to=2026-12-31',
  '/statistics/balance-sheet/export': '',
  '/statistics/balance-sheet/trial/export': '?from=2026-01-01&to=2026-11-26',
  '/statistics/balance-sheet/input-vat/export': '?from=2026-01-01&to=2026-11-26',
  '/technical-due/export': '?kind=MAINTENANCE',
  '/statistics/advance-payment/export': '?from=2026-01-01&to=2026-12-31',
  '/statistics/debt/export': '?from=2026-01-01&to=2026-12-31',
};

/** Where a value of a module could be told: everywhere; of one that is tried by a sample on its own lists and those that refer to it. */
const listsOf = (definition: Definition) =>
  definition === resident || isThorough(definition)
    ? MODULES
    : MODULES.filter(
        module =>
          module === definition ||
          Object.values(module.fields).some(field => 'to' in field && field.to === definition.name),
      );

interface Revealed {
  id: string;
  values: Record<string, string>;
  files: Record<string, { url: string }[]>;
}

describe.each(holding.filter(isProved).map(definition => [definition.name, definition] as const))(
  '%s',
  async (_, definition) => {
    const names = personalOf(definition).map(([name]) => name);
    const live = await listen(second.url, ann.token);
    await subscribeAll(live, { projectId: site.id });
    // Read-only personal fields are set by the system: an e-mail that waits to be confirmed.
    const byItself = personalOf(definition).filter(([, { readOnly }]) => readOnly);
    const own = Object.fromEntries(byItself.map(([name]) => [name, `${name}@example.test`]));
    const given = await samples.input(definition.fields);
    const input: Record<string, unknown> = { ...given, ...own };
    const made = await makeRecord(site.id, definition, given);
    const { changed } = await edited(await systemIn(site.id), definition, made, own);
    const doc = byItself.length > 0 ? await change(definition, made._id, changed) : made;
    const secrets = names.map(name => {
      const one = String(input[name]);
      return definition.fields[name]?.kind === 'phone' ? one.replace(/^0/, '+84') : one;
    });

    const isSearched = Object.values(definition.fields).some(({ search }) => search);
    const numbers = secrets.filter((_value, n) => {
      const field = definition.fields[names[n] ?? ''];
      // Read-only fields are written here without their blind index.
      const isTyped = !field?.readOnly;
      return (field?.search && isTyped) || (field?.kind === 'phone' && (field.unique || (isSearched && isTyped)));
    });

    it('is never shown in a list, detail, option, search, activity or refusal', async () => {
      const texts: string[] = [];
      const read = async (path: string) => texts.push((await ann.get(path)).text);
      for (const [n, module] of listsOf(definition).entries()) {
        await read(`${module.path}?limit=100`);
        await read(`${module.path}/options?ids[]=${doc._id}`);
        await read(`${module.path}/count-badges`);
        for (const secret of sampleOf(definition, secrets, n, 1))
          await read(`${module.path}?filter[q]=${encodeURIComponent(secret)}`);
      }
      for (const part of ['', '/activities']) await read(`${definition.path}/${doc._id}${part}`);
      for (const name of names) {
        await read(`${definition.path}?filter[${name}][]=${encodeURIComponent(String(input[name]))}`);
        await read(`${definition.path}?sort=${name}`);
      }
      // A refusal says which field is wrong, not what was in it.
      const wrong = Object.fromEntries(names.map(name => [name, [input[name]]]));
      texts.push((await ann.put(`${definition.path}/${doc._id}`, { version: 1, ...wrong })).text);
      texts.push((await ann.post(definition.path, { ...input, ...wrong })).text);
      for (const text of texts) {
        const shared = text.replaceAll(/"(q|path)":"[^"]*"/g, '');
        expect(tells(shared, secrets)).toEqual([]);
      }
      const { data } = await ann.get(`${definition.path}/${doc._id}`);
      for (const name of names) expect(data[name], name).toMatch(/\*{5}/);
    });

    it('finds nobody by a search, but by a whole number', async () => {
      for (const secret of secrets) {
        const { data } = await ann.get<Row[]>(`${definition.path}?filter[q]=${encodeURIComponent(secret)}`);
        expect(data.length).toBe(numbers.includes(secret) ? 1 : 0);
      }
    });

    it('never rides on an event', async () => {
      const event = await live.hear(one => one.entityId === doc._id);
      // Read-only fields were not set yet when the record was created.
      for (const [name, field] of personalOf(definition))
        if (!field.detailOnly) expect(event.data[name] ?? (field.readOnly && '*****')).toMatch(/\*{5}/);
      expect(tells(JSON.stringify([live.events, live.others]), secrets)).toEqual([]);
    });

    it('is masked in every file', async () => {
      const paths = listsOf(definition).map(one => `${one.path}/export`);
      const files = ROUTES.filter(route => route.method === 'get' && /^[^:]+\/export$/.test(route.path));
      const own = files.filter(file => definition === resident || paths.includes(file.path));
      for (const route of sampleOf(definition, own, Number(process.env.ROUND ?? 0), 12)) {
        const { status, body } = await ann.file(`${route.path}${TIMES[route.path] ?? ''}`);
        expect(status, route.path).toBe(200);
        expect(tells((await rowsOfSheet(body)).flat().join('\n'), secrets), route.path).toEqual([]);
      }
    });

    it('is sealed in the database, in the history too', async () => {
      for (const name of [collectionOf(definition), eventCollection.name]) {
        const docs = await db().collection(name).find({ projectId: site.id }).toArray();
        expect(docs.length).toBeGreaterThan(0);
        expect(tells(JSON.stringify(docs), secrets), name).toEqual([]);
      }
    });

    if (answers(definition, 'reveal'))
      it('is revealed on purpose only, and the act is remembered without the value', async () => {
        const path = `${definition.path}/${doc._id}`;
        const one = await ann.put<Revealed>(`${path}/reveal`);
        const { files, ...shown } = one.data;
        expect(shown.id).toBe(doc._id);
        expect(Object.values(shown.values).toSorted()).toEqual(secrets.toSorted());
        // Pictures of papers and faces have their addresses here alone.
        const detail = (await ann.get(path)).data;
        for (const [name, pictures] of Object.entries(files)) {
          expect(pictures.every(({ url }) => url !== '')).toBe(true);
          expect((detail[name] as typeof pictures).map(({ url }) => url)).toEqual(pictures.map(() => ''));
        }
        const many = await ann.put<unknown[]>(`${definition.path}/reveal-multi`, { ids: [doc._id] });
        expect(many.data).toEqual([shown]);
        const { data, text } = await ann.get<Row[]>(`${path}/activities`);
        const reveals = data.filter(entry => entry.action === 'reveal');
        expect(reveals.map(entry => entry.actor)).toEqual(Array(2).fill({ id: ann.id, name: ann.name }));
        expect(tells(text, secrets)).toEqual([]);
        const own = await until(() => live.events.find(event => event.entityId === doc._id));
        expect(tells(JSON.stringify([own, live.events]), secrets)).toEqual([]);
      });

    it('stands in no line of the log, and no password or token either', async () => {
      for (const password of [PASSWORD, 'a-wrong-password']) {
        await signIn(second.url, 'staff', site.ann.email, password);
        await signIn(second.url, 'resident', site.dora.email, password);
      }
      for (const word of [PASSWORD, 'a-wrong-password', ann.token, site.dora.email])
        expect(second.log()).not.toContain(word);
      expect(second.log()).toContain('running at');
      expect(tells(second.log(), secrets)).toEqual([]);
    });
  },
);
