import { db } from '@lobby/server/kit/database/database.ts';
import type { Route } from '@lobby/server/kit/http/route.ts';
import { eventCollection } from '@lobby/server/kit/store/events.ts';
import { answers, type Definition } from '@lobby/shared/kit/definition.ts';
import { MODULES } from '@lobby/shared/modules/index.ts';
import { resident } from '@lobby/shared/modules/resident.ts';
import type { Figure } from '../load/figure.ts';
import { openEar, pause, subscribeAll, until } from '../setup/client/socket-client.ts';
import { moduleOf, pathOf, ROUTES, titleOf } from '../setup/contract/routes.ts';
import { rowsOfSheet } from '../setup/files/sheets.ts';
import { makeRecord } from '../setup/records.ts';
import { everything, type Person } from '../setup/world.ts';
import { type Arena, openArena } from './arena.ts';
import { held, newTally, type Tally } from './verdict.ts';

/** A person's record whose values are known to the attacker, to be looked for in everything that is answered. */
interface Secret {
  definition: Definition;
  id: string;
  values: Record<string, string>;
}

const personalOf = ({ fields }: Definition) =>
  Object.entries(fields).flatMap(([name, field]) => (field.personal && !field.readOnly ? name : []));

/** A value in every form in which somebody could write it. */
function forms(value: string): string[] {
  const local = value.replace(/^\+84/, '0');
  const parts = (between: string) => local.replace(/^(\d{4})(\d{3})/, `$1${between}$2${between}`);
  return [value, local, local.slice(1), parts(' '), parts('.'), parts('-')].map(one => one.toLowerCase());
}

async function plant({ site, samples }: Arena): Promise<Secret[]> {
  const secrets: Secret[] = [];
  for (const definition of MODULES.filter(module => personalOf(module).length > 0)) {
    const input = await samples.input(definition.fields);
    const { _id } = await makeRecord(site.id, definition, input);
    const values = Object.fromEntries(personalOf(definition).map(name => [name, String(input[name])]));
    secrets.push({ definition, id: _id, values });
  }
  return secrets;
}

function look(tally: Tally, what: string, text: string, secrets: readonly Secret[], asked = ''): void {
  tally.tried++;
  const low = text.toLowerCase();
  for (const { values, definition } of secrets)
    for (const [name, value] of Object.entries(values))
      if (value !== asked && forms(value).some(form => low.includes(form)))
        tally.fallen.push(`${what} shows ${definition.name}.${name}`);
}

const removes = (route: Route) => route.method === 'delete' || /delete|restore/.test(route.path);

/** Every answer that a reader without readEncrypted can get: all routes, searches by what is hidden, refusals, files. */
async function readAll(tally: Tally, { site, samples }: Arena, secrets: readonly Secret[], quick: boolean) {
  const { carl } = site;
  const routes = ROUTES.filter(route => route.audience !== 'public' && route.staff && !/logout/.test(route.path));
  const call = async (route: Route) => {
    const definition = moduleOf(route);
    const secret = secrets.find(one => one.definition === definition);
    if (quick && !secret && route.method !== 'get') return;
    const id = secret?.id ?? (definition && route.method === 'get' ? (await samples.record(definition)).id : site.id);
    const path = pathOf(route, { id });
    if (route.path.endsWith('/export')) {
      const { body } = await carl.file(path);
      look(tally, titleOf(route), (await rowsOfSheet(body)).flat().join('\n'), secrets);
      return;
    }
    const body = route.method === 'get' ? undefined : { ids: [id], version: 1, ...wrong(secret) };
    look(tally, titleOf(route), (await carl.call(route.method.toUpperCase(), path, body)).text, secrets);
  };
  for (const route of routes.filter(one => !removes(one))) await call(route);
  // Searched before anything is removed: what is gone is not found.
  await searchAll(tally, carl, secrets);
  for (const route of routes.filter(removes)) await call(route);
}

/** As many records as a reader without readEncrypted may find within an hour by whole phone numbers. */
const FOUND_BY_PHONE = 30;

