import { expect, it } from 'vitest';
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
