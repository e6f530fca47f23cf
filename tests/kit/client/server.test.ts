import { connect, createServer, type Socket } from 'node:net';
import { dayOf, VIETNAM } from '@lobby/shared/kit/dates.ts';
import type { Definition } from '@lobby/shared/kit/definition.ts';
import { MODULES } from '@lobby/shared/modules/index.ts';
import { label } from '@lobby/shared/modules/label.ts';
import { ticket } from '@lobby/shared/modules/ticket.ts';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { act, actOnMany } from '../../../client/kit/acts/acts.ts';
import { store } from '../../../client/kit/base/store.ts';
import { filterValues, toQuery } from '../../../client/kit/http/query.ts';
import { transport } from '../../../client/kit/http/token.ts';
import { type List, type ListQuery, openList } from '../../../client/kit/list/list.ts';
import { badgesAtom, loadBadges } from '../../../client/kit/live/badges.ts';
import { presentAtom } from '../../../client/kit/live/presence.ts';
import { entryOf, rowOf } from '../../../client/kit/records/records.ts';
import { refAtom } from '../../../client/kit/refs/refs.ts';
import { can, loadPermissions, permissionsAtom } from '../../../client/kit/session/permissions.ts';
import { scopeAtom, sessionAtom, signIn } from '../../../client/kit/session/session.ts';
import { startKit } from '../../../client/kit/start.ts';
import { keepCookies } from '../../setup/client/live-client-cookies.ts';
import { startServer } from '../../setup/server/server.ts';
import { WAIT } from '../../setup/time/limit.ts';
import type { Person } from '../../setup/world.ts';
import { everything, makeSite, PASSWORD } from '../../setup/world.ts';

const server = await startServer();
const site = await makeSite(server.url, 'Alpha');
const { ann, ben } = site;
const scope = { projectId: site.id };

/** Connection to the server that can be cut. */
const pipes = new Set<Socket>();
let open = true;
const way = createServer(inner => {
  if (!open) return void inner.destroy();
  const outer = connect(Number(new URL(server.url).port), '127.0.0.1');
  for (const pipe of [inner, outer]) {
    pipes.add(pipe);
    pipe.on('error', () => {});
    pipe.on('close', () => pipes.delete(pipe));
  }
  inner.pipe(outer).pipe(inner);
});
await new Promise<void>(resolve => way.listen(0, '127.0.0.1', resolve));
afterAll(() => void way.close());
const address = way.address();
transport.origin = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;

keepCookies();

startKit(MODULES);
await signIn(ann.email, PASSWORD);
store.set(scopeAtom, scope);
await loadPermissions(site.id);

async function cutFor(ms: number, meanwhile: () => Promise<unknown>): Promise<void> {
  open = false;
  for (const pipe of pipes) pipe.destroy();
  await meanwhile();
  await new Promise(resolve => setTimeout(resolve, ms));
  open = true;
}

const make = (who: Person, title: string, more: Record<string, unknown> = {}) =>
  who.post('/pms/helpdesk', { title, content: 'x', unitId: site.unitId, ...more }).then(({ data }) => data);

/** The list has to match a fresh response of the server row by row. */
async function expectFresh(list: List, definition: Definition = ticket): Promise<void> {
  await vi.waitFor(
    async () => {
      const { filter, sort, ids, total, phase } = store.get(list.view);
      const query = toQuery({ filter: filterValues(filter), sort, limit: 100 });
      const fresh = await ann.get<{ id: string }[]>(`${definition.path}?${query}`);
      expect(phase).toBe('ready');
      expect(ids).toEqual(fresh.data.map(row => row.id));
      expect(fresh.data.map(({ id }) => rowOf(definition.name, id))).toMatchObject(fresh.data);
      expect(total).toBe(fresh.data.length);
      expect(store.get(list.counts)?.total).toBe(fresh.data.length);
    },
    { ...WAIT, interval: 100 },
  );
}

async function withList(query: ListQuery, use: (list: List) => Promise<void>): Promise<void> {
  const list = openList(ticket, scope, query);
  try {
    await vi.waitFor(() => expect(store.get(list.view).phase).toBe('ready'), WAIT);
    await use(list);
  } finally {
    list.close();
  }
}

describe('a list over the real server', () => {
  it('follows what a colleague does', () =>
    withList({ filter: {}, tab: 'waiting' }, async list => {
      const first = await make(ben, 'First');
      const second = await make(ben, 'Second', { priority: 'high' });
      await expectFresh(list);
      await ben.put(`/pms/helpdesk/${first.id}/approve`, { version: 1 });
      await ben.post(`/pms/helpdesk/${second.id}/messages`, { content: 'hello' });
      await expectFresh(list);
      expect(store.get(list.view).ids).not.toContain(first.id);
      expect(entryOf('ticket', second.id)?.changed?.by).toBe('Ben');
    }));

  it.each<[string, ListQuery]>([
    ['mine', { filter: { assigneeId: { in: ['me'] } }, tab: 'all' }],
    ['nobody’s', { filter: { assigneeId: { in: ['none'] } }, tab: 'going' }],
    ['by due date', { filter: {}, tab: 'all', sort: 'dueAt' }],
    ['by last message', { filter: {}, tab: 'all', sort: '-lastMessageAt' }],
    ['words', { filter: { q: 'thang' }, tab: 'all' }],
    ['of today', { filter: { createdAt: { from: dayOf(new Date(), VIETNAM) } }, tab: 'all' }],
    ['urgent', { filter: { priority: { in: ['urgent', 'high'] } }, tab: 'all' }],
  ])('judges rows as the server does: %s', (_name, query) =>
    withList(query, async list => {
      const made = await Promise.all([
        make(ben, 'Thang máy hỏng', { priority: 'urgent' }),
        make(ben, 'Rò nước', { dueAt: '2027-01-01T00:00:00.000Z' }),
        make(ann, 'Thang bộ tối'),
      ]);
      await expectFresh(list);
      const [one, two, three] = made;
      await ben.put(`/pms/helpdesk/${one?.id}/assign`, { version: 1, employeeId: ann.id });
      await ben.put(`/pms/helpdesk/${two?.id}/approve`, { version: 1 });
      await ben.post(`/pms/helpdesk/${three?.id}/messages`, { content: 'on it' });
      await expectFresh(list);
    }),
  );

  it('catches up after the network was away, silently and whole', () =>
    withList({ filter: {}, tab: 'all' }, async list => {
      const [gone] = await Promise.all([make(ben, 'Before')]);
      await expectFresh(list);
      await cutFor(300, async () => {
        for (let n = 0; n < 12; n++) await make(ben, `Meanwhile ${n}`);
        await ben.put(`/pms/helpdesk/${gone?.id}/reject`, { version: 1, reason: 'no' });
      });
      await expectFresh(list);
      await loadBadges(site.id);
      const known = store.get(badgesAtom(site.id));
      await make(ben, 'One more');
      await vi.waitFor(() => expect(store.get(badgesAtom(site.id)).HELP_DESK).toBe((known.HELP_DESK ?? 0) + 1), WAIT);
    }));
});