/** Searches all lists for what is hidden. Whole phone numbers find their record, but only some an hour; nothing else may. */
async function searchAll(tally: Tally, carl: Person, secrets: readonly Secret[]): Promise<void> {
  const foundByPhone = new Set<string>();
  for (const { definition, id, values } of secrets)
    for (const [name, value] of Object.entries(values))
      for (const path of MODULES.map(module => module.path))
        for (const form of new Set(forms(value)))
          for (const query of [
            `filter[q]=${encodeURIComponent(form)}`,
            `filter[${name}][]=${encodeURIComponent(form)}`,
          ]) {
            const answer = await carl.get<{ id: string }[] | null>(`${path}?${query}`);
            tally.tried++;
            // The question itself may name it; the rows must not answer it.
            const rows = Array.isArray(answer.data) ? answer.data : [];
            const text = JSON.stringify(rows).toLowerCase();
            if (forms(value).some(one => text.includes(one)))
              tally.fallen.push(`${path}?${query} shows ${definition.name}.${name}`);
            if (path !== definition.path || !query.startsWith('filter[q]') || !rows.some(row => row.id === id))
              continue;
            if (definition.fields[name]?.kind === 'phone') foundByPhone.add(`${id} ${name}`);
            else tally.fallen.push(`${path}?${query} finds ${definition.name}.${name}`);
          }
  if (foundByPhone.size === 0) tally.fallen.push('no whole phone number finds its record: nothing was searched');
  if (foundByPhone.size > FOUND_BY_PHONE)
    tally.fallen.push(`${foundByPhone.size} records were found by phone numbers within an hour`);
  const phone = '0399 000 111';
  const refused = await carl.get(`${resident.path}?filter[q]=${encodeURIComponent(phone)}`);
  if (refused.status !== 429) tally.fallen.push(`searching by phone numbers has no end: ${refused.status}`);
}

/** Values that are refused: the refusal must not repeat them. */
const wrong = (secret: Secret | undefined) =>
  Object.fromEntries(Object.entries(secret?.values ?? {}).map(([name, value]) => [name, [value]]));

/** Searches the stored documents and the history, which remains when a record is removed. */
async function storage(tally: Tally, { site }: Arena, secrets: readonly Secret[]): Promise<void> {
  for (const { name } of await db().listCollections().toArray()) {
    if (name.startsWith('system.')) continue;
    const rows = await db().collection(name).find({ projectId: site.id }).toArray();
    look(tally, `collection ${name}`, JSON.stringify(rows), secrets);
  }
}

async function reveals({ site }: Arena, secrets: readonly Secret[]): Promise<Tally> {
  const tally = newTally();
  for (const { definition, id, values } of secrets.filter(secret => answers(secret.definition, 'reveal'))) {
    const path = `${definition.path}/${id}`;
    const { data, text } = await site.ann.put<{ values: Record<string, string> } | undefined>(`${path}/reveal`);
    await site.ann.put(`${definition.path}/reveal-multi`, { ids: [id] });
    tally.tried += 2;
    if (Object.keys(values).some(name => !data?.values[name])) tally.fallen.push(`${path} reveals nothing: ${text}`);
    const entries = await db().collection(eventCollection.name).find({ entityId: id, action: 'reveal' }).toArray();
    if (entries.length !== 2) tally.fallen.push(`${path}: ${entries.length} reveals of 2 are in the history`);
    if (entries.some(entry => entry.actor.id !== site.ann.id)) tally.fallen.push(`${path}: not said who revealed it`);
  }
  return tally;
}

const PERSON = {
  name: 'Kiều Vĩnh Tường',
  phone: '0937 461 802',
  phone2: '0968 204 715',
  email: 'vinh.tuong.kieu@example.test',
  identifier: '064188203977',
  visa: 'XQ7740921',
  birthday: '1967-08-19',
  temporaryNumber: 'TT-560913',
  permanentAddress: '417 Lạc Long Quân, Hoà Bình',
  contactAddress: '88/2 Thuỵ Khuê, Hà Nội',
  company: 'Gốm Kiều Gia',
  taxCode: '8390274615',
};

