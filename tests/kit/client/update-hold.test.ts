import { ticket } from '@lobby/shared/modules/ticket.ts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { store } from '../../../client/kit/base/store.ts';
import { type List, openList } from '../../../client/kit/list/list.ts';
import { connectionOf } from '../../../client/kit/live/connection.ts';
import { closeLive, openLive } from '../../../client/kit/live/live.ts';
import { forgetRecords } from '../../../client/kit/records/records.ts';
import { createWorld, pass, scope, type World } from './world.ts';

let world: World;
let list: List;
vi.mock('socket.io-client', () => ({ io: () => world.io() }));

const view = () => store.get(list.view);
const write = async (id: string, change: Record<string, unknown> = {}, action = 'update') => {
  world.write(id, { status: 'WAITING_APPROVAL', createdAt: id, ...change }, action);
  await pass(20);
};

beforeEach(async () => {
  vi.useFakeTimers();
  world = createWorld({ delay: () => 2, copies: () => 1 });
  for (const id of ['a', 'b', 'c', 'd']) world.write(id, { status: 'WAITING_APPROVAL', createdAt: id }, 'create');
  openLive();
  await pass(400);
  list = openList(ticket, scope, { filter: {}, tab: 'waiting' });
  await pass(1000);
});

afterEach(() => {
  list.close();
  closeLive();
  forgetRecords();
  vi.clearAllTimers();
  vi.useRealTimers();
});

describe('under the pointer nothing moves', () => {
  it('what leaves is kept in place, marked, until the pointer leaves', async () => {
    list.attention.pointer('enter');
    await write('c', { status: 'APPROVED' });
    expect([view().ids, view().marks.get('c')]).toEqual([['d', 'c', 'b', 'a'], 'gone']);
    list.attention.pointer('leave');
    expect([view().ids, view().marks.size]).toEqual([['d', 'b', 'a'], 0]);
  });

  it('what moves too, and what is new waits', async () => {
    list.setQuery({ filter: {}, tab: 'waiting', sort: '-lastMessageAt' });
    await pass(100);
    list.attention.pointer('enter');
    await write('a', { lastMessageAt: '2026-01-01' }, 'message');
    await write('e', { lastMessageAt: '2026-01-02' }, 'create');
    expect([view().ids, view().marks.get('a'), view().pending]).toEqual([['d', 'c', 'b', 'a'], 'moved', 1]);
    list.attention.pointer('leave');
    expect([view().ids, view().pending]).toEqual([['e', 'a', 'd', 'c', 'b'], 0]);
  });

  it('but no longer than two seconds of stillness', async () => {
    list.attention.pointer('enter');
    await write('c', { status: 'APPROVED' });
    await pass(1500);
    list.attention.pointer('move');
    await pass(1500);
    expect(view().marks.size).toBe(1);
    await pass(600);
    expect(view().ids).toEqual(['d', 'b', 'a']);
    await write('e', {}, 'create');
    expect(view().ids).toEqual(['d', 'b', 'a']);
    await pass(2100);
    expect(view().ids).toEqual(['e', 'd', 'b', 'a']);
  });

  it('what comes back meanwhile is not marked any more', async () => {
    list.attention.pointer('enter');
    await write('c', { status: 'APPROVED' });
    await write('c');
    expect(view().marks.size).toBe(0);
  });

  it('nor while a row is being opened', async () => {
    list.attention.opening(true);
    await write('e', {}, 'create');
    expect([view().ids.length, view().pending]).toEqual([4, 1]);
    list.attention.opening(false);
    expect(view().ids[0]).toBe('e');
  });
});

describe('away from the top', () => {
  it('new rows wait to be taken', async () => {
    list.attention.scrolled(true);
    await write('e', {}, 'create');
    await write('f', {}, 'create');
    await pass(5000);
    expect([view().ids, view().pending, view().total]).toEqual([['d', 'c', 'b', 'a'], 2, 6]);
    list.takePending();
    expect([view().ids, view().pending]).toEqual([['f', 'e', 'd', 'c', 'b', 'a'], 0]);
  });

  it('or come in at the top again', async () => {
    list.attention.scrolled(true);
    await write('e', {}, 'create');
    list.attention.scrolled(false);
    expect(view().ids[0]).toBe('e');
  });

  it('one that is withdrawn before it was shown is never shown', async () => {
    list.attention.scrolled(true);
    await write('e', {}, 'create');
    await write('e', {}, 'remove');
    expect(view().pending).toBe(0);
  });
});

describe('the way through a list', () => {
  it('goes by its own order, also from a row that has left it', async () => {
    expect([list.step('c', 1), list.step('c', -1), list.step('d', -1), list.step('a', 1)]).toEqual([
      'b',
      'd',
      null,
      null,
    ]);
    await write('c', { status: 'APPROVED' });
    expect([list.step('c', 1), list.step('c', -1)]).toEqual(['b', 'd']);
  });
});

describe('the connection', () => {
  it.each([
    [{ onLine: true, socket: true }, 'online'],
    [{ onLine: false, socket: true }, 'offline'],
    [{ onLine: true, socket: false }, 'offline'],
    [{ onLine: true, socket: true, roundTrips: [900] }, 'online'],
    [{ onLine: true, socket: true, roundTrips: [251, 20, 251, 30] }, 'online'],
    [{ onLine: true, socket: true, roundTrips: [251, 20, 251, 300] }, 'unstable'],
    [{ onLine: true, socket: true, roundTrips: [250, 250, 250, 250, 250] }, 'online'],
  ] as const)('%j is %s', (signals, state) => expect(connectionOf(signals)).toBe(state));
});
