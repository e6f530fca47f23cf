import type { Definition } from '@lobby/shared/kit/definition.ts';
import { answers } from '@lobby/shared/kit/definition.ts';
import { fund } from '@lobby/shared/modules/fund.ts';
import { MODULES } from '@lobby/shared/modules/index.ts';
import { expect, vi } from 'vitest';
import { store } from '../../../client/kit/base/store.ts';
import { transport } from '../../../client/kit/http/token.ts';
import { type List, openList } from '../../../client/kit/list/list.ts';
import { badgesAtom, loadBadges } from '../../../client/kit/live/badges.ts';
import { rowOf } from '../../../client/kit/records/records.ts';
import { loadPermissions } from '../../../client/kit/session/permissions.ts';
import { scopeAtom, signIn } from '../../../client/kit/session/session.ts';
import { startKit } from '../../../client/kit/start.ts';
import type { Caller, Row } from '../caller.ts';
import { valuesFor } from '../contract/act-values.ts';
import { editable, type Samples, samplesOf } from '../contract/samples.ts';
import { change, letGo } from '../records.ts';
import { WAIT } from '../time/limit.ts';
import { PASSWORD, type Person, type Site } from '../world.ts';

/** Starts the client kit in this process, signed in as an employee of a site. */
export async function startClient(url: string, site: Site, who: Person): Promise<void> {
  transport.origin = url;
  // Node keeps no cookies.
  let cookie = '';
  transport.fetch = async (address, init) => {
    const headers = new Headers(init.headers);
    if (cookie) headers.set('Cookie', cookie);
    const answer = await fetch(address, { ...init, headers });
    cookie = answer.headers.get('Set-Cookie')?.split(';')[0] ?? cookie;
    return answer;
  };
  startKit(MODULES);
  await signIn(who.email, PASSWORD);
  store.set(scopeAtom, { projectId: site.id });
  await Promise.all([loadPermissions(site.id), loadBadges(site.id)]);
}

/** Opens the live list of all records of a definition, like a screen. */
export async function openAll(definition: Definition, site: Site): Promise<List> {
  const list = openList(definition, { projectId: site.id }, { filter: {} });
  list.show(0, 99);
  await vi.waitFor(() => expect(store.get(list.view).phase).toBe('ready'), WAIT);
  return list;
}

/** Asserts that the client's data of a definition equal a fresh read: its first 100 rows, their order, the total. */
export async function isFresh(definition: Definition, list: List, who: Caller): Promise<void> {
  await vi.waitFor(
    async () => {
      const { ids, total, phase, sort } = store.get(list.view);
      const { data, headers } = await who.get<Row[]>(`${definition.path}?limit=100&sort=${sort}`);
      expect(phase).toBe('ready');
      expect(ids.slice(0, 100)).toEqual(data.map(row => row.id));
      // Balances of funds are calculated when read.
      const told = definition.name === fund.name ? data.map(({ balance: _counted, ...row }) => row) : data;
      expect(data.map(({ id }) => rowOf(definition.name, id))).toMatchObject(told);
      expect(`${total}`).toBe(headers.get('Content-Range')?.split('/')[1]);
    },
    { ...WAIT, interval: 15 },
  );
}

/** Asserts that the client's badges equal the server's counts; all of them, or one. */
export async function badgesAreFresh(site: Site, who: Caller, name?: string): Promise<void> {
  const only = (counts: Readonly<Record<string, unknown>>) => (name ? counts[name] : counts);
  await vi.waitFor(
    async () => expect(only(store.get(badgesAtom(site.id)))).toEqual(only((await who.get('/count-badges')).data)),
    { ...WAIT, interval: 15 },
  );
}

/** An action on records of a definition, through the API where it has a route. */
export interface Deed {
  name: string;
  run: () => Promise<void>;
}

const done = ({ status, text }: { status: number; text: string }) => {
  if (status > 202) throw new Error(text);
};

/** Everything that causes an event (create, update, each action from its initial status, remove), derived from the definition. */
export function deedsOf(definition: Definition, site: Site, samples: Samples = samplesOf(site)): Deed[] {
  const { path, actions = {}, flags, fields } = definition;
  const one = () => samples.record(definition);
  const field = editable(definition);
  const deeds: Deed[] = [{ name: 'create', run: async () => void (await one()) }];
  if (answers(definition, 'update'))
    deeds.push({
      name: 'update',
      async run() {
        const { id, version } = await one();
        done(await site.ben.put(`${path}/${id}`, { version, [field]: (await samples.input(fields))[field] }));
      },
    });
  for (const [name, action] of Object.entries(actions))
    if (action.by !== 'system')
      deeds.push({
        name,
        async run() {
          const made = await one();
          const { id } = made;
          let { version } = made;
          const [status] = action.from;
          const begins = {
            ...valuesFor(action, definition),
            ...(status && status !== made.status && { status }),
          };
          if (Object.keys(begins).length > 0) ({ version } = await change(definition, id, begins));
          const doer = action.by === 'resident' ? site.dora : site.ann;
          done(await doer.put(`${path}/${id}/${name}`, { ...(await samples.actionInput(action)), version }));
        },
      });
  if (answers(definition, 'remove') && flags.includes('delete'))
    deeds.push({
      name: 'remove',
      async run() {
        const { id } = await one();
        await letGo(definition, id);
        done(await site.ben.delete(`${path}/${id}`));
      },
    });
  return deeds;
}