describe('acts over the real server', () => {
  it('tell who was quicker', () =>
    withList({ filter: {}, tab: 'all' }, async list => {
      const { id } = await make(ben, 'Raced');
      await expectFresh(list);
      await ben.put(`/pms/helpdesk/${id}/approve`, { version: 1 });
      await vi.waitFor(() => expect(rowOf('ticket', id)?.status).toBe('APPROVED'), WAIT);
      const outcome = await act(ticket, scope, id, 'approve');
      expect(outcome).toMatchObject({ kind: 'lost', status: 'APPROVED', by: { name: 'Ben' } });
      expect(await act(ticket, scope, id, 'start')).toMatchObject({ kind: 'done' });
      expect(await act(ticket, scope, id, 'label', { input: { labelIds: ['x'] } })).toMatchObject({ kind: 'refused' });
      await expectFresh(list);
    }));

  it('on many answer each, and go on in the background above 200', () =>
    withList({ filter: {}, tab: 'all' }, async list => {
      const made = await Promise.all([make(ben, 'A'), make(ben, 'B')]);
      const ids = made.map(row => row.id);
      expect(await actOnMany(ticket, scope, 'approve', { ids })).toEqual({
        done: 2,
        refused: [],
        state: 'done',
        doing: { ids },
      });
      const again = await actOnMany(ticket, scope, 'approve', { ids });
      expect(again.refused.map(one => one.code)).toEqual(['STATUS_CHANGED', 'STATUS_CHANGED']);
      for (let n = 0; n < 210; n += 30) await Promise.all(Array.from({ length: 30 }, () => make(ben, 'Many')));
      const runs: string[] = [];
      const filter = filterValues({ status: { in: ['WAITING_APPROVAL'] } });
      const all = await actOnMany(ticket, scope, 'approve', { isAll: true, filter }, {}, id => runs.push(id));
      expect(runs).toHaveLength(1);
      expect(all).toMatchObject({ refused: [], state: 'done' });
      expect(all.done).toBeGreaterThanOrEqual(210);
      await vi.waitFor(() => expect(store.get(list.counts)?.tabs.waiting).toBe(0), WAIT);
    }));
});

describe('names and presence over the real server', () => {
  it('names follow their records', async () => {
    const { data: made } = await ben.post('/label', { name: 'Nước', shortName: 'N', type: 'HELP_DESK' });
    const name = refAtom(label.name, made.id);
    const stop = store.sub(name, () => {});
    await vi.waitFor(() => expect(store.get(name)?.name).toBe('Nước'), WAIT);
    await ben.put(`/label/${made.id}`, { version: 1, name: 'Nước sạch' });
    await vi.waitFor(() => expect(store.get(name)?.name).toBe('Nước sạch'), WAIT);
    const unknown = refAtom(label.name, 'f'.repeat(24));
    const stopUnknown = store.sub(unknown, () => {});
    await vi.waitFor(() => expect(store.get(unknown)).toBeNull(), WAIT);
    stop();
    stopUnknown();
  });

  it('one is not told of oneself', () => expect(store.get(presentAtom('HELP_DESK', 'x'))).toEqual([]));
});

describe('the session over the real server', () => {
  it('hears of permissions that are taken and given', async () => {
    const { carl } = site;
    await site.allow(everything);
    keepCookies();
    await signIn(carl.email, PASSWORD);
    store.set(scopeAtom, scope);
    await loadPermissions(site.id);
    expect(can(site.id, 'HELP_DESK', 'approve')).toBe(true);
    await site.allow({});
    await vi.waitFor(() => expect(store.get(permissionsAtom(site.id))?.HELP_DESK).toEqual([]), WAIT);
    await site.allow(everything);
    await vi.waitFor(() => expect(can(site.id, 'HELP_DESK', 'approve')).toBe(true), WAIT);
  });

  it('ends when the server ends it', async () => {
    expect(store.get(sessionAtom).state).toBe('in');
    const { accessToken } = await import('../../../client/kit/http/token.ts');
    await fetch(`${server.url}/api/auth/logout`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${accessToken()}` },
    });
    await vi.waitFor(
      () => expect(store.get(sessionAtom)).toMatchObject({ state: 'out', reason: 'expired', endedBy: 'SIGNED_OUT' }),
      WAIT,
    );
    expect(accessToken()).toBeNull();
  });
});
