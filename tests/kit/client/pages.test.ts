import { ticket } from '@lobby/shared/modules/ticket.ts';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { store } from '../../../client/kit/base/store.ts';
import { type List, openList } from '../../../client/kit/list/list.ts';
import { fill, nextFetch, WINDOW } from '../../../client/kit/list/pages.ts';
import { emptySequence, type Holds, NOTHING_HELD, type Sequence } from '../../../client/kit/list/row-order.ts';
import { closeLive, openLive } from '../../../client/kit/live/live.ts';
import { forgetRecords } from '../../../client/kit/records/records.ts';
import { createWorld, pass, scope, type World } from './world.ts';

let world: World;
vi.mock('socket.io-client', () => ({ io: () => world.io() }));

const LEAVING: Holds = { entering: true, leaving: true };
const ENTERING: Holds = { entering: true, leaving: false };
const shown = (text: string): Sequence => ({ ...emptySequence(), ids: [...text].map(id => (id === '.' ? null : id)) });
const text = ({ ids }: Sequence) => ids.map(id => id ?? '.').join('');

describe('a page put in its place', () => {
  it.each<[string, string, number, string, boolean, Holds, string]>([
    ['fills what was not loaded', 'ab....', 2, 'cd', false, NOTHING_HELD, 'abcd..'],
    ['ends the list when it is short', 'ab....', 2, 'cd', true, NOTHING_HELD, 'abcd'],
    ['is the first of all', '', 0, 'abc', false, NOTHING_HELD, 'abc'],
    ['stands far down', '', 3, 'ab', false, NOTHING_HELD, '...ab'],
    ['takes a row from where it is no longer', 'abcdef', 0, 'fab', false, NOTHING_HELD, 'fab...'],
    ['meets the same rows', 'abcdef', 2, 'cd', false, NOTHING_HELD, 'abcdef'],
    ['leaves rows alone that are looked at', 'abcd', 0, 'axcd', false, LEAVING, 'abcd'],
    ['fills around them', 'ab...f', 2, 'cde', false, LEAVING, 'abcdef'],
    ['lets a place go that nothing stands in', 'ab.d', 0, 'abd', false, LEAVING, 'abd'],
    ['lets rows go when only new ones must wait', 'abcd', 0, 'abd', true, ENTERING, 'abd'],
  ])('%s', (_name, before, start, page, last, holds, after) => {
    const sequence = shown(before);
    fill(sequence, start, [...page], last, holds);
    expect(text(sequence)).toBe(after);
  });

  it('marks what it does not list, and keeps what is new for later', () => {
    const sequence = shown('abcd');
    fill(sequence, 0, [...'axcd'], false, LEAVING);
    expect([[...sequence.kept], [...sequence.pending]]).toEqual([[['b', 'gone']], ['x']]);
  });
});

describe('what is fetched next', () => {
  const many = (loaded: number, length: number): Sequence => ({
    ...emptySequence(),
    ids: Array.from({ length }, (_, index) => (index < loaded ? `r${index}` : null)),
  });
  const known = { cursorOf: (id: string) => (id === 'r99' ? 'c' : undefined), offsetAt: () => 0, underway: [] };

  it.each([
    ['nothing when all is there', many(100, 100), 0, 99, known, null],
    ['what follows a row with a cursor', many(100, 500), 90, 130, known, { start: 100, after: 'c', row: 'r99' }],
    ['a page, far from any', many(100, 500), 320, 340, known, { start: 300, page: 4 }],
    [
      'a page, counted with the rows held back',
      many(100, 500),
      320,
      340,
      { ...known, offsetAt: () => 3 },
      { start: 297, page: 4 },
    ],
    ['nothing twice', many(100, 500), 90, 130, { ...known, underway: [100] }, null],
    [
      'the page before once more, where its cursor was lost',
      many(200, 500),
      190,
      210,
      known,
      { start: 100, after: 'c', row: 'r99' },
    ],
  ])('is %s', (_name, sequence, from, to, how, fetch) => expect(nextFetch(sequence, from, to, how)).toEqual(fetch));
});

describe('a long list', () => {
  let list: List;
  const id = (n: number) => String(10_000 + n);
  const order = () => world.query({}, '-createdAt').map(row => row.id);
  const start = async (rows: number, delay = 2) => {
    vi.useFakeTimers();
    world = createWorld({ delay: () => delay, copies: () => 1 });
    for (let n = 0; n < rows; n++) world.write(id(n * 2), { status: 'APPROVED', createdAt: id(n * 2) }, 'create');
    openLive();
    await pass(500);
    list = openList(ticket, scope, { filter: {}, tab: 'all' });
    await pass(1000);
  };
  const create = (n: number) => world.write(id(n), { status: 'APPROVED', createdAt: id(n) }, 'create');
  const show = async (from: number) => {
    list.show(from, from + 30);
    await pass(500);
  };
  /** Adjacent loaded rows have to be adjacent on the server. */
  const expectWhole = () => {
    const { ids } = store.get(list.view);
    const fresh = order();
    for (const [index, one] of ids.entries()) {
      const next = ids[index + 1];
      if (one && next) expect(fresh.indexOf(next)).toBe(fresh.indexOf(one) + 1);
    }
  };

  afterEach(() => {
    list.close();
    closeLive();
    forgetRecords();
    vi.clearAllTimers();
    vi.useRealTimers();
  });

  it('misses no row where two stretches meet that were read at different times', async () => {
    await start(1200);
    await show(640);
    // Inserted among rows that were never loaded, which shifts the loaded rows below by one.
    create((1200 - 300) * 2 + 1);
    await pass(1000);
    for (const from of [455, 640, 340, 250, 150, 99]) {
      await show(from);
      expectWhole();
    }
  });

  it('puts a page where it belongs when rows came and went before it meanwhile', async () => {
    await start(300, 50);
    list.show(80, 120);
    await pass(60);
    create(2000);
    create(2001);
    world.write(id(590), {}, 'remove');
    await pass(2000);
    expectWhole();
    expect(store.get(list.view).ids.slice(0, 200)).toEqual(order().slice(0, 200));
  });

  it('knows of a change that came while its page was on the way', async () => {
    await start(150, 50);
    list.refresh();
    await pass(60);
    // The loaded page still contains the row.
    world.write(id(280), {}, 'remove');
    await pass(2000);
    expect(store.get(list.view).ids).not.toContain(id(280));
    expectWhole();
  });

  it('asks again for what the network kept back', async () => {
    await start(150);
    const mend = world.cut();
    await pass(10);
    create(2000);
    list.refresh();
    await pass(4000);
    expect(store.get(list.view).error?.code).toBe('FAIL');
    // The counts could not be loaded either.
    world.write(id(0), {}, 'remove');
    mend();
    await pass(6000);
    expect(store.get(list.view)).toMatchObject({ error: null, total: 150 });
    expect(store.get(list.counts)?.total).toBe(150);
    expect(store.get(list.view).ids[0]).toBe(id(2000));
  });

  it('lets go of rows far from what is shown, but for the first page', async () => {
    await start(7000);
    for (let from = 0; from < 6900; from += 80) await show(from);
    const { ids } = store.get(list.view);
    const loaded = ids.filter(Boolean).length;
    expect(loaded).toBeLessThan(5200);
    expect(ids.slice(0, WINDOW)).toEqual(order().slice(0, WINDOW));
    await show(3000);
    expect(store.get(list.view).ids.slice(3000, 3030)).toEqual(order().slice(3000, 3030));
    expectWhole();
  });
});
