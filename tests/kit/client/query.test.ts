import { contractTemplate } from '@lobby/shared/modules/contract-template.ts';
import { location } from '@lobby/shared/modules/location.ts';
import { ticket } from '@lobby/shared/modules/ticket.ts';
import { unit } from '@lobby/shared/modules/unit.ts';
import type { availableSlots, checkBooking } from '@lobby/shared/modules/utility-booking.contract.ts';
import { createElement } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { store } from '../../../client/kit/base/store.ts';
import { connectionAtom } from '../../../client/kit/live/connection.ts';
import { type FailedRead, FailedReads } from '../../../client/kit/live/failed-reads.ts';
import { closeLive, openLive } from '../../../client/kit/live/live.ts';
import { useOtherBadges } from '../../../client/kit/live/other-badges.ts';
import { useContract } from '../../../client/kit/live/useContract.ts';
import { useQuery } from '../../../client/kit/live/useQuery.ts';
import { provideDefinitions } from '../../../client/kit/records/definitions.ts';
import { scopeAtom } from '../../../client/kit/session/session.ts';
import { useActivities } from '../../../client/kit/ui/detail/activity/useActivities.ts';
import { useCannedReplies } from '../../../client/kit/ui/thread/canned.ts';
import { useTree } from '../../../client/kit/ui/tree/useTree.ts';
import { useLevels } from '../../../client/modules/location/useLevels.ts';
import { usePrinted } from '../../../client/modules/rental-contract/print/usePrinted.ts';
import { useDuplicates } from '../../../client/modules/resident/useDuplicates.ts';
import { useFollowed } from '../../../client/modules/resident/useFollowed.ts';
import { usePlaces } from '../../../client/modules/staff/permissions/usePlaces.ts';
import { useRights } from '../../../client/modules/staff/permissions/useRights.ts';
import { usePlan } from '../../../client/modules/unit/plan/usePlan.ts';
import { deskHere, useDeskChoice } from '../../../client/modules/visitor/desk/choice.ts';
import { useAll } from '../../../client/modules/work-schedule/useAll.ts';
import { useSessions } from '../../../client/platform/accounts/own/useSessions.ts';
import { useProjects } from '../../../client/platform/projects/projects/useProjects.ts';
import { type HeldRequest, holdAnswers } from './held-answers.ts';
import { renderHook, renderHookIn, settle } from './render-hook.ts';
import { createWorld, pass as passTime, scope } from './world.ts';

provideDefinitions([contractTemplate]);
const world = createWorld({ delay: () => 1, copies: () => 1 });
vi.mock('socket.io-client', () => ({ io: () => world.io() }));

/** Advances the timers and lets React render. */
const pass = async (ms: number) => {
  await passTime(ms);
  await settle();
};

let asked: HeldRequest[] = [];
const open: { close: () => void }[] = [];

beforeEach(() => {
  vi.useFakeTimers();
  asked = holdAnswers();
  store.set(scopeAtom, scope);
});
afterEach(() => {
  for (const one of open.splice(0)) one.close();
  closeLive();
  store.set(connectionAtom, { state: 'online', since: 0 });
  vi.useRealTimers();
});

async function render<A extends unknown[], R>(hook: (...args: A) => R, ...args: A) {
  const rendered = await renderHook(hook, ...args);
  open.push(rendered);
  return rendered;
}
/** Responds to a request, or refuses it, and lets the hook process the response. */
const answer = async (index: number, data: unknown) => {
  asked[index]?.answer(data, 1);
  await pass(1);
};
const refuse = async (index: number, status: number) => {
  asked[index]?.refuse(status);
  await pass(1);
};
const offline = async () => {
  store.set(connectionAtom, { state: 'offline', since: 1 });
  await pass(10);
  store.set(connectionAtom, { state: 'online', since: 2 });
  await pass(10);
};

const NOBODY: [id: string | null, day: string | null] = [null, null];

