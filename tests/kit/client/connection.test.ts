import { expect, it, vi } from 'vitest';
import { store } from '../../../client/kit/base/store.ts';
import { answeredIn, connectionAtom, connectionOf, socketIs } from '../../../client/kit/live/connection.ts';

const state = (...roundTrips: number[]) => connectionOf({ onLine: true, socket: true, roundTrips });

it('a connection is judged by what the server took to answer, not by one slow answer', () => {
  expect(state()).toBe('online');
  expect(state(900, 30, 20)).toBe('online');
  expect(state(900, 900, 20)).toBe('online');
  expect(state(900, 20, 900, 300)).toBe('unstable');
  expect(connectionOf({ onLine: true, socket: false })).toBe('offline');
});

it('a change of it is told once', () => {
  let told = 0;
  const stop = store.sub(connectionAtom, () => told++);
  for (const ms of [900, 900, 900, 900, 900, 900]) answeredIn(ms);
  expect(told).toBe(1);
  for (const ms of [5, 5, 5, 5]) answeredIn(ms);
  expect([told, store.get(connectionAtom).state]).toEqual([2, 'online']);
  socketIs(true);
  expect(told).toBe(2);
  stop();
});

it('a page that opens without a network tells when it reached the server last', async () => {
  const kept = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => kept.set(name, value),
  });
  vi.stubGlobal('navigator', { onLine: false });
  const open = async () => {
    vi.resetModules();
    const [{ watchNetwork, connectionAtom: opened, answeredIn: answered }, { store: held }] = await Promise.all([
      import('../../../client/kit/live/connection.ts'),
      import('../../../client/kit/base/store.ts'),
    ]);
    return { answered, watchNetwork, since: () => held.get(opened) };
  };
  const first = await open();
  first.answered(5);
  const reached = Number([...kept.values()][0]);
  expect(reached).toBeGreaterThan(0);
  kept.set([...kept.keys()][0] ?? '', String(reached - 3_600_000));
  const second = await open();
  second.watchNetwork()();
  expect(second.since()).toEqual({ state: 'offline', since: reached - 3_600_000 });
  vi.unstubAllGlobals();
});