/** Somebody who was entered twice, corrected, revealed, merged, exported and removed, and then erased: looked for everywhere, by who may do all. */
async function erasure({ site, url }: Arena): Promise<Tally> {
  const tally = newTally();
  const { ann } = site;
  const live = await openEar(url, ann.token);
  await subscribeAll(live, { projectId: site.id });
  const path = resident.path;
  const made = async (values: object) => {
    const key = { 'Idempotency-Key': crypto.randomUUID() };
    return (await ann.post(path, { unitId: site.unitId, role: 'MEMBER', ...values }, key)).data;
  };
  const { id } = await made({ ...PERSON, name: 'Kiều Vĩnh Tường' });
  const twin = await made({ name: 'Kiều Vĩnh Tường', email: 'tuong.cu@example.test' });
  await ann.put(`${path}/${id}`, { version: 1, contactAddress: PERSON.permanentAddress });
  await ann.put(`${path}/${id}/reveal`);
  await ann.put(`${path}/${id}/merge`, { withId: twin.id, version: 2 });
  await ann.file(`${path}/export?filter[q]=${encodeURIComponent('kieu vinh tuong')}`);
  await ann.delete(`${path}/${id}`);
  const done = await ann.put(`${path}/${id}/erase-removed`, { reason: 'Kiều Vĩnh Tường asked' });
  if (done.status !== 200) tally.fallen.push(`was not erased: ${done.text}`);
  await until(() => live.events.some(({ action, entityId }) => action === 'erase' && entityId === id));
  const values = { ...PERSON, folded: 'kieu vinh tuong', sorted: 'tuong kieu vinh', old: 'tuong.cu@example.test' };
  const secrets = [{ definition: resident, id, values }];
  for (const { name } of await db().listCollections().toArray())
    if (!name.startsWith('system.'))
      look(tally, `collection ${name}`, JSON.stringify(await db().collection(name).find().toArray()), secrets);
  const asked = [
    path,
    `${path}/removed`,
    `${path}/duplicates`,
    `${path}/${id}`,
    `${path}/${id}/activities`,
    '/activity/list',
    ...Object.values(values).flatMap(value => [
      `${path}?filter[q]=${encodeURIComponent(value)}`,
      `/search?q=${encodeURIComponent(value)}`,
    ]),
  ];
  for (const one of asked) {
    const answer = await ann.get<unknown>(one);
    // The question itself may name it; what is found must not.
    look(tally, one, JSON.stringify(answer.data ?? null), secrets);
  }
  look(tally, 'the export', (await rowsOfSheet((await ann.file(`${path}/export`)).body)).flat().join('\n'), secrets);
  const after = live.events.slice(live.events.findIndex(({ action }) => action === 'erase'));
  for (const event of after) look(tally, 'an event', JSON.stringify(event), secrets);
  live.close();
  return tally;
}

/** X3: whatever can be read without readEncrypted, searched for values that the attacker knows to be there. */
export const x3: Figure = {
  id: 'x3',
  title: 'personal data without readEncrypted',
  async run(stage, quick) {
    const arena = await openArena(stage, { foreign: false, shared: quick });
    try {
      const { site, allow, url } = arena;
      const flags = Object.entries(everything).map(([code, all = []]) => [
        code,
        all.filter(one => !/Encrypted/.test(one)),
      ]);
      await allow(Object.fromEntries(flags));
      const live = await openEar(url, site.carl.token);
      await subscribeAll(live, { projectId: site.id });
      const secrets = await plant(arena);
      const [read, told, kept] = [newTally(), newTally(), newTally()];
      await until(() => secrets.every(secret => live.events.some(event => event.entityId === secret.id)));
      const shown = await reveals(arena, secrets);
      await readAll(read, arena, secrets, quick);
      await pause(300);
      for (const event of [...live.events, ...live.others]) look(told, 'an event', JSON.stringify(event), secrets);
      live.close();
      await storage(kept, arena, secrets);
      const gone = await erasure(arena);
      return [
        held('unmasked values in an answer, file or search', read),
        held('unmasked values in an event', told),
        held('unmasked values in the database and its history', kept),
        held('values of somebody who was erased, anywhere', gone),
        held('reveals that the history does not tell', shown),
      ];
    } finally {
      await arena.close();
    }
  },
};