describe('a query', () => {
  it('drops the older of two answers that arrives last', async () => {
    const hook = await render(() => useQuery<string>('/one'));
    void hook.at.again();
    await answer(1, 'new');
    expect(hook.at).toMatchObject({ data: 'new', loading: false });
    await answer(0, 'old');
    expect(hook.at).toMatchObject({ data: 'new', error: null, loading: false });
  });

  it('drops the older refusal that arrives last', async () => {
    const hook = await render(() => useQuery<string>('/one'));
    void hook.at.again();
    await answer(1, 'new');
    await refuse(0, 404);
    expect(hook.at).toMatchObject({ data: 'new', error: null });
  });

  it('keeps its data while it reads again, and when that fails', async () => {
    const hook = await render(() => useQuery<string>('/one'));
    expect(hook.at).toMatchObject({ data: null, loading: true });
    await answer(0, 'first');
    void hook.at.again();
    await pass(1);
    expect(hook.at).toMatchObject({ data: 'first', loading: true });
    await refuse(1, 403);
    expect(hook.at).toMatchObject({ data: 'first', error: { status: 403 }, loading: false });
  });

  it('shows nothing of another path, and no answer of one that was left', async () => {
    const hook = await render((path: string) => useQuery<string>(path), '/one');
    await answer(0, 'one');
    await hook.with('/two');
    expect(hook.at).toMatchObject({ data: null, loading: true });
    await hook.with('/one');
    await answer(2, 'one again');
    await answer(1, 'two');
    expect(hook.at.data).toBe('one again');
  });

  it('keeps its data while another part of the same is read', async () => {
    const hook = await render((year: number) => useQuery<string>('/days', { query: { year } }), 2026);
    await answer(0, '2026');
    await hook.with(2027);
    expect(hook.at).toMatchObject({ data: '2026', loading: true });
    await answer(1, '2027');
    expect(hook.at).toMatchObject({ data: '2027', loading: false });
  });

  it('by a contract fills in its parameters, and waits for an input', async () => {
    const hook = await render(
      (id: string | null, day: string | null) =>
        useContract<typeof availableSlots>(
          '/utility-group/:id/available-slots',
          id && { params: { id }, query: { startDateUsage: day, quantity: 2 } },
        ),
      ...NOBODY,
    );
    expect(hook.at).toMatchObject({ data: null, loading: false });
    expect(asked).toEqual([]);
    await hook.with('a/b', '2026-12-01');
    expect(asked[0]).toMatchObject({ method: 'GET', path: '/utility-group/a%2Fb/available-slots' });
    expect(String(asked[0]?.query)).toBe('startDateUsage=2026-12-01&quantity=2');
    await answer(0, []);
    expect(hook.at.data).toEqual([]);
  });

  it('by a contract that posts sends what it asks with, and again when that changes', async () => {
    const hook = await render(
      (utilityId: string) =>
        useContract<typeof checkBooking>('/utility-booking/check', { method: 'POST', body: { utilityId, slots: [] } }),
      'one',
    );
    expect(asked[0]).toMatchObject({ method: 'POST', path: '/utility-booking/check' });
    expect([String(asked[0]?.query), asked[0]?.body]).toEqual(['', '{"utilityId":"one","slots":[]}']);
    await hook.with('one');
    expect(asked).toHaveLength(1);
    await hook.with('two');
    expect(asked[1]?.body).toBe('{"utilityId":"two","slots":[]}');
  });

  it('that fails is told to the part of the screen around, where the component says nothing of it', async () => {
    const told: FailedRead[] = [];
    const tell = (read: FailedRead) => {
      told.push(read);
      return () => void told.splice(told.indexOf(read), 1);
    };
    const within = async <R>(hook: () => R) => {
      const rendered = await renderHookIn(child => createElement(FailedReads, { value: tell }, child), hook);
      open.push(rendered);
      return rendered;
    };
    const silent = await within(() => useQuery<string>('/one').data);
    await within(() => useQuery<string>('/two').error);
    await refuse(0, 403);
    await refuse(1, 403);
    expect(told.map(({ error }) => error.status)).toEqual([403]);
    told[0]?.again();
    await pass(1);
    await refuse(2, 503);
    expect(told.map(({ error }) => error.status)).toEqual([503]);
    told[0]?.again();
    await pass(1);
    await answer(3, 'there');
    expect([told.length, silent.at]).toEqual([0, 'there']);
  });

  it('reads nothing without a path', async () => {
    const hook = await render(() => useQuery<string>(null));
    expect([asked.length, hook.at.loading]).toEqual([0, false]);
  });

  it('reads again after a break', async () => {
    const hook = await render(() => useQuery<string>('/one'));
    await answer(0, 'before');
    await offline();
    await answer(1, 'after');
    expect(hook.at.data).toBe('after');
  });

  it('that follows events reads again after a break only what it could not read', async () => {
    await render(() => useQuery<string>('/one', { follow: ticket.code }));
    await refuse(0, 503);
    await offline();
    await answer(1, 'there');
    await offline();
    expect(asked).toHaveLength(2);
  });

  it('gives a change to the answers that may be older', async () => {
    const hook = await render(() => useQuery<string[]>('/one'));
    await answer(0, ['a']);
    void hook.at.again();
    hook.at.change(known => [...known, 'told']);
    void hook.at.again();
    await pass(1);
    expect(hook.at.data).toEqual(['a', 'told']);
    await answer(1, ['a', 'b']);
    expect(hook.at.data).toEqual(['a', 'b', 'told']);
    await answer(2, ['a', 'b', 'told of the server']);
    expect(hook.at.data).toEqual(['a', 'b', 'told of the server']);
  });

  it('reads again once after the events it follows', async () => {
    openLive();
    const hook = await render(() => useQuery<string>('/one', { follow: ticket.code, delay: 100 }));
    await answer(0, 'before');
    await pass(2000);
    const before = asked.length;
    for (const id of ['x', 'y', 'z']) world.write(id, {}, 'create');
    await pass(50);
    expect(asked).toHaveLength(before);
    await pass(500);
    expect(asked).toHaveLength(before + 1);
    await answer(before, 'after');
    expect(hook.at.data).toBe('after');
  });
});

describe('the desk of a machine', () => {
  it('is chosen of several, told by each act, and chosen anew once there is none of that name', async () => {
    const kept = new Map<string, string>();
    vi.stubGlobal('localStorage', {
      getItem: (name: string) => kept.get(name) ?? null,
      setItem: (name: string, value: string) => kept.set(name, value),
      removeItem: (name: string) => kept.delete(name),
    });
    const projectId = scope.projectId ?? '';
    const desks = (...names: string[]) => ({ desks: names.map(name => ({ name })) });
    const one = await render(useDeskChoice, projectId);
    expect([one.at.desks, deskHere()]).toEqual([[], {}]);
    await answer(0, desks('Gate', 'Lobby'));
    expect(one.at).toMatchObject({ desks: ['Gate', 'Lobby'], chosen: '' });
    one.at.choose('Gate');
    await settle();
    expect([one.at.chosen, deskHere()]).toEqual(['Gate', { desk: 'Gate' }]);
    // The choice belongs to the machine and outlasts the user.
    const later = await render(useDeskChoice, projectId);
    expect(later.at.chosen).toBe('Gate');
    await answer(1, desks('Lobby', 'Basement'));
    expect([later.at.chosen, deskHere()]).toEqual(['', {}]);
    // With a single desk there is no choice.
    const alone = await render(useDeskChoice, projectId);
    await answer(2, desks('Lobby'));
    expect(alone.at.desks).toEqual([]);
    vi.unstubAllGlobals();
  });
});

describe('two answers in the wrong order', () => {
  const rows = (id: string) => [{ id, code: id, version: 1, two: [{ id }, { id: `${id}2` }] }];
  /** Shown value of each hook, response data that lead to a given id, and number of parallel requests. */
  const hooks: Record<string, [hook: () => unknown, dataOf: (id: string, path: string) => unknown, calls?: number]> = {
    useActivities: [() => useActivities(ticket, '1').rows[0]?.id, rows],
    useTree: [() => useTree(location).data?.[0]?.id, rows],
    useOtherBadges: [() => Object.keys(useOtherBadges(['p2'], true))[0], id => ({ [id]: { HELP_DESK: 1 } })],
    useSessions: [() => useSessions().data?.[0]?.id, rows],
    usePlaces: [() => usePlaces().data?.positions[0]?.id, rows, 2],
    useRights: [() => useRights('1').rights?.id, id => rows(id)[0]],
    useLevels: [() => useLevels().data?.[0]?.id, rows],
    useProjects: [() => useProjects().data?.[0]?.id, rows],
    usePrinted: [
      () => usePrinted('p1', 'c').data?.contract.id,
      (id, path) => (path.endsWith('/options') ? rows(id) : { id }),
      3,
    ],
    useDuplicates: [() => useDuplicates().pairs?.[0]?.two[0].id, rows],
    useFollowed: [() => useFollowed<{ id: string }>('/removed').data?.[0]?.id, rows],
    useCannedReplies: [() => useCannedReplies(scope, '/pms/helpdesk/replies', null)[0]?.id, rows],
    usePlan: [() => usePlan().data?.units[0]?.id, id => ({ blocks: [], floors: [], units: rows(id) })],
    useAll: [() => useAll(unit).data?.[0]?.id, rows],
  };

  it.each(Object.entries(hooks))('%s shows the one it asked for last', async (_name, [hook, dataOf, calls = 1]) => {
    // The first subscription triggers a reload; hooks without a subscription reload after the interruption.
    openLive();
    const shown = await render(hook);
    await pass(3000);
    await offline();
    expect(asked).toHaveLength(2 * calls);
    for (const one of asked.slice(calls)) one.answer(dataOf('new', one.path), 1);
    await pass(1);
    expect(shown.at).toBe('new');
    for (const one of asked.slice(0, calls)) one.answer(dataOf('old', one.path), 1);
    await pass(1);
    expect(shown.at).toBe('new');
  });
});
